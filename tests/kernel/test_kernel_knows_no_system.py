"""The kernel and the command line name no system and no field of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import affray
import affray_cli
from affray.registry import systems
from affray.systems import OURS

KERNEL = Path(affray.__file__).parent
CLI = Path(affray_cli.__file__).parent

SHARED = {
    # What the kernel asks of every sheet, combatant and fight.
    *("name", "sheet", "system", "round"),
    # Words of commands.
    *("initiative", "luck"),
    # Turns of a system in one module, which the kernel brings along.
    *("acting", "used"),
    # Words of affray itself, which a field of some system happens to be called too.
    *("action", "actions", "kind", "level", "notes", "place", "run", "size", "stopped"),
}


def sources() -> list[Path]:
    """Every module that is no system's own."""
    found = [*KERNEL.rglob("*.py"), *CLI.rglob("*.py")]
    return sorted(path for path in found if KERNEL / "systems" not in path.parents)


def own_fields() -> set[str]:
    """Fields of sheets, combatants and turns that systems bring along."""
    kinds = [k for s in systems() for k in (s.sheet_type, s.fighter_type, s.turns_type)]
    return {field for kind in kinds for field in kind.__struct_fields__} - SHARED


def words_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every attribute, keyword and text of a module that may name a field, with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.value.lineno, node.arg
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_no_line_names_a_system() -> None:
    names = re.compile("|".join(name.replace("-", ".") for name in OURS), re.IGNORECASE)
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if names.search(line)
    ]
    assert found == []


def test_no_line_names_a_field_of_one() -> None:
    fields = own_fields()
    assert {"stamina", "injury", "conviction"} <= fields
    found = [
        f"{path}:{number}: {word}"
        for path in sources()
        for number, word in words_of(path)
        if word in fields
    ]
    assert found == []
