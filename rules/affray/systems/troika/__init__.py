"""Troika!, section 7 and what it leans on. Rule ids are the book's section numbers."""

from affray.system import Silence, System

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

SYSTEM = System(
    name="troika",
    title="Troika!",
    package="affray.systems.troika",
    actions={
        "attack": "attack:ATTACK",
        "damage": "damage:DAMAGE",
        "move": "move:MOVE",
        "drown": "hazards:DROWN",
        "fall": "hazards:FALL",
        "hazard": "hazards:HAZARD",
        "roll initiative": "initiative:INITIATIVE",
        "roll under": "rolls:UNDER",
        "roll luck": "rolls:LUCK",
        "roll versus": "rolls:VERSUS",
    },
    silent={"roll reaction": _TOKENS, "roll task": _UNDER, "roll test": _TEST},
)
