"""Rules 6.5 and 7.8: moving, and getting up."""

import pytest

from affray.faults import BadRequest
from tests.troika.arena import game


@pytest.mark.rule("troika:6.5")
@pytest.mark.parametrize(
    ("distance", "costs"), [(0, False), (1, False), (11, False), (13, True), (200, True)]
)
def test_under_twelve_metres_is_part_of_another_action(distance: int, costs: bool) -> None:
    seen = game.play("move", game.fighter(), (), distance=distance)
    assert (seen.word, seen.result.metres, seen.result.costs_turn) == ("moved", distance, costs)
    assert seen.effects == []
    said = "takes the Turn" if costs else "is part of another action"
    assert seen.texts("6.5") == [f"{distance} m {said}"]


@pytest.mark.rule("troika:6.5")
def test_twelve_metres_are_not_under_twelve() -> None:
    assert game.play("move", game.fighter(), (), distance=12).result.costs_turn is True


@pytest.mark.rule("troika:7.8")
def test_getting_up_takes_the_turn() -> None:
    seen = game.play("move", game.fighter(now={"prone": True}), (), stand=True)
    assert seen.result.costs_turn is True
    assert seen.effects == [("Ann", "prone", True, False)]
    assert "7.8" in seen.cited


@pytest.mark.rule("troika:7.8")
def test_who_stands_already_changes_nothing() -> None:
    assert game.play("move", game.fighter(), (), stand=True).effects == []


def test_nothing_is_thrown_and_no_mode_is_known() -> None:
    with pytest.raises(BadRequest, match="too many dice"):
        game.play("move", game.fighter(), (3,), distance=5)
    with pytest.raises(BadRequest, match="--mode is no option"):
        game.play("move", game.fighter(), (), mode="run")
    with pytest.raises(BadRequest, match="--distance"):
        game.play("move", game.fighter(), (), distance=-5)
