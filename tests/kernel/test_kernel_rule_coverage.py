"""Every rule has a test and a text: the marks of all tests, the code, and rules.json agree.

Reads the files, not the running session, so that it says the same in any subset of it.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import affray
from affray import lookup, rulings
from affray.registry import system
from affray.systems import OURS

ELSEWHERE = {"troika:7.3/helpless", "troika:creation"}
"""Rules whose tests stand in no folder of a system: they are about sessions and new sheets."""

TESTS = Path(__file__).parents[1]
CODE = Path(affray.__file__).parent


def known(name: str) -> set[str]:
    """The full ids of a system's rules."""
    return {rule.full_id for rule in lookup.rules(name)}


def calls(folder: Path) -> Iterator[tuple[Path, ast.Call]]:
    """Every call in every module under a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield path, node


def name_of(node: ast.expr) -> str:
    """The last name in `a.b.c` or `c`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@cache
def marks() -> tuple[tuple[str, str], ...]:
    """Each rule id that a test is marked with, and the file that does."""
    found = []
    for path, call in calls(TESTS):
        function = call.func
        if not (isinstance(function, ast.Attribute) and function.attr == "rule"):
            continue
        if name_of(function.value) != "mark":
            continue
        for argument in call.args:
            assert isinstance(argument, ast.Constant), f"{path}: a mark that is no literal"
            found.append((str(argument.value), str(path.relative_to(TESTS))))
    for path in sorted(TESTS.glob("cases/*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            found += [
                (rule, f"{path.stem.replace('-', '_')}/{path.name}") for rule in case["rules"]
            ]
    return tuple(found)


def literal(node: ast.expr | None) -> str | None:
    """A string constant, or the id after the system in `f"{SYSTEM}:id"`."""
    if isinstance(node, ast.JoinedStr) and len(node.values) == 2:
        node = node.values[1]
        text = node.value if isinstance(node, ast.Constant) else ""
        return str(text) if str(text).startswith(":") else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def cited(name: str) -> Iterator[tuple[str, str]]:
    """Each rule id that a system's code cites in so many words, with the line."""
    package = CODE / "systems" / name.replace("-", "_")
    for path, call in calls(package):
        where = f"{path.name}:{call.lineno}"
        called = name_of(call.func)
        on = name_of(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        rule = None
        if called in ("add", "switch") and on == "trace" and call.args:
            rule = literal(call.args[0])
        elif called == "Forbidden":
            rule = literal(next((k.value for k in call.keywords if k.arg == "rule"), None))
        elif called in ("Silence", "Modifier"):
            rule = literal(call.args[0]) if call.args else None
        elif called == "Table":
            rule = literal(call.args[1]) if len(call.args) > 1 else None
        if rule is not None:
            yield f"{name}:{rule.rpartition(':')[2]}", where


def switched(name: str) -> Iterator[tuple[str, str]]:
    """Each switch that a system's code notes in so many words, with the line."""
    for path, call in calls(CODE / "systems" / name.replace("-", "_")):
        on = name_of(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        if name_of(call.func) == "switch" and on == "trace" and len(call.args) > 1:
            switch = literal(call.args[1])
            if switch is not None:
                yield switch, f"{path.name}:{call.lineno}"


@pytest.mark.parametrize("name", OURS)
def test_every_rule_has_a_test(name: str) -> None:
    tested = {rule for rule, _ in marks()}
    assert sorted(known(name) - tested) == []
    folder = name.replace("-", "_")
    beside = {rule for rule, path in marks() if path.startswith(f"{folder}/")}
    assert beside == known(name) - ELSEWHERE


def test_marks_name_only_rules_there_are() -> None:
    everything = {rule for name in OURS for rule in known(name)}
    assert sorted(mark for mark in marks() if mark[0] not in everything) == []


@pytest.mark.parametrize("name", OURS)
def test_every_rule_that_the_code_cites_has_a_text(name: str) -> None:
    citations = list(cited(name))
    assert len(citations) > 30
    assert sorted(c for c in citations if c[0] not in known(name)) == []


@pytest.mark.parametrize("name", OURS)
def test_every_switch_stands_under_its_rule_and_the_other_way_round(name: str) -> None:
    described = rulings.describe(system(name).rulings_type)
    assert {one.name for one in described} == set(system(name).rulings_type.__struct_fields__)
    assert all(one.reason.endswith(".") for one in described)
    assert {(one.name, one.rule, one.status) for one in described} == {
        (switch, rule.id, rule.status) for rule in lookup.rules(name) for switch in rule.switches
    }


@pytest.mark.parametrize("name", OURS)
def test_the_switches_that_the_code_notes_are_switches(name: str) -> None:
    fields = system(name).rulings_type.__struct_fields__
    assert sorted(s for s in switched(name) if s[0] not in fields) == []


@pytest.mark.parametrize("name", OURS)
def test_every_switch_is_read_by_the_code(name: str) -> None:
    package = CODE / "systems" / name.replace("-", "_")
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
        if path.name != "rulings.py"
    )
    code += (CODE / "sheets.py").read_text(encoding="utf-8")
    fields = system(name).rulings_type.__struct_fields__
    assert sorted(field for field in fields if field not in code) == []
