"""Sweeps: a sheet's field at one value after another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from affray.engine.many.simulate import simulate
from affray.engine.many.sweep import MOST_POINTS, axes, changed, points
from affray.faults import BadRequest
from affray.fight import Fight
from tests.scaffold.game import AnyGame


@pytest.fixture
def fight(game: AnyGame) -> Fight:
    return game.fight([{"skills": {"sword fighting": 2}}], [{}, {"stamina": 9}])


def field(fight: Fight, name: str) -> list[Any]:
    return [getattr(one.sheet, name) for one in fight.fighters]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("skill=4..6", [4, 5, 6]),
        ("skill=4", [4]),
        ("skill=7,4..5", [7, 4, 5]),
        ("armour=0,light,heavy", [0, "light", "heavy"]),
        ("shield=true,false", [True, False]),
        ("skill=5,5", [5]),
    ],
)
def test_values(fight: Fight, text: str, values: list[Any]) -> None:
    (axis,) = axes([text], fight)
    assert list(axis.values) == values
    assert [next(iter(point.values())) for point in points([axis])] == values


@pytest.mark.parametrize(
    ("text", "skills"),
    [
        ("skill=9", [9, 6, 6]),
        ("one.skill=9", [9, 6, 6]),
        ("two.skill=9", [6, 9, 9]),
        ("TWO.skill=9", [6, 9, 9]),
        ("C.skill=9", [6, 6, 9]),
    ],
)
def test_whose_sheets_are_meant(fight: Fight, text: str, skills: list[int]) -> None:
    found = axes([text], fight)
    (point,) = points(found)
    assert field(changed(fight, found, point), "skill") == skills
    assert field(fight, "skill") == [6, 6, 6]


def test_the_first_sheet_is_not_that_of_the_other_side(game: AnyGame) -> None:
    fight = game.fight([{"name": "Twin"}, {"name": "Twin"}], {"name": "Twin"})
    found = axes(["skill=9"], fight)
    assert field(changed(fight, found, {"skill": 9}), "skill") == [9, 9, 6]


def test_a_field_in_a_table_or_a_list(game: AnyGame) -> None:
    fight = game.fight({"skills": {"swim": 2}}, {}, of="troika")
    found = axes(["skills.sword fighting=1..2", "tactics.luck_on_tie=true", "weapons.0=axe"], fight)
    assert len(list(points(found))) == 2
    for point in points(found):
        sheet = changed(fight, found, point).fighters[0].sheet
        assert sheet.skills == {"swim": 2, "sword fighting": point["skills.sword fighting"]}
        assert sheet.tactics.luck_on_tie
        assert sheet.weapons == ("axe",)


def test_what_has_happened_stays(fight: Fight) -> None:
    hurt = replace(fight.fighters[0], stamina=5, prone=True)
    fight = replace(fight, fighters=(hurt, *fight.fighters[1:]))
    found = axes(["skill=8"], fight)
    after = changed(fight, found, {"skill": 8}).fighters[0]
    assert (after.stamina, after.prone, after.sheet.skill) == (5, True, 8)


def test_a_sweep_of_stamina_changes_what_somebody_begins_with(fight: Fight) -> None:
    found = axes(["stamina=3"], fight)
    assert changed(fight, found, {"stamina": 3}).fighters[0].stamina == 3


def test_a_point_is_what_its_own_simulation_would_be(game: AnyGame) -> None:
    base, other = game.fight({}, {}), game.fight({"skill": 8}, {})
    found = axes(["skill=8"], base)
    swept = simulate(changed(base, found, {"skill": 8}), 500, seed=4)
    assert swept.tally == simulate(other, 500, seed=4).tally


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("skil=4..8", "no field `skil`", "did you mean `skill`?"),
        ("ont.skill=4", "there is no side, combatant or field called `ont`",
         "did you mean `one`?"),
        ("two.skil=4", "unknown key `skil`", "did you mean `skill`?"),
        ("tactics.luk=true", "unknown key `luk`", "did you mean `luck`?"),
        ("skill", "has no values", "write skill=4..8"),
        ("skill=", "has no values", "write skill=4..8"),
        ("=4", "has no values", "write skill=4..8"),
        ("skill=8..4", "`8..4` is no range", "write 4..8"),
        ("skill=a..b", "`a..b` is no range", "write 4..8"),
        ("skill=1..999999999", "a grid of 999999999 points", f"{MOST_POINTS} at most"),
        ("skill=high", "`skill` has to be a whole number", None),
        ("skill=-3", "`skill`", None),
        ("weapons.0=swrd", "no weapon is called 'swrd'", "did you mean `sword`?"),
        ("weapons.7.damage=3", "there is no `7`", None),
        ("skill.deep.down=3", "there is no `deep`", None),
        ("name=", "has no values", None),
        ("luck=3", "only characters have Luck", None),
    ],
)  # fmt: skip
def test_what_cannot_be_swept_is_said(
    fight: Fight, text: str, message: str, hint: str | None
) -> None:
    with pytest.raises(BadRequest) as raised:
        axes([text], fight)
    fault = raised.value.faults[0]
    assert fault.message.startswith(("the sweep", "a grid"))
    assert message in fault.message
    if hint is not None:
        assert hint in str(fault.hint)


def test_a_field_is_swept_once(fight: Fight) -> None:
    with pytest.raises(BadRequest, match="skill of A twice"):
        axes(["skill=4..8", "one.skill=3"], fight)


def test_the_grid_is_bounded(fight: Fight) -> None:
    with pytest.raises(BadRequest, match="a grid of 400 points"):
        axes(["stamina=1..20", "two.stamina=1..20"], fight)
