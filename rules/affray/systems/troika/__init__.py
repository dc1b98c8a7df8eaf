"""Troika!, section 7 and what it leans on. Rule ids are the book's section numbers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.action import Silence
from affray.house import Housed, room
from affray.system import Counts

if TYPE_CHECKING:
    from affray.dice import Dice
    from affray.starter import Score
    from affray.systems.troika.fighter import Fighter
    from affray.systems.troika.order import OwnScene
    from affray.systems.troika.rulings import Rulings
    from affray.systems.troika.sheet import Sheet
    from affray.words import Line

_TOKENS = Silence(
    "5",
    "Troika! has no reaction roll: whoever's token is drawn acts",
    "`affray roll initiative` draws the tokens",
)
_UNDER = Silence(
    "1.1",
    "Troika! has no pool of dice to count steps in: a skill is rolled under or versus",
    "`affray roll under SHEET SKILL`, or `affray roll versus`",
)

_TEST = Silence(
    "2",
    "Troika! has no abilities to test: there is Skill, and the Advanced Skills on top of it",
    "`affray roll under SHEET SKILL`, or `affray roll versus`",
)

_SILENT = {"roll reaction": _TOKENS, "roll task": _UNDER, "roll test": _TEST}


class Troika(Housed):
    """Troika! as the kernel knows it."""

    name = "troika"
    title = "Troika!"
    actions: Mapping[str, str] = {
        "attack": "attack.ATTACK",
        "damage": "damage.DAMAGE",
        "move": "move.MOVE",
        "drown": "hazards.DROWN",
        "fall": "hazards.FALL",
        "hazard": "hazards.HAZARD",
        "roll initiative": "initiative.INITIATIVE",
        "roll under": "rolls.UNDER",
        "roll luck": "rolls.LUCK",
        "roll versus": "rolls.VERSUS",
        "act delay": "acts.ACTS",
        "act aim": "acts.ACTS",
        "act eat": "acts.ACTS",
        "act flee": "acts.ACTS",
        "act suffer": "acts.ACTS",
        "act rest": "acts.ACTS",
    }
    silent = _SILENT
    turn_rule = "5"

    def side(self, sheet: "Sheet") -> str:
        return "foes" if sheet.kind == "enemy" else "party"

    def condition(self, fighter: "Fighter", rulings: "Rulings") -> str | None:
        return fighter.condition or None

    def about_turns(self, fight: "OwnScene") -> "Iterable[Line]":
        from affray.systems.troika.words import bag

        return bag(fight.turns)

    standing = ("stamina", "luck")
    followed = (
        *("stamina", "luck", "prone", "unconscious", "aiming", "shattered", "fled"),
        *("drowning", "drowned", "fire", "poison", "bleeding"),
    )
    bounded = ("stamina", "luck")
    follows = room("words.follows")
    importers = room("importing.importers")

    def creature(self, name: str) -> dict[str, Any]:
        fields = {k: v for k, v in self.creatures()[name].items() if k != "any_weapon"}
        return {"system": self.name, "kind": "enemy", **fields}

    def about_creature(self, name: str) -> str:
        one = self.creatures()[name]
        return f"Skill {one['skill']}, Stamina {one['stamina']}"

    def notes_on(self, name: str) -> Sequence[str]:
        notes = ["The figures are Troika!'s own (rule troika:15)."]
        if self.creatures()[name].get("any_weapon"):
            notes.append("It may carry any weapon: `affray table weapons` has them.")
        return notes

    def scores(self, dice: "Dice") -> "dict[str, Score]":
        from affray.systems.troika.creation import scores

        return scores(dice)

    def counts(self, command: str) -> Counts:
        match command:
            case "roll versus":
                return {"difference": lambda r: r.totals[0] - r.totals[1]}
            case "roll initiative":
                return {"first": lambda r: next(iter(r.order), "nobody")}
        return {"total": lambda r: r.total}


SYSTEM = Troika()
