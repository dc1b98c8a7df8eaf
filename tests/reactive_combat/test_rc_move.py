"""Movement: Speed, and twice as far at a Run."""

from typing import Any

import pytest

from affray.faults import BadRequest, Forbidden
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen


def moved(mode: str, rulings: Rulings | None = None, **data: Any) -> Seen:
    return game.play("move", [game.fighter(**data)], (), rulings, mode=mode)


@pytest.mark.rule("reactive-combat:speed", "reactive-combat:turn")
@pytest.mark.parametrize(
    ("dexterity", "penalty", "yards"), [(3, 0, 13), (0, 0, 10), (-2, 0, 8), (3, 4, 9), (-9, 20, 0)]
)
def test_speed_is_10_and_dexterity_less_the_armour_penalty(
    dexterity: int, penalty: int, yards: int
) -> None:
    data: dict[str, Any] = {"abilities": {"dexterity": dexterity}, "armour_penalty": penalty}
    walk, run = moved("walk", **data), moved("run", **data)
    assert (walk.word, walk.result.yards, walk.result.action) == ("moved", yards, "minor")
    assert (run.word, run.result.yards, run.result.action) == ("moved", 2 * yards, "major")


@pytest.mark.rule("reactive-combat:speed.slow", "reactive-combat:rounding")
@pytest.mark.parametrize("mode", ["crawl", "climb", "swim"])
def test_slow_ways_cover_half_the_speed_rounded_down(mode: str) -> None:
    data: dict[str, Any] = {"abilities": {"dexterity": 3}}
    assert moved(mode, **data).result.yards == 6
    assert moved(mode, Rulings(slow_speed="full"), **data).result.yards == 13
    with pytest.raises(Forbidden) as caught:
        moved(mode, Rulings(slow_speed="refused"))
    assert caught.value.rule == "reactive-combat:speed.slow"


@pytest.mark.rule("reactive-combat:ranged.run")
def test_a_run_is_remembered() -> None:
    assert moved("run").changes("ran") == [("Ann", False, True)]
    assert moved("run", now={"ran": True}).effects == []
    assert moved("walk").effects == []


@pytest.mark.rule("reactive-combat:speed")
@pytest.mark.parametrize(
    ("options", "yards", "action"),
    [
        ({}, 10, "minor"), ({"distance": 10}, 10, "minor"), ({"distance": 11}, 11, "major"),
        ({"distance": 20}, 20, "major"), ({"distance": 0}, 0, "minor"),
        ({"distance": 4, "mode": "run"}, 4, "major"), ({"distance": 5, "mode": "swim"}, 5, "minor"),
    ],
)  # fmt: skip
def test_a_distance_takes_the_action_that_gets_there(options: Any, yards: int, action: str) -> None:
    seen = game.play("move", [game.sheet()], (), None, **options)
    assert (seen.result.yards, seen.result.action) == (yards, action)
    assert seen.changes("ran") == ([("Ann", False, True)] if action == "major" else [])


@pytest.mark.rule("reactive-combat:speed")
@pytest.mark.parametrize(
    "options",
    [
        {"distance": 21},
        {"distance": 21, "mode": "run"},
        {"distance": 11, "mode": "walk"},
        {"distance": 6, "mode": "climb"},
    ],
)
def test_nobody_gets_farther_than_an_action_goes(options: dict[str, Any]) -> None:
    with pytest.raises(Forbidden, match="yards at most") as caught:
        game.play("move", [game.sheet()], (), None, **options)
    assert caught.value.rule == "reactive-combat:speed"


@pytest.mark.rule("reactive-combat:penalties.scope")
def test_penalties_never_touch_speed_and_nobody_flies() -> None:
    assert moved("walk", now={"penalties": 5}).result.yards == 10
    with pytest.raises(BadRequest, match="--mode cannot be 'fly'"):
        game.play("move", [game.sheet()], mode="fly")
