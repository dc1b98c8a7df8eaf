"""Contests: two rolls against each other, as one roll."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from affray.dice import Classes, Faces, Roll

A = TypeVar("A")
B = TypeVar("B")


class Contest(Generic[A, B]):
    """Two rolls, one after the other, of which only what can be told apart later is told.

    It is thrown where odds are reckoned (`Dice.merges`, `Dice.counts`), so that no rule is
    played for each pair of readings: a reading is the first pair of its kind, and a rule
    goes on with it as with two throws. Nothing may be decided between the two.
    """

    __slots__ = ("_classes", "_one", "_other", "count", "sides")

    def __init__(self, one: Roll[A], other: Roll[B], kind: Callable[[A, B], Hashable]) -> None:
        """`kind` says of a pair all that whatever follows can tell apart, and no more.

        Both rolls have dice of the same sides. Making one looks at every pair: cache it by
        what `kind` hangs on.
        """
        self._one, self._other = one, other
        self.count, self.sides = one.count + other.count, one.sides
        answers = other.classes()
        merged: dict[Hashable, tuple[A, B]] = {}
        weights: dict[Hashable, int] = {}
        for own, weight in one.classes():
            for answer, more in answers:
                what = kind(own, answer)
                if what in weights:
                    weights[what] += weight * more
                else:
                    merged[what], weights[what] = (own, answer), weight * more
        self._classes = tuple(zip(merged.values(), weights.values(), strict=True))

    def read(self, faces: Faces) -> tuple[A, B]:
        """Both readings, the one that is thrown first in front."""
        cut = self._one.count
        return self._one.read(faces[:cut]), self._other.read(faces[cut:])

    def classes(self) -> Classes[tuple[A, B]]:
        """One pair of each kind, with the weight of all of its kind."""
        return self._classes
