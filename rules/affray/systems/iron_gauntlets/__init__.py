"""Iron Gauntlets, second printing 1.7a, as far as it is public."""

from affray.system import Silence, System

_POOL = Silence(
    "tasks",
    "Iron Gauntlets counts steps in a pool of d10: nothing is rolled under, and nothing added up",
    "`affray roll task SHEET SKILL`",
)

SYSTEM = System(
    name="iron-gauntlets",
    title="Iron Gauntlets",
    package="affray.systems.iron_gauntlets",
    actions={
        "attack": "attack:ATTACK",
        "damage": "damage:DAMAGE",
        "move": "move:MOVE",
        "drown": "hazards:DROWN",
        "fall": "hazards:FALL",
        "hazard": "hazards:HAZARD",
        "roll reaction": "initiative:REACTION",
        "roll initiative": "initiative:REACTION",
        "roll task": "rolls:TASK",
    },
    silent={
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
    },
)
