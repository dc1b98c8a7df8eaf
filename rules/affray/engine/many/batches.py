"""Batches: fights in fixed portions, each with a seed of its own, played anywhere.

The number of a batch says all about its dice, so that the same seed gives the same counts
however many processes or machines play them, and in whatever order they come back.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, NamedTuple, Protocol

from affray.engine.draw import Player
from affray.engine.many.tallies import Tally
from affray.fight import Fight

BY_MACHINE, BY_DRIVER = 5_000, 50
"""Fights in a batch: some hundredths of a second."""
AHEAD = 4
"""Batches in work or waiting, for each process."""
SEED_BITS = 64


class Plan(NamedTuple):
    """Fights to be played: which, for how many rounds at most, how many, from what seed."""

    fight: Fight
    most_rounds: int
    fights: int
    seed: int


class Batch(NamedTuple):
    """A portion of a plan."""

    number: int
    fights: int
    seed: int


def batches(plan: Plan, size: int) -> Iterator[Batch]:
    """The portions of a plan, in order."""
    for number in range(-(-plan.fights // size)):
        fights = min(size, plan.fights - number * size)
        yield Batch(number, fights, (plan.seed << SEED_BITS) + number)


class Gone(Exception):
    """Those who played batches went away; the message says who."""


Played = Generator[Tally, None, None]
"""Counts of batches, in their order."""

Runner = Callable[[Plan, Player, int], Played]
"""Plays a plan in batches of a size; the player plays in this process."""


def alone(plan: Plan, play: Player, size: int) -> Played:
    """Play a plan in this process."""
    for batch in batches(plan, size):
        yield play(batch.fights, batch.seed)


class Future(Protocol):
    """What a pool gives for a batch."""

    def result(self) -> Any: ...
    def cancel(self) -> Any: ...


Submit = Callable[[Batch], Future]
Await = Callable[[Future], Tally | None]


def in_order(
    plan: Plan, play: Player, size: int, submit: Submit, wait: Await, ahead: int
) -> Played:
    """Keep some batches in work elsewhere and give their counts in order.

    One that could not be played elsewhere is played here, so that the error is raised here.
    """
    waiting: deque[tuple[Batch, Future]] = deque()
    left = batches(plan, size)
    try:
        while True:
            while len(waiting) < ahead and (batch := next(left, None)) is not None:
                waiting.append((batch, submit(batch)))
            if not waiting:
                return
            batch, future = waiting.popleft()
            tally = wait(future)
            yield play(batch.fights, batch.seed) if tally is None else tally
    finally:
        for _, future in waiting:
            future.cancel()
