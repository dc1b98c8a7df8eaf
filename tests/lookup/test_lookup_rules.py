"""`affray rule`: every id has a text, every text an example, and each example cites it."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.lookup import Rule, rules
from affray.registry import system
from affray.rulings import describe
from affray.systems import OURS
from affray_cli.entries import COMMANDS
from tests.scaffold.cli import Cli, script

CODE = Path(affray.__file__).parent
RULES = [rule for name in OURS for rule in rules(name)]
CITATION = re.compile(r"""(?:trace\.(?:add|switch)\(\s*|\brule=)f?"(?:\{SYSTEM\}:)?([^"{}]+)\"""")


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """The trace of each rule's example."""
    make: Any = script("make_examples")
    return {rule.full_id: make.cited(rule.example_lines) for rule in RULES if rule.example}


def literal_ids(name: str) -> set[str]:
    """Every id that a system's code cites in so many words."""
    folder = CODE / "systems" / name.replace("-", "_")
    return {
        found.removeprefix(f"{name}:")
        for path in folder.glob("*.py")
        for found in CITATION.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("name", OURS)
def test_every_id_the_code_cites_has_a_text(name: str) -> None:
    assert literal_ids(name) <= {rule.id for rule in rules(name)}


@pytest.mark.parametrize("name", OURS)
def test_what_the_code_cites_is_no_background(name: str) -> None:
    cited = literal_ids(name)
    assert [rule.id for rule in rules(name) if rule.background and rule.id in cited] == []


def test_every_rule_has_an_example() -> None:
    assert [rule.full_id for rule in RULES if not rule.example] == []


def test_each_example_cites_its_rule() -> None:
    wrong = [
        rule.full_id
        for rule in RULES
        if rule.example
        and (rule.full_id in {s["rule"] for s in examples()[rule.full_id]}) == rule.background
    ]
    assert wrong == []


def test_whatever_an_example_cites_has_a_text() -> None:
    known = {rule.full_id for rule in RULES}
    cited = {step["rule"] for steps in examples().values() for step in steps}
    assert cited <= known


@pytest.mark.parametrize("name", OURS)
def test_the_examples_print_today_what_is_kept(name: str) -> None:
    make: Any = script("make_examples")
    stale = "run python docs/scripts/make_examples.py"
    assert make.path_of(name).read_text(encoding="utf-8") == make.whole(name), stale


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.full_id)
def test_a_rule_is_well_formed(rule: Rule) -> None:
    assert rule.text
    assert rule.section
    assert len(rule.text) < 4 * 100
    assert all(command.split()[0] in COMMANDS for command in rule.commands)
    known = {one.name for one in describe(system(rule.system).rulings_type)}
    assert set(rule.switches) <= known


def test_one_rule_in_full(affray: Cli) -> None:
    ran = affray("rule", "7.6")
    assert ran.status == 0
    lines = ran.text.splitlines()
    assert lines[0] == "troika:7.6 Shields"
    labels = [line.split(": ")[0] for line in lines[1:]]
    assert labels[:4] == ["rule", "source", "applied by", "example"]
    assert "prints" in labels
    assert "cites it" in labels


def test_a_ruling_shows_its_switch(affray: Cli) -> None:
    assert "switch: clamp = once (once | each)" in affray("rule", "8/clamp").text
    found = json.loads(affray("rule", "8/clamp", "--json").text)
    assert found["switches"] == [{"name": "clamp", "default": "once", "allowed": "once | each"}]


def test_a_word_finds_its_rules_and_a_slip_suggests(affray: Cli) -> None:
    assert "troika:7.9 Drowning" in affray("rule", "drowning").text
    slip = affray("rule", "drowming")
    assert slip.status == 2
    assert "did you mean" in slip.errors


def test_the_index_lists_every_rule(affray: Cli) -> None:
    lines = affray("rule").text.splitlines()
    assert len(lines) == len(RULES)


def test_search_in_one_system(affray: Cli) -> None:
    ran = affray("rule", "--search", "cover", "--system", "troika")
    assert "troika:7.1 Cover" in ran.text
    assert "reactive" not in ran.text


def test_the_json_of_every_rule_is_whole(affray: Cli) -> None:
    for line in affray("rule", "--json").text.splitlines():
        found = json.loads(line)
        shown = set(found["example"] or {"example", "output", "steps"})
        assert shown == {"example", "output", "steps"}
