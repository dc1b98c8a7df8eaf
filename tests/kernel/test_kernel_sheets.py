"""Loading sheets: creatures, names, faults of all kinds at once, and what the systems offer."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import affray
from affray import sheets
from affray.action import ACT, Action, Named
from affray.faults import BadData, BadRequest, Fault, Forbidden
from affray.registry import system, system_of
from affray.systems import OURS

MINIMAL = {
    "troika": 'system = "troika"\nname = "Ann"\nskill = 5\nstamina = 9\n',
    "iron-gauntlets": 'system = "iron-gauntlets"\nname = "Ann"\n'
    "abilities = { fitness = 3, awareness = 3 }\n",
    "reactive-combat": 'system = "reactive-combat"\nname = "Ann"\ndefense = 11\ntoughness = 5\n',
}
COMMANDS = (
    "attack, damage, move, drown, fall, hazard, roll reaction, roll initiative, roll task,"
    " roll under, roll luck, roll versus, roll test"
)


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(BadData) as caught:
        sheets.loads(text, "ann.toml")
    return caught.value.faults


# Reading
@pytest.mark.parametrize("name", OURS)
def test_the_smallest_sheet_of_each_system(name: str, tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    path.write_text(MINIMAL[name], encoding="utf-8")
    sheet: Any = affray.load(str(path))
    assert (sheet.system, sheet.name) == (name, "Ann")
    assert sheet == affray.loads(MINIMAL[name])
    assert isinstance(sheet, system(name).sheet_type)
    assert path.read_text(encoding="utf-8") == MINIMAL[name]


@pytest.mark.parametrize("name", OURS)
def test_a_sheet_goes_through_json_and_back(name: str) -> None:
    sheet = affray.loads(MINIMAL[name])
    assert sheets.from_data(msgspec.json.decode(msgspec.json.encode(sheet))) == sheet


def test_a_sheet_without_a_system_is_told_which_there_are() -> None:
    (fault,) = faults("name = 'Ann'\n")
    assert fault.message == "`system` is missing"
    assert fault.hint == "one of: troika, iron-gauntlets, reactive-combat"


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ('"troka"', "did you mean `troika`?"),
        ('"Iron Gauntlets"', "did you mean `iron-gauntlets`?"),
        ('"xyz"', "one of: troika, iron-gauntlets, reactive-combat"),
        ("3", "one of: troika, iron-gauntlets, reactive-combat"),
        ("[]", "one of: troika, iron-gauntlets, reactive-combat"),
    ],
)
def test_an_unknown_system_gets_the_nearest(value: str, hint: str) -> None:
    (fault,) = faults(f"name = 'Ann'\nsystem = {value}\n")
    assert fault.message.startswith("unknown system")
    assert (fault.hint, fault.line) == (hint, 2)


def test_all_faults_of_a_sheet_at_once_with_their_lines() -> None:
    found = faults(
        'system = "troika"\n'
        "name = ''\n"
        "skill = 5\n"
        "armor = 1\n"
        'stamina = "lots"\n'
        'weapons = ["swrd", "axe"]\n'
        'kind = "enemy"\n'
        "luck = 7\n"
    )
    assert [(f.file, f.line) for f in found] == [("ann.toml", n) for n in (2, 4, 5)] + [
        ("ann.toml", n) for n in (6, 8)
    ] or [f.line for f in found] == [2, 4, 5]
    assert "did you mean `armour`?" in [f.hint for f in found]


def test_what_only_a_whole_sheet_shows_comes_with_the_rest() -> None:
    found = faults('system = "troika"\nname = "A"\nskill = 5\nstamina = 9\narmor = 1\nluck = 7\n')
    assert [f.message for f in found] == ["unknown key `armor`", "only characters have Luck"]
    assert [f.line for f in found] == [5, 6]


def test_a_text_has_a_name_of_its_own() -> None:
    with pytest.raises(BadData) as caught:
        affray.loads("name = 'Ann'")
    assert caught.value.faults[0].file == "<text>"


# Creatures
@pytest.mark.parametrize("name", system("troika").creatures())
def test_every_creature_is_a_sheet(name: str) -> None:
    sheet: Any = affray.load(f"@{name}")
    assert (sheet.system, sheet.kind) == ("troika", "enemy")
    assert sheet.name
    assert sheet.weapons


@pytest.mark.parametrize("name", ["@goblin", "@GOBLIN", "@ goblin "])
def test_creatures_are_found_case_aside(name: str) -> None:
    assert affray.load(name) == sheets.creature("goblin")


def test_creatures_of_two_words_are_found_however_joined() -> None:
    two_words = [name for name in system("troika").creatures() if " " in name or "-" in name]
    for name in two_words:
        for joint in (" ", "-", "_"):
            assert sheets.creature(name.replace(" ", joint).replace("-", joint))


def test_an_unknown_creature_gets_the_nearest() -> None:
    with pytest.raises(BadRequest, match="no creature is called `@gobln`; did you mean `goblin`"):
        affray.load("@gobln")
    with pytest.raises(BadRequest, match="`affray table creatures` lists them"):
        affray.load("@")


# Names
@pytest.mark.parametrize(
    ("names", "told_apart"),
    [
        ([], []), (["A"], ["A"]), (["A", "A", "A"], ["A", "A-2", "A-3"]),
        (["A", "A-2", "A"], ["A", "A-2", "A-3"]), (["A-2", "A", "A"], ["A-2", "A", "A-3"]),
        (["A", "A", "A-2"], ["A", "A-2", "A-2-2"]), (["A", "a"], ["A", "a"]),
    ],
)  # fmt: skip
def test_no_two_combatants_have_one_name(names: list[str], told_apart: list[str]) -> None:
    goblin: Any = sheets.creature("goblin")
    given = [msgspec.structs.replace(goblin, name=name) for name in names]
    assert sheets.distinct(given) == told_apart


def test_a_host_of_goblins_is_named_quickly() -> None:
    names = sheets.distinct([sheets.creature("goblin")] * 500)
    assert len(set(names)) == 500
    assert names[-1] == "Goblin-500"


# What the systems offer
@pytest.mark.parametrize("name", OURS)
def test_every_command_is_settled_or_says_what_the_source_does_say(name: str) -> None:
    rules = system(name)
    settled = {command for command in rules.commands if not command.startswith(ACT)}
    assert settled | set(rules.silent) == set(COMMANDS.split(", "))
    assert not set(rules.commands) & set(rules.silent)
    for command in rules.commands:
        assert isinstance(rules.action(command), Action)
        assert issubclass(rules.action(command).situation, msgspec.Struct)
        assert command not in settled or rules.action(command).least <= 2
    known = {rule.id for rule in rules.rules()}
    for command, silence in rules.silent.items():
        with pytest.raises(Forbidden) as caught:
            rules.action(command)
        assert silence.rule in known
        assert caught.value.rule == f"{name}:{silence.rule}"
        assert len(str(caught.value)) > 40


@pytest.mark.parametrize("name", OURS)
def test_options_and_sheets_refuse_unknown_keys(name: str) -> None:
    rules = system(name)
    kinds = [rules.sheet_type, rules.rulings_type]
    kinds += [rules.action(command).situation for command in rules.commands]
    assert all(kind.__struct_config__.forbid_unknown_fields for kind in kinds)
    assert all(kind.__struct_config__.frozen for kind in kinds)


def test_unknown_systems_and_commands_are_refused_with_the_nearest() -> None:
    with pytest.raises(BadRequest, match="unknown system `troka`; did you mean `troika`"):
        system("troka")
    with pytest.raises(BadRequest, match="`atack`; did you mean `attack`"):
        system("troika").action("atack")


def test_sheets_of_two_systems_do_not_mix() -> None:
    pair = [affray.loads(MINIMAL["troika"]), affray.loads(MINIMAL["iron-gauntlets"])]
    with pytest.raises(BadData, match="Ann is troika, Ann is iron-gauntlets"):
        system_of(pair)
    with pytest.raises(BadData):
        affray.play("attack", pair, {}, affray.SeededDice(1))


# Playing
def goblins(count: int) -> list[Named]:
    return [sheets.creature("goblin")] * count


def refused(command: str, count: int, options: dict[str, object]) -> list[tuple[str, str | None]]:
    with pytest.raises(BadRequest) as caught:
        affray.play(command, goblins(count), options, affray.SeededDice(1))
    return [(f.message, f.hint) for f in caught.value.faults]


def test_play_settles_one_action_of_fresh_combatants() -> None:
    outcome = affray.play("attack", goblins(2), {"cover": 2}, affray.ScriptedDice([5, 4, 1, 2, 3]))
    assert (outcome.outcome, outcome.success) == ("hit", True)
    assert [e.who for e in outcome.effects] == ["Goblin-2"]


def test_options_of_no_such_action_are_all_named() -> None:
    assert refused("attack", 2, {"distance": 3, "cover": 1, "target_ran": True}) == [
        ("--distance is no option of this command in Troika!", None),
        ("--target-ran is no option of this command in Troika!", None),
    ]


def test_values_that_options_cannot_have_are_all_named() -> None:
    found = refused("attack", 2, {"cover": 100, "luck": "me", "defence_skill": ""})
    assert [m.split(" ")[0] for m, _ in found] == ["`--cover`"[1:-1], "--luck", "--defence-skill"]
    assert found[0][0] == "--cover has to be a whole number of at most 99, not 100"
    assert found[1] == ("--luck cannot be 'me'", "one of: attacker, defender, both")


def test_an_option_that_has_to_be_there_is_asked_for() -> None:
    assert refused("hazard", 1, {}) == [("--kind is missing", "add it")]


@pytest.mark.parametrize(("command", "count"), [("attack", 1), ("move", 2), ("roll versus", 3)])
def test_the_number_of_combatants_has_to_fit(command: str, count: int) -> None:
    ((message, _),) = refused(command, count, {})
    assert f"not {count}" in message


def test_dice_left_over_are_refused() -> None:
    with pytest.raises(BadRequest, match="too many dice: 2 given, 0 used"):
        affray.play("move", goblins(1), {}, affray.ScriptedDice([1, 2]))
