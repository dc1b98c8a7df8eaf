"""Rule 6.10: grappling. Both sides have Skill 5; Bob holds an axe, 2 2 6 6 8 10 12."""

import pytest

from tests.troika.arena import game

pytestmark = pytest.mark.rule("troika:6.10")
ANN_DOWN, BOB_DOWN = ("Ann", "prone", False, True), ("Bob", "prone", False, True)


ANN = game.fighter("Ann", luck=9)
BOB = game.fighter("Bob", weapons=["axe"])


def test_who_wins_floors_the_target() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3), grapple="floor")
    assert (seen.word, seen.success, seen.totals) == ("hit", True, (13, 11))
    assert (seen.blows, seen.effects) == ([], [BOB_DOWN])
    assert len(seen.texts("6.10")) == 2


def test_or_hurts_it_unarmed_with_both_on_the_floor() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 6), grapple="hurt")
    assert seen.word == "hit"
    assert seen.blows == [("Bob", "unarmed", 6, 6, 3, False)]
    assert sorted(seen.effects) == sorted([("Bob", "stamina", 20, 17), ANN_DOWN, BOB_DOWN])


@pytest.mark.rule("troika:2")
def test_wrestling_is_what_both_roll_with() -> None:
    skills = {"wrestling": 2, "sword fighting": 6, "fist fighting": 5}
    ann = game.fighter("Ann", skills=skills)
    bob = game.fighter("Bob", skills={"wrestling": 3, "sword fighting": 6})
    assert game.attack(ann, bob, (6, 5, 1, 2), grapple="floor").totals == (5 + 2 + 11, 5 + 3 + 3)
    untrained = game.fighter("Cid", skills={"sword fighting": 6})
    assert game.attack(ann, untrained, (6, 5, 1, 2), grapple="floor").totals == (18, 8)


@pytest.mark.rule("troika:7.4")
@pytest.mark.parametrize("grapple", ["floor", "hurt"])
def test_a_mighty_blow_knocks_the_target_out(grapple: str) -> None:
    seen = game.attack(ANN, BOB, (6, 6, 5, 5, 4), grapple=grapple)
    assert (seen.word, seen.blows) == ("hit", [])
    assert seen.effects == [("Bob", "unconscious", 0, 4)]
    assert seen.values("6.10")[-1] == 4


def test_who_loses_is_damaged_like_in_a_normal_attack() -> None:
    ann = game.fighter("Ann", armour="light")
    seen = game.attack(ann, BOB, (3, 3, 4, 4, 6), grapple="floor")
    assert (seen.word, seen.success) == ("countered", False)
    assert seen.blows == [("Ann", "axe", 6, 5, 8, False)]
    assert seen.effects == [("Ann", "stamina", 20, 12)]


@pytest.mark.rule("troika:7.4")
def test_the_targets_own_mighty_blow_doubles_that() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 6, 6, 3), grapple="floor")
    assert seen.blows == [("Ann", "axe", 3, 3, 12, True)]


@pytest.mark.rule("troika:7.5", "troika:8.1", "troika:7.4/against-fumble")
@pytest.mark.parametrize(
    ("ruling", "column", "amount"), [(None, 5, 16), ("both", 5, 16), ("mighty-blow", 4, 12)]
)
def test_a_fumble_lets_the_target_strike_a_mighty_blow(
    ruling: str | None, column: int, amount: int
) -> None:
    rulings = {} if ruling is None else {"mighty_against_fumble": ruling}
    seen = game.attack(ANN, BOB, (1, 1, 1, 2, 4), rulings, grapple="floor")
    assert seen.word == "countered"
    assert seen.blows == [("Ann", "axe", 4, column, amount, True)]
    # Outside a grapple the same dice are no Mighty Blow.
    assert game.attack(ANN, BOB, (1, 1, 1, 2, 4)).blows == [("Ann", "axe", 4, 5, 8, False)]


@pytest.mark.rule("troika:7.5")
def test_a_target_that_fumbles_is_floored() -> None:
    bob = game.fighter("Bob", skill=16)
    assert game.attack(ANN, bob, (1, 2, 1, 1), grapple="floor").effects == [BOB_DOWN]
    hurt = game.attack(ANN, bob, (1, 2, 1, 1, 5), grapple="hurt")
    assert hurt.blows == [("Bob", "unarmed", 5, 6, 3, False)]


def test_a_tie_moves_nobody() -> None:
    seen = game.attack(ANN, BOB, (3, 4, 5, 2), grapple="floor")
    assert (seen.word, seen.effects) == ("tie", [])


@pytest.mark.rule("troika:7.5")
def test_both_fumble() -> None:
    seen = game.attack(ANN, BOB, (1, 1, 1, 1, 5, 2), grapple="floor")
    assert seen.word == "double-fumble"
    assert [blow[:4] for blow in seen.blows] == [("Bob", "unarmed", 5, 6), ("Ann", "axe", 2, 3)]


@pytest.mark.rule("troika:7.4")
def test_both_strike_mighty_blows() -> None:
    seen = game.attack(ANN, BOB, (6, 6, 6, 6, 2), grapple="floor")
    assert seen.word == "clinch"
    assert seen.effects == [("Ann", "stamina", 20, 18), ("Bob", "shattered", (), ("axe",))]


def test_who_is_down_already_does_not_fall_again() -> None:
    bob = game.fighter("Bob", weapons=["axe"], now={"prone": True})
    assert game.attack(ANN, bob, (4, 4, 3, 3), grapple="floor").effects == []
    hurt = game.attack(ANN, bob, (4, 4, 3, 3, 6), grapple="hurt")
    assert sorted(hurt.effects) == sorted([("Bob", "stamina", 20, 17), ANN_DOWN])


@pytest.mark.rule("troika:7.8")
def test_the_floor_matters() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3), grapple="floor", prone="defender")
    assert seen.totals == (13, 9)


@pytest.mark.rule("troika:3.3")
def test_luck_joins_the_unarmed_damage() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 1, 2, 5), grapple="hurt", luck="attacker")
    assert seen.blows == [("Bob", "unarmed", 5, 7, 4, False)]


@pytest.mark.rule("troika:7.3")
def test_a_grapple_of_the_unaware_is_a_roll_under_wrestling() -> None:
    ann = game.fighter("Ann", skills={"wrestling": 2, "sword fighting": 6})
    seen = game.attack(ann, BOB, (3, 4), grapple="floor", unaware=True)
    assert (seen.word, seen.result.attacker.target, seen.effects) == ("hit", 7, [BOB_DOWN])
    assert game.attack(ann, BOB, (4, 4), grapple="floor", unaware=True).word == "miss"
