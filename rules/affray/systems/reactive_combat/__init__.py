"""Reactive Combat, a house rule on top of the AGE games. Rule ids are words: "melee"."""

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
    from affray.systems.reactive_combat.fighter import Fighter
    from affray.systems.reactive_combat.order import OwnScene, OwnState, Turns
    from affray.systems.reactive_combat.rulings import Rulings
    from affray.systems.reactive_combat.sheet import Sheet
    from affray.tables import Maker
    from affray.validate import Finding
    from affray.words import Line

_TESTS = "`affray roll test SHEET ABILITY`, with --versus SHEET for an opposed test"
_BY_HAND = "settle the number at the table, then `affray damage --damage N --toughness N`"

_SILENT = {
    "roll reaction": Silence(
        "initiative",
        "Reactive Combat has no reaction roll: the base game's initiative orders the fight",
        "`affray roll initiative SHEET…`",
    ),
    "roll task": Silence(
        "tests", "Reactive Combat has no pool of dice to count: a test is 3d6", _TESTS
    ),
    "roll under": Silence("tests", "Reactive Combat rolls over a TN, never under a score", _TESTS),
    "roll versus": Silence(
        "tests.opposed", "Reactive Combat opposes tests of 3d6 with an ability", _TESTS
    ),
    "roll luck": Silence(
        "conviction",
        "Reactive Combat has no Luck: what can be spent is Conviction, on damage",
        "--conviction and --target-conviction of `affray attack`",
    ),
    "drown": Silence("damage", "Reactive Combat has damage by attacks only", _BY_HAND),
    "fall": Silence("damage", "Reactive Combat has damage by attacks only", _BY_HAND),
    "hazard": Silence("damage", "Reactive Combat has damage by attacks only", _BY_HAND),
}


class ReactiveCombat(System["Sheet", "Fighter", "Turns", "Rulings"]):
    """Reactive Combat as the kernel knows it."""

    name = "reactive-combat"
    title = "Reactive Combat"
    commands = (
        "attack",
        "damage",
        "move",
        "roll initiative",
        "roll test",
        "act deep-breath",
        "act load",
        "act fill",
        "act use",
        "act flee",
        "act rest",
    )
    silent = _SILENT

    @property
    def sheet_type(self) -> "type[Sheet]":
        from affray.systems.reactive_combat.sheet import Sheet

        return Sheet

    @property
    def fighter_type(self) -> "type[Fighter]":
        from affray.systems.reactive_combat.fighter import Fighter

        return Fighter

    @property
    def turns_type(self) -> "type[Turns]":
        from affray.systems.reactive_combat.order import Turns

        return Turns

    @property
    def rulings_type(self) -> "type[Rulings]":
        from affray.systems.reactive_combat.rulings import Rulings

        return Rulings

    def check(self, sheet: "Sheet") -> "Iterable[Finding]":
        from affray.systems.reactive_combat.sheet import check

        return check(sheet)

    def enter(self, sheet: "Sheet", name: str) -> "Fighter":
        from affray.systems.reactive_combat.fighter import enter

        return enter(sheet, name)

    @cached_property
    def advance(self) -> "Callable[[OwnState, Dice], Outcome]":
        from affray.systems.reactive_combat.turns import advance

        return advance

    @cached_property
    def whose(self) -> "Callable[[OwnScene], tuple[str, ...]]":
        from affray.systems.reactive_combat.order import whose

        return whose

    def why(self, fight: "OwnScene") -> str:
        from affray.systems.reactive_combat.order import why

        return why(fight)

    turn_rule = "turn"

    def allow(self, fight: "OwnScene", deed: "Deed") -> None:
        from affray.systems.reactive_combat.allowing import allow

        allow(fight, deed)

    @cached_property
    def spend(self) -> "Callable[[OwnState, Deed, Outcome], None]":
        from affray.systems.reactive_combat.turns import spend

        return spend

    def loosen(self, fighter: "Fighter") -> "Fighter":
        from affray.systems.reactive_combat.turns import loosen

        return loosen(fighter)

    @cached_property
    def terms(self) -> "Terms[Fighter]":
        from affray.systems.reactive_combat.harm import TERMS

        return TERMS

    @cached_property
    def is_out(self) -> "Callable[[Fighter, Rulings], bool]":
        from affray.systems.reactive_combat.fighter import is_out

        return is_out

    def left(self, fighter: "Fighter", field: str, rulings: "Rulings") -> int | None:
        limit = rulings.out_at_marks
        return None if limit is None else max(0, limit - fighter.marks)

    @cached_property
    def decide(self) -> "Callable[[OwnScene, Fighter, Dice], Deed | None]":
        from affray.systems.reactive_combat.tactics import decide

        return decide

    def tell(self, command: str, outcome: "Outcome") -> "Iterable[Line]":
        from affray.systems.reactive_combat.words import tell

        return tell(command, outcome)

    def tables(self) -> "Mapping[str, Maker]":
        from affray.systems.reactive_combat.tables import TABLES

        return TABLES

    def settles(self, command: str) -> "Action[Fighter, Any, Rulings] | None":
        match command:
            case "attack":
                from affray.systems.reactive_combat.attack import ATTACK

                return ATTACK
            case "damage":
                from affray.systems.reactive_combat.damage import DAMAGE

                return DAMAGE
            case "move":
                from affray.systems.reactive_combat.move import MOVE

                return MOVE
            case "roll initiative":
                from affray.systems.reactive_combat.initiative import INITIATIVE

                return INITIATIVE
            case "roll test":
                from affray.systems.reactive_combat.rolls import TEST

                return TEST
        from affray.systems.reactive_combat.acts import ACTS

        return ACTS.get(command)

    scores_rule = "tests.abilities"
    standing = ("marks", "conviction", "penalties")
    followed = ("marks", "conviction", "penalties", "ammunition", "unloaded", "ran", "fled")
    bounded = ("conviction",)

    def follows(self, sheet: "Sheet") -> "Iterable[Line]":
        from affray.systems.reactive_combat.words import follows

        return follows(sheet)

    def importers(self) -> "Sequence[Importer]":
        from affray.systems.reactive_combat.importing import IMPORTERS

        return IMPORTERS

    def counts(self, command: str) -> "Counts":
        if command == "roll initiative":
            return {"first": lambda r: r.order[0].name}
        return {"total": lambda r: r.total, "stunt_points": lambda r: r.stunt_points}

    def values(self, kind: str, sheet: "Sheet | None") -> "Iterator[tuple[str, str]]":
        from affray.systems.reactive_combat.words import values

        return values(kind, sheet)


SYSTEM = ReactiveCombat()
