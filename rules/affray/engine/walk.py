"""The states of a chain in an order in which whatever leads to a state comes before it.

Harm only grows, so the only way back to a state is by ways that do none (ties, mostly).
Nodes that such ways lead back to are a group, and a group with so much harm is one cell.
Cells are passed once; how often something goes round within one is a matter of its group.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar, cast

from affray.engine.chain import Chain, Ending, TooLarge, Way

WIDTH = 1 << 48
SQUARE = WIDTH * WIDTH
"""More than any harm: a state is packed into one integer of three such digits."""

N = TypeVar("N", Fraction, float)
Ratio = Callable[[int, int], N]
"""Makes a weight of a total a share."""


class Group:
    """Nodes that ways without harm lead back to, in an order that most of these follow.

    For each node: `ahead` are its ways to later nodes of the group, `back` those to its
    own place or one before, which is one of `heads`; `outer` all others, those of fewer
    ticks first. All say where to by place: in the group, or among the heads.
    """

    def __init__(self, number: int, nodes: list[int], chain: Chain) -> None:
        """Sort the ways of nodes that are one group."""
        self.number, self.nodes = number, nodes
        where = {node: place for place, node in enumerate(nodes)}
        found = [chain.ways_of(node) for node in nodes]
        self.wholes = [total for _, total in found]
        self.ahead: list[list[Way]] = [[] for _ in nodes]
        self.back: list[list[Way]] = [[] for _ in nodes]
        self.outer: list[list[Way]] = [[] for _ in nodes]
        for place, (ways, _) in enumerate(found):
            for way in sorted(ways, key=lambda way: way.ticks):
                to = None if way.harm_a or way.harm_b else where.get(way.to)
                if to is None:
                    self.outer[place].append(way)
                else:
                    ways_there = self.ahead if to > place else self.back
                    ways_there[place].append(way._replace(to=to))
        self.heads = sorted({way.to for ways in self.back for way in ways})
        heads = {place: number for number, place in enumerate(self.heads)}
        self.back = [[way._replace(to=heads[way.to]) for way in ways] for ways in self.back]
        self.changes = [
            [((w.to - node) * WIDTH + w.harm_a) * WIDTH + w.harm_b for w in ways]
            for node, ways in zip(nodes, self.outer, strict=True)
        ]
        self.is_stuck = not any(self.outer)

    def returns(self, ratio: Ratio[N]) -> list[list[dict[int, N]]]:
        """From each node to each head, before any other: the chance by number of ticks."""
        rows: list[list[dict[int, N]]] = [[{} for _ in self.heads] for _ in self.nodes]
        for place in reversed(range(len(self.nodes))):
            row, total = rows[place], self.wholes[place]
            for way in self.back[place]:
                _add(row[way.to], way.ticks, ratio(way.weight, total))
            for way in self.ahead[place]:
                share = ratio(way.weight, total)
                for known, onward in zip(row, rows[way.to], strict=True):
                    for ticks, chance in onward.items():
                        _add(known, ticks + way.ticks, share * chance)
        return rows


def _add(series: dict[int, N], ticks: int, chance: N) -> None:
    series[ticks] = series[ticks] + chance if ticks in series else chance


class Cell(NamedTuple):
    """A group with so much harm: where its nodes begin, and where the outer ways of each lead."""

    base: int
    group: Group
    targets: list[list[int]]


class Walk:
    """Every state of a chain; each, and each ending, has a number below `size`.

    `start` is where all begins, `ends` the number of each ending; `states` counts those
    that anything leads to from outside their cell.
    """

    def __init__(self, chain: Chain, limit: int) -> None:
        """Find all states from node 0 without harm.

        Raises:
            TooLarge: there are more than `limit` states.
        """
        self._chain, self._limit = chain, limit
        self._groups = _Groups(chain)
        self._bases: dict[tuple[int, int], int] = {}
        self._queue: list[tuple[int, int]] = []
        self._waiting: dict[tuple[int, int], list[tuple[int, Group, int]]] = {}
        self.ends: dict[Ending, int] = {}
        self.cells: list[Cell] = []
        self.size = self.states = 0
        self._numbers: dict[int, int] = {}
        self.start = self._number(0)
        while self._queue:
            # The list is complete: nothing leads to as little harm, and so early a group, again.
            for base, group, harm in self._waiting.pop(heapq.heappop(self._queue)):
                targets = []
                for node, changes in zip(group.nodes, group.changes, strict=True):
                    targets.append(self._leads(node * SQUARE + harm, changes))
                self.cells.append(Cell(base, group, targets))

    @property
    def ways(self) -> int:
        """How many ways there are from cell to cell."""
        return sum(sum(map(len, cell.targets)) for cell in self.cells)

    @property
    def groups(self) -> list[Group]:
        """All groups, in no order that means anything but their numbers."""
        return self._groups.found

    def _leads(self, state: int, changes: Sequence[int]) -> list[int]:
        known = self._numbers.get
        found = [known(state + change) for change in changes]
        while None in found:
            place = found.index(None)
            found[place] = self._number(state + changes[place])
        return cast("list[int]", found)

    def _number(self, state: int) -> int:
        """The number of a state, whose cell waits in line if it is new."""
        known = self._numbers.get(state)
        if known is None:
            known = self._numbers[state] = self._new(state)
        return known

    def _new(self, state: int) -> int:
        rest, harm_b = divmod(state, WIDTH)
        node, harm_a = divmod(rest, WIDTH)
        landed = self._chain.land(node, harm_a, harm_b)
        if not isinstance(landed, int):
            if landed not in self.ends:
                self.ends[landed] = self._take(1)
            return self.ends[landed]
        if landed != node:
            return self._number(state + (landed - node) * SQUARE)
        self.states += 1
        if self.states > self._limit:
            raise TooLarge(f"more than {self._limit} states")
        group, place = self._groups.home(node)
        harm = state % SQUARE
        base = self._bases.get((group.number, harm))
        if base is None:
            base = self._bases[group.number, harm] = self._take(len(group.nodes))
            key = harm_a + harm_b, -group.number
            if key not in self._waiting:
                self._waiting[key] = []
                heapq.heappush(self._queue, key)
            self._waiting[key].append((base, group, harm))
        return base + place

    def _take(self, count: int) -> int:
        self.size += count
        return self.size - count


class _Groups:
    """The groups of a chain, found as they are needed (Tarjan's algorithm).

    A group that leads to another without harm has the greater number.
    """

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._homes: dict[int, tuple[Group, int]] = {}
        self.found: list[Group] = []

    def home(self, node: int) -> tuple[Group, int]:
        """A node's group and its place there."""
        if node not in self._homes:
            self._search(node)
        return self._homes[node]

    def _search(self, root: int) -> None:
        index, low, finished = {root: 0}, {root: 0}, dict[int, int]()
        stack, work = [root], [(root, self._harmless(root))]
        while work:
            node, ways = work[-1]
            for to in ways:
                if to in self._homes:
                    continue
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    work.append((to, self._harmless(to)))
                    break
                low[node] = min(low[node], index[to])
            else:
                work.pop()
                finished[node] = len(finished)
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    start = stack.index(node)
                    self._add(sorted(stack[start:], key=finished.__getitem__, reverse=True))
                    del stack[start:]

    def _harmless(self, node: int) -> Iterator[int]:
        ways, _ = self._chain.ways_of(node)
        return iter([way.to for way in ways if not (way.harm_a or way.harm_b)])

    def _add(self, nodes: list[int]) -> None:
        group = Group(len(self.found), nodes, self._chain)
        self.found.append(group)
        for place, node in enumerate(nodes):
            self._homes[node] = group, place
