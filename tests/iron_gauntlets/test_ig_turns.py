"""The turns of a fight: reactions, passes, what is refused and why, and the way back."""

from typing import Any

import pytest
from affray import fight as fights
from affray.dice import ScriptedDice
from affray.faults import BadRequest, Forbidden
from affray.fight import Entry, Fight, keeper, start
from affray.iron_gauntlets.fighter import Fighter
from affray.iron_gauntlets.rulings import Rulings
from affray.iron_gauntlets.sheet import Abilities, Sheet, Tactics, Weapon
from affray.iron_gauntlets.turns import Turns
from affray.outcome import Effect, Outcome, apply
from affray.play import Deed
from affray.system import system

SWORD = Weapon("sword", "melee", 3)
MISS = (10, 10, 10, 10)
HIT = (1, 10, 10, 10)


def sheet(name: str, fitness: int = 4, awareness: int = 3, **more: Any) -> Sheet:
    return Sheet(
        system="iron-gauntlets",
        name=name,
        abilities=Abilities(fitness=fitness, awareness=awareness, creativity=2, luck=1),
        skills={"melee": 6, "athletics": 5},
        weapons=(SWORD,),
        **more,
    )


class Bout:
    """A fight that goes on by scripted dice."""

    def __init__(self, *sheets: Sheet, rulings: Rulings | None = None) -> None:
        entries = [
            Entry(one.name, one, "party" if number % 2 == 0 else "foes")
            for number, one in enumerate(sheets)
        ]
        self.fight: Fight = start("iron-gauntlets", entries, rulings)
        self.last: Outcome
        self.done: list[tuple[Effect, ...]] = []

    def _after(self, outcome: Outcome) -> Outcome:
        self.last = outcome
        self.fight = self.fight.apply(outcome.effects)
        self.done.append(outcome.effects)
        return outcome

    def next(self, *dice: int) -> set[str]:
        """Go on; whose turn it then is."""
        self._after(fights.advance(self.fight, ScriptedDice(dice)))
        return self.whose

    def act(
        self,
        command: str,
        *who: str,
        dice: tuple[int, ...] = (),
        hold: Any = "kept",
        **options: Any,
    ) -> Outcome:
        """Do something."""
        deed = Deed(command, who, options)
        return self._after(fights.act(self.fight, deed, ScriptedDice(dice), turn=hold).whole)

    def refused(self, command: str, *who: str, **options: Any) -> str:
        """The rule that a deed is refused with."""
        with pytest.raises(Forbidden) as refusal:
            fights.act(self.fight, Deed(command, who, options), ScriptedDice(()))
        assert f"[{refusal.value.rule}]" in str(refusal.value)
        return refusal.value.rule.removeprefix("iron-gauntlets:")

    def fighter(self, name: str) -> Fighter:
        found = self.fight.fighter(name)
        assert isinstance(found, Fighter)
        return found

    def slots(self, name: str) -> tuple[int | None, int, int]:
        one = self.fighter(name)
        return one.free_actions, one.fitness_actions, one.awareness_actions

    @property
    def turns(self) -> Turns:
        turns = self.fight.turns
        assert isinstance(turns, Turns)
        return turns

    @property
    def whose(self) -> set[str]:
        return set(fights.whose(self.fight))

    @property
    def why(self) -> str:
        return keeper(system("iron-gauntlets")).why(self.fight)

    @property
    def cited(self) -> set[str]:
        return {step.rule.removeprefix("iron-gauntlets:") for step in self.last.trace}


def trio(**more: Any) -> Bout:
    """Suenta, Kolby and Titus before the first reaction."""
    return Bout(sheet("Suenta"), sheet("Kolby", fitness=3), sheet("Titus", fitness=3), **more)


def begun(*speeds: int, **more: Any) -> Bout:
    """The same once they have rolled these speeds."""
    bout = trio(**more)
    bout.next(*speeds)
    return bout


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
    assert bout.slots("Kolby") == (0, 0, 1)
    assert bout.refused("attack", "Kolby", "Titus") == "actions"
    bout.act("act use", "Kolby", kind="awareness")
    assert bout.next() == {"Suenta"}
    assert bout.slots("Suenta") == (1, 0, 0)
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
    bout = Bout(bold, sheet("Kolby"))
    assert bout.next(9, 8, 7, 5, 6) == {"Bold"}
    assert bout.slots("Bold") == (1, 1, 2)
    assert bout.fighter("Bold").effective("awareness") == 1
    assert bout.fighter("Kolby").speed == 6
    assert {"reaction", "reaction.order", "damage.out"} <= bout.cited


@pytest.mark.rule("iron-gauntlets:reaction.limit")
def test_tactics_give_no_more_than_a_ruling_allows() -> None:
    bold = sheet("Bold", awareness=2, tactics=Tactics(awareness=2))
    bout = Bout(bold, sheet("Kolby"), rulings=Rulings(reaction_limit="keep-one"))
    bout.next(9, 8, 6)
    assert bout.slots("Bold") == (1, 0, 1)


@pytest.mark.rule("iron-gauntlets:reaction.tie")
def test_a_full_tie_acts_at_once_even_when_one_of_them_falls() -> None:
    bout = Bout(sheet("A"), sheet("B"), sheet("C"), rulings=Rulings(out_at_injury=3))
    assert bout.next(5, 5, 8) == {"A", "B"}
    assert bout.why == "turn 1, first actions: A and B act at once (5); then C (8)"
    bout.act("attack", "A", "B", defence="none", dice=HIT)
    assert fights.is_out(bout.fight, bout.fighter("B"))
    assert bout.whose == {"B"}
    bout.act("attack", "B", "A", defence="none", dice=HIT)
    assert fights.is_out(bout.fight, bout.fighter("A"))
    assert bout.next() == {"C"}
    assert bout.refused("attack", "B", "C") == "damage.out"


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
    assert bout.slots("Suenta") == (1, 0, 0)
    assert bout.next() == set()
    assert bout.turns == Turns(2)


@pytest.mark.rule("iron-gauntlets:actions.passes", "iron-gauntlets:defence.first")
def test_who_defended_with_the_one_action_does_not_act() -> None:
    bout = begun(8, 3, 5)
    bout.act("attack", "Kolby", "Suenta", defence="block", dice=(1, 10, 10, 1, 10, 10, 10))
    assert bout.slots("Suenta") == (0, 0, 0)
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
    assert bout.slots("Suenta") == (0, 0, 0)
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


@pytest.mark.rule("iron-gauntlets:actions.unlisted")
def test_creativity_and_magic_take_the_free_action() -> None:
    bout = trio()
    bout.act("roll reaction", "Suenta", fitness=1, awareness=1, dice=(4, 9, 9))
    bout.next(5, 6)
    bout.act("act use", "Suenta", kind="magic")
    assert bout.slots("Suenta") == (0, 1, 1)
    bout.next(), bout.next(), bout.next()
    assert bout.refused("act use", "Suenta", kind="creativity") == "actions.unlisted"
    assert bout.refused("act use", "Suenta", kind="magic") == "actions.unlisted"
    bout.act("act use", "Suenta", kind="reasoning")
    assert bout.slots("Suenta") == (0, 1, 0)


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
    assert bout.slots("Kolby") == (0, 0, 0)
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
    assert bout.fighter("Suenta").declared is None
    bout.next(), bout.next(), bout.next()
    bout.act("move", "Suenta", mode="run", distance=20)


@pytest.mark.rule("iron-gauntlets:actions.declared")
def test_standing_up_may_be_declared_and_done_either_way() -> None:
    ways: list[tuple[str, dict[str, Any]]] = [("act stand", {}), ("move", {"stand": True})]
    for command, options in ways:
        bout = trio()
        bout.act("act down", "Suenta")
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
    bout.next(2, 3)
    assert bout.refused("attack", "Kolby", "Titus", declared=True) == "defence.declared"
    bout.act("attack", "Kolby", "Suenta", declared=True, dice=(1, 10, 10, 1, 10))
    assert bout.slots("Suenta") == (1, 0, 0)
    assert bout.fighter("Suenta").declared is None
    assert bout.next() == {"Titus"}
    assert bout.refused("attack", "Titus", "Suenta") == "actions.declared"
    # Her first action is over with the parry, her second comes in its pass.
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
    assert bout.fighter("Suenta").declared == "attack"
    assert "Suenta" not in bout.turns.acted


@pytest.mark.rule("iron-gauntlets:actions.flee")
def test_who_runs_takes_an_action_and_is_gone() -> None:
    bout = begun(3, 5, 7)
    bout.act("act flee", "Suenta")
    assert {"actions.flee", "actions"} <= bout.cited
    assert bout.slots("Suenta") == (0, 0, 0)
    assert fights.is_out(bout.fight, bout.fighter("Suenta"))
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
        assert bout.slots("Suenta") == (left or (0, 0, 1))


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
            Sheet("iron-gauntlets", "A", striker.abilities, weapons=(weapon,)),
            sheet("B"),
            rulings=rulings,
        )
        bout.next(2, 5)
        bout.act("attack", "A", "B", defence="none", dice=HIT)
        assert hurt in bout.last.effects
        assert fights.is_out(bout.fight, bout.fighter("B")) == out
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


@pytest.mark.rule("iron-gauntlets:reaction")
def test_who_joins_waits_for_the_next_turn() -> None:
    bout = begun(3, 5, 7)
    late = system("iron-gauntlets").fighter(sheet("Late"))
    bout.fight = Fight(
        "iron-gauntlets",
        (*bout.fight.fighters, late),
        {**bout.fight.sides, "Late": "foes"},
        bout.fight.turns,
        bout.fight.rulings,
    )
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
    assert bout.slots("Titus") == (1, 0, 0)
    assert bout.slots("Kolby") == (0, 0, 0)
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
    for effects in reversed(bout.done):
        bout.fight = bout.fight.undo(effects)
    assert bout.fight == first


@pytest.mark.parametrize("who", [(), ("Nobody",), ("Suenta",), ("Suenta", "Suenta")])
def test_nonsense_gets_a_reason(who: tuple[str, ...]) -> None:
    bout = begun(3, 5, 7)
    with pytest.raises((BadRequest, Forbidden)):
        bout.act("attack", *who)
