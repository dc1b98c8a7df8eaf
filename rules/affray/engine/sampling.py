"""Playing a duel many times, where there are too many states to walk them all."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from affray.dice import QuietDice, Sum
from affray.engine.bout import Duel, Exchanges
from affray.engine.chain import Chain, Ending, Way
from affray.engine.space import NEVER
from affray.engine.step import step
from affray.supply import OneSupply

FIGHTS, LEAST_FIGHTS = 20_000, 200
MOST_PLAYED = 2_000_000
LONGEST = 10_000
"""Exchanges after which a fight counts as one without end."""
QUIET = 500
"""So many exchanges without harm, and it is one too."""
HOPELESS = 20
"""So many fights without end and none with one, and no more are fought."""


class Sampled(NamedTuple):
    """Counts over `fights`: draws, fights without end, rounds, what each winner had left."""

    fights: int
    draws: int
    endless: int
    rounds: dict[int, int]
    left: tuple[dict[int, int], dict[int, int]]


Fought = tuple[Ending | None, int]
"""How one fight ended, as its chain has it (None: it did not), and the exchanges it took."""


def drawn(chain: Chain, seed: int) -> Callable[[], Fought]:
    """Plays a duel by drawing from the ways of its chain, as they are come to."""
    dice, land = QuietDice(seed), chain.land

    @cache
    def row(node: int) -> tuple[list[int], Sum, Sequence[Way]]:
        ways, total = chain.ways_of(node)
        return list(accumulate(way.weight for way in ways)), Sum(1, total), ways

    def fight() -> Fought:
        harm_a = harm_b = rounds = 0
        at = land(0, 0, 0)
        while isinstance(at, int) and rounds < LONGEST:
            bounds, one, ways = row(at)
            way = ways[bisect_left(bounds, dice.throw(one, "an exchange"))]
            harm_a, harm_b, rounds = harm_a + way.harm_a, harm_b + way.harm_b, rounds + way.ticks
            at = land(way.to, harm_a, harm_b)
        return (None if isinstance(at, int) else at), rounds

    return fight


def fought(duel: Duel, seed: int) -> Callable[[], Fought]:
    """Plays a duel exchange by exchange, where its pairs are too many to be told apart."""
    fight, exchanges, supply = duel.fight, Exchanges(duel), OneSupply(QuietDice(seed))
    counted, counts = duel.system.terms.counted, duel.counts()

    def play() -> Fought:
        state, end = exchanges.opened(fight), None
        while end is None and state.round - state.since < QUIET and state.round < LONGEST:
            end = step(state, supply, exchanges, NEVER)
        if end is None or end.winner is None:
            return (None if end is None else (None, 0)), state.round
        side = list(fight.sides).index(end.winner)
        return (side, counted(state.fighters[side], counts)), state.round

    return play


def sample(fight: Callable[[], Fought], fights: int | None) -> Sampled:
    """Play a duel `fights` times, at least once.

    Fewer times, where the first HOPELESS fights all have no end. None: FIGHTS times, or
    as many as take MOST_PLAYED exchanges, but for LEAST_FIGHTS.
    """
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
