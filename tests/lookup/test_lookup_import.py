"""`affray import`: exports become valid sheets, and what is lost is said."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.faults import BadData
from affray.importing.reader import imported
from affray.sheets import loads
from tests.scaffold.cli import EXAMPLES, affray

FOLDER = EXAMPLES / "import"
EXPORTS = sorted(FOLDER.glob("*.json"))


def export(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def made(data: object) -> tuple[Any, str]:
    """The sheet, and all notes as one text."""
    found = imported(data, "export.json")
    assert loads(found.text) == found.sheet
    return found.sheet, "\n".join(found.notes)


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: path.stem)
def test_every_example_becomes_a_valid_sheet(path: Path) -> None:
    ran = affray("import", str(path.relative_to(FOLDER.parents[1])))
    assert ran.status == 0
    loads(ran.text)
    assert "note:" in ran.errors
    assert "note:" not in ran.text


def test_a_foundry_character_of_troika() -> None:
    sheet, notes = made(export("foundry-troika"))
    shown = (sheet.name, sheet.kind, sheet.skill, sheet.stamina, sheet.luck)
    assert shown == ("Old Quill", "character", 5, 17, 9)
    assert (sheet.armour, sheet.shield, sheet.slots) == (1, True, 7)
    assert sheet.skills == {"sword fighting": 2, "letter knife fighting": 4, "swim": 1, "ember": 2}
    assert sheet.weapons[0] == "sword"
    assert sheet.weapons[1].name == "Letter Knife"
    assert sheet.weapons[1].damage == (1, 2, 2, 3, 4, 8, 9)
    assert sheet.weapons[1].skill == "letter knife fighting"
    for said in (
        "Stamina is 11",
        "Luck is 8",
        "modifier +1",
        "Stamp Mallet",
        "Bag of letters",
        "background, monies, provisions",
        "take 1 off `armour`",
    ):
        assert said in notes


def test_a_foundry_enemy_of_troika() -> None:
    sheet, _ = made(export("foundry-troika-enemy"))
    assert (sheet.kind, sheet.skill, sheet.stamina, sheet.initiative) == ("enemy", 7, 12, 3)
    assert sheet.luck is None
    assert sheet.weapons[0].damage == (4, 6, 6, 8, 8, 10, 12)


def test_a_henchman_and_a_kind_nobody_knows() -> None:
    data = export("foundry-troika-enemy")
    data |= {"type": "henchmen"}
    data["system"]["initiativeTokens"] = 1
    assert made(data)[0].kind == "henchman"
    data["type"] = "swarm"
    sheet, notes = made(data)
    assert sheet.kind == "enemy"
    assert "'swarm' is written as an enemy" in notes


def test_an_older_export_has_its_fields_under_data() -> None:
    data = export("foundry-troika")
    older = {**data, "data": data["system"]}
    del older["system"]
    older["items"] = [{**one, "data": one["system"]} for one in data["items"]]
    for one in older["items"]:
        del one["system"]
    assert made(older)[0] == made(data)[0]


def test_a_published_row_goes_by_its_name_and_a_changed_one_by_its_numbers() -> None:
    data = export("foundry-troika")
    data["items"][4]["system"]["attack"]["dr7"] = "12"
    sheet, notes = made(data)
    assert sheet.weapons[0].damage[-1] == 12
    assert sheet.weapons[0].skill == "sword fighting"
    assert "not the published row (damage)" in notes
    data["items"][4]["system"] |= {"requiresTwoHands": True, "armourIgnored": "1"}
    sheet, notes = made(data)
    assert (sheet.weapons[0].hands, sheet.weapons[0].ignores_armour) == (2, 1)
    assert "damage, hands, armour ignored" in notes


@pytest.mark.parametrize("value", ["", None, "many", 2.5, True, []])
def test_a_needed_number_that_is_none_is_a_fault(value: object) -> None:
    data = export("foundry-troika")
    data["system"]["skill"]["value"] = value
    with pytest.raises(BadData, match=r"does not say Skill"):
        made(data)


@pytest.mark.parametrize("value", ["17", 17, 17.0, " 17 ", "+17"])
def test_numbers_may_be_text(value: object) -> None:
    data = export("foundry-troika")
    data["system"]["stamina"]["max"] = value
    assert made(data)[0].stamina == 17


def test_a_maximum_that_is_empty_is_said() -> None:
    data = export("foundry-troika")
    data["system"]["stamina"]["max"] = ""
    sheet, notes = made(data)
    assert sheet.stamina == 11
    assert "Stamina has no maximum" in notes


def test_a_foundry_character_of_age() -> None:
    sheet, notes = made(export("foundry-age"))
    assert (sheet.name, sheet.character_class, sheet.level) == ("Marta Quay", "rogue", 3)
    assert (sheet.defense, sheet.armour, sheet.armour_penalty, sheet.conviction) == (13, 3, 1, 3)
    assert sheet.abilities.dexterity == 3
    assert sheet.abilities.willpower == 1
    assert [one.name for one in sheet.focuses_of("dexterity")] == ["stealth", "initiative"]
    assert [one.bonus for one in sheet.focuses_of("dexterity")] == [3, 2]
    assert [one.name for one in sheet.weapons] == ["dagger"]
    for said in (
        "Cunning 2",
        "total of 10 is not used",
        "Conviction is 2 now",
        "boat hook",
        "pistol",
        "Scouting",
        "1 injury marks",
    ):
        assert said in notes


def test_without_a_class_toughness_is_worked_out_and_said() -> None:
    data = export("foundry-age")
    data["system"]["profession"] = "Dockhand"
    sheet, notes = made(data)
    assert (sheet.character_class, sheet.toughness, sheet.armour) == (None, 4, 0)
    assert "'Dockhand' is none" in notes
    assert "level 3" in notes


def test_a_page_with_scores_at_the_top() -> None:
    sheet, notes = made(export("sheet-page"))
    assert (sheet.name, sheet.skill, sheet.stamina, sheet.luck) == ("Dorrit Vane", 5, 18, 10)
    assert sheet.skills == {"polearm fighting": 2, "climb": 1}
    assert sheet.weapons[0] == "polearm"
    assert sheet.weapons[1].name == "Lamp Hook"
    assert sheet.armour_points == 0
    assert "'Greatcoat'" in notes


def test_a_page_with_attributes() -> None:
    sheet, notes = made(export("character-json"))
    assert (sheet.skill, sheet.stamina, sheet.luck, sheet.slots) == (6, 20, 9, 2)
    assert sheet.weapons == ("knife",)
    assert not sheet.shield
    assert "shield = true" in notes


def test_an_enemy_with_stats() -> None:
    data = {
        "name": "Reed Owl",
        "stats": {"skill": 4, "stamina": 5, "initiative": 2, "armor": 1, "damage": "Small Beast"},
    }
    sheet, _ = made(data)
    shown = (sheet.kind, sheet.initiative, sheet.armour, sheet.weapons)
    assert shown == ("enemy", 2, 1, ("small beast",))
    data["stats"]["damage"] = "Weapon"  # type: ignore[index]
    sheet, notes = made(data)
    assert sheet.weapons == ()
    assert "'Weapon'" in notes


@pytest.mark.parametrize(
    "data",
    [
        {}, [], 3, "x", None, {"name": "X"},
        {"type": "npc", "system": {"abilities": {"str": {"value": 12}}}},
        [{"name": "X", "skill": 5, "stamina": 6}],
    ],
)  # fmt: skip
def test_what_is_no_export_is_refused(data: object) -> None:
    with pytest.raises(BadData, match="known are actors exported from Foundry VTT"):
        made(data)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "broken.json:1: not valid JSON"),
        ("", "not valid JSON"),
        ("[" * 100_000, "broken.json"),
        ('{"skill": 5, "stamina": 2000, "name": "X"}', "stamina"),
    ],
)
def test_a_broken_file_is_a_fault_of_the_file(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    ran = affray("import", str(path))
    assert ran.status == 3
    assert said in ran.errors
    assert ran.text == ""


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 2000),
    st.text(max_size=5),
    st.floats(allow_nan=False),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["value", "max", "name", "dr1"]), st.integers(), max_size=2),
)


@given(st.sampled_from(EXPORTS), st.data())
@settings(max_examples=400, deadline=None)
def test_whatever_an_export_holds_it_is_a_sheet_or_a_fault(path: Path, data: Any) -> None:
    whole = copy.deepcopy(json.loads(path.read_text(encoding="utf-8")))
    for _ in range(data.draw(st.integers(1, 4))):
        here = whole
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            deeper = isinstance(here[key], dict | list) and data.draw(st.booleans())
            if not deeper:
                here[key] = data.draw(JUNK)
                break
            here = here[key]
    try:
        found = imported(whole, "export.json")
    except BadData:
        return
    assert loads(found.text) == found.sheet
