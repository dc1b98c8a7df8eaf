"""Whatever is asked, there is an outcome or one of affray's own errors."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.dice import SeededDice, enumerate_play
from affray.faults import AffrayError, BadRequest
from affray.outcome import apply
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game


class QuietDice(SeededDice):
    """Seeded dice whose reasoning nobody reads."""

    explains = False


WEAPONS = ["dagger", "pistol", "crossbow", "axe", "claw", "unarmed", "halberd", "nothing"]
small = st.integers(0, 6)
face = st.integers(1, 6)
score = st.integers(-9, 99)
band = st.none() | st.fixed_dictionaries({"tn": st.integers(0, 30), "power": st.integers(0, 20)})


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["envoy", "mage", "rogue", "warrior", None]))
    bands = {b: found for b in ("medium", "long", "far") if (found := draw(band)) is not None}
    gun = {"short": {"tn": 11, "power": 5}, **bands}
    weapons = [
        {"name": "dagger"},
        {"name": "pistol", "reload": draw(st.integers(1, 6)), "headshot": True, **gun},
        {"name": "crossbow", "group": "bows", "reload": "minor", **gun},
        {"name": "axe", "group": "axes", "damage": draw(st.integers(0, 99)), **gun},
        {"name": "claw", "damage": 4},
    ]
    names = ["dexterity", "fighting", "accuracy", "strength", "willpower", "communication"]
    return {
        **({"toughness": draw(small)} if kind is None else {"kind": kind}),
        "level": draw(st.integers(1, 20)),
        "defense": draw(st.integers(0, 99)),
        "conviction": draw(small),
        "size": draw(st.sampled_from(["normal", "mouse", "goblin", "larger"])),
        "abilities": {name: draw(score) for name in names},
        "weapons": draw(st.permutations(weapons)),
    }


STATE = st.fixed_dictionaries(
    {
        "penalties": st.integers(0, 99),
        "marks": st.integers(0, 999),
        "ran": st.booleans(),
        "expert_struck": st.booleans(),
        "pinpointed": st.booleans(),
        "extra_bullets": st.integers(0, 2),
        "ammunition": st.dictionaries(st.just("pistol"), small),
        "unloaded": st.sampled_from([(), ("crossbow",)]),
    }
)
ATTACK = st.fixed_dictionaries(
    {},
    optional={
        "weapon": st.sampled_from(WEAPONS) | st.lists(st.sampled_from(WEAPONS), max_size=2),
        "distance": st.floats(0, 70) | st.integers(0, 70) | st.just(float("nan")),
        "size": st.sampled_from(["cat", "Elephant", "huge"]),
        "target_ran": st.booleans(),
        "cover": st.sampled_from(["light", "heavy"]),
        "penalties": st.integers(-1, 99),
        "target_penalties": st.integers(0, 99),
        "marks": st.integers(0, 1000),
        "conviction": small,
        "target_conviction": small,
        "expert_strike": st.booleans(),
        "stunt": st.lists(st.sampled_from(["riposte", "breath-in:1", "breath-in:6"]), max_size=3),
        "extra_bullet": st.booleans(),
        "soak_die": st.integers(0, 6),
    },
)
RULINGS = st.builds(
    Rulings,
    tie_break=st.sampled_from(["defender", "attacker"]),
    melee_ability=st.sampled_from(["fighting", "by-group"]),
    warrior_damage_die=st.sampled_from(["best", "stunt"]),
    pinpoint_per_round=st.sampled_from(["unlimited", "once"]),
    pinpoint_dice=st.sampled_from(["best", "others", "stunt"]),
    expert_strike_changes=st.sampled_from(["total", "stunt-die"]),
    riposte_tie=st.sampled_from(["stands", "again"]),
    riposte_unarmed=st.booleans(),
    tn_floor=st.none() | st.integers(0, 99),
    equal_damage=st.sampled_from(["no-injury", "injury"]),
    conviction_makes_injury=st.booleans(),
    shot_soak=st.sampled_from(["fresh-die", "none"]),
    extra_bullet_needs_injury=st.booleans(),
    extra_bullet_conviction=st.booleans(),
    conviction_order=st.sampled_from(["together", "defender-first"]),
)


@settings(max_examples=400, deadline=None)
@given(sheets(), sheets(), STATE, STATE, ATTACK, RULINGS, st.integers(0, 2**32 - 1))
def test_an_attack_gives_an_outcome_or_says_why_not(
    one: dict[str, Any],
    two: dict[str, Any],
    state: dict[str, Any],
    other: dict[str, Any],
    options: dict[str, Any],
    rulings: Rulings,
    seed: int,
) -> None:
    ann, bob = game.fighter("Ann", state, **one), game.fighter("Bob", other, **two)
    try:
        seen = game.play("attack", [ann, bob], SeededDice(seed), rulings, **options)
    except AffrayError:
        return
    msgspec.json.encode(seen.outcome)
    assert seen.success == (seen.word == "hit")
    assert all(effect.before != effect.after for effect in seen.outcome.effects)
    overridden = ("penalties", "target_penalties", "marks")
    if not any(options.get(name) is not None for name in overridden):
        after = apply({"Ann": ann, "Bob": bob}, seen.outcome.effects)
        for one_after in after.values():
            assert min(one_after.conviction, one_after.penalties, one_after.marks) >= 0
    # Whether anybody reads the reasoning changes nothing but the reasoning.
    same = game.play("attack", [ann, bob], QuietDice(seed), rulings, **options)
    assert (same.word, same.effects) == (seen.word, seen.effects)
    assert same.result.damage == seen.result.damage
    assert same.result.attack.total == seen.result.attack.total


@settings(max_examples=25, deadline=None)
@given(sheets(), sheets(), ATTACK, RULINGS)
def test_the_chances_of_an_attack_add_up_to_one(
    one: dict[str, Any], two: dict[str, Any], options: dict[str, Any], rulings: Rulings
) -> None:
    pair = [game.fighter("Ann", **one), game.fighter("Bob", **two)]
    try:
        odds = game.odds("attack", pair, lambda outcome: outcome.outcome, rulings, **options)
    except AffrayError:
        return
    assert sum(odds.values()) == 1
    assert set(odds) <= {"hit", "shrugged", "defended", "miss", "riposte"}


@settings(max_examples=150, deadline=None)
@given(
    sheets(),
    sheets(),
    st.fixed_dictionaries(
        {},
        optional={
            "damage": st.integers(0, 100),
            "toughness": small,
            "marks": st.integers(0, 999),
            "conviction": small,
            "target_conviction": small,
            "stunt_die": face,
            "weapon": st.sampled_from(WEAPONS),
            "distance": st.floats(0, 70),
            "attack_dice": st.lists(face, min_size=2, max_size=3),
        },
    ),
    RULINGS,
    st.integers(0, 2),
)
def test_damage_gives_an_outcome_or_says_why_not(
    one: dict[str, Any], two: dict[str, Any], options: dict[str, Any], rulings: Rulings, count: int
) -> None:
    pair = [game.fighter("Ann", **one), game.fighter("Bob", **two)][:count]
    try:
        seen = game.play("damage", pair, SeededDice(1), rulings, **options)
    except AffrayError:
        return
    assert seen.word == ("injured" if seen.result.severity else "shrugged")
    assert seen.result.difference == seen.result.damage - seen.result.toughness


@pytest.mark.parametrize(
    ("command", "options", "least", "most"),
    [
        ("attack", {}, 2, 2),
        ("damage", {"damage": 3, "toughness": 2}, 0, 2),
        ("roll test", {"ability": "strength"}, 1, 2),
        ("roll initiative", {}, 1, None),
        ("move", {"mode": "run"}, 1, 1),
    ],
)
def test_how_many_combatants_a_command_takes(
    command: str, options: dict[str, Any], least: int, most: int | None
) -> None:
    for count in range(5):
        crowd = [game.fighter(name) for name in "ABCDE"[:count]]
        if least <= count <= (most or 5):
            assert game.play(command, crowd, SeededDice(1), None, **options).word
        else:
            with pytest.raises(BadRequest, match="combatants"):
                game.play(command, crowd, SeededDice(1), None, **options)


def test_fields_that_are_no_options_are_refused_by_name() -> None:
    pair = [game.sheet(), game.sheet("Bob")]
    with pytest.raises(AffrayError, match="--unaware is no option of this command"):
        game.play("attack", pair, unaware=True)


def test_play_by_enumeration_never_changes_a_fighter() -> None:
    pair = [game.fighter("Ann", weapons=[{"name": "claw", "damage": 9}]), game.fighter("Bob")]
    before = msgspec.json.encode(pair)
    action = game.system().action("attack")
    for _ in enumerate_play(lambda d: action.play(pair, action.situation(), d, Rulings())):
        pass
    assert msgspec.json.encode(pair) == before
