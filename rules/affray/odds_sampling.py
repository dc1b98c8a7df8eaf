"""Playing a duel many times, where there are too many states to walk them all."""

from math import sqrt
from typing import Any, NamedTuple

from affray.dice import Dice, SeededDice
from affray.odds import after
from affray.odds_pairs import A, B, Sides
from affray.odds_terms import is_out_of, terms

LONGEST = 10_000
"""Exchanges after which a fight counts as one without end."""
QUIET = 500
"""So many exchanges without harm that counts, and it is one too."""
HOPELESS = 20
"""So many fights without end and none with one, and no more are fought."""

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 %."""


class QuietDice(SeededDice):
    """Seeded dice whose throws nobody will read about."""

    explains = False


class Sampled(NamedTuple):
    """Counts over `fights`: draws, fights without end, rounds, what each winner had left."""

    fights: int
    draws: int
    endless: int
    rounds: dict[int, int]
    left: tuple[dict[int, int], dict[int, int]]


class Fought(NamedTuple):
    """One fight: both as they stood at last, who was out, and the exchanges it took."""

    a: Any
    b: Any
    out_a: bool
    out_b: bool
    rounds: int


def sample(sides: Sides, fights: int, seed: int) -> Sampled:
    """Play a duel `fights` times, at least once, through the rule function.

    Fewer times, where the first HOPELESS fights all have no end.
    """
    dice, known, counts = QuietDice(seed), terms(sides.system), sides.counts()
    draws = endless = done = 0
    rounds: dict[int, int] = {}
    left: tuple[dict[int, int], dict[int, int]] = ({}, {})
    while done < fights and not endless == done == HOPELESS:
        done += 1
        fought = _fight(sides, dice)
        dice.thrown.clear()
        if not (fought.out_a or fought.out_b):
            endless += 1
            continue
        rounds[fought.rounds] = rounds.get(fought.rounds, 0) + 1
        if fought.out_a and fought.out_b:
            draws += 1
            continue
        side, winner = (B, fought.b) if fought.out_a else (A, fought.a)
        counted = known.counted(winner, counts)
        left[side][counted] = left[side].get(counted, 0) + 1
    return Sampled(done, draws, endless, rounds, left)


def _fight(sides: Sides, dice: Dice) -> Fought:
    known, is_out, rulings = terms(sides.system), is_out_of(sides.system), sides.rulings
    a, b, turn, counts = sides.a, sides.b, sides.opening(), sides.counts()
    rounds = quiet = 0
    out_a, out_b = is_out(a, rulings), is_out(b, rulings)
    while not (out_a or out_b) and rounds < LONGEST and quiet < QUIET:
        rounds += 1
        effects = sides.attack(a, b, turn, dice).effects
        done = zip(known.done(effects, a.name), known.done(effects, b.name), counts, strict=True)
        quiet = 0 if any(one and (to_a or to_b) for to_a, to_b, one in done) else quiet + 1
        a, b = known.renew(after(a, effects)), known.renew(after(b, effects))
        out_a, out_b = is_out(a, rulings), is_out(b, rulings)
        turn = sides.following(turn)
    return Fought(a, b, out_a, out_b, rounds)


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a chance that came off `count` times out of `of`."""
    share, square = count / of, Z95 * Z95
    middle = share + square / (2 * of)
    spread = Z95 * sqrt(share * (1 - share) / of + square / (4 * of * of))
    below = 1 + square / of
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
