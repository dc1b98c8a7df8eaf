"""A combatant of Reactive Combat: its sheet, and each field a fight can change."""

from msgspec import Struct

from affray.faults import BadRequest, Fault, near
from affray.fields import Name
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet
from affray.systems.reactive_combat.weapons import Arm, Weapon, arm, bare_hands, row, rows

SYSTEM = "reactive-combat"

Named = Name | tuple[Name, ...]
"""A weapon named by an option; a command line gives a list, which holds one or none."""


class Fighter(Struct, frozen=True):
    """A sheet in play.

    `conviction`, `marks` and `penalties` are current. `ammunition` counts what each
    repeater holds, by the weapon's name; `unloaded` names other weapons that were shot
    and take actions to load. `expert_struck` and `pinpointed` are of this round,
    `extra_bullets` of this turn. `ran`: the last major action was a Run. `place` is
    the place in the order of the fight, from 1; None before initiative. `fled`: gone from
    the fight. `unbound`: what limits a round or a turn does not count, as a director says.
    """

    name: str
    sheet: Sheet
    conviction: int
    ammunition: dict[str, int] = {}
    unloaded: tuple[str, ...] = ()
    marks: int = 0
    penalties: int = 0
    expert_struck: bool = False
    pinpointed: bool = False
    extra_bullets: int = 0
    ran: bool = False
    place: int | None = None
    fled: bool = False
    unbound: bool = False

    def carried(self) -> tuple[Arm, ...]:
        """The weapons of the sheet, then bare hands."""
        fists = self.sheet.trained_fists
        return (*(arm(weapon, fists) for weapon in self.sheet.weapons), bare_hands(fists))

    def loaded(self, weapon: Weapon) -> int:
        """What a repeater holds now."""
        return self.ammunition.get(weapon.name, weapon.capacity or 0)


def enter(sheet: Sheet, name: str | None = None) -> Fighter:
    """A fresh combatant from a sheet, called `name` or as the sheet says; guns are full."""
    full = {w.name: w.capacity for w in sheet.weapons if w.capacity is not None}
    return Fighter(name or sheet.name, sheet, sheet.conviction, full)


def wield(fighter: Fighter, named: Named) -> Arm:
    """The weapon named, from the sheet or the table; none named: the sheet's first.

    Raises:
        BadRequest: nothing is called so, or two are named.
    """
    if not named:
        weapons = fighter.sheet.weapons
        fists = fighter.sheet.trained_fists
        return arm(weapons[0], fists) if weapons else bare_hands(fists)
    if not isinstance(named, str) and len(named) > 1:
        raise BadRequest(Fault("an attack is made with one weapon", "give --weapon once"))
    name = named if isinstance(named, str) else named[0]
    carried = {a.name.casefold(): a for a in fighter.carried()}
    found = carried.get(name.casefold())
    if found is None and (known := row(name)) is not None:
        found = arm(Weapon(known.name), fighter.sheet.trained_fists)
    if found is None:
        hint = near(name, [*carried, *rows()], otherwise=f"at hand: {', '.join(carried)}")
        raise BadRequest(Fault(f"no weapon is called `{name}`", hint))
    return found


def is_out(fighter: Fighter, rulings: Rulings) -> bool:
    """Fled, or with so many marks as a ruling says (marks.out); without one, never."""
    limit = rulings.out_at_marks
    return fighter.fled or (limit is not None and fighter.marks >= limit)
