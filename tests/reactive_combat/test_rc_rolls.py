"""AGE tests: three dice, the stunt die, doubles; against a TN and opposed."""

from itertools import product

import pytest

from affray.faults import BadRequest, Forbidden
from affray.outcome import Trace
from affray.systems.reactive_combat.rolls import AgeRoll, beats
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game

FACES = list(product(range(1, 7), repeat=3))
QUIET = Trace("reactive-combat", on=False)


@pytest.mark.parametrize("doubles", [False, True])
@pytest.mark.parametrize("best", [False, True])
def test_classes_merge_what_reads_alike_and_lose_nothing(doubles: bool, best: bool) -> None:
    roll = AgeRoll(doubles, best)
    classes = roll.classes()
    readings = [reading for reading, _ in classes]
    assert len(set(readings)) == len(readings)
    assert sum(weight for _, weight in classes) == 216
    for reading, weight in classes:
        assert weight == sum(roll.read(faces) == reading for faces in FACES)


@pytest.mark.parametrize(
    ("faces", "doubles"),
    [
        ((4, 2, 5), False),
        ((1, 1, 4), True),
        ((4, 1, 4), True),
        ((1, 4, 4), True),
        ((6, 6, 6), True),
    ],
)
def test_a_reading(faces: tuple[int, int, int], doubles: bool) -> None:
    reading = AgeRoll(True, True).read(faces)
    assert (reading.total, reading.stunt) == (sum(faces), faces[2])
    assert (reading.doubles, reading.best) == (doubles, max(faces))


@pytest.mark.rule("reactive-combat:tests")
@pytest.mark.parametrize(("tn", "word"), [(13, "success"), (14, "failure")])
def test_reaching_the_tn_is_enough(tn: int, word: str) -> None:
    ann = game.sheet(abilities={"dexterity": 3})
    seen = game.play("roll test", [ann], [4, 1, 5], ability="dexterity", tn=tn)
    assert (seen.word, seen.result.total, seen.result.tn) == (word, 13, tn)
    assert seen.success == (word == "success")


@pytest.mark.rule("reactive-combat:tests")
def test_one_focus_adds_2_or_3_where_it_is_asked_for() -> None:
    ann = game.sheet(
        abilities={"dexterity": 1},
        focuses={"dexterity": ["stealth", {"name": "riding", "bonus": 3}], "strength": "might"},
    )
    totals = [
        game.play("roll test", [ann], [1, 2, 3], ability=ability, focus=focus).result.total
        for ability, focus in (("dexterity", False), ("dexterity", True), ("strength", True))
    ]
    assert totals == [7, 10, 8]
    with pytest.raises(Forbidden, match="no focus under willpower"):
        game.play("roll test", [ann], [1, 2, 3], ability="willpower", focus=True)


@pytest.mark.rule("reactive-combat:tests.abilities")
def test_nine_abilities_and_no_other() -> None:
    names = (
        "accuracy communication constitution dexterity fighting intelligence perception"
        " strength willpower"
    )
    nine = names.split()
    ann = game.sheet(abilities={name: score for score, name in enumerate(nine)})
    totals = [game.play("roll test", [ann], [1, 1, 1], ability=name).result.total for name in nine]
    assert totals == [3 + score for score in range(9)]
    for wrong in ("luck", "Dexterity", ""):
        with pytest.raises(BadRequest, match="--ability cannot be"):
            game.play("roll test", [ann], [1, 1, 1], ability=wrong)


@pytest.mark.rule("reactive-combat:tests.stunt-points")
@pytest.mark.parametrize(
    ("faces", "tn", "doubles", "points"),
    [
        ([4, 2, 5], 11, False, 0), ([4, 4, 5], 11, True, 5), ([5, 4, 5], 11, True, 5),
        ([6, 3, 3], 11, True, 3), ([6, 6, 6], 18, True, 6), ([6, 6, 6], 19, True, 0),
    ],
)  # fmt: skip
def test_doubles_and_success_give_the_stunt_dies_points(
    faces: list[int], tn: int, doubles: bool, points: int
) -> None:
    result = game.play("roll test", [game.sheet()], faces, ability="strength", tn=tn).result
    assert (result.stunt_die, result.doubles, result.stunt_points) == (faces[2], doubles, points)


@pytest.mark.rule("reactive-combat:tests", "reactive-combat:tests.stunt-points")
def test_a_failed_test_gives_no_stunt_points() -> None:
    ann = game.sheet()
    seen = game.play("roll test", [ann], [1, 1, 4], ability="strength", tn=11)
    assert (seen.word, seen.result.total, seen.result.stunt_points) == ("failure", 6, 0)


@pytest.mark.rule("reactive-combat:tests.default-tn")
def test_without_a_tn_it_is_11_or_what_the_switch_says() -> None:
    ann = game.sheet()
    seen = game.play("roll test", [ann], [2, 4, 5], ability="strength")
    assert (seen.word, seen.result.tn) == ("success", 11)
    assert "default_tn" in seen.switches()
    hard = game.play("roll test", [ann], [2, 4, 5], Rulings(default_tn=12), ability="strength")
    assert (hard.word, hard.result.tn) == ("failure", 12)


@pytest.mark.rule("reactive-combat:penalties")
def test_each_penalty_takes_1_off_every_test() -> None:
    ann, bob = game.fighter(now={"penalties": 2}), game.fighter("Bob", {"penalties": 3})
    assert game.play("roll test", [ann], [2, 4, 5], ability="strength").result.total == 9
    given = game.play("roll test", [ann], [2, 4, 5], ability="strength", penalties=0)
    assert given.result.total == 11
    both = game.play("roll test", [ann, bob], [2, 4, 5, 2, 4, 5], ability="strength")
    assert (both.result.total, both.result.tn, both.word) == (9, 8, "success")
    other = game.play(
        "roll test", [ann, bob], [2, 4, 5, 2, 4, 5], ability="strength", target_penalties=1
    )
    assert (other.result.total, other.result.tn, other.word) == (9, 10, "failure")


@pytest.mark.rule("reactive-combat:tests.opposed")
@pytest.mark.parametrize(
    ("mine", "theirs", "word"),
    [
        ([4, 4, 4], [4, 4, 3], "success"),
        ([4, 4, 3], [4, 4, 4], "failure"),
        ([4, 3, 5], [4, 5, 3], "success"),
        ([4, 5, 3], [4, 3, 5], "failure"),
    ],
)
def test_the_higher_total_wins_and_a_tie_goes_to_the_stunt_die(
    mine: list[int], theirs: list[int], word: str
) -> None:
    ann, bob = game.sheet(), game.sheet("Bob")
    seen = game.play("roll test", [ann, bob], [*mine, *theirs], ability="strength")
    assert (seen.word, seen.result.total, seen.result.tn) == (word, sum(mine), sum(theirs))
    tied = any("equal totals" in step.text for step in seen.steps("tests.opposed"))
    assert tied == (sum(mine) == sum(theirs))


@pytest.mark.rule("reactive-combat:tests.opposed")
def test_then_the_higher_ability_wins() -> None:
    # A focus makes the totals equal while the abilities differ.
    focused = game.sheet(abilities={"dexterity": 1}, focuses={"dexterity": "stealth"})
    keen = game.sheet("Bob", abilities={"perception": 3})
    seen = game.play(
        "roll test",
        [focused, keen],
        [3, 3, 3, 3, 3, 3],
        ability="dexterity",
        focus=True,
        versus_ability="perception",
    )
    assert (seen.result.total, seen.result.tn, seen.word) == (12, 12, "failure")
    assert seen.steps("tests.opposed")[0].text == (
        "equal totals and stunt dice: the higher ability wins"
    )
    back = game.play(
        "roll test",
        [keen, focused],
        [3, 3, 3, 3, 3, 3],
        ability="perception",
        versus_ability="dexterity",
        versus_focus=True,
    )
    assert (back.result.total, back.result.tn, back.word) == (12, 12, "success")


@pytest.mark.rule("reactive-combat:tests.tie-break")
def test_equal_in_everything_the_one_who_opposes_wins() -> None:
    pair = [game.sheet(), game.sheet("Bob")]
    seen = game.play("roll test", pair, [3, 3, 3, 3, 3, 3], ability="strength")
    assert seen.word == "failure"
    assert "tie_break" in seen.switches()
    other = Rulings(tie_break="attacker")
    assert game.play("roll test", pair, [3] * 6, other, ability="strength").word == "success"


@pytest.mark.rule("reactive-combat:tests.opposed")
def test_12_against_12_with_stunt_die_5_against_3() -> None:
    attacker, defender = (12, 5, 0), (12, 3, 9)
    assert beats(attacker, defender, Rulings(), QUIET)
    assert not beats(defender, attacker, Rulings(), QUIET)


def test_an_opposed_test_has_no_tn_and_a_lone_one_no_opponent() -> None:
    ann, bob = game.sheet(), game.sheet("Bob")
    with pytest.raises(BadRequest, match="no TN"):
        game.play("roll test", [ann, bob], [], ability="strength", tn=11)
    for option in ({"versus_ability": "strength"}, {"target_penalties": 1}, {"versus_focus": True}):
        with pytest.raises(BadRequest, match="nobody to oppose"):
            game.play("roll test", [ann], [], ability="strength", **option)


def test_odds_of_stunt_points_are_exact() -> None:
    ann = game.sheet(abilities={"strength": 2})
    odds = game.odds(
        "roll test",
        [ann],
        lambda o: (o.outcome, getattr(o.result, "stunt_points")),  # noqa: B009
        ability="strength",
        tn=12,
    )
    for (word, points), chance in odds.items():
        ways = 0
        for faces in FACES:
            success = sum(faces) + 2 >= 12
            earned = faces[2] if success and len(set(faces)) < 3 else 0
            ways += ("success" if success else "failure", earned) == (word, points)
        assert chance * 216 == ways
