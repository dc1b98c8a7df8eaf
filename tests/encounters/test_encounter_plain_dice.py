"""Plain dice are a step like any other, in every system."""

from pathlib import Path

import pytest

from affray.dice import ScriptedDice, enumerate_play
from affray.encounter.check import check_file
from affray.encounter.update import update
from affray.plain import DiceResult, PlainDice, throw
from tests.scaffold.cli import SHEETS

FIGHT = """\
title = "Plain dice"
[sides]
party = ["{sheet}"]
foes = [{{ sheet = "{sheet}", name = "The other" }}]
[[step]]
do = "roll dice"
expression = "2d6+1"
dice = [3, 4]
expect = {{ outcome = "rolled", result = {{ total = {total} }} }}
"""


@pytest.mark.parametrize(
    "sheet", ["troika/wick", "iron-gauntlets/titus", "reactive-combat/kessa"], ids=str
)
@pytest.mark.parametrize(("total", "differences"), [(8, 0), (9, 1)])
def test_plain_dice_are_a_step(tmp_path: Path, sheet: str, total: int, differences: int) -> None:
    file = tmp_path / "dice.encounter.toml"
    file.write_text(FIGHT.format(sheet=SHEETS / f"{sheet}.toml", total=total), "utf-8")
    report = check_file(str(file))
    assert report.faults == ()
    assert sum(len(item.differences) for item in report.items) == differences


@pytest.mark.rule("troika:1")
def test_a_d66_is_two_digits() -> None:
    dice = ScriptedDice([3, 5])
    outcome = throw(PlainDice("d66"), dice)
    assert (outcome.result, dice.thrown) == (DiceResult("d66", 35, 0, 35), [3, 5])
    ways = [line.result.result for line in enumerate_play(lambda d: throw(PlainDice("d66"), d))]
    numbers = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    assert ways == [DiceResult("d66", number, 0, number) for number in numbers]


DOTTED = """\
title = "Dotted"
[sides]
party = ["@troll"]
foes = [{ sheet = "@goblin", count = 2 }]
[[step]]
do = "attack"
who = ["Troll", "Goblin-1"]
dice = [4, 3, 3, 3, 5]
expect.result.damage = [{ amount = 1 }, { amount = 2 }]
expect.trace = ["troika:8"]
"""


def test_updating_a_list_of_another_length_keeps_the_file_sound(tmp_path: Path) -> None:
    file = tmp_path / "dotted.encounter.toml"
    file.write_text(DOTTED, "utf-8")
    assert update(check_file(str(file))) > 0
    report = check_file(str(file))
    assert not report.failed, report
    assert 'expect.trace = ["troika:8"]' in file.read_text("utf-8")
