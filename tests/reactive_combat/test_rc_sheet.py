"""Sheets, weapons and the combatants made from them."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import affray
from affray.faults import BadData, BadRequest
from affray.systems.reactive_combat.fighter import enter, is_out, wield
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet
from affray.systems.reactive_combat.weapons import arm, melee_groups, rows
from tests.reactive_combat.arena import game
from tests.scaffold.cli import SHEETS

EXAMPLES = sorted((SHEETS / "reactive-combat").glob("*.toml"))
HEAD = 'system = "reactive-combat"\nname = "Ann"\n'
SHORT = {"tn": 11, "power": 3}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_sheets_are_valid(path: Path) -> None:
    sheet = affray.load(str(path))
    assert isinstance(sheet, Sheet)
    assert set(tomllib.loads(path.read_text())) <= set(Sheet.__struct_encode_fields__)


def test_there_are_example_sheets() -> None:
    assert len(EXAMPLES) >= 4


def faults(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadData) as caught:
        affray.loads(HEAD + text, "ann.toml")
    return [(fault.line, fault.message) for fault in caught.value.faults]


@pytest.mark.rule("reactive-combat:class.none")
def test_a_sheet_has_a_class_or_its_toughness() -> None:
    assert faults("defense = 10") == [(1, "`class` is missing")]
    assert faults('class = "mage"\ntoughness = 4\ndefense = 10') == [
        (4, "the class already gives toughness")
    ]
    assert faults("toughness = 4\narmour = 2\ndefense = 10") == [
        (4, "`toughness` has the armour in it")
    ]


@pytest.mark.rule("reactive-combat:tests.abilities")
def test_unknown_abilities_are_named_with_the_nearest_known_one() -> None:
    with pytest.raises(BadData) as caught:
        affray.loads(HEAD + "toughness = 1\ndefense = 10\n[abilities]\ndexterty = 3", "ann.toml")
    assert caught.value.faults[0].hint == "did you mean `dexterity`?"
    assert faults('toughness = 1\ndefense = 10\n[focuses]\nluck = "x"') == [
        (6, "unknown key `luck`")
    ]


@pytest.mark.rule("reactive-combat:ranged.size")
def test_sizes_and_their_other_names() -> None:
    for size in ("mouse", "Cat", "house cat", "small", "GOBLIN", "gnome", "halfling", "larger"):
        assert game.sheet(size=size).size == size
    assert faults('toughness = 1\ndefense = 1\nsize = "gobblin"') == [
        (5, "no size is called 'gobblin'")
    ]


@pytest.mark.parametrize(
    ("weapon", "message"),
    [
        ('name = "daggr"', "no weapon is called 'daggr'"),
        ('name = "club"\nreload = 3', "`reload` is for weapons that shoot"),
        ('name = "club"\nheadshot = true', "`headshot` is for weapons that shoot"),
        (
            'name = "gun"\ndamage = 3\nshort = { tn = 1, power = 2 }',
            "the damage of 'gun' is the power of its bands",
        ),
        ('name = "gun"\nmelee = { tn = 1, power = 2 }', "unknown key `melee`"),
        ('name = "club"\n[[weapons]]\nname = "Club"', "the weapon 'Club' is there twice"),
    ],
)
def test_weapons_that_do_not_fit(weapon: str, message: str) -> None:
    found = faults(f"toughness = 1\ndefense = 1\n[[weapons]]\n{weapon}")
    assert any(text.startswith(message) for _, text in found)


@pytest.mark.rule("reactive-combat:weapons")
def test_every_figure_of_the_melee_table() -> None:
    figures = {
        "axes": {"battleaxe": 2, "throwing axe": 2, "two-handed axe": 3},
        "bludgeons": {"mace": 2, "maul": 2, "two-handed maul": 3},
        "brawling": {"unarmed": 0, "gauntlet": 1, "improvised weapon": 0},
        "dueling": {"main gauche": 2, "rapier": 2, "spiked buckler": 0},
        "heavy blades": {"bastard sword": 3, "longsword": 2, "two-handed sword": 3},
        "lances": {"heavy lance": 4, "jousting lance": 3, "light lance": 2},
        "light blades": {"dagger": 2, "short sword": 2, "throwing knife": 1},
        "polearms": {"glaive": 3, "halberd": 4, "military fork": 3},
        "spears": {"spear": 2, "javelin": 2, "two-handed spear": 3},
        "staves": {"club": 1, "morningstar": 2, "quarterstaff": 2},
    }
    found: dict[str, dict[str, int]] = {}
    for name, row in rows().items():
        found.setdefault(row.group, {})[name] = row.damage
    assert found == figures
    assert melee_groups() == frozenset(figures)


@pytest.mark.rule("reactive-combat:weapons")
def test_bare_hands_are_always_there_and_trained_fists_do_more() -> None:
    plain, trained = game.fighter(), game.fighter(trained_fists=True)
    assert wield(plain, ()).figure == 0
    assert wield(trained, ()).figure == 1
    assert wield(trained, "Unarmed").figure == 1
    assert wield(trained, "dagger").figure == 2


def test_a_weapon_is_the_first_on_the_sheet_or_named_or_picked_up() -> None:
    ann = game.fighter(weapons=[{"name": "Mace"}, {"name": "fang", "damage": 5}])
    came = [wield(ann, name).name for name in ((), "FANG", ("halberd",))]
    assert came == ["Mace", "fang", "halberd"]
    with pytest.raises(BadRequest, match="one weapon"):
        wield(ann, ("mace", "fang"))
    with pytest.raises(BadRequest, match="did you mean `fang`"):
        wield(ann, "fangs")


@pytest.mark.rule("reactive-combat:weapons.thrown")
def test_a_group_of_the_melee_table_makes_a_melee_weapon() -> None:
    arms = {
        a.name: (a.group, a.figure, a.ranged)
        for a in game.fighter(
            weapons=[
                {"name": "throwing axe", "short": SHORT},
                {"name": "javelin", "group": "Thrown weapons", "short": SHORT},
                {"name": "arcane blast", "medium": SHORT},
                {"name": "tail", "damage": 4},
            ]
        ).carried()
    }
    assert arms == {
        "throwing axe": ("axes", 2, False),
        "javelin": ("thrown weapons", None, True),
        "arcane blast": ("arcane blast", None, True),
        "tail": ("tail", 4, False),
        "unarmed": ("brawling", 0, False),
    }


@pytest.mark.rule("reactive-combat:repeaters")
def test_an_integer_reload_is_a_repeater_and_enters_full() -> None:
    ann = game.fighter(
        conviction=2,
        weapons=[
            {"name": "pistol", "reload": 6, "short": SHORT},
            {"name": "crossbow", "reload": "minor", "short": SHORT},
        ],
    )
    assert ann.ammunition == {"pistol": 6}
    assert (ann.conviction, ann.marks, ann.penalties, ann.unloaded) == (2, 0, 0, ())
    assert enter(ann.sheet, "Bea").name == "Bea"
    assert [arm(w).weapon.capacity for w in ann.sheet.weapons] == [6, None]


@pytest.mark.rule("reactive-combat:reload")
def test_another_reload_is_the_actions_it_takes() -> None:
    found = faults(
        'toughness = 1\ndefense = 1\n[[weapons]]\nname = "bow"\nreload = "slow"\n'
        "short = { tn = 1, power = 2 }"
    )
    assert [line for line, _ in found] == [7]


@pytest.mark.rule("reactive-combat:marks.out")
def test_nobody_is_out_unless_the_rulings_say_at_how_many_marks() -> None:
    hurt = game.fighter(now={"marks": 40})
    assert not is_out(hurt, Rulings())
    assert is_out(hurt, Rulings(out_at_marks=40))
    assert not is_out(hurt, Rulings(out_at_marks=41))


@pytest.mark.rule("reactive-combat:tests.abilities")
def test_what_a_sheet_leaves_out() -> None:
    sheet = game.sheet()
    assert set(msgspec.structs.asdict(sheet.abilities).values()) == {0}
    assert (sheet.level, sheet.conviction, sheet.armour, sheet.size) == (1, 0, 0, "normal")
    assert sheet.focus("fighting") is None


@pytest.mark.parametrize(("level", "fine"), [(0, False), (1, True), (20, True), (21, False)])
def test_levels_go_from_1_to_20(level: int, fine: bool) -> None:
    text = f'class = "mage"\ndefense = 1\nlevel = {level}'
    if fine:
        affray.loads(HEAD + text)
    else:
        assert [line for line, _ in faults(text)] == [5]


@pytest.mark.rule("reactive-combat:tests")
@pytest.mark.parametrize(("bonus", "fine"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_focus_adds_2_or_3(bonus: int, fine: bool) -> None:
    focus = f'{{ name = "axes", bonus = {bonus} }}'
    text = f"toughness = 1\ndefense = 1\n[focuses]\nfighting = {focus}"
    if fine:
        affray.loads(HEAD + text)
    else:
        assert [line for line, _ in faults(text)] == [6]


@pytest.mark.parametrize("bad", [-10, 100, 2.5, "3", True])
def test_scores_are_whole_numbers_within_bounds(bad: Any) -> None:
    shown = str(bad).lower() if isinstance(bad, bool) else repr(bad).replace("'", '"')
    assert faults(f"toughness = 1\ndefense = 1\n[abilities]\ndexterity = {shown}")[0][0] == 6
