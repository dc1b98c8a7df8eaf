"""Movement: Speed, and twice as far at a Run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from affray.faults import BadRequest, Forbidden
from affray.reactive_combat.rulings import Rulings

if TYPE_CHECKING:
    from tests.reactive_combat.conftest import Seen, Table


def moved(table: Table, mode: str, rulings: Rulings | None = None, **data: Any) -> Seen:
    return table.play("move", [table.fighter(**data)], (), rulings, mode=mode)


@pytest.mark.rule("reactive-combat:speed", "reactive-combat:turn")
@pytest.mark.parametrize(
    ("dexterity", "penalty", "yards"), [(3, 0, 13), (0, 0, 10), (-2, 0, 8), (3, 4, 9), (-9, 20, 0)]
)
def test_speed_is_10_and_dexterity_less_the_armour_penalty(
    table: Table, dexterity: int, penalty: int, yards: int
) -> None:
    data: dict[str, Any] = {"abilities": {"dexterity": dexterity}, "armour_penalty": penalty}
    walk, run = moved(table, "walk", **data), moved(table, "run", **data)
    assert (walk.word, walk.result.yards, walk.result.action) == ("moved", yards, "minor")
    assert (run.word, run.result.yards, run.result.action) == ("moved", 2 * yards, "major")


@pytest.mark.rule("reactive-combat:speed.slow", "reactive-combat:rounding")
@pytest.mark.parametrize("mode", ["crawl", "climb", "swim"])
def test_slow_ways_cover_half_the_speed_rounded_down(table: Table, mode: str) -> None:
    data: dict[str, Any] = {"abilities": {"dexterity": 3}}
    assert moved(table, mode, **data).result.yards == 6
    assert moved(table, mode, Rulings(slow_speed="full"), **data).result.yards == 13
    with pytest.raises(Forbidden) as caught:
        moved(table, mode, Rulings(slow_speed="refused"))
    assert caught.value.rule == "reactive-combat:speed.slow"


@pytest.mark.rule("reactive-combat:ranged.run")
def test_a_run_is_remembered(table: Table) -> None:
    assert moved(table, "run").changes("ran") == [("Ann", False, True)]
    assert moved(table, "run", state={"ran": True}).effects == []
    assert moved(table, "walk").effects == []


def test_penalties_never_touch_speed_and_there_are_no_feet(table: Table) -> None:
    assert moved(table, "walk", state={"penalties": 5}).result.yards == 10
    with pytest.raises(BadRequest, match="--distance is no option"):
        table.play("move", [table.sheet()], mode="walk", distance=30)
    with pytest.raises(BadRequest, match="--mode"):
        table.play("move", [table.sheet()])
