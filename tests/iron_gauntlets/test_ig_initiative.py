"""Reaction: speeds, points given up, actions, order and ties."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome, apply
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.initiative import faster, rank
from affray.systems.iron_gauntlets.rulings import Rulings
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result


def ready(name: str, fitness: int = 4, awareness: int = 4) -> Fighter:
    return someone(name, fitness=fitness, awareness=awareness)


JOE, HAMISH = ready("Joe", fitness=3), ready("Hamish", fitness=5, awareness=2)


def react(*fighters: Fighter, command: str = "roll reaction", **options: Any) -> Outcome:
    return played(command, *fighters, **options)


def order(outcome: Outcome) -> list[dict[str, Any]]:
    return list(result(outcome)["order"])


def names(outcome: Outcome) -> list[str]:
    return [place["name"] for place in order(outcome)]


@pytest.mark.rule(
    "iron-gauntlets:reaction", "iron-gauntlets:reaction.spent", "iron-gauntlets:actions"
)
def test_joe_gives_one_awareness() -> None:
    outcome = react(JOE, faces=(7, 4), awareness=1)
    assert outcome.outcome == "ordered"
    assert order(outcome) == [
        {
            "name": "Joe",
            "speed": 4,
            "defaulted": False,
            "dice": 2,
            "tied": False,
            "actions": {"any": 1, "fitness": 0, "awareness": 1},
            "effective": {"fitness": 3, "awareness": 3},
        }
    ]
    joe = apply({"Joe": JOE}, outcome.effects)["Joe"]
    task = played("roll task", joe, faces=(1, 1, 1), skill="search", ability="awareness")
    assert result(task)["dice_count"] == 3


@pytest.mark.rule(
    "iron-gauntlets:reaction", "iron-gauntlets:reaction.spent", "iron-gauntlets:actions"
)
def test_hamish_gives_one_of_each() -> None:
    (place,) = order(react(HAMISH, faces=(9, 8, 10), fitness=1, awareness=1))
    assert (place["dice"], place["speed"]) == (3, 8)
    assert place["actions"] == {"any": 1, "fitness": 1, "awareness": 1}
    assert place["effective"] == {"fitness": 4, "awareness": 1}


@pytest.mark.rule("iron-gauntlets:reaction.default", "iron-gauntlets:reaction.modifier")
def test_no_die_left_is_a_nine_nobody_threw() -> None:
    (place,) = order(react(JOE, modifier=-1))
    assert (place["speed"], place["defaulted"], place["dice"]) == (9, True, 0)


@pytest.mark.rule("iron-gauntlets:reaction.modifier", "iron-gauntlets:reaction.bonus")
def test_circumstances_change_the_dice_and_not_the_actions() -> None:
    (place,) = order(react(JOE, faces=(5, 6, 3), modifier=2))
    assert (place["dice"], place["speed"]) == (3, 3)
    assert place["actions"] == {"any": 1, "fitness": 0, "awareness": 0}
    generous = Rulings(bonus_dice_give_actions=True)
    (place,) = order(react(JOE, faces=(5, 6, 3), modifier=2, rulings=generous))
    assert place["actions"]["any"] == 3


@pytest.mark.rule("iron-gauntlets:reaction.modifier")
def test_circumstances_count_for_every_sheet() -> None:
    assert [p["dice"] for p in order(react(JOE, HAMISH, faces=(1, 2, 3, 4), modifier=1))] == [2, 2]


@pytest.mark.rule("iron-gauntlets:reaction.default-order")
def test_a_default_nine_comes_before_a_thrown_ten() -> None:
    defaulted = react(JOE, modifier=-1)
    assert order(defaulted)[0]["defaulted"]
    late = replace(ready("Titus"), speed=10)
    early = replace(JOE, speed=9, defaulted=True)

    def first(rulings: Rulings) -> str:
        ranked = sorted([late, early], key=lambda f: rank(f, f.speed or 0, f.defaulted, rulings))
        return ranked[0].name

    assert first(Rulings()) == "Joe"
    assert first(Rulings(default_speed_order="last")) == "Titus"


@pytest.mark.rule("iron-gauntlets:reaction.limit")
@pytest.mark.parametrize(
    "options", [{"fitness": 4}, {"awareness": 5}, {"fitness": -1}, {"awareness": -1}]
)
def test_more_than_there_is_and_less_than_nothing_are_refused(options: Any) -> None:
    with pytest.raises(Forbidden, match=r"reaction\.limit"):
        react(JOE, **options)


@pytest.mark.rule("iron-gauntlets:reaction.limit")
def test_all_of_an_ability_may_go_unless_the_switch_keeps_a_die() -> None:
    (place,) = order(react(JOE, faces=(1, 1, 1, 1), fitness=3))
    assert place["effective"]["fitness"] == 0
    with pytest.raises(Forbidden, match="give 0 to 2 with --fitness"):
        react(JOE, fitness=3, rulings=Rulings(reaction_limit="keep-one"))


@pytest.mark.rule("iron-gauntlets:reaction.limit", "iron-gauntlets:reaction.spent")
def test_a_new_turn_gives_back_what_the_last_one_took() -> None:
    tired = replace(
        JOE,
        speed=2,
        fitness_given=2,
        fitness_lost=1,
        feet_swim=3,
        defended=True,
        stopped=True,
        prone=True,
        free_actions=0,
        fitness_actions=1,
        awareness_actions=0,
    )
    outcome = react(tired, faces=(3, 8, 8), awareness=2)
    after = apply({"Joe": tired}, outcome.effects)["Joe"]
    assert after == replace(
        JOE,
        speed=3,
        awareness_given=2,
        prone=True,
        free_actions=1,
        fitness_actions=0,
        awareness_actions=2,
    )


@pytest.mark.rule("iron-gauntlets:reaction.penalty")
def test_a_penalty_gives_no_points_back() -> None:
    (place,) = order(react(HAMISH, faces=(6,), fitness=1, awareness=1, modifier=-2))
    assert place["dice"] == 1
    assert place["actions"] == {"any": 1, "fitness": 1, "awareness": 1}
    assert place["effective"] == {"fitness": 4, "awareness": 1}
    refund = Rulings(penalty_refunds=True)
    (place,) = order(
        react(HAMISH, faces=(6, 6), fitness=1, awareness=1, modifier=-1, rulings=refund)
    )
    assert place["actions"] == {"any": 1, "fitness": 1, "awareness": 0}
    assert place["effective"] == {"fitness": 4, "awareness": 2}


@pytest.mark.rule("iron-gauntlets:reaction.default", "iron-gauntlets:reaction.penalty")
def test_points_stay_spent_even_when_no_die_is_left() -> None:
    (place,) = order(react(HAMISH, fitness=2, modifier=-3))
    assert (place["speed"], place["defaulted"]) == (9, True)
    assert place["actions"]["fitness"] == 2


@pytest.mark.rule("iron-gauntlets:reaction.order")
def test_the_lowest_speed_acts_first() -> None:
    assert names(react(JOE, HAMISH, faces=(8, 2))) == ["Hamish", "Joe"]
    assert names(react(JOE, HAMISH, faces=(2, 8))) == ["Joe", "Hamish"]


@pytest.mark.rule("iron-gauntlets:reaction.order", "iron-gauntlets:reaction.tie-fitness")
def test_equal_speeds_go_to_the_fitter() -> None:
    outcome = react(JOE, HAMISH, faces=(4, 4))
    assert names(outcome) == ["Hamish", "Joe"]
    assert [place["tied"] for place in order(outcome)] == [False, False]
    assert any("the fitter, Hamish" in step.text for step in outcome.trace)


@pytest.mark.rule("iron-gauntlets:reaction.tie-fitness")
def test_the_switch_counts_what_is_left_of_fitness() -> None:
    drained = replace(HAMISH, fitness_given=3)
    by_sheet, by_left = Rulings(), Rulings(tie_fitness="effective")
    assert rank(drained, 4, False, by_sheet) < rank(JOE, 4, False, by_sheet)
    assert rank(drained, 4, False, by_left) > rank(JOE, 4, False, by_left)


@pytest.mark.rule("iron-gauntlets:reaction.tie-faster")
def test_who_wins_a_tie_is_faster_too() -> None:
    for rulings, verdict in ((Rulings(), True), (Rulings(tie_makes_faster=False), False)):
        hamish, joe = rank(HAMISH, 4, False, rulings), rank(JOE, 4, False, rulings)
        assert faster(hamish, joe, rulings) is verdict
        assert not faster(joe, hamish, rulings)


@pytest.mark.rule("iron-gauntlets:reaction.tie")
def test_still_equal_is_simultaneous_in_the_order_given() -> None:
    b, a = ready("B"), ready("A")
    outcome = react(b, a, HAMISH, faces=(4, 4, 9))
    assert names(outcome) == ["B", "A", "Hamish"]
    assert [place["tied"] for place in order(outcome)] == [True, True, False]
    equal = rank(a, 4, False, Rulings())
    assert not faster(equal, rank(b, 4, False, Rulings()), Rulings())
    in_turn = react(b, a, HAMISH, faces=(4, 4, 9), rulings=Rulings(full_tie="in-turn"))
    assert [place["tied"] for place in order(in_turn)] == [False, False, False]


@pytest.mark.rule("iron-gauntlets:actions.passes")
def test_the_trace_lists_the_passes() -> None:
    outcome = react(HAMISH, faces=(9, 8, 10), fitness=1, awareness=1)
    told = [s.text for s in outcome.trace if s.rule == "iron-gauntlets:actions.passes"]
    assert told == ["a pass: Hamish"] * 3


@pytest.mark.rule("iron-gauntlets:turn")
def test_the_trace_says_how_long_a_turn_is() -> None:
    (step,) = [s for s in react(JOE, faces=(5,)).trace if s.rule == "iron-gauntlets:turn"]
    assert step.value == 5


def test_points_are_for_one_sheet() -> None:
    with pytest.raises(BadRequest, match="one sheet at a time"):
        react(JOE, HAMISH, fitness=1)


def test_initiative_is_the_same_roll() -> None:
    assert react(JOE, faces=(5,), command="roll initiative") == react(JOE, faces=(5,))


def test_effects_of_a_plain_roll() -> None:
    assert react(JOE, faces=(5,)).effects == (
        Effect("Joe", "speed", None, 5),
        Effect("Joe", "free_actions", None, 1),
    )
