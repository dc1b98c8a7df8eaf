"""Damage: two tracks, armour, luck; bare numbers and sheets."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Armour, Weapon
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result

SUENTA = someone(
    "Suenta",
    fitness=4,
    awareness=3,
    weapons=(
        Weapon("sword", "melee", 3),
        Weapon("cosh", "melee", 2, track="fatigue"),
        Weapon("hex", "sorcery", 0, magic=True),
    ),
)
KOLBY = someone("Kolby", fitness=3, awareness=3, luck=1, armour=Armour(1, "injury"))
NOBODY = {"attacker": None, "defender": None, "weapon": None}


def damage(*fighters: Fighter, **options: Any) -> Outcome:
    return played("damage", *fighters, **options)


def amount(*fighters: Fighter, **options: Any) -> int:
    outcome = damage(*fighters, **options)
    return int(result(outcome)["amount"])


@pytest.mark.rule("iron-gauntlets:damage.formula", "iron-gauntlets:damage.luck")
def test_bare_numbers_as_the_design_has_them() -> None:
    outcome = damage(
        weapon_number=3, track="injury", overkill=2, armour=1, armour_track="injury", luck=1
    )
    assert outcome.outcome == "damage"
    assert result(outcome) == {"track": "injury", "amount": 3, **NOBODY}
    assert outcome.effects == ()
    steps = [s for s in outcome.trace if s.rule == "iron-gauntlets:damage.formula"]
    assert {s.status for s in steps} == {"house"}
    assert steps[-1].value == 3


@pytest.mark.rule("iron-gauntlets:damage.formula")
def test_never_below_nothing_and_overkill_counts_as_switched() -> None:
    assert amount(weapon_number=1, armour=5) == 0
    assert amount(weapon_number=1, overkill=3, rulings=Rulings(damage_per_overkill=2)) == 7
    assert amount(weapon_number=1, overkill=3, rulings=Rulings(damage_per_overkill=0)) == 1


@pytest.mark.rule("iron-gauntlets:damage.armour", "iron-gauntlets:damage.tracks")
@pytest.mark.parametrize(
    ("track", "armour_track", "stopped"),
    [
        ("injury", "injury", 2),
        ("fatigue", "injury", 2),
        ("fatigue", "fatigue", 2),
        ("injury", "fatigue", 0),
    ],
)
def test_what_armour_stops(track: str, armour_track: str, stopped: int) -> None:
    outcome = damage(weapon_number=5, track=track, armour=2, armour_track=armour_track)
    assert result(outcome) == {"track": track, "amount": 5 - stopped, **NOBODY}


@pytest.mark.rule("iron-gauntlets:damage.armour")
def test_the_switches_of_armour() -> None:
    narrow = Rulings(injury_armour_stops="injury")
    assert amount(weapon_number=5, track="fatigue", armour=2, rulings=narrow) == 5
    wide = Rulings(fatigue_armour_stops="both")
    assert amount(weapon_number=5, armour=2, armour_track="fatigue", rulings=wide) == 3


@pytest.mark.rule("iron-gauntlets:damage.tracks")
def test_from_two_sheets() -> None:
    outcome = damage(SUENTA, KOLBY, overkill=1)
    assert outcome.effects == (Effect("Kolby", "injury", 0, 3),)
    outcome = damage(SUENTA, replace(KOLBY, fatigue=4), weapon="cosh")
    assert result(outcome) == {
        "track": "fatigue",
        "amount": 1,
        "attacker": {"name": "Suenta"},
        "defender": {"name": "Kolby"},
        "weapon": "cosh",
    }
    assert outcome.effects == (Effect("Kolby", "fatigue", 4, 5),)
    assert damage(SUENTA, KOLBY, weapon="cosh", armour=9).effects == ()


@pytest.mark.rule("iron-gauntlets:damage.luck", "iron-gauntlets:tasks.luck")
def test_luck_is_the_victims() -> None:
    outcome = damage(SUENTA, KOLBY, luck=1)
    assert outcome.effects == (Effect("Kolby", "luck", 1, 0), Effect("Kolby", "injury", 0, 1))
    with pytest.raises(Forbidden, match="Kolby has 1 luck left"):
        damage(SUENTA, KOLBY, luck=2)
    assert amount(SUENTA, KOLBY, luck=1, rulings=Rulings(damage_per_luck=2)) == 0


def test_numbers_given_replace_those_of_the_sheets() -> None:
    assert amount(SUENTA, KOLBY, weapon_number=7) == 6
    assert amount(SUENTA, KOLBY, armour=0) == 3
    assert amount(SUENTA, overkill=2) == 5
    assert amount(SUENTA, KOLBY, armour_track="fatigue") == 3
    unarmed = enter(replace(SUENTA.sheet, weapons=()))
    assert amount(unarmed, KOLBY, weapon_number=2) == 1


@pytest.mark.rule("iron-gauntlets:damage.magic")
def test_magic_harms_only_where_it_says_so() -> None:
    assert amount(SUENTA, KOLBY, weapon="hex", overkill=4) == 0
    assert amount(SUENTA, KOLBY, weapon="hex", weapon_number=1, overkill=4) == 4


@pytest.mark.parametrize(
    "options", [{}, {"weapon": "sword"}, {"weapon_number": -1}, {"weapon_number": 1, "luck": -1}]
)
def test_bare_numbers_that_do_not_do(options: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        damage(**options)
