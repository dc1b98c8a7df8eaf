"""Iron Gauntlets, second printing 1.7a, as far as it is public."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from affray.action import Action, Silence
from affray.system import Counts, System

if TYPE_CHECKING:
    from affray.deed import Deed
    from affray.dice import Dice
    from affray.engine.report import RollReport
    from affray.harm import Terms
    from affray.outcome import Outcome
    from affray.systems.iron_gauntlets.fighter import Fighter
    from affray.systems.iron_gauntlets.order import OwnScene, OwnState, Turns
    from affray.systems.iron_gauntlets.rulings import Rulings
    from affray.systems.iron_gauntlets.sheet import Sheet
    from affray.tables import Maker
    from affray.validate import Finding
    from affray.words import Line

_POOL = Silence(
    "tasks",
    "Iron Gauntlets counts steps in a pool of d10: nothing is rolled under, and nothing added up",
    "`affray roll task SHEET SKILL`",
)

_SILENT = {
    "roll under": _POOL,
    "roll test": _POOL,
    "roll luck": Silence(
        "tasks.luck",
        "luck is spent here, not tested: each point adds a die to a task",
        "`affray roll task SHEET SKILL --luck N`",
    ),
    "roll versus": Silence(
        "tasks.resisted",
        "a resisted task has the opponent's steps as its difficulty: roll one, then the other",
        "`affray roll task SHEET SKILL --difficulty STEPS`",
    ),
}


class IronGauntlets(System["Sheet", "Fighter", "Turns", "Rulings"]):
    """Iron Gauntlets as the kernel knows it."""

    name = "iron-gauntlets"
    title = "Iron Gauntlets"
    commands = (
        "attack",
        "damage",
        "move",
        "drown",
        "fall",
        "hazard",
        "roll reaction",
        "roll initiative",
        "roll task",
        "act stand",
        "act flee",
        "act use",
        "act declare",
        "act down",
        "act stop",
        "act rest",
    )
    silent = _SILENT

    @property
    def sheet_type(self) -> "type[Sheet]":
        from affray.systems.iron_gauntlets.sheet import Sheet

        return Sheet

    @property
    def fighter_type(self) -> "type[Fighter]":
        from affray.systems.iron_gauntlets.fighter import Fighter

        return Fighter

    @property
    def turns_type(self) -> "type[Turns]":
        from affray.systems.iron_gauntlets.order import Turns

        return Turns

    @property
    def rulings_type(self) -> "type[Rulings]":
        from affray.systems.iron_gauntlets.rulings import Rulings

        return Rulings

    def check(self, sheet: "Sheet") -> "Iterable[Finding]":
        from affray.systems.iron_gauntlets.sheet import check

        return check(sheet)

    def enter(self, sheet: "Sheet", name: str) -> "Fighter":
        from affray.systems.iron_gauntlets.fighter import enter

        return enter(sheet, name)

    @cached_property
    def advance(self) -> "Callable[[OwnState, Dice], Outcome]":
        from affray.systems.iron_gauntlets.turns import advance

        return advance

    @cached_property
    def whose(self) -> "Callable[[OwnScene], tuple[str, ...]]":
        from affray.systems.iron_gauntlets.order import whose

        return whose

    def why(self, fight: "OwnScene") -> str:
        from affray.systems.iron_gauntlets.order import why

        return why(fight)

    turn_rule = "actions.passes"

    def allow(self, fight: "OwnScene", deed: "Deed") -> None:
        from affray.systems.iron_gauntlets.allowing import allow

        allow(fight, deed)

    @cached_property
    def spend(self) -> "Callable[[OwnState, Deed, Outcome], None]":
        from affray.systems.iron_gauntlets.turns import spend

        return spend

    def loosen(self, fighter: "Fighter") -> "Fighter":
        from affray.systems.iron_gauntlets.turns import loosen

        return loosen(fighter)

    @cached_property
    def terms(self) -> "Terms[Fighter]":
        from affray.systems.iron_gauntlets.harm import TERMS

        return TERMS

    @cached_property
    def is_out(self) -> "Callable[[Fighter, Rulings], bool]":
        from affray.systems.iron_gauntlets.fighter import is_out

        return is_out

    def left(self, fighter: "Fighter", field: str, rulings: "Rulings") -> int | None:
        injury = field == "injury"
        limit = rulings.out_at_injury if injury else rulings.out_at_fatigue
        suffered = fighter.injury if injury else fighter.fatigue
        return None if limit is None else max(0, limit - suffered)

    @cached_property
    def decide(self) -> "Callable[[OwnScene, Fighter, Dice], Deed | None]":
        from affray.systems.iron_gauntlets.tactics import decide

        return decide

    def tell(self, command: str, outcome: "Outcome") -> "Iterable[Line]":
        from affray.systems.iron_gauntlets.words import tell

        return tell(command, outcome)

    def tables(self) -> "Mapping[str, Maker]":
        from affray.systems.iron_gauntlets.tables import TABLES

        return TABLES

    def settles(self, command: str) -> "Action[Fighter, Any, Rulings] | None":
        match command:
            case "attack":
                from affray.systems.iron_gauntlets.attack import ATTACK

                return ATTACK
            case "damage":
                from affray.systems.iron_gauntlets.damage import DAMAGE

                return DAMAGE
            case "move":
                from affray.systems.iron_gauntlets.move import MOVE

                return MOVE
            case "drown":
                from affray.systems.iron_gauntlets.hazards import DROWN

                return DROWN
            case "fall":
                from affray.systems.iron_gauntlets.hazards import FALL

                return FALL
            case "hazard":
                from affray.systems.iron_gauntlets.hazards import HAZARD

                return HAZARD
            case "roll reaction" | "roll initiative":
                from affray.systems.iron_gauntlets.initiative import REACTION

                return REACTION
            case "roll task":
                from affray.systems.iron_gauntlets.rolls import TASK

                return TASK
        from affray.systems.iron_gauntlets.acts import ACTS

        return ACTS.get(command)

    scores_rule = "tasks.ratings"
    standing = ("luck", "injury", "fatigue")
    followed = ("luck", "injury", "fatigue", "prone", "fled")
    bounded = ("luck",)

    def odds(
        self, command: str, fighters: "Sequence[Fighter]", asked: Any, rulings: "Rulings"
    ) -> "RollReport | None":
        if command != "roll reaction":
            return None
        from affray.systems.iron_gauntlets.reaction_odds import report

        return report(fighters, asked, rulings)

    def counts(self, command: str) -> "Counts":
        if command == "roll task":
            return {"steps": lambda r: r.steps, "overkill": lambda r: r.overkill}
        found: Counts = {"first": lambda r: r.order[0].name}
        if command == "roll initiative":
            return found
        return {**found, "speed": lambda r: r.order[0].speed}

    def values(self, kind: str, sheet: "Sheet | None") -> "Iterator[tuple[str, str]]":
        from affray.systems.iron_gauntlets.words import values

        return values(kind, sheet)


SYSTEM = IronGauntlets()
