"""Rules 7.6, 7.7, 8, 9 and 4: the damage roll, its table, and what Stamina is left."""

from itertools import product
from typing import Any

import pytest

from affray.faults import BadRequest, Forbidden
from tests.scaffold.game import Seen
from tests.troika.arena import HASH_ROWS, ROWS, STAR_ROWS, game


def bare(weapon: str, die: int, **options: Any) -> Seen:
    """A damage roll without sheets."""
    return game.play("damage", (), (die,), weapon=(weapon,), **options)


@pytest.mark.rule("troika:8")
def test_every_number_of_every_row() -> None:
    assert len(ROWS) == 25
    for weapon, row in ROWS.items():
        for column, amount in enumerate(row, 1):
            die, bonus = min(column, 6), column - min(column, 6)
            seen = bare(weapon, die, bonus=bonus)
            assert seen.word == "damage"
            assert seen.blows == [("the target", weapon, die, column, amount, False)]
            assert seen.effects == []


@pytest.mark.rule("troika:8", "troika:9", "troika:8/ignores-armour")
@pytest.mark.parametrize(
    ("weapon", "die", "options", "column", "amount"),
    [
        ("sword", 3, {"armour": 2}, 1, 4),
        ("maul", 2, {"armour": 1}, 2, 2),
        ("hammer", 3, {"armour": 0}, 3, 4),
        ("club", 1, {"shield": True}, 1, 1),
        ("bow", 5, {"bonus": 2 + 1}, 7, 12),
        ("greatsword", 6, {"armour": 1, "mighty": True}, 5, 24),
        ("jolt", 4, {"armour": 3}, 4, 3),
        # The text's own example of a bonus, and DESIGN.md's of the command line.
        ("sword", 5, {"bonus": 1}, 6, 8),
        ("greatsword", 4, {"armour": 2, "shield": True, "bonus": 1, "mighty": True}, 2, 8),
    ],
)
def test_worked_cases(weapon: str, die: int, options: Any, column: int, amount: int) -> None:
    seen = bare(weapon, die, **options)
    assert seen.columns == [column]
    assert seen.hurt == [("the target", amount)]


@pytest.mark.rule("troika:8.2")
def test_a_bonus_joins_the_roll_and_not_the_damage() -> None:
    assert bare("sword", 5, bonus=1).hurt == [("the target", 8)]
    assert bare("sword", 2, bonus=2).hurt == [("the target", 6)]
    assert bare("sword", 4, bonus=-2).hurt == [("the target", 6)]
    assert bare("sword", 3, bonus=-2).hurt == [("the target", 4)]


@pytest.mark.rule("troika:7.6")
@pytest.mark.parametrize(("die", "column"), [(1, 1), (2, 1), (3, 2), (6, 5)])
def test_a_shield_takes_one_off_down_to_one(die: int, column: int) -> None:
    seen = bare("axe", die, shield=True)
    assert seen.columns == [column]
    assert seen.values("7.6") == [-1]
    assert "7.6" not in bare("axe", die).cited


@pytest.mark.rule("troika:9")
@pytest.mark.parametrize(
    ("armour", "off"), [("unarmoured", 0), ("light", 1), ("modest", 2), ("heavy", 3), (4, 4)]
)
def test_what_armour_takes_off(armour: str | int, off: int) -> None:
    ann, bob = game.fighter("Ann", weapons=["longsword"]), game.fighter("Bob", armour=armour)
    seen = game.play("damage", (ann, bob), (6,))
    assert seen.columns == [6 - off]
    assert seen.values("9") == ([-off] if off else [])


@pytest.mark.rule("troika:9", "troika:15")
def test_a_dragon_has_four_points() -> None:
    seen = game.play("damage", (game.fighter(), game.creature("dragon")), (6,))
    assert (seen.columns, seen.hurt) == ([2], [("Dragon", 6)])


@pytest.mark.rule("troika:8/ignores-armour")
@pytest.mark.parametrize(("armour", "counted"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3)])
def test_a_marked_weapon_ignores_one_point(armour: int, counted: int) -> None:
    for weapon in HASH_ROWS:
        seen = bare(weapon, 6, armour=armour)
        assert seen.columns == [6 - counted], weapon
        assert seen.values("8/ignores-armour") == ([1] if armour else [])


@pytest.mark.rule("troika:8/ignores-armour")
def test_the_others_ignore_none() -> None:
    for weapon in set(ROWS) - HASH_ROWS - {"jolt"}:
        assert bare(weapon, 6, armour=2).columns == [4], weapon


@pytest.mark.rule("troika:8/ignores-armour", "troika:8/shield-hash")
def test_jolt_passes_all_armour_but_no_shield() -> None:
    assert bare("jolt", 6, armour=9).columns == [6]
    assert bare("jolt", 6, armour=9, shield=True).columns == [5]


@pytest.mark.rule("troika:8/shield-hash")
@pytest.mark.parametrize(("passes", "column"), [(False, 4), (True, 5)])
@pytest.mark.parametrize("weapon", ["hammer", "jolt", "sword"])
def test_whether_what_passes_armour_passes_a_shield(weapon: str, passes: bool, column: int) -> None:
    rulings = {"hash_ignores_shield": passes}
    seen = game.play("damage", (), (5,), rulings, weapon=(weapon,), shield=True)
    assert seen.columns == [4 if weapon == "sword" else column]
    if weapon != "sword":
        assert seen.switches("8/shield-hash") == {"hash_ignores_shield"}


@pytest.mark.rule("troika:8/clamp")
@pytest.mark.parametrize(
    ("die", "armour", "bonus", "once", "each"),
    [
        (1, 3, 2, 1, 3),  # -2 + 2 = 0, held at 1; or 1 first, then + 2
        (2, 3, 3, 2, 4),
        (1, 3, 3, 1, 4),
        (6, 0, 5, 7, 7),
        (6, 2, 3, 7, 7),  # never 7 first and then less armour
        (1, 0, -2, 1, 1),
        (4, 2, 1, 3, 3),
    ],
)
def test_the_roll_is_held_between_one_and_seven_once(
    die: int, armour: int, bonus: int, once: int, each: int
) -> None:
    options: dict[str, Any] = {"weapon": ("spear",), "armour": armour, "bonus": bonus}
    assert game.play("damage", (), (die,), None, **options).columns == [once]
    assert game.play("damage", (), (die,), {"clamp": "once"}, **options).columns == [once]
    assert game.play("damage", (), (die,), {"clamp": "each"}, **options).columns == [each]


@pytest.mark.rule("troika:8/clamp")
def test_a_bound_roll_names_the_switch() -> None:
    for armour, bonus in ((3, 0), (1, 0), (0, 7), (2, 1)):
        assert bare("sword", 1, armour=armour, bonus=bonus).switches("8/clamp") == {"clamp"}
    for armour, bonus in ((0, 0), (0, 6), (2, 2), (1, 1)):
        assert bare("sword", 1, armour=armour, bonus=bonus).switches("8/clamp") == set()


@pytest.mark.rule("troika:8", "troika:7.6", "troika:8/clamp")
def test_the_formula_over_its_whole_range() -> None:
    for die, armour, shield, bonus in product(range(1, 7), range(5), (False, True), range(-2, 6)):
        column = min(7, max(1, die - armour - shield + bonus))
        seen = bare("longsword", die, armour=armour, shield=shield, bonus=bonus)
        assert seen.columns == [column]
        assert seen.hurt == [("the target", ROWS["longsword"][column - 1])]


@pytest.mark.rule("troika:8", "troika:7.7")
def test_every_step_to_the_number_is_shown() -> None:
    seen = bare("sword", 5, armour=1, bonus=3)
    assert seen.values("8") == [3, 5, 10]
    assert seen.values("9") == [-1]
    assert seen.texts("8")[-1] == "sword, column 7+"
    assert bare("sword", 5).texts("8")[-1] == "sword, column 5"
    both = game.play("damage", (), (5,), weapon=("sword", "axe"))
    assert both.texts("7.7") == ["of the weapons in hand, axe is read"]
    assert both.values("8") == [5, 8]


@pytest.mark.rule("troika:8.1")
def test_the_number_found_is_doubled_not_the_die() -> None:
    seen = bare("greatsword", 2, mighty=True)
    # Column 2 holds 4: 8. A doubled die would read column 4: 10.
    assert seen.blows == [("the target", "greatsword", 2, 2, 8, True)]
    assert seen.values("8.1") == [8]
    assert "8.1" not in bare("greatsword", 2).cited


@pytest.mark.rule("troika:8.3")
@pytest.mark.parametrize(
    ("called", "row"),
    [
        ("rapier", "sword"),
        ("claws", "sword"),
        ("sledgehammer", "maul"),
        ("hooves", "club"),
        ("lance", "spear"),
    ],
)
def test_other_names_for_a_row(called: str, row: str) -> None:
    for die in range(1, 7):
        assert bare(called, die).blows == [
            ("the target", called, die, die, ROWS[row][die - 1], False)
        ]


@pytest.mark.rule("troika:8.3", "troika:8/two-hands", "troika:8/ignores-armour")
def test_a_sledgehammer_is_a_maul_in_all() -> None:
    assert bare("sledgehammer", 3, armour=1).columns == [3]
    ann = game.fighter(weapons=["sledgehammer"], shield=True)
    with pytest.raises(Forbidden) as refused:
        game.play("damage", ann, (3,))
    assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:7.7", "troika:7.7/best-row")
@pytest.mark.parametrize(("die", "weapon", "amount"), [(2, "sword", 6), (5, "axe", 8)])
@pytest.mark.parametrize("order", [("sword", "axe"), ("axe", "sword")])
def test_of_two_weapons_the_row_that_hurts_most(
    die: int, weapon: str, amount: int, order: tuple[str, str]
) -> None:
    seen = game.play("damage", (), (die,), weapon=order)
    assert seen.blows == [("the target", weapon, die, die, amount, False)]
    held = game.play("damage", (game.fighter(weapons=order), game.fighter("Bob")), (die,))
    assert held.blows == [("Bob", weapon, die, die, amount, False)]
    assert held.switches("7.7/best-row") == {"weapon_choice"}


@pytest.mark.rule("troika:7.7")
def test_the_row_is_chosen_after_the_die_and_its_armour() -> None:
    # Die 4, armour 1: the sword reads column 3, 6; the hammer, past the armour, column 4, 6;
    # die 5: sword column 4, 6; hammer column 5, 8.
    ann, bob = game.fighter("Ann", weapons=["sword", "hammer"]), game.fighter("Bob", armour=1)
    assert game.play("damage", (ann, bob), (4,)).blows == [("Bob", "sword", 4, 3, 6, False)]
    assert game.play("damage", (ann, bob), (5,)).blows == [("Bob", "hammer", 5, 5, 8, False)]


@pytest.mark.rule("troika:7.7/best-row")
def test_the_first_weapon_when_so_ruled() -> None:
    first = {"weapon_choice": "first"}
    for die, amount in ((2, 6), (5, 6)):
        seen = game.play("damage", (), (die,), first, weapon=("sword", "axe"))
        assert seen.blows == [("the target", "sword", die, die, amount, False)]


@pytest.mark.rule("troika:7.7/best-row")
def test_naming_a_weapon_fixes_the_row() -> None:
    ann, bob = game.fighter("Ann", weapons=["sword", "axe"]), game.fighter("Bob")
    seen = game.play("damage", (ann, bob), (2,), weapon=("axe",))
    assert seen.blows == [("Bob", "axe", 2, 2, 2, False)]


@pytest.mark.rule("troika:7.7")
def test_only_what_the_hands_hold_counts() -> None:
    # The maul needs both hands, so it is stowed while the sword is out; and of three
    # one-handed weapons only two fit.
    ann = game.fighter("Ann", weapons=["sword", "maul"])
    assert game.play("damage", ann, (6,)).blows[0][1] == "sword"
    bob = game.fighter("Bob", weapons=["knife", "staff", "longsword"])
    assert game.play("damage", bob, (2,)).blows[0][1] == "staff"
    cid = game.fighter("Cid", weapons=["knife", "longsword"], shield=True)
    assert game.play("damage", cid, (2,)).blows[0][1] == "knife"


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_a_shield_is_refused() -> None:
    for weapon in ROWS:
        ann = game.fighter(weapons=[weapon], shield=True)
        if weapon in STAR_ROWS:
            with pytest.raises(Forbidden) as refused:
                game.play("damage", ann, (3,))
            assert refused.value.rule == "troika:8/two-hands"
        else:
            assert game.play("damage", ann, (3,)).blows[0][1] == weapon


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_a_second_weapon_is_refused() -> None:
    ann = game.fighter()
    for weapon in STAR_ROWS:
        for pair in ((weapon, "knife"), ("knife", weapon), (weapon, "shield"), ("shield", weapon)):
            with pytest.raises(Forbidden) as refused:
                game.play("damage", ann, (3,), weapon=pair)
            assert refused.value.rule == "troika:8/two-hands"
        assert game.play("damage", ann, (3,), weapon=(weapon,)).blows[0][1] == weapon


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_another_is_refused_without_sheets_too() -> None:
    with pytest.raises(Forbidden) as refused:
        game.play("damage", (), (3,), weapon=("greatsword", "sword"))
    assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:8/two-hands", "troika:7.7")
def test_two_handed_on_the_sheet_beside_another_is_stowed() -> None:
    for weapons, held in ((["shield", "maul"], "shield"), (["maul", "shield"], "maul")):
        ann = game.fighter(weapons=weapons)
        for die in range(1, 7):
            assert game.play("damage", ann, (die,)).blows[0][1] == held


@pytest.mark.rule("troika:7.7", "troika:8/two-hands")
def test_a_part_of_the_body_fills_no_hand() -> None:
    three = game.fighter(weapons=["knife", "club", "large beast"])
    assert game.play("damage", three, (3,)).blows[0][1] == "large beast"
    guarded = game.fighter(weapons=["knife", "large beast"], shield=True)
    assert game.play("damage", guarded, (3,)).hurt == [("the target", ROWS["large beast"][2])]
    named = game.play("damage", guarded, (3,), weapon=("knife", "large beast", "unarmed"))
    assert named.blows[0][1] == "large beast"


@pytest.mark.rule("troika:8/two-hands")
def test_a_refusal_says_what_is_beside_what() -> None:
    guarded = game.fighter(weapons=["maul"], shield=True)
    with pytest.raises(Forbidden, match="Ann has no hand free for maul beside a shield"):
        game.play("damage", guarded, (3,))
    with pytest.raises(Forbidden, match="Ann has no hand free for maul beside a second weapon"):
        game.play("damage", game.fighter(), (3,), weapon=("knife", "maul"))
    with pytest.raises(Forbidden, match="no hand free for axe beside a second weapon"):
        game.play("damage", game.fighter(), (3,), weapon=("knife", "club", "axe"))


@pytest.mark.rule("troika:8/two-hands")
def test_a_shield_in_hand_is_no_second_weapon_too_many() -> None:
    # The shield on the arm may itself be struck with (it has a row), beside a sword.
    ann = game.fighter(weapons=["sword", "shield"], shield=True)
    assert game.play("damage", ann, (4,)).blows[0][1] == "sword"
    assert game.play("damage", ann, (4,), weapon=("shield",)).blows[0][4] == 4


@pytest.mark.rule("troika:8")
def test_without_a_weapon_it_is_unarmed() -> None:
    assert game.play("damage", (), (6,)).blows == [("the target", "unarmed", 6, 6, 3, False)]
    ann, bob = game.fighter("Ann", weapons=[]), game.fighter("Bob")
    assert game.play("damage", (ann, bob), (4,)).blows == [("Bob", "unarmed", 4, 4, 2, False)]


@pytest.mark.rule("troika:8", "troika:7.6", "troika:9")
def test_with_sheets_the_target_wears_its_own() -> None:
    ann = game.fighter("Ann", weapons=["axe"])
    bob = game.fighter("Bob", armour="modest", shield=True, stamina=20)
    seen = game.play("damage", (ann, bob), (6,))
    assert seen.blows == [("Bob", "axe", 6, 3, 6, False)]
    assert seen.effects == [("Bob", "stamina", 20, 14)]
    given = game.play("damage", (ann, bob), (6,), armour=0, shield=False)
    assert given.columns == [6]


@pytest.mark.rule("troika:4")
@pytest.mark.parametrize(
    ("stamina", "after", "said"), [(7, 1, None), (6, 0, "dying"), (5, -1, "dead")]
)
def test_no_stamina_is_dying_and_less_is_dead(stamina: int, after: int, said: str | None) -> None:
    ann, bob = game.fighter("Ann"), game.fighter("Bob", stamina=stamina)
    seen = game.play("damage", (ann, bob), (4,))
    assert seen.effects == [("Bob", "stamina", stamina, after)]
    texts = [step.text for step in seen.outcome.trace if step.rule == "troika:4"]
    assert (said is None and not texts) or (said is not None and said in texts[0])


@pytest.mark.rule("troika:8")
def test_a_sheets_own_row() -> None:
    engine = {"name": "engine", "damage": [1, 3, 5, 7, 9, 11, 13], "ignores_armour": 2}
    ann, bob = game.fighter("Ann", weapons=[engine]), game.fighter("Bob", armour=3)
    assert [game.play("damage", (ann, bob), (d,)).hurt[0][1] for d in range(1, 7)] == [
        1, 1, 3, 5, 7, 9,
    ]  # fmt: skip
    assert game.play("damage", (ann, bob), (6,), bonus=2).hurt == [("Bob", 13)]


@pytest.mark.parametrize(
    ("weapon", "hint"), [("swrod", "did you mean `sword`"), ("greatswrd", "`greatsword`")]
)
def test_an_unknown_weapon_names_the_nearest(weapon: str, hint: str) -> None:
    with pytest.raises(BadRequest, match=hint):
        bare(weapon, 3)
    with pytest.raises(BadRequest, match=hint):
        game.play("damage", game.fighter(), (3,), weapon=(weapon,))


def test_names_of_weapons_are_known_case_aside() -> None:
    assert bare("Large BEAST", 4).blows[0][4] == 10
