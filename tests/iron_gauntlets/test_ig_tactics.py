"""How sheets play themselves, and that anything asked in a fight ends in a result or a reason."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from affray import fight as fights
from affray.deed import Deed
from affray.dice import ScriptedDice, SeededDice
from affray.faults import AffrayError, BadData
from affray.fight import Fight, Joining, start
from affray.outcome import Effect
from affray.sheets import load, loads
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Abilities, Defences, Sheet, Style, Tactics, Weapon
from affray.systems.iron_gauntlets.tactics import decide
from tests.scaffold.bout import facing

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets" / "iron-gauntlets"
SWORD = Weapon("sword", "melee", 3)
GLARE = Weapon("glare", "poise", 1, "fatigue", ability="awareness", parry=False)
HEX = Weapon("hex", "sorcery", 0, "fatigue", ability="creativity", magic=True)


def sheet(name: str, *weapons: Weapon, fitness: int = 3, **more: Any) -> Sheet:
    return Sheet(
        system="iron-gauntlets",
        name=name,
        abilities=Abilities(fitness=fitness, awareness=3, creativity=2, luck=3),
        skills={"melee": 6, "athletics": 5, "poise": 5},
        weapons=weapons or (SWORD,),
        **more,
    )


def battle(
    first: Sheet, *others: Sheet, rulings: Rulings | None = None, speed: int = 1, **state: Any
) -> Fight:
    """A fight in which the first sheet is about to act, all others being its foes."""
    entries = [Joining(first.name, first, "us"), *(Joining(s.name, s, "them") for s in others)]
    fight = start("iron-gauntlets", entries, rulings)
    fight = fight.apply(
        Effect(first.name, field, getattr(fight.fighter(first.name), field), value)
        for field, value in state.items()
    )
    rolls = [speed] * (1 + first.tactics.fitness + first.tactics.awareness)
    rolls += [9 if speed == 1 else 1] * len(others)
    return fight.apply(fights.advance(fight, ScriptedDice(rolls)).effects)


def decided(fight: Fight, name: str = "A") -> Deed | None:
    fighter = fight.fighter(name)
    assert isinstance(fighter, Fighter)
    return decide(fight, fighter, SeededDice(1))


def options(fight: Fight) -> dict[str, Any]:
    deed = decided(fight)
    assert deed is not None
    assert deed.command == "attack"
    return deed.options


def test_an_attack_with_the_first_weapon_or_the_one_wished_for() -> None:
    assert decided(battle(sheet("A"), sheet("B"))) == Deed(
        "attack", ("A", "B"), {"weapon": ["sword"]}
    )
    wish = sheet("A", SWORD, HEX, tactics=Tactics(weapon="Hex"))
    assert options(battle(wish, sheet("B"))) == {"weapon": ["hex"]}
    # Magic that harms nobody is only used when asked for.
    assert decided(battle(sheet("A", HEX), sheet("B"))) is None


def test_a_weapon_that_an_action_is_left_for() -> None:
    both = sheet("A", SWORD, GLARE)
    fight = battle(both, sheet("B"))
    fight = fight.apply([Effect("A", "free_actions", 1, 0), Effect("A", "awareness_actions", 0, 1)])
    assert options(fight) == {"weapon": ["glare"]}
    drained = battle(both, sheet("B")).apply([Effect("A", "fitness_lost", 0, 3)])
    assert options(drained) == {"weapon": ["glare"]}


def test_whom_to_attack() -> None:
    hurt = Effect("C", "fatigue", 0, 2)
    strong = sheet("D", fitness=6)
    weak = sheet("E", fitness=1)
    for target, name in (
        ("nearest-to-falling", "C"),
        ("first", "B"),
        ("strongest", "D"),
        ("weakest", "E"),
        ("d", "D"),
        ("Nobody", "C"),
    ):
        mine = sheet("A", tactics=Tactics(target=target))
        fight = battle(mine, sheet("B"), sheet("C"), strong, weak).apply([hurt])
        deed = decided(fight)
        assert deed is not None
        assert deed.who == ("A", name)


def test_nobody_left_to_fight() -> None:
    fight = battle(sheet("A"), sheet("B"))
    assert decided(fight.apply([Effect("B", "fled", False, True)])) is None


def test_luck_is_spent_down_to_what_is_kept() -> None:
    lucky = sheet("A", tactics=Tactics(luck=2, keep_luck=2))
    assert options(battle(lucky, sheet("B")))["luck"] == 1
    assert "luck" not in options(battle(lucky, sheet("B"), luck=2))


@pytest.mark.rule("iron-gauntlets:defence", "iron-gauntlets:defence.default")
def test_the_target_defends_as_its_tactics_say() -> None:
    def defence(tactics: Tactics, speed: int = 9, **more: Any) -> Any:
        return options(battle(sheet("A"), sheet("B", tactics=tactics, **more), speed=speed)).get(
            "defence"
        )

    assert defence(Tactics()) is None
    assert defence(Tactics(defend="none")) == "none"
    assert defence(Tactics(defend="dodge")) == "dodge"
    # Slower than the attacker, there is no dodge: the likeliest that there is.
    assert defence(Tactics(defend="dodge"), speed=1) is None
    assert defence(Tactics(defend="block"), speed=1) == "block"
    assert defence(Tactics(keep=1)) == "none"
    no_dice = Defences(dodge=Style("athletics", "influence"))
    assert defence(Tactics(defend="dodge"), defences=no_dice) is None


@pytest.mark.rule("iron-gauntlets:defence.first")
def test_actions_are_kept_from_defences() -> None:
    target = sheet("B", tactics=Tactics(keep=1))
    fight = battle(sheet("A"), target).apply([Effect("B", "fitness_actions", 0, 1)])
    assert "defence" not in options(fight)
    assert options(fight.apply([Effect("B", "fitness_actions", 1, 0)]))["defence"] == "none"


@pytest.mark.rule("iron-gauntlets:actions.stand", "iron-gauntlets:actions.flee")
def test_standing_up_and_running() -> None:
    timid = sheet("A", tactics=Tactics(flee_at=3))
    assert decided(battle(timid, sheet("B"), prone=True)) == Deed("act stand", ("A",))
    assert decided(battle(timid, sheet("B"), injury=2, fatigue=1)) == Deed("act flee", ("A",))
    down = battle(timid, sheet("B"), injury=3, prone=True)
    assert decided(down) == Deed("act stand", ("A",))
    crawling = Rulings(prone_moves="any")
    down = battle(timid, sheet("B"), rulings=crawling, injury=3, prone=True)
    assert decided(down) == Deed("act flee", ("A",))
    # With an awareness action only, the timid one can but glare.
    glaring = sheet("A", SWORD, GLARE, tactics=Tactics(flee_at=3))
    fight = battle(glaring, sheet("B"), injury=3).apply(
        [Effect("A", "free_actions", 1, 0), Effect("A", "awareness_actions", 0, 1)]
    )
    assert options(fight) == {"weapon": ["glare"]}


@pytest.mark.rule("iron-gauntlets:actions.declared")
def test_who_declared_does_that_or_nothing() -> None:
    for declared, prone, command in (
        ("attack", False, "attack"),
        ("attack", True, "attack"),
        ("stand", True, "act stand"),
        ("stand", False, None),
        ("move", False, None),
        ("use", False, None),
    ):
        deed = decided(battle(sheet("A"), sheet("B"), declared=declared, prone=prone))
        assert (deed and deed.command) == command


def test_a_director_may_have_somebody_act_out_of_turn() -> None:
    fight = battle(sheet("A"), sheet("B"))
    deed = decided(fight, "B")
    assert deed == Deed("attack", ("B", "A"), {"weapon": ["sword"]})
    stopped = fight.apply([Effect("B", "stopped", False, True)])
    assert decided(stopped, "B") == deed


def test_faults_of_tactics() -> None:
    text = (EXAMPLES / "kolby.toml").read_text(encoding="utf-8")
    wrong = '[tactics]\nweapon = "swrd"\nawareness = 3\nfitness = 4\n'
    with pytest.raises(BadData) as found:
        loads(text.partition("[tactics]")[0] + wrong)
    assert [(f.message, f.hint) for f in found.value.faults] == [
        ("no weapon is called 'swrd'", "did you mean `sword`?"),
        ("3 points of awareness cannot be given up", "the sheet has 2"),
    ]


SHEETS: list[Any] = [load(str(path)) for path in sorted(EXAMPLES.glob("*.toml"))]
NAMES = [one.name for one in SHEETS]

TACTICS = st.builds(
    Tactics,
    target=st.sampled_from(["nearest-to-falling", "weakest", "strongest", "first", "random"]),
    fitness=st.integers(0, 3),
    awareness=st.integers(0, 3),
    defend=st.sampled_from(["best", "none", "parry", "dodge", "block"]),
    keep=st.integers(0, 2),
    luck=st.integers(0, 2),
    keep_luck=st.integers(0, 2),
    flee_at=st.none() | st.integers(1, 20),
)

RULINGS = st.builds(
    Rulings,
    reaction_limit=st.sampled_from(["effective", "keep-one"]),
    full_tie=st.sampled_from(["simultaneous", "in-turn"]),
    tie_fitness=st.sampled_from(["sheet", "effective"]),
    action_matching=st.sampled_from(["any-order", "free-first"]),
    stand_slot=st.sampled_from(["fitness", "any"]),
    flee_slot=st.sampled_from(["fitness", "any"]),
    first_defence_costs=st.booleans(),
    again_kind=st.sampled_from(["any", "by-speed"]),
    defence_slot=st.sampled_from(["ability", "any"]),
    skipped_defence=st.sampled_from(["keeps-first", "loses-first"]),
    default_defence=st.sampled_from(["best", "none"]),
    prone_moves=st.sampled_from(["crawl", "any"]),
    no_dice_task=st.sampled_from(["no-steps", "one-die"]),
    out_at_injury=st.none() | st.integers(1, 12),
    out_at_fatigue=st.none() | st.integers(1, 6),
)


@st.composite
def fresh_fights(draw: st.DrawFn) -> Fight:
    """Two sides of the example sheets, with any tactics and rulings."""
    group = [
        replace(draw(st.sampled_from(SHEETS)), tactics=draw(TACTICS))
        for _ in range(draw(st.integers(2, 5)))
    ]
    return facing(*group, rulings=draw(RULINGS), numbered=True)


@settings(deadline=None, max_examples=120)
@given(fight=fresh_fights(), seed=st.integers(0, 999))
def test_what_tactics_decide_is_always_legal_and_all_act_as_often_as_they_may(
    fight: Fight, seed: int
) -> None:
    dice = SeededDice(seed)
    effects: list[tuple[Effect, ...]] = []
    first = fight
    had: dict[str, int] = {}
    for _ in range(60):
        outcome = fights.advance(fight, dice)
        effects.append(outcome.effects)
        before, fight = fight, fight.apply(outcome.effects)
        if outcome.outcome == "new-turn":
            check_turn(before, had)
            had = {}
        idle: set[str] = set()
        while waiting := [name for name in fight.whose() if name not in idle]:
            name = waiting[0]
            had[name] = had.get(name, 0) + 1
            idle.add(name)
            deed = decide(fight, fight.fighter(name), dice)
            if deed is None:
                continue
            done = fights.act(fight, deed, dice, more=True).whole
            effects.append(done.effects)
            fight = fight.apply(done.effects)
            assert name not in fight.whose()
    for change in reversed(effects):
        fight = fight.undo(change)
    assert fight == first


def check_turn(fight: Fight, had: dict[str, int]) -> None:
    """At the end of a turn nobody who can act has come up less often than they had actions."""
    for name, count in fight.turns.actions.items():
        fighter = fight.fighter(name)
        assert had.get(name, 0) <= count
        spent = fighter.free_actions + fighter.fitness_actions + fighter.awareness_actions == 0
        if not (spent or fighter.stopped or fight.is_out(fighter)):
            assert had.get(name, 0) == count


DEEDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "attack": {
        "weapon": st.sampled_from([["sword"], "knife", [], "great axe"]),
        "defence": st.sampled_from(["parry", "dodge", "block", "none"]),
        "declared": st.booleans() | st.just("yes"),
        "luck": st.integers(0, 3),
    },
    "move": {
        "mode": st.sampled_from(["run", "crawl", "fly"]),
        "method": st.sampled_from(["automatic", "basic", "advanced"]),
        "distance": st.integers(1, 120),
        "on_fail": st.sampled_from(["partial", "trip"]),
        "stand": st.booleans(),
    },
    "roll reaction": {"fitness": st.integers(-1, 4), "awareness": st.integers(0, 3)},
    "roll task": {"skill": st.just("athletics")},
    "act stand": {},
    "act flee": {},
    "act down": {},
    "act stop": {},
    "act rest": {},
    "act sing": {},
    "act use": {"kind": st.sampled_from(["fitness", "awareness", "magic", "singing"])},
    "act declare": {"kind": st.sampled_from(["attack", "move", "stand", "flee", "nothing"])},
    "next": {},
}


@settings(deadline=None, max_examples=120)
@given(fight=fresh_fights(), seed=st.integers(0, 999), data=st.data())
def test_whatever_is_done_in_a_fight_ends_in_a_result_or_a_reason(
    fight: Fight, seed: int, data: st.DataObject
) -> None:
    dice = SeededDice(seed)
    first = fight
    effects: list[tuple[Effect, ...]] = []
    names = [f.name for f in fight.fighters]
    for _ in range(data.draw(st.integers(1, 25))):
        command = data.draw(st.sampled_from([*sorted(DEEDS), "next", "attack"]))
        who = tuple(data.draw(st.lists(st.sampled_from([*names, "Nobody"]), max_size=3)))
        if command == "next":
            done = fights.advance(fight, dice)
        else:
            in_turn = data.draw(st.booleans())
            actor = (in_turn and fight.whose()[:1]) or who[:1]
            asked = data.draw(st.fixed_dictionaries({}, optional=DEEDS[command]))
            hold: Any = data.draw(st.sampled_from(["kept", "kept", "overruled", "ignored"]))
            deed = Deed(command, (*actor, *who[1:]), asked)
            try:
                done = fights.act(fight, deed, dice, turn=hold, more=True).whole
            except AffrayError:
                continue
        fight = fight.apply(done.effects)
        effects.append(done.effects)
        assert not any(f.unbound for f in fight.fighters)
    for change in reversed(effects):
        fight = fight.undo(change)
    assert fight == first
