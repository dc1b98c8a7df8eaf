"""`affray sheet new` and `affray rulings --write`: what they write loads."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from affray.dice import ScriptedDice
from affray.registry import system
from affray.rulings import changed, describe, load
from affray.sheets import load as load_sheet
from affray.sheets import loads
from affray.starter import copy_of, dump, rulings_file
from affray.systems import OURS
from tests.scaffold.cli import SHEETS, affray

EXAMPLES = sorted((SHEETS).rglob("*.toml"))


@pytest.mark.parametrize("name", OURS)
def test_a_starter_is_valid_and_commented(name: str) -> None:
    ran = affray("sheet", "new", "--system", name)
    assert ran.status == 0
    sheet: Any = loads(ran.text)
    assert sheet.system == name
    assert ran.text.count("#") > 10


@pytest.mark.parametrize("name", OURS)
def test_every_line_commented_out_of_a_starter_is_toml(name: str) -> None:
    for line in system(name).starter().splitlines():
        if line.startswith("# ") and " = " in line and "`" not in line:
            tomllib.loads(line[2:])


@pytest.mark.rule("troika:creation")
@pytest.mark.parametrize(
    ("faces", "scores"),
    [
        ((1, 1, 1, 1), (4, 14, 7)),
        ((2, 1, 2, 2), (4, 15, 8)),
        ((3, 6, 6, 6), (5, 24, 12)),
        ((6, 3, 4, 5), (6, 19, 11)),
    ],
)
def test_rolled_scores(faces: tuple[int, ...], scores: tuple[int, ...]) -> None:
    found = system("troika").scores(ScriptedDice(faces))
    assert tuple(found[name].value for name in ("skill", "stamina", "luck")) == scores
    ran = affray("sheet", "new", "--roll", "--dice", ",".join(map(str, faces)))
    sheet: Any = loads(ran.text)
    assert (sheet.skill, sheet.stamina, sheet.luck) == scores
    assert ran.text.count("(rule troika:creation)") == 3


def test_a_seed_rolls_the_same_again() -> None:
    first = affray("sheet", "new", "--system", "troika", "--roll", "--seed", "7")
    assert first.text == affray("sheet", "new", "--roll", "--seed", "7").text
    drawn = affray("sheet", "new", "--roll").text.splitlines()[0]
    seed = drawn.rpartition("seed ")[2].rstrip(".")
    assert affray("sheet", "new", "--roll", "--seed", seed).text.splitlines()[0] == drawn


def test_scores_of_other_systems_are_not_rolled() -> None:
    for name in ("iron-gauntlets", "reactive-combat"):
        ran = affray("sheet", "new", "--system", name, "--roll")
        assert ran.status == 4
        assert f"[{name}:" in ran.errors


@pytest.mark.parametrize("name", system("troika").creatures())
def test_a_creature_copied_is_the_creature(name: str) -> None:
    ran = affray("sheet", "new", "--from", f"@{name.replace(' ', '-')}")
    assert loads(ran.text) == load_sheet(f"@{name}")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_sheet_copied_is_the_sheet(path: Path) -> None:
    sheet = load_sheet(str(path))
    assert loads(copy_of(sheet, str(path))) == sheet
    for line in dump(sheet).splitlines():
        if line.startswith("# "):
            tomllib.loads(line[2:])


def test_a_name_may_hold_anything() -> None:
    name = 'Gr"ik\\ [red] \\1 é'
    ran = affray("sheet", "new", "--from", "@goblin", "--name", name)
    assert loads(ran.text).name == name


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--from", "@goblim"], "did you mean `goblin`"),
        (["--system", "troyka"], "did you mean `troika`"),
        (["--from", "@goblin", "--roll"], "leave out"),
        (["--system", "troika", "--seed", "3"], "add --roll"),
        ([], "--system troika"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: list[str], hint: str) -> None:
    ran = affray("sheet", "new", *arguments)
    assert ran.status == 2
    assert hint in ran.errors
    assert not ran.text


def test_the_rulings_file_loads_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(affray("rulings", "--write").text, encoding="utf-8")
    for name in OURS:
        assert changed(load(str(path), system(name))) == {}


@pytest.mark.parametrize("name", OURS)
def test_each_line_of_the_rulings_file_is_the_default(name: str, tmp_path: Path) -> None:
    lines = [
        line.rpartition("default. ")[2].removeprefix("# ")
        for line in rulings_file((name,)).splitlines()
        if line.startswith("# ") and " = " in line and "(" not in line
    ]
    path = tmp_path / "all.toml"
    path.write_text(f"[{name}]\n" + "\n".join(lines), encoding="utf-8")
    found = tomllib.loads(path.read_text(encoding="utf-8"))[name]
    assert set(found) == {one.name for one in describe(system(name).rulings_type)}
    unset = {one.name for one in describe(system(name).rulings_type) if one.default is None}
    assert set(changed(load(str(path), system(name)))) == unset


def test_the_rulings_of_one_system() -> None:
    assert "[troika]" not in affray("rulings", "--write", "--system", "iron-gauntlets").text
    assert affray("rulings", "--write", "--json").status == 2


def test_folders_are_checked(tmp_path: Path) -> None:
    # Encounters and rulings, which are among the examples too, are no sheets.
    assert affray("sheet", "check", "examples").status == 0
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bad.toml").write_text('system = "troika"\nskil = 3\n')
    ran = affray("sheet", "check", str(tmp_path))
    assert ran.status == 3
    assert "bad.toml:2: unknown key `skil`; did you mean `skill`?" in ran.errors


def test_every_total_of_the_starting_scores_is_in_bounds() -> None:
    for skill in range(1, 7):
        for luck in range(1, 7):
            found = system("troika").scores(ScriptedDice((skill, 1, 6, luck)))
            assert 4 <= found["skill"].value <= 6
            assert 7 <= found["luck"].value <= 12
