"""Melee: the attack roll against the defence roll, and the penalty that comes with it."""

from typing import Any

import pytest

from affray.faults import BadRequest
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

BAND = {"tn": 11, "power": 3}


def against(faces: list[int], fighting: int, **more: Any) -> Seen:
    """Ann strikes at Bob, of Defense 13 and toughness 0, with a mace."""
    rulings = more.pop("rulings", None)
    state = more.pop("state", {})
    ann = game.fighter(abilities={"fighting": fighting}, weapons=[{"name": "mace"}])
    bob = game.fighter("Bob", state, toughness=0, **more.pop("bob", {}))
    return game.play("attack", [ann, bob], faces, rulings, **more)


@pytest.mark.rule(
    "reactive-combat:melee", "reactive-combat:melee.defence", "reactive-combat:penalties.timing"
)
def test_a_hit_with_the_first_penalty_counted() -> None:
    seen = against([4, 2, 5, 3, 3, 2], fighting=5)
    attack, defence = seen.result.attack, seen.result.defence
    assert (attack.total, defence.total, seen.word, seen.success) == (16, 10, "hit", True)
    assert (attack.stunt_die, attack.doubles, attack.stunt_points) == (5, False, 0)
    assert (attack.tn, defence.tn) == (10, 16)
    assert (defence.doubles, defence.stunt_points) == (True, 0)
    assert seen.result.damage.severity == 2
    assert not seen.result.headshot


@pytest.mark.rule("reactive-combat:melee", "reactive-combat:stunts")
def test_a_defence_that_wins_with_doubles() -> None:
    seen = against([1, 2, 4, 5, 5, 3], fighting=4)
    attack, defence = seen.result.attack, seen.result.defence
    assert (attack.total, defence.total, seen.word, seen.success) == (11, 15, "defended", False)
    assert (defence.doubles, defence.stunt_points, attack.stunt_points) == (True, 3, 0)
    assert seen.result.damage is None
    assert seen.effects == [("Bob", "penalties", 0, 1)]


@pytest.mark.rule("reactive-combat:tests.opposed")
@pytest.mark.parametrize(("mine", "theirs", "word"), [(5, 3, "hit"), (3, 5, "defended")])
def test_a_tie_goes_to_the_higher_stunt_die(mine: int, theirs: int, word: str) -> None:
    faces = [4, 8 - mine, mine, 5, 5 - theirs + 1, theirs]
    seen = against(faces, fighting=0, bob={"defense": 12})
    assert (seen.result.attack.total, seen.result.defence.total) == (12, 12)
    assert seen.word == word
    assert [step.text for step in seen.steps("tests.opposed")] == [
        "equal totals: the higher stunt die wins"
    ]


@pytest.mark.rule("reactive-combat:melee.defence-ability", "reactive-combat:tests.tie-break")
def test_then_to_fighting_against_dexterity_then_to_the_defender() -> None:
    # Fighting 2 against a defence score of 3 less the penalty: the same three dice tie.
    def word(dexterity: int, rulings: Rulings | None = None) -> str:
        bob = {"abilities": {"dexterity": dexterity}}
        return against([1, 3, 5, 1, 3, 5], 2, bob=bob, rulings=rulings).word

    assert [word(dexterity) for dexterity in (1, 2, 3)] == ["hit", "defended", "defended"]
    assert word(2, Rulings(tie_break="attacker")) == "hit"
    assert word(1, Rulings(defence_tie_ability="defence-score")) == "defended"


@pytest.mark.rule("reactive-combat:melee.defence-score")
def test_the_defence_score_is_defense_less_10_or_whole() -> None:
    seen = against([6, 6, 6, 1, 2, 3], 5, bob={"defense": 9})
    assert seen.result.defence.total == 6 - 1 - 1
    whole = against(
        [6, 6, 6, 1, 2, 3], 5, bob={"defense": 9}, rulings=Rulings(defence_score="defense")
    )
    assert whole.result.defence.total == 6 + 9 - 1


@pytest.mark.rule("reactive-combat:penalties", "reactive-combat:penalties.scope")
def test_every_attack_gives_a_penalty_hit_or_miss_without_a_cap() -> None:
    for faces in ([6, 5, 4, 1, 1, 2], [1, 1, 2, 6, 5, 4]):
        for before in (0, 7, 40):
            seen = against(faces, 0, state={"penalties": before})
            assert seen.changes("penalties") == [("Bob", before, before + 1)]
            assert seen.result.defence.total == sum(faces[3:]) + 3 - before - 1
            # Toughness and damage stay as they are.
            if seen.result.damage is not None:
                assert (seen.result.damage.damage, seen.result.damage.toughness) == (2, 0)


@pytest.mark.rule("reactive-combat:penalties.timing")
def test_a_penalty_may_count_from_the_next_test_only() -> None:
    later = Rulings(penalty_timing="next-test")
    seen = against([6, 5, 4, 1, 1, 2], 0, state={"penalties": 1}, rulings=later)
    assert seen.result.defence.total == 4 + 3 - 1
    assert seen.changes("penalties") == [("Bob", 1, 2)]


@pytest.mark.rule("reactive-combat:penalties")
def test_the_options_replace_both_sides_penalties_and_the_targets_marks() -> None:
    ann = game.fighter("Ann", {"penalties": 1}, weapons=[{"name": "mace"}])
    bob = game.fighter("Bob", {"penalties": 2, "marks": 1}, toughness=0)
    own = game.play("attack", [ann, bob], [6, 5, 4, 1, 1, 2])
    assert (own.result.attack.total, own.result.defence.total) == (14, 4)
    assert own.result.damage.damage == 3
    given = game.play(
        "attack", [ann, bob], [6, 5, 4, 1, 1, 2], penalties=4, target_penalties=0, marks=5
    )
    assert (given.result.attack.total, given.result.defence.total) == (11, 6)
    assert given.result.damage.damage == 7
    assert given.effects == [("Bob", "penalties", 0, 1), ("Bob", "marks", 5, 12)]


@pytest.mark.rule("reactive-combat:tests.attack-ability", "reactive-combat:tests")
def test_fighting_and_the_focus_of_the_weapons_group() -> None:
    def total(weapon: str, rulings: Rulings | None = None) -> int:
        ann = game.sheet(
            abilities={"fighting": 1, "accuracy": 5},
            focuses={"fighting": ["Light Blades", {"name": "axes", "bonus": 3}]},
        )
        pair = [ann, game.sheet("Bob")]
        seen = game.play("attack", pair, [1, 2, 3, 6, 6, 6], rulings, weapon=weapon)
        return int(seen.result.attack.total)

    assert [total(w) for w in ("dagger", "battleaxe", "mace", "club")] == [9, 10, 7, 7]
    by_group = Rulings(melee_ability="by-group")
    found = [total(w, by_group) for w in ("dagger", "battleaxe", "mace", "club", "rapier")]
    assert found == [11, 10, 7, 11, 11]


@pytest.mark.rule("reactive-combat:melee.point-blank")
def test_a_ranged_weapon_within_2_yards_makes_a_melee_attack() -> None:
    ann = game.sheet(
        abilities={"accuracy": 2, "fighting": 9, "perception": 1},
        weapons=[{"name": "bow", "short": BAND, "medium": {"tn": 12, "power": 9}}],
    )
    pair = [ann, game.sheet("Bob", toughness=0)]
    for distance in (0, 1.5, 2):
        seen = game.play("attack", pair, [6, 5, 4, 1, 1, 2], distance=distance)
        assert seen.result.defence.total == 6
        assert (seen.result.attack.total, seen.result.damage.damage) == (17, 4)
        assert seen.values("melee.point-blank") == [3]
    assert against([6, 5, 4, 1, 1, 2], 1, distance=1).steps("melee.point-blank") == []
    beyond = game.play("attack", pair, [6, 5, 4], distance=2.1)
    assert beyond.result.defence is None


@pytest.mark.rule("reactive-combat:weapons.thrown")
def test_a_thrown_axe_strikes_with_its_figure_and_flies_with_its_power() -> None:
    axe = {"name": "throwing axe", "short": {"tn": 5, "power": 6}}
    ann = game.sheet(abilities={"fighting": 1, "strength": 2}, weapons=[axe])
    pair = [ann, game.sheet("Bob", toughness=0)]
    close: list[dict[str, Any]] = [{}, {"distance": 2}]
    for options in close:
        seen = game.play("attack", pair, [6, 5, 4, 1, 1, 2], **options)
        assert seen.result.damage.damage == 4
    thrown = game.play("attack", pair, [6, 5, 4], distance=8)
    assert (thrown.result.attack.total, thrown.result.damage.damage) == (16, 8)
    assert thrown.steps("weapons.thrown")


@pytest.mark.rule("reactive-combat:conviction")
def test_conviction_in_melee_soaks_with_the_defence_rolls_stunt_die() -> None:
    ann = game.sheet(conviction=2, weapons=[{"name": "claw", "damage": 9}])
    bob = game.sheet("Bob", conviction=3, toughness=1)
    seen = game.play("attack", [ann, bob], [6, 5, 4, 1, 1, 2], conviction=1, target_conviction=3)
    assert seen.result.damage.severity == 8 + 1 - (2 + 3 - 1)
    assert seen.effects == [
        ("Bob", "penalties", 0, 1),
        ("Bob", "marks", 0, 5),
        ("Ann", "conviction", 2, 1),
        ("Bob", "conviction", 3, 0),
    ]


def test_shrugged_off_is_no_hit_and_costs_no_conviction() -> None:
    ann, bob = game.sheet(conviction=2), game.sheet("Bob", conviction=2)
    seen = game.play("attack", [ann, bob], [6, 5, 4, 1, 1, 2], conviction=1, target_conviction=1)
    assert (seen.word, seen.success, seen.result.damage.severity) == ("shrugged", False, 0)
    assert seen.effects == [("Bob", "penalties", 0, 1)]


@pytest.mark.rule("reactive-combat:ranged.run")
def test_an_attack_ends_the_attackers_run() -> None:
    ann = game.fighter("Ann", {"ran": True})
    seen = game.play("attack", [ann, game.fighter("Bob")], [1, 1, 1, 6, 6, 6])
    assert seen.changes("ran") == [("Ann", True, False)]


@pytest.mark.parametrize(
    "option", [{"cover": "light"}, {"size": "cat"}, {"target_ran": True}, {"soak_die": 3}]
)
def test_what_counts_against_shots_only_is_refused_or_said(option: dict[str, Any]) -> None:
    flag = "--" + next(iter(option)).replace("_", "-")
    pair = [game.sheet(weapons=[{"name": "mace"}]), game.sheet("Bob")]
    with pytest.raises(BadRequest, match=f"{flag} counts against a shot only"):
        game.play("attack", pair, [], **option)
    seen = game.play("attack", pair, [6, 5, 4, 1, 1, 2], distance=1, **option)
    assert seen.result.attack.total == 15
    assert any(step.text.startswith(flag) for step in seen.steps("melee"))
