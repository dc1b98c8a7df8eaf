"""The kernel and the command line name no system and no field of one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import Struct

import affray
import affray_cli
from affray.option import options_of
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
    "tactics",
}

COMMON = {"dice", "left", "steps", "to", "total", "what"}
"""Words of affray all over, which options and results of some system happen to be, too."""

ALIKE = {
    "attack": (
        "the command whose odds are told, and that a sheet without tactics does",
        "rules/system rules/engine/duel rules/engine/exact rules/engine/bout"
        " rules/engine/book"
        " cli/entries cli/commands/odds",
    ),
    "attacker": (
        "who attacks, in the results of every system, and the seat that is theirs",
        "rules/harm rules/option rules/words cli/text/odds",
    ),
    "defender": (
        "who is attacked, in the results of every system, and the seat that is theirs",
        "rules/harm rules/option rules/words cli/text/odds",
    ),
    "target": (
        "a seat that is named; the target number a step cites; a function that is called",
        "rules/option rules/outcome rules/engine/many/pool cli/lazy",
    ),
    "damage": (
        "a command, a style of line, and what odds and simulations count",
        "rules/words rules/engine/exact cli/entries cli/pretty cli/report cli/text/encounter"
        " cli/text/odds cli/text/simulate",
    ),
    "winner": (
        "the side that wins a fight",
        "rules/encounter/check rules/encounter/keys rules/engine/bout rules/engine/sampling"
        " rules/engine/many/tallies cli/report cli/in_session cli/commands/run",
    ),
    "first": (
        "who begins a duel, and whatever stands first",
        "rules/tactics rules/engine/duel rules/engine/bout rules/engine/space"
        " rules/engine/draw rules/engine/many/tallies cli/completing_values"
        " cli/commands/odds cli/text/simulate",
    ),
    "versus": (
        "a roll's name, and the other side of a session",
        "cli/entries cli/commands/session",
    ),
    "test": ("a roll's name", "cli/entries"),
    "modifier": ("what plain dice add", "rules/plain cli/text/dice"),
    "threshold": ("what a pool's dice have to come to", "rules/dice"),
    "method": (
        "exact or sampled",
        "rules/engine/duel cli/text/odds cli/commands/odds cli/commands/odds_rolls",
    ),
    "mode": ("how open a folder is", "cli/shell"),
    "cost": ("what a deed uses up, by the protocol", "rules/fight cli/in_session"),
    "difference": (
        "of what was expected and what came",
        "rules/encounter/update cli/text/encounter",
    ),
    "failed": ("a check that did", "cli/commands/check cli/text/encounter"),
    "stand": (
        "a combatant as it stands",
        "rules/engine/book rules/engine/bout rules/engine/stand rules/session/file",
    ),
}
"""Options, seats and results of systems that are words of affray too: why, and where.

A module may use one where it is listed; anywhere else it is a name of some system's.
"""


def sources() -> list[Path]:
    """Every module that is no system's own."""
    found = [*KERNEL.rglob("*.py"), *CLI.rglob("*.py")]
    return sorted(path for path in found if KERNEL / "systems" not in path.parents)


def own_fields() -> set[str]:
    """Fields of sheets, combatants and turns that systems bring along."""
    kinds = [k for s in systems() for k in (s.sheet_type, s.fighter_type, s.turns_type)]
    return {field for kind in kinds for field in kind.__struct_fields__} - SHARED


def own_words() -> set[str]:
    """Options, seats and fields of results that systems bring along."""
    found: set[str] = set()
    for one in systems():
        for command in one.commands:
            action = one.action(command)
            found |= {option.name for option in options_of(action.situation)}
            found |= {seat.name for seat in action.seats}
            found |= fields_in(action.result)
    return found - SHARED - COMMON


def fields_in(kind: Any) -> set[str]:
    """The fields of a struct, and of those in it."""
    found = {field for inner in get_args(kind) for field in fields_in(inner)}
    if isinstance(kind, type) and issubclass(kind, Struct):
        for field, inner in get_type_hints(kind).items():
            found |= {field} | fields_in(inner)
    return found


def at(path: Path) -> str:
    """A module as `ALIKE` has it."""
    top, base = ("rules", KERNEL) if KERNEL in path.parents else ("cli", CLI)
    return f"{top}/{path.relative_to(base).with_suffix('').as_posix()}"


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


def test_no_line_names_an_option_or_a_result_of_one() -> None:
    words = own_words()
    assert {"into_melee", "soak_die", "headshot", "stunt_points", "attacker"} <= words
    used = {(at(path), word) for path in sources() for _, word in words_of(path) if word in words}
    assert used == {(where, word) for word, (_, many) in ALIKE.items() for where in many.split()}
