"""How likely is it that a side wins? Exact where the space of a fight is small enough, else drawn.

A fight is stopped after so many rounds, and then nobody wins it; that is in the chance.
"""

from typing import NamedTuple

from affray.engine.book import Book
from affray.engine.bounds import interval
from affray.engine.capped import capped
from affray.engine.chain import TooLarge
from affray.engine.draw import stepped
from affray.engine.space import Space
from affray.engine.walk import Walk
from affray.fight import Fight

LOOKS = 8
"""Looks at a simulation at most: after 100 fights, 200, 400 and so on."""

Z_OF_ALL_LOOKS = 3.836106931176034
"""The normal quantile of a two-sided 99.9 % for LOOKS looks together (Bonferroni)."""

FIRST_LOOK = 100
MOST_FIGHTS = 10_000
"""Fights after which a chance that is still undecided stays so."""

MOST_PLACES = 4_000
MOST_STATES = 60_000
"""Places that are made, and states that are walked, before a fight is drawn instead."""


class Answer(NamedTuple):
    """A chance between two bounds, all but equal where it is exact, and how that is known."""

    low: float
    high: float
    words: str

    def decides(self, *bounds: float | None) -> bool:
        """Whether it lies on one side of each bound."""
        return all(bound is None or not self.low < bound < self.high for bound in bounds)


def answer(
    fight: Fight,
    side: str,
    at_least: float | None,
    at_most: float | None,
    rounds: int,
    most: int = MOST_FIGHTS,
) -> Answer:
    """The chance that `side` wins the free fight, known well enough to decide the bounds.

    A simulation goes on until Wilson's interval lies on one side of each bound, or
    through `most` fights (MOST_FIGHTS or fewer). It is looked at again and again, LOOKS
    times at most, and each look has its share of the error, so that all of them together
    are as sure as the 99.9 % that are said. The same fight is always drawn with the same
    seeds.
    """
    exact = chance(fight, side, rounds)
    if exact is not None:
        return Answer(exact, exact, f"{side} wins with {exact:.4f} (exact)")
    play = stepped(fight, rounds)
    won = fights = 0
    look = min(FIRST_LOOK, most)
    while True:
        won += play(look - fights, fights).winners()[side]
        fights = look
        low, high = interval(won, fights, Z_OF_ALL_LOOKS)
        decided = "" if fights < most else ", the most that are played"
        words = f"{side} wins with {low:.3f} to {high:.3f} (99.9 %, {fights} fights{decided})"
        found = Answer(low, high, words)
        if fights == most or found.decides(at_least, at_most):
            return found
        look = min(2 * fights, most)


def chance(fight: Fight, side: str, rounds: int) -> float | None:
    """The chance that `side` wins within so many rounds, to 1e-9; None where there is too much
    to walk: for more than two, and where what they can do leads too far."""
    if len(fight.fighters) != 2 or len(fight.standing()) != 2:
        return None
    try:
        space = Space(fight, Book(fight), MOST_PLACES)
        ends = capped(Walk(space, MOST_STATES), rounds - fight.turns.round)
    except TooLarge:
        return None
    return sum(low + high for end, (low, high) in ends.items() if end and end[1] == side) / 2
