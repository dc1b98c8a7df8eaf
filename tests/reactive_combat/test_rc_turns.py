"""The turns of a fight: initiative, actions, what is refused and why, and the way back."""

from typing import Any

import pytest

from affray import fight as fights
from affray.deed import Deed
from affray.dice import ScriptedDice
from affray.faults import Forbidden
from affray.outcome import THE_FIGHT
from affray.systems.reactive_combat.order import Turns
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.rc_bout import HIT, MISS, NAME, PISTOL, duel, sheet, used
from tests.scaffold.bout import Bout, facing


def gunner(reload: Any = 3, **more: Any) -> Bout:
    """A fight in which Ann is about to act, with a pistol."""
    return duel(sheet("Ann", weapons=[{**PISTOL, "reload": reload}], **more))


@pytest.mark.rule("reactive-combat:initiative", "reactive-combat:round", "reactive-combat:turn")
def test_two_whole_rounds() -> None:
    bout = Bout(facing(sheet("Ann"), sheet("Bob"), sheet("Cat")))
    assert bout.whose == set()
    assert bout.why == "the fight has not begun: `next` throws initiative for Ann, Bob, Cat"
    assert bout.next(3, 3, 3, 1, 1, 2, 6, 5, 6) == {"Cat"}
    assert bout.last.outcome == "new-round"
    assert bout.turns == Turns(1, "Cat", 1)
    assert {"initiative", "round", "turn", "marks.out"} <= bout.cited
    assert [bout.fighter(n).place for n in ("Ann", "Bob", "Cat")] == [2, 3, 1]
    both = "a major and a minor action, or two minor ones"
    assert bout.why == f"round 1: Cat acts and has {both}; then Ann, Bob"
    bout.act("attack", "Cat", "Bob", dice=MISS)
    assert used(bout) == (1, 0)
    assert bout.why == "round 1: Cat acts and still has a minor action; then Ann, Bob"
    bout.act("move", "Cat", distance=9)
    assert (used(bout), bout.whose) == ((1, 1), set())
    assert bout.why == "round 1: Cat has used all actions; then Ann, Bob"
    assert bout.next() == {"Ann"}
    assert bout.last.outcome == "turn"
    assert bout.turns == Turns(1, "Ann", 2)
    bout.act("move", "Ann")
    assert "Ann acts and still has a major or a minor action; then Bob" in bout.why
    bout.act("move", "Ann")
    assert (used(bout), bout.whose) == ((0, 2), set())
    assert bout.next() == {"Bob"}
    # A turn may be let go by.
    assert bout.why == f"round 1: Bob acts and has {both}; then round 2 begins with Cat"
    assert bout.next() == {"Cat"}
    assert (bout.last.outcome, bout.turns) == ("new-round", Turns(2, "Cat", 1))
    # Penalties last an encounter.
    assert bout.fighter("Bob").penalties == 1
    assert [bout.next() for _ in range(3)] == [{"Ann"}, {"Bob"}, {"Cat"}]
    assert bout.turns == Turns(3, "Cat", 1)
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:turn")
def test_a_turn_holds_a_major_and_a_minor_action_or_two_minor_ones() -> None:
    bout = duel()
    bout.act("attack", "Ann", "Bob", dice=MISS)
    assert bout.refused("attack", "Ann", "Bob") == "turn"
    assert bout.refused("move", "Ann", mode="run") == "turn"
    assert bout.refused("move", "Ann", distance=15) == "turn"
    assert bout.refused("act use", "Ann", kind="major") == "turn"
    assert bout.refused("act flee", "Ann") == "turn"
    bout.act("act use", "Ann", kind="minor")
    for minor in ("move", "act deep-breath", "act load"):
        assert bout.refused(minor, "Ann") == "turn"
    assert bout.refused("act use", "Ann", kind="minor") == "turn"
    bout = duel()
    bout.act("act deep-breath", "Ann")
    bout.act("act use", "Ann", kind="minor")
    assert bout.refused("attack", "Ann", "Bob") == "turn"


@pytest.mark.rule("reactive-combat:initiative")
def test_nobody_acts_out_of_turn() -> None:
    bout = Bout(facing(sheet("Ann"), sheet("Bob")))
    assert bout.refused("attack", "Ann", "Bob") == "initiative"
    bout.next(6, 6, 6, 1, 1, 1)
    for command in ("move", "act deep-breath", "act load", "act fill", "act flee"):
        assert bout.refused(command, "Bob") == "initiative"
    assert bout.refused("act use", "Bob", kind="major") == "initiative"
    assert bout.refused("attack", "Bob", "Ann") == "initiative"
    # A test is asked of anybody at any time, and so is damage.
    bout.act("roll test", "Bob", ability="dexterity", dice=(3, 4, 5))
    bout.act("damage", "Bob", "Ann")
    assert used(bout) == (0, 0)


@pytest.mark.rule("reactive-combat:initiative")
def test_initiative_thrown_by_hand_is_thrown_for_all_and_once() -> None:
    bout = Bout(facing(sheet("Ann"), sheet("Bob"), sheet("Cat")))
    assert bout.refused("roll initiative", "Ann", "Bob") == "initiative"
    bout.act("roll initiative", "Ann", "Bob", "Cat", dice=(1, 1, 1, 5, 5, 5, 3, 3, 3))
    assert bout.why == (
        "the fight has not begun: the order is Bob, Cat, Ann; `next` gives the first turn"
    )
    assert bout.next() == {"Bob"}
    assert bout.refused("roll initiative", "Ann", "Bob", "Cat") == "initiative"
    assert [bout.next(), bout.next(), bout.next()] == [{"Cat"}, {"Ann"}, {"Bob"}]


@pytest.mark.rule("reactive-combat:initiative.join")
def test_who_joins_acts_after_all_others() -> None:
    bout = duel()
    bout.joins(sheet("Cat"), "party")
    bout.joins(sheet("Dan"), "foes")
    assert bout.why.endswith("then Bob, Cat (joining), Dan (joining)")
    assert bout.next(1, 1, 1, 6, 6, 6) == {"Bob"}
    assert "initiative.join" in bout.cited
    assert [bout.next() for _ in range(3)] == [{"Dan"}, {"Cat"}, {"Ann"}]
    assert bout.turns.round == 2


def test_the_turn_goes_on_when_its_owner_has_left() -> None:
    bout = Bout(facing(sheet("Ann"), sheet("Bob"), sheet("Cat")))
    assert bout.next(6, 6, 6, 3, 3, 3, 1, 1, 1) == {"Ann"}
    fight = bout.fight
    bout.fight = fights.Fight(NAME, fight.fighters[1:], fight.sides, fight.turns, fight.rulings)
    assert (bout.whose, bout.why) == (set(), "round 1: nobody has the turn; then Bob, Cat")
    assert [bout.next() for _ in range(3)] == [{"Bob"}, {"Cat"}, {"Bob"}]


@pytest.mark.rule("reactive-combat:marks.out")
def test_those_with_too_many_marks_neither_act_nor_get_a_turn() -> None:
    bout = Bout(facing(sheet("Ann"), sheet("Bob"), sheet("Cat"), rulings=Rulings(out_at_marks=3)))
    bout.next(6, 6, 6, 3, 3, 3, 1, 1, 1)
    bout.suffers("Bob", marks=3)
    assert bout.fight.is_out(bout.fighter("Bob"))
    assert bout.refused("attack", "Bob", "Cat") == "marks.out"
    assert bout.next() == {"Cat"}
    bout.suffers("Cat", marks=4)
    assert bout.whose == set()
    assert bout.why == "round 1: Cat is out of the fight; then round 2 begins with Ann"
    bout.suffers("Ann", marks=3)
    assert bout.next() == set()
    assert bout.turns == Turns(2)
    assert bout.why == "round 2: nobody has the turn; then round 3 begins"
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:marks.out")
def test_without_a_ruling_marks_take_nobody_out() -> None:
    bout = duel()
    bout.suffers("Ann", marks=400)
    assert not bout.fight.is_out(bout.fighter("Ann"))
    bout.act("attack", "Ann", "Bob", dice=MISS)


@pytest.mark.rule("reactive-combat:flee")
def test_who_flees_is_gone() -> None:
    bout = duel()
    bout.act("act flee", "Ann")
    assert "flee" in bout.cited
    assert (used(bout), bout.whose) == ((1, 0), set())
    assert bout.why.startswith("round 1: Ann has fled; then Bob")
    assert bout.fight.is_out(bout.fighter("Ann"))
    assert bout.refused("move", "Ann") == "flee"
    assert bout.next() == {"Bob"}
    assert bout.refused("attack", "Bob", "Ann") == "flee"
    assert bout.next() == {"Bob"}
    assert bout.turns.round == 2


@pytest.mark.rule("reactive-combat:flee")
def test_nobody_flees_twice() -> None:
    bout = duel()
    bout.act("act flee", "Ann")
    fight = bout.fight
    deed = Deed("act flee", ("Ann",))
    with pytest.raises(Forbidden) as refusal:
        fights.act(fight, deed, ScriptedDice(()), turn="overruled")
    assert refusal.value.rule == f"{NAME}:flee"


@pytest.mark.rule("reactive-combat:ranged.run")
def test_a_run_raises_the_tn_until_another_major_action() -> None:
    bout = duel(second=sheet("Bob", weapons=[PISTOL]))
    bout.act("move", "Ann", mode="run")
    assert (used(bout), bout.fighter("Ann").ran) == ((1, 0), True)
    bout.next_to("Bob")
    # Accuracy 2 and 9 are 11, and the TN is 12 now.
    seen = bout.act("attack", "Bob", "Ann", distance=5, dice=(2, 3, 4))
    assert (seen.outcome, bout.last.result.attack.tn) == ("miss", 12)  # type: ignore[attr-defined]
    bout.next_to("Ann")
    bout.act("move", "Ann")
    bout.act("act deep-breath", "Ann")
    assert bout.fighter("Ann").ran
    bout.next_to("Ann")
    bout.act("act use", "Ann", kind="major")
    assert not bout.fighter("Ann").ran
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:ranged.run", "reactive-combat:repeaters.load")
@pytest.mark.parametrize("how", ["fill", "load", "attack"])
def test_what_ends_a_run(how: str) -> None:
    bout = gunner("major" if how == "load" else 3)
    bout.act("move", "Ann", mode="run")
    bout.next_to("Ann")
    if how == "attack":
        bout.act("attack", "Ann", "Bob", distance=5, dice=(1, 1, 2))
    else:
        bout.suffers("Ann", ammunition={"pistol": 0}, unloaded=("pistol",))
        bout.act(f"act {how}", "Ann")
    assert not bout.fighter("Ann").ran


@pytest.mark.rule("reactive-combat:expert-strike", "reactive-combat:round")
def test_expert_strike_comes_back_with_the_round() -> None:
    bout = duel(sheet("Ann", kind="warrior"))
    bout.act("attack", "Ann", "Bob", expert_strike=True, dice=MISS)
    assert bout.fighter("Ann").expert_struck
    # A director who lets her attack again may let her strike expertly again, too.
    bout.act("attack", "Ann", "Bob", expert_strike=True, dice=MISS, hold="overruled")
    bout.next()
    assert bout.fighter("Ann").expert_struck
    bout.next()
    assert not bout.fighter("Ann").expert_struck
    bout.act("attack", "Ann", "Bob", expert_strike=True, dice=MISS)
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:expert-strike")
def test_expert_strike_is_refused_a_second_time_in_a_round() -> None:
    bout = duel(sheet("Ann", kind="warrior"))
    bout.suffers("Ann", expert_struck=True)
    assert bout.refused("attack", "Ann", "Bob", expert_strike=True) == "expert-strike"


@pytest.mark.rule("reactive-combat:pinpoint.per-round", "reactive-combat:round")
def test_pinpoint_once_a_round_comes_back_with_it() -> None:
    quick = {"dexterity": 3, "fighting": 3, "strength": 2}
    bout = duel(sheet("Ann", kind="rogue", abilities=quick), pinpoint_per_round="once")
    bout.act("attack", "Ann", "Bob", dice=HIT)
    assert bout.fighter("Ann").pinpointed
    bout.next_to("Ann")
    assert not bout.fighter("Ann").pinpointed


@pytest.mark.rule("reactive-combat:deep-breath", "reactive-combat:penalties")
def test_a_deep_breath_takes_a_minor_action() -> None:
    bout = duel()
    bout.suffers("Ann", penalties=3)
    bout.act("act deep-breath", "Ann")
    assert (used(bout), bout.fighter("Ann").penalties) == ((0, 1), 0)
    bout.act("attack", "Ann", "Bob", dice=MISS)
    assert used(bout) == (1, 1)


@pytest.mark.rule("reactive-combat:penalties", "reactive-combat:damage.marks")
@pytest.mark.parametrize("option", ["marks", "penalties", "target_penalties"])
def test_options_do_not_say_what_the_fight_knows(option: str) -> None:
    bout = duel()
    said = bout.senseless("attack", "Ann", "Bob", **{option: 2})
    assert f"--{option.replace('_', '-')}: this fight keeps count" in said
    assert "--marks" in bout.senseless("damage", "Ann", "Bob", marks=1)
    bout.suffers("Bob", marks=2, penalties=1)
    seen: Any = bout.act("attack", "Ann", "Bob", dice=HIT).result
    # Damage 2, Strength 2 and 2 marks; the defence has 2 penalties by now.
    assert (seen.damage.damage, seen.damage.marks) == (6, 4)
    assert seen.defence.total == 1 + 2 + 1 + 1 - 2


@pytest.mark.rule("reactive-combat:rest", "reactive-combat:penalties")
def test_a_rest_ends_the_encounter() -> None:
    bout = gunner(kind="warrior", conviction=3)
    spent = {
        "penalties": 3,
        "marks": 5,
        "conviction": 1,
        "expert_struck": True,
        "ran": True,
        "fled": True,
        "ammunition": {"pistol": 0},
        "unloaded": ("pistol",),
    }
    bout.suffers("Ann", **spent)
    seen: Any = bout.act("act rest", "Ann").result
    assert (seen.what, seen.action, seen.marks, seen.penalties) == ("rest", None, 5, 0)
    assert {"rest", "penalties"} <= bout.cited
    rested = bout.fighter("Ann")
    fresh = bout.first.fighter("Ann")
    for field in fresh.__struct_fields__:
        expected = {"marks": 5, "conviction": 1}.get(field, getattr(fresh, field))
        assert getattr(rested, field) == expected, field
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:rest")
def test_a_rest_by_other_rulings() -> None:
    bout = duel(sheet("Ann", weapons=[PISTOL]), rest_reloads=False, rest_heals_marks=2)
    bout.suffers("Ann", marks=5, ammunition={"pistol": 1})
    bout.act("act rest", "Ann")
    assert (bout.fighter("Ann").marks, bout.fighter("Ann").ammunition) == (3, {"pistol": 1})
    bout.suffers("Ann", marks=1)
    bout.act("act rest", "Ann")
    assert bout.fighter("Ann").marks == 0


@pytest.mark.rule("reactive-combat:initiative")
def test_a_fight_after_a_rest_throws_anew() -> None:
    bout = duel()
    bout.suffers("Bob", fled=True)
    bout.act("act rest", "Ann")
    bout.fight = fights.Fight(
        NAME, bout.fight.fighters, bout.fight.sides, Turns(), bout.fight.rulings
    )
    assert bout.fighter("Bob").place == 2
    assert bout.next(1, 1, 1) == {"Ann"}
    assert (bout.fighter("Ann").place, bout.fighter("Bob").place) == (1, None)
    bout.suffers("Bob", fled=False)
    assert bout.next(6, 6, 6) == {"Bob"}


@pytest.mark.rule("reactive-combat:turn")
def test_overruled_deeds_use_nothing_up_and_say_so() -> None:
    bout = duel()
    bout.act("attack", "Bob", "Ann", dice=MISS, hold="overruled")
    assert used(bout) == (0, 0)
    assert bout.last.trace[0].text.startswith("overruled by the director")
    assert not any(effect.who == THE_FIGHT for effect in bout.last.effects)
    assert bout.fighter("Ann").penalties == 1


def test_names_go_by_any_case() -> None:
    bout = duel()
    bout.act("attack", "ann", "BOB", dice=MISS)
    assert used(bout) == (1, 0)


def test_options_that_are_none_are_said_so() -> None:
    bout = duel()
    assert "--mode" in bout.senseless("move", "Ann", mode="fly")
    assert "--kind" in bout.senseless("act use", "Ann", kind="free")
    assert "--kind" in bout.senseless("act use", "Ann")
    assert "sing" in bout.senseless("act sing", "Ann")
    assert "blunderbuss" in bout.senseless("act load", "Ann", weapon="blunderbuss")
