"""Troika!'s tables, for looking things up."""

from affray.systems.troika.sheet import ARMOUR
from affray.systems.troika.weapons import Weapon, rows
from affray.tables import Maker, Table, load_table


def weapons() -> Table:
    """The damage rows (rule 8): columns 1 … 6 and 7+, and what the marks mean."""
    table = load_table(__file__, "weapons.toml")
    return Table(
        "Damage in Stamina by damage roll",
        "troika:8",
        ("weapon", "1", "2", "3", "4", "5", "6", "7+", "hands", "ignores armour", "kind", "also"),
        tuple(
            (name, *rows()[name].damage, rows()[name].hands, *_marks(rows()[name]), _also(row))
            for name, row in table.items()
        ),
    )


def _marks(weapon: Weapon) -> tuple[str, str]:
    ignored = "all" if weapon.ignores_armour == 99 else str(weapon.ignores_armour or "")
    return ignored, "natural" if weapon.natural else "ranged" if weapon.ranged else ""


def _also(row: dict[str, list[str]]) -> str:
    return ", ".join([*row.get("also", []), *row.get("also_natural", [])])


def armour() -> Table:
    """The words for armour and what they take off a damage roll (rule 9)."""
    found = tuple((word, -points) for word, points in ARMOUR.items())
    return Table("Armour", "troika:9", ("armour", "damage roll"), (*found, ("shield", -1)))


def beasts() -> Table:
    """The creatures of section 15, each usable as `@name`."""
    return Table(
        "Creatures",
        "troika:15",
        ("creature", "skill", "stamina", "initiative", "armour", "weapons"),
        tuple(
            (
                f"@{name}",
                one["skill"],
                one["stamina"],
                one["initiative"],
                one["armour"],
                " or ".join(one["weapons"]) + (" (or any)" if one.get("any_weapon") else ""),
            )
            for name, one in load_table(__file__, "creatures.toml").items()
        ),
    )


TABLES: dict[str, Maker] = {"weapons": weapons, "armour": armour, "creatures": beasts}
