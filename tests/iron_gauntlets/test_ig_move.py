"""Movement: the table, automatic, basic and advanced moves."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome, apply
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.move import feet_a_step, table
from affray.systems.iron_gauntlets.rulings import Rulings
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result


def titus_with(fitness: int = 4) -> Fighter:
    return someone("Titus", fitness=fitness, awareness=3, skills={"athletics": 6})


TITUS = titus_with()


def move(*faces: int, fighter: Fighter = TITUS, **options: Any) -> Outcome:
    return played("move", fighter, faces=faces, **options)


@pytest.mark.rule("iron-gauntlets:move", "iron-gauntlets:move.run-swim-crawl")
@pytest.mark.parametrize(("mode", "feet"), [("run", 75), ("crawl", 9), ("swim", 18)])
def test_basic_move_with_three_steps(mode: str, feet: int) -> None:
    outcome = move(1, 1, 1, 10, mode=mode, method="basic")
    assert outcome.outcome == "moved"
    assert outcome.effects == ()
    assert list(result(outcome).items()) == [
        ("name", "Titus"),
        ("mode", mode),
        ("method", "basic"),
        ("feet", feet),
        ("cost", 0),
        ("fitness_left", 4),
        ("difficulty", None),
        ("steps", 3),
    ]


@pytest.mark.rule("iron-gauntlets:move.walk-climb", "iron-gauntlets:move")
def test_walking_and_climbing_are_house_figures() -> None:
    assert result(move(1, 1, 10, 10, mode="walk", method="basic"))["feet"] == 20
    assert result(move(1, 1, 10, 10, mode="climb", method="basic"))["feet"] == 6
    own = Rulings(walk_feet=15, climb_feet=4)
    assert result(move(1, 1, 10, 10, mode="walk", method="basic", rulings=own))["feet"] == 30
    outcome = move(mode="climb", distance=4, rulings=own)
    assert result(outcome)["cost"] == 1
    assert ("house", "climb_feet") in {(s.status, s.switch) for s in outcome.trace}
    for mode in ("walk", "climb"):
        assert table()[mode] == feet_a_step(mode, Rulings())


@pytest.mark.rule("iron-gauntlets:move.automatic")
def test_titus_swims_all_he_can() -> None:
    outcome = move(mode="swim", distance=24)
    assert (outcome.outcome, outcome.success) == ("moved", True)
    assert result(outcome) == {
        "name": "Titus",
        "mode": "swim",
        "method": "automatic",
        "feet": 24,
        "cost": 4,
        "fitness_left": 0,
        "difficulty": None,
        "steps": None,
    }
    assert outcome.effects == (
        Effect("Titus", "fitness_lost", 0, 4),
        Effect("Titus", "feet_swim", 0, 24),
    )
    after = apply({"Titus": TITUS}, outcome.effects)["Titus"]
    assert after.effective("fitness") == 0


@pytest.mark.rule("iron-gauntlets:move.automatic")
def test_titus_swims_half_as_far() -> None:
    assert (result(move(mode="swim", distance=12))["cost"]) == 2
    assert (result(move(mode="swim", distance=12))["fitness_left"]) == 2


@pytest.mark.rule("iron-gauntlets:move.automatic", "iron-gauntlets:reaction.spent")
def test_points_given_to_reaction_shorten_the_swim() -> None:
    given = replace(TITUS, fitness_given=1)
    assert result(move(mode="swim", fighter=given))["feet"] == 18
    with pytest.raises(Forbidden, match="19 ft is out of reach: Titus can swim 18 ft"):
        move(mode="swim", distance=19, fighter=given)


@pytest.mark.rule("iron-gauntlets:move.automatic")
def test_without_a_distance_as_far_as_possible() -> None:
    assert result(move(mode="run"))["feet"] == 100
    spent = move(mode="run", fighter=replace(TITUS, fitness_lost=4))
    assert (result(spent)["feet"], spent.success) == (0, False)


@pytest.mark.rule("iron-gauntlets:move.needed")
def test_between_two_entries_the_larger_rating_is_charged() -> None:
    assert result(move(mode="swim", distance=13))["cost"] == 3
    assert (
        result(move(mode="swim", distance=13, rulings=Rulings(move_rounding="down")))["cost"] == 2
    )
    assert result(move(mode="swim", distance=1))["cost"] == 1
    with pytest.raises(Forbidden, match=r"move\.needed"):
        move(mode="swim", distance=25)


@pytest.mark.rule("iron-gauntlets:move.total")
def test_several_moves_in_one_mode_are_charged_together() -> None:
    once = apply({"Titus": TITUS}, move(mode="swim", distance=7).effects)["Titus"]
    assert once.fitness_lost == 2
    second = move(mode="swim", distance=5, fighter=once)
    assert (result(second)["cost"], result(second)["fitness_left"]) == (0, 2)
    assert second.effects == (Effect("Titus", "feet_swim", 7, 12),)
    twice = apply({"Titus": once}, second.effects)["Titus"]
    assert result(move(mode="swim", distance=12, fighter=twice))["fitness_left"] == 0
    with pytest.raises(Forbidden, match="13 ft is out of reach"):
        move(mode="swim", distance=13, fighter=twice)
    other = move(mode="crawl", distance=1, fighter=twice)
    assert result(other)["cost"] == 1
    alone = Rulings(move_charge="each")
    assert result(move(mode="swim", distance=5, fighter=once, rulings=alone))["cost"] == 1


@pytest.mark.rule("iron-gauntlets:move.advanced", "iron-gauntlets:move.needed")
@pytest.mark.parametrize(("feet", "difficulty"), [(75, 3), (76, 4), (100, 4), (101, 5)])
def test_difficulty_of_a_run(feet: int, difficulty: int) -> None:
    outcome = move(1, 1, 1, 10, mode="run", method="advanced", distance=feet)
    assert result(outcome)["difficulty"] == difficulty
    assert outcome.outcome == ("moved" if difficulty == 3 else "partial")


@pytest.mark.rule("iron-gauntlets:move.advanced")
def test_success_covers_exactly_the_distance_named() -> None:
    outcome = move(1, 1, 1, 1, mode="run", method="advanced", distance=80)
    assert (result(outcome)["feet"], result(outcome)["steps"]) == (80, 4)


@pytest.mark.rule(
    "iron-gauntlets:move.advanced", "iron-gauntlets:move.on-fail", "iron-gauntlets:tasks.calamity"
)
def test_titus_runs_ninety_feet_with_three_steps() -> None:
    outcome = move(1, 1, 1, 10, mode="run", method="advanced", distance=90)
    assert (outcome.outcome, outcome.success) == ("partial", False)
    assert (result(outcome)["difficulty"], result(outcome)["feet"]) == (4, 75)
    rules = {step.rule for step in outcome.trace}
    assert "iron-gauntlets:tasks.calamity" not in rules
    worst = move(10, 10, 10, 10, mode="run", method="advanced", distance=90)
    assert "iron-gauntlets:tasks.calamity" in {step.rule for step in worst.trace}
    assert result(worst)["feet"] == 0


@pytest.mark.rule("iron-gauntlets:move.trip", "iron-gauntlets:actions.down")
def test_a_trip_ends_halfway_and_on_the_ground() -> None:
    options: dict[str, Any] = {
        "mode": "run",
        "method": "advanced",
        "distance": 90,
        "on_fail": "trip",
    }
    outcome = move(1, 1, 1, 10, **options)
    assert (outcome.outcome, result(outcome)["feet"]) == ("tripped", 45)
    assert outcome.effects == (
        Effect("Titus", "prone", False, True),
        Effect("Titus", "stopped", False, True),
    )


@pytest.mark.rule("iron-gauntlets:move.trip")
def test_half_of_an_odd_distance() -> None:
    options: dict[str, Any] = {
        "mode": "run",
        "method": "advanced",
        "distance": 91,
        "on_fail": "trip",
    }
    assert result(move(10, 10, 10, 10, **options))["feet"] == 45
    up = Rulings(trip_rounding="up")
    assert result(move(10, 10, 10, 10, rulings=up, **options))["feet"] == 46


@pytest.mark.rule("iron-gauntlets:move.on-fail")
def test_the_switch_and_the_option_choose_what_failing_means() -> None:
    trips = Rulings(advanced_failure="trip")
    options: dict[str, Any] = {"mode": "run", "method": "advanced", "distance": 90}
    assert move(1, 10, 10, 10, rulings=trips, **options).outcome == "tripped"
    assert move(1, 10, 10, 10, rulings=trips, on_fail="partial", **options).outcome == "partial"


@pytest.mark.rule("iron-gauntlets:move.no-drain")
def test_thrown_moves_cost_no_fitness_unless_switched() -> None:
    assert move(1, 1, 1, 10, mode="run", method="basic").effects == ()
    outcome = move(
        1, 1, 1, 10, mode="run", method="basic", rulings=Rulings(thrown_moves_drain=True)
    )
    assert (result(outcome)["cost"], result(outcome)["fitness_left"]) == (3, 1)
    assert outcome.effects == (
        Effect("Titus", "fitness_lost", 0, 3),
        Effect("Titus", "feet_run", 0, 75),
    )


@pytest.mark.rule("iron-gauntlets:move.beyond-table")
def test_the_table_goes_on_past_six() -> None:
    strong = titus_with(6)
    options: dict[str, Any] = {"mode": "run", "method": "advanced", "distance": 151}
    outcome = move(1, 1, 1, 1, 1, 1, fighter=strong, **options)
    assert (outcome.outcome, result(outcome)["difficulty"]) == ("partial", 7)
    with pytest.raises(Forbidden, match="beyond the table, which ends at 150 ft"):
        move(fighter=strong, rulings=Rulings(move_table_end="six"), **options)


@pytest.mark.rule("iron-gauntlets:tasks.unskilled", "iron-gauntlets:move.basic")
def test_athletics_unskilled() -> None:
    joe = someone("Joe", fitness=3, awareness=4)
    outcome = move(1, 2, 3, mode="run", method="basic", fighter=joe)
    assert result(outcome)["feet"] == 25


@pytest.mark.rule("iron-gauntlets:move.basic", "iron-gauntlets:tasks.no-dice")
def test_a_basic_move_without_dice_goes_nowhere() -> None:
    outcome = move(mode="run", method="basic", fighter=replace(TITUS, fitness_lost=4))
    assert (outcome.outcome, outcome.success, result(outcome)["feet"]) == ("moved", False, 0)


@pytest.mark.rule("iron-gauntlets:move.prone")
def test_lying_down_only_crawling_is_left() -> None:
    down = replace(TITUS, prone=True)
    with pytest.raises(Forbidden, match=r"can only crawl.*--stand"):
        move(mode="run", fighter=down)
    assert result(move(mode="crawl", fighter=down))["feet"] == 12
    free = Rulings(prone_moves="any")
    assert result(move(mode="run", fighter=down, rulings=free))["feet"] == 100


@pytest.mark.parametrize(
    "options",
    [
        {}, {"mode": "fly"}, {"mode": "run", "method": "basic", "distance": 5},
        {"mode": "run", "method": "advanced"}, {"mode": "run", "on_fail": "trip"},
        {"mode": "run", "distance": 0}, {"mode": "run", "distance": -3},
        {"stand": True, "distance": 3},
    ],
)  # fmt: skip
def test_options_that_do_not_go_together(options: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        move(**options)
