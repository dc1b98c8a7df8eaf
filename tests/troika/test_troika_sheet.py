"""Rules 7.2, 7.10, 8.3, 9 and 15: sheets, the example sheets, weapons and creatures."""

from typing import Any

import pytest

from affray import sheets
from affray.faults import BadData, BadRequest
from affray.systems.troika import SYSTEM
from affray.systems.troika.sheet import Sheet
from affray.systems.troika.tables import TABLES
from affray.systems.troika.weapons import Weapon, rows
from tests.scaffold.cli import SHEETS
from tests.troika.arena import HASH_ROWS, ROWS, STAR_ROWS, game

EXAMPLES = SHEETS / "troika"

# The rules file's list, typed in again: Skill / Stamina / Initiative / Armour, row.
CREATURES = """
alzabo 10/21/4/1 large beast · boggart 6/9/2/0 modest beast · bonshad 12/20/3/2 gigantic beast ·
cyclops 9/14/3/2 large beast · dolm 7/21/2/1 large beast · donestre 9/14/3/0 modest beast ·
dragon 16/32/8/4 gigantic beast · drock 6/13/2/0 small beast · ekodat 8/43/3/2 spear ·
feathered folk 7/6/2/0 bow · goblin 5/6/1/1 any weapon · gremlin 3/4/3/0 small beast ·
harpy 8/12/3/0 modest beast · khaibit 9/10/3/1 any weapon · knight of the road 7/7/2/1 any weapon ·
living dead 6/12/1/0 weapon or modest beast · lizard-man 8/8/2/2 weapon or modest beast ·
man-beast 8/11/2/1 fusil or modest beast · manticore 12/18/5/3 large beast ·
night pig 7/14/2/0 modest beast · notule 9/3/3/3 large beast · ogre 9/18/3/1 weapon or large beast ·
orc 7/8/2/0 club · owl 4/4/1/0 small beast · parchment witch 8/14/2/1 any weapon ·
piscean 3/6/2/0 modest beast · salamander 8/16/3/3 large beast · separator 9/12/2/0 modest beast ·
sympathy serpent 5/6/2/0 small beast · thinking engine 8/14/2/1 any weapon ·
tiger 8/12/2/0 large beast · tower wizard 10/12/3/0 any weapon · troll 7/12/1/2 any weapon ·
ven 8/8/2/2 any weapon · zoanthrop 7/12/2/0 modest beast
"""


def listed() -> dict[str, tuple[tuple[int, ...], tuple[str, ...]]]:
    """Each creature's four numbers and its rows; any weapon is a sword until told."""
    found = {}
    for entry in CREATURES.replace("\n", " ").split("·"):
        words = entry.split()
        place = next(i for i, word in enumerate(words) if "/" in word)
        kit = " ".join(words[place + 1 :]).replace("any weapon", "sword")
        weapons = tuple(kit.replace("weapon or", "sword or").split(" or "))
        numbers = tuple(map(int, words[place].split("/")))
        found[" ".join(words[:place])] = numbers, weapons
    return found


def minimal(**fields: Any) -> dict[str, Any]:
    """An enemy of three numbers."""
    plain = {"system": "troika", "name": "X", "skill": 5, "stamina": 6, "initiative": 1}
    return {**plain, **fields}


def faults(text: str) -> list[tuple[int | None, str]]:
    """The line and message of each fault of a sheet's text."""
    with pytest.raises(BadData) as refused:
        sheets.loads(text)
    return [(fault.line, str(fault)) for fault in refused.value.faults]


def load(name: str) -> Sheet:
    sheet = sheets.load(str(EXAMPLES / name))
    assert isinstance(sheet, Sheet)
    return sheet


# The example sheets
def test_every_example_loads() -> None:
    found = [load(path.name) for path in sorted(EXAMPLES.glob("*.toml"))]
    assert len(found) >= 5
    assert {sheet.kind for sheet in found} == {"character", "enemy", "henchman"}


def test_ardent_giant_is_the_designs() -> None:
    giant = load("ardent-giant.toml")
    assert giant == Sheet(
        system="troika",
        name="Ardent Giant",
        kind="character",
        skill=5,
        stamina=18,
        luck=9,
        armour="modest",
        shield=False,
        weapons=("sword", "fusil"),
        skills={"sword fighting": 3, "swim": 2},
    )


@pytest.mark.rule("troika:2", "troika:9", "troika:8.1")
def test_ardent_giant_fights_with_eight_and_armour_two() -> None:
    giant, goblin = game.enter(load("ardent-giant.toml")), game.creature("goblin")
    seen = game.attack(giant, goblin, (6, 6, 3, 3, 5))
    # Die 5, armour 1: column 4 of the sword, doubled.
    assert (seen.totals, seen.hurt) == ((20, 11), [("Goblin", 12)])
    seen = game.attack(giant, goblin, (1, 2, 5, 5, 5))
    assert seen.blows == [("Ardent Giant", "sword", 5, 3, 6, False)]


@pytest.mark.rule("troika:7.9/swim-load", "troika:10")
def test_bell_archer_sinks() -> None:
    archer = game.enter(load("bell-archer.toml"))
    seen = game.play("drown", archer, (1, 1, 3))
    assert seen.result.target == 5 + 1 - 4 - 7
    assert seen.word == "drowning"


# What a sheet may say
@pytest.mark.rule("troika:7.2")
def test_three_numbers_make_an_enemy_that_fights() -> None:
    sheet = sheets.from_data(minimal())
    assert isinstance(sheet, Sheet)
    assert (sheet.kind, sheet.luck, sheet.armour_points) == ("enemy", None, 0)
    one, two = game.enter(sheet, "One"), game.enter(sheet, "Two")
    seen = game.attack(one, two, (4, 4, 3, 3, 6))
    assert seen.hurt == [("Two", 3)]
    special = sheets.from_data(minimal(skills={"bite": 2}))
    assert isinstance(special, Sheet)
    assert special.skills == {"bite": 2}


@pytest.mark.rule("troika:7.2", "troika:7.10")
@pytest.mark.parametrize("missing", ["skill", "stamina"])
@pytest.mark.parametrize("kind", ["enemy", "henchman"])
def test_and_no_fewer(kind: str, missing: str) -> None:
    data = minimal(kind=kind)
    del data[missing]
    text = "\n".join(f"{key} = {value!r}" for key, value in data.items())
    assert [message for _, message in faults(text)] == [f"<text>:1: `{missing}` is missing; add it"]


@pytest.mark.rule("troika:3.1", "troika:7.10", "troika:7.2")
@pytest.mark.parametrize("kind", ["enemy", "henchman"])
def test_only_characters_have_luck(kind: str) -> None:
    text = f'system = "troika"\nname = "X"\nkind = "{kind}"\nskill = 5\nstamina = 6\nluck = 9\n'
    ((line, message),) = faults(text)
    assert (line, "only characters have Luck" in message) == (6, True)


@pytest.mark.rule("troika:3.1")
def test_every_character_has_luck() -> None:
    text = 'system = "troika"\nname = "X"\nkind = "character"\nskill = 5\nstamina = 6\n'
    ((_, message),) = faults(text)
    assert "`luck` is missing" in message


@pytest.mark.rule("troika:7.10")
def test_a_henchman_is_made_like_an_enemy() -> None:
    wick = load("wick.toml")
    as_enemy = game.sheet(wick.name, skill=4, stamina=8, weapons=["club"], skills=wick.skills)
    assert (wick.skill, wick.stamina, wick.luck) == (as_enemy.skill, as_enemy.stamina, None)
    seen = game.play("roll luck", game.fighter(kind="henchman", skill=4), (2, 2))
    assert (seen.word, seen.effects) == ("success", [])


@pytest.mark.rule("troika:9")
@pytest.mark.parametrize(
    ("armour", "points"),
    [("unarmoured", 0), ("light", 1), ("modest", 2), ("heavy", 3), (0, 0), (4, 4), (9, 9)],
)
def test_armour_in_words_and_points(armour: str | int, points: int) -> None:
    assert game.sheet(armour=armour).armour_points == points


def test_all_faults_are_named_at_once_with_lines() -> None:
    text = """system = "troika"
name = "X"
skill = 5
stamina = 6
armor = 2
armour = "plate"
weapons = ["sword", "swrod"]
"""
    found = dict(faults(text))
    assert set(found) == {5, 6, 7}
    assert "did you mean `armour`" in found[5]
    assert "did you mean `sword`" in found[7]


def test_faults_of_what_has_to_be_there_are_named_at_once_too() -> None:
    text = 'system = "troika"\nname = ""\nskill = "five"\nstamina = 0\nluck = 100\n'
    assert [line for line, _ in faults(text)] == [2, 3, 4, 5]


def test_a_skill_twice_is_a_fault() -> None:
    text = 'system = "troika"\nname = "X"\nskill = 5\nstamina = 6\n[skills]\nswim = 1\nSwim = 2\n'
    ((line, message),) = faults(text)
    assert (line, "twice" in message) == (7, True)


@pytest.mark.rule("troika:8")
@pytest.mark.parametrize("damage", [[1] * 6, [1] * 8, [1, 2, 3, 4, 5, 6, -7], [1] * 6 + ["x"]])
def test_a_weapon_of_a_sheet_has_seven_numbers(damage: list[object]) -> None:
    text = f"""system = "troika"
name = "X"
skill = 5
stamina = 6
[[weapons]]
name = "engine"
damage = {damage}
"""
    assert all(line is not None and line >= 5 for line, _ in faults(text))


@pytest.mark.rule("troika:8/two-hands")
@pytest.mark.parametrize("hands", [0, 3])
def test_a_weapon_takes_one_hand_or_two(hands: int) -> None:
    weapon = {"name": "engine", "damage": [1] * 7, "hands": hands}
    with pytest.raises(Exception, match="hands"):
        game.sheet(weapons=[weapon])


def test_names_print_as_written() -> None:
    name = 'Ünï "the [bold]" O’Gólem\t{x}'
    ann, bob = game.fighter(name), game.fighter("Bob")
    assert game.attack(ann, bob, (4, 4, 3, 3, 1)).result.attacker.name == name


# Weapons
@pytest.mark.rule("troika:8", "troika:8/ignores-armour", "troika:8/two-hands", "troika:8.3")
def test_rows_are_the_rules_files() -> None:
    others = {
        "rapier": "sword",
        "claws": "sword",
        "sledgehammer": "maul",
        "hooves": "club",
        "lance": "spear",
    }
    found = built_in()
    assert set(found) == set(ROWS) | set(others)
    for name, weapon in found.items():
        row = others.get(name, name)
        assert weapon.damage == ROWS[row]
        assert weapon.hands == (2 if row in STAR_ROWS else 1)
        assert weapon.ignores_armour == (99 if row == "jolt" else 1 if row in HASH_ROWS else 0)


@pytest.mark.rule("troika:6.2", "troika:7.4")
def test_which_rows_shoot_and_which_are_a_body() -> None:
    found = built_in()
    shoot = {name for name, weapon in found.items() if weapon.ranged}
    assert shoot == {
        "fusil", "bow", "crossbow", "pistolet", "jolt", "fire bolt", "dragon-fire",
    }  # fmt: skip
    body = {name for name, weapon in found.items() if weapon.natural}
    beasts = {f"{size} beast" for size in ("small", "modest", "large", "gigantic")}
    assert body == {"unarmed", "claws", "hooves", *beasts}


def built_in() -> dict[str, Weapon]:
    """Every built-in row by name."""
    return rows()


@pytest.mark.rule("troika:8", "troika:9", "troika:15")
def test_tables_to_look_up_say_the_same() -> None:
    shown = {row[0]: row[1:8] for row in TABLES["weapons"]().rows}
    assert shown == ROWS
    assert TABLES["armour"]().rows == (
        ("unarmoured", 0), ("light", -1), ("modest", -2), ("heavy", -3), ("shield", -1),
    )  # fmt: skip
    assert {row[0]: row[1:5] for row in TABLES["creatures"]().rows} == {
        f"@{name}": numbers for name, (numbers, _) in listed().items()
    }


# Creatures
@pytest.mark.rule("troika:15", "troika:15/separator", "troika:7.2")
def test_creatures_are_the_rules_files() -> None:
    expected = listed()
    assert len(expected) == 35
    assert set(SYSTEM.creatures()) == set(expected)
    for name, (numbers, weapons) in expected.items():
        sheet = sheets.creature(name)
        assert isinstance(sheet, Sheet)
        assert sheet.kind == "enemy"
        assert (sheet.skill, sheet.stamina, sheet.initiative, sheet.armour_points) == numbers, name
        assert sheet.weapons == weapons, name
        assert sheet.name.casefold() == name


@pytest.mark.rule("troika:15/separator")
def test_the_separator_strikes_as_a_modest_beast() -> None:
    seen = game.attack(game.creature("separator"), game.fighter("Bob"), (4, 4, 1, 2, 6))
    assert seen.hurt == [("Bob", ROWS["modest beast"][5])]


@pytest.mark.rule("troika:15")
def test_a_creature_with_any_weapon_takes_what_it_is_told() -> None:
    goblin, bob = game.creature("goblin"), game.fighter("Bob")
    assert game.attack(goblin, bob, (4, 4, 1, 2, 6)).hurt == [("Bob", 8)]
    assert game.attack(goblin, bob, (4, 4, 1, 2, 6), weapon=("axe",)).hurt == [("Bob", 10)]


@pytest.mark.rule("troika:15", "troika:7.7")
def test_an_ogre_uses_its_weapon_or_itself() -> None:
    ogre, bob = game.creature("ogre"), game.fighter("Bob")
    for die, amount in ((1, 4), (3, 8), (6, 14)):
        assert game.attack(ogre, bob, (4, 4, 1, 2, die)).hurt == [("Bob", amount)]


def test_creatures_are_found_case_aside() -> None:
    assert sheets.load("@Living-Dead") == sheets.creature("living dead")
    assert sheets.load("@LIZARD-MAN").name == "Lizard-Man"
    with pytest.raises(BadRequest, match="`goblin`"):
        sheets.load("@gobln")
