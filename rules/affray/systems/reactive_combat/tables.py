"""Reactive Combat's tables, for looking things up."""

from affray.tables import Maker, Table, load_table


def weapons() -> Table:
    """Melee weapons and their fixed damage."""
    found = load_table(__file__, "weapons.toml")
    return Table(
        "Melee weapons and their fixed damage",
        "reactive-combat:weapons",
        ("weapon", "damage", "group"),
        tuple((name, one["damage"], one["group"]) for name, one in found.items()),
    )


def ranges() -> Table:
    """Distance bands in yards."""
    return Table(
        "Distance bands in yards",
        "reactive-combat:ranged.bands",
        ("band", "over", "up to"),
        tuple(
            (b["name"], b["over"], b["up_to"]) for b in load_table(__file__, "ranges.toml")["band"]
        ),
    )


def modifiers() -> Table:
    """What changes the TN of a shot: size, cover, running."""
    table = load_table(__file__, "ranges.toml")
    sizes = [(f"size {s['name']}", s["tn"]) for s in table["size"]]
    cover = [(f"{name} cover", tn) for name, tn in table["cover"].items()]
    return Table(
        "What changes the TN of a shot",
        "reactive-combat:ranged.sum",
        ("target", "TN"),
        (*sizes, *cover, ("ran last", table["ran"])),
    )


TABLES: dict[str, Maker] = {"weapons": weapons, "ranges": ranges, "modifiers": modifiers}
