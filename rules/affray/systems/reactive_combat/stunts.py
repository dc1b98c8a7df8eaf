"""Defensive stunts: Breath In and Riposte, done when the defence roll earned the points."""

from collections.abc import Sequence
from typing import NamedTuple

from affray.faults import BadRequest, Fault
from affray.outcome import Trace
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import UNARMED, Arm

RIPOSTE = "riposte"
RIPOSTE_COST = 3
STUNTS, NO_STUNTS = "stunts", "none"


class StuntDone(NamedTuple):
    """What a defender did: combat penalties erased, and what it strikes back with."""

    erased: int
    riposte: Arm | None


def each_once(stunts: Sequence[str]) -> None:
    """Raise BadRequest for a stunt that is named twice."""
    kinds = [stunt.partition(":")[0] for stunt in stunts]
    for kind in kinds:
        if kinds.count(kind) > 1:
            raise BadRequest(Fault(f"the stunt {kind} is there twice", "name each stunt once"))


def riposte_arm(fighter: Fighter, rulings: Rulings, trace: Trace) -> Arm | None:
    """The melee weapon in hand for a riposte; None: there is none (stunts.riposte-weapon)."""
    carried = fighter.carried()
    if rulings.riposte_weapon == "first":
        carried = carried[:1]
    trace.switch("stunts.riposte-weapon", "riposte_weapon", rulings.riposte_weapon)
    for arm in carried:
        if arm.figure is None:
            continue
        if arm.name.casefold() != UNARMED:
            return arm
        trace.switch("stunts.riposte-weapon", "riposte_unarmed", rulings.riposte_unarmed)
        if rulings.riposte_unarmed:
            return arm
    return None


def affordable(fighter: Fighter, points: int, penalties: int, rulings: Rulings) -> tuple[str, ...]:
    """Every list of stunts that `points` pay for, joined by +; none of them first."""
    breaths = [f"breath-in:{n}" for n in range(1, min(points, penalties) + 1)]
    found = [NO_STUNTS, *breaths]
    if points >= RIPOSTE_COST and riposte_arm(fighter, rulings, Trace(SYSTEM, False)) is not None:
        left = points - RIPOSTE_COST
        found += [RIPOSTE, *(f"{RIPOSTE}+{one}" for one in breaths[:left])]
    return tuple(found)


def most_spent(stunts: Sequence[str], penalties: int) -> int:
    """The stunt points past which a defender has no more use for any."""
    return sum(
        RIPOSTE_COST if stunt == RIPOSTE else min(_breaths(stunt), penalties) for stunt in stunts
    )


def _breaths(stunt: str) -> int:
    return int(stunt.partition(":")[2])


def react(
    defender: Fighter,
    stunts: Sequence[str],
    points: int,
    penalties: int,
    rulings: Rulings,
    trace: Trace,
) -> StuntDone:
    """Spend `points` on `stunts`, in that order; what cannot be afforded is not done.

    Breath In erases up to its number of `penalties`, a point each (stunts.breath-in).
    """
    erased, arm = 0, None
    for stunt in stunts:
        if stunt == RIPOSTE:
            arm = _riposte(defender, points, rulings, trace)
            points -= RIPOSTE_COST if arm is not None else 0
            continue
        wanted = _breaths(stunt)
        breaths = min(wanted, points, penalties)
        erased += breaths
        points -= breaths
        if trace.on:
            text = f"{defender.name} breathes in: penalties erased"
            trace.add("stunts.breath-in", "text", text, breaths)
            if not points and breaths < min(wanted, penalties):
                trace.note(f"breath-in: stunt points for {breaths} of {wanted}")
    return StuntDone(erased, arm)


def _riposte(defender: Fighter, points: int, rulings: Rulings, trace: Trace) -> Arm | None:
    if points < RIPOSTE_COST:
        if trace.on:
            text = f"no riposte: it costs {RIPOSTE_COST} stunt points, and there are"
            trace.add("stunts.riposte", "text", text, points)
            trace.note(f"{text} {points}")
        return None
    arm = riposte_arm(defender, rulings, trace)
    if trace.on:
        if arm is None:
            text = f"no riposte: {defender.name} has no melee weapon in hand"
            trace.add("stunts.riposte", "text", text)
            trace.note(text)
        else:
            text = f"{defender.name} ripostes with {arm.name}: stunt points"
            trace.add("stunts.riposte", "text", text, -RIPOSTE_COST)
    return arm
