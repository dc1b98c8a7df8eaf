"""Rules 7.6, 7.7, 8, 9 and 4: the damage roll, its table, and what Stamina is left."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from affray.faults import BadRequest, Forbidden

if TYPE_CHECKING:
    from tests.troika.conftest import Arena, Seen


def bare(arena: Arena, weapon: str, die: int, **options: Any) -> Seen:
    """A damage roll without sheets."""
    return arena.play("damage", (), (die,), weapon=(weapon,), **options)


@pytest.mark.rule("troika:8")
def test_every_number_of_every_row(arena: Arena, rows: dict[str, tuple[int, ...]]) -> None:
    assert len(rows) == 25
    for weapon, row in rows.items():
        for column, amount in enumerate(row, 1):
            die, bonus = min(column, 6), column - min(column, 6)
            seen = bare(arena, weapon, die, bonus=bonus)
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
def test_worked_cases(
    arena: Arena, weapon: str, die: int, options: dict[str, Any], column: int, amount: int
) -> None:
    seen = bare(arena, weapon, die, **options)
    assert seen.columns == [column]
    assert seen.hurt == [("the target", amount)]


@pytest.mark.rule("troika:8.2")
def test_a_bonus_joins_the_roll_and_not_the_damage(arena: Arena) -> None:
    assert bare(arena, "sword", 5, bonus=1).hurt == [("the target", 8)]
    assert bare(arena, "sword", 2, bonus=2).hurt == [("the target", 6)]
    assert bare(arena, "sword", 4, bonus=-2).hurt == [("the target", 6)]
    assert bare(arena, "sword", 3, bonus=-2).hurt == [("the target", 4)]


@pytest.mark.rule("troika:7.6")
@pytest.mark.parametrize(("die", "column"), [(1, 1), (2, 1), (3, 2), (6, 5)])
def test_a_shield_takes_one_off_down_to_one(arena: Arena, die: int, column: int) -> None:
    seen = bare(arena, "axe", die, shield=True)
    assert seen.columns == [column]
    assert seen.values("7.6") == [-1]
    assert "7.6" not in bare(arena, "axe", die).cited


@pytest.mark.rule("troika:9")
@pytest.mark.parametrize(
    ("armour", "off"), [("unarmoured", 0), ("light", 1), ("modest", 2), ("heavy", 3), (4, 4)]
)
def test_what_armour_takes_off(arena: Arena, armour: str | int, off: int) -> None:
    ann, bob = arena.fighter("Ann", weapons=["longsword"]), arena.fighter("Bob", armour=armour)
    seen = arena.play("damage", (ann, bob), (6,))
    assert seen.columns == [6 - off]
    assert seen.values("9") == ([-off] if off else [])


@pytest.mark.rule("troika:9", "troika:15")
def test_a_dragon_has_four_points(arena: Arena) -> None:
    seen = arena.play("damage", (arena.fighter(), arena.creature("dragon")), (6,))
    assert (seen.columns, seen.hurt) == ([2], [("Dragon", 6)])


@pytest.mark.rule("troika:8/ignores-armour")
@pytest.mark.parametrize(("armour", "counted"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3)])
def test_a_marked_weapon_ignores_one_point(
    arena: Arena, hash_rows: frozenset[str], armour: int, counted: int
) -> None:
    for weapon in hash_rows:
        seen = bare(arena, weapon, 6, armour=armour)
        assert seen.columns == [6 - counted], weapon
        assert seen.values("8/ignores-armour") == ([1] if armour else [])


@pytest.mark.rule("troika:8/ignores-armour")
def test_the_others_ignore_none(
    arena: Arena, rows: dict[str, tuple[int, ...]], hash_rows: frozenset[str]
) -> None:
    for weapon in set(rows) - hash_rows - {"jolt"}:
        assert bare(arena, weapon, 6, armour=2).columns == [4], weapon


@pytest.mark.rule("troika:8/ignores-armour", "troika:8/shield-hash")
def test_jolt_passes_all_armour_but_no_shield(arena: Arena) -> None:
    assert bare(arena, "jolt", 6, armour=9).columns == [6]
    assert bare(arena, "jolt", 6, armour=9, shield=True).columns == [5]


@pytest.mark.rule("troika:8/shield-hash")
@pytest.mark.parametrize(("passes", "column"), [(False, 4), (True, 5)])
@pytest.mark.parametrize("weapon", ["hammer", "jolt", "sword"])
def test_whether_what_passes_armour_passes_a_shield(
    arena: Arena, weapon: str, passes: bool, column: int
) -> None:
    rulings = {"hash_ignores_shield": passes}
    seen = arena.play("damage", (), (5,), rulings, weapon=(weapon,), shield=True)
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
    arena: Arena, die: int, armour: int, bonus: int, once: int, each: int
) -> None:
    options: dict[str, Any] = {"weapon": ("spear",), "armour": armour, "bonus": bonus}
    assert arena.play("damage", (), (die,), None, **options).columns == [once]
    assert arena.play("damage", (), (die,), {"clamp": "once"}, **options).columns == [once]
    assert arena.play("damage", (), (die,), {"clamp": "each"}, **options).columns == [each]


@pytest.mark.rule("troika:8/clamp")
def test_a_bound_roll_names_the_switch(arena: Arena) -> None:
    for armour, bonus in ((3, 0), (1, 0), (0, 7), (2, 1)):
        assert bare(arena, "sword", 1, armour=armour, bonus=bonus).switches("8/clamp") == {"clamp"}
    for armour, bonus in ((0, 0), (0, 6), (2, 2), (1, 1)):
        assert bare(arena, "sword", 1, armour=armour, bonus=bonus).switches("8/clamp") == set()


@pytest.mark.rule("troika:8", "troika:7.6", "troika:8/clamp")
def test_the_formula_over_its_whole_range(arena: Arena, rows: dict[str, tuple[int, ...]]) -> None:
    for die, armour, shield, bonus in product(range(1, 7), range(5), (False, True), range(-2, 6)):
        column = min(7, max(1, die - armour - shield + bonus))
        seen = bare(arena, "longsword", die, armour=armour, shield=shield, bonus=bonus)
        assert seen.columns == [column]
        assert seen.hurt == [("the target", rows["longsword"][column - 1])]


@pytest.mark.rule("troika:8", "troika:7.7")
def test_every_step_to_the_number_is_shown(arena: Arena) -> None:
    seen = bare(arena, "sword", 5, armour=1, bonus=3)
    assert seen.values("8") == [3, 5, 10]
    assert seen.values("9") == [-1]
    assert seen.texts("8")[-1] == "sword, column 7+"
    assert bare(arena, "sword", 5).texts("8")[-1] == "sword, column 5"
    both = arena.play("damage", (), (5,), weapon=("sword", "axe"))
    assert both.texts("7.7") == ["of the weapons in hand, axe is read"]
    assert both.values("8") == [5, 8]


@pytest.mark.rule("troika:8.1")
def test_the_number_found_is_doubled_not_the_die(arena: Arena) -> None:
    seen = bare(arena, "greatsword", 2, mighty=True)
    # Column 2 holds 4: 8. A doubled die would read column 4: 10.
    assert seen.blows == [("the target", "greatsword", 2, 2, 8, True)]
    assert seen.values("8.1") == [8]
    assert "8.1" not in bare(arena, "greatsword", 2).cited


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
def test_other_names_for_a_row(
    arena: Arena, rows: dict[str, tuple[int, ...]], called: str, row: str
) -> None:
    for die in range(1, 7):
        assert bare(arena, called, die).blows == [
            ("the target", called, die, die, rows[row][die - 1], False)
        ]


@pytest.mark.rule("troika:8.3", "troika:8/two-hands", "troika:8/ignores-armour")
def test_a_sledgehammer_is_a_maul_in_all(arena: Arena) -> None:
    assert bare(arena, "sledgehammer", 3, armour=1).columns == [3]
    ann = arena.fighter(weapons=["sledgehammer"], shield=True)
    with pytest.raises(Forbidden) as refused:
        arena.play("damage", ann, (3,))
    assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:7.7", "troika:7.7/best-row")
@pytest.mark.parametrize(("die", "weapon", "amount"), [(2, "sword", 6), (5, "axe", 8)])
@pytest.mark.parametrize("order", [("sword", "axe"), ("axe", "sword")])
def test_of_two_weapons_the_row_that_hurts_most(
    arena: Arena, die: int, weapon: str, amount: int, order: tuple[str, str]
) -> None:
    seen = arena.play("damage", (), (die,), weapon=order)
    assert seen.blows == [("the target", weapon, die, die, amount, False)]
    held = arena.play("damage", (arena.fighter(weapons=order), arena.fighter("Bob")), (die,))
    assert held.blows == [("Bob", weapon, die, die, amount, False)]
    assert held.switches("7.7/best-row") == {"weapon_choice"}


@pytest.mark.rule("troika:7.7")
def test_the_row_is_chosen_after_the_die_and_its_armour(arena: Arena) -> None:
    # Die 4, armour 1: the sword reads column 3, 6; the hammer, past the armour, column 4, 6;
    # die 5: sword column 4, 6; hammer column 5, 8.
    ann, bob = arena.fighter("Ann", weapons=["sword", "hammer"]), arena.fighter("Bob", armour=1)
    assert arena.play("damage", (ann, bob), (4,)).blows == [("Bob", "sword", 4, 3, 6, False)]
    assert arena.play("damage", (ann, bob), (5,)).blows == [("Bob", "hammer", 5, 5, 8, False)]


@pytest.mark.rule("troika:7.7/best-row")
def test_the_first_weapon_when_so_ruled(arena: Arena) -> None:
    first = {"weapon_choice": "first"}
    for die, amount in ((2, 6), (5, 6)):
        seen = arena.play("damage", (), (die,), first, weapon=("sword", "axe"))
        assert seen.blows == [("the target", "sword", die, die, amount, False)]


@pytest.mark.rule("troika:7.7/best-row")
def test_naming_a_weapon_fixes_the_row(arena: Arena) -> None:
    ann, bob = arena.fighter("Ann", weapons=["sword", "axe"]), arena.fighter("Bob")
    seen = arena.play("damage", (ann, bob), (2,), weapon=("axe",))
    assert seen.blows == [("Bob", "axe", 2, 2, 2, False)]


@pytest.mark.rule("troika:7.7")
def test_only_what_the_hands_hold_counts(arena: Arena) -> None:
    # The maul needs both hands, so it is stowed while the sword is out; and of three
    # one-handed weapons only two fit.
    ann = arena.fighter("Ann", weapons=["sword", "maul"])
    assert arena.play("damage", ann, (6,)).blows[0][1] == "sword"
    bob = arena.fighter("Bob", weapons=["knife", "staff", "longsword"])
    assert arena.play("damage", bob, (2,)).blows[0][1] == "staff"
    cid = arena.fighter("Cid", weapons=["knife", "longsword"], shield=True)
    assert arena.play("damage", cid, (2,)).blows[0][1] == "knife"


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_a_shield_is_refused(
    arena: Arena, rows: dict[str, tuple[int, ...]], star_rows: frozenset[str]
) -> None:
    for weapon in rows:
        ann = arena.fighter(weapons=[weapon], shield=True)
        if weapon in star_rows:
            with pytest.raises(Forbidden) as refused:
                arena.play("damage", ann, (3,))
            assert refused.value.rule == "troika:8/two-hands"
        else:
            assert arena.play("damage", ann, (3,)).blows[0][1] == weapon


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_a_second_weapon_is_refused(
    arena: Arena, star_rows: frozenset[str]
) -> None:
    ann = arena.fighter()
    for weapon in star_rows:
        for pair in ((weapon, "knife"), ("knife", weapon), (weapon, "shield"), ("shield", weapon)):
            with pytest.raises(Forbidden) as refused:
                arena.play("damage", ann, (3,), weapon=pair)
            assert refused.value.rule == "troika:8/two-hands"
        assert arena.play("damage", ann, (3,), weapon=(weapon,)).blows[0][1] == weapon


@pytest.mark.rule("troika:8/two-hands")
def test_two_handed_beside_another_is_refused_without_sheets_too(arena: Arena) -> None:
    with pytest.raises(Forbidden) as refused:
        arena.play("damage", (), (3,), weapon=("greatsword", "sword"))
    assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:8/two-hands", "troika:7.7")
def test_two_handed_on_the_sheet_beside_another_is_stowed(arena: Arena) -> None:
    for weapons, held in ((["shield", "maul"], "shield"), (["maul", "shield"], "maul")):
        ann = arena.fighter(weapons=weapons)
        for die in range(1, 7):
            assert arena.play("damage", ann, (die,)).blows[0][1] == held


@pytest.mark.rule("troika:7.7", "troika:8/two-hands")
def test_a_part_of_the_body_fills_no_hand(arena: Arena, rows: dict[str, tuple[int, ...]]) -> None:
    three = arena.fighter(weapons=["knife", "club", "large beast"])
    assert arena.play("damage", three, (3,)).blows[0][1] == "large beast"
    guarded = arena.fighter(weapons=["knife", "large beast"], shield=True)
    assert arena.play("damage", guarded, (3,)).hurt == [("the target", rows["large beast"][2])]
    named = arena.play("damage", guarded, (3,), weapon=("knife", "large beast", "unarmed"))
    assert named.blows[0][1] == "large beast"


@pytest.mark.rule("troika:8/two-hands")
def test_a_refusal_says_what_is_beside_what(arena: Arena) -> None:
    guarded = arena.fighter(weapons=["maul"], shield=True)
    with pytest.raises(Forbidden, match="Ann has no hand free for maul beside a shield"):
        arena.play("damage", guarded, (3,))
    with pytest.raises(Forbidden, match="Ann has no hand free for maul beside a second weapon"):
        arena.play("damage", arena.fighter(), (3,), weapon=("knife", "maul"))
    with pytest.raises(Forbidden, match="no hand free for axe beside a second weapon"):
        arena.play("damage", arena.fighter(), (3,), weapon=("knife", "club", "axe"))


@pytest.mark.rule("troika:8/two-hands")
def test_a_shield_in_hand_is_no_second_weapon_too_many(arena: Arena) -> None:
    # The shield on the arm may itself be struck with (it has a row), beside a sword.
    ann = arena.fighter(weapons=["sword", "shield"], shield=True)
    assert arena.play("damage", ann, (4,)).blows[0][1] == "sword"
    assert arena.play("damage", ann, (4,), weapon=("shield",)).blows[0][4] == 4


@pytest.mark.rule("troika:8")
def test_without_a_weapon_it_is_unarmed(arena: Arena) -> None:
    assert arena.play("damage", (), (6,)).blows == [("the target", "unarmed", 6, 6, 3, False)]
    ann, bob = arena.fighter("Ann", weapons=[]), arena.fighter("Bob")
    assert arena.play("damage", (ann, bob), (4,)).blows == [("Bob", "unarmed", 4, 4, 2, False)]


@pytest.mark.rule("troika:8", "troika:7.6", "troika:9")
def test_with_sheets_the_target_wears_its_own(arena: Arena) -> None:
    ann = arena.fighter("Ann", weapons=["axe"])
    bob = arena.fighter("Bob", armour="modest", shield=True, stamina=20)
    seen = arena.play("damage", (ann, bob), (6,))
    assert seen.blows == [("Bob", "axe", 6, 3, 6, False)]
    assert seen.effects == [("Bob", "stamina", 20, 14)]
    given = arena.play("damage", (ann, bob), (6,), armour=0, shield=False)
    assert given.columns == [6]


@pytest.mark.rule("troika:4")
@pytest.mark.parametrize(
    ("stamina", "after", "said"), [(7, 1, None), (6, 0, "dying"), (5, -1, "dead")]
)
def test_no_stamina_is_dying_and_less_is_dead(
    arena: Arena, stamina: int, after: int, said: str | None
) -> None:
    ann, bob = arena.fighter("Ann"), arena.fighter("Bob", stamina=stamina)
    seen = arena.play("damage", (ann, bob), (4,))
    assert seen.effects == [("Bob", "stamina", stamina, after)]
    texts = [step.text for step in seen.outcome.trace if step.rule == "troika:4"]
    assert (said is None and not texts) or (said is not None and said in texts[0])


@pytest.mark.rule("troika:8")
def test_a_sheets_own_row(arena: Arena) -> None:
    engine = {"name": "engine", "damage": [1, 3, 5, 7, 9, 11, 13], "ignores_armour": 2}
    ann, bob = arena.fighter("Ann", weapons=[engine]), arena.fighter("Bob", armour=3)
    assert [arena.play("damage", (ann, bob), (d,)).hurt[0][1] for d in range(1, 7)] == [
        1, 1, 3, 5, 7, 9,
    ]  # fmt: skip
    assert arena.play("damage", (ann, bob), (6,), bonus=2).hurt == [("Bob", 13)]


@pytest.mark.parametrize(
    ("weapon", "hint"), [("swrod", "did you mean `sword`"), ("greatswrd", "`greatsword`")]
)
def test_an_unknown_weapon_names_the_nearest(arena: Arena, weapon: str, hint: str) -> None:
    with pytest.raises(BadRequest, match=hint):
        bare(arena, weapon, 3)
    with pytest.raises(BadRequest, match=hint):
        arena.play("damage", arena.fighter(), (3,), weapon=(weapon,))


def test_names_of_weapons_are_known_case_aside(arena: Arena) -> None:
    assert bare(arena, "Large BEAST", 4).blows[0][4] == 10
