"""What one does in a fight beside striking: declaring, falling, standing up, running, resting."""

from typing import Any

import pytest

from affray.outcome import Effect, apply
from affray.registry import system
from affray.systems.iron_gauntlets.order import Turns
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Sheet, Weapon
from tests.iron_gauntlets.ig_bout import HIT, begun, sheet, slots, trio
from tests.scaffold.bout import Bout, facing


@pytest.mark.rule("iron-gauntlets:actions.unlisted")
def test_creativity_and_magic_take_the_free_action() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, awareness=1, dice=(4, 9, 9))
    bout.next(5, 6)
    bout.act("act use", "Suenta", kind="magic")
    assert slots(bout, "Suenta") == (0, 1, 1)
    bout.next(), bout.next(), bout.next()
    assert bout.refused("act use", "Suenta", kind="creativity") == "actions.unlisted"
    assert bout.refused("act use", "Suenta", kind="magic") == "actions.unlisted"
    bout.act("act use", "Suenta", kind="reasoning")
    assert slots(bout, "Suenta") == (0, 1, 0)


@pytest.mark.rule("iron-gauntlets:actions.down", "iron-gauntlets:actions.stand")
def test_knocked_down_until_the_next_turn_and_up_again_for_an_action() -> None:
    bout = begun(3, 5, 7)
    bout.act("act down", "Kolby")
    assert (bout.fighter("Kolby").prone, bout.fighter("Kolby").stopped) == (True, True)
    assert bout.refused("attack", "Suenta", "Kolby", defence="block") == "actions.down"
    assert bout.next() == {"Titus"}
    assert bout.refused("act stand", "Kolby") == "actions.down"
    assert bout.next() == set()
    assert (bout.fighter("Kolby").prone, bout.fighter("Kolby").stopped) == (True, False)
    assert bout.next(9, 1, 8) == {"Kolby"}
    assert bout.refused("move", "Kolby", mode="run") == "move.prone"
    assert bout.refused("act flee", "Kolby") == "move.prone"
    bout.act("act stand", "Kolby")
    assert not bout.fighter("Kolby").prone
    assert slots(bout, "Kolby") == (0, 0, 0)
    bout.next()
    assert bout.refused("act stand", "Titus") == "actions.stand"


@pytest.mark.rule("iron-gauntlets:actions.down")
def test_knocked_down_before_the_reaction_is_down_for_the_turn() -> None:
    bout = trio()
    bout.act("act down", "Suenta")
    bout.act("act down", "Kolby")
    bout.act("roll reaction", "Suenta", dice=(1,))
    assert bout.next(2, 3) == {"Titus"}
    assert bout.refused("act stand", "Suenta") == "actions.down"
    bout.next()
    assert bout.turns.round == 2
    assert bout.next(1, 2, 3) == {"Suenta"}
    bout.act("act stand", "Suenta")


@pytest.mark.rule("iron-gauntlets:actions.down")
def test_stopped_on_ones_feet() -> None:
    bout = begun(3, 5, 7)
    bout.act("act stop", "Suenta")
    assert not bout.fighter("Suenta").prone
    assert bout.refused("attack", "Suenta", "Kolby") == "actions.down"
    assert bout.whose == set()


@pytest.mark.rule("iron-gauntlets:actions.down", "iron-gauntlets:move.trip")
def test_a_trip_ends_the_turn_of_who_trips() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, dice=(2, 9))
    bout.next(5, 6)
    trip = {"mode": "run", "method": "advanced", "distance": 90, "on_fail": "trip"}
    bout.act("move", "Suenta", dice=(10, 10, 10), **trip)
    for who in ({"Kolby"}, {"Titus"}, set()):
        assert bout.next() == who
    assert bout.turns.round == 2


@pytest.mark.rule("iron-gauntlets:actions.declared")
def test_the_first_action_is_bound_by_what_was_declared() -> None:
    bout = trio()
    bout.act("act declare", "Suenta", kind="attack")
    bout.act("roll reaction", "Suenta", fitness=1, dice=(2, 9))
    bout.next(5, 6)
    assert bout.fighter("Suenta").declared == "attack"
    assert bout.refused("move", "Suenta", mode="run") == "actions.declared"
    assert bout.refused("act flee", "Suenta") == "actions.declared"
    assert bout.refused("act declare", "Kolby", kind="move") == "actions.declared"
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=(10, 10, 10))
    bout.next(), bout.next(), bout.next()
    bout.act("move", "Suenta", mode="run", distance=20)


@pytest.mark.rule("iron-gauntlets:actions.declared")
def test_standing_up_may_be_declared_and_done_either_way() -> None:
    ways: list[tuple[str, dict[str, Any]]] = [("act stand", {}), ("move", {"stand": True})]
    for command, options in ways:
        bout = trio()
        bout.fight = bout.fight.apply([Effect("Suenta", "prone", False, True)])
        bout.act("act declare", "Suenta", kind="stand")
        bout.next(2, 5, 6)
        assert bout.refused("move", "Suenta", mode="crawl") == "actions.declared"
        bout.act(command, "Suenta", **options)


@pytest.mark.rule("iron-gauntlets:defence.declared", "iron-gauntlets:actions.declared")
def test_a_declared_attack_becomes_a_parry_and_is_gone() -> None:
    bout = trio()
    bout.act("act declare", "Suenta", kind="attack")
    bout.act("act declare", "Titus", kind="move")
    bout.act("roll reaction", "Suenta", fitness=1, awareness=1, dice=(9, 9, 9))
    bout.act("roll reaction", "Titus", fitness=1, dice=(3, 9))
    bout.next(2)
    # Titus has an action to spare for it, but has declared a move.
    assert bout.refused("attack", "Kolby", "Titus", declared=True) == "defence.declared"
    bout.act("attack", "Kolby", "Suenta", declared=True, dice=(1, 10, 10, 1, 10))
    assert slots(bout, "Suenta") == (1, 0, 0)
    assert "Suenta" in bout.turns.acted
    assert bout.next() == {"Titus"}
    assert bout.refused("attack", "Titus", "Suenta") == "actions.declared"
    # Her first action is over with the parry, her second comes in its pass.
    assert bout.next() == {"Titus"}
    assert bout.next() == {"Suenta"}
    assert bout.turns.action == 2


@pytest.mark.rule("iron-gauntlets:defence.declared", "iron-gauntlets:actions.declared")
def test_after_the_first_action_nothing_is_declared() -> None:
    bout = trio()
    bout.act("roll reaction", "Kolby", fitness=1, awareness=1, dice=(1, 9, 9))
    bout.act("roll reaction", "Suenta", fitness=1, dice=(2, 9))
    bout.next(3)
    assert bout.refused("attack", "Kolby", "Titus", declared=True) == "defence.declared"
    bout.act("attack", "Kolby", "Suenta", defence="none", dice=(10, 10))
    bout.next()
    assert bout.refused("attack", "Suenta", "Kolby", declared=True) == "actions.declared"
    bout.act("act use", "Suenta", kind="influence")
    bout.next(), bout.next()
    assert bout.turns.action == 2
    assert bout.refused("attack", "Kolby", "Titus", declared=True) == "actions.declared"


@pytest.mark.rule("iron-gauntlets:defence.declared")
def test_an_attack_that_misses_leaves_what_was_declared() -> None:
    bout = trio()
    bout.act("act declare", "Suenta", kind="attack")
    bout.act("roll reaction", "Suenta", fitness=1, dice=(9, 9))
    bout.next(2, 3)
    bout.act("attack", "Kolby", "Suenta", declared=True, dice=(10, 10, 10))
    assert "Suenta" not in bout.turns.acted


@pytest.mark.rule("iron-gauntlets:actions.flee")
def test_who_runs_takes_an_action_and_is_gone() -> None:
    bout = begun(3, 5, 7)
    bout.act("act flee", "Suenta")
    assert {"actions.flee", "actions"} <= bout.cited
    assert slots(bout, "Suenta") == (0, 0, 0)
    assert bout.fight.is_out(bout.fighter("Suenta"))
    assert bout.next() == {"Kolby"}
    for refused in (
        bout.refused("attack", "Kolby", "Suenta"),
        bout.refused("act flee", "Suenta"),
        bout.refused("attack", "Suenta", "Kolby"),
    ):
        assert refused == "actions.flee"
    bout.next()
    assert bout.next() == set()
    assert bout.refused("roll reaction", "Suenta") == "actions.flee"
    assert bout.refused("act declare", "Suenta", kind="attack") == "actions.flee"
    bout.next(3, 4)
    assert set(bout.turns.order) == {"Kolby", "Titus"}


@pytest.mark.rule("iron-gauntlets:actions.flee")
def test_which_action_pays_for_running() -> None:
    for slot, left in (("fitness", None), ("any", (1, 0, 0))):
        bout = trio(rulings=Rulings(flee_slot=slot))  # type: ignore[arg-type]
        bout.act("roll reaction", "Suenta", awareness=1, dice=(2, 9))
        bout.next(5, 6)
        bout.act("act flee", "Suenta")
        assert slots(bout, "Suenta") == (left or (0, 0, 1))


@pytest.mark.rule("iron-gauntlets:damage.out")
@pytest.mark.parametrize("track", ["injury", "fatigue"])
def test_harm_takes_out_by_a_figure_only(track: Any) -> None:
    weapon = Weapon("club", "melee", 4, track)
    hurt = Effect("B", track, 0, 4)
    for rulings, out in (
        (Rulings(), False),
        (Rulings(out_at_injury=4), track == "injury"),
        (Rulings(out_at_fatigue=4), track == "fatigue"),
        (Rulings(out_at_injury=5, out_at_fatigue=5), False),
    ):
        striker = sheet("A")
        bout = Bout(
            facing(
                Sheet("iron-gauntlets", "A", striker.abilities, weapons=(weapon,)),
                sheet("B"),
                rulings=rulings,
            )
        )
        bout.next(2, 5)
        bout.act("attack", "A", "B", defence="none", dice=HIT)
        assert hurt in bout.last.effects
        assert bout.fight.is_out(bout.fighter("B")) == out
        assert bout.next() == (set() if out else {"B"})
        if out:
            assert bout.refused("roll reaction", "B") == "damage.out"


@pytest.mark.rule("iron-gauntlets:damage.out")
def test_a_fight_of_nobody_able_goes_on_without_an_end() -> None:
    bout = begun(3, 5, 7)
    for name in ("Suenta", "Kolby", "Titus"):
        bout.act("act flee", name)
        bout.next()
    assert bout.turns == Turns(2)
    assert bout.next() == set()
    assert bout.turns == Turns(3)


@pytest.mark.rule("iron-gauntlets:damage.healing")
def test_a_rest_ends_the_turn_and_heals_by_figures_only() -> None:
    bout = begun(3, 5, 7)
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=HIT)
    bout.act("act down", "Kolby")
    bout.act("act declare", "Kolby", kind="move", hold="ignored")
    bout.act("act rest", "Kolby")
    assert "damage.healing" in bout.cited
    assert any("book only" in step.text for step in bout.last.trace)
    fresh = system("iron-gauntlets").fighter(bout.fighter("Kolby").sheet)
    assert (
        bout.fighter("Kolby") == apply({"Kolby": fresh}, [Effect("Kolby", "injury", 0, 3)])["Kolby"]
    )

    bout = begun(3, 5, 7, rulings=Rulings(rest_heals_injury=2, rest_heals_fatigue=1))
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=HIT)
    bout.act("act rest", "Kolby")
    assert bout.fighter("Kolby").injury == 1
    bout.act("act rest", "Kolby")
    assert bout.fighter("Kolby").injury == 0


@pytest.mark.rule("iron-gauntlets:damage.healing")
def test_who_fled_is_back_after_a_rest() -> None:
    bout = begun(3, 5, 7)
    bout.act("act flee", "Suenta")
    bout.act("act rest", "Suenta")
    assert not bout.fight.is_out(bout.fighter("Suenta"))
