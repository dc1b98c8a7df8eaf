"""Exact odds: the playing code against brute force over faces, and against icepool."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from affray.dice import Dice, Pool, ScriptedDice, enumerate_play
from affray.outcome import Outcome
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Armour, Weapon
from tests.iron_gauntlets.ig_bout import GAUNTLETS, someone
from tests.scaffold.game import chances, result

Odds = dict[Any, Fraction]


def armed(name: str, fitness: int, melee: int, athletics: int = 4, armour: int = 1) -> Fighter:
    return someone(
        name,
        fitness=fitness,
        awareness=3,
        luck=2,
        skills={"melee": melee, "athletics": athletics},
        armour=Armour(armour),
        weapons=(Weapon("sword", "melee", 2),),
    )


SUENTA, KOLBY = armed("Suenta", 3, 6), armed("Kolby", 2, 5)


def player(command: str, fighters: list[Fighter], **options: Any) -> Callable[[Dice], Outcome]:
    return lambda dice: GAUNTLETS.play(command, fighters, dice, **options).outcome


def key(outcome: Outcome) -> tuple[Any, ...]:
    return outcome.outcome, str(result(outcome)), outcome.effects, outcome.success


def exact(play: Callable[[Dice], Outcome], read: Callable[[Outcome], Any] = key) -> Odds:
    return chances(enumerate_play(play), read)


class Counting(Dice):
    """Hands out faces, and is content with fewer than it has."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        super().__init__()
        self.left = list(faces)

    def _faces(self, count: int, sides: int, what: str) -> tuple[int, ...]:
        assert sides == 10
        taken, self.left = self.left[:count], self.left[count:]
        assert len(taken) == count
        return tuple(taken)


def brute(play: Callable[[Dice], Outcome], most: int) -> Odds:
    """The same by playing every sequence of `most` faces; unused faces count as thrown."""
    odds: Odds = defaultdict(Fraction)
    for faces in product(range(1, 11), repeat=most):
        odds[key(play(Counting(faces)))] += Fraction(1, 10**most)
    return dict(odds)


@pytest.mark.rule("iron-gauntlets:attack", "iron-gauntlets:defence.steps")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"defence": "none"},
        {"defence": "dodge", "difficulty": 2},
        {"speed": 3, "target_speed": 5},
    ],
)
def test_an_attack_agrees_with_every_throw(options: dict[str, Any]) -> None:
    play = player("attack", [armed("A", 2, 6), KOLBY], **options)
    assert exact(play) == brute(play, 4)


@pytest.mark.rule("iron-gauntlets:tasks", "iron-gauntlets:tasks.skill-floor")
@pytest.mark.parametrize("floor", [0, 4])
def test_a_task_agrees_with_every_throw(floor: int) -> None:
    rulings = Rulings(skill_floor=floor)
    play = player("roll task", [SUENTA], rulings=rulings, skill="sailing", difficulty=2, luck=1)
    assert exact(play) == brute(play, 4)


@pytest.mark.rule("iron-gauntlets:reaction")
def test_a_reaction_agrees_with_every_throw() -> None:
    play = player("roll reaction", [SUENTA], fitness=1, awareness=1)
    assert exact(play) == brute(play, 3)
    both = player("roll reaction", [SUENTA, KOLBY])
    assert exact(both) == brute(both, 2)


@pytest.mark.rule("iron-gauntlets:move.advanced")
def test_a_move_agrees_with_every_throw() -> None:
    play = player("move", [SUENTA], mode="run", method="advanced", distance=60, on_fail="trip")
    assert exact(play) == brute(play, 3)


@pytest.mark.rule("iron-gauntlets:reaction")
@pytest.mark.parametrize("bought", range(4))
def test_speeds_agree_with_icepool(bought: int) -> None:
    play = player("roll reaction", [SUENTA], fitness=bought)
    speeds = exact(play, lambda outcome: result(outcome)["order"][0]["speed"])
    oracle = icepool.d(10).lowest(1 + bought)
    assert speeds == {k: Fraction(n, oracle.denominator()) for k, n in oracle.items()}


@pytest.mark.rule("iron-gauntlets:tasks")
def test_steps_agree_with_icepool() -> None:
    play = player("roll task", [SUENTA], skill="melee", luck=2)
    steps = exact(play, lambda outcome: result(outcome)["steps"])
    oracle = 5 @ (icepool.d(10) <= 6)
    assert steps == {int(k): Fraction(n, oracle.denominator()) for k, n in oracle.items()}


@pytest.mark.rule(
    "iron-gauntlets:defence.steps", "iron-gauntlets:damage.formula", "iron-gauntlets:defence.equal"
)
@pytest.mark.parametrize("equal", ["defender", "attacker"])
def test_damage_of_a_parried_attack_agrees_with_icepool(equal: str) -> None:
    """Against an oracle that knows only the formula: weapon 2, armour 1, difficulty 1."""
    strong, quick = armed("A", 6, 7), armed("B", 5, 6)
    rulings = Rulings(equal_steps="attacker" if equal == "attacker" else "defender")

    def oracle_of(made: int, parried: int) -> int:
        if made == 0 or parried >= made + (equal == "attacker"):
            return 0
        return max(0, 2 + (made - 1) - 1)

    attack, parry = 6 @ (icepool.d(10) <= 7), 5 @ (icepool.d(10) <= 6)
    ways: dict[int, Fraction] = defaultdict(Fraction)
    for made, a in attack.items():
        for parried, b in parry.items():
            chance = Fraction(a * b, attack.denominator() * parry.denominator())
            ways[oracle_of(int(made), int(parried))] += chance
    play = player("attack", [strong, quick], rulings=rulings, defence="parry")
    amounts = exact(play, lambda o: (result(o)["damage"] or {"amount": 0})["amount"])
    assert amounts == dict(ways)


def test_merged_classes_lose_nothing() -> None:
    for count, threshold in product(range(1, 5), (1, 4, 8, 10)):
        classes = Pool(count, threshold).classes()
        assert sum(weight for _, weight in classes) == 10**count
        assert len({reading for reading, _ in classes}) == len(classes)


def test_the_largest_attack_has_few_ways() -> None:
    play = player(
        "attack", [armed("A", 6, 8), armed("B", 6, 8, athletics=8)], luck=2, target_modifier=3
    )
    # Of 10 ** 17 throws; some 20 us each, so that the odds come within 10 ms.
    assert len(list(enumerate_play(play))) <= 100


def test_enumerating_throws_what_playing_throws() -> None:
    """A scripted attack ends in one of the enumerated ways, effects and all."""
    play = player("attack", [SUENTA, KOLBY])
    ways = {key(way.result) for way in enumerate_play(play)}
    assert key(play(ScriptedDice((1, 2, 10, 5, 10)))) in ways
