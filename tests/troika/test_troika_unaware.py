"""Rule 7.3: attacks on somebody who does not know of the attacker."""

from itertools import product

import pytest

from tests.troika.arena import game

ANN = game.fighter("Ann", luck=9, weapons=["axe"], skills={"axe fighting": 3})
"""Skill 5 and 3 ranks: rolls under 8; an axe, 2 2 6 6 8 10 12."""
BOB = game.fighter("Bob", skill=12)


@pytest.mark.rule("troika:7.3", "troika:1.1", "troika:8.2")
def test_the_attack_is_a_roll_under_and_hurts_more() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3), unaware=True)
    assert (seen.word, seen.success) == ("hit", True)
    assert (seen.result.attacker.target, seen.result.attacker.total) == (8, 8)
    assert seen.result.defender is None
    assert seen.blows == [("Bob", "axe", 3, 5, 8, False)]
    assert seen.effects == [("Bob", "stamina", 20, 12)]
    assert seen.values("7.3") == [8, 2]


@pytest.mark.rule("troika:7.3")
def test_the_target_cannot_hit_back() -> None:
    seen = game.attack(ANN, BOB, (4, 5), unaware=True)
    assert (seen.word, seen.success) == ("miss", False)
    assert (seen.blows, seen.effects) == ([], [])
    assert seen.texts("7.3") == ["unaware target: 2d6 at most 8: no"]


@pytest.mark.rule("troika:7.3", "troika:1.1")
@pytest.mark.parametrize("skill", [0, 4, 9, 14])
def test_over_all_throws(skill: int) -> None:
    ann = game.fighter("Ann", skill=skill)
    for faces in product(range(1, 7), repeat=2):
        hit = sum(faces) <= skill and faces != (6, 6)
        seen = game.attack(ann, BOB, (*faces, *((1,) if hit else ())), unaware=True)
        assert seen.word == ("hit" if hit else "miss"), faces


@pytest.mark.rule("troika:7.3", "troika:6.2")
def test_a_shot_from_hiding_is_one_too() -> None:
    ann = game.fighter("Ann", weapons=["bow"], skills={"bow fighting": 2})
    bob = game.fighter("Bob", skills={"dodge": 6})
    seen = game.attack(ann, bob, (3, 4, 3), unaware=True)
    assert (seen.word, seen.result.attacker.target, seen.columns) == ("hit", 7, [5])


@pytest.mark.rule("troika:7.3/double-six", "troika:7.3")
@pytest.mark.parametrize("ruling", [None, "miss"])
@pytest.mark.parametrize("skill", [5, 12, 20])
def test_a_double_six_misses(ruling: str | None, skill: int) -> None:
    rulings = {} if ruling is None else {"unaware_double_six": ruling}
    ann = game.fighter("Ann", skill=skill)
    seen = game.attack(ann, BOB, (6, 6), rulings, unaware=True)
    assert (seen.word, seen.specials, seen.effects) == ("miss", (None, None), [])
    assert seen.switches("7.3/double-six") == {"unaware_double_six"}


@pytest.mark.rule("troika:7.3/double-six", "troika:8.1")
def test_a_double_six_is_a_mighty_blow_when_so_ruled() -> None:
    rulings = {"unaware_double_six": "mighty-blow"}
    seen = game.attack(ANN, BOB, (6, 6, 3), rulings, unaware=True)
    assert (seen.word, seen.specials) == ("hit", ("mighty-blow", None))
    assert seen.blows == [("Bob", "axe", 3, 5, 16, True)]


@pytest.mark.rule("troika:7.3/double-one")
@pytest.mark.parametrize("ruling", [None, "hit"])
def test_a_double_one_hits(ruling: str | None) -> None:
    rulings = {} if ruling is None else {"unaware_double_one": ruling}
    seen = game.attack(ANN, BOB, (1, 1, 3), rulings, unaware=True)
    assert (seen.word, seen.specials) == ("hit", (None, None))
    assert seen.blows == [("Bob", "axe", 3, 5, 8, False)]
    assert seen.switches("7.3/double-one") == {"unaware_double_one"}


@pytest.mark.rule("troika:7.3/double-one", "troika:7.3")
def test_a_double_one_is_a_fumble_when_so_ruled() -> None:
    seen = game.attack(ANN, BOB, (1, 1), {"unaware_double_one": "fumble"}, unaware=True)
    # The attacker loses; the target still cannot hit back.
    assert (seen.word, seen.specials) == ("miss", ("fumble", None))
    assert seen.effects == []


@pytest.mark.rule("troika:7.3/cover", "troika:7.1")
@pytest.mark.parametrize(
    ("ruling", "target"), [(None, 8 - 3), ("lowers-target", 8 - 3), ("ignored", 8)]
)
def test_cover_of_the_unaware(ruling: str | None, target: int) -> None:
    rulings = {} if ruling is None else {"unaware_cover": ruling}
    seen = game.attack(ANN, BOB, (1, 2, 3), rulings, unaware=True, cover=3)
    assert (seen.word, seen.result.attacker.target) == ("hit", target)
    assert seen.columns == [5]
    assert seen.switches("7.3/cover") == {"unaware_cover"}
    over = game.attack(
        ANN, BOB, (3, 3, *((3,) if target == 8 else ())), rulings, unaware=True, cover=3
    )
    assert over.word == ("hit" if target == 8 else "miss")


@pytest.mark.rule("troika:7.3", "troika:3.3")
def test_luck_adds_to_it() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 1, 2, 2), unaware=True, luck="attacker")
    assert seen.columns == [2 + 2 + 2]
    assert seen.effects == [("Ann", "luck", 9, 8), ("Bob", "stamina", 20, 10)]
    missed = game.attack(ANN, BOB, (4, 5), unaware=True, luck="attacker")
    assert missed.effects == []


@pytest.mark.rule("troika:7.3", "troika:10", "troika:7.8")
def test_a_load_and_the_floor_lower_the_number_to_roll_under() -> None:
    laden = game.fighter("Ann", skill=9, slots=13)
    seen = game.attack(laden, BOB, (1, 2, 3), unaware=True)
    assert (seen.result.attacker.target, seen.columns) == (5, [5])
    down = game.fighter("Ann", skill=9, now={"prone": True})
    seen = game.attack(down, BOB, (1, 2, 3), unaware=True)
    assert (seen.result.attacker.target, seen.columns) == (7, [3])


@pytest.mark.rule("troika:7.3", "troika:9", "troika:7.6")
def test_armour_and_shield_still_count() -> None:
    bob = game.fighter("Bob", armour="modest", shield=True)
    assert game.attack(ANN, bob, (4, 4, 3), unaware=True).columns == [3 + 2 - 2 - 1]


@pytest.mark.rule("troika:6.2.2", "troika:7.3/double-six", "troika:7.3/double-one")
@pytest.mark.parametrize(
    ("six", "one", "thrown", "kept", "word"),
    [
        # The better of two throws is the one that hits.
        ("miss", "hit", (6, 5, 2, 3), (2, 3), "hit"),
        ("miss", "hit", (1, 1, 6, 6), (1, 1), "hit"),
        ("miss", "hit", (6, 6, 5, 6), (5, 6), "miss"),
        # With a double 6 that is a Mighty Blow, that is best, and otherwise low is.
        ("mighty-blow", "hit", (6, 6, 2, 3), (6, 6), "hit"),
        ("mighty-blow", "hit", (2, 3, 6, 6), (6, 6), "hit"),
        ("mighty-blow", "hit", (2, 3, 6, 5), (2, 3), "hit"),
        ("mighty-blow", "hit", (6, 5, 2, 3), (2, 3), "hit"),
        # With a double 1 that fumbles, anything that hits is better.
        ("miss", "fumble", (1, 1, 2, 3), (2, 3), "hit"),
        ("miss", "fumble", (2, 3, 1, 1), (2, 3), "hit"),
        ("miss", "fumble", (4, 4, 1, 2), (1, 2), "hit"),
        ("miss", "fumble", (1, 1, 1, 1), (1, 1), "miss"),
        ("mighty-blow", "fumble", (1, 1, 6, 6), (6, 6), "hit"),
        ("mighty-blow", "fumble", (1, 1, 2, 3), (2, 3), "hit"),
    ],
)
def test_an_aimed_shot_from_hiding_keeps_the_better(
    six: str, one: str, thrown: tuple[int, ...], kept: tuple[int, int], word: str
) -> None:
    ann = game.fighter("Ann", skill=8, weapons=["bow"])
    rulings = {"unaware_double_six": six, "unaware_double_one": one}
    damage = (1,) if word == "hit" else ()
    seen = game.attack(ann, BOB, (*thrown, *damage), rulings, unaware=True, aim=True)
    assert (seen.word, seen.result.attacker.dice) == (word, kept)
    assert "6.2.2" in seen.cited


def test_who_is_unconscious_cannot_hit_back() -> None:
    bob = game.fighter("Bob", now={"unconscious": 3})
    seen = game.attack(ANN, bob, (4, 4, 3))
    assert (seen.word, seen.result.defender, seen.columns) == ("hit", None, [5])
    assert "unconscious" in seen.texts("7.3")[0]
