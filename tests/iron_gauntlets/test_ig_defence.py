"""Which defence is legal, what pays for it, what it rolls."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import Forbidden
from affray.outcome import Effect, Outcome
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Abilities, Defences, Style, Weapon
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result

SWORD = Weapon("sword", "melee", 3)
BOW = Weapon("bow", "marksmanship", 2, ranged=True)
SUENTA = someone(
    "Suenta", fitness=5, awareness=3, skills={"melee": 6, "marksmanship": 6}, weapons=(SWORD, BOW)
)
KOLBY = someone(
    "Kolby", fitness=3, awareness=3, skills={"melee": 5, "athletics": 4}, weapons=(SWORD,)
)
SHIELDED = enter(replace(KOLBY.sheet, shield=True))
ATTACK, HOLDS = (1, 10, 10, 10, 10), (1, 10, 10)
SLOWER: dict[str, Any] = {"speed": 3, "target_speed": 5}
FASTER: dict[str, Any] = {"speed": 5, "target_speed": 3}
NO_EXTRA: tuple[dict[str, Any], ...] = ({}, {"extra_actions": 0})


def attack(
    *faces: int, attacker: Fighter = SUENTA, defender: Fighter = KOLBY, **options: Any
) -> Outcome:
    return played("attack", attacker, defender, faces=faces, **options)


def kind(outcome: Outcome) -> str | None:
    defence = result(outcome)["defence"]
    return None if defence is None else str(defence["kind"])


def holds(**options: Any) -> Outcome:
    """An attack of one step that the defence asked for just stops."""
    outcome = attack(*ATTACK, *HOLDS, **options)
    assert outcome.outcome == "defended"
    return outcome


def counted(free: int, fitness: int, awareness: int, **more: Any) -> Fighter:
    return replace(
        KOLBY, free_actions=free, fitness_actions=fitness, awareness_actions=awareness, **more
    )


@pytest.mark.rule("iron-gauntlets:defence")
@pytest.mark.parametrize("asked", ["parry", "dodge", "block"])
def test_a_faster_defender_may_do_anything(asked: str) -> None:
    assert kind(holds(defence=asked, **FASTER)) == asked


@pytest.mark.rule("iron-gauntlets:defence")
def test_a_slower_one_may_only_block() -> None:
    for asked in ("parry", "dodge"):
        with pytest.raises(Forbidden, match=r"may only block \[iron-gauntlets:defence\]"):
            attack(defence=asked, **SLOWER)
    assert kind(holds(defence="block", **SLOWER)) == "block"
    assert kind(holds(**SLOWER)) == "block"


@pytest.mark.rule("iron-gauntlets:defence")
def test_what_is_refused_is_refused_before_any_die_is_thrown() -> None:
    with pytest.raises(Forbidden):
        attack(10, 10, 10, 10, 10, defence="parry", **SLOWER)


@pytest.mark.rule("iron-gauntlets:reaction.tie-faster", "iron-gauntlets:reaction.tie-fitness")
def test_equal_speeds_and_the_fitter_defender() -> None:
    tie: dict[str, Any] = {"speed": 4, "target_speed": 4}
    fit = enter(replace(KOLBY.sheet, abilities=Abilities(fitness=5, awareness=3)))
    fitter: dict[str, Any] = {
        "attacker": enter(replace(SUENTA.sheet, abilities=Abilities(fitness=3, awareness=3))),
        "defender": fit,
    }
    outcome = attack(1, 10, 10, 1, 10, 10, 10, 10, defence="dodge", **tie, **fitter)
    assert outcome.outcome == "defended"
    drained: dict[str, Any] = {**fitter, "defender": replace(fit, fitness_given=4)}
    assert attack(1, 10, 10, 1, defence="dodge", **tie, **drained).outcome == "defended"
    with pytest.raises(Forbidden):
        attack(defence="dodge", **tie, **drained, rulings=Rulings(tie_fitness="effective"))
    with pytest.raises(Forbidden):
        attack(defence="dodge", **tie, **fitter, rulings=Rulings(tie_makes_faster=False))


@pytest.mark.rule("iron-gauntlets:reaction.tie")
def test_equal_in_all_neither_is_faster() -> None:
    twin = enter(replace(KOLBY.sheet, abilities=SUENTA.sheet.abilities))
    with pytest.raises(Forbidden, match="not faster"):
        attack(defence="dodge", speed=4, target_speed=4, defender=twin)


@pytest.mark.rule("iron-gauntlets:reaction.default-order")
def test_a_default_nine_is_faster_than_a_ten_unless_switched() -> None:
    defaulted = replace(KOLBY, speed=9, defaulted=True)
    late = replace(SUENTA, speed=10)
    holds(defence="parry", attacker=late, defender=defaulted)
    last = Rulings(default_speed_order="last")
    with pytest.raises(Forbidden):
        attack(defence="parry", attacker=late, defender=defaulted, rulings=last)


@pytest.mark.rule("iron-gauntlets:defence")
def test_the_state_gives_the_speeds_and_options_replace_them() -> None:
    fast, slow = replace(SUENTA, speed=2), replace(KOLBY, speed=8)
    with pytest.raises(Forbidden, match="not faster"):
        attack(defence="parry", attacker=fast, defender=slow)
    holds(defence="parry", attacker=fast, defender=slow, target_speed=1)
    holds(defence="parry", attacker=fast, defender=slow, speed=9)


@pytest.mark.rule("iron-gauntlets:defence.unknown-speed")
def test_speeds_nobody_knows_forbid_nothing() -> None:
    outcome = holds(defence="parry")
    (step,) = [s for s in outcome.trace if s.rule == "iron-gauntlets:defence.unknown-speed"]
    assert (step.switch, step.text) == ("unknown_speed", "the speeds are not known: any-defence")
    holds(defence="parry", attacker=replace(SUENTA, speed=1))
    strict = Rulings(unknown_speed="block-only")
    with pytest.raises(Forbidden, match="may only block while the speeds are not known"):
        attack(defence="parry", rulings=strict)
    assert kind(holds(rulings=strict)) == "block"


@pytest.mark.rule("iron-gauntlets:defence.ranged")
def test_ranged_attacks() -> None:
    shot: dict[str, Any] = {"weapon": "bow"}
    with pytest.raises(Forbidden, match="cannot be parried"):
        attack(defence="parry", **shot, **FASTER)
    with pytest.raises(Forbidden, match="no shield"):
        attack(defence="block", **shot, **FASTER)
    assert kind(holds(defence="dodge", **shot, **FASTER)) == "dodge"
    assert kind(holds(defence="block", defender=SHIELDED, **shot, **SLOWER)) == "block"


@pytest.mark.rule("iron-gauntlets:defence.ranged")
def test_a_slower_target_without_a_shield_has_no_defence() -> None:
    outcome = attack(*ATTACK, weapon="bow", **SLOWER)
    assert (outcome.outcome, kind(outcome)) == ("hit", None)
    for asked in ("parry", "dodge", "block"):
        with pytest.raises(Forbidden):
            attack(weapon="bow", defence=asked, **SLOWER)
    assert kind(holds(weapon="bow", defender=SHIELDED, **SLOWER)) == "block"


@pytest.mark.rule("iron-gauntlets:defence.again", "iron-gauntlets:defence.again-kind")
def test_defending_again_takes_an_extra_action_and_speed_is_nothing() -> None:
    again: dict[str, Any] = {"already_defended": True}
    for asked in ("parry", "dodge", "block"):
        assert kind(holds(defence=asked, extra_actions=1, **again, **SLOWER)) == asked
        for none in NO_EXTRA:
            with pytest.raises(Forbidden, match=r"defence\.again"):
                attack(defence=asked, **again, **none, **FASTER)
    outcome = attack(*ATTACK, **again, **FASTER)
    assert (outcome.outcome, kind(outcome)) == ("hit", None)


@pytest.mark.rule("iron-gauntlets:defence.again-kind")
def test_the_switch_lets_speed_count_again() -> None:
    by_speed = Rulings(again_kind="by-speed")
    again: dict[str, Any] = {"already_defended": True, "extra_actions": 1, "rulings": by_speed}
    with pytest.raises(Forbidden, match=r"defence\.again-kind"):
        attack(defence="dodge", **again, **SLOWER)
    holds(defence="block", **again, **SLOWER)
    holds(defence="dodge", **again, **FASTER)


@pytest.mark.rule("iron-gauntlets:defence.first", "iron-gauntlets:defence.slot")
def test_the_first_defence_uses_an_unused_action() -> None:
    outcome = holds(defence="dodge", defender=counted(1, 1, 0), **FASTER)
    assert outcome.effects == (
        Effect("Kolby", "fitness_actions", 1, 0),
        Effect("Kolby", "defended", False, True),
    )
    with pytest.raises(Forbidden, match="no unused action"):
        attack(defence="dodge", defender=counted(0, 0, 0), **FASTER)
    holds(defence="dodge", defender=counted(0, 0, 0), extra_actions=1, **FASTER)
    free = Rulings(first_defence_costs=False)
    outcome = holds(defence="dodge", defender=counted(0, 0, 0), rulings=free, **FASTER)
    assert outcome.effects == (Effect("Kolby", "defended", False, True),)


@pytest.mark.rule("iron-gauntlets:defence.slot")
def test_a_defence_is_paid_by_the_ability_it_rolls() -> None:
    with pytest.raises(Forbidden, match=r"defence\.slot"):
        attack(defence="dodge", defender=counted(0, 0, 1), **FASTER)
    anything = Rulings(defence_slot="any")
    outcome = holds(defence="dodge", defender=counted(0, 0, 1), rulings=anything, **FASTER)
    assert outcome.effects[0] == Effect("Kolby", "awareness_actions", 1, 0)
    watchful = Defences(dodge=Style("athletics", "awareness"))
    alert = replace(counted(0, 0, 1), sheet=replace(KOLBY.sheet, defences=watchful))
    outcome = holds(defence="dodge", defender=alert, **FASTER)
    assert outcome.effects[0] == Effect("Kolby", "awareness_actions", 1, 0)


@pytest.mark.rule("iron-gauntlets:defence.again", "iron-gauntlets:defence.first")
def test_counted_actions_pay_for_a_further_defence() -> None:
    ready = counted(1, 0, 0, defended=True)
    outcome = holds(defence="dodge", defender=ready, **SLOWER)
    assert outcome.effects == (Effect("Kolby", "free_actions", 1, 0),)
    with pytest.raises(Forbidden, match=r"defence\.again"):
        attack(defence="dodge", defender=counted(0, 0, 0, defended=True), **FASTER)
    with pytest.raises(Forbidden, match=r"defence\.slot"):
        attack(defence="dodge", defender=counted(0, 0, 1, defended=True), **FASTER)
    # Where the first defence was free, the free action is no extra one.
    free = Rulings(first_defence_costs=False)
    with pytest.raises(Forbidden, match=r"defence\.again"):
        attack(defence="dodge", defender=ready, rulings=free, **FASTER)
    outcome = holds(
        defence="dodge", defender=counted(1, 1, 0, defended=True), rulings=free, **FASTER
    )
    assert outcome.effects == (Effect("Kolby", "fitness_actions", 1, 0),)


@pytest.mark.rule("iron-gauntlets:defence.skipped")
def test_skipping_keeps_the_first_defence_unless_switched() -> None:
    outcome = attack(*ATTACK, defence="none")
    assert [e.field for e in outcome.effects] == ["injury"]
    strict = Rulings(skipped_defence="loses-first")
    loses = attack(*ATTACK, defence="none", rulings=strict)
    assert loses.effects[0] == Effect("Kolby", "defended", False, True)
    later = attack(*ATTACK, defence="none", rulings=strict, already_defended=True)
    assert [e.field for e in later.effects] == ["injury"]


@pytest.mark.rule("iron-gauntlets:defence.declared", "iron-gauntlets:defence.declared-speed")
def test_a_declared_attack_turns_into_a_parry() -> None:
    outcome = attack(*ATTACK, 1, 10, declared=True, extra_actions=1, **SLOWER)
    assert outcome.outcome == "defended"
    made = result(outcome)["defence"]
    assert (made["kind"], made["dice_count"]) == ("parry", 2)
    for none in NO_EXTRA:
        with pytest.raises(Forbidden, match=r"defence\.declared"):
            attack(declared=True, **none, **FASTER)
    counts = Rulings(declared_parry_speed="counts")
    with pytest.raises(Forbidden, match=r"defence\.declared-speed"):
        attack(declared=True, extra_actions=1, rulings=counts, **SLOWER)
    with pytest.raises(Forbidden, match="cannot be parried"):
        attack(declared=True, extra_actions=1, weapon="bow")


@pytest.mark.rule("iron-gauntlets:defence.declared", "iron-gauntlets:defence.declared-extra")
def test_a_declared_parry_loses_an_extra_action_besides_its_own() -> None:
    def spent(defender: Fighter, rulings: Rulings) -> dict[str, tuple[Any, Any]]:
        outcome = attack(*ATTACK, 1, 10, declared=True, defender=defender, rulings=rulings)
        return {e.field: (e.before, e.after) for e in outcome.effects if e.field != "defended"}

    usual, fitness_first = Rulings(), Rulings(declared_parry_extra="fitness-first")
    assert spent(counted(1, 1, 1), usual) == {
        "awareness_actions": (1, 0),
        "fitness_actions": (1, 0),
    }
    assert spent(counted(1, 1, 1), fitness_first) == {
        "fitness_actions": (1, 0),
        "free_actions": (1, 0),
    }
    assert spent(counted(1, 2, 0), usual) == {"fitness_actions": (2, 0)}
    outcome = attack(*ATTACK, 1, 10, declared=True, extra_actions=1, defender=counted(1, 0, 0))
    assert [e.field for e in outcome.effects] == ["free_actions", "defended"]
    for defender in (counted(1, 0, 0), counted(0, 1, 0)):
        with pytest.raises(Forbidden, match=r"defence\.declared"):
            attack(declared=True, defender=defender)


@pytest.mark.rule("iron-gauntlets:actions.declared")
def test_only_a_parry_comes_of_a_declared_attack_and_others_stay_free_to_choose() -> None:
    outcome = attack(*ATTACK, 1, 10, declared=True, extra_actions=2, defence="parry")
    assert kind(outcome) == "parry"
    assert kind(holds(defence="dodge", extra_actions=2)) == "dodge"


@pytest.mark.rule("iron-gauntlets:actions.down")
def test_who_is_down_does_not_defend() -> None:
    down = replace(KOLBY, stopped=True, prone=True)
    for asked in ("parry", "dodge", "block"):
        with pytest.raises(Forbidden, match=r"actions\.down"):
            attack(defence=asked, defender=down)
    outcome = attack(*ATTACK, defender=down)
    assert (outcome.outcome, kind(outcome)) == ("hit", None)


@pytest.mark.rule("iron-gauntlets:defence.default")
def test_without_a_word_the_likeliest_defence_is_made() -> None:
    assert kind(holds(**FASTER)) == "parry"
    nimble = enter(replace(KOLBY.sheet, skills={"melee": 5, "athletics": 7}))
    assert kind(holds(defender=nimble, **FASTER)) == "dodge"
    guarded = enter(replace(KOLBY.sheet, skills={"melee": 5, "athletics": 4, "block": 8}))
    assert kind(holds(defender=guarded, **FASTER)) == "block"
    many = Defences(dodge=Style("athletics", "awareness"))
    wide = enter(
        replace(
            KOLBY.sheet,
            abilities=Abilities(fitness=2, awareness=6),
            skills={"melee": 8, "athletics": 4},
            defences=many,
        )
    )
    # Two dice at 8 stop one step more often, but never four steps.
    assert kind(attack(1, 10, 10, 10, 10, 10, 10, defender=wide)) == "parry"
    dodged = attack(1, 1, 1, 1, 10, *[10] * 6, defender=wide)
    assert kind(dodged) == "dodge"
    assert kind(attack(*ATTACK, rulings=Rulings(default_defence="none"))) is None


@pytest.mark.rule("iron-gauntlets:defence.default", "iron-gauntlets:tasks.no-dice")
def test_a_defence_without_dice_is_none() -> None:
    spent = replace(KOLBY, fitness_lost=3)
    outcome = attack(*ATTACK, defender=spent)
    assert (outcome.outcome, kind(outcome)) == ("hit", None)
    assert kind(attack(*ATTACK, defender=spent, defence="dodge")) == "dodge"


@pytest.mark.rule("iron-gauntlets:defence.skill")
def test_which_skill_a_defence_rolls() -> None:
    def threshold(defender: Fighter, asked: str, rulings: Rulings) -> int:
        outcome = attack(*ATTACK, *HOLDS, defender=defender, defence=asked, rulings=rulings)
        return int(result(outcome)["defence"]["threshold"])

    usual = Rulings()
    assert threshold(KOLBY, "parry", usual) == 5
    assert threshold(KOLBY, "dodge", usual) == 4
    assert threshold(KOLBY, "block", usual) == 5
    trained = enter(
        replace(KOLBY.sheet, skills={"melee": 5, "block": 7, "fencing": 8, "tumbling": 6})
    )
    assert threshold(trained, "block", usual) == 7
    assert threshold(trained, "dodge", usual) == 1
    own = Rulings(parry_skill="fencing", block_skill="weapon", dodge_skill="tumbling")
    assert threshold(trained, "parry", own) == 8
    assert threshold(trained, "block", own) == 5
    assert threshold(trained, "dodge", own) == 6
    bare = enter(replace(KOLBY.sheet, weapons=()))
    assert threshold(bare, "block", usual) == 1


@pytest.mark.rule("iron-gauntlets:defence.styles")
def test_a_style_replaces_the_skill_and_the_ability() -> None:
    styled = Defences(parry="fencing", dodge=Style("dance", "awareness"))
    dancer = enter(
        replace(
            KOLBY.sheet,
            abilities=Abilities(fitness=3, awareness=4),
            skills={"melee": 5, "fencing": 7, "dance": 6},
            defences=styled,
        )
    )
    parry = attack(*ATTACK, *HOLDS, defender=dancer, defence="parry")
    assert result(parry)["defence"]["threshold"] == 7
    dodge = attack(*ATTACK, *HOLDS, 10, defender=dancer, defence="dodge")
    made = result(dodge)["defence"]
    assert (made["dice_count"], made["threshold"]) == (4, 6)


@pytest.mark.rule("iron-gauntlets:defence.parry-weapon")
def test_a_parry_needs_a_melee_weapon_that_parries() -> None:
    whip, knife = Weapon("whip", "melee", 1, parry=False), Weapon("knife", "knives", 1)
    for weapons in ((), (whip,), (BOW,)):
        unready = enter(replace(KOLBY.sheet, weapons=weapons))
        with pytest.raises(Forbidden, match="no weapon that parries"):
            attack(defence="parry", defender=unready)
    archer = enter(replace(KOLBY.sheet, weapons=(BOW,)))
    holds(defence="parry", defender=archer, rulings=Rulings(parry_weapon="any"))
    both = enter(
        replace(KOLBY.sheet, skills={"melee": 5, "knives": 7}, weapons=(whip, SWORD, knife))
    )
    outcome = holds(defence="parry", defender=both)
    assert result(outcome)["defence"]["threshold"] == 7


@pytest.mark.rule("iron-gauntlets:reaction.spent")
def test_points_given_up_are_missing_from_a_defence() -> None:
    outcome = attack(*ATTACK, 10, defender=replace(KOLBY, fitness_given=2), defence="dodge")
    assert result(outcome)["defence"]["dice_count"] == 1
