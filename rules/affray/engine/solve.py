"""Solving an absorbing chain exactly: no rules here, and no floating point.

A chain has nodes, and moves between them that also add harm to the two sides of a
duel. A state is a node with the harm both have taken so far. Harm only grows, so the
only way back to a state is by moves that add none (ties, mostly): those loops are taken
out of the equations by algebra, and what is left is walked once, in integers.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count
from math import gcd, lcm
from typing import Any, NamedTuple

WIDTH = 1 << 48
SQUARE = WIDTH * WIDTH
RAISED_BY = 6
"""More than any harm: a state is packed into one integer of three such digits."""


class Move(NamedTuple):
    """One way on: its weight of the node's total, and the harm to the first and second."""

    weight: int
    to: int
    harm_a: int
    harm_b: int


Ending = tuple[Any, ...]
"""How it ended, as the caller tells endings apart."""

Over = Callable[[int, int, int], Ending | None]
"""How a state (node, harm to the first, to the second) ends it; None while it goes on."""


class DuelChain(NamedTuple):
    """The moves of each node, their weights adding up to `total`; node 0 is the start."""

    moves: Sequence[Sequence[Move]]
    total: int
    over: Over


class TooLarge(Exception):
    """A chain has more states than the caller wants walked, or none that last."""


class Solution(NamedTuple):
    """What a chain comes to, exactly.

    `ends` has the chance of each ending; `endless` is the chance that there is none.
    `steps` is the mean number of moves, None when it can go on for ever; `states` the
    number of states walked.
    """

    ends: dict[Ending, Fraction]
    endless: Fraction
    steps: Fraction | None
    states: int


class _Exit(NamedTuple):
    """A node without its loops: what is left of it once a move has counted.

    `ways` are (weight, change of the packed state, (harm added, node)); `steps` is the
    mean number of moves before that, with those that changed nothing.
    """

    ways: tuple[tuple[int, int, tuple[int, int]], ...]
    steps: Fraction


def solve(chain: DuelChain, limit: int) -> Solution:
    """Walk a chain from node 0 without harm to all its ends.

    Raises:
        TooLarge: there are more than `limit` states.
    """
    place, groups = groups_of(chain)
    exits, scale = _exits(chain, groups)
    walk = _Walk(chain, place, exits, scale, limit)
    walk.run()
    return walk.solution()


class _Walk:
    """Mass on its way through the states, in integers over one power of `scale`.

    The power is raised whenever a mass does not divide by `scale`, so that every
    division is without remainder.
    """

    def __init__(
        self,
        chain: DuelChain,
        place: Sequence[int],
        exits: Sequence[_Exit | None],
        scale: int,
        limit: int,
    ) -> None:
        self._chain, self._place, self._exits = chain, place, exits
        self._scale, self._limit = scale, limit
        self._whole = 1
        # Each cell is a list of one mass; the states of one ending share a cell.
        self._cells: dict[int, list[int]] = {}
        self._ends: dict[Ending, list[int]] = {}
        self._through = [0] * len(exits)
        self._queue: list[tuple[int, int]] = []
        self._waiting: dict[tuple[int, int], list[int]] = {}
        self._states = 0

    def run(self) -> None:
        """Carry the mass of node 0 through every state, those with less harm first."""
        self._cell(0, 0, 0)[0] = 1
        while self._queue:
            key = heapq.heappop(self._queue)
            for state in self._waiting.pop(key):
                self._leave(state, key[0])

    def _cell(self, state: int, harm: int, node: int) -> list[int]:
        """The cell of a state reached for the first time, which waits in line if it goes on."""
        ending = self._chain.over(*unpack(state))
        if ending is not None:
            cell = self._cells[state] = self._ends.setdefault(ending, [0])
            return cell
        self._states += 1
        if self._states > self._limit:
            raise TooLarge(f"more than {self._limit} states")
        key = harm, self._place[node]
        waiting = self._waiting.get(key)
        if waiting is None:
            self._waiting[key] = [state]
            heapq.heappush(self._queue, key)
        else:
            waiting.append(state)
        cell = self._cells[state] = [0]
        return cell

    def _leave(self, state: int, harm: int) -> None:
        """Move a state's whole mass on, or leave it where nothing leads on."""
        node = state // SQUARE
        left = self._exits[node]
        mass = self._cells[state][0]
        if left is not None:
            share, rest = divmod(mass, self._scale)
            while rest:
                self._raise()
                mass = self._cells[state][0]
                share, rest = divmod(mass, self._scale)
            get = self._cells.get
            for weight, change, reached in left.ways:
                cell = get(state + change) or self._cell(
                    state + change, harm + reached[0], reached[1]
                )
                cell[0] += share * weight
        self._through[node] += mass
        del self._cells[state]

    def _raise(self) -> None:
        """Put all masses over a higher power of the scale."""
        factor = self._scale**RAISED_BY
        self._whole *= factor
        self._through = [mass * factor for mass in self._through]
        shared = {id(cell): cell for cells in (self._cells, self._ends) for cell in cells.values()}
        for cell in shared.values():
            cell[0] *= factor

    def solution(self) -> Solution:
        """What is in the cells when all mass has come to an end."""
        ends = {ending: Fraction(mass, self._whole) for ending, (mass,) in self._ends.items()}
        stuck, steps = 0, Fraction(0)
        for left, mass in zip(self._exits, self._through, strict=True):
            if left is None:
                stuck += mass
            else:
                steps += left.steps * mass
        return Solution(
            ends, Fraction(stuck, self._whole), None if stuck else steps / self._whole, self._states
        )


def unpack(state: int) -> tuple[int, int, int]:
    """The node, the harm to the first and the harm to the second of a packed state."""
    rest, harm_b = divmod(state, WIDTH)
    node, harm_a = divmod(rest, WIDTH)
    return node, harm_a, harm_b


def groups_of(chain: DuelChain) -> tuple[list[int], list[list[int]]]:
    """Nodes that harmless moves lead back to, together; and each node's place in line.

    Harmless moves between groups only lead to later places (Tarjan's algorithm).
    """
    harmless = [
        sorted({m.to for m in moves if not (m.harm_a or m.harm_b)}) for moves in chain.moves
    ]
    order = count()
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    groups: list[list[int]] = []
    for root in range(len(harmless)):
        if root in index:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(harmless[root]))]
        index[root] = low[root] = next(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, ways = work[-1]
            for to in ways:
                if to not in index:
                    index[to] = low[to] = next(order)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(harmless[to])))
                    break
                if to in on_stack:
                    low[node] = min(low[node], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    start = stack.index(node)
                    groups.append(sorted(stack[start:]))
                    on_stack -= set(stack[start:])
                    del stack[start:]
    groups.reverse()
    place = [0] * len(harmless)
    for number, group in enumerate(groups):
        for node in group:
            place[node] = number
    return place, groups


def _exits(chain: DuelChain, groups: Sequence[Sequence[int]]) -> tuple[list[_Exit | None], int]:
    """Each node without its group's harmless loops, all over one common denominator.

    From a node i, the moves spend on average N[i][j] visits in node j of its group before
    they leave it or do harm; N is the inverse of (1 − Q), Q being the harmless moves
    within the group.
    """
    raw: list[tuple[list[tuple[int, int, int, int]], int, Fraction] | None]
    raw = [None] * len(chain.moves)
    for group in groups:
        visits = _visits(chain, group)
        if visits is None:
            continue
        for node, row in zip(group, visits, strict=True):
            raw[node] = _exit(chain, group, node, row)
    scale = lcm(*(found[1] for found in raw if found is not None))
    exits: list[_Exit | None] = []
    for found in raw:
        if found is None:
            exits.append(None)
            continue
        ways, denominator, steps = found
        up = scale // denominator
        exits.append(_Exit(tuple((w * up, c, (h, to)) for w, c, h, to in ways), steps))
    return exits, scale


def _exit(
    chain: DuelChain, group: Sequence[int], node: int, visits: Sequence[Fraction]
) -> tuple[list[tuple[int, int, int, int]], int, Fraction]:
    """A node's ways out of its group with their common denominator, and the mean steps.

    `visits` are over the chain's total: mean visits to each node of the group, divided by it.
    """
    inside = set(group)
    denominator = lcm(*(v.denominator for v in visits))
    ways: dict[tuple[int, int, int], int] = {}
    for other, visit in zip(group, visits, strict=True):
        times = visit.numerator * (denominator // visit.denominator)
        for move in chain.moves[other]:
            if move.harm_a or move.harm_b or move.to not in inside:
                key = move.to, move.harm_a, move.harm_b
                ways[key] = ways.get(key, 0) + times * move.weight
    ways = {key: weight for key, weight in ways.items() if weight}
    common = gcd(denominator, *ways.values())
    found = [
        (weight // common, ((to - node) * WIDTH + a) * WIDTH + b, a + b, to)
        for (to, a, b), weight in ways.items()
    ]
    return found, denominator // common, sum(visits, Fraction(0)) * chain.total


def _visits(chain: DuelChain, group: Sequence[int]) -> list[list[Fraction]] | None:
    """The inverse of total × (1 − Q) for a group; None when nothing leads out of it."""
    size = len(group)
    where = {node: i for i, node in enumerate(group)}
    matrix = [[Fraction(0)] * size for _ in group]
    for i, node in enumerate(group):
        matrix[i][i] += chain.total
        for move in chain.moves[node]:
            if not (move.harm_a or move.harm_b) and move.to in where:
                matrix[i][where[move.to]] -= move.weight
    return _inverse(matrix)


def _inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """The inverse of a square matrix (which is changed), None when it has none."""
    size = len(matrix)
    result = [[Fraction(i == j) for j in range(size)] for i in range(size)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if matrix[r][column]), None)
        if pivot is None:
            return None
        for rows in (matrix, result):
            rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = matrix[column][column]
        for rows in (matrix, result):
            rows[column] = [value / factor for value in rows[column]]
        for row in range(size):
            factor = matrix[row][column]
            if row != column and factor:
                for rows in (matrix, result):
                    rows[row] = [
                        value - factor * top
                        for value, top in zip(rows[row], rows[column], strict=True)
                    ]
    return result
