"""Distances and what changes the TN of a shot: the table ranges.toml, read once."""

from functools import cache
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from affray.systems.reactive_combat.rulings import Rulings
from affray.tables import load_table

MELEE = "melee"

Yards = Annotated[float, Meta(ge=0, le=9999)]


class Reach(NamedTuple):
    """A distance band: past `over` yards, up to and with `up_to`."""

    name: str
    over: int
    up_to: int


class Size(NamedTuple):
    """A size of target and what it does to the TN."""

    name: str
    tn: int


@cache
def _table() -> dict[str, Any]:
    return load_table(__file__, "ranges.toml")


@cache
def reaches() -> tuple[Reach, ...]:
    """The distance bands, nearest first (rule reactive-combat:ranged.bands)."""
    return tuple(Reach(**band) for band in _table()["band"])


@cache
def sizes() -> dict[str, Size]:
    """Every size by each name for it (rule reactive-combat:ranged.size)."""
    found = {}
    for size in _table()["size"]:
        for name in (size["name"], *size["aliases"]):
            found[name] = Size(size["name"], size["tn"])
    return found


def size_of(name: str) -> Size | None:
    """The size called `name`, case aside; None: there is none."""
    return sizes().get(name.casefold())


def cover_tn(cover: str) -> int:
    """What "light" or "heavy" cover adds to the TN (rule reactive-combat:ranged.cover)."""
    return int(_table()["cover"][cover])


def ran_tn() -> int:
    """What a target that ran adds to the TN (rule reactive-combat:ranged.run)."""
    return int(_table()["ran"])


def reach_of(yards: float, rulings: Rulings) -> Reach | None:
    """The band of a distance in yards, 0 or more; None: beyond the last.

    Between the whole yards of two bands it is the farther one, or as the switch says
    (rule reactive-combat:ranged.between); melee ends at its 2 yards sharp.
    """
    bands = reaches()
    for band in bands:
        gap = rulings.between_bands == "nearer" and band.name != MELEE and band is not bands[-1]
        if yards <= band.up_to or (gap and yards < band.up_to + 1):
            return band
    return None


def is_between(yards: float) -> bool:
    """Whether a distance lies between the whole yards that two bands are printed with."""
    return any(band.up_to < yards < band.up_to + 1 for band in reaches()[:-1] if band.name != MELEE)


def spelt_out() -> str:
    """The bands in words, for a hint."""
    return ", ".join(f"{band.name} to {band.up_to}" for band in reaches())
