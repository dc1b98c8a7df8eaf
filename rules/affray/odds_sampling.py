"""Playing a duel many times, where there are too many states to walk them all."""

from math import sqrt
from typing import NamedTuple

from affray.dice import SeededDice
from affray.odds import after
from affray.odds_pairs import A, B, Sides
from affray.odds_terms import referee, terms

LONGEST = 10_000
"""Exchanges after which a fight counts as one without end."""

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


def sample(sides: Sides, fights: int, seed: int) -> Sampled:
    """Play a duel `fights` times, at least once, through the rule function."""
    dice = QuietDice(seed)
    known, keep = terms(sides.system), referee(sides.system)
    rulings = sides.rulings
    draws = endless = 0
    rounds: dict[int, int] = {}
    left: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for _ in range(fights):
        a, b, turn = sides.a, sides.b, sides.opening()
        number = 0
        out_a, out_b = keep.is_out(a, rulings), keep.is_out(b, rulings)
        while not (out_a or out_b) and number < LONGEST:
            number += 1
            effects = sides.attack(a, b, turn, dice).effects
            a, b = keep.loosen(after(a, effects)), keep.loosen(after(b, effects))
            out_a, out_b = keep.is_out(a, rulings), keep.is_out(b, rulings)
            turn = sides.following(turn)
        dice.thrown.clear()
        if out_a and out_b:
            draws += 1
        elif out_a or out_b:
            side, winner = (B, b) if out_a else (A, a)
            counted = known.counted(winner)
            left[side][counted] = left[side].get(counted, 0) + 1
        else:
            endless += 1
            continue
        rounds[number] = rounds.get(number, 0) + 1
    return Sampled(fights, draws, endless, rounds, left)


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a chance that came off `count` times out of `of`."""
    share, square = count / of, Z95 * Z95
    middle = share + square / (2 * of)
    spread = Z95 * sqrt(share * (1 - share) / of + square / (4 * of * of))
    below = 1 + square / of
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
