"""Exact odds, against every one of the 46,656 ways that both rolls can fall."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from affray.dice import ScriptedDice
from affray.outcome import Outcome
from affray.systems.reactive_combat.fighter import Fighter, enter
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game

Faces = tuple[int, int, int]
ByHand = Callable[[Faces, Faces], tuple[str, int]]
FACES = list(product(range(1, 7), repeat=3))
PLUS, SCORE = 4 + 2, 2
TOUGH, BLOW = 3, 2 + 1


class Unread(ScriptedDice):
    """Scripted dice whose reasoning nobody reads."""

    explains = False


def fighters(**data: Any) -> list[Fighter]:
    """Ann attacks with 6 and does 3; Bob defends with 2, and has toughness 3 and a mark."""
    ann = game.sheet(
        "Ann",
        conviction=3,
        abilities={"fighting": 4, "strength": 1, "dexterity": 2, "constitution": 1},
        focuses={"fighting": "light blades"},
        weapons=[{"name": "dagger"}],
        **{"kind": "mage", **data},
    )
    bob = game.fighter(
        "Bob",
        {"marks": 1},
        defense=12,
        toughness=TOUGH,
        conviction=3,
        abilities={"dexterity": 1, "strength": 2},
        weapons=[{"name": "mace"}],
    )
    return [enter(ann), bob]


def key(outcome: Outcome) -> tuple[str, int]:
    result: Any = outcome.result
    return outcome.outcome, result.damage.severity if result.damage else 0


def wins(a: Faces, d: Faces, expert: bool = False) -> bool:
    mine = sum(a) + PLUS + (a[2] if expert else 0)
    theirs = sum(d) + SCORE - 1
    # Fighting 4 against Dexterity 1 settles what total and stunt die leave equal.
    return (mine, a[2], 4) > (theirs, d[2], 1)


def injury(difference: int, raised: int = 0, lowered: int = 0) -> tuple[str, int]:
    if difference <= 0:
        return "shrugged", 0
    return "hit", max(1, difference + raised - lowered)


def by_hand(extra: Callable[[Faces], int], expert: bool = False) -> ByHand:
    def settle(a: Faces, d: Faces) -> tuple[str, int]:
        if not wins(a, d, expert):
            return "defended", 0
        return injury(BLOW + 1 + extra(a) - TOUGH)

    return settle


def soaked(a: Faces, d: Faces) -> tuple[str, int]:
    """A pinpoint with 1 Conviction of the attacker, 2 of the target."""
    if not wins(a, d):
        return "defended", 0
    return injury(BLOW + 1 + a[2] - TOUGH, 1, d[2] + 1)


def riposted(a: Faces, d: Faces) -> tuple[str, int]:
    if wins(a, d):
        return injury(BLOW + 1 + a[2] - TOUGH)
    if d[2] >= 3 and len(set(d)) < 3:
        # Mace 2 and Strength 2 against 1 + Constitution 1: no dice in it.
        return "riposte", 2
    return "defended", 0


CASES: list[tuple[str, dict[str, Any], dict[str, Any], ByHand]] = [
    ("plain", {}, {}, by_hand(lambda a: 0)),
    ("expert strike", {"kind": "warrior"}, {"expert_strike": True}, by_hand(lambda a: 0, True)),
    ("pinpoint", {"kind": "rogue"}, {}, by_hand(lambda a: a[2])),
    ("warrior 16", {"kind": "warrior", "level": 16}, {}, by_hand(lambda a: max(a))),
    (
        "warrior 16, expert strike",
        {"kind": "warrior", "level": 16},
        {"expert_strike": True},
        by_hand(lambda a: max(a), True),
    ),
    ("rogue 16", {"kind": "rogue", "level": 16}, {}, by_hand(lambda a: a[0] + a[1])),
    ("riposte", {"kind": "rogue"}, {"stunt": ["riposte"]}, riposted),
    ("conviction", {"kind": "rogue"}, {"conviction": 1, "target_conviction": 2}, soaked),
]
IDS = [case[0] for case in CASES]


@pytest.mark.rule("reactive-combat:melee", "reactive-combat:tests.opposed")
@pytest.mark.parametrize(("name", "data", "options", "settle"), CASES, ids=IDS)
def test_odds_are_those_of_every_throw(name: str, data: Any, options: Any, settle: ByHand) -> None:
    odds = game.odds("attack", fighters(**data), key, **options)
    ways = Counter(settle(a, d) for a in FACES for d in FACES)  # type: ignore[arg-type]
    assert odds == {word: Fraction(count, 46656) for word, count in ways.items()}
    assert sum(odds.values()) == 1


def whole(outcome: Outcome) -> Any:
    """All that changes: the word, the harm and each effect."""
    result: Any = outcome.result
    changes = tuple((e.who, e.field, e.before, e.after) for e in outcome.effects)
    return outcome.outcome, result.damage, changes


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ({"kind": "rogue", "level": 16}, {"conviction": 1, "target_conviction": 1}),
        (
            {"kind": "warrior", "level": 16},
            {"expert_strike": True, "stunt": ("riposte", "breath-in:2"), "target_conviction": 2},
        ),
    ],
    ids=["rogue", "warrior"],
)
def test_the_rule_on_every_throw_gives_its_own_odds(data: Any, options: Any) -> None:
    pair = fighters(**data)
    odds = game.odds("attack", pair, whole, **options)
    action = game.system().action("attack")
    asked = action.situation(**options)
    ways = Counter(
        whole(action.play(pair, asked, Unread((*a, *d)), Rulings())) for a in FACES for d in FACES
    )
    assert odds == {result: Fraction(count, 46656) for result, count in ways.items()}


def test_icepool_agrees_on_a_plain_melee_attack() -> None:
    def throw(plus: int, ability: int) -> Any:
        return icepool.map(
            lambda x, y, stunt: (x + y + stunt + plus, stunt, ability),
            icepool.d6,
            icepool.d6,
            icepool.d6,
        )

    won = icepool.map(lambda a, d: a > d, throw(PLUS, 4), throw(SCORE - 1, 1))
    odds = game.odds("attack", fighters(), lambda o: o.outcome != "defended")
    assert odds[True] == won.probability(True)


@pytest.mark.rule("reactive-combat:conviction.shot", "reactive-combat:ranged")
def test_odds_of_a_shot_with_a_fresh_die_and_an_extra_bullet() -> None:
    gun = {"name": "pistol", "reload": 6, "short": {"tn": 12, "power": 9}}
    pair = [
        game.fighter("Ann", abilities={"accuracy": 2}, weapons=[gun]),
        game.fighter("Bob", conviction=1, toughness=5),
    ]
    odds = game.odds("attack", pair, key, distance=5, target_conviction=1, extra_bullet=True)
    ways: Counter[tuple[str, int]] = Counter()
    for faces in product(range(1, 7), repeat=4):
        hits = sum(faces[:3]) + 2 >= 12
        ways["hit" if hits else "miss", max(1, 4 - faces[3]) + 2 if hits else 0] += 1
    assert odds == {word: Fraction(count, 6**4) for word, count in ways.items()}


RULED: dict[str, list[Any]] = {
    "tie_break": ["defender", "attacker"],
    "riposte_tie": ["stands", "again"],
    "riposte_features": [True, False],
    "riposte_unarmed": [True, False],
    "expert_strike_changes": ["total", "stunt-die"],
    "pinpoint_dice": ["best", "others", "stunt"],
    "pinpoint_per_round": ["unlimited", "once"],
    "warrior_damage_die": ["best", "stunt"],
    "defence_tie_ability": ["dexterity", "defence-score"],
    "penalty_timing": ["at-once", "next-test"],
    "equal_damage": ["no-injury", "injury"],
    "conviction_makes_injury": [True, False],
    "marks": ["severity", "one"],
}
"""What rules on ties, doubles, dice and harm."""


@pytest.mark.parametrize("seed", range(40))
def test_alike_rolls_are_one_and_no_more_than_alike(seed: int) -> None:
    """Whoever fights, whatever is asked and ruled: the odds of every pair of rolls, in few ways."""
    luck = Random(seed)
    kinds = ["warrior", "rogue", "mage", "envoy"]

    def somebody(name: str) -> Fighter:
        abilities = ("fighting", "strength", "dexterity", "willpower", "communication")
        state = {"penalties": luck.randint(0, 2), "marks": luck.randint(0, 2)}
        return game.fighter(
            name,
            state,
            kind=luck.choice(kinds),
            level=luck.choice([1, 16]),
            defense=10 + luck.choice([-10, 0, 1, 3, 40]),
            conviction=3,
            abilities={ability: luck.randint(0, 1) for ability in abilities},
            weapons=[
                {"name": "spark", "group": luck.choice(["arcane blast", "axes"]), "damage": 3}
            ],
        )

    pair = [somebody("Ann"), somebody("Bob")]
    options = {
        "conviction": luck.randint(0, 2),
        "target_conviction": luck.randint(0, 2),
        "expert_strike": pair[0].sheet.character_class == "warrior",
        "stunt": luck.choice([(), ("riposte",), ("breath-in:2",), ("breath-in:1", "riposte")]),
    }
    ruled = {name: luck.choice(values) for name, values in RULED.items()}
    game.odds("attack", pair, whole, ruled, **options)  # compares what is merged and what not
    assert len(game.every("attack", pair, ruled, merges=True, **options)) <= 300


@pytest.mark.parametrize(("name", "data", "options", "settle"), CASES, ids=IDS)
def test_an_attack_has_few_ways(name: str, data: Any, options: Any, settle: ByHand) -> None:
    ways = 0

    def count(outcome: Outcome) -> str:
        nonlocal ways
        ways += 1
        return outcome.outcome

    game.odds("attack", fighters(**data), count, **options)
    # Of the 46,656 throws; some 7 us each, so that the odds come within 100 ms.
    assert ways <= 7_000
