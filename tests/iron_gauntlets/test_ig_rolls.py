"""Tasks: dice, threshold, steps, overkill, calamity, luck."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Abilities, Sheet, Skill, Weapon
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result

SUENTA = someone(
    "Suenta",
    fitness=3,
    awareness=4,
    reasoning=2,
    luck=2,
    skills={"melee": 6, "athletics": 3, "lore": Skill(5, "reasoning")},
    weapons=(Weapon("war cry", "shout", 1, ability="influence"),),
)


def task(skill: str, *faces: int, fighter: Fighter = SUENTA, **options: Any) -> Outcome:
    """`roll task` with dice rolled by hand."""
    return played("roll task", fighter, faces=faces, skill=skill, **options)


@pytest.mark.rule("iron-gauntlets:tasks", "iron-gauntlets:tasks.overkill")
def test_each_die_at_or_under_the_skill_is_a_step() -> None:
    outcome = task("melee", 6, 7, 1, difficulty=1)
    assert outcome.outcome == "success"
    assert outcome.success
    assert list(result(outcome).items()) == [
        ("dice_count", 3),
        ("threshold", 6),
        ("steps", 2),
        ("difficulty", 1),
        ("overkill", 1),
        ("name", "Suenta"),
        ("skill", "melee"),
        ("ability", "fitness"),
    ]


@pytest.mark.rule("iron-gauntlets:tasks")
def test_steps_equal_to_the_difficulty_succeed_without_overkill() -> None:
    outcome = task("melee", 6, 6, 10, difficulty=2)
    assert (outcome.outcome, result(outcome)["overkill"]) == ("success", 0)


@pytest.mark.rule("iron-gauntlets:tasks.unskilled")
def test_unskilled_only_a_one_is_a_step() -> None:
    outcome = task("sailing", 1, 2, 3)
    assert (result(outcome)["threshold"], result(outcome)["steps"]) == (1, 1)


@pytest.mark.rule("iron-gauntlets:tasks.ratings")
def test_skill_names_go_case_aside() -> None:
    assert result(task("MELEE", 6, 10, 10))["threshold"] == 6


@pytest.mark.rule("iron-gauntlets:tasks.calamity")
@pytest.mark.parametrize(
    ("faces", "word"), [((1, 10, 10), "calamity"), ((1, 1, 10), "failure"), ((1, 1, 1), "failure")]
)
def test_difficulty_five_with_one_two_and_three_steps(faces: tuple[int, ...], word: str) -> None:
    outcome = task("melee", *faces, difficulty=5)
    assert (outcome.outcome, outcome.success) == (word, False)


@pytest.mark.rule("iron-gauntlets:tasks.luck")
def test_ability_three_with_two_luck_throws_five_dice() -> None:
    outcome = task("melee", 1, 1, 1, 1, 1, luck=2)
    assert result(outcome)["dice_count"] == 5
    assert outcome.effects == (Effect("Suenta", "luck", 2, 0),)


@pytest.mark.rule("iron-gauntlets:tasks.luck")
def test_luck_that_is_not_left_is_refused() -> None:
    with pytest.raises(Forbidden, match="2 luck left and cannot spend 3"):
        task("melee", luck=3)
    with pytest.raises(Forbidden, match="1 luck left"):
        task("melee", luck=2, fighter=replace(SUENTA, luck=1))


@pytest.mark.rule("iron-gauntlets:tasks.luck", "iron-gauntlets:tasks")
def test_a_point_spent_is_gone_from_the_rating_of_luck_itself() -> None:
    outcome = task("gambling", 1, 1, ability="luck", luck=1)
    assert result(outcome)["dice_count"] == 2


@pytest.mark.rule("iron-gauntlets:tasks.routine")
def test_routine_is_one_and_a_house_figure() -> None:
    outcome = task("melee", 1, 10, 10)
    assert (outcome.outcome, result(outcome)["difficulty"]) == ("success", 1)
    step = next(s for s in outcome.trace if s.rule == "iron-gauntlets:tasks.routine")
    assert (step.status, step.switch, step.value) == ("house", "routine_difficulty", 1)
    harder = task("melee", 1, 10, 10, rulings=Rulings(routine_difficulty=2))
    assert (harder.outcome, result(harder)["difficulty"]) == ("failure", 2)


@pytest.mark.rule("iron-gauntlets:tasks.resisted")
def test_a_resisted_task_has_the_opponents_steps_as_difficulty() -> None:
    assert task("melee", 1, 1, 10, difficulty=2).outcome == "success"
    assert task("melee", 1, 10, 10, difficulty=2).outcome == "failure"
    with pytest.raises(Forbidden, match=r"opponent's steps.*tasks.resisted"):
        played("roll versus", SUENTA, replace(SUENTA, name="Kolby"))


@pytest.mark.rule("iron-gauntlets:tasks.no-dice")
def test_no_dice_no_throw_no_steps() -> None:
    outcome = task("melee", modifier=-3)
    assert outcome.outcome == "failure"
    assert (result(outcome)["dice_count"], result(outcome)["steps"]) == (0, 0)
    assert task("melee", 1, modifier=-4, luck=2).outcome == "success"
    assert result(task("melee", modifier=-5, luck=2))["dice_count"] == 0


@pytest.mark.rule("iron-gauntlets:tasks.no-dice")
def test_the_switch_gives_the_last_die() -> None:
    outcome = task("melee", 5, modifier=-9, rulings=Rulings(no_dice_task="one-die"))
    assert (result(outcome)["dice_count"], result(outcome)["steps"]) == (1, 1)


@pytest.mark.rule("iron-gauntlets:tasks.skill-floor")
def test_skill_floor_lifts_the_threshold_and_cuts_the_overkill() -> None:
    floor = Rulings(skill_floor=4)
    assert result(task("sailing", 1, 1, 1))["overkill"] == 2
    off = task("athletics", 4, 4, 4)
    assert (result(off)["threshold"], result(off)["steps"]) == (3, 0)
    low = result(task("athletics", 4, 4, 4, rulings=floor))
    assert (low["threshold"], low["steps"], low["overkill"]) == (4, 3, 1)
    none = result(task("sailing", 4, 4, 4, rulings=floor))
    assert (none["threshold"], none["steps"], none["overkill"]) == (4, 3, 0)
    skilled = result(task("melee", 6, 6, 6, rulings=floor))
    assert (skilled["threshold"], skilled["overkill"]) == (6, 2)


@pytest.mark.rule("iron-gauntlets:tasks.skill-floor")
@pytest.mark.parametrize("steps", range(7))
@pytest.mark.parametrize("skill", [None, 2, 3, 4, 8])
def test_skill_floor_arithmetic(skill: int | None, steps: int) -> None:
    """Overkill over difficulty 1, less 4 - skill (4 when unskilled), never below 0."""
    sheet = Sheet(
        system="iron-gauntlets",
        name="Titus",
        abilities=Abilities(fitness=6, awareness=1),
        skills={} if skill is None else {"melee": skill},
    )
    faces = [1] * steps + [10] * (6 - steps)
    outcome = task("melee", *faces, fighter=enter(sheet), rulings=Rulings(skill_floor=4))
    cut = 4 if skill is None else max(0, 4 - skill)
    assert result(outcome)["overkill"] == max(0, steps - 1 - cut)


@pytest.mark.rule("iron-gauntlets:reaction.spent", "iron-gauntlets:move.automatic")
def test_points_given_up_and_lost_are_missing() -> None:
    tired = replace(SUENTA, fitness_given=1, fitness_lost=1, awareness_given=1)
    assert result(task("melee", 1, fighter=tired))["dice_count"] == 1
    assert result(task("search", 1, 1, 1, fighter=tired, ability="awareness"))["dice_count"] == 3


@pytest.mark.rule("iron-gauntlets:tasks.ability")
def test_which_ability_a_task_rolls() -> None:
    assert result(task("melee", 9, 9, 9))["dice_count"] == 3
    assert result(task("lore", 9, 9))["dice_count"] == 2
    assert result(task("shout"))["dice_count"] == 0
    assert result(task("lore", 9, 9, 9, ability="fitness"))["dice_count"] == 3
    alert = Rulings(task_ability="awareness")
    assert result(task("melee", 9, 9, 9, 9, rulings=alert))["dice_count"] == 4


def test_a_task_changes_nothing_but_luck() -> None:
    assert task("melee", 1, 1, 1).effects == ()


@pytest.mark.parametrize(
    "options", [{"difficulty": -1}, {"luck": -1}, {"ability": "strength"}, {"cover": 2}]
)
def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        task("melee", **options)


@pytest.mark.rule("iron-gauntlets:tasks", "iron-gauntlets:tasks.luck")
@pytest.mark.parametrize("command", ["roll under", "roll luck", "roll versus", "roll test"])
def test_what_iron_gauntlets_does_not_roll_says_what_it_does(command: str) -> None:
    with pytest.raises(Forbidden, match="roll task"):
        played(command, SUENTA)
