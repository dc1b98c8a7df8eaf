"""The rules table, the switches, and what a trace cites: they have to say the same."""

from typing import Any

import msgspec

from affray import lookup
from affray.dice import SeededDice
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

RULES = {rule.id: rule for rule in lookup.rules("reactive-combat")}
RANGED = {"name": "pistol", "group": "handguns", "reload": 6, "headshot": True}
BANDS = {band: {"tn": 9, "power": 9} for band in ("short", "medium", "long", "far")}


def scenes() -> list[tuple[str, list[Any], dict[str, Any]]]:
    """Plays that between them come by every kind of step."""
    rogue = game.fighter(
        "Ann",
        {"penalties": 1},
        kind="rogue",
        level=16,
        armour=2,
        conviction=9,
        abilities={"dexterity": 4, "fighting": 4, "accuracy": 4},
        focuses={"fighting": "light blades", "accuracy": {"name": "handguns", "bonus": 3}},
        weapons=[{"name": "dagger"}, {**RANGED, **BANDS}, {"name": "dart", "damage": 2}],
    )
    warrior = game.fighter(
        "Bob",
        {"marks": 2, "ran": True},
        kind="warrior",
        level=17,
        conviction=9,
        size="cat",
        abilities={"dexterity": 1},
        weapons=[{"name": "throwing axe", **BANDS}, {"name": "bow", "reload": "minor", **BANDS}],
    )
    envoy = game.fighter("Eve", kind="envoy", level=16, abilities={"communication": 3})
    orc = game.fighter("Orc", {"penalties": 2}, weapons=[{"name": "claw", "damage": 9}])
    spent = {"conviction": 1, "target_conviction": 2}
    stunts = {"stunt": ["breath-in:2", "riposte"]}
    return [
        ("attack", [rogue, warrior], {**spent, **stunts}),
        (
            "attack",
            [rogue, warrior],
            {**spent, "weapon": "pistol", "distance": 8.5, "cover": "light"},
        ),
        ("attack", [rogue, orc], {"weapon": "pistol", "distance": 5, "extra_bullet": True}),
        ("attack", [rogue, orc], {"weapon": "pistol", "distance": 1, **stunts}),
        ("attack", [warrior, rogue], {"expert_strike": True, **stunts, **spent}),
        ("attack", [warrior, orc], {"weapon": "bow", "distance": 40}),
        ("attack", [envoy, orc], {"weapon": "halberd", "distance": 2, "cover": "heavy"}),
        ("attack", [orc, rogue], {"marks": 9, **stunts}),
        ("damage", [rogue, warrior], {"attack_dice": [1, 2, 3], **spent}),
        ("damage", [warrior, orc], {"marks": 3}),
        ("damage", [], {"damage": 9, "toughness": 3, "marks": 1}),
        ("roll test", [rogue], {"ability": "fighting", "focus": True}),
        ("roll test", [rogue], {"ability": "fighting", "tn": 15}),
        ("roll test", [rogue, orc], {"ability": "willpower"}),
        ("roll initiative", [rogue, warrior, orc, envoy], {}),
        ("move", [rogue], {"mode": "run"}),
        ("move", [warrior], {"mode": "swim"}),
    ]


def every_play() -> list[Seen]:
    return [
        game.play(command, combatants, SeededDice(seed), **options)
        for seed in range(40)
        for command, combatants, options in scenes()
    ]


def test_every_step_cites_a_rule_with_its_status() -> None:
    for seen in every_play():
        for step in seen.outcome.trace:
            head, _, rule = step.rule.partition(":")
            assert head == "reactive-combat"
            assert step.status == RULES[rule].status, step
            if step.switch is not msgspec.UNSET:
                assert step.switch in RULES[rule].switches, step


def test_every_number_of_a_result_has_its_step() -> None:
    for seen in every_play():
        shown = {step.value for step in seen.outcome.trace}
        for number in numbers(msgspec.to_builtins(seen.result)):
            assert number in shown, (number, seen.outcome)


def numbers(data: object) -> list[int]:
    if isinstance(data, dict):
        return [number for value in data.values() for number in numbers(value)]
    if isinstance(data, list):
        return [number for value in data for number in numbers(value)]
    return [data] if isinstance(data, int) and not isinstance(data, bool) else []


def test_the_first_step_says_who_does_what() -> None:
    seen = game.play("attack", [game.sheet(), game.sheet("Bob")], [1, 1, 1, 2, 2, 2])
    assert seen.outcome.trace[0].text == "Ann attacks Bob with unarmed"
