"""Fights played by hand, and what they come to."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

CAP = 50
"""Rounds after which a fight is given up."""
Chance = Callable[[], float]
"""A number from 0 up to 1."""


class Tally(NamedTuple):
    """Fights by their end, and their rounds together."""

    first: int
    second: int
    both_fell: int
    given_up: int
    rounds: int

    @property
    def fights(self) -> int:
        """How many there were."""
        return self.first + self.second + self.both_fell + self.given_up


def tallied(fight: Callable[[Chance], tuple[int, int]], n: int, seed: int) -> Tally:
    """Play so many: each comes to its rounds, and 1 where the first side fell, and 2 the other."""
    random = Random(seed).random
    ends, rounds = [0, 0, 0, 0], 0
    for _ in range(n):
        end, took = fight(random)
        ends[end] += 1
        rounds += took
    given_up, second, first, both_fell = ends
    return Tally(first, second, both_fell, given_up, rounds)
