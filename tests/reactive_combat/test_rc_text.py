"""Outcomes in words."""

from typing import Any

import pytest

from affray.action import Action
from affray.dice import ScriptedDice
from affray.systems.reactive_combat.acts import FLEE, REST, USE
from affray.systems.reactive_combat.loading import DEEP_BREATH, FILL, LOAD
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.words import tell
from affray.words import Line
from tests.reactive_combat.arena import game
from tests.reactive_combat.rc_bout import duel

HIT = [6, 5, 4, 1, 1, 2]


def told(command: str, combatants: list[Any], *rest: Any, **options: Any) -> list[str]:
    """The headline, then `label: text` lines, and what is noted of it."""
    outcome = game.play(command, combatants, *rest, **options).outcome
    lines = [*tell(command, outcome), *(Line("note", "", note) for note in outcome.notes)]
    assert [line.kind == "headline" for line in lines] == [True] + [False] * (len(lines) - 1)
    return [line.text if not line.label else f"{line.label}: {line.text}" for line in lines]


def pair(**bob: Any) -> list[Any]:
    gun = {"name": "[b]gun[/b]", "headshot": True, "short": {"tn": 11, "power": 7}}
    kessa = game.sheet("Kessa", weapons=[{"name": "dagger"}, gun])
    return [kessa, game.sheet("Orc", weapons=[{"name": "mace"}], **bob)]


def test_a_hit() -> None:
    assert told("attack", pair(toughness=1), HIT) == [
        "Kessa attacks Orc with dagger: hit, severity 1, 1 mark",
        "attack: 15 against 6, stunt die 4",
        "defence: 6 against 15, stunt die 2",
        "damage: 2 against toughness 1, severity 1, 1 mark",
    ]


def test_shrugged_defended_and_riposte() -> None:
    assert told("attack", pair(), HIT)[0].endswith("with dagger: hit, but shrugged off")
    defended = told("attack", pair(), [1, 1, 2, 5, 5, 4])
    assert defended[0].endswith(": defended")
    assert defended[2] == "defence: 16 against 4, stunt die 4, 4 stunt points"
    back = told("attack", pair(), [1, 1, 2, 5, 5, 4], stunt=["riposte"])
    assert back[0].endswith(": defended, and a riposte: shrugged off")


def test_a_shot_and_a_headshot() -> None:
    options: dict[str, Any] = {"weapon": "[b]gun[/b]", "distance": 5}
    assert told("attack", pair(), [1, 2, 3], None, **options) == [
        "Kessa attacks Orc with [b]gun[/b]: miss",
        "attack: 6 against 11, stunt die 3",
    ]
    lines = told("attack", pair(), [6, 6, 6], None, **options)
    assert lines[-1] == "headshot: GM decides"


def test_damage() -> None:
    options: dict[str, Any] = {"damage": 7, "toughness": 5}
    assert told("damage", [], (), None, **options) == [
        "injured: severity 2, 2 marks",
        "damage: 7 against toughness 5, severity 2, 2 marks",
    ]
    assert told("damage", [], (), None, damage=1, toughness=5)[0] == "shrugged off"
    sheets = told("damage", pair(toughness=1))
    assert sheets[0] == "Orc is injured: severity 1, 1 mark"


def test_tests_initiative_and_moves() -> None:
    kessa, orc = pair()
    assert told("roll test", [kessa], [4, 4, 5], ability="strength") == [
        "Kessa tests strength: success",
        "test: 13 against 11, stunt die 5, 5 stunt points",
    ]
    assert told("roll initiative", [kessa, orc], [1, 2, 3, 1, 2, 3]) == [
        "order: Kessa, Orc",
        "Kessa: 6, stunt die 3, tied",
        "Orc: 6, stunt die 3, tied",
    ]
    assert told("move", [kessa], mode="run") == ["Kessa runs: 20 yards, a major action"]


def test_what_one_does_in_a_fight() -> None:
    gun = {"name": "pistol", "reload": 6, "short": {"tn": 11, "power": 7}}
    kessa = game.fighter("Kessa", {"penalties": 2, "ammunition": {"pistol": 0}}, weapons=[gun])

    def headline(command: str, action: Action) -> str:
        asked = action.situation()
        outcome = action.play([kessa], asked, ScriptedDice(()), Rulings())
        (line,) = tell(command, outcome)
        return line.text

    breath = headline("act deep-breath", DEEP_BREATH)
    assert breath == "Kessa takes a deep breath: 2 penalties erased, 0 left"
    assert headline("act load", LOAD) == "Kessa loads pistol: 1 bullet in it, a minor action"


def test_what_takes_an_action_and_a_rest() -> None:
    kessa = game.fighter("Kessa", {"penalties": 2, "marks": 1})

    def headline(command: str, action: Action, **options: Any) -> str:
        asked = action.situation(**options)
        (line,) = tell(command, action.play([kessa], asked, ScriptedDice(()), Rulings()))
        return line.text

    assert headline("act use", USE, kind="major") == "Kessa uses a major action"
    assert headline("act flee", FLEE) == "Kessa runs from the fight, a major action"
    assert headline("act rest", REST) == "Kessa rests: 0 combat penalties and 1 mark left"
    gun = {"name": "pistol", "reload": 6, "short": {"tn": 11, "power": 7}}
    kessa = game.fighter("Kessa", {"ammunition": {"pistol": 0}}, weapons=[gun])
    assert headline("act fill", FILL) == "Kessa loads pistol: 6 bullets in it, a full round"


def test_what_is_overruled_is_not_the_headline() -> None:
    bout = duel()
    bout.act("move", "Bob", hold="overruled")
    line = next(tell("move", bout.last))
    assert line.text == "Bob walks: 10 yards, a minor action"


@pytest.mark.parametrize("command", ["attack", "damage", "move", "roll initiative", "roll test"])
def test_every_command_has_its_words(command: str) -> None:
    assert command in game.system().commands
