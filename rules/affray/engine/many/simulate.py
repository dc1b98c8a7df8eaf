"""Many fights by the same rules and tactics: how likely each end is, with its error bar."""

from collections.abc import Callable
from contextlib import closing
from math import ceil
from typing import NamedTuple

from affray.dice import draw_seed
from affray.engine.bounds import Z95, interval
from affray.engine.deadly import refuse_endless
from affray.engine.draw import player
from affray.engine.many.batches import BY_DRIVER, BY_MACHINE, Gone, Plan, Runner, alone
from affray.engine.many.tallies import Tally
from affray.engine.step import MOST_ROUNDS
from affray.faults import BadData, BadRequest, Fault
from affray.fight import Fight

__all__ = ["FIGHTS", "MOST_FIGHTS", "Simulated", "fights_for", "simulate"]

FIGHTS = 10_000
"""Fights played unless somebody says otherwise: an error of at most one in a hundred."""
MOST_FIGHTS = 100_000_000
FINEST = 0.0005
"""The finest precision; one ten times finer takes a hundred times the fights."""
MOST_ROUNDS_ASKED = 1_000


class Simulated(NamedTuple):
    """What fights came to. `stopped` says why they are fewer than were wanted, if they are."""

    fight: Fight
    seed: int
    tally: Tally
    wanted: int
    stopped: str | None

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order they joined."""
        return tuple(dict.fromkeys(self.fight.sides.values()))

    def chance(self, count: int) -> tuple[float, float, float]:
        """The share of the fights that a count is, and its 95 % bounds."""
        n = self.tally.fights
        low, high = interval(count, n)
        # Where it never or always came, a bound is exact, which the formula is but nearly.
        return count / n, low if count else 0.0, high if count < n else 1.0


Progress = Callable[[int, int], None]
"""Told after each batch: the fights played, and how many it may have to be."""


def fights_for(precision: float) -> int:
    """Fights enough that no bound of a 95 % interval is farther than `precision` off.

    An even chance needs (z / 2 precision) ** 2; Wilson's bounds at the ends, where they lean
    to one side, need z ** 2 / precision.
    """
    return ceil(max((Z95 / (2 * precision)) ** 2, Z95**2 / precision)) + 10


def simulate(
    fight: Fight,
    fights: int = FIGHTS,
    *,
    precision: float | None = None,
    most_rounds: int = MOST_ROUNDS,
    seed: int | None = None,
    runner: Runner = alone,
    progress: Progress | None = None,
) -> Simulated:
    """Play a fight many times from where it stands.

    With `precision`, until every side's 95 % interval is no wider than that to either
    side. The result depends on the fight, the seed and these numbers alone, whatever runs
    it. When it is interrupted, or whoever plays goes away, what has been played counts.

    Raises:
        BadRequest: a number that cannot be.
        Forbidden: nothing says when anybody is out, or tactics that the rules do not allow.
        KeyboardInterrupt: interrupted before anything was played.
        BadData: those who play went away before anything was played.
    """
    check_numbers(fights, precision, most_rounds)
    refuse_endless(fight)
    if not fight.has_sides():
        raise BadRequest(Fault("a fight takes two sides", "put somebody on the other side"))
    if len(fight.standing()) < 2:
        raise BadRequest(Fault("the fight is over before it begins", "who would still stand?"))
    wanted = fights if precision is None else fights_for(precision)
    plan = Plan(fight, most_rounds, wanted, draw_seed() if seed is None else seed)
    play, by_machine = player(fight, most_rounds, wanted)
    tally, stopped = Tally(), None
    with closing(runner(plan, play, BY_MACHINE if by_machine else BY_DRIVER)) as played:
        try:
            for found in played:
                tally = tally.plus(found)
                if progress is not None:
                    progress(tally.fights, wanted)
                if precision is not None and _is_precise(fight, tally, precision):
                    wanted = tally.fights
                    break
        except KeyboardInterrupt:
            if not tally.fights:
                raise
            stopped = "interrupted"
        except Gone as gone:
            if not tally.fights:
                raise BadData(Fault(str(gone), "nothing had been played")) from None
            stopped = str(gone)
    return Simulated(fight, plan.seed, tally, wanted, stopped)


def check_numbers(fights: int, precision: float | None, most_rounds: int) -> None:
    """Raise BadRequest for numbers that make no sense, with what would."""
    if not 1 <= fights <= MOST_FIGHTS:
        raise BadRequest(Fault(f"`fights` cannot be {fights}", f"1 to {MOST_FIGHTS} fights"))
    if precision is not None and not FINEST <= precision < 0.5:
        hint = f"{FINEST} to 0.49: half the width of the 95 % interval"
        raise BadRequest(Fault(f"`precision` cannot be {precision:g}", hint))
    if not 1 <= most_rounds <= MOST_ROUNDS_ASKED:
        raise BadRequest(
            Fault(f"`most_rounds` cannot be {most_rounds}", f"1 to {MOST_ROUNDS_ASKED} rounds")
        )


def _is_precise(fight: Fight, tally: Tally, precision: float) -> bool:
    winners = tally.winners()
    for side in dict.fromkeys(fight.sides.values()):
        low, high = interval(winners[side], tally.fights)
        share = winners[side] / tally.fights
        if max(high - share, share - low) > precision:
            return False
    return True
