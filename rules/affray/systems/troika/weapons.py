"""Weapons: the damage rows of section 9, and a sheet's own."""

from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from affray.fields import Name, Rating
from affray.tables import load_table

Amount = Annotated[int, Meta(ge=0, le=999)]
Row = tuple[Amount, Amount, Amount, Amount, Amount, Amount, Amount]


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A damage row: what columns 1 … 6 and 7+ do, in Stamina.

    `skill` None: fought with Skill alone. `ignores_armour` is in points (99: all).
    """

    name: Name
    damage: Row
    skill: Name | None = None
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    ignores_armour: Rating = 0
    ranged: bool = False
    natural: bool = False


UNARMED = "unarmed"


@cache
def rows() -> dict[str, Weapon]:
    """Every built-in row by each name a sheet may use, in lower case."""
    found: dict[str, Weapon] = {}
    for name, row in load_table(__file__, "weapons.toml").items():
        others, natural = row.get("also", []), row.get("also_natural", [])
        said = {key: value for key, value in row.items() if not key.startswith("also")}
        for called in (name, *others, *natural):
            fields = {**said, "name": called, "natural": called in natural or "natural" in row}
            found[called] = msgspec.convert(fields, Weapon)
    return found


def row(name: str) -> Weapon | None:
    """The built-in row called `name`, case aside."""
    return rows().get(name.casefold())
