"""Who can be taken out at all: what odds and fights ask before they begin."""

from typing import Any

from affray.action import Combatant
from affray.faults import Forbidden
from affray.fight import Fight
from affray.system import System

FAR_TOO_MUCH = 1_000_000
"""More harm than anybody stands, if there is an end to it at all."""

DIGIT = 24
"""Bits for the harm in one field, where a side's harm is packed into one integer."""


def deadly(system: System, rulings: Any, fighter: Combatant) -> tuple[bool, ...]:
    """For each field of harm, whether any amount in it takes a combatant out.

    Where the text is silent, that takes a ruling.
    """
    known = system.terms
    places = range(len(known.harm))
    return tuple(
        system.is_out(known.with_harm(fighter, [FAR_TOO_MUCH * (i == j) for j in places]), rulings)
        for i in places
    )


def must_end(system: System, rulings: Any, fighter: Combatant) -> None:
    """Raise Forbidden when no amount of harm takes `fighter` out, naming the ruling."""
    if any(deadly(system, rulings, fighter)):
        return
    known = system.terms
    hint = None
    if known.switch is not None:
        hint = f"set {known.switch} in [{system.name}] of a rulings file"
    raise Forbidden(
        f"no text says how much takes somebody out of a fight of {system.title}, so it has no end",
        rule=system.full_id(known.rule),
        hint=hint,
    )


def refuse_endless(fight: Fight) -> None:
    """Raise Forbidden, with the ruling that is missing, when no harm takes anybody out."""
    for fighter in fight.fighters:
        must_end(fight.rules, fight.rulings, fighter)
