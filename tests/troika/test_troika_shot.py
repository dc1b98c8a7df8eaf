"""Rule 6.2: shots, aimed or not, alone or into a melee.

Both sides have Skill 5 and Stamina 20; the bow's row is 2 4 6 8 8 10 12.
"""

from typing import Any

import pytest

from affray.dice import SeededDice
from affray.faults import BadRequest, Forbidden
from tests.scaffold.game import NamingDice
from tests.troika.arena import game

ANN = game.fighter("Ann", luck=9, weapons=["bow"])
BOB = game.fighter("Bob")


@pytest.mark.rule("troika:6.2", "troika:2")
def test_a_shot_rolls_versus_the_targets_skill() -> None:
    skills = {"bow fighting": 2, "sword fighting": 6}
    ann = game.fighter("Ann", weapons=["bow"], skills=skills)
    bob = game.fighter("Bob", skills=skills)
    seen = game.attack(ann, bob, (4, 4, 3, 3, 5))
    # Bob's sword does not help him.
    assert (seen.word, seen.success, seen.totals) == ("hit", True, (5 + 2 + 8, 5 + 6))
    assert seen.blows == [("Bob", "bow", 5, 5, 8, False)]
    assert seen.effects == [("Bob", "stamina", 20, 12)]


@pytest.mark.rule("troika:6.2")
@pytest.mark.parametrize(
    ("shield", "skills", "rank"),
    [
        (False, {"dodge": 2}, 2), (True, {"shield": 3}, 3), (True, {"dodge": 2, "shield": 3}, 3),
        (True, {"dodge": 4, "shield": 3}, 4), (False, {"dodge": 2, "shield": 3}, 2),
        (False, {"shield": 3}, 0), (False, {"tumble": 4}, 0),
    ],
)  # fmt: skip
def test_or_versus_a_skill_that_evades(shield: bool, skills: dict[str, int], rank: int) -> None:
    bob = game.fighter("Bob", shield=shield, skills=skills)
    assert game.attack(ANN, bob, (6, 5, 1, 2, 1)).totals == (16, 8 + rank)


@pytest.mark.rule("troika:6.2")
def test_the_evasion_can_be_named() -> None:
    bob = game.fighter("Bob", skills={"dodge": 4, "shield": 1, "acrobatics": 6}, shield=True)
    assert game.attack(ANN, bob, (6, 5, 1, 2, 1), defence_skill="Shield").totals == (16, 9)
    for skill in ("acrobatics", "sword fighting"):
        with pytest.raises(Forbidden, match="cannot evade a shot") as caught:
            game.attack(ANN, bob, (6, 5, 1, 2, 1), defence_skill=skill)
        assert caught.value.rule == "troika:6.2"
    bare = game.fighter("Bob", skills={"shield": 1})
    with pytest.raises(Forbidden, match="cannot evade a shot with shield"):
        game.attack(ANN, bare, (6, 5, 1, 2, 1), defence_skill="shield")
    bob = game.fighter("Bob", skills={"dodge": 1})
    assert game.attack(ANN, bob, (6, 5, 1, 2, 1), skill="juggling").totals == (16, 9)


@pytest.mark.rule("troika:6.2/shot-lost", "troika:6.2")
@pytest.mark.parametrize("ruling", [None, "miss"])
def test_a_target_that_wins_takes_no_harm_and_deals_none(ruling: str | None) -> None:
    rulings = {} if ruling is None else {"shot_lost": ruling}
    seen = game.attack(ANN, BOB, (3, 3, 4, 4), rulings)
    assert (seen.word, seen.success, seen.blows, seen.effects) == ("miss", False, [], [])
    assert seen.switches("6.2/shot-lost") == {"shot_lost"}


@pytest.mark.rule("troika:6.2/shot-lost")
def test_a_target_that_wins_strikes_back_when_so_ruled() -> None:
    seen = game.attack(ANN, BOB, (3, 3, 4, 4, 5), {"shot_lost": "countered"})
    assert (seen.word, seen.blows) == ("countered", [("Ann", "sword", 5, 5, 6, False)])


@pytest.mark.rule("troika:6.2", "troika:3.3")
def test_a_tied_shot_hurts_nobody_unless_luck_wins_it() -> None:
    seen = game.attack(ANN, BOB, (3, 4, 5, 2))
    assert (seen.word, seen.effects) == ("tie", [])
    lucky = game.attack(ANN, BOB, (3, 4, 5, 2, 1, 2, 3), luck_on_tie="attacker")
    assert (lucky.word, lucky.columns) == ("hit", [3])
    evader = game.fighter("Cid", luck=7)
    dodged = game.attack(ANN, evader, (3, 4, 5, 2, 1, 2), luck_on_tie="defender")
    assert (dodged.word, dodged.effects) == ("miss", [("Cid", "luck", 7, 6)])


@pytest.mark.rule("troika:7.1", "troika:6.2/shot-lost")
def test_total_seven_against_five_behind_battlements_misses() -> None:
    ann, bob = game.fighter("Ann", skill=7, weapons=["bow"]), game.fighter("Bob", skill=5)
    seen = game.attack(ann, bob, (5, 4, 3, 3), cover=6)
    assert (seen.word, seen.totals) == ("miss", (16, 17))


@pytest.mark.rule("troika:7.8")
def test_the_floor_matters_to_shots_too() -> None:
    down = game.attack(ANN, BOB, (6, 5, 1, 2, 5), prone="attacker")
    assert (down.totals, down.columns) == ((14, 8), [3])
    assert game.attack(ANN, BOB, (6, 5, 1, 2, 5), prone="defender").totals == (16, 6)
    assert game.attack(ANN, BOB, (6, 5, 1, 2, 5), prone="both").totals == (16, 8)


# Mighty Blows and Fumbles
@pytest.mark.rule("troika:7.4", "troika:6.2/shot-mighty")
def test_a_shooters_double_six_is_a_mighty_blow() -> None:
    seen = game.attack(ANN, game.fighter("Bob", skill=16), (6, 6, 5, 5, 2))
    assert (seen.word, seen.specials) == ("hit", ("mighty-blow", None))
    assert seen.blows == [("Bob", "bow", 2, 2, 8, True)]


@pytest.mark.rule("troika:6.2/shot-mighty")
@pytest.mark.parametrize("ruling", [None, "shooter"])
def test_a_targets_double_six_is_just_a_twelve(ruling: str | None) -> None:
    rulings = {} if ruling is None else {"shot_mighty": ruling}
    weak, strong = game.fighter("Bob", skill=2), game.fighter("Bob", skill=4)
    hit = game.attack(ANN, weak, (5, 5, 6, 6, 2), rulings)
    assert (hit.word, hit.totals, hit.specials) == ("hit", (15, 14), (None, None))
    assert hit.hurt == [("Bob", 4)]
    assert hit.switches("6.2/shot-mighty") == {"shot_mighty"}
    missed = game.attack(ANN, strong, (5, 5, 6, 6), rulings)
    assert (missed.word, missed.totals, missed.specials) == ("miss", (15, 16), (None, None))
    assert game.attack(ANN, game.fighter("Bob", skill=3), (5, 5, 6, 6), rulings).word == "tie"


@pytest.mark.rule("troika:6.2/shot-mighty", "troika:7.4")
def test_against_the_shooters_double_six_it_does_not_help() -> None:
    seen = game.attack(ANN, game.fighter("Bob", skill=16), (6, 6, 6, 6, 2))
    assert (seen.word, seen.specials) == ("hit", ("mighty-blow", None))
    assert seen.blows == [("Bob", "bow", 2, 2, 8, True)]
    assert seen.effects == [("Bob", "stamina", 20, 12)]


@pytest.mark.rule("troika:6.2/shot-mighty")
def test_either_side_strikes_mighty_blows_when_so_ruled() -> None:
    weak = game.fighter("Bob", skill=2)
    either = {"shot_mighty": "either"}
    seen = game.attack(ANN, weak, (5, 5, 6, 6), either)
    assert (seen.word, seen.specials) == ("miss", (None, "mighty-blow"))
    both = game.attack(ANN, weak, (6, 6, 6, 6), either)
    assert both.specials == ("mighty-blow", "mighty-blow")
    assert both.hurt == []


@pytest.mark.rule("troika:6.2/shot-mighty", "troika:6.2/shot-lost")
@pytest.mark.parametrize(("mighty", "amount"), [("shooter", 6), ("either", 12)])
def test_a_double_six_that_strikes_back(mighty: str, amount: int) -> None:
    rulings = {"shot_lost": "countered", "shot_mighty": mighty}
    seen = game.attack(ANN, BOB, (5, 5, 6, 6, 5), rulings)
    assert (seen.word, seen.hurt) == ("countered", [("Ann", amount)])


@pytest.mark.rule("troika:6.2/shot-fumble")
@pytest.mark.parametrize("ruling", [None, "miss"])
@pytest.mark.parametrize("target", [(1, 1), (1, 2), (6, 6)])
def test_a_shooters_double_one_misses_whatever_the_target_rolls(
    ruling: str | None, target: tuple[int, int]
) -> None:
    rulings = {} if ruling is None else {"shot_fumble": ruling}
    sure = game.fighter("Ann", skill=16, weapons=["bow"])
    seen = game.attack(sure, BOB, (1, 1, *target), rulings)
    assert (seen.word, seen.blows, seen.effects) == ("miss", [], [])
    assert "6.2/shot-fumble" in seen.cited


@pytest.mark.rule("troika:6.2/shot-fumble")
def test_a_double_one_on_both_sides_is_a_miss_even_if_targets_strike_back() -> None:
    # The target fumbles too, so it has not won: nobody strikes.
    seen = game.attack(ANN, BOB, (1, 1, 1, 1), {"shot_lost": "countered"})
    assert (seen.word, seen.blows) == ("miss", [])


@pytest.mark.rule("troika:6.2/shot-fumble")
def test_double_ones_as_in_a_melee_when_so_ruled() -> None:
    as_melee = {"shot_fumble": "as-melee"}
    both = game.attack(ANN, BOB, (1, 1, 1, 1, 2, 3), as_melee)
    assert both.word == "double-fumble"
    assert both.blows == [("Bob", "bow", 2, 3, 6, False), ("Ann", "sword", 3, 4, 6, False)]
    assert game.attack(ANN, BOB, (1, 1, 1, 2), as_melee).word == "miss"


@pytest.mark.rule("troika:6.2/shot-fumble", "troika:7.5")
def test_a_targets_double_one_loses_and_adds_one() -> None:
    seen = game.attack(ANN, game.fighter("Bob", skill=16), (1, 2, 1, 1, 2))
    assert (seen.word, seen.specials) == ("hit", (None, "fumble"))
    assert seen.blows == [("Bob", "bow", 2, 3, 6, False)]


@pytest.mark.rule("troika:7.4/against-fumble")
def test_a_mighty_shot_at_a_fumble() -> None:
    assert game.attack(ANN, BOB, (6, 6, 1, 1, 2)).blows == [("Bob", "bow", 2, 3, 12, True)]
    leaner = game.attack(ANN, BOB, (6, 6, 1, 1, 2), {"mighty_against_fumble": "mighty-blow"})
    assert leaner.blows == [("Bob", "bow", 2, 2, 8, True)]


# Aim
@pytest.mark.rule("troika:6.2.2", "troika:6.2/aim-best")
@pytest.mark.parametrize(
    ("thrown", "kept"),
    [
        ((1, 2, 5, 4), (5, 4)), ((5, 4, 1, 2), (5, 4)), ((2, 5, 3, 4), (2, 5)),
        ((6, 6, 6, 5), (6, 6)), ((6, 5, 6, 6), (6, 6)), ((1, 1, 1, 2), (1, 2)),
        ((2, 1, 1, 1), (2, 1)), ((1, 1, 1, 1), (1, 1)),
    ],
)  # fmt: skip
def test_an_aimed_shot_throws_twice_and_keeps_the_better(
    thrown: tuple[int, ...], kept: tuple[int, int]
) -> None:
    special = {(6, 6): "mighty-blow", (1, 1): "fumble"}.get(kept)
    hit = special == "mighty-blow" or sum(kept) > 6
    damage = (2,) if hit else ()
    seen = game.attack(ANN, BOB, (*thrown, 2, 4, *damage), aim=True)
    assert seen.word == ("hit" if hit else "miss")
    assert (seen.result.attacker.dice, seen.totals) == (kept, (5 + sum(kept), 11))
    assert seen.specials == (special, None)
    assert seen.thrown == [*thrown, 2, 4, *damage]
    assert "6.2.2" in seen.cited


@pytest.mark.rule("troika:6.2.2")
def test_only_the_shooter_throws_twice() -> None:
    dice = NamingDice(1, 2, 5, 4, 2, 4, 3)
    game.attack(ANN, BOB, dice, aim=True)
    assert [count for _, count, _ in dice.rolls] == [4, 2, 1]


# Into a melee


CROWD = [game.fighter("Cid", luck=7, armour=2), game.fighter("Dot", stamina=8)]
"""Two more beside Bob, one of them a friend."""


@pytest.mark.rule("troika:6.2.1")
@pytest.mark.parametrize(
    ("pick", "hurt", "effect"),
    [
        (1, ("Bob", 8), ("Bob", "stamina", 20, 12)),
        (2, ("Cid", 6), ("Cid", "stamina", 20, 14)),
        (3, ("Dot", 8), ("Dot", "stamina", 8, 0)),
    ],
)
def test_a_die_picks_who_is_hit(
    pick: int, hurt: tuple[str, int], effect: tuple[str, str, int, int]
) -> None:
    dice = NamingDice(4, 4, 3, 3, pick, 5)
    seen = game.attack(ANN, BOB, dice, melee=CROWD)
    assert (seen.word, seen.hurt, seen.effects) == ("hit", [hurt], [effect])
    # The picked one's own armour, and one number for each in the melee.
    assert [(count, sides) for _, count, sides in dice.rolls] == [(2, 6), (2, 6), (1, 3), (1, 6)]
    assert "6.2.1" in seen.cited


@pytest.mark.rule("troika:6.2.1")
def test_a_shot_into_a_melee_that_misses_hits_nobody() -> None:
    seen = game.attack(ANN, BOB, (3, 3, 4, 4), melee=CROWD)
    assert (seen.word, seen.effects) == ("miss", [])


@pytest.mark.rule("troika:6.2.1", "troika:3.3", "troika:7.4")
def test_luck_comes_before_the_pick_and_damage_after() -> None:
    dice = NamingDice(6, 6, 3, 3, 1, 2, 2, 5)
    seen = game.attack(ANN, BOB, dice, melee=CROWD, luck="attacker")
    # 5 + 2 - 2 = 5, doubled.
    assert seen.blows == [("Cid", "bow", 5, 5, 16, True)]
    assert seen.effects == [("Ann", "luck", 9, 8), ("Cid", "stamina", 20, 4)]
    assert [count for _, count, _ in dice.rolls] == [2, 2, 2, 1, 1]


@pytest.mark.rule("troika:7.8", "troika:6.2.1")
def test_the_floor_counts_against_whoever_is_picked() -> None:
    ann = game.fighter("Ann", weapons=["bow"], now={"prone": True})
    crowd = [game.fighter("Cid", now={"prone": True})]
    standing = game.attack(ann, BOB, (6, 5, 1, 2, 1, 5), melee=crowd)
    assert (standing.blows[0][0], standing.columns) == ("Bob", [3])
    fallen = game.attack(ann, BOB, (6, 5, 1, 2, 2, 5), melee=crowd)
    assert (fallen.blows[0][0], fallen.columns) == ("Cid", [5])


@pytest.mark.rule("troika:6.2.1")
def test_only_a_shot_goes_into_a_melee() -> None:
    with pytest.raises(BadRequest, match="only a shot"):
        game.attack(game.fighter("Ann"), BOB, SeededDice(1), melee=CROWD)


@pytest.mark.rule("troika:8/two-hands")
def test_one_hand_is_left_beside_a_shield() -> None:
    for weapon in ("fusil", "bow", "crossbow", "pistolet"):
        ann = game.fighter("Ann", weapons=[weapon], shield=True)
        if weapon == "pistolet":
            assert game.attack(ann, BOB, (4, 4, 3, 3, 1)).word == "hit"
            continue
        with pytest.raises(Forbidden) as refused:
            game.attack(ann, BOB, (4, 4, 3, 3, 1))
        assert refused.value.rule == "troika:8/two-hands"


@pytest.mark.rule("troika:6.2", "troika:7.6", "troika:9", "troika:8/ignores-armour")
@pytest.mark.parametrize(
    ("weapon", "column"), [("fusil", 4), ("bow", 3), ("pistolet", 4), ("jolt", 5)]
)
def test_shots_meet_armour_and_shield(weapon: str, column: int) -> None:
    ann = game.fighter("Ann", weapons=[weapon])
    bob = game.fighter("Bob", armour="modest", shield=True)
    assert game.attack(ann, bob, (6, 5, 1, 2, 6)).columns == [column]


@pytest.mark.rule("troika:6.2")
def test_the_numbers_of_a_shot_cite_its_rule() -> None:
    seen = game.attack(ANN, BOB, (4, 4, 3, 3, 1))
    assert {13, 11} <= set(seen.values("6.2"))
    assert "6.1" not in seen.cited


def test_options_of_a_shot_are_checked() -> None:
    options: dict[str, Any] = {"aim": "yes"}
    with pytest.raises(BadRequest, match="--aim"):
        game.attack(ANN, BOB, SeededDice(1), **options)
