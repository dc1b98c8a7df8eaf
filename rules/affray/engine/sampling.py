"""Playing a duel many times, where there are too many states to walk them all."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from affray.dice import QuietDice, Sum
from affray.engine.chain import Chain, Way
from affray.engine.exact import after
from affray.engine.pairs import A, B, Sides

FIGHTS, LEAST_FIGHTS = 20_000, 200
MOST_PLAYED = 2_000_000
LONGEST = 10_000
"""Exchanges after which a fight counts as one without end."""
QUIET = 500
"""So many exchanges without harm that counts, and it is one too."""
HOPELESS = 20
"""So many fights without end and none with one, and no more are fought."""


class Sampled(NamedTuple):
    """Counts over `fights`: draws, fights without end, rounds, what each winner had left."""

    fights: int
    draws: int
    endless: int
    rounds: dict[int, int]
    left: tuple[dict[int, int], dict[int, int]]


Fight = Callable[[], tuple[tuple[int | None, int] | None, int]]
"""Plays one fight: its ending as Pairs has it, None for no end, and the exchanges it took."""


def sample(sides: Sides, fights: int | None, seed: int) -> Sampled:
    """Play a duel `fights` times, at least once, through the rule function.

    Fewer times, where the first HOPELESS fights all have no end. None: FIGHTS times, or
    as many as take MOST_PLAYED exchanges, but for LEAST_FIGHTS.
    """
    known, is_out, rulings = sides.system.terms, sides.system.is_out, sides.rulings
    counts, dice = sides.counts(), QuietDice(seed)

    def fight() -> tuple[tuple[int | None, int] | None, int]:
        a, b, turn = sides.a, sides.b, sides.opening()
        rounds = quiet = 0
        out_a, out_b = is_out(a, rulings), is_out(b, rulings)
        while not (out_a or out_b) and rounds < LONGEST and quiet < QUIET:
            rounds += 1
            effects = sides.attack(a, b, turn)(dice).effects
            done = zip(
                known.done(effects, a.name), known.done(effects, b.name), counts, strict=True
            )
            quiet = 0 if any(one and (to_a or to_b) for to_a, to_b, one in done) else quiet + 1
            a, b = known.renew(after(a, effects)), known.renew(after(b, effects))
            out_a, out_b = is_out(a, rulings), is_out(b, rulings)
            turn = sides.following(turn)
        dice.thrown.clear()
        if out_a and out_b:
            return (None, 0), rounds
        if not (out_a or out_b):
            return None, rounds
        side, winner = (B, b) if out_a else (A, a)
        return (side, known.counted(winner, counts)), rounds

    return _counted(fight, fights)


def sample_chain(chain: Chain, fights: int | None, seed: int) -> Sampled:
    """Play a duel as `sample` does, drawing from the moves already enumerated for it."""
    dice, land = QuietDice(seed), chain.land

    @cache
    def row(node: int) -> tuple[list[int], Sum, Sequence[Way]]:
        ways, total = chain.ways_of(node)
        return list(accumulate(way.weight for way in ways)), Sum(1, total), ways

    def fight() -> tuple[tuple[int | None, int] | None, int]:
        harm_a = harm_b = rounds = 0
        at = land(0, 0, 0)
        while isinstance(at, int) and rounds < LONGEST:
            rounds += 1
            bounds, one, ways = row(at)
            _, at, more_a, more_b, _ = ways[bisect_left(bounds, dice.throw(one, "an exchange"))]
            harm_a, harm_b = harm_a + more_a, harm_b + more_b
            at = land(at, harm_a, harm_b)
        dice.thrown.clear()
        return (None if isinstance(at, int) else (at[0], at[1])), rounds

    return _counted(fight, fights)


def _counted(fight: Fight, fights: int | None) -> Sampled:
    draws = endless = done = played = 0
    rounds: dict[int, int] = {}
    left: tuple[dict[int, int], dict[int, int]] = ({}, {})
    while done < (fights or FIGHTS) and not endless == done == HOPELESS:
        if fights is None and played > MOST_PLAYED and done >= LEAST_FIGHTS:
            break
        done += 1
        ending, length = fight()
        played += length
        if ending is None:
            endless += 1
            continue
        rounds[length] = rounds.get(length, 0) + 1
        winner, counted = ending
        if winner is None:
            draws += 1
        else:
            left[winner][counted] = left[winner].get(counted, 0) + 1
    return Sampled(done, draws, endless, rounds, left)
