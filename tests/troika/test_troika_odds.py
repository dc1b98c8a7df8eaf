"""Exact odds against brute force written here from the rules file, and against icepool.

The brute force throws every face of every die; it shares nothing with the code under
test. What a blow does is looked up in the rows of the rules file (see arena.py).
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import icepool  # type: ignore[import-untyped]
import pytest

from affray.dice import enumerate_play
from affray.outcome import Outcome
from affray.systems.troika.fighter import Fighter
from tests.reference.troika import settle
from tests.troika.arena import HASH_ROWS, ROWS, game

TWO = list(product(range(1, 7), repeat=2))
SIX, ONE = (6, 6), (1, 1)
MARKS = {**dict.fromkeys(HASH_ROWS, 1), "jolt": 99}
"""Points of armour a row ignores."""
Reading = tuple[str, tuple[tuple[str, int], ...]]


def reading(outcome: Outcome) -> Reading:
    """An attack as its word and what each blow costs whom."""
    blows: Any = getattr(outcome.result, "damage")  # noqa: B009
    return outcome.outcome, tuple((blow.to, blow.amount) for blow in blows)


def word_of(outcome: Outcome) -> str:
    return outcome.outcome


# The brute force
class Side(NamedTuple):
    """One side: its total before the dice, its row, and what it wears."""

    total: int
    row: str = "sword"
    armour: int = 0
    shield: bool = False
    ignores: int = 0


def blow(striker: Side, target: Side, die: int, bonus: int = 0, times: int = 1) -> int:
    """Rule 8: the column, held between 1 and 7 once, and the number there."""
    armour = max(0, target.armour - striker.ignores)
    column = die - armour - (1 if target.shield else 0) + bonus
    return ROWS[striker.row][min(7, max(1, column)) - 1] * times


@cache
def exchanges(ahead: int, both: bool = True) -> Counter[tuple[str, int, int]]:
    """How each of all 1,296 throws of two tests settles the exchange."""
    return Counter(settle(sum(x), sum(y), ahead, both) for x, y in product(TWO, TWO))


def brute_melee(ann: Side, bob: Side, cover: int = 0, both: bool = True) -> Counter[Reading]:
    """All throws of both tests and two damage dice, of which most take one or none."""
    found: Counter[Reading] = Counter()
    kinds = exchanges(ann.total - bob.total - cover, both)
    for ((word, bonus, times), weight), (die, other) in product(kinds.items(), TWO):
        to_bob = blow(ann, bob, die, bonus, times)
        to_ann = blow(bob, ann, other, bonus, times)
        found[word, blows_of(word, to_bob, to_ann)] += weight
    assert found.total() == 6**6
    return found


def blows_of(word: str, to_bob: int, to_ann: int) -> tuple[tuple[str, int], ...]:
    """Who is hurt, by the word of the outcome; steel in a clinch hurts nobody."""
    return {
        "hit": (("Bob", to_bob),),
        "countered": (("Ann", to_ann),),
        "double-fumble": (("Bob", to_bob), ("Ann", to_ann)),
    }.get(word, ())


def as_chances(found: Counter[Any]) -> dict[Any, Fraction]:
    return {key: Fraction(weight, found.total()) for key, weight in found.items()}


def side(fighter: Fighter, row: str) -> Side:
    return Side(
        fighter.sheet.skill,
        row,
        fighter.sheet.armour_points,
        fighter.sheet.shield,
        MARKS.get(row, 0),
    )


# Melee
@pytest.mark.rule("troika:6.1", "troika:7.4", "troika:7.5", "troika:7.1", "troika:8")
@pytest.mark.parametrize("cover", [0, 1, 3, 6])
@pytest.mark.parametrize("ahead", range(-8, 9))
def test_a_melee_exchange(ahead: int, cover: int) -> None:
    ann = game.fighter("Ann", skill=8 + max(ahead, 0), weapons=["axe"], armour=1)
    bob = game.fighter("Bob", skill=8 - min(ahead, 0), weapons=["hammer"], armour=2, shield=True)
    expected = brute_melee(side(ann, "axe"), side(bob, "hammer"), cover)
    found = game.odds("attack", (ann, bob), reading, cover=cover)
    assert found == as_chances(expected)


@pytest.mark.rule("troika:7.4", "troika:7.5", "troika:6.1")
def test_an_even_exchange_in_numbers() -> None:
    ann, bob = game.fighter("Ann"), game.fighter("Bob")
    # Of 1,296: 146 equal sums, of which 1 is a clinch and 1 a double fumble.
    assert game.odds("attack", (ann, bob), word_of) == {
        "hit": Fraction(575, 1296),
        "countered": Fraction(575, 1296),
        "tie": Fraction(144, 1296),
        "clinch": Fraction(1, 1296),
        "double-fumble": Fraction(1, 1296),
    }


@pytest.mark.rule("troika:6.1", "troika:7.4", "troika:7.5")
@pytest.mark.parametrize("ahead", [-30, -11, -10, -9, 9, 10, 11, 30])
def test_totals_far_apart(ahead: int) -> None:
    ann = game.fighter("Ann", skill=5 + max(ahead, 0), weapons=["knife"])
    bob = game.fighter("Bob", skill=5 - min(ahead, 0), weapons=["staff"])
    expected = brute_melee(side(ann, "knife"), side(bob, "staff"))
    assert game.odds("attack", (ann, bob), reading) == as_chances(expected)


@pytest.mark.rule("troika:7.4/against-fumble", "troika:7.4", "troika:8.1")
@pytest.mark.parametrize("ruling", ["both", "mighty-blow"])
def test_a_mighty_blow_against_a_fumble(ruling: str) -> None:
    ann, bob = game.fighter("Ann", weapons=["axe"]), game.fighter("Bob", weapons=["axe"])
    expected = brute_melee(side(ann, "axe"), side(bob, "axe"), both=ruling == "both")
    rulings = {"mighty_against_fumble": ruling}
    assert game.odds("attack", (ann, bob), reading, rulings) == as_chances(expected)


@pytest.mark.rule("troika:7.8")
@pytest.mark.parametrize("prone", ["attacker", "defender", "both"])
def test_somebody_on_the_floor(prone: str) -> None:
    ann = game.fighter("Ann", skill=7, weapons=["mace"])
    bob = game.fighter("Bob", skill=6, weapons=["spear"], armour=1)
    off = {"Ann": -2 * (prone == "attacker"), "Bob": -2 * (prone == "defender")}
    kinds = exchanges(7 + off["Ann"] - 6 - off["Bob"])
    expected: Counter[Reading] = Counter()
    for ((word, bonus, times), weight), (die, other) in product(kinds.items(), TWO):
        mine, theirs = bonus + off["Ann"], bonus + off["Bob"]
        to_bob = blow(side(ann, "mace"), side(bob, "spear"), die, mine, times)
        to_ann = blow(side(bob, "spear"), side(ann, "mace"), other, theirs, times)
        expected[word, blows_of(word, to_bob, to_ann)] += weight
    assert game.odds("attack", (ann, bob), reading, prone=prone) == as_chances(expected)


@pytest.mark.rule("troika:7.7", "troika:7.7/best-row")
def test_two_weapons_in_hand() -> None:
    ann, bob = game.fighter("Ann", weapons=["sword", "axe"]), game.fighter("Bob", armour=1)
    expected: Counter[Reading] = Counter()
    for ((word, bonus, times), weight), (die, other) in product(exchanges(0).items(), TWO):
        to_bob = max(
            blow(Side(5, row), Side(5, armour=1), die, bonus, times) for row in ("sword", "axe")
        )
        to_ann = blow(Side(5), Side(5), other, bonus, times)
        expected[word, blows_of(word, to_bob, to_ann)] += weight
    assert game.odds("attack", (ann, bob), reading) == as_chances(expected)


# Luck
def lucky(target: int) -> int:
    """Of 36, how many Luck tests come off."""
    return sum(a + b <= target and (a, b) != SIX for a, b in TWO)


@pytest.mark.rule("troika:3.3", "troika:3.1", "troika:8.2")
@pytest.mark.parametrize(("luck", "ahead"), [(9, 0), (7, 3), (12, -2), (1, 1)])
def test_luck_for_damage(luck: int, ahead: int) -> None:
    ann = game.fighter("Ann", skill=8 + ahead, weapons=["axe"], luck=luck)
    bob = game.fighter("Bob", skill=8, weapons=["sword"], armour=1)
    ways = lucky(luck)
    expected: Counter[Reading] = Counter()
    for ((word, bonus, times), weight), (die, other) in product(exchanges(ahead).items(), TWO):
        to_ann = blow(side(bob, "sword"), side(ann, "axe"), other, bonus, times)
        for more, luckily in ((2, ways), (0, 36 - ways)):
            own = bonus + more
            to_bob = blow(side(ann, "axe"), side(bob, "sword"), die, own, times)
            expected[word, blows_of(word, to_bob, to_ann)] += weight * luckily
    found = game.odds("attack", (ann, bob), reading, luck="attacker")
    assert found == {key: chance for key, chance in as_chances(expected).items() if chance}


@pytest.mark.rule("troika:3.3", "troika:3.3/both")
@pytest.mark.parametrize("ruling", ["tie", "attacker", "defender"])
@pytest.mark.parametrize(("who", "mine", "theirs"), [("both", 9, 5), ("attacker", 9, 0)])
def test_luck_on_a_tie(ruling: str, who: str, mine: int, theirs: int) -> None:
    ann, bob = game.fighter("Ann", luck=mine), game.fighter("Bob", luck=theirs)
    base = game.odds("attack", (ann, bob), word_of)
    a, d = Fraction(lucky(mine), 36), Fraction(lucky(theirs), 36)
    if who == "attacker":
        d = Fraction(0)
    hit, countered = a * (1 - d), d * (1 - a)
    hit += a * d if ruling == "attacker" else 0
    countered += a * d if ruling == "defender" else 0
    tie = base["tie"]
    rulings = {"luck_tie_both": ruling}
    assert game.odds("attack", (ann, bob), word_of, rulings, luck_on_tie=who) == {
        **base,
        "hit": base["hit"] + tie * hit,
        "countered": base["countered"] + tie * countered,
        "tie": tie * (1 - hit - countered),
    }


@pytest.mark.rule("troika:3.1", "troika:3.3")
def test_luck_spent_on_the_tie_is_missing_for_damage() -> None:
    ann, bob = game.fighter("Ann", luck=8, weapons=["axe"]), game.fighter("Bob")
    found = game.odds(
        "attack",
        (ann, bob),
        lambda o: (*reading(o), tuple(e.after for e in o.effects if e.field == "luck")),
        luck="attacker",
        luck_on_tie="attacker",
    )
    tie = Fraction(144, 1296)
    # Luck 8 wins the tie, Luck 7 then has to do for the damage roll.
    chance = sum(p for (word, _, luck), p in found.items() if word == "hit" and luck == (7, 6))
    assert chance == tie * Fraction(lucky(8), 36)
    most = sum(
        p
        for (word, blows, luck), p in found.items()
        if word == "hit" and luck == (7, 6) and blows == (("Bob", ROWS["axe"][6]),)
    )
    # The last column needs a 5 or a 6 and the +2.
    assert most == chance * Fraction(lucky(7), 36) * Fraction(2, 6)


# Damage
@pytest.mark.rule(
    "troika:8", "troika:8.1", "troika:7.6", "troika:9", "troika:8/ignores-armour", "troika:8/clamp"
)
@pytest.mark.parametrize("mighty", [False, True])
@pytest.mark.parametrize("shield", [False, True])
@pytest.mark.parametrize("armour", range(5))
def test_damage_of_every_row(armour: int, shield: bool, mighty: bool) -> None:
    for row, bonus in product(ROWS, (0, 2, -2)):
        striker, target = Side(0, row, ignores=MARKS.get(row, 0)), Side(0, "", armour, shield)
        expected = Counter(
            blow(striker, target, die, bonus, 2 if mighty else 1) for die in range(1, 7)
        )
        found = game.odds(
            "damage",
            (),
            lambda o: reading(o)[1][0][1],
            weapon=(row,),
            armour=armour,
            shield=shield,
            bonus=bonus,
            mighty=mighty,
        )
        assert found == as_chances(expected), row


@pytest.mark.rule("troika:8", "troika:8/clamp")
def test_damage_against_icepool() -> None:
    for row, armour, bonus in product(("sword", "longsword", "dragon-fire"), (0, 1, 3), (0, 2)):
        die = icepool.d6.map(
            lambda d, row=row, armour=armour, bonus=bonus: ROWS[row][
                min(7, max(1, d - armour + bonus)) - 1
            ]
        )
        found = game.odds(
            "damage", (), lambda o: reading(o)[1][0][1], weapon=(row,), armour=armour, bonus=bonus
        )
        assert found == {amount: die.probability(amount) for amount in die.outcomes()}


# Shots
def brute_shot(ann: Side, bob: Side, tests: Counter[tuple[int, ...]]) -> Counter[Reading]:
    """Rule 6.2 with its rulings, over the shooter's tests as they come, kept."""
    found: Counter[Reading] = Counter()
    for (mine, weight), theirs, die in product(tests.items(), TWO, range(1, 7)):
        bonus, times, word = 0, 1, "miss"
        if mine == ONE:
            pass
        elif mine == SIX:
            word, times, bonus = "hit", 2, int(theirs == ONE)
        elif theirs == ONE:
            word, bonus = "hit", 1
        else:
            difference = sum(mine) + ann.total - sum(theirs) - bob.total
            word = "hit" if difference > 0 else "tie" if difference == 0 else "miss"
        blows = (("Bob", blow(ann, bob, die, bonus, times)),) if word == "hit" else ()
        found[word, blows] += weight
    return found


def better(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Rule 6.2/aim-best: a double 6 beats everything, a double 1 is worst."""
    if SIX in (first, second):
        return SIX
    if ONE in (first, second):
        return second if first == ONE else first
    return first if sum(first) >= sum(second) else second


PLAIN = Counter(dict.fromkeys(TWO, 1))
AIMED = Counter(better(first, second) for first, second in product(TWO, TWO))


@pytest.mark.rule(
    "troika:6.2", "troika:6.2/shot-lost", "troika:6.2/shot-mighty", "troika:6.2/shot-fumble"
)
@pytest.mark.parametrize("ahead", [*range(-8, 9, 2), -11, 11])
def test_a_shot(ahead: int) -> None:
    ann = game.fighter("Ann", skill=8 + max(ahead, 0), weapons=["fusil"])
    bob = game.fighter("Bob", skill=8 - min(ahead, 0), armour=2, shield=True)
    expected = brute_shot(side(ann, "fusil"), side(bob, ""), PLAIN)
    assert game.odds("attack", (ann, bob), reading) == as_chances(expected)


@pytest.mark.rule("troika:6.2.2", "troika:6.2/aim-best")
@pytest.mark.parametrize("ahead", range(-6, 7, 3))
def test_an_aimed_shot(ahead: int) -> None:
    ann = game.fighter("Ann", skill=8 + max(ahead, 0), weapons=["bow"])
    bob = game.fighter("Bob", skill=8 - min(ahead, 0), armour=1)
    expected = brute_shot(side(ann, "bow"), side(bob, ""), AIMED)
    assert game.odds("attack", (ann, bob), reading, aim=True) == as_chances(expected)


@pytest.mark.rule("troika:6.2.2")
def test_aim_against_icepool() -> None:
    # The better of two sums of 2d6, against another.
    two = 2 @ icepool.d6
    contest = icepool.map(lambda a, b, d: (max(a, b), d), two, two, two)
    hits = sum(
        contest.quantity((a, d))
        for a, d in contest.outcomes()
        if a != 2 and (a == 12 or d == 2 or a > d)
    )
    ann, bob = game.fighter("Ann", weapons=["bow"]), game.fighter("Bob")
    found = game.odds("attack", (ann, bob), word_of, aim=True)
    assert found["hit"] == Fraction(hits, contest.denominator())


@pytest.mark.rule("troika:6.2.1")
def test_a_shot_into_a_melee() -> None:
    ann, bob = game.fighter("Ann", weapons=["bow"]), game.fighter("Bob")
    cid = game.fighter("Cid", armour=3)
    alone = game.odds("attack", (ann, bob), word_of)
    found = game.odds("attack", (ann, bob, cid), reading)
    struck = {
        name: sum(p for (_, blows), p in found.items() if blows and blows[0][0] == name)
        for name in ("Bob", "Cid")
    }
    assert struck == {"Bob": alone["hit"] / 2, "Cid": alone["hit"] / 2}


# Unaware
@pytest.mark.rule(
    "troika:7.3", "troika:7.3/double-six", "troika:7.3/double-one", "troika:7.3/cover"
)
@pytest.mark.parametrize("six", ["miss", "mighty-blow"])
@pytest.mark.parametrize("one", ["hit", "fumble"])
@pytest.mark.parametrize(
    ("total", "cover"), [(1, 0), (2, 0), (7, 0), (8, 3), (11, 6), (12, 0), (20, 2)]
)
def test_an_unaware_target(total: int, cover: int, six: str, one: str) -> None:
    ann = game.fighter("Ann", skill=total, weapons=["axe"])
    bob = game.fighter("Bob", skill=12, armour=1)
    expected: Counter[Reading] = Counter()
    for faces, die in product(TWO, range(1, 7)):
        hit = sum(faces) <= total - cover
        if faces == SIX:
            hit = six == "mighty-blow"
        if faces == ONE and one == "fumble":
            hit = False
        amount = blow(side(ann, "axe"), side(bob, ""), die, 2, 2 if faces == SIX else 1)
        expected["hit" if hit else "miss", (("Bob", amount),) if hit else ()] += 1
    rulings = {"unaware_double_six": six, "unaware_double_one": one}
    found = game.odds("attack", (ann, bob), reading, rulings, unaware=True, cover=cover)
    assert found == as_chances(expected)


@pytest.mark.rule("troika:6.2.2", "troika:7.3")
@pytest.mark.parametrize("six", ["miss", "mighty-blow"])
@pytest.mark.parametrize("one", ["hit", "fumble"])
def test_an_aimed_shot_at_the_unaware(six: str, one: str) -> None:
    ann, bob = game.fighter("Ann", skill=6, weapons=["bow"]), game.fighter("Bob")

    def hits(faces: tuple[int, ...]) -> bool:
        if faces == SIX:
            return six == "mighty-blow"
        return sum(faces) <= 6 and not (faces == ONE and one == "fumble")

    expected = Counter(
        "hit" if hits(first) or hits(second) else "miss" for first, second in product(TWO, TWO)
    )
    rulings = {"unaware_double_six": six, "unaware_double_one": one}
    found = game.odds("attack", (ann, bob), word_of, rulings, unaware=True, aim=True)
    assert found == as_chances(expected)


# Tests, hazards
@pytest.mark.rule("troika:1.1")
@pytest.mark.parametrize("target", range(1, 14))
def test_roll_under_against_icepool(target: int) -> None:
    two = 2 @ icepool.d6
    chance = two.probability("<=", min(target, 11))
    found = game.odds("roll under", [game.fighter(skill=target)], word_of)
    assert found.get("success", 0) == chance


@pytest.mark.rule("troika:1.2")
@pytest.mark.parametrize("ahead", [-4, 0, 3])
def test_roll_versus_against_icepool(ahead: int) -> None:
    difference = 2 @ icepool.d6 + ahead - 2 @ icepool.d6
    ann, bob = game.fighter("Ann", skill=9 + ahead), game.fighter("Bob", skill=9)
    assert game.odds("roll versus", (ann, bob), word_of) == {
        "first": difference.probability(">", 0),
        "tie": difference.probability("==", 0),
        "second": difference.probability("<", 0),
    }


@pytest.mark.rule("troika:7.9", "troika:7.9/drowned", "troika:7.8.1")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_water_and_falls_cost_against_icepool(count: int) -> None:
    lost = count @ icepool.d6
    ann = game.fighter(stamina=8)
    swim = game.odds("drown", [ann], word_of, failures=count - 1, failed=True)
    assert swim.get("drowned", 0) == lost.probability(">=", 8)
    fall = game.odds("fall", [ann], word_of, metres=2 * count)
    assert fall.get("landed", 0) == lost.probability("<", 8)
    assert fall.get("dying", 0) == lost.probability("==", 8)
    assert fall.get("dead", 0) == lost.probability(">", 8)


@pytest.mark.rule("troika:7.4", "troika:6.10")
def test_a_clinch_of_claws_and_a_grapple() -> None:
    tiger, ann = game.creature("tiger"), game.fighter("Ann", skill=8)
    found = game.odds("attack", (tiger, ann), reading)
    costs = {blows: p for (word, blows), p in found.items() if word == "clinch"}
    assert costs == {(("Tiger", die),): Fraction(1, 6 * 1296) for die in range(1, 7)}
    grapple = game.odds("attack", (ann, tiger), lambda o: o.effects, grapple="floor")
    out = {
        effects[0].after: chance
        for effects, chance in grapple.items()
        if effects and effects[0].field == "unconscious"
    }
    assert out == {rounds: Fraction(35, 6 * 1296) for rounds in range(1, 7)}


def test_weights_are_integers_and_chances_add_up_to_one() -> None:
    action = game.system().action("attack")
    fighters = (game.fighter("Ann", luck=9), game.fighter("Bob", luck=7))
    situation = action.situation(luck="attacker", luck_on_tie="defender", cover=2)
    lines = list(
        enumerate_play(lambda dice: action.play(fighters, situation, dice, game.rulings()))
    )
    assert all(isinstance(line.weight, int) and line.weight > 0 for line in lines)
    totals: Counter[int] = Counter()
    for line in lines:
        totals[line.total] += line.weight
    assert sum(Fraction(weight, total) for total, weight in totals.items()) == 1


KITS: list[tuple[list[str], dict[str, Any]]] = [
    (["axe"], {"luck": "defender", "luck_on_tie": "attacker"}),
    (["sword", "axe"], {"cover": 2, "prone": "defender"}),
    (["bow"], {"luck": "attacker"}),
    (["bow"], {"aim": True}),
    (["bow"], {"aim": True, "unaware": True, "cover": 1}),
    (["claws"], {"unaware": True, "luck": "attacker"}),
    (["sword"], {"grapple": "hurt"}),
]


@pytest.mark.parametrize(
    "rulings",
    [
        {},
        {"shot_mighty": "either"},
        {"shot_fumble": "as-melee"},
        {"shot_lost": "countered", "shot_mighty": "either", "shot_fumble": "as-melee"},
        {"shot_lost": "countered"},
        {"unaware_double_six": "mighty-blow", "unaware_double_one": "fumble"},
        {"mighty_against_fumble": "mighty-blow", "clamp": "each"},
        {"luck_tie_both": "defender", "weapon_choice": "first"},
    ],
)
@pytest.mark.parametrize(("weapons", "options"), KITS)
def test_merging_alike_throws_never_changes_the_odds(
    weapons: list[str], options: dict[str, Any], rulings: dict[str, object]
) -> None:
    ann = game.fighter("Ann", luck=8, skill=7, weapons=weapons)
    bob = game.fighter("Bob", luck=6, skill=6, weapons=["hammer"], armour=1)
    # `odds` compares both ways of counting.
    assert sum(game.odds("attack", (ann, bob), word_of, rulings, **options).values()) == 1
