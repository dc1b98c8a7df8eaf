"""Pictures of duels, simulated fights and sweeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray_cli import plotting
from tests.scaffold.cli import Cli

SIMULATED = ("simulate", "--side", "@ogre", "--side", "@goblin", "-n", "300", "--seed", "1")
CASES = {
    "duel": ("odds", "duel", "@ogre", "@goblin"),
    "simulated": SIMULATED,
    "sweep": (*SIMULATED, "--sweep", "skill=4..6", "--sweep", "goblin.armour=0,2"),
}
BEGINS = {"svg": b"<?xml", "png": b"\x89PNG"}


@pytest.mark.parametrize("ending", BEGINS)
@pytest.mark.parametrize("case", CASES)
def test_a_picture_is_drawn_the_same_each_time(
    case: str, ending: str, tmp_path: Path, affray: Cli
) -> None:
    pytest.importorskip("matplotlib", reason="the extra affray[plot] is not installed")
    files = [tmp_path / f"{number}.{ending}" for number in (1, 2)]
    for file in files:
        assert affray.ok(*CASES[case], "--plot", file).out
    drawn = [file.read_bytes() for file in files]
    assert drawn[0].startswith(BEGINS[ending])
    assert drawn[0] == drawn[1]


def test_names_are_drawn_as_they_are(tmp_path: Path, affray: Cli) -> None:
    pytest.importorskip("matplotlib", reason="the extra affray[plot] is not installed")
    sheet = tmp_path / "odd.toml"
    text = 'system = "troika"\nname = "$x_1$ <&> \\\\frac 龍"\nskill = 5\nstamina = 6\n'
    sheet.write_text(text, encoding="utf-8")
    file = tmp_path / "odd.svg"
    affray.said("simulate", "--side", sheet, "--side", "@goblin", "-n", 50, "--plot", file)
    assert file.stat().st_size > 1000


def test_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, affray: Cli
) -> None:
    monkeypatch.setattr(plotting, "find_spec", lambda name: None)
    for case in CASES.values():
        ran = affray(*case, "--plot", tmp_path / "x.svg")
        assert (ran.status, ran.out) == (2, b"")
        assert "pip install 'affray[plot]'" in ran.errors


def test_a_folder_that_is_not_there(tmp_path: Path, affray: Cli) -> None:
    pytest.importorskip("matplotlib", reason="the extra affray[plot] is not installed")
    ran = affray(*SIMULATED, "--plot", tmp_path / "none" / "x.svg")
    assert ran.status == 3
    assert "there is no such folder" in ran.errors
