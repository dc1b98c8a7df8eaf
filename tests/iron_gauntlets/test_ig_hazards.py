"""Lost breath, fire and falls: refused, until a rulings file has numbers."""

from typing import Any

import pytest

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Armour
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result

TITUS = someone("Titus", fitness=3, awareness=3, skills={"athletics": 5}, armour=Armour(4))
OWN = Rulings(asphyxiation_damage=2, fire_damage=3, fall_damage=1)


def suffer(command: str, *faces: int, rulings: Rulings = OWN, **options: Any) -> Outcome:
    return played(command, TITUS, faces=faces, rulings=rulings, **options)


@pytest.mark.rule("iron-gauntlets:hazards")
@pytest.mark.parametrize(
    ("command", "options", "switch"),
    [
        ("drown", {}, "asphyxiation_damage"),
        ("drown", {"failed": True}, "asphyxiation_damage"),
        ("fall", {"metres": 6}, "fall_damage"),
        ("hazard", {"kind": "fire"}, "fire_damage"),
    ],
)
def test_refused_with_the_reason_and_the_switch(command: str, options: Any, switch: str) -> None:
    with pytest.raises(Forbidden, match=f"stands in the book only.*hazards.*{switch}"):
        suffer(command, rulings=Rulings(), **options)


@pytest.mark.rule("iron-gauntlets:hazards")
@pytest.mark.parametrize("kind", ["poison", "bleeding"])
def test_what_nobody_knows_is_refused_whatever_the_rulings(kind: str) -> None:
    with pytest.raises(Forbidden, match=f"nothing public says what {kind} does"):
        suffer("hazard", kind=kind)


@pytest.mark.rule("iron-gauntlets:hazards", "iron-gauntlets:hazards.figures")
def test_a_fall_with_figures() -> None:
    outcome = suffer("fall", metres=6)
    assert outcome.outcome == "landed"
    assert list(result(outcome).items()) == [
        ("name", "Titus"),
        ("metres", 6),
        ("loss_dice", 0),
        ("lost", 6),
        ("stamina", None),
    ]
    assert outcome.effects == (Effect("Titus", "injury", 0, 6),)
    coarse = Rulings(fall_damage=2, fall_metres=4, fall_track="fatigue")
    assert suffer("fall", metres=11, rulings=coarse).effects == (Effect("Titus", "fatigue", 0, 4),)
    assert suffer("fall", metres=3, rulings=coarse).effects == ()


@pytest.mark.rule("iron-gauntlets:hazards", "iron-gauntlets:damage.magic")
def test_fire_with_figures_and_the_overkill_of_the_spell_that_lit_it() -> None:
    outcome = suffer("hazard", kind="fire")
    assert (outcome.outcome, result(outcome)["kind"]) == ("burning", "fire")
    assert outcome.effects == (Effect("Titus", "injury", 0, 3),)
    assert result(suffer("hazard", kind="fire", overkill=2))["lost"] == 5
    other = Rulings(fire_damage=3, fire_track="fatigue")
    assert suffer("hazard", kind="fire", rulings=other).effects[0].field == "fatigue"


@pytest.mark.rule("iron-gauntlets:hazards.afloat", "iron-gauntlets:hazards.figures")
def test_drowning_with_figures() -> None:
    afloat = suffer("drown", 5, 10, 10, failures=3)
    assert (afloat.outcome, afloat.success, afloat.effects) == ("afloat", True, ())
    assert list(result(afloat).items()) == [
        ("name", "Titus"),
        ("target", 1),
        ("total", 1),
        ("failures", 0),
        ("loss_dice", 0),
        ("lost", 0),
        ("stamina", None),
    ]
    lost = suffer("drown", 6, 10, 10, failures=3)
    assert (lost.outcome, lost.success, result(lost)["failures"]) == ("drowning", False, 4)
    assert lost.effects == (Effect("Titus", "fatigue", 0, 2),)
    failed = suffer("drown", failed=True)
    assert (result(failed)["target"], result(failed)["lost"]) == (None, 2)
    untested = Rulings(asphyxiation_damage=2, afloat_test="none", asphyxiation_track="injury")
    outcome = suffer("drown", rulings=untested)
    assert outcome.effects == (Effect("Titus", "injury", 0, 2),)


def test_options_of_another_system_are_refused() -> None:
    with pytest.raises(BadRequest, match="--dice-count is no option"):
        suffer("hazard", kind="fire", dice_count=2)
    with pytest.raises(BadRequest):
        suffer("fall", metres=-1)
