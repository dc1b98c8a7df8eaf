"""A combatant of Troika!: its sheet, and each field a fight can change."""

from msgspec import Struct

from affray.troika.sheet import Sheet, arm
from affray.troika.weapons import UNARMED, Weapon, row


class Fighter(Struct, frozen=True):
    """A sheet in play.

    `stamina` and `luck` are current; `shattered` names weapons lost; `unconscious`
    counts the rounds left.
    """

    name: str
    sheet: Sheet
    stamina: int
    luck: int | None
    prone: bool = False
    shattered: tuple[str, ...] = ()
    unconscious: int = 0

    def carried(self) -> tuple[Weapon, ...]:
        """The weapons of the sheet that are still whole, then bare hands."""
        whole = (arm(w) for w in self.sheet.weapons)
        unarmed = row(UNARMED)
        assert unarmed is not None
        return (*(w for w in whole if w.name not in self.shattered), unarmed)

    def rank(self, skill: str) -> int | None:
        """Ranks in an Advanced Skill, case aside; None when untrained."""
        wanted = skill.casefold()
        for name, rank in self.sheet.skills.items():
            if name.casefold() == wanted:
                return rank
        return None


def enter(sheet: Sheet, name: str | None = None) -> Fighter:
    """A fresh combatant from a sheet, called `name` or as the sheet says."""
    return Fighter(name or sheet.name, sheet, sheet.stamina, sheet.luck)


def state(stamina: int) -> str | None:
    """What a Stamina score means: "dying" at exactly 0, "dead" below (rule troika:4)."""
    if stamina > 0:
        return None
    return "dying" if stamina == 0 else "dead"
