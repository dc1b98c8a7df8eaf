"""Weapons: the fixed figures of the melee groups, and a sheet's own."""

from functools import cache, lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.fields import Name, Rating
from affray.tables import load_table

UNARMED = "unarmed"
ARCANE_BLAST = "arcane blast"
BANDS = ("short", "medium", "long", "far")
"""The bands a weapon can carry a TN and a power for; nearer than short is melee."""

ACCURATE = frozenset({"brawling", "dueling", "light blades", "staves"})
"""Melee groups that the base game's older edition fights with Accuracy."""


class Band(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon in one distance band: the TN to hit and the power of a hit."""

    tn: Rating
    power: Rating


class Weapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as a sheet has it.

    `group` None: the table's, or else the weapon's own name. `damage` fixes the whole
    number of a blow. `reload` an integer: a repeater that holds so many; else the
    actions that loading takes. A band left out is out of reach.
    """

    name: Name
    group: Name | None = None
    damage: Rating | None = None
    reload: Annotated[int, Meta(ge=1, le=99)] | Literal["minor", "major", "full round"] | None = (
        None
    )
    headshot: bool = False
    short: Band | None = None
    medium: Band | None = None
    long: Band | None = None
    far: Band | None = None

    def band(self, name: str) -> Band | None:
        """TN and power in the band called `name` (one of BANDS); None: out of reach."""
        found: Band | None = getattr(self, name)
        return found

    @property
    def shoots(self) -> bool:
        """Whether it reaches any distance band."""
        return any(self.band(name) for name in BANDS)

    @property
    def capacity(self) -> int | None:
        """What a repeater holds; None for any other weapon."""
        return self.reload if isinstance(self.reload, int) else None


class Row(Struct, frozen=True):
    """A melee weapon of the table; `fists` replaces the figure for trained fists."""

    name: str
    damage: int
    group: str
    fists: int | None = None


class Arm(Struct, frozen=True):
    """A weapon ready to fight with.

    `figure` is its number in melee (None: a ranged weapon, which uses a band's power);
    `fixed` when the sheet gave the whole number, to which no ability is added.
    """

    name: str
    group: str
    figure: int | None
    fixed: bool
    ranged: bool
    weapon: Weapon


@cache
def rows() -> dict[str, Row]:
    """The melee weapons of the table by name (rule reactive-combat:weapons)."""
    table = load_table(__file__, "weapons.toml")
    return {name: Row(name, **row) for name, row in table.items()}


def row(name: str) -> Row | None:
    """The table's weapon called `name`, case aside."""
    return rows().get(name.casefold())


@cache
def melee_groups() -> frozenset[str]:
    """The weapon groups of the melee table."""
    return frozenset(row.group for row in rows().values())


@lru_cache(maxsize=256)
def arm(weapon: Weapon, trained_fists: bool = False) -> Arm:
    """A weapon of a sheet with what the table adds to it.

    It is ranged when it reaches a band and its group is none of the melee table's: a
    throwing axe is still an axe. `trained_fists` raises the figure of bare hands.
    """
    known = row(weapon.name)
    group = (weapon.group or (known.group if known else weapon.name)).casefold()
    ranged = weapon.shoots and group not in melee_groups()
    figure = weapon.damage
    if figure is None and known is not None:
        better = known.fists if trained_fists else None
        figure = known.damage if better is None else better
    return Arm(
        name=weapon.name,
        group=group,
        figure=None if ranged else figure,
        fixed=weapon.damage is not None,
        ranged=ranged,
        weapon=weapon,
    )


def bare_hands(trained_fists: bool) -> Arm:
    """What everybody can fight with."""
    return arm(Weapon(UNARMED), trained_fists)
