"""Duels, against an independent solution, direct enumeration, and fights fought out."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from affray.deed import resolve
from affray.dice import SeededDice
from affray.engine import sampling as odds_sampling
from affray.engine.bounds import interval
from affray.engine.bout import Duel, Exchanged
from affray.engine.chain import TooLarge
from affray.engine.exact import after
from affray.engine.sampling import Sampled, drawn, sample
from affray.faults import AffrayError, BadRequest, Forbidden
from affray.systems.troika import harm as troika_harm
from tests.odds.arena import ANSWERS, AXE, D6, STRIKES, SWORD, TWO, game
from tests.reference.troika import settle
from tests.scaffold.work import calls

FISTS = (1, 1, 1, 2, 2, 3, 4)
Rows = tuple[tuple[int, ...], tuple[int, ...]]


def both(**fields: Any) -> tuple[Any, Any]:
    return game.fighter("Ann", **fields), game.fighter("Bob", **{**fields, "weapons": ["axe"]})


# An independent solution
@cache
def exchange(ahead: int, rows: Rows, natural: bool) -> dict[tuple[bool, int, int], Fraction]:
    """An exchange from the rules: (both weapons shattered, lost by B, lost by A)."""
    found: Counter[tuple[bool, int, int]] = Counter()
    for (a, n), (d, m), mine, theirs in product(TWO.items(), TWO.items(), D6, D6):
        word, bonus, times = settle(a, d, ahead)
        to_b = rows[0][min(7, mine + bonus) - 1] * times * (word in STRIKES)
        to_a = rows[1][min(7, theirs + bonus) - 1] * times * (word in ANSWERS)
        if word == "clinch" and natural:
            to_b, to_a = theirs, mine
        found[word == "clinch" and not natural, to_b, to_a] += n * m
    return {key: Fraction(weight, 6**6) for key, weight in found.items()}


Ends = dict[tuple[str, int], Fraction]


def by_recursion(stamina: tuple[int, int], ahead: int, armed: Rows, unarmed: Rows) -> Ends:
    """The chance of each end (who wins, with how much Stamina), state by state."""

    @cache
    def ends(a: int, b: int, whole: bool) -> Ends:
        if a <= 0 or b <= 0:
            return {
                ("draw", 0) if a <= 0 and b <= 0 else ("A", a) if b <= 0 else ("B", b): Fraction(1)
            }
        rows = armed if whole else unarmed
        found: Ends = {}
        tie = Fraction(0)
        for (shattered, to_b, to_a), p in exchange(ahead, rows, not whole).items():
            if not (shattered or to_b or to_a):
                tie += p
                continue
            for end, q in ends(a - to_a, b - to_b, whole and not shattered).items():
                found[end] = found.get(end, Fraction(0)) + p * q
        return {end: p / (1 - tie) for end, p in found.items()}

    return ends(*stamina, True)


@pytest.mark.parametrize(
    ("ahead", "stamina"), [(0, (12, 12)), (2, (9, 14)), (-3, (15, 8)), (11, (6, 20)), (1, (1, 1))]
)
def test_against_an_independent_solution(ahead: int, stamina: tuple[int, int]) -> None:
    a = game.fighter("A", skill=6 + max(ahead, 0), stamina=stamina[0])
    b = game.fighter("B", skill=6 - min(ahead, 0), stamina=stamina[1], weapons=["axe"])
    found = game.duel(a, b)
    expected = by_recursion(stamina, ahead, (SWORD, AXE), (FISTS, FISTS))
    assert found.method == "exact"
    assert found.draw == expected.get(("draw", 0), 0)
    for name in "AB":
        assert found.left[name] == {
            left: p for (who, left), p in sorted(expected.items()) if who == name
        }
    assert sum(found.win.values()) + found.draw == 1


def test_natural_weapons_in_a_clinch() -> None:
    """Fists against fists never shatter: a double 6 on both sides costs each a die."""
    a, b = (game.fighter(name, weapons=[], stamina=7) for name in "AB")
    found = game.duel(a, b)
    expected = by_recursion((7, 7), 0, (FISTS, FISTS), (FISTS, FISTS))

    @cache
    def ends(x: int, y: int) -> tuple[Fraction, Fraction]:
        """The chance that A wins, and of a draw, with the clinch of claws."""
        if x <= 0 or y <= 0:
            return Fraction(y <= 0 < x), Fraction(x <= 0 and y <= 0)
        ways = exchange(0, (FISTS, FISTS), True)
        still = ways[False, 0, 0]
        parts = [
            (p, ends(x - to_a, y - to_b)) for (_, to_b, to_a), p in ways.items() if to_a or to_b
        ]
        win, draw = (sum(p * end[i] for p, end in parts) / (1 - still) for i in (0, 1))
        return Fraction(win), Fraction(draw)

    assert (found.win["A"], found.draw) == ends(7, 7)
    assert found.win["A"] == found.win["B"]
    assert set(expected) > {("A", 7)}


def test_equals_the_enumeration_of_every_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counting damage from one enumeration gives, pair by pair enumerated anew."""
    a = game.fighter("Ann", stamina=7, luck=2)
    b = game.fighter("Bob", stamina=6, weapons=["claws"], armour=1)
    for options in ({}, {"luck": "attacker"}, {"cover": 1, "prone": "defender"}):
        plain = game.duel(a, b, options, rounds=True)
        with monkeypatch.context() as patch:
            looking = replace(game.system().terms, blind=False)
            patch.setattr(troika_harm, "TERMS", looking)
            direct = game.duel(a, b, options, rounds=True, most_pairs=20_000)
        assert direct.rounds == pytest.approx(plain.rounds, rel=0, abs=1e-12)
        direct, plain = (replace(f, rounds=None, rounds_more=None) for f in (direct, plain))
        assert direct == plain


@pytest.mark.parametrize("first", ["alternate", "a", "b", "always-a", "always-b"])
def test_in_an_even_exchange_it_makes_no_difference_who_attacks(first: Any) -> None:
    a, b = both()
    found = game.duel(a, b, first=first)
    assert found == game.duel(a, b)


def test_cover_is_for_who_is_attacked() -> None:
    a, b = both()
    plain, covered = game.duel(a, b), game.duel(a, b, {"cover": 3})
    always = game.duel(a, b, {"cover": 3}, first="always-a")
    spared = game.duel(a, b, {"cover": 3}, first="always-b")
    assert always.win["Bob"] > covered.win["Bob"] > plain.win["Bob"]
    assert spared == plain
    begun = game.duel(a, b, {"cover": 3}, first="b")
    assert begun.win["Bob"] < covered.win["Bob"]
    answered = game.duel(a, b, {"cover": 3}, answer={"cover": 3})
    assert answered.win["Ann"] > covered.win["Ann"]


def test_who_tests_luck_does_so_whoever_attacks() -> None:
    a, b = game.fighter("Ann", luck=10, stamina=10), game.fighter("Bob", stamina=10)
    own = {"luck": "attacker"}
    found = game.duel(a, b, own)
    assert found == game.duel(a, b, own, first="always-a")
    assert found.win["Ann"] > game.duel(a, b).win["Ann"]
    with pytest.raises(Forbidden):
        game.duel(b, a, own)
    mirrored = game.duel(b, a, {"luck": "defender"})
    assert mirrored.win == found.win
    assert mirrored.left == found.left


def test_the_weapon_named_is_fought_with_until_it_shatters() -> None:
    a = game.fighter("Ann", weapons=["knife", "greatsword"])
    b = game.fighter("Bob")
    only = game.fighter("Ann", weapons=["greatsword", "knife"])
    named = game.duel(a, b, {"weapon": ["greatsword"]}, first="always-a")
    assert named == game.duel(only, b, first="always-a")


def test_states_the_duel_starts_from() -> None:
    a, b = both()
    hurt = game.fighter("Bob", now={"stamina": 1}, weapons=["axe"])
    assert game.duel(a, hurt).win["Ann"] > game.duel(a, b).win["Ann"]
    out = game.fighter("Bob", now={"stamina": 0})
    over = game.duel(a, out, rounds=True)
    assert over.win == {"Ann": 1, "Bob": 0}
    assert over.rounds_mean == 0


def test_nobody_can_hurt_anybody() -> None:
    """Rows of nothing: the only ends left are those of fists, after a clinch."""
    feather = {"name": "feather", "damage": [0] * 7}
    quill = {"name": "quill", "damage": [0] * 7, "natural": True}
    a, b = (game.fighter(name, weapons=[feather]) for name in "AB")
    found = game.duel(a, b, rounds=True)
    assert found.endless == 0
    assert found.win["A"] == found.win["B"]
    pillows = {"name": "pillow", "damage": [0] * 7, "natural": True}
    pair = game.fighter("A", weapons=[quill]), game.fighter("B", weapons=[pillows])
    # Claws of nothing still pay a die for each clinch.
    assert game.duel(*pair).endless == 0


def test_rounds() -> None:
    a, b = both()
    found = game.duel(a, b, rounds=True)
    assert found.rounds is not None
    assert found.rounds_more is not None
    assert found.rounds_mean is not None
    assert sum(found.rounds.values()) + found.rounds_more == 1
    assert found.rounds_more < Fraction(1, 1000)
    partial = sum(n * p for n, p in found.rounds.items())
    assert partial < found.rounds_mean < partial + found.rounds_more * 2 * max(found.rounds)
    assert game.duel(a, b).rounds is None


# Fights fought out
def by_hand(a: Any, b: Any, fights: int, seed: int) -> Sampled:
    """Plain play through the rule function, effect by effect, by the dice of a seed."""
    dice, draws, rounds = SeededDice(seed), 0, Counter[int]()
    left: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for _ in range(fights):
        pair, number = [a, b], 0
        while all(f.stamina > 0 for f in pair):
            order = pair if number % 2 == 0 else pair[::-1]
            outcome = resolve(game.system(), "attack", order, {}, dice, game.rulings())
            pair = [after(f, outcome.effects) for f in pair]
            number += 1
        rounds[number] += 1
        stand = [place for place, f in enumerate(pair) if f.stamina > 0]
        draws += not stand
        for place in stand:
            left[place][pair[place].stamina] += 1
    return Sampled(fights, draws, 0, rounds, left)


def space(a: Any, b: Any, most_places: int = 100) -> Exchanged:
    return Exchanged(Duel(game.system(), a, b, ({}, {}), game.rulings(), "alternate"), most_places)


def test_twenty_thousand_fights_agree() -> None:
    """Direct play through the rule function, in the effects it gives, dice of a seed."""
    a, b = game.fighter("Ann", armour=1), game.fighter("Bob", weapons=["axe"], shield=True)
    found = game.duel(a, b, rounds=True)
    fights = 20_000
    sampled = by_hand(a, b, fights, 7)
    counts = [sum(won.values()) for won in sampled.left]
    chances = [*found.win.values(), found.draw]
    for count, chance in zip([*counts, sampled.draws], chances, strict=True):
        error = (float(chance) * (1 - float(chance)) / fights) ** 0.5
        assert abs(count / fights - float(chance)) <= 5 * error
    mean = sum(n * count for n, count in sampled.rounds.items()) / fights
    assert found.rounds is not None
    assert found.rounds_mean is not None
    square = sum(n * n * p for n, p in found.rounds.items())
    spread = float(square - found.rounds_mean**2) ** 0.5
    assert abs(mean - float(found.rounds_mean)) <= 5 * spread / fights**0.5
    for left, won in zip(found.left.values(), sampled.left, strict=True):
        for value, chance in left.items():
            error = (float(chance) * (1 - float(chance)) / fights) ** 0.5
            assert abs(won.get(value, 0) / fights - float(chance)) <= 5 * error + 1 / fights


@pytest.mark.parametrize("bound", [{"most_states": 20}, {"most_pairs": 2}])
def test_a_duel_too_large_is_simulated_and_says_so(bound: Any) -> None:
    a, b = both()
    exact = game.duel(a, b)
    found = game.duel(a, b, fights=2000, seed=5, **bound)
    assert (found.method, found.size, found.seed) == ("simulated", 2000, 5)
    assert found == game.duel(a, b, fights=2000, seed=5, **bound)
    assert found.low is not None
    assert found.high is not None
    assert found.rounds is not None
    for name in ("Ann", "Bob"):
        assert found.low[name] < found.win[name] < found.high[name]
        assert found.low[name] - 0.03 < exact.win[name] < found.high[name] + 0.03
    assert sum(found.rounds.values()) == 1
    drawn = game.duel(a, b, fights=3, **bound)
    assert drawn.seed is not None


def test_fights_drawn_from_the_chain_agree_too() -> None:
    """The moves enumerated once, drawn from, give what all of them give."""
    a, b = both(armour=1)
    exact = game.duel(a, b)
    sampled = sample(drawn(space(a, b), 9), 20_000)
    for side, name in enumerate(("Ann", "Bob")):
        chance, won = float(exact.win[name]), sum(sampled.left[side].values()) / 20_000
        assert abs(won - chance) <= 5 * (chance * (1 - chance) / 20_000) ** 0.5
    assert set(sampled.left[0]) <= set(exact.left["Ann"])


def test_the_interval_is_wilsons() -> None:
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)


def test_it_is_as_sure_as_it_is_asked_to_be() -> None:
    z = 3.2905267314918945  # 99.9 %
    assert interval(0, 100, z)[0] == pytest.approx(0)
    assert interval(100, 100, z)[1] == pytest.approx(1)
    assert interval(500, 1000, z) == pytest.approx((0.4482, 0.5518), abs=1e-4)


def test_long_fights_are_fought_fewer_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_sampling, "MOST_PLAYED", 1000)
    monkeypatch.setattr(odds_sampling, "LEAST_FIGHTS", 5)
    a, b = both(stamina=40)
    found = game.duel(a, b, seed=1, most_states=5)
    assert found.method == "simulated"
    assert 5 <= found.size < 1000
    assert game.duel(a, b, seed=1, most_states=5, fights=1500).size == 1500


def test_a_fight_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_sampling, "LONGEST", 3)
    a, b = (game.fighter(name, stamina=900) for name in "AB")
    found = game.duel(a, b, fights=4, seed=1, most_states=5)
    assert found.endless == 1
    assert found.rounds_mean is None
    assert found.size == 4


# What is refused
def test_what_makes_no_duel() -> None:
    a, b = both()
    with pytest.raises(BadRequest, match="both are called Ann"):
        game.duel(a, a)
    with pytest.raises(BadRequest, match="blows"):
        game.duel(a, b, {"grapple": "hurt"})
    with pytest.raises(AffrayError, match="cover"):
        game.duel(a, b, {"cover": 9})


def test_the_pairs_are_bounded() -> None:
    with pytest.raises(TooLarge):
        space(*both(), most_places=3).explore()


# Time
@pytest.mark.parametrize("weapons", [("sword", "sword"), ("sword", "axe"), ("claws", "claws")])
def test_a_duel_takes_little_work(weapons: tuple[str, str]) -> None:
    """24 against 24 Stamina: some 10 ms of it."""
    a, b = (
        game.fighter(name, stamina=24, weapons=[weapon])
        for name, weapon in zip("AB", weapons, strict=True)
    )
    assert calls(lambda: game.duel(a, b)) < 110_000
