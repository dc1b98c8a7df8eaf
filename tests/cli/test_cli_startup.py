"""What a command loads: what it costs to start is what it imports."""

import json
from pathlib import Path

import pytest

from tests.scaffold.cli import EXAMPLES, Cli, affray

NEVER = ("pydantic", "asyncio", "filelock", "unittest", "http", "ssl", "sqlite3", "numpy")
PRETTY = ("rich",)
HEAVY = ("typing_extensions", "inspect")
TYPER = ("typer", "click", "pydantic")
DRIVER = """
import json, sys
from affray_cli.main import run
status = run(json.loads(sys.argv[1]))
sys.stdout.flush()
print(json.dumps([status, sorted({name.split(".")[0] for name in sys.modules})]), file=sys.stderr)
"""
BARE = """
import sys
from affray_cli.main import run
status = run(sys.argv[1:])
sys.stdout.flush()
print(*sys.modules, file=sys.stderr)
sys.exit(status)
"""
COMPLETING = """
import sys
from affray_cli.completing import answer
answer("zsh", sys.argv[1:])
sys.stdout.flush()
print(*sys.modules, file=sys.stderr)
"""


def loaded(words: list[str]) -> set[str]:
    """The top-level modules that a command has loaded by its end, its output piped."""
    ran = Cli().python(DRIVER, json.dumps(words))
    status, modules = json.loads(ran.err.splitlines()[-1])
    assert status == 0, ran.errors
    assert ran.out
    return set(modules)


def placed(line: str, folder: Path) -> list[str]:
    """A line's words, with paths to a session that is new, and to an example."""
    night = str(folder / "night.toml")
    affray.ok("session", "new", night, "hero.toml", "--versus", "imp.toml")
    falls = str(EXAMPLES / "encounters" / "troika" / "falls.encounter.toml")
    return line.replace("night.toml", night).replace("falls.encounter.toml", falls).split()


@pytest.mark.parametrize("form", [["--json"], [], ["--explain"], ["--get", "outcome"]])
@pytest.mark.parametrize("sheets", [["@goblin", "@troll"], ["ann.toml", "bob.toml"]])
def test_an_attack_loads_little(sheets: list[str], form: list[str]) -> None:
    modules = loaded(["attack", *sheets, *form])
    assert modules.isdisjoint({*NEVER, *PRETTY, *TYPER, *HEAVY})


@pytest.mark.parametrize(
    "words",
    [
        "damage --weapon sword --seed 1 --no-shield",
        "damage --system=reactive-combat --damage 9 --toughness 5", "move ann.toml --mode run",
        "drown @goblin --failures 2", "fall @goblin 1 --seed 1 --exit-status",
        "hazard @goblin --kind fire", "roll dice 2d6", "roll initiative kes.toml ork.toml",
        "roll reaction ann.toml bob.toml --seed 4", "roll task ann.toml athletics",
        "roll under hero.toml swim", "roll test kes.toml dexterity --versus ork.toml --json",
        "act Hero aim --session night.toml --anyway",
        "attack Hero Imp --session night.toml --anyway --dry-run",
    ],
)  # fmt: skip
def test_a_line_that_a_system_settles_loads_no_typer(words: str, tmp_path: Path) -> None:
    modules = loaded(placed(words, tmp_path))
    assert modules.isdisjoint({*NEVER, *PRETTY, *TYPER})


@pytest.mark.parametrize(
    "words",
    [
        "rule drowning", "table weapons", "rulings fall_rounding", "sheet check hero.toml",
        "sheet new --from @goblin", "odds attack @ogre @goblin --compare cover=0,2 --json",
        "odds duel @ogre @goblin --first b", "odds roll dice 2d6", "odds roll under hero.toml swim",
        "simulate --side @goblin --side @ogre -n 3 --seed 4", "check falls.encounter.toml",
        "session show night.toml --json", "session next night.toml --seed 4",
        "turn --session night.toml --dry-run", "schema sheet",
    ],
)  # fmt: skip
def test_nor_does_any_other_well_formed_line(words: str, tmp_path: Path) -> None:
    line = placed(words, tmp_path)
    affray.ok("session", "next", tmp_path / "night.toml", "--seed", "1")
    assert loaded(line).isdisjoint({*NEVER, *PRETTY, *TYPER})


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (
            "simulate --side @goblin --side @ogre -n 3",
            "affray.encounter.file affray.engine.duel csv",
        ),
        ("odds attack @ogre @goblin", "csv affray.session.file"),
        ("check falls.encounter.toml", "affray.engine.sampling affray.session.file"),
        ("rule drowning", "random tomllib affray.fight"),
        ("session show night.toml", "random fasteners logging threading"),
        ("session next night.toml", "fractions statistics affray.engine.solve"),
    ],
)
def test_a_command_loads_nothing_of_others(words: str, without: str, tmp_path: Path) -> None:
    ran = affray.python(BARE, *placed(words, tmp_path))
    assert ran.status == 0, ran.errors
    assert set(ran.errors.split()).isdisjoint(without.split())


@pytest.mark.parametrize("typed", ["attack @gob", "attack her", "roll under @gob"])
def test_completing_the_first_combatant_loads_no_rule(typed: str) -> None:
    ran = affray.python(COMPLETING, *typed.split(" "))
    modules = set(ran.errors.split())
    assert ran.text
    assert modules.isdisjoint({"random", "affray_cli.grammar", "affray.systems.troika.attack"})


LINES = "attack @goblin @troll --seed 7\nroll dice 2d6\nattack ann.toml bob.toml\n"
SOUGHT = "importlib.metadata"
"""Scanning the distributions that are installed costs the whole budget."""


def test_a_batch_of_such_lines_loads_no_typer() -> None:
    ran = affray.python(BARE, "batch", stdin=LINES.encode())
    assert ran.status == 0, ran.errors
    assert len(ran.lines) == 3
    assert set(ran.errors.split()).isdisjoint({*NEVER, *PRETTY, *TYPER, SOUGHT})


def test_an_attack_scans_no_distributions() -> None:
    ran = affray.python(BARE, "attack", "@goblin", "@troll")
    assert set(ran.errors.split()).isdisjoint({*PRETTY, *TYPER, SOUGHT})


@pytest.mark.parametrize(
    "typed",
    ["ro", "roll ta", "session re", "odds roll un", "attack @gob", "attack her", "attack --cov",
     "attack @goblin @troll --luck ", "act Hero --wea", "roll under hero.toml s"],
)  # fmt: skip
def test_completing_loads_no_typer(typed: str) -> None:
    ran = affray.python(COMPLETING, *typed.split(" "))
    modules = set(ran.errors.split())
    assert ran.text
    assert modules.isdisjoint({*NEVER, *PRETTY, *TYPER, SOUGHT})
    assert "msgspec" not in modules or " " in typed


@pytest.mark.parametrize(
    "words",
    [
        ["roll", "dice", "2d6"], ["damage", "--weapon", "sword"],
        ["attack", "kes.toml", "ork.toml", "--json"], ["fall", "@goblin", "3"], ["rule", "7.6"],
        ["table", "weapons"], ["rulings"], ["sheet", "check", "hero.toml"], ["attack", "--help"],
        ["--help"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_piped_command_loads_what_only_a_terminal_needs(words: list[str]) -> None:
    assert loaded(words).isdisjoint({*NEVER, *PRETTY})


def test_a_command_loads_only_its_own_system() -> None:
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
    assert not [m for m in modules if m.startswith("affray_cli.commands.")]
    assert not [m for m in modules if "session" in m or "odds" in m or "encounter" in m]


def test_the_library_alone_loads_no_command_line() -> None:
    code = (
        "import sys, affray; sheet = affray.load('@goblin'); "
        "affray.play('attack', [sheet, sheet], {}, affray.SeededDice(1)); "
        "print(*sorted({n.split('.')[0] for n in sys.modules}))"
    )
    ran = affray.python(code)
    assert ran.status == 0
    assert {"typer", "click", "rich", "affray_cli"}.isdisjoint(ran.text.split())
