"""What becomes of what arrives in a group: how often it comes round, and where it leaves."""

from collections.abc import Sequence
from typing import Generic, NamedTuple

from affray.engine.walk import Group, N, Ratio


class Flow(NamedTuple, Generic[N]):
    """The shares of a group's ways, each weighed by z to the power of its ticks.

    `again`: for each node, how much of what arrives there comes to each head later, all
    in all. `ahead` and `outer` go by the ways of the group; `ticks` is the mean of a visit
    to each node. The loop of a node alone is in its shares, and it has no `again`.
    """

    again: list[list[N]]
    ahead: list[list[N]]
    outer: list[list[N]]
    ticks: list[N]


def flow(group: Group, ratio: Ratio[N], z: N) -> Flow[N] | None:
    """The flow of a group; None where nothing leaves it, or what goes round in it has no sum."""
    if group.is_stuck:
        return None
    again = [
        [sum([c * z**ticks for ticks, c in series.items()], ratio(0, 1)) for series in row]
        for row in group.returns(ratio)
    ]
    if group.heads:
        rounds = inverse(
            [
                [
                    ratio(here == there, 1) - more
                    for there, more in zip(group.heads, again[here], strict=True)
                ]
                for here in group.heads
            ]
        )
        if rounds is None:
            return None
        again = [
            [
                sum([a * b for a, b in zip(row, column, strict=True)], ratio(0, 1))
                for column in zip(*rounds, strict=True)
            ]
            for row in again
        ]
    factor = ratio(1, 1)
    if len(group.nodes) == 1:
        factor, again = sum(again[0], factor), []
    ahead, outer, ticks = list[list[N]](), list[list[N]](), list[N]()
    for place, total in enumerate(group.wholes):
        ahead.append([ratio(w.weight, total) * z**w.ticks for w in group.ahead[place]])
        outer.append([factor * ratio(w.weight, total) * z**w.ticks for w in group.outer[place]])
        ways = group.ahead[place] + group.back[place] + group.outer[place]
        ticks.append(factor * ratio(sum(w.weight * w.ticks for w in ways), total))
    return Flow(again if group.heads else [], ahead, outer, ticks)


def once(weights: Sequence[int]) -> tuple[list[int], list[int]]:
    """Each of some weights once, and where among these each of them is."""
    places: dict[int, int] = {}
    which = [places.setdefault(weight, len(places)) for weight in weights]
    return list(places), which


def inverse(matrix: list[list[N]]) -> list[list[N]] | None:
    """The inverse of 1 − R, R of shares; None where the powers of R have no sum."""
    size = len(matrix)
    rows = [
        row + [row[0] * 0 + (here == there) for there in range(size)]
        for here, row in enumerate(matrix)
    ]
    for column in range(size):
        # All pivots are above nothing just where the powers of R have a sum.
        pivot = rows[column][column]
        if pivot <= 0:
            return None
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [
                    value - factor * top for value, top in zip(rows[row], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
