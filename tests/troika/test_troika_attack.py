"""Rules 6.1 and 7: an exchange of blows, and all that changes it.

Unless a test says otherwise, both sides have Skill 5, Stamina 20 and a sword, and are
untrained: a total is 5 plus the dice. A sword's row is 4 6 6 6 6 8 10, an axe's
2 2 6 6 8 10 12.
"""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.dice import SeededDice
from affray.faults import BadRequest, Forbidden
from tests.reference.troika import settle
from tests.scaffold.game import NamingDice
from tests.troika.arena import game

DOUBLE_SIX, DOUBLE_ONE = (6, 6), (1, 1)


ANN = game.fighter("Ann", luck=9)
BOB = game.fighter("Bob")


# The exchange
@pytest.mark.rule("troika:6.1", "troika:1.2")
def test_the_higher_total_wins() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 2))
    assert (seen.word, seen.success) == ("hit", True)
    assert (seen.totals, seen.specials) == ((13, 11), (None, None))
    assert seen.result.attacker.dice == (4, 4)
    assert seen.result.defender.dice == (3, 3)
    assert seen.blows == [("Bob", "sword", 2, 2, 6, False)]
    assert seen.effects == [("Bob", "stamina", 20, 14)]
    assert set(seen.values("6.1")) == {13, 11}


@pytest.mark.rule("troika:6.1")
def test_the_defender_can_win_and_then_damages_the_attacker() -> None:
    seen = game.attack(ANN, BOB, (3, 3, 4, 4, 6))
    assert (seen.word, seen.success) == ("countered", False)
    assert seen.blows == [("Ann", "sword", 6, 6, 8, False)]
    assert seen.effects == [("Ann", "stamina", 20, 12)]
    assert "Bob wins and strikes back" in seen.texts("6.1")


@pytest.mark.rule("troika:6.1")
def test_equal_totals_hurt_nobody() -> None:
    seen = game.attack(ANN, BOB, (3, 4, 5, 2))
    assert (seen.word, seen.success) == ("tie", False)
    assert (seen.blows, seen.effects) == ([], [])


@pytest.mark.rule("troika:6.1", "troika:2")
def test_each_fights_with_the_skill_for_the_weapon_in_hand() -> None:
    skills = {"sword fighting": 3, "axe fighting": 2, "fusil fighting": 6}
    ann = game.fighter("Ann", skills=skills, weapons=["sword"])
    bob = game.fighter("Bob", skill=4, skills=skills, weapons=["axe"])
    assert game.attack(ann, bob, (1, 2, 1, 3, 1)).totals == (5 + 3 + 3, 4 + 2 + 4)
    assert game.attack(bob, ann, (1, 3, 1, 2, 1)).totals == (10, 11)


@pytest.mark.rule("troika:2")
def test_a_skill_named_takes_the_place_of_the_weapons() -> None:
    skills = {"sword fighting": 3, "dancing": 1}
    ann, bob = game.fighter("Ann", skills=skills), game.fighter("Bob", skills=skills)
    seen = game.attack(ann, bob, (4, 4, 1, 2, 1), skill="Dancing", defence_skill="flute")
    assert seen.totals == (5 + 1 + 8, 5 + 3)


@pytest.mark.rule("troika:6.1", "troika:9", "troika:7.6")
def test_the_loser_wears_the_armour_that_counts() -> None:
    ann = game.fighter("Ann", armour="heavy", weapons=["axe"])
    bob = game.fighter("Bob", armour=1, shield=True, weapons=["hammer"])
    assert game.attack(ann, bob, (4, 4, 3, 3, 5)).blows == [("Bob", "axe", 5, 3, 6, False)]
    # A hammer ignores 1 of Ann's 3 points.
    assert game.attack(ann, bob, (3, 3, 4, 4, 5)).blows == [("Ann", "hammer", 5, 3, 4, False)]


@pytest.mark.rule("troika:4")
@pytest.mark.parametrize(("stamina", "after"), [(7, 1), (6, 0), (5, -1)])
def test_a_blow_may_kill(stamina: int, after: int) -> None:
    seen = game.attack(ANN, game.fighter("Bob", stamina=stamina), (4, 4, 3, 3, 3))
    assert seen.effects == [("Bob", "stamina", stamina, after)]
    assert ("4" in seen.cited) is (after <= 0)


def test_a_blow_takes_from_the_stamina_left() -> None:
    bob = game.fighter("Bob", now={"stamina": 11})
    assert game.attack(ANN, bob, (4, 4, 3, 3, 3)).effects == [("Bob", "stamina", 11, 5)]


# Mighty Blows and Fumbles
@pytest.mark.rule("troika:7.4", "troika:8.1")
def test_total_five_with_a_double_six_beats_nine_with_double_five() -> None:
    ann, bob = game.fighter("Ann", skill=5), game.fighter("Bob", skill=9)
    seen = game.attack(ann, bob, (6, 6, 5, 5, 4))
    assert (seen.word, seen.totals) == ("hit", (17, 19))
    assert seen.specials == ("mighty-blow", None)
    assert seen.blows == [("Bob", "sword", 4, 4, 12, True)]
    assert seen.effects == [("Bob", "stamina", 20, 8)]
    assert {"7.4", "8.1"} <= seen.cited


@pytest.mark.rule("troika:7.4", "troika:8.1")
def test_the_defender_strikes_mighty_blows_too() -> None:
    seen = game.attack(ANN, game.fighter("Bob", skill=1), (5, 6, 6, 6, 6))
    assert (seen.word, seen.totals) == ("countered", (16, 13))
    assert seen.blows == [("Ann", "sword", 6, 6, 16, True)]


@pytest.mark.rule("troika:7.5")
def test_total_sixteen_with_a_double_one_loses_to_three() -> None:
    ann, bob = game.fighter("Ann", skill=16), game.fighter("Bob", skill=3)
    seen = game.attack(ann, bob, (1, 1, 1, 2, 5))
    assert (seen.word, seen.totals) == ("countered", (18, 6))
    assert seen.specials == ("fumble", None)
    assert seen.blows == [("Ann", "sword", 5, 6, 8, False)]
    assert seen.texts("7.5")[0] == "Ann fumbles and loses"
    assert seen.values("7.5")[-1] == 1


@pytest.mark.rule("troika:7.5")
def test_a_defender_who_fumbles_loses_and_is_hurt_more() -> None:
    ann, bob = game.fighter("Ann", skill=3, weapons=["axe"]), game.fighter("Bob", skill=16)
    seen = game.attack(ann, bob, (1, 2, 1, 1, 2))
    assert (seen.word, seen.specials) == ("hit", (None, "fumble"))
    assert seen.texts("7.5")[0] == "Bob fumbles and loses"
    assert seen.blows == [("Bob", "axe", 2, 3, 6, False)]


@pytest.mark.rule("troika:7.5")
def test_nobody_gains_by_their_own_fumble() -> None:
    assert game.attack(ANN, BOB, (1, 1, 3, 3, 1)).blows == [("Ann", "sword", 1, 2, 6, False)]
    plain = game.attack(ANN, BOB, (2, 1, 3, 3, 1))
    assert plain.blows == [("Ann", "sword", 1, 1, 4, False)]


@pytest.mark.rule("troika:7.5")
def test_a_double_fumble_hurts_both_with_one_more_each() -> None:
    seen = game.attack(ANN, BOB, (1, 1, 1, 1, 1, 5))
    assert (seen.word, seen.success) == ("double-fumble", False)
    assert seen.specials == ("fumble", "fumble")
    assert seen.blows == [("Bob", "sword", 1, 2, 6, False), ("Ann", "sword", 5, 6, 8, False)]
    assert seen.effects == [("Bob", "stamina", 20, 14), ("Ann", "stamina", 20, 12)]
    assert seen.texts("7.5")[0] == "both fumble: each damages the other"
    assert seen.values("7.5")[1:] == [1, 1]


@pytest.mark.rule("troika:7.5")
def test_a_double_fumble_is_one_whatever_the_totals() -> None:
    ann, bob = game.fighter("Ann", skill=16), game.fighter("Bob", skill=3)
    assert game.attack(ann, bob, (1, 1, 1, 1, 1, 1), cover=6).word == "double-fumble"


@pytest.mark.rule("troika:7.4/against-fumble", "troika:7.4", "troika:7.5")
@pytest.mark.parametrize(
    ("ruling", "column", "amount"), [(None, 5, 16), ("both", 5, 16), ("mighty-blow", 4, 12)]
)
@pytest.mark.parametrize("attacking", [True, False])
def test_a_mighty_blow_against_a_fumble(
    ruling: str | None, column: int, amount: int, attacking: bool
) -> None:
    rulings = {} if ruling is None else {"mighty_against_fumble": ruling}
    ann, bob = game.fighter("Ann", weapons=["axe"]), game.fighter("Bob", weapons=["axe"])
    tests = (*DOUBLE_SIX, *DOUBLE_ONE) if attacking else (*DOUBLE_ONE, *DOUBLE_SIX)
    seen = game.attack(ann, bob, (*tests, 4), rulings)
    loser = "Bob" if attacking else "Ann"
    assert seen.word == ("hit" if attacking else "countered")
    # 1 joins the roll first; then the number found is doubled.
    assert seen.blows == [(loser, "axe", 4, column, amount, True)]
    assert seen.switches("7.4/against-fumble") == {"mighty_against_fumble"}


@pytest.mark.rule("troika:7.4", "troika:7.5", "troika:6.1")
def test_the_outcome_of_every_throw() -> None:
    """All 1,296 throws with totals 6 against 7, by the letter of the rules."""
    ann, bob = game.fighter("Ann", skill=6, weapons=[]), game.fighter("Bob", skill=7, weapons=[])
    for faces in product(range(1, 7), repeat=4):
        word, _, _ = settle(sum(faces[:2]), sum(faces[2:]), 6 - 7)
        more = {"clinch": 2, "double-fumble": 2, "tie": 0}.get(word, 1)
        assert game.attack(ann, bob, (*faces, *(3,) * more)).word == word, faces


# The clinch
@pytest.mark.rule("troika:7.4")
def test_a_clinch_shatters_both_weapons_and_hurts_nobody() -> None:
    bob = game.fighter("Bob", skill=16, weapons=["rapier", "club"], shield=True)
    seen = game.attack(ANN, bob, (6, 6, 6, 6))
    assert (seen.word, seen.success) == ("clinch", False)
    assert seen.specials == ("mighty-blow", "mighty-blow")
    assert seen.blows == []
    assert seen.effects == [
        ("Ann", "shattered", (), ("sword",)),
        ("Bob", "shattered", (), ("rapier",)),
    ]
    assert seen.texts("7.4") == [
        "both strike Mighty Blows: a clinch",
        "Ann's sword shatters",
        "Bob's rapier shatters",
    ]


@pytest.mark.rule("troika:7.4")
@pytest.mark.parametrize("natural", ["claws", "hooves", "unarmed", "small beast", "gigantic beast"])
def test_a_clinch_costs_natural_weapons_one_die_instead(natural: str) -> None:
    ann = game.fighter("Ann", weapons=[natural], armour=3)
    bob = game.fighter("Bob", weapons=[natural], stamina=5)
    seen = game.attack(ann, bob, (6, 6, 6, 6, 3, 5))
    assert seen.word == "clinch"
    # Stamina, not a damage roll: no armour, no doubling.
    assert seen.effects == [("Ann", "stamina", 20, 17), ("Bob", "stamina", 5, 0)]
    assert seen.hurt == [("Ann", 3), ("Bob", 5)]
    assert [blow[5] for blow in seen.blows] == [False, False]
    assert seen.values("7.4") == [None, 3, 5]


@pytest.mark.rule("troika:7.4")
def test_a_clinch_of_steel_and_claw() -> None:
    tiger = game.creature("tiger")
    seen = game.attack(ANN, tiger, (6, 6, 6, 6, 4))
    assert seen.effects == [("Ann", "shattered", (), ("sword",)), ("Tiger", "stamina", 12, 8)]
    turned = game.attack(tiger, ANN, (6, 6, 6, 6, 4))
    assert turned.effects == [("Tiger", "stamina", 12, 8), ("Ann", "shattered", (), ("sword",))]


@pytest.mark.rule("troika:7.4")
def test_a_sheets_own_natural_weapon_does_not_shatter() -> None:
    row = {"name": "tentacles", "damage": [1, 2, 3, 4, 5, 6, 7]}
    soft = game.fighter("Soft", weapons=[{**row, "natural": True}])
    hard = game.fighter("Hard", weapons=[row])
    assert game.attack(soft, ANN, (6, 6, 6, 6, 2)).effects[0] == ("Soft", "stamina", 20, 18)
    shattered = ("Hard", "shattered", (), ("tentacles",))
    assert game.attack(hard, ANN, (6, 6, 6, 6)).effects[0] == shattered


@pytest.mark.rule("troika:7.4")
def test_what_has_shattered_is_lost() -> None:
    ann = game.fighter("Ann", weapons=["sword", "maul"], now={"shattered": ("sword",)})
    assert game.attack(ann, BOB, (4, 4, 3, 3, 5)).blows[0][1] == "maul"
    with pytest.raises(Forbidden, match="shattered") as refused:
        game.attack(ann, BOB, (4, 4, 3, 3, 5), weapon=("sword",))
    assert refused.value.rule == "troika:7.4"
    empty = game.fighter("Ann", now={"shattered": ("sword",)})
    assert game.attack(empty, BOB, (4, 4, 3, 3, 6)).blows == [("Bob", "unarmed", 6, 6, 3, False)]
    again = game.attack(ann, BOB, (6, 6, 6, 6))
    assert again.effects[0] == ("Ann", "shattered", ("sword",), ("sword", "maul"))


# Luck
@pytest.mark.rule("troika:3.3", "troika:3.1", "troika:8.2")
def test_luck_after_a_hit_adds_two_to_the_damage_roll() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 4, 5, 4), luck="attacker")
    assert seen.blows == [("Bob", "sword", 4, 6, 8, False)]
    assert seen.effects == [("Ann", "luck", 9, 8), ("Bob", "stamina", 20, 12)]
    assert seen.values("3.3") == [2]


@pytest.mark.rule("troika:3.3", "troika:3.1")
def test_luck_that_fails_costs_all_the_same() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 5, 5, 4), luck="attacker")
    assert seen.blows == [("Bob", "sword", 4, 4, 6, False)]
    assert seen.effects == [("Ann", "luck", 9, 8), ("Bob", "stamina", 20, 14)]


@pytest.mark.rule("troika:3.3")
def test_luck_is_for_who_has_hit() -> None:
    cid = game.fighter("Cid", luck=7)
    lost = game.attack(ANN, cid, (3, 3, 4, 4, 4), luck="attacker")
    assert lost.effects == [("Ann", "stamina", 20, 14)]
    answered = game.attack(ANN, cid, (3, 3, 4, 4, 3, 4, 4), luck="both")
    assert answered.effects == [("Cid", "luck", 7, 6), ("Ann", "stamina", 20, 12)]
    won = game.attack(ANN, cid, (4, 4, 3, 3, 6, 6, 4), luck="both")
    assert won.effects == [("Ann", "luck", 9, 8), ("Cid", "stamina", 20, 14)]
    assert game.attack(ANN, cid, (3, 3, 3, 3), luck="both").effects == []


@pytest.mark.rule("troika:3.3", "troika:7.5")
def test_luck_of_both_in_a_double_fumble() -> None:
    cid = game.fighter("Cid", luck=7)
    seen = game.attack(ANN, cid, (1, 1, 1, 1, 1, 2, 6, 6, 3, 4), luck="both")
    # Ann's luck holds, so 3 + 1 + 2; Cid's fails, so 4 + 1.
    assert seen.columns == [6, 5]
    assert seen.effects == [
        ("Ann", "luck", 9, 8),
        ("Cid", "luck", 7, 6),
        ("Cid", "stamina", 20, 12),
        ("Ann", "stamina", 20, 14),
    ]


@pytest.mark.rule("troika:3.3", "troika:7.4")
def test_luck_joins_a_mighty_blows_roll_before_the_doubling() -> None:
    seen = game.attack(ANN, BOB, (6, 6, 3, 3, 1, 1, 4), luck="attacker")
    assert seen.blows == [("Bob", "sword", 4, 6, 16, True)]


@pytest.mark.rule("troika:3.3")
@pytest.mark.parametrize(
    ("luck", "word", "effects"),
    [
        ((4, 5), "hit", [("Ann", "luck", 9, 8), ("Bob", "stamina", 20, 14)]),
        ((5, 5), "tie", [("Ann", "luck", 9, 8)]),
    ],
)
def test_luck_may_win_a_tie(luck: tuple[int, int], word: str, effects: list[Any]) -> None:
    damage = (3,) if word == "hit" else ()
    seen = game.attack(ANN, BOB, (3, 4, 5, 2, *luck, *damage), luck_on_tie="attacker")
    assert (seen.word, seen.effects) == (word, effects)


@pytest.mark.rule("troika:3.3")
def test_the_defenders_luck_may_win_a_tie() -> None:
    seen = game.attack(BOB, ANN, (3, 4, 5, 2, 4, 5, 3), luck_on_tie="defender")
    assert (seen.word, seen.blows) == ("countered", [("Bob", "sword", 3, 3, 6, False)])
    assert seen.texts("3.3") == ["Ann's luck wins the tie"]
    assert seen.effects == [("Ann", "luck", 9, 8), ("Bob", "stamina", 20, 14)]


GOOD, BAD = (1, 2), (6, 6)


@pytest.mark.rule("troika:3.3/both", "troika:3.3")
@pytest.mark.parametrize("ruling", [None, "tie", "attacker", "defender"])
@pytest.mark.parametrize(
    ("mine", "theirs", "word"),
    [(GOOD, BAD, "hit"), (BAD, GOOD, "countered"), (BAD, BAD, "tie"), (GOOD, GOOD, None)],
)
def test_both_sides_of_a_tie_test_luck(
    ruling: str | None, mine: tuple[int, int], theirs: tuple[int, int], word: str | None
) -> None:
    cid = game.fighter("Cid", luck=7)
    expected = word or {"attacker": "hit", "defender": "countered"}.get(ruling or "tie", "tie")
    damage = () if expected == "tie" else (3,)
    seen = game.attack(
        ANN,
        cid,
        (3, 4, 5, 2, *mine, *theirs, *damage),
        {} if ruling is None else {"luck_tie_both": ruling},
        luck_on_tie="both",
    )
    assert seen.word == expected
    assert seen.effects[:2] == [("Ann", "luck", 9, 8), ("Cid", "luck", 7, 6)]
    assert len(seen.effects) == (2 if expected == "tie" else 3)
    assert ("3.3/both" in seen.cited) is (word is None)


@pytest.mark.rule("troika:3.3", "troika:3.1")
def test_luck_on_a_tie_and_again_for_damage_counts_down_twice() -> None:
    # 9 is enough at Luck 9 and too much at the Luck 8 that is left.
    dice = (3, 4, 5, 2, 4, 5, 4, 5, 4)
    seen = game.attack(ANN, BOB, dice, luck_on_tie="attacker", luck="attacker")
    found = seen.effects
    assert found == [("Ann", "luck", 9, 8), ("Ann", "luck", 8, 7), ("Bob", "stamina", 20, 14)]
    assert seen.columns == [4]


@pytest.mark.rule("troika:3.3")
@pytest.mark.parametrize("tests", [(4, 4, 3, 3), (6, 6, 5, 5), (6, 6, 1, 1), (2, 3, 1, 1)])
def test_luck_on_a_tie_is_not_tested_without_one(tests: tuple[int, ...]) -> None:
    seen = game.attack(ANN, BOB, (*tests, 1), luck_on_tie="attacker")
    assert [effect[1] for effect in seen.effects] == ["stamina"]


@pytest.mark.rule("troika:3.1", "troika:3.3")
@pytest.mark.parametrize("option", ["luck", "luck_on_tie"])
@pytest.mark.parametrize(
    ("who", "kinds", "refused"),
    [
        ("attacker", ("enemy", "character"), True),
        ("defender", ("character", "enemy"), True),
        ("both", ("character", "enemy"), True),
        ("both", ("henchman", "character"), True),
        ("attacker", ("character", "enemy"), False),
        ("defender", ("henchman", "character"), False),
    ],
)
def test_who_has_no_luck_cannot_use_it_for_gain(
    option: str, who: str, kinds: tuple[str, str], refused: bool
) -> None:
    both = [
        game.fighter(name, luck=9) if kind == "character" else game.fighter(name, kind=kind)
        for name, kind in zip(("Ann", "Bob"), kinds, strict=True)
    ]
    options: dict[str, Any] = {option: who}
    if not refused:
        assert game.attack(both[0], both[1], SeededDice(1), **options)
        return
    with pytest.raises(Forbidden) as error:
        game.attack(both[0], both[1], SeededDice(1), **options)
    assert error.value.rule == "troika:3.1"


# Cover
@pytest.mark.rule("troika:7.1")
@pytest.mark.parametrize(
    ("cover", "word"),
    [
        (0, "hit"), (1, "hit"), (2, "hit"), (3, "hit"), (4, "tie"), (5, "countered"),
        (6, "countered"),
    ],
)  # fmt: skip
def test_cover_joins_the_defenders_total(cover: int, word: str) -> None:
    damage = () if word == "tie" else (1,)
    seen = game.attack(ANN, BOB, (6, 5, 3, 4, *damage), cover=cover)
    assert (seen.word, seen.totals) == (word, (16, 12 + cover))
    assert seen.values("7.1") == ([cover] if cover else [])


@pytest.mark.rule("troika:7.1")
def test_total_seven_against_five_behind_battlements() -> None:
    ann, bob = game.fighter("Ann", skill=7), game.fighter("Bob", skill=5)
    seen = game.attack(ann, bob, (5, 4, 3, 3, 1), cover=6)
    assert (seen.word, seen.totals) == ("countered", (16, 17))


@pytest.mark.rule("troika:7.1")
def test_cover_is_no_armour() -> None:
    assert game.attack(ANN, BOB, (6, 6, 3, 4, 6), cover=6).columns == [6]
    assert game.attack(ANN, BOB, (3, 3, 4, 4, 6), cover=6).columns == [6]


@pytest.mark.rule("troika:7.1")
@pytest.mark.parametrize("cover", [7, 60])
def test_any_other_cover_is_refused(cover: int) -> None:
    with pytest.raises(Forbidden, match="no cover gives") as caught:
        game.attack(ANN, BOB, (4, 4, 3, 3, 1), cover=cover)
    assert caught.value.rule == "troika:7.1"


@pytest.mark.parametrize("cover", [-1, 100, "light"])
def test_what_is_no_cover_at_all_is_no_option(cover: object) -> None:
    with pytest.raises(BadRequest, match="--cover"):
        game.attack(ANN, BOB, (4, 4, 3, 3, 1), cover=cover)


# On the floor
@pytest.mark.rule("troika:7.8", "troika:8.2")
@pytest.mark.parametrize("by_option", [True, False])
@pytest.mark.parametrize(
    ("who", "totals"),
    [(None, (13, 9)), ("attacker", (11, 9)), ("defender", (13, 7)), ("both", (13, 9))],
)
def test_who_is_down_has_two_less_against_who_stands(
    who: str | None, totals: tuple[int, int], by_option: bool
) -> None:
    down = {"attacker": ("Ann",), "defender": ("Bob",), "both": ("Ann", "Bob"), None: ()}[who]
    ann, bob = (
        game.fighter(name, weapons=["axe"], now={"prone": name in down and not by_option})
        for name in ("Ann", "Bob")
    )
    options: dict[str, Any] = {"prone": who} if by_option and who else {}
    won = game.attack(ann, bob, (4, 4, 2, 2, 5), **options)
    assert (won.word, won.totals) == ("hit", totals)
    # Its own damage roll too: column 3 instead of 5.
    assert won.columns == [3 if who == "attacker" else 5]
    assert won.values("7.8") == {None: [], "both": [], "attacker": [-2, -2], "defender": [-2]}[who]
    lost = game.attack(ann, bob, (2, 2, 4, 4, 5), **options)
    assert lost.word == "countered"
    assert lost.columns == [3 if who == "defender" else 5]


@pytest.mark.rule("troika:7.8")
def test_an_option_and_the_state_of_the_fight_add_up() -> None:
    ann, bob = game.fighter("Ann", now={"prone": True}), game.fighter("Bob")
    assert game.attack(ann, bob, (4, 4, 2, 2, 5), prone="defender").totals == (13, 9)


# Loads
@pytest.mark.rule("troika:10")
@pytest.mark.parametrize(("slots", "off"), [(12, 0), (13, 4), (17, 4)])
def test_the_overburdened_have_four_less(slots: int, off: int) -> None:
    ann, bob = game.fighter("Ann", slots=slots), game.fighter("Bob")
    assert game.attack(ann, bob, (6, 5, 1, 2, 3)).totals == (16 - off, 8)
    assert game.attack(bob, ann, (6, 5, 1, 2, 3)).totals == (16, 8 - off)


@pytest.mark.rule("troika:10")
def test_too_heavy_a_load_makes_a_target_unaware_and_not_an_attacker() -> None:
    ann, bob = game.fighter("Ann", slots=18, weapons=["axe"]), game.fighter("Bob")
    attacking = game.attack(ann, bob, (6, 5, 1, 2, 3))
    assert attacking.totals == (12, 8)
    attacked = game.attack(bob, ann, (1, 3, 4))
    assert (attacked.word, attacked.result.defender) == ("hit", None)
    assert attacked.columns == [4 + 2]
    assert "10" in attacked.cited


@pytest.mark.rule("troika:10/damage-roll")
@pytest.mark.parametrize(("ruling", "column"), [(None, 6), (False, 6), (True, 2)])
def test_a_load_on_the_damage_roll(ruling: bool | None, column: int) -> None:
    rulings = {} if ruling is None else {"overburdened_damage_roll": ruling}
    ann, bob = game.fighter("Ann", slots=13), game.fighter("Bob")
    seen = game.attack(ann, bob, (6, 5, 1, 2, 6), rulings)
    assert seen.columns == [column]
    assert seen.switches("10/damage-roll") == {"overburdened_damage_roll"}
    # The one who is struck may carry what they will, and anybody 12 slots.
    light = game.fighter("Ann", slots=12)
    assert game.attack(light, bob, (6, 5, 1, 2, 6), rulings).columns == [6]
    assert game.attack(bob, ann, (6, 5, 1, 2, 6), rulings).columns == [6]


@pytest.mark.rule("troika:10", "troika:3.1")
def test_a_load_lowers_luck_in_a_fight_too() -> None:
    ann = game.fighter("Ann", luck=9, slots=13)
    seen = game.attack(ann, BOB, (6, 5, 1, 2, 2, 4, 3), luck="attacker")
    assert seen.columns == [3]
    assert seen.effects[0] == ("Ann", "luck", 9, 8)


# Weapons in hand
@pytest.mark.rule("troika:7.7", "troika:7.7/best-row")
@pytest.mark.parametrize(("die", "weapon", "amount"), [(2, "sword", 6), (5, "axe", 8)])
def test_either_side_chooses_the_row_after_the_die(die: int, weapon: str, amount: int) -> None:
    ann, bob = (game.fighter(name, weapons=["sword", "axe"]) for name in ("Ann", "Bob"))
    assert game.attack(ann, bob, (4, 4, 3, 3, die)).hurt == [("Bob", amount)]
    answer = game.attack(ann, bob, (3, 3, 4, 4, die)).blows
    assert answer == [("Ann", weapon, die, die, amount, False)]


@pytest.mark.rule("troika:7.7/best-row")
def test_the_first_row_when_so_ruled() -> None:
    ann = game.fighter("Ann", weapons=["sword", "axe"])
    seen = game.attack(ann, BOB, (4, 4, 3, 3, 5), {"weapon_choice": "first"})
    assert seen.blows == [("Bob", "sword", 5, 5, 6, False)]


@pytest.mark.rule("troika:7.7/best-row", "troika:7.7/skill")
def test_a_named_weapon_fixes_row_and_skill() -> None:
    ann = game.fighter("Ann", weapons=["sword", "axe"], skills={"axe fighting": 2})
    seen = game.attack(ann, BOB, (4, 4, 3, 3, 2), weapon=("axe",))
    assert seen.totals == (15, 11)
    assert seen.blows == [("Bob", "axe", 2, 2, 2, False)]


@pytest.mark.rule("troika:7.7/skill")
@pytest.mark.parametrize(("ruling", "rank"), [(None, 1), ("first", 1), ("best", 3)])
def test_which_skill_two_weapons_are_fought_with(ruling: str | None, rank: int) -> None:
    rulings = {} if ruling is None else {"two_weapon_skill": ruling}
    skills = {"sword fighting": 1, "axe fighting": 3}
    ann = game.fighter("Ann", weapons=["sword", "axe"], skills=skills)
    bob = game.fighter("Bob", weapons=["sword", "axe"], skills=skills)
    seen = game.attack(ann, bob, (4, 4, 3, 3, 1), rulings)
    assert seen.totals == (13 + rank, 11 + rank)
    if ruling == "best":
        assert "7.7/skill" in seen.cited


@pytest.mark.rule("troika:8/two-hands")
@pytest.mark.parametrize("weapon", ["greatsword", "bow"])
def test_two_handed_and_a_shield_is_refused(weapon: str) -> None:
    ann = game.fighter("Ann", weapons=[weapon, "knife"], shield=True)
    with pytest.raises(Forbidden) as refused:
        game.attack(ann, BOB, SeededDice(1))
    assert refused.value.rule == "troika:8/two-hands"
    assert game.attack(ann, BOB, (4, 4, 3, 3, 1), weapon=("knife",)).word == "hit"


@pytest.mark.rule("troika:8/two-hands")
def test_a_third_weapon_finds_no_hand() -> None:
    for weapons in (("sword", "axe", "knife"), ("maul", "knife")):
        with pytest.raises(Forbidden) as refused:
            game.attack(ANN, BOB, SeededDice(1), weapon=weapons)
        assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:6.1/ranged-in-hand")
@pytest.mark.parametrize("ruling", [None, "next-weapon", "as-held"])
@pytest.mark.parametrize(
    ("weapons", "answer"), [(["bow", "axe"], "axe"), (["bow"], "unarmed"), (["axe", "bow"], "axe")]
)
def test_attacked_with_a_bow_in_hand(ruling: str | None, weapons: list[str], answer: str) -> None:
    rulings = {} if ruling is None else {"ranged_in_melee": ruling}
    skills = {"bow fighting": 4, "axe fighting": 2}
    bob = game.fighter("Bob", weapons=weapons, skills=skills)
    held = weapons[0] if ruling == "as-held" else answer
    rank = {"bow": 4, "axe": 2, "unarmed": 0}[held]
    seen = game.attack(ANN, bob, (1, 2, 4, 4, 6), rulings)
    assert (seen.word, seen.totals) == ("countered", (8, 13 + rank))
    assert seen.blows[0][:2] == ("Ann", held)
    assert ("6.1/ranged-in-hand" in seen.cited) is (weapons[0] == "bow")


# What is refused
@pytest.mark.rule("troika:4")
@pytest.mark.parametrize(("stamina", "word"), [(0, "dying"), (-1, "dead"), (-3, "dead")])
def test_the_dying_and_the_dead_do_not_attack(stamina: int, word: str) -> None:
    with pytest.raises(Forbidden, match=word) as refused:
        game.attack(game.fighter("Ann", now={"stamina": stamina}), BOB, SeededDice(1))
    assert refused.value.rule == "troika:4"


@pytest.mark.rule("troika:6.10")
def test_the_unconscious_do_not_attack() -> None:
    with pytest.raises(Forbidden) as refused:
        game.attack(game.fighter("Ann", now={"unconscious": 2}), BOB, SeededDice(1))
    assert refused.value.rule == "troika:6.10"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"weapon": ("swrd",)}, "did you mean `sword`"),
        ({"prone": "nobody"}, "--prone"),
        ({"luck": "anyone"}, "--luck"),
        ({"grapple": "throw"}, "--grapple"),
        ({"speed": 3}, "--speed is no option"),
        ({"coverr": 3, "unawares": True}, "--coverr is no option(.|\n)*--unawares is no option"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        game.attack(ANN, BOB, (4, 4, 3, 3, 1), **options)


def test_an_attack_takes_two() -> None:
    with pytest.raises(BadRequest, match="takes 2 combatants"):
        game.play("attack", ANN, (4, 4, 3, 3, 1))


# Dice: their order, and playing a result again
def whom(seen_by: Any) -> list[tuple[str, int]]:
    """Each roll as who it is for and how many dice."""
    return [(what.split("'")[0].split()[-1], count) for what, count, _ in seen_by.rolls]


def test_dice_are_drawn_in_the_documented_order() -> None:
    cid = game.fighter("Cid", luck=7)
    dice = NamingDice(3, 4, 5, 2, 4, 5, 6, 6, 1, 1, 4)
    seen = game.attack(ANN, cid, dice, luck_on_tie="both", luck="both")
    # Attacker's test, defender's, luck on the tie (attacker's, defender's), the winner's
    # luck for damage, damage.
    assert whom(dice) == [
        ("Ann", 2), ("Cid", 2), ("Ann", 2), ("Cid", 2), ("Ann", 2), ("Cid", 1),
    ]  # fmt: skip
    assert seen.thrown == [3, 4, 5, 2, 4, 5, 6, 6, 1, 1, 4]
    assert seen.columns == [6]


def test_too_few_dice_name_the_roll_wanted() -> None:
    with pytest.raises(BadRequest, match=r"die 5 is wanted for damage to Bob"):
        game.attack(ANN, BOB, (4, 4, 3, 3))
    with pytest.raises(BadRequest, match=r"die 4 is wanted for Bob's defence"):
        game.attack(ANN, BOB, (4, 4, 3))
    with pytest.raises(BadRequest, match="too many dice: 6 given, 5 used"):
        game.attack(ANN, BOB, (4, 4, 3, 3, 1, 1))


@settings(max_examples=150, deadline=None, database=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_any_attack_can_be_played_again_from_its_dice(data: st.DataObject, seed: int) -> None:
    weapons = st.sampled_from(["sword", "axe", "maul", "bow", "pistolet", "claws", "unarmed"])
    fighters = [
        game.fighter(
            name,
            luck=data.draw(st.integers(0, 12)),
            skill=data.draw(st.integers(0, 14)),
            armour=data.draw(st.integers(0, 4)),
            slots=data.draw(st.sampled_from([0, 13, 18])),
            weapons=data.draw(st.lists(weapons, max_size=3)),
            now={"prone": data.draw(st.booleans())},
        )
        for name in ("Ann", "Bob")
    ]
    who = st.sampled_from([None, "attacker", "defender", "both"])
    options: dict[str, Any] = {
        "cover": data.draw(st.integers(0, 6)),
        "unaware": data.draw(st.booleans()),
        "prone": data.draw(who),
        "luck": data.draw(who),
        "luck_on_tie": data.draw(who),
        "aim": data.draw(st.booleans()),
        "grapple": data.draw(st.sampled_from([None, "floor", "hurt"])),
    }
    seen = game.attack(fighters[0], fighters[1], SeededDice(seed), **options)
    again = game.attack(fighters[0], fighters[1], seen.thrown, **options)
    assert again.outcome == seen.outcome
    lost = {one.name: one.stamina - game.after(one, seen).stamina for one in fighters}
    assert lost == {name: sum(n for to, n in seen.hurt if to == name) for name in lost}
    assert all(1 <= (column or 1) <= 7 for column in seen.columns)
