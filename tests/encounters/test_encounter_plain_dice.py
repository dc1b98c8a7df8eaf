"""Plain dice are a step like any other, in every system."""

from pathlib import Path

import pytest

from affray.encounter.check import check_file

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
SHEETS = Path(__file__).parents[2] / "examples" / "sheets"


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
