"""The turns of a fight: reactions, passes, what is refused and why, and the way back."""

from pathlib import Path

import pytest

from affray.engine.tell import take_turn
from affray.faults import BadRequest, Forbidden
from affray.fight import Joining, start
from affray.outcome import Effect, apply
from affray.registry import system
from affray.session.file import create, save
from affray.session.file import load as load_session
from affray.session.play import next_turn, note, undo
from affray.sheets import load
from affray.supply import Supply
from affray.systems.iron_gauntlets.order import Turns
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Tactics
from affray.tactics import acting
from tests.iron_gauntlets.ig_bout import HIT, MISS, begun, sheet, slots, trio
from tests.scaffold.bout import Bout, facing
from tests.scaffold.cli import SHEETS

EXAMPLES = SHEETS / "iron-gauntlets"


@pytest.mark.rule("iron-gauntlets:actions.passes", "iron-gauntlets:reaction.order")
def test_a_whole_round_and_the_beginning_of_the_next() -> None:
    bout = trio()
    assert bout.whose == set()
    assert "the fight has not begun" in bout.why
    bout.act("roll reaction", "Suenta", fitness=1, dice=(4, 9))
    bout.act("roll reaction", "Kolby", awareness=1, dice=(7, 2))
    assert bout.why == (
        "the fight has not begun: reactions are rolled, still by Titus; `next` rolls for them"
    )

    assert bout.next(6) == {"Kolby"}
    assert bout.turns.order == {"Kolby": 1, "Suenta": 2, "Titus": 3}
    assert bout.turns.actions == {"Kolby": 2, "Suenta": 2, "Titus": 1}
    assert bout.why == "turn 1, first actions: Kolby acts (2); then Suenta (4), Titus (6)"
    bout.act("attack", "Kolby", "Titus", dice=(10, 10, 10))
    assert bout.whose == set()
    assert "Kolby has had the action; then Suenta (4), Titus (6)" in bout.why

    assert bout.next() == {"Suenta"}
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=(1, 10, 10))
    assert bout.fighter("Kolby").injury == 3
    assert bout.next() == {"Titus"}
    bout.act("move", "Titus", mode="run", distance=26)
    assert bout.fighter("Titus").effective("fitness") == 1

    # The second pass: Kolby may act once more, with awareness; Titus has nothing left.
    assert bout.next() == {"Kolby"}
    assert bout.why == "turn 1, second actions: Kolby acts (2); then Suenta (4)"
    assert slots(bout, "Kolby") == (0, 0, 1)
    assert bout.refused("attack", "Kolby", "Titus") == "actions"
    bout.act("act use", "Kolby", kind="awareness")
    assert bout.next() == {"Suenta"}
    assert slots(bout, "Suenta") == (1, 0, 0)
    bout.act("attack", "Suenta", "Kolby", dice=(10, 10, 10))

    assert bout.next() == set()
    assert bout.last.outcome == "new-turn"
    assert bout.turns == Turns(2)
    assert bout.why.startswith("turn 2 begins")
    for name in ("Suenta", "Kolby", "Titus"):
        fresh = system("iron-gauntlets").fighter(bout.fighter(name).sheet, name)
        lasting = Effect(name, "injury", 0, bout.fighter(name).injury)
        expected = {name: fresh}
        if lasting.before != lasting.after:
            expected = apply(expected, [lasting])
        assert bout.fighter(name) == expected[name]


@pytest.mark.rule("iron-gauntlets:reaction", "iron-gauntlets:reaction.spent")
def test_next_rolls_for_the_others_giving_points_as_their_tactics_say() -> None:
    bold = sheet("Bold", tactics=Tactics(fitness=1, awareness=2))
    bout = Bout(facing(bold, sheet("Kolby")))
    assert bout.next(9, 8, 7, 5, 6) == {"Bold"}
    assert slots(bout, "Bold") == (1, 1, 2)
    assert bout.fighter("Bold").effective("awareness") == 1
    assert bout.fighter("Kolby").speed == 6
    assert {"reaction", "reaction.order", "damage.out"} <= bout.cited


@pytest.mark.rule("iron-gauntlets:reaction.limit")
def test_tactics_give_no_more_than_a_ruling_allows() -> None:
    bold = sheet("Bold", awareness=2, tactics=Tactics(awareness=2))
    bout = Bout(facing(bold, sheet("Kolby"), rulings=Rulings(reaction_limit="keep-one")))
    bout.next(9, 8, 6)
    assert slots(bout, "Bold") == (1, 0, 1)


@pytest.mark.rule("iron-gauntlets:reaction.tie")
def test_a_full_tie_acts_at_once_even_when_one_of_them_falls() -> None:
    bout = Bout(facing(sheet("A"), sheet("B"), sheet("C"), rulings=Rulings(out_at_injury=3)))
    assert bout.next(5, 5, 8) == {"A", "B"}
    assert bout.why == "turn 1, first actions: A and B act at once (5); then C (8)"
    bout.act("attack", "A", "B", defence="none", dice=HIT)
    assert bout.fight.is_out(bout.fighter("B"))
    assert bout.whose == {"B"}
    bout.act("attack", "B", "A", defence="none", dice=HIT)
    assert bout.fight.is_out(bout.fighter("A"))
    assert bout.next() == {"C"}
    assert bout.refused("attack", "B", "C") == "damage.out"


@pytest.mark.rule("iron-gauntlets:reaction.tie", "iron-gauntlets:actions.flee")
def test_who_flees_out_of_a_tie_is_gone() -> None:
    bout = Bout(facing(sheet("A"), sheet("B")))
    assert bout.next(5, 5) == {"A", "B"}
    bout.act("act flee", "B", hold="overruled")
    assert bout.whose == {"A"}


@pytest.mark.rule("iron-gauntlets:reaction.tie", "iron-gauntlets:reaction.tie-fitness")
def test_ties_by_fitness_and_by_switch() -> None:
    bout = begun(5, 5, 5)
    assert bout.turns.order == {"Suenta": 1, "Kolby": 2, "Titus": 2}
    bout = begun(5, 5, 5, rulings=Rulings(full_tie="in-turn"))
    assert bout.turns.order == {"Suenta": 1, "Kolby": 2, "Titus": 3}


@pytest.mark.rule("iron-gauntlets:actions.passes")
def test_an_action_let_go_by_is_no_later_action() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, dice=(4, 9))
    bout.next(5, 6)
    assert bout.next() == {"Kolby"}
    assert bout.next() == {"Titus"}
    assert bout.next() == {"Suenta"}
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=(10, 10, 10))
    # One of her two is left, and lapses: there is no third pass.
    assert slots(bout, "Suenta") == (1, 0, 0)
    assert bout.next() == set()
    assert bout.turns == Turns(2)


@pytest.mark.rule("iron-gauntlets:actions.passes", "iron-gauntlets:defence.first")
def test_who_defended_with_the_one_action_does_not_act() -> None:
    bout = begun(8, 3, 5)
    bout.act("attack", "Kolby", "Suenta", defence="block", dice=(1, 10, 10, 1, 10, 10, 10))
    assert slots(bout, "Suenta") == (0, 0, 0)
    assert bout.next() == {"Titus"}
    assert bout.refused("attack", "Suenta", "Kolby") == "actions"
    assert bout.next() == set()
    assert bout.turns == Turns(2)


@pytest.mark.rule(
    "iron-gauntlets:defence.again", "iron-gauntlets:defence", "iron-gauntlets:actions"
)
def test_the_limits_of_defences_come_from_the_state() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, dice=(9, 8))
    bout.next(2, 3)
    # Slower than Kolby: only a block. Then anything, with an action to spare.
    assert bout.refused("attack", "Kolby", "Suenta", defence="parry") == "defence"
    bout.act("attack", "Kolby", "Suenta", defence="block", dice=(1, 10, 10, 10, 10, 10))
    assert bout.fighter("Suenta").defended
    bout.next()
    bout.act("attack", "Titus", "Suenta", defence="parry", dice=(1, 10, 10, 1, 10, 10))
    assert slots(bout, "Suenta") == (0, 0, 0)
    bout.next()
    assert bout.turns.round == 2


@pytest.mark.rule("iron-gauntlets:reaction")
def test_reactions_are_rolled_once_and_at_the_beginning() -> None:
    bout = trio()
    assert bout.refused("attack", "Suenta", "Kolby") == "reaction"
    bout.act("roll reaction", "Suenta", dice=(4,))
    assert bout.refused("roll reaction", "Suenta") == "reaction"
    assert bout.refused("roll initiative", "Kolby", "Suenta") == "reaction"
    with pytest.raises(BadRequest, match="once"):
        bout.act("roll initiative", "Kolby", "Kolby", dice=(4, 4))
    bout.act("roll initiative", "Kolby", "Titus", dice=(5, 6))
    assert bout.why.endswith("all reactions are rolled; `next` gives the first action")
    assert bout.next() == {"Suenta"}
    assert bout.refused("roll reaction", "Kolby") == "reaction"


@pytest.mark.rule("iron-gauntlets:actions.passes")
def test_nobody_acts_before_their_place_or_twice() -> None:
    bout = begun(3, 5, 7)
    assert bout.refused("attack", "Kolby", "Suenta") == "actions.passes"
    assert bout.refused("act flee", "titus") == "actions.passes"
    bout.act("attack", "Suenta", "Kolby", dice=MISS)
    assert bout.refused("move", "Suenta", mode="run") == "actions"


@pytest.mark.rule("iron-gauntlets:actions.passes")
def test_extra_actions_wait_for_the_next_pass() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, dice=(4, 9))
    bout.next(5, 6)
    bout.act("attack", "Suenta", "Kolby", defence="none", dice=(10, 10, 10))
    assert bout.refused("attack", "Suenta", "Kolby") == "actions.passes"


@pytest.mark.rule("iron-gauntlets:reaction")
def test_who_joins_waits_for_the_next_turn() -> None:
    bout = begun(3, 5, 7)
    bout.joins(sheet("Late"), "foes")
    assert bout.refused("attack", "Late", "Suenta") == "reaction"
    bout.act("attack", "Suenta", "Late", dice=(*HIT, 1, 10, 10, 10))
    for _ in range(3):
        bout.next()
    assert bout.next(9, 8, 7, 6) == {"Late"}


def test_what_uses_no_turn_is_asked_of_anybody_at_any_time() -> None:
    bout = begun(3, 5, 7)
    bout.act("roll task", "Titus", skill="athletics", dice=(1, 10, 10))
    bout.act("damage", "Titus", "Kolby")
    assert bout.whose == {"Suenta"}


def test_a_director_overrules_the_turn_but_not_the_defence() -> None:
    bout = begun(3, 5, 7)
    bout.act(
        "attack", "Titus", "Kolby", hold="overruled", defence="parry", dice=(1, 10, 10, 1, 10, 10)
    )
    assert bout.last.trace[0].status == "ruling"
    assert "actions.passes" in bout.cited
    # Titus has paid nothing, Kolby has.
    assert slots(bout, "Titus") == (1, 0, 0)
    assert slots(bout, "Kolby") == (0, 0, 0)
    assert bout.whose == {"Suenta"}
    with pytest.raises(Forbidden, match=r"defence\.again"):
        bout.act("attack", "Titus", "Kolby", hold="overruled", defence="parry")

    bout.act("act down", "Titus")
    trip = {"mode": "crawl", "method": "advanced", "distance": 9, "on_fail": "trip"}
    bout.act("move", "Titus", hold="overruled", dice=(10, 10, 10), **trip)
    assert bout.fighter("Titus").stopped
    assert not bout.fighter("Titus").unbound


def test_without_turns_each_attack_stands_by_itself() -> None:
    bout = trio()
    for _ in range(2):
        parry = (1, 10, 10, 10, 1, 10, 10)
        bout.act("attack", "Suenta", "Kolby", hold="ignored", defence="parry", dice=parry)
        assert bout.last.outcome == "defended"


def test_undoing_a_whole_fight_gives_back_its_start() -> None:
    bout = trio(rulings=Rulings(out_at_injury=3))
    first = bout.fight
    bout.act("act declare", "Suenta", kind="attack")
    bout.act("roll reaction", "Suenta", fitness=1, awareness=1, dice=(9, 8, 7))
    bout.next(2, 3)
    bout.act("attack", "Kolby", "Suenta", declared=True, dice=(1, 10, 10, 1, 10))
    bout.act("act down", "Kolby")
    bout.next()
    bout.act("move", "Titus", mode="run", distance=40)
    bout.next()
    bout.act("attack", "Suenta", "Titus", luck=1, defence="none", dice=HIT)
    bout.next()
    bout.next(5, 3)
    bout.act("act stand", "Kolby")
    bout.next()
    bout.act("act flee", "Suenta")
    bout.act("act rest", "Suenta")
    assert bout.turns.round == 2
    assert bout.fight != first
    assert bout.undo_all() == first


@pytest.mark.parametrize("who", [(), ("Nobody",), ("Suenta",), ("Suenta", "Suenta")])
def test_nonsense_gets_a_reason(who: tuple[str, ...]) -> None:
    bout = begun(3, 5, 7)
    with pytest.raises((BadRequest, Forbidden)):
        bout.act("attack", *who)


def test_a_session_keeps_the_fight_between_commands(tmp_path: Path) -> None:
    path = str(tmp_path / "night.toml")
    names = ("joe", "kolby", "hamish")
    sheets = [str(EXAMPLES / f"{name}.toml") for name in names]
    entries = [Joining(name, load(sheet), name) for name, sheet in zip(names, sheets, strict=True)]
    fight = start("iron-gauntlets", entries, Rulings(out_at_injury=9))
    session = create(path, fight, dict(zip(names, sheets, strict=True)))
    supply = Supply(3)
    for _ in range(30):
        session, _ = next_turn(session, supply.next())
        if session.fight.whose():
            name = acting(session.fight, supply.choices)
            for done in take_turn(session.fight, name, supply):
                deed, dice, played = done.deed, done.dice, done.played
                session = note(session, deed, played, dice)
        save(session)
        kept = load_session(path)
        assert kept.fight == session.fight
        session = kept
    assert session.fight.turns.round > 2
    while session.undone < session.entries:
        session, _ = undo(session)
    assert session.fight == fight
