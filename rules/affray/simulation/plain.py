"""Which fights are a matter of who is out, never of how hurt anybody is."""

from collections.abc import Callable, Mapping
from typing import Any

from affray.fight import Fight

SUFFERING = ("drowning", "fire", "poison", "bleeding")
"""What is tested at the End of a Round of Troika!, and stops when Stamina does."""


def _troika(fighter: Any) -> bool:
    """Flight is a matter of Stamina, and so is what is suffered."""
    return fighter.sheet.tactics.flee_at == 0 and not any(getattr(fighter, f) for f in SUFFERING)


def _gauntlets(fighter: Any) -> bool:
    """Flight is a matter of harm."""
    return fighter.sheet.tactics.flee_at is None


PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "troika": _troika,
    "iron-gauntlets": _gauntlets,
}


def is_plain(fight: Fight) -> bool:
    """Whether two fight whose turns, tactics and attacks never look at the harm of either.

    Nor at the number of the round. A system that is not named here is never so.
    """
    plain = PLAIN.get(fight.system)
    sides = set(fight.sides.values())
    if plain is None or len(fight.fighters) != 2 or len(sides) != 2:
        return False
    return all(plain(fighter) for fighter in fight.fighters)
