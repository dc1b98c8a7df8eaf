"""Iron Gauntlets sheets: what is accepted, and every fault with its line."""

from pathlib import Path

import pytest

from affray.faults import BadData
from affray.sheets import load, loads
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.sheet import Sheet, Style
from tests.scaffold.cli import SHEETS

EXAMPLES = SHEETS / "iron-gauntlets"

DESIGN = """\
system = "iron-gauntlets"
name = "Suenta"
race = "human"
armour = { amount = 1, track = "injury" }
shield = false
[abilities]
fitness = 4
awareness = 3
luck = 2
[skills]
athletics = 5
melee = 6
[[weapons]]
name = "sword"
skill = "melee"
amount = 3
track = "injury"
"""


def read(text: str) -> Sheet:
    sheet = loads(text)
    assert isinstance(sheet, Sheet)
    return sheet


def faults(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadData) as caught:
        loads(text)
    return [(fault.line, fault.message) for fault in caught.value.faults]


def test_the_sheet_of_the_design() -> None:
    sheet = read(DESIGN)
    assert (sheet.abilities.fitness, sheet.abilities.creativity) == (4, 0)
    (sword,) = sheet.weapons
    shown = (sword.ranged, sword.ability, sword.parry, sword.magic)
    assert shown == (False, "fitness", True, False)
    fighter = enter(sheet, "Suenta-2")
    assert fighter == Fighter("Suenta-2", sheet, luck=2)
    assert (fighter.injury, fighter.fatigue, fighter.speed) == (0, 0, None)


@pytest.mark.rule("iron-gauntlets:tasks.ratings")
def test_abilities_go_to_six_and_skills_from_two_to_eight() -> None:
    broken = DESIGN.replace("fitness = 4", "fitness = 7").replace("melee = 6", "melee = 9")
    broken = broken.replace("athletics = 5", "athletics = 1")
    lines = [line for line, _ in faults(broken)]
    assert lines == [7, 11, 12]


@pytest.mark.rule("iron-gauntlets:tasks.ratings")
def test_fitness_and_awareness_have_to_be_there() -> None:
    found = faults(DESIGN.replace("awareness = 3\n", ""))
    assert [message for _, message in found] == ["`abilities.awareness` is missing"]


@pytest.mark.rule("iron-gauntlets:undersized")
@pytest.mark.parametrize("race", ["halfling", "goblin", "gnome", "Goblin"])
def test_small_races_list_the_gimmick(race: str) -> None:
    small = DESIGN.replace('race = "human"', f'race = "{race}"')
    ((line, message),) = faults(small)
    assert line == 3
    assert "undersized gimmick" in message
    listed = small.replace("shield = false", 'gimmicks = ["Undersized"]')
    assert read(listed).gimmicks == ("Undersized",)


@pytest.mark.rule("iron-gauntlets:undersized")
def test_others_need_no_gimmick() -> None:
    assert read(DESIGN.replace('race = "human"', 'race = "elf"')).gimmicks == ()


@pytest.mark.rule("iron-gauntlets:defence.styles")
def test_styles_are_a_skill_or_a_skill_and_an_ability() -> None:
    sheet = read(
        DESIGN
        + '[defences]\nparry = "fencing"\ndodge = { skill = "dance", ability = "awareness" }\n'
    )
    assert sheet.defences.style("parry") == Style("fencing", "fitness")
    assert sheet.defences.style("dodge") == Style("dance", "awareness")
    assert sheet.defences.style("block") is None


def test_all_faults_at_once() -> None:
    broken = DESIGN.replace("armour =", "armor =").replace('track = "injury"\n', 'track = "hp"\n')
    found = faults(broken + "[defences]\nduck = 3\n")
    assert [line for line, _ in found] == [4, 17, 19]


def test_nothing_twice_case_aside() -> None:
    double = DESIGN.replace("melee = 6", "melee = 6\nMelee = 3")
    assert [m for _, m in faults(double)] == ["the skill 'Melee' is there twice, case aside"]
    again = DESIGN + '[[weapons]]\nname = "Sword"\nskill = "melee"\namount = 1\n'
    ((line, message),) = faults(again)
    assert (line, message) == (19, "the weapon 'Sword' is there twice, case aside")


def test_names_hold_any_unicode() -> None:
    assert read(DESIGN.replace('"Suenta"', '"[red]Sønta 苏 \\"x\\""')).name == '[red]Sønta 苏 "x"'


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_sheets(path: Path) -> None:
    sheet = load(str(path))
    assert isinstance(sheet, Sheet)
    assert sheet.name.casefold() == path.stem


def test_there_are_examples() -> None:
    assert len(list(EXAMPLES.glob("*.toml"))) >= 4
