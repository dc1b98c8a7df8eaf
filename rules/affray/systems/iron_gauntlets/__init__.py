"""Iron Gauntlets, second printing 1.7a, as far as it is public."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.action import Silence
from affray.house import Housed, room
from affray.system import Counts

if TYPE_CHECKING:
    from affray.engine.report import RollReport
    from affray.systems.iron_gauntlets.fighter import Fighter
    from affray.systems.iron_gauntlets.rulings import Rulings

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


class IronGauntlets(Housed):
    """Iron Gauntlets as the kernel knows it."""

    name = "iron-gauntlets"
    title = "Iron Gauntlets"
    actions: Mapping[str, str] = {
        "attack": "attack.ATTACK",
        "damage": "damage.DAMAGE",
        "move": "move.MOVE",
        "drown": "hazards.DROWN",
        "fall": "hazards.FALL",
        "hazard": "hazards.HAZARD",
        "roll reaction": "initiative.REACTION",
        "roll initiative": "initiative.REACTION",
        "roll task": "rolls.TASK",
        "act stand": "acts.ACTS",
        "act flee": "acts.ACTS",
        "act use": "acts.ACTS",
        "act declare": "acts.ACTS",
        "act down": "acts.ACTS",
        "act stop": "acts.ACTS",
        "act rest": "acts.ACTS",
    }
    silent = _SILENT
    turn_rule = "actions.passes"
    loosen = room("turns.loosen")

    def left(self, fighter: "Fighter", field: str, rulings: "Rulings") -> int | None:
        injury = field == "injury"
        limit = rulings.out_at_injury if injury else rulings.out_at_fatigue
        suffered = fighter.injury if injury else fighter.fatigue
        return None if limit is None else max(0, limit - suffered)

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

    def counts(self, command: str) -> Counts:
        if command == "roll task":
            return {"steps": lambda r: r.steps, "overkill": lambda r: r.overkill}
        found: Counts = {"first": lambda r: r.order[0].name}
        if command == "roll initiative":
            return found
        return {**found, "speed": lambda r: r.order[0].speed}


SYSTEM = IronGauntlets()
