"""How many ticks a chain takes to end: the chance of each number, in fixed point.

The chances that a state is reached with tick 0, 1, 2 … are one polynomial, and a
polynomial is one integer here, some bits for each coefficient. One multiplication moves
all of them at once.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from operator import truediv

from affray.engine.chain import TooLarge
from affray.engine.flow import inverse, once
from affray.engine.walk import Cell, Group, Walk

Series = dict[int, float]
"""A chance for each number of ticks."""

PRECISION = 42
"""Bits of a chance that are sure: errors are below 10**-12."""
MOST_BYTES = 32_000_000
"""What the polynomials of all states may come to."""
MOST_WORK = 1_000_000_000
"""What they may come to for all ways from states: half a second."""


def lengths(
    walk: Walk, mean: Fraction | None, tail: Fraction
) -> tuple[dict[int, Fraction], Fraction] | None:
    """The chance that a chain ends with exactly its n-th tick, and that of any later one.

    Goes on until less than `tail` is left. `mean` is that of its solution. None where
    that takes too much memory or time.
    """
    most = 16 if mean is None else 5 * int(mean) // 2 + 12
    found = None
    while True:
        try:
            clock = Clock(walk, most)
        except TooLarge:
            return found
        clock.run()
        spread = clock.spread(walk.ends.values())
        chances = {ticks: chance for ticks, chance in enumerate(spread) if chance}
        left = 1 - sum(chances.values(), Fraction(0))
        if left < Fraction(1, 1 << (PRECISION - 1)):
            # What rounding took, or as little.
            likeliest = max(chances, key=chances.__getitem__)
            chances[likeliest], left = chances[likeliest] + left, Fraction(0)
        found = chances, left
        if left < tail:
            return found
        most += most // 2


Terms = list[tuple[int, int, int, int]]
"""A matrix of polynomials: (row, column, ticks, weight)."""


class _Group:
    """The ways of a group in fixed point: (where to, ticks, weight) for each node.

    `back` are the returns to the heads; `rounds` the factors whose product is what any
    number of returns comes to. Outer ways of as many ticks are in one run.
    """

    def __init__(self, group: Group, count: int, bits: int) -> None:
        one, least = 1 << bits, 0.5**bits
        returns = group.returns(truediv)
        power = [
            [{t: c for t, c in series.items() if t < count} for series in returns[head]]
            for head in group.heads
        ]
        self.rounds: list[Terms] = []
        self.is_alone = len(group.nodes) == 1
        while any(series for row in power for series in row):
            self.rounds.append(_terms(power, one))
            power = _square(power, count, least)
        self.back = [
            [(head, t, weight) for _, head, t, weight in _terms([row], one) if t < count]
            for row in returns
        ]
        self.ahead = [
            [(w.to, w.ticks, w.weight * one // total) for w in ways if w.ticks < count]
            for ways, total in zip(group.ahead, group.wholes, strict=True)
        ]
        self.outer: list[list[tuple[int, int, int, list[int], list[int]]]] = []
        for ways, total in zip(group.outer, group.wholes, strict=True):
            ticks = [way.ticks for way in ways]
            runs = []
            for t in sorted({t for t in ticks if t < count}):
                start = ticks.index(t)
                stop = start + ticks.count(t)
                weights = [way.weight * one // total for way in ways[start:stop]]
                runs.append((t, start, stop, *once(weights)))
            self.outer.append(runs)


class Clock:
    """Polynomials in the number of ticks, up to `most`, on their way through the cells."""

    def __init__(self, walk: Walk, most: int) -> None:
        """Prepare the ways of all groups.

        Raises:
            TooLarge: the polynomials would not fit.
        """
        self._walk, self._count = walk, most + 1
        ways = max((len(ways) for group in walk.groups for ways in group.outer), default=1)
        self._bits = PRECISION + (self._count * ways).bit_length()
        self._held = PRECISION + (4 * self._count * walk.size).bit_length()
        spare = max((_visits(group) for group in walk.groups), default=1).bit_length()
        self._width = self._held + self._bits + spare
        size = self._count * self._width // 8
        if size * walk.states > MOST_BYTES or size * walk.ways > MOST_WORK:
            raise TooLarge("the polynomials would not fit")
        field = (1 << (self._held + spare)) - 1
        whole = field * (((1 << (self._width * self._count)) - 1) // ((1 << self._width) - 1))
        self._masks = [
            whole & ((1 << (self._width * (self._count - ticks))) - 1)
            for ticks in range(self._count + 1)
        ]
        self._groups: dict[int, _Group] = {}
        self._at = [0] * walk.size

    def run(self) -> None:
        """Move all mass on to where it ends."""
        self._at[self._walk.start] = 1 << (self._held + self._bits)
        for cell in self._walk.cells:
            self._leave(cell)

    def spread(self, numbers: Iterable[int]) -> list[Fraction]:
        """For each number of ticks, the chance to have come to any of these ends with it."""
        found = sum([self._at[number] for number in numbers])
        one, field = 1 << (self._held + self._bits), (1 << self._width) - 1
        return [Fraction(found >> (self._width * t) & field, one) for t in range(self._count)]

    def _leave(self, cell: Cell) -> None:
        """Move on what has come to a cell."""
        at, bits, width, masks = self._at, self._bits, self._width, self._masks
        base, group, targets = cell
        if group.is_stuck:
            return
        found = self._groups.get(group.number)
        if found is None:
            found = self._groups[group.number] = _Group(group, self._count, bits)
        if group.heads:
            self._go_round(base, group, found)
        for place, leads in enumerate(targets):
            mass = at[base + place] >> bits
            if not mass:
                continue
            at[base + place] = 0
            for to, ticks, weight in found.ahead[place]:
                at[base + to] += ((mass & masks[ticks]) << (width * ticks)) * weight
            for ticks, start, stop, weights, which in found.outer[place]:
                moved = (mass & masks[ticks]) << (width * ticks)
                products = [moved * weight for weight in weights]
                for place_of, number in zip(which, leads[start:stop], strict=True):
                    at[number] += products[place_of]

    def _go_round(self, base: int, group: Group, found: _Group) -> None:
        """Add to the heads of a cell whatever comes back to them."""
        at, bits, width, masks = self._at, self._bits, self._width, self._masks
        back = [0] * len(group.heads)
        if found.is_alone:
            back = [at[base]]
            at[base] = 0
        else:
            for place, returns in enumerate(found.back):
                mass = at[base + place] >> bits
                for head, ticks, weight in returns if mass else ():
                    back[head] += ((mass & masks[ticks]) << (width * ticks)) * weight
        for terms in found.rounds:
            before = [mass >> bits for mass in back]
            for here, head, ticks, weight in terms:
                back[head] += ((before[here] & masks[ticks]) << (width * ticks)) * weight
        for head, mass in zip(group.heads, back, strict=True):
            at[base + head] += mass


def _terms(matrix: list[list[Series]], one: int) -> Terms:
    return [
        (i, j, ticks, int(chance * one))
        for i, row in enumerate(matrix)
        for j, series in enumerate(row)
        for ticks, chance in series.items()
    ]


def _square(matrix: list[list[Series]], count: int, least: float) -> list[list[Series]]:
    """A matrix of polynomials times itself, without what is too late or too little to count."""
    result: list[list[Series]] = [[{} for _ in matrix] for _ in matrix]
    for row, into in zip(matrix, result, strict=True):
        for first, onward in zip(row, matrix, strict=True):
            for second, known in zip(onward, into, strict=True):
                for (t, a), (u, b) in product(first.items(), second.items()):
                    if t + u < count and a * b > least:
                        known[t + u] = known.get(t + u, 0.0) + a * b
    return result


def _visits(group: Group) -> int:
    """How often a node is come to within one tick, on average, at most."""
    if group.is_stuck:
        return 1
    returns = group.returns(truediv)
    within = [[series.get(0, 0.0) for series in returns[head]] for head in group.heads]
    rounds = inverse([[(i == j) - r for j, r in enumerate(row)] for i, row in enumerate(within)])
    if rounds is None:
        raise TooLarge("what goes round within one tick has no sum")
    return 1 + int(sum(map(sum, rounds))) if any(map(any, within)) else 1
