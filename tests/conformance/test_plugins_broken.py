"""A rule set of others that cannot be used is named and left out; the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from affray import registry
from tests.scaffold.cli import Cli
from tests.scaffold.plugins import COIN, plug, reachable

BAD = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "no-system": ("SYSTEM = 7", "plugged_no_system:SYSTEM is no affray.system.System"),
    "nothing": ("", "AttributeError: module 'plugged_nothing' has no attribute 'SYSTEM'"),
    "other-name": (COIN.read_text("utf-8"), "it calls itself `coin`"),
    "half": (
        COIN.read_text("utf-8").replace("    def is_out(", "    def is_outside("),
        "TypeError: Can't instantiate abstract class Coin",
    ),
}
"""A module's code by the name its entry point has, and what is wrong with it."""


@pytest.fixture(autouse=True)
def _bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All of them, beside the toy."""
    monkeypatch.chdir(tmp_path)
    for name, (code, _) in BAD.items():
        plug(tmp_path, name, code)
    with reachable(tmp_path):
        yield


def test_each_is_known_with_what_is_wrong() -> None:
    found = {one.name: one.why for one in registry.broken()}
    assert list(found) == sorted(BAD)
    assert all(found[name].startswith(why) for name, (_, why) in BAD.items())
    assert registry.names()[-1] == "coin"


@pytest.mark.parametrize("line", ["rule toss", "table coin", "rulings", "schema sheet"])
def test_whole_lists_name_each_once_and_go_on(affray: Cli, line: str) -> None:
    ran = affray.process(*line.split())
    assert ran.status == 0
    assert ran.text
    notes = ran.errors.splitlines()
    assert len(notes) == len(BAD)
    for note, name in zip(notes, sorted(BAD), strict=True):
        assert note.startswith(f"affray: note: the system {name} is left out: {BAD[name][1]}")


def test_what_lists_nothing_never_meets_them(affray: Cli) -> None:
    assert affray.process("attack", "@goblin", "@troll", "--seed", "1").errors == ""


def test_an_unknown_name_is_told_which_there_are(affray: Cli) -> None:
    ran = affray.process("sheet", "new", "--system", "coyn")
    assert ran.status == 2
    assert "unknown system `coyn`; did you mean `coin`?" in ran.errors
    assert ran.errors.count("is left out") == len(BAD)


def test_whoever_asks_for_one_is_told_why_not(affray: Cli) -> None:
    Path("a.toml").write_text('system = "raises"\nname = "A"\n', "utf-8")
    said = affray.said("sheet", "show", "a.toml", status=2)
    assert said == (
        "affray: the system `raises` cannot be used: ZeroDivisionError: division by zero\n"
    )


def test_completion_says_nothing_of_them(affray: Cli) -> None:
    words = ("sheet", "new", "--system", "")
    ran = affray.process(*words, env={"_AFFRAY_COMPLETE": "fish"})
    assert ran.errors == ""
    assert [line.partition("\t")[0] for line in ran.lines][-1] == "coin"
