"""The rules as a whole: every id held to, every status true, nothing unforeseen."""

import re
from pathlib import Path
from typing import Any, Literal, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import affray.systems.iron_gauntlets
from affray import lookup
from affray.deed import resolve
from affray.dice import SeededDice
from affray.faults import BadRequest, Forbidden
from affray.outcome import apply
from affray.registry import system
from affray.sheets import load
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from tests.iron_gauntlets.ig_bout import GAUNTLETS
from tests.scaffold.cli import SHEETS

SYSTEM = system("iron-gauntlets")
RULES = {rule.id: rule for rule in lookup.rules("iron-gauntlets")}


def test_rulings_may_say_anything_they_allow_and_nothing_else() -> None:
    for name, hint in get_type_hints(Rulings, include_extras=True).items():
        default = getattr(Rulings(), name)
        assert msgspec.convert(default, hint) == default
    for bad in (
        {"skill_floor": 9},
        {"equal_steps": "nobody"},
        {"fire_damage": -1},
        {"walk_feet": 0},
        {"wlak_feet": 3},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, Rulings)


def test_forbidden_cites_rules_that_exist() -> None:
    for path in Path(affray.systems.iron_gauntlets.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        cited = re.findall(r"rule=f\"\{SYSTEM\}:([\w.-]+)\"", text)
        cited += re.findall(r"Refusal\(\s*\"([\w.-]+)\", \"", text)
        for rule in cited:
            assert rule in RULES, (path.name, rule)


PATHS = sorted((SHEETS / "iron-gauntlets").glob("*.toml"))
FIGHTERS = [GAUNTLETS.enter(load(str(path))) for path in PATHS]
small = st.integers(-3, 25)
counts = st.none() | st.integers(0, 3)


@st.composite
def fighters(draw: st.DrawFn) -> Fighter:
    """A combatant somewhere in a fight, in a state no rule may choke on."""
    free = draw(counts)
    return replace(
        draw(st.sampled_from(FIGHTERS)),
        luck=draw(st.integers(0, 6)),
        injury=draw(st.integers(0, 50)),
        prone=draw(st.booleans()),
        stopped=draw(st.booleans()),
        speed=draw(st.none() | st.integers(1, 10)),
        defaulted=draw(st.booleans()),
        fitness_given=draw(st.integers(0, 6)),
        awareness_given=draw(st.integers(0, 6)),
        free_actions=free,
        fitness_actions=draw(st.integers(0, 3)),
        awareness_actions=draw(st.integers(0, 3)),
        fitness_lost=draw(st.integers(0, 6)),
        feet_swim=draw(st.integers(0, 40)),
        defended=draw(st.booleans()),
    )


OPTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "attack": {
        "weapon": st.sampled_from(["sword", "knife", "fireball", "fists", ["sword"], []]),
        "defence": st.sampled_from(["parry", "dodge", "block", "none"]),
        "speed": st.integers(1, 10),
        "target_speed": st.integers(1, 10),
        "already_defended": st.booleans(),
        "extra_actions": st.integers(0, 3),
        "declared": st.booleans(),
        "difficulty": small,
        "luck": st.integers(0, 4),
        "modifier": small,
        "target_modifier": small,
    },
    "damage": {
        "weapon": st.sampled_from(["sword", "knife"]),
        "weapon_number": small,
        "track": st.sampled_from(["injury", "fatigue"]),
        "overkill": small,
        "armour": small,
        "armour_track": st.sampled_from(["injury", "fatigue"]),
        "luck": small,
    },
    "move": {
        "mode": st.sampled_from(["run", "swim", "crawl", "walk", "climb"]),
        "method": st.sampled_from(["automatic", "basic", "advanced"]),
        "distance": st.integers(1, 200),
        "on_fail": st.sampled_from(["partial", "trip"]),
        "stand": st.booleans(),
    },
    "drown": {"failures": small, "failed": st.booleans()},
    "fall": {"metres": st.integers(0, 1000)},
    "hazard": {"kind": st.sampled_from(["fire", "poison"]), "overkill": small},
    "roll reaction": {"fitness": small, "awareness": small, "modifier": small},
    "roll task": {
        "skill": st.sampled_from(["melee", "stealth", "sorcery", "cooking"]),
        "ability": st.sampled_from(["fitness", "creativity", "luck"]),
        "difficulty": small,
        "luck": st.integers(0, 4),
        "modifier": small,
    },
}


def other_rulings() -> st.SearchStrategy[Rulings]:
    """Rulings with any of the words and figures that they allow."""
    free = {
        name: st.from_type(hint)
        for name, hint in get_type_hints(Rulings).items()
        if get_origin(hint) is Literal or hint is bool
    }
    figures = {
        name: st.none() | st.integers(0, 9)
        for name in ("asphyxiation_damage", "fire_damage", "fall_damage")
    }
    return st.builds(Rulings, **free, **figures, skill_floor=st.integers(0, 8))


@settings(deadline=None, max_examples=600)
@given(
    command=st.sampled_from(sorted(OPTIONS)),
    first=fighters(),
    second=fighters(),
    seed=st.integers(0, 99),
    data=st.data(),
)
def test_whatever_is_asked_ends_in_a_result_or_a_reason(
    command: str, first: Fighter, second: Fighter, seed: int, data: st.DataObject
) -> None:
    second = replace(second, name="The other")
    asked = data.draw(st.fixed_dictionaries({}, optional=OPTIONS[command]))
    rulings = data.draw(st.just(Rulings()) | other_rulings())
    pair = [first, second] if command in ("attack", "damage", "roll reaction") else [first]
    dice = SeededDice(seed)
    try:
        outcome = resolve(SYSTEM, command, pair, asked, dice, rulings)
    except BadRequest:
        return
    except Forbidden as refused:
        RULES[str(refused.rule).removeprefix("iron-gauntlets:")]
        return
    apply({fighter.name: fighter for fighter in pair}, outcome.effects)
    assert all(effect.before != effect.after for effect in outcome.effects)
    for step in outcome.trace:
        rule = RULES[step.rule.removeprefix("iron-gauntlets:")]
        assert step.status == rule.status, step
        assert step.switch is msgspec.UNSET or step.switch in rule.switches
    assert_small(msgspec.to_builtins(outcome))


def assert_small(data: object) -> None:
    """Every number of a result is one that any reader of JSON keeps whole."""
    if isinstance(data, dict):
        for value in data.values():
            assert_small(value)
    elif isinstance(data, list | tuple):
        for value in data:
            assert_small(value)
    elif isinstance(data, int):
        assert abs(data) < 2**31
