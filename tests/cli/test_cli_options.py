"""The options of the commands are the options of the rules: all of them, and no others."""

from functools import cache
from typing import Annotated, Any

import pytest
from msgspec import Struct

from affray import lookup
from affray.option import option, options_of
from affray.registry import system, systems
from affray.systems import OURS
from affray_cli.common import Asked
from affray_cli.entries import COMMANDS
from affray_cli.lazy import root
from tests.scaffold.cli import affray

COMBATANTS = {"sheet", "attacker", "defender", "target", "first", "second", "into_melee"}
OPPONENT = {"roll test": {"versus"}}
"""Parameters that are sheets, so combatants."""

COMMON = {*Asked.__struct_fields__, "help", "system"}


@cache
def commands() -> dict[str, Any]:
    """Every command by all its words."""
    whole = root()
    found = {}
    for name in whole.list_commands(None):
        command = whole.get_command(None, name)
        if hasattr(command, "list_commands"):
            for inner in command.list_commands(None):
                found[f"{name} {inner}"] = command.get_command(None, inner)
        else:
            found[name] = command
    return found


def settled() -> list[str]:
    """The commands that systems settle from sheets."""
    found = {c for name in OURS for c in (*system(name).commands, *system(name).silent)}
    return sorted(c for c in found if c in commands())


def fields(command: str) -> dict[str, set[str]]:
    """The options that each system's rules take."""
    return {
        name: set(system(name).action(command).situation.__struct_fields__)
        for name in OURS
        if command in system(name).commands
    }


@pytest.mark.parametrize("command", settled())
def test_every_option_is_one_of_some_systems_rules(command: str) -> None:
    given = {p.name for p in commands()[command].params}
    given -= COMMON | COMBATANTS | OPPONENT.get(command, set())
    known = set().union(*fields(command).values())
    assert sorted(given - known) == []


@pytest.mark.parametrize("command", settled())
def test_every_option_of_the_rules_can_be_given(command: str) -> None:
    for name, known in fields(command).items():
        alike = [
            c
            for c in system(name).commands
            if system(name).action(c) == system(name).action(command)
        ]
        given = {p.name for other in alike for p in commands()[other].params}
        assert sorted(known - given) == [], name


@pytest.mark.parametrize("command", settled())
def test_every_command_takes_the_common_options(command: str) -> None:
    given = {p.name for p in commands()[command].params}
    assert set(Asked.__struct_fields__) <= given


@pytest.mark.parametrize("command", sorted(commands()))
def test_every_option_has_words_and_a_short_summary(command: str) -> None:
    for parameter in commands()[command].params:
        assert parameter.help, parameter.name
    ran = affray.ok(*command.split(), "--help")
    assert ran.text.startswith(f"Usage: affray {command} ")
    assert "\x1b" not in ran.text
    for parameter in commands()[command].params:
        option = max(parameter.opts, key=len)
        assert option in ran.text or parameter.param_type_name == "argument"


def test_options_of_a_system_stand_in_its_panel() -> None:
    panels = {"troika": "Troika!", "iron-gauntlets": "Iron Gauntlets"}
    panels["reactive-combat"] = "Reactive Combat"
    for command in settled():
        known: dict[str, set[str]] = {**fields(command)}
        known["troika"] = known.get("troika", set()) | {"into_melee"}
        for parameter in commands()[command].params:
            having = [name for name, options in known.items() if parameter.name in options]
            panel = getattr(parameter, "rich_help_panel", None)
            if panel in panels.values():
                assert [panels[name] for name in having] == [panel], (command, parameter.name)


@pytest.mark.parametrize("command", [*COMMANDS, *commands()])
def test_summaries_are_sentences(command: str) -> None:
    words = command.split()
    entry = COMMANDS[words[0]]
    assert entry.summary.endswith((".", "?"))
    if command in commands():
        text = commands()[command].help.split("\n")[0]
        assert text.endswith("."), text


PLANNED = {"turn", "run", "check", "simulate", "odds attack", "odds duel", "odds roll"}
"""Commands of the design that the rules already speak of, whether they are there yet or not."""


@pytest.mark.parametrize("name", OURS)
def test_rules_are_applied_by_commands_there_are(name: str) -> None:
    known = {*commands(), *PLANNED, *system(name).commands}
    strange = {(r.id, c) for r in lookup.rules(name) for c in r.commands if c not in known}
    assert sorted(strange) == []


def test_words_that_systems_share_stand_in_one_order() -> None:
    """Python takes two optional types for one whose words differ in their order alone."""
    orders: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for rules in systems():
        for command in rules.commands:
            for one in options_of(rules.action(command).situation):
                orders.setdefault(frozenset(one.words), set()).add(one.words)
    assert [found for found in orders.values() if len(found) > 1] == []


def test_a_flag_that_is_on_can_be_turned_off() -> None:
    class Lamp(Struct, frozen=True, forbid_unknown_fields=True):
        lit: Annotated[bool, option("It shines.")] = True
        hot: Annotated[bool, option("It burns.")] = False

    assert [(one.flag, one.negatable) for one in options_of(Lamp)] == [
        ("--lit", True),
        ("--hot", False),
    ]
