"""Rule 5: the tokens in the bag, and drawing them until the round ends."""

from collections import Counter
from fractions import Fraction

import pytest

from affray.dice import SeededDice
from affray.outcome import Trace
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.initiative import stack
from tests.troika.arena import game


def tokens(fighters: list[Fighter], **switches: object) -> Counter[str]:
    """The bag, by whom each token lets act."""
    return Counter(stack(fighters, game.rulings(**switches), Trace("troika", False)))


def party(count: int) -> list[Fighter]:
    return [game.fighter(f"Hero {n}", luck=9) for n in range(count)]


@pytest.mark.rule("troika:5")
def test_three_characters_two_goblins_a_dragon_and_a_henchman() -> None:
    group = [
        *party(3),
        game.creature("goblin"),
        game.creature("goblin", "Goblin-2"),
        game.creature("dragon"),
        game.fighter("Wick", kind="henchman"),
    ]
    found = tokens(group)
    assert found == {
        "Hero 0": 2,
        "Hero 1": 2,
        "Hero 2": 2,
        "enemies": 10,
        "henchmen": 1,
        "End of the Round": 1,
    }
    assert found.total() == 18


@pytest.mark.rule("troika:5")
def test_each_character_has_tokens_of_their_own() -> None:
    found = tokens(party(2))
    assert found == {"Hero 0": 2, "Hero 1": 2, "End of the Round": 1}


@pytest.mark.rule("troika:5", "troika:7.10")
def test_each_henchman_adds_one_token_of_a_shared_colour() -> None:
    # Not its Initiative, which is an enemy's.
    group = [game.fighter(f"Wick {n}", kind="henchman", initiative=4) for n in range(3)]
    assert tokens([*party(1), *group])["henchmen"] == 3


@pytest.mark.rule("troika:5", "troika:5.5", "troika:7.2")
def test_the_enemies_share_the_sum_of_their_initiative() -> None:
    group = [
        game.fighter("Big", initiative=5),
        game.fighter("Small", initiative=2),
        game.fighter("Still", initiative=0),
    ]
    assert tokens([*party(1), *group]) == {"Hero 0": 2, "enemies": 7, "End of the Round": 1}


@pytest.mark.rule("troika:5/cap")
def test_the_enemies_tokens_can_be_bounded() -> None:
    goblins = [game.fighter(f"Goblin {n}", initiative=1) for n in range(50)]
    group = [*party(5), *goblins]
    assert tokens(group)["enemies"] == 50
    assert tokens(group, enemy_token_cap=False)["enemies"] == 50
    assert tokens(group, enemy_token_cap=True)["enemies"] == 20
    # The bound never adds any.
    assert tokens([*party(5), *goblins[:7]], enemy_token_cap=True)["enemies"] == 7
    for count in (20, 21, 29):
        some = [*party(5), *goblins[:count]]
        assert tokens(some, enemy_token_cap=True)["enemies"] == 20


@pytest.mark.rule("troika:5/cap-henchmen")
def test_henchmen_raise_the_bound_only_when_so_ruled() -> None:
    group = [
        *party(2),
        *(game.fighter(f"Wick {n}", kind="henchman") for n in range(3)),
        game.fighter("Horde", initiative=50),
    ]
    assert tokens(group, enemy_token_cap=True)["enemies"] == 2 * 4
    with_them = tokens(group, enemy_token_cap=True, cap_counts_henchmen=True)
    assert with_them["enemies"] == 2 * (4 + 3)
    # Without a bound, the switch says nothing.
    assert tokens(group, cap_counts_henchmen=True)["enemies"] == 50


@pytest.mark.rule("troika:5/cap", "troika:5/cap-henchmen")
def test_a_bound_names_its_switches() -> None:
    group = [*party(1), game.fighter("Horde", initiative=9)]
    seen = game.play("roll initiative", group, SeededDice(1), {"enemy_token_cap": True})
    assert seen.result.tokens == 2 + 4 + 1
    assert "enemy_token_cap" in seen.switches("5/cap")
    assert seen.values("5/cap")[-1] == 4
    assert seen.switches("5/cap-henchmen") == {"cap_counts_henchmen"}


@pytest.mark.rule("troika:5", "troika:5.2")
def test_a_round_is_drawn_without_putting_back() -> None:
    group = [*party(1), game.fighter("Goblin", initiative=1)]
    # The bag: Hero 0, Hero 0, enemies, End of the Round.
    seen = game.play("roll initiative", group, (3, 1, 1, 1))
    assert seen.word == "ordered"
    assert seen.result.tokens == 4
    assert seen.result.order == ("enemies", "Hero 0", "Hero 0")
    assert seen.result.left == 0
    assert seen.effects == []
    # Hero's, the enemies', all, and those left in the bag.
    assert seen.values("5") == [2, 1, 4, 0]


@pytest.mark.rule("troika:5.2", "troika:5.3")
def test_the_end_of_the_round_may_come_out_first() -> None:
    group = [*party(1), game.fighter("Goblin", initiative=1)]
    seen = game.play("roll initiative", group, (4,))
    assert (seen.result.order, seen.result.left) == ((), 3)


@pytest.mark.rule("troika:5.5")
def test_an_enemy_token_names_no_enemy_and_may_come_twice_running() -> None:
    group = [
        game.fighter("Hero", luck=9),
        game.fighter("Goblin", initiative=1),
        game.fighter("Troll", initiative=1),
    ]
    seen = game.play("roll initiative", group, (3, 3, 3))
    assert seen.result.order == ("enemies", "enemies")


@pytest.mark.rule("troika:5", "troika:5.2")
def test_chance_of_an_end_before_anybody_acts_is_one_in_n() -> None:
    for enemies in range(1, 4):
        group = [*party(1), game.fighter("Horde", initiative=enemies)]
        count = 2 + enemies + 1
        lengths = game.odds(
            "roll initiative",
            group,
            lambda o: len(o.result.order),  # type: ignore[attr-defined]
        )
        # Every place in the round is as likely as the first.
        assert lengths == {place: Fraction(1, count) for place in range(count)}


@pytest.mark.rule("troika:5.2")
def test_who_acts_first_is_as_likely_as_their_tokens_are_many() -> None:
    group = [*party(1), game.fighter("Horde", initiative=2)]
    first = game.odds(
        "roll initiative",
        group,
        lambda o: (*o.result.order, "nobody")[0],  # type: ignore[attr-defined]
    )
    fifth = Fraction(1, 5)
    assert first == {"Hero 0": 2 * fifth, "enemies": 2 * fifth, "nobody": fifth}
