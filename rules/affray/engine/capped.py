"""The chance of each ending within so many ticks: what a fight that is stopped comes to."""

from operator import truediv

from affray.engine.chain import Ending
from affray.engine.flow import flow
from affray.engine.lengths import Clock
from affray.engine.walk import Walk

SURE = 1e-9
"""Bounds no farther apart are one number."""
WEIGHED = (2.0, 3.0, 1.5)
"""What each tick is weighed by, one after the other, to bound what takes long."""

Bounds = dict[Ending | None, tuple[float, float]]


def capped(walk: Walk, most_ticks: int) -> Bounds:
    """Bounds of the chance of each ending with no more than so many ticks, and of none (None).

    They are no farther apart than SURE. Most fights are over long before: then how much
    is stopped, at most, comes from one sum in which longer ways weigh more. Where that is
    not little, the ticks are told apart.

    Raises:
        TooLarge: they have to be, and that would take too long.
    """
    for z in WEIGHED:
        late = _weighed(walk, z, z ** -(most_ticks + 1))
        if late is not None and sum(late.values()) <= SURE:
            ever = _weighed(walk, 1.0, 1.0) or {}
            return _bounds({e: (max(0.0, all_ - late[e]), all_) for e, all_ in ever.items()})
    clock = Clock(walk, most_ticks)
    clock.run()
    found = {e: float(sum(clock.spread([number]))) for e, number in walk.ends.items()}
    return _bounds({ending: (chance, chance) for ending, chance in found.items()})


def _bounds(found: dict[Ending, tuple[float, float]]) -> Bounds:
    low = 1.0 - sum(high for _, high in found.values())
    high = 1.0 - sum(low for low, _ in found.values())
    bounds: Bounds = {None: (max(0.0, low), max(0.0, high))}
    bounds.update(found)
    return bounds


def _weighed(walk: Walk, z: float, whole: float) -> dict[Ending, float] | None:
    """The chance of each ending, z to the power of its ticks times, of so much at the start.

    None where that has no sum.
    """
    flows = [flow(group, truediv, z) for group in walk.groups]
    at = [0.0] * walk.size
    at[walk.start] = whole
    for base, group, targets in walk.cells:
        found = flows[group.number]
        if found is None:
            if group.is_stuck:
                continue
            return None
        if found.again:
            arrived = at[base : base + len(group.nodes)]
            for number, head in enumerate(group.heads):
                at[base + head] += sum(
                    [mass * row[number] for mass, row in zip(arrived, found.again, strict=True)]
                )
        for place, leads in enumerate(targets):
            mass = at[base + place]
            if mass:
                for way, share in zip(group.ahead[place], found.ahead[place], strict=True):
                    at[base + way.to] += mass * share
                for share, number in zip(found.outer[place], leads, strict=True):
                    at[number] += mass * share
    return {ending: at[number] for ending, number in walk.ends.items()}
