"""What a command loads: what it costs to start is what it imports."""

from __future__ import annotations

import json

import pytest

from tests.scaffold.cli import Cli

NEVER = ("pydantic", "asyncio", "filelock", "unittest", "http", "ssl", "sqlite3", "numpy")
PRETTY = ("rich",)
DRIVER = """
import json, sys
from affray_cli.main import run
status = run(json.loads(sys.argv[1]))
sys.stdout.flush()
print(json.dumps([status, sorted({name.split(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def loaded(words: list[str]) -> set[str]:
    """The top-level modules that a command has loaded by its end, its output piped."""
    ran = Cli().python(DRIVER, json.dumps(words))
    status, modules = json.loads(ran.err.splitlines()[-1])
    assert status == 0, ran.errors
    assert ran.out
    return set(modules)


@pytest.mark.parametrize("form", [["--json"], [], ["--explain"], ["--get", "outcome"]])
@pytest.mark.parametrize("sheets", [["@goblin", "@troll"], ["ann.toml", "bob.toml"]])
def test_an_attack_loads_little(sheets: list[str], form: list[str]) -> None:
    modules = loaded(["attack", *sheets, *form])
    assert modules.isdisjoint({*NEVER, *PRETTY})


@pytest.mark.parametrize(
    "words",
    [
        ["roll", "dice", "2d6"],
        ["damage", "--weapon", "sword"],
        ["attack", "kes.toml", "ork.toml", "--json"],
        ["fall", "@goblin", "3"],
        ["rule", "7.6"],
        ["table", "weapons"],
        ["rulings"],
        ["sheet", "check", "hero.toml"],
        ["attack", "--help"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_no_piped_command_loads_what_only_a_terminal_needs(words: list[str]) -> None:
    assert loaded(words).isdisjoint({*NEVER, *PRETTY})


def test_a_command_loads_only_its_own_system(affray: Cli) -> None:
    code = (
        "import sys; from affray_cli.main import run; run(['attack', '@goblin', '@troll']); "
        "print(*sorted(n for n in sys.modules if n.startswith('affray')), file=sys.stderr)"
    )
    ran = affray.python(code)
    assert ran.status == 0
    modules = ran.errors.split()
    assert "affray.systems.troika.attack" in modules
    assert not [
        m for m in modules if m.startswith(("affray.systems.iron", "affray.systems.reactive"))
    ]
    commands = [m for m in modules if m.startswith("affray_cli.commands.")]
    assert commands == ["affray_cli.commands.attack"]
    assert not [m for m in modules if "session" in m or "odds" in m or "encounter" in m]


def test_the_library_alone_loads_no_command_line(affray: Cli) -> None:
    code = (
        "import sys, affray; sheet = affray.load('@goblin'); "
        "affray.play('attack', [sheet, sheet], {}, affray.SeededDice(1)); "
        "print(*sorted({n.split('.')[0] for n in sys.modules}))"
    )
    ran = affray.python(code)
    assert ran.status == 0
    assert {"typer", "click", "rich", "affray_cli"}.isdisjoint(ran.text.split())
