"""A combatant of Iron Gauntlets: its sheet, and each field a fight can change."""

from typing import Literal

from msgspec import Struct

from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability, Sheet

SYSTEM = "iron-gauntlets"

Declared = Literal["attack", "move", "stand", "flee", "use"]
"""What can be declared at the beginning of a turn (rule actions.declared)."""


class Fighter(Struct, frozen=True):
    """A sheet in play.

    For good: `injury` and `fatigue` count up, `luck` is what is left, `prone` lasts until
    the combatant stands up, `fled`: gone from the fight. For the turn: the reaction `speed`
    (None: not rolled; `defaulted`: a 9 nobody threw), the points `…_given` up for it, the
    actions left (`free_actions` None: nobody counts them), fitness lost to automatic
    movement with the feet that cost it, mode by mode, whether the first defence is
    `defended` away, `stopped`: no more acting, and the first action that was `declared` at
    its beginning (None: none was). `unbound`: a director lets the combatant act beyond what
    the turn allows; what limits its defences stays.
    """

    name: str
    sheet: Sheet
    luck: int
    injury: int = 0
    fatigue: int = 0
    prone: bool = False
    speed: int | None = None
    defaulted: bool = False
    fitness_given: int = 0
    awareness_given: int = 0
    free_actions: int | None = None
    fitness_actions: int = 0
    awareness_actions: int = 0
    fitness_lost: int = 0
    feet_run: int = 0
    feet_swim: int = 0
    feet_crawl: int = 0
    feet_walk: int = 0
    feet_climb: int = 0
    defended: bool = False
    stopped: bool = False
    declared: Declared | None = None
    fled: bool = False
    unbound: bool = False

    def effective(self, ability: Ability) -> int:
        """The rating an ability has now, 0 or more (rules reaction.spent, move.automatic)."""
        abilities = self.sheet.abilities
        if ability == "fitness":
            return max(0, abilities.fitness - self.fitness_given - self.fitness_lost)
        if ability == "awareness":
            return max(0, abilities.awareness - self.awareness_given)
        if ability == "luck":
            return max(0, self.luck)
        return int(getattr(abilities, ability))

    def rating(self, skill: str) -> int | None:
        """The rating of a skill, case aside; None when unskilled."""
        found = self.sheet.skill(skill)
        return found if found is None or isinstance(found, int) else found.rating


def enter(sheet: Sheet, name: str | None = None) -> Fighter:
    """A fresh combatant from a sheet, called `name` or as the sheet says."""
    return Fighter(name or sheet.name, sheet, sheet.abilities.luck)


def is_out(fighter: Fighter, rulings: Rulings) -> bool:
    """Fled, or with so much harm as a ruling says (rule damage.out); without one, never."""
    injury, fatigue = rulings.out_at_injury, rulings.out_at_fatigue
    return (
        fighter.fled
        or (injury is not None and fighter.injury >= injury)
        or (fatigue is not None and fighter.fatigue >= fatigue)
    )
