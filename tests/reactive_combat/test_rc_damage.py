"""Damage against toughness, marks, and Conviction: by itself (`damage`)."""

from itertools import product
from typing import Any

import pytest

from affray.faults import BadRequest, Forbidden
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen


def bare(damage: int, toughness: int, **options: Any) -> Seen:
    rulings, faces = options.pop("rulings", None), options.pop("faces", ())
    return game.play("damage", [], faces, rulings, damage=damage, toughness=toughness, **options)


@pytest.mark.rule("reactive-combat:damage.severity")
@pytest.mark.parametrize(("damage", "severity"), [(5, 0), (7, 1), (10, 4)])
def test_severity_is_what_damage_has_over_toughness(damage: int, severity: int) -> None:
    seen = bare(damage, 6)
    result = seen.result
    assert (result.damage, result.toughness, result.difference) == (damage, 6, damage - 6)
    assert (result.severity, result.marks) == (severity, severity)
    assert (seen.word, seen.success) == (("injured", True) if severity else ("shrugged", False))


@pytest.mark.rule("reactive-combat:damage.equal")
def test_equal_to_toughness_is_no_injury() -> None:
    assert bare(6, 6).result.severity == 0
    assert bare(6, 6, rulings=Rulings(equal_damage="injury")).result.severity == 1
    assert bare(5, 6, rulings=Rulings(equal_damage="injury")).result.severity == 0


@pytest.mark.rule("reactive-combat:damage.marks")
def test_marks_the_target_has_raise_damage() -> None:
    seen = bare(5, 6, marks=2)
    assert (seen.result.damage, seen.result.severity, seen.result.marks) == (7, 1, 3)


@pytest.mark.rule("reactive-combat:conviction")
@pytest.mark.parametrize(
    ("difference", "attacker", "defender", "die", "severity"),
    [
        (8, 0, 1, 3, 5), (8, 0, 2, 3, 4), (8, 1, 3, 3, 4), (3, 0, 1, 5, 1), (3, 2, 0, None, 5),
        (2, 1, 2, 4, 1),
    ],
)  # fmt: skip
def test_conviction_lowers_and_raises_severity(
    difference: int, attacker: int, defender: int, die: int | None, severity: int
) -> None:
    seen = bare(
        6 + difference,
        6,
        conviction=attacker,
        target_conviction=defender,
        **({} if die is None else {"stunt_die": die}),
    )
    assert (seen.result.difference, seen.result.severity) == (difference, severity)


@pytest.mark.rule("reactive-combat:conviction")
def test_the_designs_example() -> None:
    seen = bare(7, 5, marks=2, conviction=1, target_conviction=2, stunt_die=4)
    result = seen.result
    assert (result.damage, result.difference, result.severity, result.marks) == (9, 4, 1, 3)


@pytest.mark.rule("reactive-combat:conviction.order")
def test_both_sides_are_added_up_before_the_minimum() -> None:
    spent: dict[str, Any] = {"conviction": 2, "target_conviction": 1, "stunt_die": 6}
    together = bare(9, 6, **spent)
    assert together.result.severity == 1
    assert "conviction_order" in together.switches()
    first = Rulings(conviction_order="defender-first")
    assert bare(9, 6, rulings=first, **spent).result.severity == 3


@pytest.mark.rule("reactive-combat:conviction.no-injury")
def test_conviction_makes_no_injury() -> None:
    for damage in (4, 6):
        seen = bare(damage, 6, conviction=9)
        assert (seen.word, seen.result.severity) == ("shrugged", 0)
        assert "conviction_makes_injury" in seen.switches()
    allowed = Rulings(conviction_makes_injury=True)
    assert bare(4, 6, rulings=allowed, conviction=9).result.severity == 7
    assert bare(4, 6, rulings=allowed, conviction=2).result.severity == 0


@pytest.mark.rule("reactive-combat:conviction.shot")
def test_a_stunt_die_that_is_not_known_is_thrown() -> None:
    seen = bare(14, 6, target_conviction=2, faces=[3])
    assert seen.result.severity == 4
    # Where there is no injury there is nothing to throw for.
    assert bare(4, 6, target_conviction=2).result.severity == 0
    none = bare(14, 6, target_conviction=2, rulings=Rulings(shot_soak="none"))
    assert none.result.severity == 7


@pytest.mark.rule("reactive-combat:marks")
def test_marks_are_gained_as_severity_or_one_each() -> None:
    assert bare(10, 6, marks=1).result.marks == 6
    one = bare(10, 6, marks=1, rulings=Rulings(marks="one"))
    assert (one.result.severity, one.result.marks) == (5, 2)
    assert bare(4, 6, marks=1, rulings=Rulings(marks="one")).result.marks == 1


@pytest.mark.rule("reactive-combat:damage")
def test_two_sheets_give_weapon_ability_toughness_and_marks() -> None:
    ann = game.fighter(conviction=3, abilities={"strength": 4}, weapons=[{"name": "halberd"}])
    bob = game.fighter("Bob", {"marks": 1}, conviction=3)
    seen = game.play("damage", [ann, bob], conviction=2, target_conviction=1, stunt_die=2)
    assert (seen.result.damage, seen.result.toughness, seen.result.severity) == (9, 6, 3)
    assert seen.effects == [
        ("Bob", "marks", 1, 4),
        ("Ann", "conviction", 3, 1),
        ("Bob", "conviction", 3, 2),
    ]
    given = game.play("damage", [ann, bob], marks=5, toughness=30)
    assert (given.result.damage, given.result.toughness, given.effects) == (13, 30, [])


@pytest.mark.rule("reactive-combat:conviction")
def test_conviction_is_spent_on_an_injury_alone_and_only_what_there_is() -> None:
    ann, bob = game.sheet(conviction=1), game.sheet("Bob", conviction=1)
    kept = game.play("damage", [ann, bob], conviction=1, target_conviction=1)
    assert (kept.word, kept.effects) == ("shrugged", [])
    for option in ("conviction", "target_conviction"):
        with pytest.raises(Forbidden, match="has 1 Conviction and cannot spend 2") as caught:
            game.play("damage", [ann, bob], (), None, **{option: 2})
        assert caught.value.rule == "reactive-combat:conviction"


@pytest.mark.rule("reactive-combat:damage.ability")
def test_strength_or_perception_adds_to_damage() -> None:
    ann = game.sheet(
        abilities={"strength": 2, "perception": 5},
        weapons=[{"name": "mace"}, {"name": "sling", "short": {"tn": 10, "power": 3}}],
    )
    bob = game.sheet("Bob", toughness=0)
    off = Rulings(damage_ability=False)

    def of(rulings: Rulings | None, **options: Any) -> int:
        return int(game.play("damage", [ann, bob], (), rulings, **options).result.damage)

    assert of(None) == 4
    assert of(None, weapon="sling", distance=5) == 8
    assert of(off) == 2
    assert of(off, weapon="sling", distance=5) == 3


@pytest.mark.rule("reactive-combat:damage.fixed")
def test_a_weapons_own_damage_is_the_whole_number() -> None:
    ann = game.sheet(abilities={"strength": 4}, weapons=[{"name": "mace", "damage": 7}])
    assert game.play("damage", [ann, game.sheet("Bob", toughness=0)]).result.damage == 7


@pytest.mark.rule("reactive-combat:pinpoint", "reactive-combat:pinpoint.level-16")
def test_attack_dice_let_the_class_add_to_damage() -> None:
    def of(level: int, **options: Any) -> int:
        rogue = game.sheet(kind="rogue", level=level, abilities={"dexterity": 1})
        target = game.sheet("Bob", toughness=0)
        return int(game.play("damage", [rogue, target], **options).result.damage)

    assert of(1) == 0
    assert of(1, attack_dice=[6, 5, 4]) == 4
    assert of(16, attack_dice=[6, 5, 4]) == 11
    warrior = game.sheet(kind="warrior", level=16)
    seen = game.play("damage", [warrior, game.sheet("Bob")], attack_dice=[2, 5, 4])
    assert seen.result.damage == 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"toughness": 3}, "no damage to resolve"),
        ({"damage": 3}, "no toughness to meet"),
        ({"damage": 3, "toughness": 3, "weapon": "mace"}, "--weapon changes nothing"),
        ({"damage": 3, "toughness": 3, "distance": 3}, "--distance changes nothing"),
        ({"damage": 3, "toughness": 3, "attack_dice": [1, 2, 3]}, "--attack-dice changes nothing"),
        ({"toughness": 3, "attack_dice": [1, 2, 3]}, "hangs on the target"),
        ({"damage": 3, "toughness": 3, "stunt_die": 7}, "--stunt-die"),
        ({"damage": -1, "toughness": 3}, "--damage"),
    ],
)
def test_what_makes_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        game.play("damage", [], **options)


def test_severity_over_everything_small_by_the_formula() -> None:
    for damage, a, d, die in product(range(4, 12), range(3), range(4), (1, 6)):
        seen = bare(damage, 6, conviction=a, target_conviction=d, stunt_die=die)
        difference = damage - 6
        expected = 0
        if difference > 0:
            expected = max(1, difference + a - (die + d - 1 if d > 0 else 0))
        assert seen.result.severity == expected
