"""How far away the target is, and what a weapon can do there."""

from typing import NamedTuple

from affray.faults import BadRequest, Fault, Forbidden
from affray.systems.reactive_combat.fighter import SYSTEM
from affray.systems.reactive_combat.ranges import MELEE, Reach, reach_of, reaches, spelt_out
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import BANDS, Arm, Band


class Aim(NamedTuple):
    """How far away the target is, and the weapon there; `band` None: its melee figure."""

    reach: Reach
    band: Band | None

    @property
    def shot(self) -> bool:
        """Whether this is a ranged attack; within 2 yards it is melee (melee.point-blank)."""
        return self.reach.name != MELEE

    @property
    def power(self) -> int | None:
        """The figure that the band gives; None: the weapon's melee figure."""
        return None if self.band is None else self.band.power


def aim(arm: Arm, distance: float | None, rulings: Rulings) -> Aim:
    """What a weapon is at a distance in yards; None: within a melee weapon's reach.

    Raises:
        BadRequest: a ranged weapon, and no distance.
        Forbidden: the distance is out of reach (rules melee, ranged, ranged.bands).
    """
    if distance is None:
        if not arm.ranged:
            return Aim(reaches()[0], None)
        raise BadRequest(
            Fault(
                f"{arm.name} is a ranged weapon, so the distance to the target has to be known",
                f"--distance YARDS ({spelt_out()})",
            )
        )
    reach = reach_of(distance, rulings)
    if reach is None:
        raise Forbidden(
            f"nothing reaches {distance:g} yards",
            rule=f"{SYSTEM}:ranged.bands",
            hint=f"the bands in yards: {spelt_out()}",
        )
    if reach.name == MELEE and not arm.ranged:
        return Aim(reach, None)
    band = arm.weapon.band(BANDS[0] if reach.name == MELEE else reach.name)
    if band is None:
        raise _out_of_reach(arm, reach)
    return Aim(reach, band)


def _out_of_reach(arm: Arm, reach: Reach) -> Forbidden:
    if not arm.weapon.shoots:
        return Forbidden(
            f"{arm.name} is a melee weapon and does not reach past {reaches()[0].up_to} yards",
            rule=f"{SYSTEM}:melee",
            hint="close in, or name a ranged weapon with --weapon",
        )
    has = ", ".join(name for name in BANDS if arm.weapon.band(name) is not None)
    wanted = BANDS[0] if reach.name == MELEE else reach.name
    return Forbidden(
        f"{arm.name} has no TN and power for {wanted} distance",
        rule=f"{SYSTEM}:ranged",
        hint=f"it has them for: {has}",
    )
