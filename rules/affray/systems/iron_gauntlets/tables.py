"""Iron Gauntlets' tables, for looking things up."""

from affray.tables import Maker, Table, load_table

MOST = 6


def movement() -> Table:
    """Feet a turn by fitness rating (automatic) or by steps (basic, advanced)."""
    modes = load_table(__file__, "movement.toml")
    return Table(
        "Feet a turn by fitness rating or steps",
        "iron-gauntlets:move",
        ("mode", *map(str, range(1, MOST + 1)), "status"),
        tuple(
            (mode, *(entry["feet"] * n for n in range(1, MOST + 1)), entry["status"])
            for mode, entry in modes.items()
        ),
    )


TABLES: dict[str, Maker] = {"movement": movement}
