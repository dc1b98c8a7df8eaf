"""The odds of an attack, against brute force written here from the rules, and icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from affray.deed import resolve
from affray.dice import Dice, ScriptedDice
from affray.engine.exact import AttackOdds, attack_odds, distribution, mean, tally
from affray.faults import BadRequest, Forbidden
from tests.odds.arena import ANSWERS, AXE, D6, STRIKES, SWORD, TWO, game
from tests.reference.troika import settle
from tests.scaffold.work import calls

Ways = Counter[tuple[str, int, int]]


def column(row: tuple[int, ...], die: int, armour: int, bonus: int) -> int:
    return row[max(1, min(7, die - armour + bonus)) - 1]


def exchange(ahead: int, armour_a: int = 0, armour_b: int = 0) -> Ways:
    """Sword against axe over 2d6 a side and a damage die each: word, to B, to A."""
    found: Ways = Counter()
    for (a, n), (d, m), mine, theirs in product(TWO.items(), TWO.items(), D6, D6):
        word, bonus, times = settle(a, d, ahead)
        to_b = column(SWORD, mine, armour_b, bonus) * times * (word in STRIKES)
        to_a = column(AXE, theirs, armour_a, bonus) * times * (word in ANSWERS)
        found[word, to_b, to_a] += n * m
    return found


def along(ways: Ways, place: int) -> dict[Any, Fraction]:
    total: Counter[Any] = Counter()
    for key, weight in ways.items():
        total[key[place]] += weight
    return {key: Fraction(weight, 6**6) for key, weight in total.items()}


def odds(a: Any, b: Any, rulings: Any = None, **options: Any) -> AttackOdds:
    of = a.sheet.system
    return attack_odds(game.system(of), (a, b), options, rulings or game.rulings(of))


@pytest.mark.parametrize("cover", range(7))
@pytest.mark.parametrize("ahead", range(-8, 9))
def test_a_troika_exchange_at_every_difference(ahead: int, cover: int) -> None:
    a = game.fighter("Ann", skill=8 + max(ahead, 0), stamina=8)
    b = game.fighter("Bob", skill=8 - min(ahead, 0), stamina=8, weapons=["axe"], armour=1)
    found = odds(a, b, cover=cover)
    ways = exchange(ahead - cover, armour_b=1)
    assert found.outcomes == along(ways, 0)
    assert found.damage == along(ways, 1)
    assert found.returned == along(ways, 2)
    assert found.drops == sum(p for amount, p in found.damage.items() if amount >= 8)
    assert found.attacker_drops == sum(p for amount, p in found.returned.items() if amount >= 8)
    assert found.measure == "stamina"


@pytest.mark.parametrize("ahead", [-8, -3, 0, 2, 8])
def test_the_mean_damage_of_an_exchange_against_icepool(ahead: int) -> None:
    two = 2 @ icepool.d6

    def to_b(a: int, d: int, die: int) -> int:
        if a == d == 12:
            return 0
        won = a == 12 or (d != 12 and a != 2 and (d == 2 or a + ahead > d))
        if not won and not a == d == 2:
            return 0
        bonus, times = int(d == 2), 2 if a == 12 else 1
        return SWORD[max(1, min(7, die + bonus)) - 1] * times

    oracle = icepool.map(to_b, two, two, icepool.d6)
    a = game.fighter("Ann", skill=8 + max(ahead, 0))
    b = game.fighter("Bob", skill=8 - min(ahead, 0))
    found = odds(a, b)
    assert mean(found.damage) == Fraction(oracle.mean())
    assert found.damage == {n: oracle.probability(n) for n in oracle.outcomes()}


def test_every_raw_throw_of_an_exchange() -> None:
    """The rule function itself on all dice a table could throw, first to last."""
    a = game.fighter("Ann", stamina=7, weapons=["hammer"], luck=7)
    b = game.fighter("Bob", stamina=9, weapons=["claws"], shield=True)
    found: Counter[tuple[str, int, int]] = Counter()
    options = {"cover": 1}
    for tests in product(D6, repeat=4):
        for more in product(D6, repeat=2):
            dice = ScriptedDice((*tests, *more))
            outcome = resolve(game.system(), "attack", (a, b), options, dice, game.rulings())
            lost = {e.who: e.before - e.after for e in outcome.effects if e.field == "stamina"}
            found[outcome.outcome, lost.get("Bob", 0), lost.get("Ann", 0)] += 1
    exact = odds(a, b, **options)
    assert exact.outcomes == along(found, 0)
    assert exact.damage == along(found, 1)
    assert exact.returned == along(found, 2)


def test_what_changes_besides_stamina_is_no_damage() -> None:
    a, b = game.fighter("Ann", luck=9), game.fighter("Bob")
    plain, lucky = odds(a, b), odds(a, b, luck="attacker")
    assert plain.outcomes == lucky.outcomes
    assert mean(lucky.damage) > mean(plain.damage)
    assert lucky.returned == plain.returned


def test_others_in_the_melee_are_not_the_defender() -> None:
    a, b, c = (game.fighter("Ann", weapons=["bow"]), game.fighter("Bob"), game.fighter("Cid"))
    alone = attack_odds(game.system(), (a, b), {}, game.rulings())
    crowd = attack_odds(game.system(), (a, b, c), {}, game.rulings())
    assert crowd.outcomes == alone.outcomes
    assert mean(crowd.damage) == mean(alone.damage) / 2


def test_fighters_and_options_have_to_fit() -> None:
    a, b = game.fighter("Ann"), game.fighter("Bob")
    with pytest.raises(BadRequest):
        attack_odds(game.system(), (a,), {}, game.rulings())
    with pytest.raises(BadRequest, match="--cover"):
        odds(a, b, cover=100)
    with pytest.raises(Forbidden):
        odds(a, b, luck="attacker")


def test_iron_gauntlets_against_icepool() -> None:
    of = "iron-gauntlets"
    armour = {"amount": 1, "track": "injury"}
    a, b = game.fighter("Ann", of=of), game.fighter("Bob", of=of, armour=armour)
    found = odds(a, b, defence="dodge")
    attack, dodge = 4 @ (icepool.d(10) <= 6), 4 @ (icepool.d(10) <= 5)

    def settle(made: int, dodged: int) -> tuple[str, int]:
        if made == 0:
            return "miss", 0
        return ("defended", 0) if dodged >= made else ("hit", 3 + made - 1 - 1)

    oracle = icepool.map(settle, attack, dodge)
    for place, chances in ((0, found.outcomes), (1, found.damage)):
        expected: Counter[Any] = Counter()
        for result, weight in oracle.items():
            expected[result[place]] += weight
        assert chances == {k: Fraction(n, oracle.denominator()) for k, n in expected.items()}
    assert found.returned == {0: 1}


@pytest.mark.parametrize("stunt", [(), ("riposte",)])
def test_reactive_combat_counts_marks(stunt: tuple[str, ...]) -> None:
    of = "reactive-combat"
    a, b = game.fighter("Ann", of=of), game.fighter("Bob", of=of)
    found = odds(a, b, stunt=stunt)
    faces = list(product(D6, repeat=3))
    sides = Counter((sum(f), f[2], len(set(f)) < 3) for f in faces)
    expected: Counter[tuple[str, int, int]] = Counter()
    for (mine, weight), (theirs, other) in product(sides.items(), sides.items()):
        # Fighting 3 against Defense 12 − 10 and a penalty; both settle ties alike.
        attack, defence = (mine[0] + 3, mine[1], 3), (theirs[0] + 2 - 1, theirs[1], 2)
        if attack > defence:
            # Longsword 2 + Strength 1, against toughness 4: nothing gets through.
            expected["shrugged", 0, 0] += weight * other
        elif stunt and theirs[2] and theirs[1] >= 3:
            expected["riposte", 0, 0] += weight * other
        else:
            expected["defended", 0, 0] += weight * other
    assert found.outcomes == along(expected, 0)
    assert found.measure == "marks"


def test_marks_a_riposte_gives_are_the_attackers() -> None:
    of = "reactive-combat"
    a = game.fighter("Ann", of=of, toughness=1)
    b = game.fighter("Bob", of=of, toughness=2)
    plain = odds(a, b)
    found = odds(a, b, stunt=("riposte",))
    # 3 damage against toughness 2 and 1.
    assert plain.damage == {0: 1 - plain.outcomes["hit"], 1: plain.outcomes["hit"]}
    assert plain.returned == {0: 1}
    assert found.returned == {0: 1 - found.outcomes["riposte"], 2: found.outcomes["riposte"]}


def test_without_a_ruling_nobody_is_out() -> None:
    for of in ("iron-gauntlets", "reactive-combat"):
        found = odds(game.fighter("Ann", of=of), game.fighter("Bob", of=of))
        assert found.drops is None
        assert found.attacker_drops is None


KITS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"weapons": ["fusil"]}, {"aim": True}),
    ({"weapons": ["claws"], "luck": 8}, {"luck": "attacker", "luck_on_tie": "attacker"}),
    ({"weapons": ["sword", "axe"]}, {"prone": "defender"}),
    ({}, {"unaware": True}),
]


@pytest.mark.parametrize(("fields", "options"), KITS)
@pytest.mark.parametrize("ruling", [{}, {"shot_mighty": "either", "shot_lost": "countered"}])
def test_merged_throws_are_the_same_odds(fields: Any, options: Any, ruling: Any) -> None:
    a, b, rules = game.fighter("Ann", **fields), game.fighter("Bob", armour=1), game.rulings
    action = game.system().action("attack")
    asked, ruled = action.situation(**options), rules(**ruling)

    def play(dice: Dice) -> Any:
        return action.play((a, b), asked, dice, ruled)

    def key(outcome: Any) -> Any:
        return outcome.outcome, outcome.effects

    found, total = tally(play, key, merges=True)
    assert distribution(play, key) == {one: Fraction(ways, total) for one, ways in found.items()}


def test_an_exchange_takes_little_work() -> None:
    a, b = game.fighter("Ann"), game.fighter("Bob")
    action, ruled = game.system().action("attack"), game.rulings()
    asked = action.situation()

    def plain() -> object:
        return distribution(lambda dice: action.play((a, b), asked, dice, ruled), id)

    assert calls(plain) < 75_000
    assert calls(lambda: odds(a, b)) < 6_000
