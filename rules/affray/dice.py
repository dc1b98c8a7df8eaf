"""Dice: what a rule may ask for, throws and choices, and the three makers that answer.

A rule never asks for a random number. It asks for a *roll*: some dice and a way of
reading them. A seeded maker throws it, a scripted one hands out the faces it was
given (dice rolled by hand are equals), and an enumerating one walks every reading
that the rule can tell apart, with its integer weight, so that exact odds come from
the very function that plays. Nor does a rule decide anything: it asks for a choice, which
an option answers, or a chooser (`affray.table`), or its own default.

This is the only module that imports `random`.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Generic, NamedTuple, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType

from affray.faults import BadRequest, Fault

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
R = TypeVar("R")

Faces = tuple[int, ...]
Classes = tuple[tuple[T, int], ...]


class Roll(Protocol[T_co]):
    """Some dice and how a rule reads them.

    `read` turns faces, in the order thrown, into what the rule sees; `classes` lists
    each reading once with its weight, the weights adding up to sides ** count.
    """

    @property
    def count(self) -> int: ...
    @property
    def sides(self) -> int: ...
    def read(self, faces: Faces) -> T_co: ...
    def classes(self) -> "Classes[T_co]": ...


class _Plain:
    """What the simple rolls share: a count of like dice, usable as a cache key."""

    __slots__ = ("count", "sides")

    def __init__(self, count: int, sides: int) -> None:
        self.count = count
        self.sides = sides


class Sum(_Plain):
    """The sum of `count` dice (0 dice sum to 0)."""

    __slots__ = ()

    def read(self, faces: Faces) -> int:
        """The sum of the faces."""
        return sum(faces)

    def classes(self) -> Classes[int]:
        """Every sum with the number of ways to throw it."""
        return _sums(self.count, self.sides)


@lru_cache(maxsize=256)
def one_of(count: int) -> Sum:
    """The roll that names one of so many alike, from 1."""
    return Sum(1, count)


class Pool(_Plain):
    """How many of `count` dice show `threshold` or less (0 … count)."""

    __slots__ = ("threshold",)

    def __init__(self, count: int, threshold: int, sides: int = 10) -> None:
        super().__init__(count, sides)
        self.threshold = threshold

    def read(self, faces: Faces) -> int:
        """The number of dice at or under the threshold."""
        return sum(face <= self.threshold for face in faces)

    def classes(self) -> Classes[int]:
        """Every number of steps, weighted by the binomial."""
        return _pool(self.count, max(0, min(self.threshold, self.sides)), self.sides)


class Lowest(_Plain):
    """The lowest of `count` dice, at least one."""

    __slots__ = ()

    def read(self, faces: Faces) -> int:
        """The lowest face."""
        return min(faces)

    def classes(self) -> Classes[int]:
        """Every face with the number of throws whose lowest it is."""
        n, sides = self.count, self.sides
        return tuple((k, (sides - k + 1) ** n - (sides - k) ** n) for k in range(1, sides + 1))


@lru_cache(maxsize=256)
def _sums(count: int, sides: int) -> Classes[int]:
    ways = {0: 1}
    for _ in range(count):
        grown: dict[int, int] = {}
        for total, weight in ways.items():
            for face in range(1, sides + 1):
                grown[total + face] = grown.get(total + face, 0) + weight
        ways = grown
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=256)
def _pool(count: int, threshold: int, sides: int) -> Classes[int]:
    miss = sides - threshold
    weighted = (
        (steps, comb(count, steps) * threshold**steps * miss ** (count - steps))
        for steps in range(count + 1)
    )
    return tuple((steps, weight) for steps, weight in weighted if weight)


class Choice(NamedTuple):
    """A decision that a rule leaves to somebody.

    `key` names it ("luck-damage"), `who` decides, `about` says of what, `rule` is the full id
    and `text` a few words. `default` is an answer, or a roll over the answers. `facts` are
    figures that the answer may hang on: of what the rule looks at, and of nothing else.
    """

    key: str
    who: str
    rule: str
    text: str
    answers: Sequence[str]
    default: "str | Roll[str]"
    facts: Mapping[str, bool | int | str] = {}
    about: str | None = None


class Chosen(Struct, frozen=True):
    """A decision that was taken: which, whose, the answer, and by whom; `about` what, if it says.

    `by` is "option", "given" (outright), "tactics" or "default".
    """

    choice: str
    who: str
    answer: str
    by: str
    about: str | UnsetType = UNSET


NO_YES = ("no", "yes")


@lru_cache(maxsize=64)
def numbers(most: int) -> tuple[str, ...]:
    """The answers of who chooses how many, none to `most`."""
    return tuple(map(str, range(most + 1)))


class Chooser(Protocol):
    """Somebody who answers choices: `by` is how outcomes name them."""

    by: str

    def may(self, key: str, who: str) -> bool:
        """Whether there can be an answer."""

    def answer(self, choice: Choice) -> str | None:
        """One of the choice's answers; None: somebody else decides. BadRequest: it is none."""

    def finish(self) -> None:
        """Say that the action is over; BadRequest: there are answers that nobody asked for."""


class Dice:
    """What the rules are handed. Every maker below is one.

    `thrown` holds every face so far in the order thrown, `last` the faces of the
    latest roll (both empty when enumerating, where there are readings but no faces).
    `explains` is false where nobody will read the trace, so that rules can skip it.
    `merges` is true where outcome words and effects are all that will be read, so that a
    rule may throw a coarser roll: throws alike in those two are then one. `counts` is true
    where, of a result, the word and what a system counts of it are all (`System.counts`).
    `told` answers before the options of an action do, `choosers` after them; `chosen` are the
    answers so far, kept where the trace is. `strict`: what nobody asked for is no answer.
    """

    explains = True
    merges = False
    counts = False
    told: Sequence[Chooser] = ()
    choosers: Sequence[Chooser] = ()
    strict = True

    def __init__(self) -> None:
        self.thrown: list[int] = []
        self.last: Faces = ()
        self.chosen: list[Chosen] = []

    def throw(self, roll: Roll[T], what: str) -> T:
        """Throw `roll` and read it. `what` names it for a person ("Goblin's test")."""
        faces = self._faces(roll.count, roll.sides, what)
        self.thrown.extend(faces)
        self.last = faces
        return roll.read(faces)

    def _faces(self, count: int, sides: int, what: str) -> Faces:
        raise NotImplementedError

    def choose(self, choice: Choice, option: str | None = None) -> str:
        """Ask for a decision. `option` is the answer that the options of the action give."""
        if not (self.explains or self.hears):  # often, and nobody asks who it was
            return option or self._default(choice)
        answer, by = self._answer(choice, option)
        if self.explains:
            about = UNSET if choice.about is None else choice.about
            self.chosen.append(Chosen(choice.key, choice.who, answer, by, about))
        return answer

    def _answer(self, choice: Choice, option: str | None) -> tuple[str, str]:
        if self.told and (found := _first(self.told, choice)) is not None:
            return found
        if option is not None:
            return option, "option"
        if self.choosers and (found := _first(self.choosers, choice)) is not None:
            return found
        return self._default(choice), "default"

    def _default(self, choice: Choice) -> str:
        default = choice.default
        return default if isinstance(default, str) else self.throw(default, choice.text)

    def asks(self, key: str, who: str) -> bool:
        """Whether anybody could answer such a choice, options aside and otherwise than by default.

        Where nobody can, a rule may throw a roll that does not tell what the choice hangs on.
        """
        return self.hears and any(one.may(key, who) for one in (*self.told, *self.choosers))

    @property
    def hears(self) -> bool:
        """Whether anybody answers choices at all, options aside and otherwise than by default."""
        return bool(self.told or self.choosers)

    @property
    def replay_seed(self) -> int | None:
        """The seed that throws these dice again; None where no seed threw any."""
        return None

    def finish(self) -> None:
        """Say that the action is over.

        Raises:
            BadRequest: scripted dice, or answers, are left over.
        """
        if self.strict:
            for one in self.told:
                one.finish()


def _first(choosers: Sequence[Chooser], choice: Choice) -> tuple[str, str] | None:
    for chooser in choosers:
        found = chooser.answer(choice)
        if found is not None:
            return found, chooser.by
    return None


class SeededDice(Dice):
    """Throws dice from a seed; the same seed throws the same faces on every Python.

    Only `getrandbits` of the Mersenne Twister is used, with rejection, so that no
    change in the standard library's higher methods can move a face.
    """

    def __init__(self, seed: int) -> None:
        from random import Random  # what looking things up does without

        super().__init__()
        self.seed = seed
        self._bits = Random(seed).getrandbits

    @property
    def replay_seed(self) -> int | None:
        """The seed, once anything was thrown from it."""
        return self.seed if self.thrown else None

    def _faces(self, count: int, sides: int, what: str) -> Faces:
        if sides < 1:
            raise ValueError(f"no die has {sides} sides")
        bits = self._bits
        width = (sides - 1).bit_length()
        faces = []
        for _ in range(count):
            face = bits(width)
            while face >= sides:
                face = bits(width)
            faces.append(face + 1)
        return tuple(faces)


class QuietDice(SeededDice):
    """Seeded dice whose throws nobody will read about, nor throw again."""

    explains = False

    def throw(self, roll: Roll[T], what: str) -> T:
        """Throw `roll` and read it, without keeping what was thrown."""
        bits, sides = self._bits, roll.sides
        width = (sides - 1).bit_length()
        if roll.count == 1:
            face = bits(width)
            while face >= sides:
                face = bits(width)
            self.last = (face + 1,)
        else:
            self.last = self._faces(roll.count, sides, what)
        return roll.read(self.last)


class ScriptedDice(Dice):
    """Hands out the faces it was given, and insists that they fit exactly."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__()
        self._given = tuple(faces)

    def _faces(self, count: int, sides: int, what: str) -> Faces:
        start = len(self.thrown)
        faces = self._given[start : start + count]
        for place, face in enumerate(faces, start + 1):
            if not 1 <= face <= sides:
                raise BadRequest(
                    Fault(f"die {place} is {face}, but {what} throws d{sides}", f"1 to {sides}")
                )
        if len(faces) < count:
            missing = count - len(faces)
            raise BadRequest(
                Fault(
                    f"too few dice: {len(self._given)} given, and die "
                    f"{start + len(faces) + 1} is wanted for {what}",
                    f"{missing} more d{sides} for that roll",
                )
            )
        return faces

    def finish(self) -> None:
        """Raise BadRequest when dice, or answers, were given that nothing asked for."""
        super().finish()
        if len(self._given) > len(self.thrown):
            left = ",".join(map(str, self._given[len(self.thrown) :]))
            raise BadRequest(
                Fault(
                    f"too many dice: {len(self._given)} given, {len(self.thrown)} used",
                    f"leave out {left}",
                )
            )


class _Branch:
    __slots__ = ("classes", "index", "total")

    def __init__(self, classes: Classes[object], total: int) -> None:
        self.classes = classes
        self.index = 0
        self.total = total


class _EnumeratingDice(Dice):
    explains = False

    def __init__(self, path: list[_Branch], merges: bool, counts: bool) -> None:
        self.thrown, self.last, self.chosen = [], (), []
        self.merges = merges
        self.counts = counts
        self._path = path
        self._depth = 0

    def throw(self, roll: Roll[T], what: str) -> T:
        depth = self._depth
        self._depth = depth + 1
        path = self._path
        if depth == len(path):
            path.append(_Branch(roll.classes(), roll.sides**roll.count))
        branch = path[depth]
        return branch.classes[branch.index][0]  # type: ignore[return-value]


class Weighted(NamedTuple, Generic[R]):
    """One line of play: its result and its chance, weight / total."""

    result: R
    weight: int
    total: int


def enumerate_play(
    play: Callable[[Dice], R], merges: bool = False, counts: bool = False
) -> Iterator[Weighted[R]]:
    """Play every way the dice can fall and yield each result with its exact chance.

    `play` is run once for each combination of readings; it must throw the same rolls
    whenever the readings so far are the same. The chances add up to exactly 1. With
    `merges` only outcome word and effects of a result count, with `counts` its word and the
    numbers that its system counts; the rest is one example.
    """
    path: list[_Branch] = []
    while True:
        result = play(_EnumeratingDice(path, merges, counts))
        weight = total = 1
        for branch in path:
            weight *= branch.classes[branch.index][1]
            total *= branch.total
        yield Weighted(result, weight, total)
        while path and path[-1].index + 1 == len(path[-1].classes):
            path.pop()
        if not path:
            return
        path[-1].index += 1


def draw_seed() -> int:
    """A fresh seed from the operating system, 0 … 2**32 − 1."""
    return int.from_bytes(os.urandom(4))
