"""The actions of a turn: what pays for what, passes, being down, standing up."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability, Weapon
from affray.systems.iron_gauntlets.slots import passes
from tests.iron_gauntlets.ig_bout import played, someone


def weapon(name: str, ability: Ability, magic: bool = False) -> Weapon:
    return Weapon(name, "melee", 3, ability=ability, magic=magic)


HAMISH = someone(
    "Hamish",
    fitness=5,
    awareness=2,
    creativity=2,
    reasoning=2,
    influence=2,
    skills={"melee": 6, "athletics": 5},
    weapons=(
        weapon("axe", "fitness"),
        weapon("glare", "awareness"),
        weapon("riddle", "reasoning"),
        weapon("insult", "influence"),
        weapon("lampoon", "creativity"),
        weapon("spell", "fitness", magic=True),
    ),
)
JOE = someone("Joe", fitness=3, awareness=4)


def counted(free: int, fitness: int, awareness: int) -> Fighter:
    return replace(HAMISH, free_actions=free, fitness_actions=fitness, awareness_actions=awareness)


def strike(fighter: Fighter, weapon: str = "axe", **more: Any) -> Outcome:
    """An attack that makes no steps, so that only the action matters."""
    faces = [10] * (5 if weapon in ("axe", "spell") else 2)
    return played("attack", fighter, JOE, faces=faces, weapon=weapon, **more)


def moved(fighter: Fighter, **options: Any) -> Outcome:
    return played("move", fighter, **options)


@pytest.mark.rule("iron-gauntlets:actions", "iron-gauntlets:actions.matching")
def test_an_extra_action_pays_first_so_that_the_free_one_is_kept() -> None:
    assert strike(counted(1, 1, 1)).effects == (Effect("Hamish", "fitness_actions", 1, 0),)
    assert strike(counted(1, 0, 1)).effects == (Effect("Hamish", "free_actions", 1, 0),)
    for weapon in ("glare", "riddle", "insult"):
        paid = strike(counted(1, 1, 1), weapon).effects
        assert paid == (Effect("Hamish", "awareness_actions", 1, 0),)


@pytest.mark.rule("iron-gauntlets:actions.matching")
def test_the_switch_uses_the_free_action_first() -> None:
    first = Rulings(action_matching="free-first")
    paid = strike(counted(1, 1, 1), rulings=first).effects
    assert paid == (Effect("Hamish", "free_actions", 1, 0),)


@pytest.mark.rule("iron-gauntlets:actions")
def test_no_action_of_the_right_kind_no_attack() -> None:
    with pytest.raises(Forbidden, match="no action left that pays for fitness"):
        strike(counted(0, 0, 1))
    with pytest.raises(Forbidden, match="no action left that pays for awareness"):
        strike(counted(0, 1, 0), "glare")
    with pytest.raises(Forbidden, match="no action left this turn"):
        strike(counted(0, 0, 0))


@pytest.mark.rule("iron-gauntlets:actions.unlisted")
@pytest.mark.parametrize("weapon", ["lampoon", "spell"])
def test_creativity_and_magic_take_the_free_action_or_nothing(weapon: str) -> None:
    paid = strike(counted(1, 1, 1), weapon).effects
    assert paid == (Effect("Hamish", "free_actions", 1, 0),)
    with pytest.raises(Forbidden, match=r"actions\.unlisted"):
        strike(counted(0, 1, 1), weapon)


@pytest.mark.rule("iron-gauntlets:actions")
def test_nothing_is_paid_where_nobody_counts() -> None:
    assert strike(HAMISH).effects == ()


@pytest.mark.rule("iron-gauntlets:actions")
def test_moving_is_an_action_of_fitness() -> None:
    assert moved(counted(1, 1, 0), mode="run").effects[0] == Effect(
        "Hamish", "fitness_actions", 1, 0
    )
    with pytest.raises(Forbidden, match="actions"):
        moved(counted(0, 0, 1), mode="run")


@pytest.mark.rule("iron-gauntlets:actions.passes")
def test_all_first_actions_then_all_second_ones() -> None:
    turn = [("Suenta", 3), ("Kolby", 1), ("Jaquin", 2), ("Joe", 0)]
    assert passes(turn) == (("Suenta", "Kolby", "Jaquin"), ("Suenta", "Jaquin"), ("Suenta",))
    assert passes([]) == ()


@pytest.mark.rule("iron-gauntlets:actions.down")
def test_who_is_stopped_does_nothing_more() -> None:
    stopped = replace(HAMISH, stopped=True)
    with pytest.raises(Forbidden, match=r"actions\.down"):
        strike(stopped)
    with pytest.raises(Forbidden, match=r"actions\.down"):
        moved(stopped, mode="crawl")
    with pytest.raises(Forbidden, match=r"actions\.down"):
        moved(replace(stopped, prone=True), mode="run")


@pytest.mark.rule("iron-gauntlets:actions.stand", "iron-gauntlets:actions.down")
def test_standing_up_costs_one_action_and_waits_for_the_next_turn() -> None:
    outcome = moved(replace(counted(1, 0, 1), prone=True), stand=True)
    assert outcome.effects == (
        Effect("Hamish", "free_actions", 1, 0),
        Effect("Hamish", "prone", True, False),
    )
    with pytest.raises(Forbidden, match=r"actions\.down"):
        moved(replace(HAMISH, prone=True, stopped=True), stand=True)
    with pytest.raises(Forbidden, match="standing already"):
        moved(HAMISH, stand=True)
    with pytest.raises(BadRequest):
        moved(replace(HAMISH, prone=True), stand=True, mode="run")


@pytest.mark.rule("iron-gauntlets:actions.stand-slot")
def test_an_awareness_action_does_not_pay_for_standing_unless_it_may() -> None:
    down = replace(counted(0, 0, 1), prone=True)
    with pytest.raises(Forbidden, match="no action left that pays for fitness"):
        moved(down, stand=True)
    outcome = moved(down, stand=True, rulings=Rulings(stand_slot="any"))
    assert outcome.effects[0] == Effect("Hamish", "awareness_actions", 1, 0)
