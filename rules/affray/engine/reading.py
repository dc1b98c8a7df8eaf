"""What deeds come to, as rolls, by the fields of combatants that their rules were seen to read."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from types import new_class
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct

from affray.dice import Classes, Faces
from affray.outcome import Outcome

T = TypeVar("T")

Change = tuple[tuple[str, Any, bool], ...]
"""Fields with their new values, or by how much they grow."""


class Result(NamedTuple):
    """One way a deed can go: what its turn's cost is read from, and changes by role."""

    outcome: Outcome
    changes: tuple[tuple[int, int], ...]


class DeedRoll(Generic[T]):
    """A deed as a roll: one die with as many sides as all its throws are alike likely."""

    count = 1

    def __init__(self, results: Sequence[tuple[T, int]]) -> None:
        self._results = tuple(results)
        self._bounds = list(accumulate(weight for _, weight in results))
        self.sides = self._bounds[-1]

    def read(self, faces: Faces) -> T:
        """The result that a number from 1 to the total stands for."""
        return self._results[bisect_right(self._bounds, faces[0] - 1)][0]

    def classes(self) -> Classes[T]:
        """Each result once, with its weight."""
        return self._results


class Reader(dict[int, int]):
    """A number for what each combatant, by its id, has in the fields that `read` reads."""

    def __init__(self, read: Callable[[Any], tuple[Any, ...]]) -> None:
        self.read = read

    __eq__, __hash__ = object.__eq__, object.__hash__  # type: ignore[assignment]


class Read(Generic[T]):
    """What a rule made of combatants, by the fields that it was seen to read of each role.

    `played`: it has too many ways to go, and nothing of it is kept.
    """

    def __init__(self, played: bool = False) -> None:
        self.fields: list[tuple[tuple[Reader, ...], dict[tuple[int, ...], T]]] = []
        self.played = played

    def keep(self, readers: tuple[Reader, ...], key: tuple[int, ...], found: T) -> None:
        """Keep what was made of those who have this in the fields of these readers."""
        for known, values in self.fields:
            if known == readers:
                values[key] = found
                return
        self.fields.append((readers, {key: found}))


def watching(kind: type[Struct], reads: set[str]) -> type[Any]:
    """A kind of combatant of whom every field that is read is noted."""
    fields, get = frozenset(kind.__struct_fields__), object.__getattribute__

    def watched(self: object, name: str) -> Any:
        if name in fields:
            reads.add(name)
        return get(self, name)

    own = {"__getattribute__": watched}
    return new_class(kind.__name__, (kind,), {"frozen": True}, lambda names: names.update(own))
