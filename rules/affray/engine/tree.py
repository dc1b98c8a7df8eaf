"""What an action can come to, as a tree: chance, decisions, and how each way ends.

Nobody decides anything while a tree grows: only what the options of the action say is settled
in it. Whoever answers choices walks it afterwards, so that one tree is there for any of them.
`fold` walks it to the flat odds; `affray.engine.exact.tally` comes to the same as it plays,
without what nobody would choose.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from affray.dice import Choice, Chooser, Classes, Dice, Roll, Weighted
from affray.engine.chain import TooLarge

T = TypeVar("T")
R = TypeVar("R")


class Leaf(NamedTuple, Generic[R]):
    """How one way ends."""

    result: R


class Chance(NamedTuple, Generic[R]):
    """A throw: each reading's weight out of the total, and what follows."""

    ways: "tuple[tuple[int, Node[R]], ...]"
    total: int


class Decision(NamedTuple, Generic[R]):
    """A choice, and what follows each of its answers."""

    choice: Choice
    ways: "dict[str, Node[R]]"


Node = Leaf[R] | Chance[R] | Decision[R]


class _Fork(Generic[R]):
    """A place on the way that is being played: what it is, and what has grown from it."""

    def __init__(self, classes: Classes[object], total: int, choice: Choice | None) -> None:
        self.classes, self.total, self.choice = classes, total, choice
        self.grown: list[Node[R]] = []

    def node(self) -> "Node[R]":
        """The whole of it."""
        if self.choice is not None:
            return Decision(self.choice, dict(zip(self.choice.answers, self.grown, strict=True)))
        weights = (weight for _, weight in self.classes)
        return Chance(tuple(zip(weights, self.grown, strict=True)), self.total)


class _GrowingDice(Dice):
    """Throws and choices alike go the way that is being played."""

    explains, hears = False, True

    def __init__(self, path: list[_Fork[R]], merges: bool) -> None:
        super().__init__()
        self.merges = merges
        self._path, self._depth = path, 0

    def throw(self, roll: Roll[T], what: str) -> T:
        found: T = self._next(roll.classes(), roll.sides**roll.count, None)  # type: ignore[assignment]
        return found

    def choose(self, choice: Choice, option: str | None = None) -> str:
        if option is not None:
            return option
        return str(self._next(tuple((answer, 1) for answer in choice.answers), 1, choice))

    def asks(self, key: str, who: str) -> bool:
        return True

    def _next(self, classes: Classes[object], total: int, choice: Choice | None) -> object:
        if self._depth == len(self._path):
            self._path.append(_Fork(classes, total, choice))
        self._depth += 1
        fork = self._path[self._depth - 1]
        return fork.classes[len(fork.grown)][0]


def grow(play: Callable[[Dice], R], merges: bool = False, limit: int | None = None) -> "Node[R]":
    """The tree of all that a play can come to, each choice answered each way.

    Raises:
        TooLarge: it has more than `limit` leaves.
    """
    path: list[_Fork[R]] = []
    for ways in itertools.count(1):
        node: Node[R] = Leaf(play(_GrowingDice(path, merges)))
        if limit is not None and ways > limit:
            raise TooLarge(f"more than {limit} ways")
        while path:
            path[-1].grown.append(node)
            if len(path[-1].grown) < len(path[-1].classes):
                break
            node = path.pop().node()
        else:
            return node
    raise AssertionError("ways end")


def fold(tree: "Node[R]", *choosers: Chooser) -> Iterator[Weighted[R]]:
    """Each leaf that can be come to when these answer the choices, with its exact chance.

    The first chooser that has an answer gives it; else it is the choice's default.
    """
    return _walk(tree, choosers, 1, 1)


def _walk(
    node: "Node[R]", choosers: Sequence[Chooser], weight: int, total: int
) -> Iterator[Weighted[R]]:
    if isinstance(node, Leaf):
        yield Weighted(node.result, weight, total)
    elif isinstance(node, Chance):
        for own, following in node.ways:
            yield from _walk(following, choosers, weight * own, total * node.total)
    else:
        said = (one.answer(node.choice) for one in choosers)
        default = node.choice.default
        answer = next((one for one in said if one is not None), default)
        if isinstance(answer, str):
            yield from _walk(node.ways[answer], choosers, weight, total)
            return
        whole = answer.sides**answer.count
        for one, own in answer.classes():
            yield from _walk(node.ways[one], choosers, weight * own, total * whole)
