"""A chain: nodes, and the ways between them, with the harm that these do summed aside.

No rules here. A fight or a duel is one: a node is all of a moment but the harm of the two
since the beginning, which no way on looks at, but for whom it takes out. A state is a node
with the harm that both have taken so far; each is one (packed) number.
"""

from collections.abc import Hashable, Sequence
from math import lcm
from typing import Any, NamedTuple, Protocol


class Way(NamedTuple):
    """One way on: its weight of the node's total, where to, the harm to the first and second.

    `ticks` counts what lengths are told in: an exchange of a duel, the rounds that begin
    with this step of a fight.
    """

    weight: int
    to: int
    harm_a: int
    harm_b: int
    ticks: int = 1


Ending = tuple[Any, ...]
"""How it ended, as the caller tells endings apart."""


class Chain(Protocol):
    """Nodes by number, 0 being the start."""

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        """The ways on from a node, and what their weights add up to.

        None for a node that is an end however much harm there is, and none for one that
        leads nowhere. Only asked of nodes that a way without harm leads to, or `land`.
        """
        ...

    def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
        """Where a way to a node leads, with the harm so far: how it ends, or the node there.

        That is another node than `node` where harm took somebody out; never after a way
        without harm. A node that was landed on lands on itself.
        """
        ...


class TooLarge(Exception):
    """There is more of it than the caller wants played, made or walked."""


def lump(
    ways: Sequence[Sequence[Way]], wholes: Sequence[int], colours: Sequence[Hashable]
) -> tuple[list[list[Way]], int]:
    """The ways of a chain with nodes of one colour that move alike made one, and their total.

    Each goes by the first of its kind; the others are left without ways. Kinds are split
    until all of a kind move alike.
    """
    total = lcm(*wholes)
    first: dict[Hashable, int] = {}
    kinds = [first.setdefault(colour, node) for node, colour in enumerate(colours)]
    while True:
        onto: list[dict[tuple[int, int, int, int], int]] = []
        for found, own in zip(ways, wholes, strict=True):
            merged: dict[tuple[int, int, int, int], int] = {}
            for weight, to, *rest in found:
                key = kinds[to], rest[0], rest[1], rest[2]
                merged[key] = merged.get(key, 0) + weight * (total // own)
            onto.append(merged)
        first = {}
        split = [
            first.setdefault((kinds[node], frozenset(merged.items())), node)
            for node, merged in enumerate(onto)
        ]
        if split == kinds:
            break
        kinds = split
    lumped = [
        [Way(weight, *key) for key, weight in merged.items()] if kinds[node] == node else []
        for node, merged in enumerate(onto)
    ]
    return lumped, total
