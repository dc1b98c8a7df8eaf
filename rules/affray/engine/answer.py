"""The chance that a side wins: exact where that is known to fit, else by simulation.

Exact means the chain of `affray.engine.duel`, which walks every way a duel can go. It knows
attacks in turn, and nothing of rounds or whose turn it is, so it fits a fight only where
these make no difference: between two of whom their system says that they trade blows
(`affray.engine.plain`), and while they do. A fight is stopped after so many rounds, a
duel is not; how likely that is comes from the lengths of both, exactly too.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from affray.engine.bounds import interval
from affray.engine.chain import Ending, TooLarge, Way
from affray.engine.duel import MOST_PAIRS, MOST_STATES
from affray.engine.lengths import lengths
from affray.engine.pairs import Pairs, Sides, TooManyPairs
from affray.engine.plain import deeds_within, trades_blows
from affray.engine.solve import solve
from affray.engine.tell import QuietSupply, play_out
from affray.engine.walk import Walk
from affray.fight import End, Fight

LOOKS = 8
"""Looks at a simulation at most: after 100 fights, 200, 400 and so on."""

Z_OF_ALL_LOOKS = 3.836106931176034
"""The normal quantile of a two-sided 99.9 % for LOOKS looks together (Bonferroni)."""

FIRST_LOOK = 100
MOST_FIGHTS = 10_000
"""Fights after which a chance that is still undecided stays so."""

TAIL = Fraction(1, 10**7)
"""What may be left of the chances of longer duels when their numbers are listed."""

UNSEEN = 1e-6
"""Bounds no farther apart than this are one number to whoever reads it."""

OTHERWISE = ("otherwise", 0)
"""How a trade of blows ends in which nobody fell."""


class Settled(NamedTuple):
    """A chance between two bounds, all but equal where it is exact, and how that is known."""

    low: float
    high: float
    words: str

    def decides(self, *bounds: float | None) -> bool:
        """Whether it lies on one side of each bound."""
        return all(bound is None or not self.low < bound < self.high for bound in bounds)


def settle(
    fight: Fight,
    side: str,
    at_least: float | None,
    at_most: float | None,
    rounds: int,
    most: int = MOST_FIGHTS,
) -> Settled:
    """The chance that `side` wins the free fight, known well enough to decide the bounds.

    A simulation goes on until Wilson's interval lies on one side of each bound, or
    through `most` fights (MOST_FIGHTS or fewer). It is looked at again and again, LOOKS
    times at most, and each look has its share of the error, so that all of them together
    are as sure as the 99.9 % that are said. The same fight is always simulated with the
    same seeds.
    """
    exact = _exact(fight, side, rounds)
    if exact is not None and exact.decides(at_least, at_most):
        return exact
    won = fights = 0
    look = min(FIRST_LOOK, most)
    while True:
        won += sum(_winner(fight, seed, rounds) == side for seed in range(fights, look))
        fights = look
        low, high = interval(won, fights, Z_OF_ALL_LOOKS)
        decided = "" if fights < most else ", the most that are played"
        words = f"{side} wins with {low:.3f} to {high:.3f} (99.9 %, {fights} fights{decided})"
        settled = Settled(low, high, words)
        if fights == most or settled.decides(at_least, at_most):
            return settled
        look = min(2 * fights, most)


def _winner(fight: Fight, seed: int, rounds: int) -> str | None:
    for event in play_out(fight, QuietSupply(seed), rounds):
        if isinstance(event, End):
            return event.winner
    raise AssertionError("a fight that is played out ends")


def _exact(fight: Fight, side: str, rounds: int) -> Settled | None:
    """The chance of a fight that goes as a duel does, for as long as it does.

    What goes on otherwise may be won or lost, and what the cap stops is won by nobody:
    these are between the bounds. None for any other fight, and for a duel with too many
    states or too long to walk.
    """
    if not trades_blows(fight) or len(fight.standing()) < 2:
        return None
    a, b = fight.fighters
    sides = Sides(fight.rules, a, b, ({}, {}), fight.rulings, "alternate")
    try:
        walk = Walk(_Trade(Pairs(sides, MOST_PAIRS), sides.system.terms.trades), MOST_STATES)
    except (TooManyPairs, TooLarge):
        return None
    solution = solve(walk)
    if solution.endless:
        return None
    spread = lengths(walk, solution.ticks, TAIL)
    if spread is None:
        return None
    own = [fight.sides[one.name] for one in (a, b)].index(side)
    won = sum((share for (who, _), share in solution.ends.items() if who == own), Fraction(0))
    low = float(max(Fraction(0), won - _stopped(fight, rounds, *spread)))
    high = float(won + solution.ends.get(OTHERWISE, 0))
    if high - low <= UNSEEN:
        return Settled(low, high, f"{side} wins with {high:.4f} (exact)")
    return Settled(low, high, f"{side} wins with {low:.4f} to {high:.4f} (exact bounds)")


class _Trade:
    """A duel that ends, too, when it is no longer all one who attacks: a weapon may shatter.

    And when blows can do no more harm: a fight is stopped then, a duel is not.
    """

    def __init__(self, pairs: Pairs, trades: Callable[[Any], bool]) -> None:
        self._pairs, self._trades = pairs, trades

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        """As of the duel, while it is all one."""
        ways, total = self._pairs.ways_of(node)
        pair = self._pairs.pairs[node]
        goes_on = self._trades(pair.a) and self._trades(pair.b)
        return ways if goes_on and any(w.harm_a or w.harm_b for w in ways) else (), total

    def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
        """As in the duel, while it is all one."""
        landed = self._pairs.land(node, harm_a, harm_b)
        return landed if landed != node or self.ways_of(node)[0] else OTHERWISE


def _stopped(fight: Fight, rounds: int, ended: dict[int, Fraction], longer: Fraction) -> Fraction:
    """The chance, at most, that a trade takes more blows than there are turns for.

    `ended` has the chance of each number of them, `longer` that of any greater one.
    """
    fewer = deeds_within(fight, rounds, max(ended))
    return longer + sum(share * fewer[number] for number, share in ended.items())
