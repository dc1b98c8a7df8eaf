"""How many moves a chain takes to end: the chance of each number, exactly.

The chances that a state is reached with move 0, 1, 2 … are one polynomial, and a
polynomial is one integer here, a fixed number of bytes for each coefficient. The
coefficient of move t counts over total ** t, so that no division is ever needed; one
multiplication moves all of them at once.
"""

import heapq
from collections.abc import Sequence
from fractions import Fraction

from affray.engine.solve import SQUARE, WIDTH, DuelChain, groups_of, unpack

MOST_BYTES = 32_000_000
"""What the polynomials of all states may come to: more would take too long, too."""


class TooLong(Exception):
    """The polynomials would not fit."""


def lengths(
    chain: DuelChain, states: int, mean: Fraction | None, tail: Fraction
) -> tuple[dict[int, Fraction], Fraction] | None:
    """The chance that a chain ends with exactly its n-th move, and that of any later one.

    Goes on until less than `tail` is left. `states` and `mean` are of its solution. None
    where that takes too much memory.
    """
    most = 16 if mean is None else 5 * int(mean) // 2 + 12
    found = None
    while True:
        try:
            ended = _Clock(chain, states, most).ended()
        except TooLong:
            return found
        chances = {t: Fraction(n, chain.total**t) for t, n in enumerate(ended) if n}
        left = 1 - sum(chances.values(), Fraction(0))
        found = chances, left
        if left < tail:
            return found
        most += most // 2


class _Clock:
    """Polynomials in the number of moves, on their way through the states."""

    def __init__(self, chain: DuelChain, states: int, most: int) -> None:
        self._chain = chain
        self._slots = most + 1
        self._bytes = (chain.total.bit_length() * most) // 8 + 2
        if self._slots * self._bytes * states > MOST_BYTES:
            raise TooLong
        self._mask = (1 << (8 * self._bytes * self._slots)) - 1
        self._place, self._groups = groups_of(chain)
        self._cells: dict[int, list[int]] = {}
        self._end = [0]
        self._queue: list[tuple[int, int]] = []
        self._waiting: dict[tuple[int, int], dict[int, None]] = {}

    def ended(self) -> list[int]:
        """For each number of moves t, the ways to end with it, out of total ** t."""
        self._cell(0)[0] = 1
        while self._queue:
            key = heapq.heappop(self._queue)
            for harm in self._waiting.pop(key):
                self._leave(harm, self._groups[key[1]])
        return self._coefficients(self._end[0])

    def _cell(self, state: int) -> list[int]:
        """The polynomial of a state, which waits in line if it is new and goes on."""
        cell = self._cells.get(state)
        if cell is not None:
            return cell
        node, harm_a, harm_b = unpack(state)
        if self._chain.over(node, harm_a, harm_b) is not None:
            self._cells[state] = self._end
            return self._end
        key = harm_a + harm_b, self._place[node]
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = {}
            heapq.heappush(self._queue, key)
        # The nodes of a group with the same harm leave together.
        waiting[state % SQUARE] = None
        cell = self._cells[state] = [0]
        return cell

    def _leave(self, harm: int, group: Sequence[int]) -> None:
        """Move on from all nodes of a group with the same (packed) harm."""
        arrived = [self._cells.pop(node * SQUARE + harm, [0])[0] for node in group]
        inside = set(group)
        for node, there in zip(group, self._looped(arrived, group), strict=True):
            if not there:
                continue
            moved = (there << (8 * self._bytes)) & self._mask
            for weight, to, harm_a, harm_b in self._chain.moves[node]:
                if harm_a or harm_b or to not in inside:
                    self._cell(to * SQUARE + harm + harm_a * WIDTH + harm_b)[0] += moved * weight

    def _looped(self, arrived: list[int], group: Sequence[int]) -> list[int]:
        """The visits to the nodes of a group, with those that its harmless loops add."""
        where = {node: i for i, node in enumerate(group)}
        loops = [
            (i, where[move.to], move.weight)
            for i, node in enumerate(group)
            for move in self._chain.moves[node]
            if not (move.harm_a or move.harm_b) and move.to in where
        ]
        if not loops:
            return arrived
        visits = [self._coefficients(polynomial) for polynomial in arrived]
        for t in range(1, self._slots):
            for i, j, weight in loops:
                visits[j][t] += visits[i][t - 1] * weight
        size = self._bytes
        return [
            int.from_bytes(b"".join(n.to_bytes(size, "little") for n in row), "little")
            for row in visits
        ]

    def _coefficients(self, polynomial: int) -> list[int]:
        size = self._bytes
        raw = polynomial.to_bytes(size * self._slots, "little")
        return [
            int.from_bytes(raw[start : start + size], "little")
            for start in range(0, len(raw), size)
        ]
