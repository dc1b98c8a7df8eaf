"""Reactive Combat, a house rule on top of the AGE games. Rule ids are words: "melee"."""

from affray.system import Silence, System

_TESTS = "`affray roll test SHEET ABILITY`, with --versus SHEET for an opposed test"
_BY_HAND = "settle the number at the table, then `affray damage --damage N --toughness N`"

SYSTEM = System(
    name="reactive-combat",
    title="Reactive Combat",
    package="affray.systems.reactive_combat",
    actions={
        "attack": "attack:ATTACK",
        "damage": "damage:DAMAGE",
        "move": "move:MOVE",
        "roll initiative": "initiative:INITIATIVE",
        "roll test": "rolls:TEST",
    },
    silent={
        "roll reaction": Silence(
            "initiative",
            "Reactive Combat has no reaction roll: the base game's initiative orders the fight",
            "`affray roll initiative SHEET…`",
        ),
        "roll task": Silence(
            "tests", "Reactive Combat has no pool of dice to count: a test is 3d6", _TESTS
        ),
        "roll under": Silence(
            "tests", "Reactive Combat rolls over a TN, never under a score", _TESTS
        ),
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
    },
)
