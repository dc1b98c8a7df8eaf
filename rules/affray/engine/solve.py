"""Solving an absorbing chain exactly: no rules here, and no floating point.

What goes round within a group is summed by algebra; the cells are passed once, in integers.
"""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from affray.engine.chain import Ending
from affray.engine.flow import Flow, flow, once
from affray.engine.walk import Cell, Walk

RAISED_BY = 6


class Solution(NamedTuple):
    """What a chain comes to, exactly.

    `ends` has the chance of each ending; `endless` is the chance that there is none.
    `ticks` is their mean number, None when it can go on for ever; `states` the number of
    states walked.
    """

    ends: dict[Ending, Fraction]
    endless: Fraction
    ticks: Fraction | None
    states: int


def solve(walk: Walk) -> Solution:
    """The chances of all ends of a chain."""
    mass = _Mass(walk)
    for cell in walk.cells:
        mass.leave(cell)
    ends = {ending: Fraction(mass.at[end], mass.whole) for ending, end in walk.ends.items()}
    ticks, stuck = Fraction(0), 0
    for through, found in zip(mass.through, mass.flows, strict=True):
        if found is None:
            stuck += sum(through)
        else:
            ticks += sum(n * mean for n, mean in zip(through, found.ticks, strict=True))
    return Solution(
        ends, Fraction(stuck, mass.whole), None if stuck else ticks / mass.whole, walk.states
    )


class _Mass:
    """Mass on its way through the cells, in integers over `whole`, a power of `scale`.

    The power is raised whenever a mass does not divide by `scale`, so that every division
    is without remainder. `at` is the mass of each number of the walk.
    """

    def __init__(self, walk: Walk) -> None:
        one = Fraction(1)
        self.flows = [flow(group, Fraction, one) for group in walk.groups]
        self._scale = lcm(*[share.denominator for found in self.flows for share in _shares(found)])
        self._scaled = [_scaled(found, self._scale) for found in self.flows]
        self.through = [[0] * len(group.nodes) for group in walk.groups]
        self.whole = 1
        self.at = [0] * walk.size
        self.at[walk.start] = 1

    def leave(self, cell: Cell) -> None:
        """Move the whole mass of a cell on, or leave it where nothing leads on."""
        base, group, targets = cell
        at, scale, found = self.at, self._scale, self._scaled[group.number]
        through = self.through[group.number]
        if found is not None and found.again:
            places = range(base, base + len(group.nodes))
            while any(at[number] % scale for number in places):
                self._raise()
            arrived = [at[number] // scale for number in places]
            for number, head in enumerate(group.heads):
                for share, row in zip(arrived, found.again, strict=True):
                    at[base + head] += share * row[number]
        for place, leads in enumerate(targets):
            if found is not None:
                share, rest = divmod(at[base + place], scale)
                while rest:
                    self._raise()
                    share, rest = divmod(at[base + place], scale)
                for way, weight in zip(group.ahead[place], found.ahead[place], strict=True):
                    at[base + way.to] += share * weight
                weights, which = found.outer[place]
                products = [share * weight for weight in weights]
                for place_of, number in zip(which, leads, strict=True):
                    at[number] += products[place_of]
            through[place] += at[base + place]
            at[base + place] = 0

    def _raise(self) -> None:
        """Put all masses over a higher power of the scale."""
        factor = self._scale**RAISED_BY
        self.whole *= factor
        self.at[:] = [mass * factor if mass else 0 for mass in self.at]
        for through in self.through:
            through[:] = [mass * factor for mass in through]


class _Scaled(NamedTuple):
    """A flow in integers; outer shares are often the same, so each is said once."""

    again: list[list[int]]
    ahead: list[list[int]]
    outer: list[tuple[list[int], list[int]]]


def _shares(found: Flow[Fraction] | None) -> list[Fraction]:
    parts = () if found is None else (found.again, found.ahead, found.outer)
    return [share for part in parts for row in part for share in row]


def _scaled(found: Flow[Fraction] | None, scale: int) -> _Scaled | None:
    """The shares of a flow over one denominator."""
    if found is None:
        return None
    again, ahead, outer = (
        [[share.numerator * (scale // share.denominator) for share in row] for row in part]
        for part in (found.again, found.ahead, found.outer)
    )
    return _Scaled(again, ahead, [once(row) for row in outer])
