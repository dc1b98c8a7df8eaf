"""The JSON contract, version 1: keys and their order, effects, trace, seed and dice."""

import json
from typing import Any

import msgspec
import pytest

from affray import lookup, play, sheets
from affray.dice import ScriptedDice
from affray.outcome import Effect, apply
from affray.registry import system
from affray.rulings import describe
from tests.scaffold.cases import Case
from tests.scaffold.cli import affray

ENVELOPE = (
    "affray command system seed dice choices outcome result harm over effects trace notes input"
)
TROIKA_TEST = "name dice total special"
TROIKA_BLOW = "to weapon die column amount doubled"
TASK = "dice_count threshold steps difficulty overkill"
AGE = "total tn stunt_die doubles stunt_points"
HARM = "damage toughness difference severity marks"
LOST = "loss_dice lost stamina"
SIDES = "attacker defender weapon"

RESULTS: dict[tuple[str | None, str], str] = {
    ("troika", "attack"): f"{SIDES} target damage",
    ("troika", "damage"): f"{SIDES} damage",
    ("troika", "move"): "name metres costs_turn",
    ("troika", "drown"): f"name target total failures {LOST}",
    ("troika", "fall"): f"name metres {LOST}",
    ("troika", "hazard"): f"name kind {LOST} target total",
    ("troika", "roll initiative"): "tokens order left",
    ("troika", "roll under"): "name target total",
    ("troika", "roll luck"): "name target total",
    ("troika", "roll versus"): "name versus totals winner",
    ("iron-gauntlets", "attack"): f"{SIDES} attack defence damage",
    ("iron-gauntlets", "damage"): f"track amount {SIDES}",
    ("iron-gauntlets", "move"): "name mode method feet cost fitness_left difficulty steps",
    ("iron-gauntlets", "drown"): f"name target total failures {LOST}",
    ("iron-gauntlets", "fall"): f"name metres {LOST}",
    ("iron-gauntlets", "hazard"): f"name kind {LOST}",
    ("iron-gauntlets", "roll reaction"): "order",
    ("iron-gauntlets", "roll initiative"): "order",
    ("iron-gauntlets", "roll task"): f"{TASK} name skill ability",
    ("reactive-combat", "attack"): f"{SIDES} attack defence damage headshot",
    ("reactive-combat", "damage"): f"{HARM} {SIDES}",
    ("reactive-combat", "move"): "name mode yards action",
    ("reactive-combat", "roll initiative"): "order",
    ("reactive-combat", "roll test"): f"{AGE} name ability focus versus",
    (None, "roll dice"): "expression rolled modifier total",
}
WORDS: dict[tuple[str | None, str], str] = {
    ("troika", "attack"): "hit countered miss tie clinch double-fumble",
    ("troika", "damage"): "damage",
    ("iron-gauntlets", "damage"): "damage",
    ("reactive-combat", "damage"): "injured shrugged",
    ("troika", "move"): "moved",
    ("iron-gauntlets", "move"): "moved partial tripped",
    ("reactive-combat", "move"): "moved",
    ("troika", "drown"): "afloat drowning drowned",
    ("iron-gauntlets", "drown"): "afloat drowning drowned",
    ("troika", "fall"): "landed dying dead",
    ("iron-gauntlets", "fall"): "landed dying dead",
    ("troika", "hazard"): "burning poisoned bleeding ended dying dead",
    ("iron-gauntlets", "hazard"): "burning poisoned bleeding ended dying dead",
    ("troika", "roll initiative"): "ordered",
    ("iron-gauntlets", "roll initiative"): "ordered",
    ("reactive-combat", "roll initiative"): "ordered",
    ("iron-gauntlets", "roll reaction"): "ordered",
    ("iron-gauntlets", "roll task"): "success failure calamity",
    ("troika", "roll under"): "success failure",
    ("troika", "roll luck"): "success failure",
    ("troika", "roll versus"): "first second tie",
    ("reactive-combat", "roll test"): "success failure",
    ("iron-gauntlets", "attack"): "hit defended miss",
    ("reactive-combat", "attack"): "hit shrugged defended miss riposte",
    (None, "roll dice"): "rolled",
}
STATUSES = {"text", "known", "base", "derived", "ruling", "house"}


def keys(data: Any) -> str:
    """The keys of a table, in order."""
    return " ".join(data)


def test_the_cases_are_all_that_the_systems_settle() -> None:
    assert set(WORDS) == set(RESULTS)
    assert {(n, c) for n, c in RESULTS if n} == {
        (name, command)
        for name in ("troika", "iron-gauntlets", "reactive-combat")
        for command in system(name).commands
        if not command.startswith("act ")
    }


def test_every_command_has_its_keys_in_order(case: Case) -> None:
    for seed in range(8):
        data = affray.ok(*case.words, "--seed", str(seed), "--json").json
        assert keys(data) == ENVELOPE
        assert (data["affray"], data["command"], data["system"]) == (1, case.command, case.system)
        assert keys(data["result"]) == RESULTS[case.system, case.command]
        assert data["outcome"] in WORDS[case.system, case.command].split()
        assert all(isinstance(face, int) and face >= 1 for face in data["dice"])


def test_every_step_cites_a_rule_there_is(case: Case) -> None:
    data = affray.ok(*case.words, "--seed", "3", "--json").json
    if case.system is None:
        assert data["trace"] == []
        return
    known = {rule.full_id: rule.status for rule in lookup.rules(case.system)}
    switches = system(case.system).rulings_type.__struct_fields__
    assert data["trace"]
    for step in data["trace"]:
        assert list(step)[:4] == ["rule", "status", "text", "value"]
        assert list(step)[4:] in ([], ["switch"])
        assert step["rule"] in known
        assert step["status"] in STATUSES
        assert step["text"]
        assert step.get("switch", switches[0]) in switches
        if "switch" in step:
            assert step["status"] in ("ruling", "house")


def test_a_switch_has_the_status_that_its_declaration_has(case: Case) -> None:
    if case.system is None:
        return
    status = {r.name: r.status for r in describe(system(case.system).rulings_type)}
    rule = {r.name: r.rule for r in describe(system(case.system).rulings_type)}
    for seed in range(12):
        for step in affray(*case.words, "--seed", str(seed), "--json").json["trace"]:
            if "switch" in step:
                assert step["status"] == status[step["switch"]], step
                assert step["rule"] == f"{case.system}:{rule[step['switch']]}", step


def test_effects_hold_what_was_and_what_is(case: Case) -> None:
    data = affray.ok(*case.words, "--seed", "1", "--json").json
    given = [sheets.from_data(sheet) for sheet in data["input"].get("sheets", [])]
    if case.system is None:
        assert data["effects"] == []
        return
    rules = system(case.system)
    fighters: dict[str, Any] = {
        name: rules.fighter(sheet, name)
        for sheet, name in zip(given, sheets.distinct(given), strict=True)
    }
    for effect in data["effects"]:
        assert keys(effect) == "who field before after"
        assert effect["before"] != effect["after"]
        assert effect["who"] in fighters
        assert effect["field"] in fighters[effect["who"]].__struct_fields__
    explicit = [a for a in case.words if a in ("--stamina", "--penalties", "--marks")]
    if not explicit:
        apply(fighters, [msgspec.convert(effect, Effect) for effect in data["effects"]])


def test_the_input_is_all_that_the_result_needs(case: Case) -> None:
    data = affray.ok(*case.words, "--seed", "5", "--json").json
    if case.system is None or not data["input"].get("sheets"):
        return
    given = [sheets.from_data(sheet) for sheet in data["input"]["sheets"]]
    rulings = msgspec.convert(data["input"].get("rulings", {}), system(case.system).rulings_type)
    options = data["input"].get("options", {})
    outcome = play(case.command, given, options, ScriptedDice(data["dice"]), rulings)
    assert json.loads(msgspec.json.encode(outcome.result)) == data["result"]
    assert outcome.outcome == data["outcome"]


def test_a_result_is_one_line_of_utf_8(case: Case) -> None:
    ran = affray.ok(*case.words, "--seed", "5", "--json")
    assert ran.out.count(b"\n") == 1
    assert ran.out.endswith(b"}\n")


# The parts of an attack
@pytest.mark.parametrize(
    ("arguments", "at", "expected"),
    [
        ("attack hero.toml imp.toml --dice 4,4,2,2,3", ("attacker",), TROIKA_TEST),
        ("attack hero.toml imp.toml --dice 4,4,2,2,3", ("defender",), TROIKA_TEST),
        ("attack hero.toml imp.toml --dice 4,4,2,2,3", ("damage", 0), TROIKA_BLOW),
        (
            "attack hero.toml imp.toml --unaware --dice 1,2,3",
            ("attacker",),
            TROIKA_TEST + " target",
        ),
        ("damage hero.toml imp.toml --dice 3", ("damage", 0), TROIKA_BLOW),
        ("attack ann.toml bob.toml --seed 1", ("attack",), TASK),
        (
            "attack ann.toml bob.toml --dice 1,1,1,1,9,9,9 --defence dodge",
            ("defence",),
            "kind dice_count threshold steps difficulty calamity",
        ),
        ("attack ann.toml bob.toml --defence none --dice 1,1,9,9", ("damage",), "track amount"),
        (
            "roll reaction ann.toml bob.toml --seed 1",
            ("order", 0),
            "name speed defaulted dice tied actions effective",
        ),
        ("roll reaction ann.toml --seed 1", ("order", 0, "actions"), "any fitness awareness"),
        ("roll reaction ann.toml --seed 1", ("order", 0, "effective"), "fitness awareness"),
        ("attack kes.toml ork.toml --seed 1", ("attack",), AGE),
        ("attack kes.toml ork.toml --seed 1", ("defence",), AGE),
        ("attack kes.toml ork.toml --dice 5,5,6,1,1,2", ("damage",), HARM),
    ],
)
def test_the_parts_of_a_result_have_their_keys(
    arguments: str, at: tuple[str | int, ...], expected: str
) -> None:
    here = affray.ok(*arguments.split(), "--json").json["result"]
    for part in at:
        here = here[part]
    assert keys(here) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("attack hero.toml imp.toml --unaware --dice 1,2,3", {"defender": None}),
        (
            "attack ann.toml bob.toml --defence none --dice 9,9,9,9",
            {"defence": None, "damage": None},
        ),
        ("attack kes.toml ork.toml --dice 1,1,2,6,6,5", {"damage": None}),
        ("move ann.toml --mode run --distance 4", {"difficulty": None, "steps": None}),
        ("roll versus hero.toml imp.toml --dice 1,1,1,2", {"winner": None}),
    ],
)
def test_what_was_not_thrown_is_null(arguments: str, expected: dict[str, Any]) -> None:
    result = affray.ok(*arguments.split(), "--json").json["result"]
    assert {key: result[key] for key in expected} == expected


# Seed and dice
def test_the_seed_is_there_where_it_threw(case: Case) -> None:
    given = affray.ok(*case.words, "--seed", "9", "--json").json
    assert given["seed"] == 9
    drawn = affray.ok(*case.words, "--json").json
    assert (drawn["seed"] is None) == (not drawn["dice"])
    if drawn["dice"]:
        again = affray.ok(*case.words, "--seed", str(drawn["seed"]), "--json").json
        assert again == drawn


def test_the_seed_is_null_where_the_dice_were_given(case: Case) -> None:
    seeded = affray.ok(*case.words, "--seed", "9", "--json").json
    dice = ",".join(map(str, seeded["dice"]))
    scripted = affray.ok(*case.words, "--dice", dice, "--json").json
    assert scripted["seed"] is None
    assert {**scripted, "seed": 9} == seeded


def test_changed_rulings_are_in_the_input() -> None:
    words = ["fall", "ann.toml", "7", "--rulings", "harms.toml", "--json"]
    found = affray.ok(*words).json["input"]["rulings"]
    assert found == {"asphyxiation_damage": 2, "fall_damage": 1, "fire_damage": 3}
    assert "rulings" not in affray.ok("fall", "hero.toml", "7", *words[3:]).json["input"]
