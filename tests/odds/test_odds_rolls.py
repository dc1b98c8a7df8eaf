"""The odds of rolls, against icepool and against brute force."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from affray.deed import ready, resolve
from affray.dice import Dice
from affray.engine import rolls as odds_rolls
from affray.engine.exact import changed, distribution, tally
from affray.engine.rolls import RollOdds, roll_odds
from affray.faults import Forbidden
from affray.systems.iron_gauntlets.reaction_odds import reaction_odds
from tests.odds.arena import game

GAUNTLETS, REACTIVE = "iron-gauntlets", "reactive-combat"


def odds(command: str, *fighters: Any, **options: Any) -> RollOdds:
    """The odds of a roll, which are those of every line of play, alike ones merged or not."""
    of, switches = fighters[0].sheet.system, options.pop("rulings", {})
    rules, ruled = game.system(of), game.rulings(of, **switches)
    found = roll_odds(rules, command, fighters, options, ruled, seed=1)
    if found.method == "exact":
        play = ready(rules, command, fighters, options, ruled)
        assert found.outcomes == distribution(play, lambda o: o.outcome)
        for name, read in rules.counts(command).items():
            readings = distribution(lambda dice, read=read: read(play(dice).result), str)  # type: ignore[misc]
            assert {str(value): p for value, p in found.numbers[name].items()} == readings
    return found


def as_chances(oracle: Any) -> dict[Any, Fraction]:
    return {int(v): Fraction(n, oracle.denominator()) for v, n in oracle.items() if n}


@pytest.mark.parametrize("skill", range(1, 9))
def test_every_pool_of_iron_gauntlets(skill: int) -> None:
    """0 to 10 dice; skill 1 is that of the unskilled."""
    skills = {"melee": skill} if skill > 1 else {"athletics": 5}
    ann = game.fighter("Ann", of=GAUNTLETS, skills=skills)
    for dice in range(11):
        found = odds("roll task", ann, skill="melee", modifier=dice - 4, difficulty=2)
        oracle = dice @ (icepool.d(10) <= skill) if dice else icepool.Die([0])
        steps = as_chances(oracle)
        assert found.method == "exact"
        assert found.numbers["steps"] == steps
        assert found.outcomes.get("success", 0) == sum(p for n, p in steps.items() if n >= 2)
        over: Counter[int] = Counter()
        for value, n in oracle.items():
            over[max(0, int(value) - 2)] += n
        assert found.numbers["overkill"] == {
            value: Fraction(n, oracle.denominator()) for value, n in sorted(over.items())
        }


@pytest.mark.parametrize("tn", range(3, 25))
def test_a_test_at_every_tn(tn: int) -> None:
    """Dexterity 2; stunt points are the stunt die's on doubles that succeed."""
    found = odds("roll test", game.fighter("Ann", of=REACTIVE), ability="dexterity", tn=tn)
    faces = list(product(range(1, 7), repeat=3))
    made = [f for f in faces if sum(f) + 2 >= tn]
    assert found.outcomes.get("success", 0) == Fraction(len(made), 216)
    points = Counter(f[2] if f in made and len(set(f)) < 3 else 0 for f in faces)
    assert found.numbers["stunt_points"] == {
        n: Fraction(count, 216) for n, count in sorted(points.items())
    }
    assert found.numbers["total"] == as_chances(3 @ icepool.d6 + 2)


@pytest.mark.parametrize("ahead", range(-9, 10))
def test_an_opposed_test_at_every_difference(ahead: int) -> None:
    ann = game.fighter("Ann", of=REACTIVE, abilities={"strength": max(ahead, 0)})
    bob = game.fighter("Bob", of=REACTIVE, abilities={"strength": max(-ahead, 0)})
    found = odds("roll test", ann, bob, ability="strength")
    side = icepool.map(lambda x, y, s: (x + y + s, s), icepool.d6, icepool.d6, icepool.d6)
    # Equal in total and stunt die: the higher ability, and then whoever opposes.
    won = icepool.map(lambda a, d: (a[0] + ahead, a[1], ahead) > (d[0], d[1], 0), side, side)
    assert found.outcomes.get("success", 0) == won.probability(True)


@pytest.mark.parametrize("seed", range(6))
def test_an_opposed_test_on_every_face(seed: int) -> None:
    """Different abilities, penalties, either ruling on ties; outcome, total, stunt points."""
    luck = Random(seed)
    mine, theirs, penalties = luck.randint(0, 4), luck.randint(0, 4), luck.randint(0, 3)
    tie = luck.choice(["attacker", "defender"])
    ann = game.fighter("Ann", of=REACTIVE, abilities={"strength": mine})
    bob = game.fighter("Bob", of=REACTIVE, abilities={"dexterity": theirs})
    asked = {"ability": "strength", "versus_ability": "dexterity", "target_penalties": penalties}
    found = odds("roll test", ann, bob, **asked, rulings={"tie_break": tie})
    faces = list(product(range(1, 7), repeat=3))
    others = Counter((sum(f) + theirs - penalties, f[2], theirs) for f in faces)
    expected: tuple[Counter[Any], ...] = (Counter(), Counter(), Counter())
    for f, (other, weight) in product(faces, others.items()):
        side = (sum(f) + mine, f[2], mine)
        won = side > other or (side == other and tie == "attacker")
        points = f[2] if won and len(set(f)) < 3 else 0
        for counter, value in zip(expected, (won, side[0], points), strict=True):
            counter[value] += weight
    outcomes, totals, points_won = ({k: Fraction(n, 46656) for k, n in c.items()} for c in expected)
    words = {"success": outcomes.get(True), "failure": outcomes.get(False)}
    assert found.outcomes == {word: chance for word, chance in words.items() if chance}
    assert found.numbers == {"total": totals, "stunt_points": points_won}


@pytest.mark.parametrize("luck", range(1, 14))
def test_rolls_of_troika(luck: int) -> None:
    ann = game.fighter("Ann", luck=luck, skills={"swim": 2})
    made = Fraction(
        sum(a + b <= luck and a + b < 12 for a, b in product(range(1, 7), repeat=2)), 36
    )
    assert odds("roll luck", ann).outcomes.get("success", 0) == made
    found = odds("roll under", ann, skill="swim")
    assert found.outcomes["success"] == Fraction(26, 36)
    assert found.numbers["total"] == as_chances(2 @ icepool.d6)
    versus = odds("roll versus", ann, game.fighter("Bob"))
    assert versus.numbers["difference"] == as_chances(2 @ icepool.d6 - 2 @ icepool.d6)
    assert versus.outcomes["tie"] == versus.numbers["difference"][0]


def test_who_holds_the_first_token() -> None:
    found = odds("roll initiative", game.fighter("Ann", luck=8), game.fighter("Bob", initiative=2))
    assert found.method == "exact"
    shown = found.numbers["first"]
    assert shown == {"Ann": Fraction(2, 5), "enemies": Fraction(2, 5), "nobody": Fraction(1, 5)}


def test_too_many_orders_are_thrown_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_rolls, "THROWS", 3000)
    monkeypatch.setattr(odds_rolls, "MOST_WAYS", 500)
    ann, bob = game.fighter("Ann", luck=8), game.fighter("Bob", initiative=12)
    found = odds("roll initiative", ann, bob)
    assert (found.method, found.seed, found.size) == ("simulated", 1, 3000)
    assert abs(found.numbers["first"]["Ann"] - Fraction(2, 15)) < 5 * (0.12 / 3000) ** 0.5
    assert found == odds("roll initiative", ann, bob)


@pytest.mark.parametrize("ties", ["as-named", "reversed"])
@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (0, 3), (4, 3)])
def test_initiative_of_the_base_game(ties: str, mine: int, theirs: int) -> None:
    ann = game.fighter("Ann", of=REACTIVE, abilities={"dexterity": mine})
    bob = game.fighter("Bob", of=REACTIVE, abilities={"dexterity": theirs})
    found = odds("roll initiative", ann, bob, rulings={"initiative_tie": ties})
    side = icepool.map(lambda x, y, s: (x + y + s, s), icepool.d6, icepool.d6, icepool.d6)
    # Alike in everything: whoever was named first, or last.
    edge = 0 if ties == "as-named" else 1
    first = icepool.map(
        lambda a, b: (a[0] + mine, a[1], mine) >= (b[0] + theirs, b[1], theirs + edge / 2),
        side,
        side,
    )
    assert found.numbers["first"]["Ann"] == first.probability(True)
    rules, ruled = game.system(REACTIVE), game.rulings(REACTIVE, initiative_tie=ties)
    play = ready(rules, "roll initiative", [ann, bob], {}, ruled)
    merged, total = tally(play, lambda outcome: changed(outcome.effects), merges=True)
    apart = distribution(play, lambda outcome: changed(outcome.effects))
    assert {places: Fraction(n, total) for places, n in merged.items()} == apart


def test_a_roll_the_system_has_not() -> None:
    with pytest.raises(Forbidden):
        odds("roll task", game.fighter("Ann"), skill="melee")


# Reaction
def group(*fitness: int) -> list[Any]:
    return [
        game.fighter(name, of=GAUNTLETS, abilities={"fitness": f, "awareness": 2})
        for name, f in zip("ABCDE", fitness, strict=False)
    ]


def brute(fitness: list[int], dice: list[int]) -> tuple[list[Fraction], list[Fraction]]:
    """Who is first alone, and who shares the first place, over all lowest dice."""
    ways = [
        {k: (11 - k) ** count - (10 - k) ** count for k in range(1, 11)} if count > 0 else {9: 1}
        for count in dice
    ]
    first, tied = [0] * len(dice), [0] * len(dice)
    for speeds in product(*ways):
        weight = prod(spread[speed] for speed, spread in zip(speeds, ways, strict=True))
        places = [(speed, -fit) for speed, fit in zip(speeds, fitness, strict=True)]
        leaders = [i for i, place in enumerate(places) if place == min(places)]
        for leader in leaders:
            (first if len(leaders) == 1 else tied)[leader] += weight
    total = 10 ** sum(max(count, 0) for count in dice)
    return [Fraction(n, total) for n in first], [Fraction(n, total) for n in tied]


@pytest.mark.parametrize(
    ("fitness", "given", "modifier"),
    [
        ([4], [(1, 0)], 0),
        ([4, 4], [], 0),
        ([4, 3], [(0, 2)], 0),
        ([4, 3, 3], [(2, 1), (1, 0)], 1),
        ([3, 3, 3, 5], [(0, 1)], -1),
        ([2, 3, 3, 4, 4], [(1, 1)], 0),
    ],
)
def test_who_goes_first_among_up_to_five(
    fitness: list[int], given: list[tuple[int, int]], modifier: int
) -> None:
    fighters = group(*fitness)
    found = reaction_odds(fighters, game.rulings(GAUNTLETS), given, modifier)
    points = [sum(given[i]) if i < len(given) else 0 for i in range(len(fitness))]
    first, tied = brute(fitness, [1 + p + modifier for p in points])
    assert list(found.first.values()) == first
    assert list(found.tied.values()) == tied


@pytest.mark.parametrize("ruling", [{}, {"full_tie": "in-turn"}, {"default_speed_order": "last"}])
@pytest.mark.parametrize("modifier", [0, -1])
def test_the_order_is_that_of_one_roll_of_all(ruling: dict[str, Any], modifier: int) -> None:
    """Composing each one's roll gives what the rule function makes of all of them."""
    fighters, rulings = group(3, 4, 3), game.rulings(GAUNTLETS, **ruling)
    rules = game.system(GAUNTLETS)

    def play(dice: Dice) -> Any:
        return resolve(rules, "roll reaction", fighters, {"modifier": modifier}, dice, rulings)

    def leaders(outcome: Any) -> tuple[tuple[str, ...], bool]:
        order = outcome.result.order
        together = [p.name for p in order if p.tied and p.speed == order[0].speed]
        return (tuple(together), True) if order[0].tied else ((order[0].name,), False)

    whole = distribution(play, leaders)
    found = reaction_odds(fighters, rulings, modifier=modifier)
    for name in "ABC":
        assert found.first[name] == whole.get(((name,), False), 0)
        assert found.tied[name] == sum(
            p for (names, tied), p in whole.items() if tied and name in names
        )


def test_every_allocation_and_the_best() -> None:
    fighters = group(3, 3)
    found = reaction_odds(fighters, game.rulings(GAUNTLETS))
    pairs = [(a.fitness, a.awareness) for a in found.allocations]
    assert pairs == list(product(range(4), range(3)))
    for one in found.allocations:
        first, tied = brute([3, 3], [1 + one.fitness + one.awareness, 1])
        assert (one.first, one.tied) == (first[0], tied[0])
        assert one.actions == (1, one.fitness, one.awareness)
    assert (found.best.fitness, found.best.awareness) == (3, 2)
    kept = reaction_odds(fighters, game.rulings(GAUNTLETS, reaction_limit="keep-one"))
    assert (kept.best.fitness, kept.best.awareness) == (2, 1)


def test_points_that_buy_nothing_are_kept() -> None:
    """With two dice fewer, one point buys no die: the best keeps it or gives three."""
    ann = game.fighter("A", of=GAUNTLETS, abilities={"fitness": 1, "awareness": 0})
    found = reaction_odds([ann, *group(3, 3)[1:]], game.rulings(GAUNTLETS), modifier=-2)
    assert (found.best.fitness, found.best.awareness) == (0, 0)


def test_points_nobody_has() -> None:
    with pytest.raises(Forbidden):
        reaction_odds(group(3), game.rulings(GAUNTLETS), [(4, 0)])
