"""Reactive Combat, a house rule on top of the AGE games. Rule ids are words: "melee"."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from affray.action import Silence
from affray.house import Housed, room
from affray.system import Counts

if TYPE_CHECKING:
    from affray.systems.reactive_combat.fighter import Fighter
    from affray.systems.reactive_combat.rulings import Rulings

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


class ReactiveCombat(Housed):
    """Reactive Combat as the kernel knows it."""

    name = "reactive-combat"
    title = "Reactive Combat"
    actions: Mapping[str, str] = {
        "attack": "attack.ATTACK",
        "damage": "damage.DAMAGE",
        "move": "move.MOVE",
        "roll initiative": "initiative.INITIATIVE",
        "roll test": "rolls.TEST",
        "act deep-breath": "acts.ACTS",
        "act load": "acts.ACTS",
        "act fill": "acts.ACTS",
        "act use": "acts.ACTS",
        "act flee": "acts.ACTS",
        "act rest": "acts.ACTS",
    }
    silent = _SILENT
    turn_rule = "turn"
    loosen = room("turns.loosen")

    def left(self, fighter: "Fighter", field: str, rulings: "Rulings") -> int | None:
        limit = rulings.out_at_marks
        return None if limit is None else max(0, limit - fighter.marks)

    scores_rule = "tests.abilities"
    standing = ("marks", "conviction", "penalties")
    followed = ("marks", "conviction", "penalties", "ammunition", "unloaded", "ran", "fled")
    bounded = ("conviction",)
    follows = room("words.follows")
    importers = room("importing.importers")

    def counts(self, command: str) -> Counts:
        if command == "roll initiative":
            return {"first": lambda r: r.order[0].name}
        return {"total": lambda r: r.total, "stunt_points": lambda r: r.stunt_points}


SYSTEM = ReactiveCombat()
