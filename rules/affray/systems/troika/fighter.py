"""A combatant of Troika!: its sheet, and each field a fight can change."""

from msgspec import Struct

from affray.faults import BadRequest, Fault, Forbidden
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import COLOURS, Sheet, arm
from affray.systems.troika.weapons import UNARMED, Weapon, rows


class Fighter(Struct, frozen=True):
    """A sheet in play.

    `stamina` and `luck` are current; `shattered` names weapons lost; `unconscious`
    counts the rounds left; `drowning` the failed Swim tests in a row,
    `drowned` that they were too many; `fire`, `poison`
    and `bleeding` the dice they cost at each End of the Round; `provisions` those eaten
    today; `fled`: gone from the fight.
    """

    name: str
    sheet: Sheet
    stamina: int
    luck: int | None
    prone: bool = False
    shattered: tuple[str, ...] = ()
    unconscious: int = 0
    aiming: bool = False
    drowning: int = 0
    drowned: bool = False
    fire: int = 0
    poison: int = 0
    bleeding: int = 0
    provisions: int = 0
    fled: bool = False

    def carried(self) -> tuple[Weapon, ...]:
        """The weapons of the sheet that are still whole, then bare hands."""
        whole = (arm(w) for w in self.sheet.weapons)
        return (*(w for w in whole if w.name not in self.shattered), bare_hands())

    @property
    def is_dead(self) -> bool:
        """Below 0 Stamina (rule 4), or drowned (rule 7.9)."""
        return self.stamina < 0 or self.drowned

    @property
    def condition(self) -> str:
        """Why somebody is out: "dead", "dying", "fled"; empty while they are not."""
        if self.is_dead:
            return "dead"
        return "dying" if self.stamina == 0 else "fled" if self.fled else ""

    def has_whole(self, weapon: str) -> bool:
        """Whether no weapon called so, case aside, has shattered (rule 7.4)."""
        return weapon.casefold() not in {name.casefold() for name in self.shattered}

    def rank(self, skill: str) -> int | None:
        """Ranks in an Advanced Skill, case aside; None when untrained."""
        wanted = skill.casefold()
        for name, rank in self.sheet.skills.items():
            if name.casefold() == wanted:
                return rank
        return None


def bare_hands() -> Weapon:
    """The row everybody has."""
    return rows()[UNARMED]


def enter(sheet: Sheet, name: str | None = None) -> Fighter:
    """A fresh combatant from a sheet, called `name` or as the sheet says.

    Raises:
        BadRequest: a character would be called as a token of the stack is.
    """
    if sheet.kind == "character" and name in COLOURS:
        raise BadRequest(Fault(f"a token is called `{name}`", "choose another name"))
    return Fighter(name or sheet.name, sheet, sheet.stamina, sheet.luck)


def refuse_out(fighter: Fighter) -> None:
    """Raise Forbidden for someone dead, dying or fled, who does nothing more (rule 4)."""
    if fighter.condition:
        word = "has fled" if fighter.condition == "fled" else f"is {fighter.condition}"
        raise Forbidden(f"{fighter.name} {word} and cannot act", rule="troika:4")


def is_out(fighter: Fighter, rulings: Rulings) -> bool:
    """Dying or dead (rule 4), or fled."""
    return bool(fighter.condition)
