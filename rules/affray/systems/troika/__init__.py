"""Troika!, section 7 and what it leans on. Rule ids are the book's section numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from affray.action import Action, Silence
from affray.system import Counts, System

if TYPE_CHECKING:
    from affray.deed import Deed
    from affray.dice import Dice
    from affray.harm import Terms
    from affray.importing.draft import Importer
    from affray.outcome import Outcome
    from affray.starter import Score
    from affray.systems.troika.fighter import Fighter
    from affray.systems.troika.order import OwnScene, OwnState, Turns
    from affray.systems.troika.rulings import Rulings
    from affray.systems.troika.sheet import Sheet
    from affray.tables import Maker
    from affray.validate import Finding
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


class Troika(System["Sheet", "Fighter", "Turns", "Rulings"]):
    """Troika! as the kernel knows it."""

    name = "troika"
    title = "Troika!"
    commands = (
        "attack",
        "damage",
        "move",
        "drown",
        "fall",
        "hazard",
        "roll initiative",
        "roll under",
        "roll luck",
        "roll versus",
        "act delay",
        "act aim",
        "act eat",
        "act flee",
        "act suffer",
        "act rest",
    )
    silent = _SILENT

    @property
    def sheet_type(self) -> "type[Sheet]":
        from affray.systems.troika.sheet import Sheet

        return Sheet

    @property
    def fighter_type(self) -> "type[Fighter]":
        from affray.systems.troika.fighter import Fighter

        return Fighter

    @property
    def turns_type(self) -> "type[Turns]":
        from affray.systems.troika.order import Turns

        return Turns

    @property
    def rulings_type(self) -> "type[Rulings]":
        from affray.systems.troika.rulings import Rulings

        return Rulings

    def check(self, sheet: "Sheet") -> "Iterable[Finding]":
        from affray.systems.troika.sheet import check

        return check(sheet)

    def enter(self, sheet: "Sheet", name: str) -> "Fighter":
        from affray.systems.troika.fighter import enter

        return enter(sheet, name)

    @cached_property
    def advance(self) -> "Callable[[OwnState, Dice], Outcome]":
        from affray.systems.troika.turns import advance

        return advance

    @cached_property
    def whose(self) -> "Callable[[OwnScene], tuple[str, ...]]":
        from affray.systems.troika.order import whose

        return whose

    def why(self, fight: "OwnScene") -> str:
        from affray.systems.troika.order import why

        return why(fight)

    turn_rule = "5"

    def allow(self, fight: "OwnScene", deed: "Deed") -> None:
        from affray.systems.troika.allowing import allow

        allow(fight, deed)

    @cached_property
    def spend(self) -> "Callable[[OwnState, Deed, Outcome], None]":
        from affray.systems.troika.turns import spend

        return spend

    @cached_property
    def terms(self) -> "Terms[Fighter]":
        from affray.systems.troika.harm import TERMS

        return TERMS

    @cached_property
    def is_out(self) -> "Callable[[Fighter, Rulings], bool]":
        from affray.systems.troika.fighter import is_out

        return is_out

    @cached_property
    def decide(self) -> "Callable[[OwnScene, Fighter, Dice], Deed | None]":
        from affray.systems.troika.tactics import decide

        return decide

    def tell(self, command: str, outcome: "Outcome") -> "Iterable[Line]":
        from affray.systems.troika.words import tell

        return tell(command, outcome)

    def tables(self) -> "Mapping[str, Maker]":
        from affray.systems.troika.tables import TABLES

        return TABLES

    def settles(self, command: str) -> "Action[Fighter, Any, Rulings] | None":
        match command:
            case "attack":
                from affray.systems.troika.attack import ATTACK

                return ATTACK
            case "damage":
                from affray.systems.troika.damage import DAMAGE

                return DAMAGE
            case "move":
                from affray.systems.troika.move import MOVE

                return MOVE
            case "drown":
                from affray.systems.troika.hazards import DROWN

                return DROWN
            case "fall":
                from affray.systems.troika.hazards import FALL

                return FALL
            case "hazard":
                from affray.systems.troika.hazards import HAZARD

                return HAZARD
            case "roll initiative":
                from affray.systems.troika.initiative import INITIATIVE

                return INITIATIVE
            case "roll under":
                from affray.systems.troika.rolls import UNDER

                return UNDER
            case "roll luck":
                from affray.systems.troika.rolls import LUCK

                return LUCK
            case "roll versus":
                from affray.systems.troika.rolls import VERSUS

                return VERSUS
        from affray.systems.troika.acts import ACTS

        return ACTS.get(command)

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

    def follows(self, sheet: "Sheet") -> "Iterable[Line]":
        from affray.systems.troika.words import follows

        return follows(sheet)

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

    def importers(self) -> "Sequence[Importer]":
        from affray.systems.troika.importing import IMPORTERS

        return IMPORTERS

    def counts(self, command: str) -> "Counts":
        match command:
            case "roll versus":
                return {"difference": lambda r: r.totals[0] - r.totals[1]}
            case "roll initiative":
                return {"first": lambda r: next(iter(r.order), "nobody")}
        return {"total": lambda r: r.total}

    def values(self, kind: str, sheet: "Sheet | None") -> "Iterator[tuple[str, str]]":
        from affray.systems.troika.words import values

        return values(kind, sheet)


SYSTEM = Troika()
