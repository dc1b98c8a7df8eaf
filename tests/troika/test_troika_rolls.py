"""Rules 1, 2, 3.1 and 10: rolling under and versus, Luck, and what a load takes off."""

from itertools import product
from typing import Any, TypeVar

import pytest

from affray.dice import Roll, SeededDice
from affray.faults import BadRequest, Forbidden
from tests.troika.arena import game

T = TypeVar("T")
TWO_DICE = list(product(range(1, 7), repeat=2))


class SidesSeen(SeededDice):
    """Seeded dice that note the kinds of dice asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.sides: set[int] = set()

    def throw(self, roll: Roll[T], what: str) -> T:
        self.sides.add(roll.sides)
        return super().throw(roll, what)


@pytest.mark.rule("troika:1")
def test_every_die_is_a_d6() -> None:
    ann, bob = game.fighter("Ann", luck=9), game.fighter("Bob")
    archer = game.fighter("Cid", weapons=["bow"])
    seen: set[int] = set()
    for seed in range(60):
        for command, fighters, options in (
            ("roll under", [ann], {}),
            ("roll luck", [ann], {}),
            ("roll versus", [ann, bob], {}),
            ("attack", [ann, bob], {"luck": "attacker", "luck_on_tie": "attacker"}),
            ("attack", [ann, bob], {"grapple": "floor"}),
            ("attack", [ann, bob], {"unaware": True}),
            ("attack", [archer, ann], {"aim": True}),
            ("damage", [ann, bob], {}),
            ("drown", [ann], {"failures": 2}),
            ("fall", [ann], {"metres": 7}),
            ("hazard", [ann], {"kind": "fire", "test": "luck"}),
        ):
            dice = SidesSeen(seed)
            game.play(command, fighters, dice, **options)
            seen |= dice.sides
    assert seen == {6}


@pytest.mark.rule("troika:1")
def test_a_die_face_above_six_is_refused() -> None:
    with pytest.raises(BadRequest, match="die 2 is 7"):
        game.play("roll under", game.fighter(), (1, 7))


@pytest.mark.rule("troika:1.1")
@pytest.mark.parametrize("target", [0, 1, 2, 3, 7, 11, 12, 13, 30])
def test_roll_under_over_all_throws(target: int) -> None:
    ann = game.fighter(skill=target)
    for first, second in TWO_DICE:
        seen = game.play("roll under", ann, (first, second))
        expected = first + second <= target and (first, second) != (6, 6)
        assert seen.success is expected, (first, second)
        assert seen.word == ("success" if expected else "failure")
        assert (seen.result.target, seen.result.total) == (target, first + second)
        assert seen.effects == []


@pytest.mark.rule("troika:1.1")
def test_target_twelve_with_a_double_six_fails() -> None:
    seen = game.play("roll under", game.fighter(skill=12), (6, 6))
    assert seen.word == "failure"
    assert seen.values("1.1") == [12]


@pytest.mark.rule("troika:1.1")
def test_a_modifier_moves_the_target() -> None:
    ann = game.fighter(skill=6)
    assert game.play("roll under", ann, (4, 4), modifier=2).word == "success"
    seen = game.play("roll under", ann, (3, 3), modifier=-1)
    assert (seen.word, seen.result.target) == ("failure", 5)
    assert seen.values("1.1") == [-1, 6]


@pytest.mark.rule("troika:1.2")
@pytest.mark.parametrize(
    ("dice", "word", "totals"),
    [
        ((4, 3, 3, 2), "first", (14, 12)),
        ((1, 1, 1, 2), "second", (9, 10)),
        ((3, 3, 2, 4), "tie", (13, 13)),
        # Double 6 and double 1 mean nothing outside a fight.
        ((1, 1, 6, 6), "second", (9, 19)),
    ],
)
def test_roll_versus(dice: tuple[int, ...], word: str, totals: tuple[int, int]) -> None:
    ann, bob = game.fighter("Ann", skill=7), game.fighter("Bob", skill=7)
    seen = game.play("roll versus", (ann, bob), dice)
    assert (seen.word, seen.result.totals) == (word, totals)
    assert seen.result.winner == {"first": "Ann", "second": "Bob", "tie": None}[word]
    assert seen.success is (word == "first")
    assert seen.values("1.2") == list(totals)


@pytest.mark.rule("troika:1.2", "troika:2")
def test_roll_versus_with_a_skill_on_each_side() -> None:
    ann = game.fighter("Ann", skill=4, skills={"run": 3})
    bob = game.fighter("Bob", skill=6, skills={"tracking": 2})
    seen = game.play("roll versus", (ann, bob), (1, 2, 2, 2), skill="run", versus_skill="tracking")
    assert seen.result.totals == (4 + 3 + 3, 6 + 2 + 4)


@pytest.mark.rule("troika:2")
@pytest.mark.parametrize(
    ("skill", "target"), [(None, 5), ("swim", 7), ("SWIM", 7), ("climb", 5), ("unheard of", 5)]
)
def test_total_is_skill_and_rank(skill: str | None, target: int) -> None:
    ann = game.fighter(skill=5, skills={"swim": 2, "climb": 0})
    options: dict[str, Any] = {} if skill is None else {"skill": skill}
    seen = game.play("roll under", ann, (1, 2), **options)
    assert seen.result.target == target
    assert sum(v for v in seen.values("2") if isinstance(v, int)) == target


@pytest.mark.rule("troika:3.1")
def test_luck_eight_with_double_four_succeeds_and_drops() -> None:
    seen = game.play("roll luck", game.fighter(luck=8), (4, 4))
    assert (seen.word, seen.result.target, seen.result.total) == ("success", 8, 8)
    assert seen.effects == [("Ann", "luck", 8, 7)]
    assert "3.1" in seen.cited


@pytest.mark.rule("troika:3.1")
@pytest.mark.parametrize("dice", [(4, 5), (6, 6), (1, 1)])
def test_luck_drops_whether_it_worked_or_not(dice: tuple[int, int]) -> None:
    seen = game.play("roll luck", game.fighter(luck=8), dice)
    assert seen.success is (dice == (1, 1))
    assert seen.effects == [("Ann", "luck", 8, 7)]


@pytest.mark.rule("troika:3.1")
def test_luck_is_the_current_score_not_the_sheets() -> None:
    seen = game.play("roll luck", game.fighter(luck=9, now={"luck": 4}), (2, 3))
    assert (seen.word, seen.result.target) == ("failure", 4)
    assert seen.effects == [("Ann", "luck", 4, 3)]


@pytest.mark.rule("troika:3.1", "troika:1.1")
def test_even_luck_twelve_fails_on_a_double_six() -> None:
    assert game.play("roll luck", game.fighter(luck=12), (6, 6)).word == "failure"


@pytest.mark.rule("troika:3.1")
def test_luck_never_falls_below_nothing() -> None:
    seen = game.play("roll luck", game.fighter(luck=9, now={"luck": 0}), (1, 1))
    assert (seen.word, seen.effects) == ("failure", [])


@pytest.mark.rule("troika:3.1")
@pytest.mark.parametrize("kind", ["enemy", "henchman"])
def test_who_has_no_luck_tests_skill_and_loses_nothing(kind: str) -> None:
    goblin = game.fighter("Goblin", kind=kind, skill=6, skills={"luck": 3})
    seen = game.play("roll luck", goblin, (3, 3))
    assert (seen.word, seen.result.target, seen.effects) == ("success", 6, [])
    assert game.play("roll luck", goblin, (3, 4)).word == "failure"


@pytest.mark.rule("troika:10")
@pytest.mark.parametrize(
    ("slots", "off"), [(0, 0), (11, 0), (12, 0), (13, 4), (17, 4), (18, 4), (40, 4)]
)
def test_a_heavy_load_lowers_every_roll(slots: int, off: int) -> None:
    ann, bob = game.fighter("Ann", skill=9, luck=10, slots=slots), game.fighter("Bob", skill=5)
    under = game.play("roll under", ann, (1, 1))
    assert under.result.target == 9 - off
    assert game.play("roll luck", ann, (1, 1)).result.target == 10 - off
    assert game.play("roll versus", (ann, bob), (1, 1, 1, 1)).result.totals == (11 - off, 7)
    assert game.play("roll versus", (bob, ann), (1, 1, 1, 1)).result.totals == (7, 11 - off)
    assert under.values("10") == ([-4] if off else [])


@pytest.mark.rule("troika:5")
def test_there_is_no_reaction_roll() -> None:
    with pytest.raises(Forbidden) as refused:
        game.play("roll reaction", game.fighter())
    assert refused.value.rule == "troika:5"


@pytest.mark.rule("troika:1.1", "troika:2")
@pytest.mark.parametrize(("command", "rule"), [("roll task", "1.1"), ("roll test", "2")])
def test_there_is_no_pool_of_dice(command: str, rule: str) -> None:
    with pytest.raises(Forbidden) as refused:
        game.play(command, game.fighter())
    assert refused.value.rule == f"troika:{rule}"


def test_options_of_other_systems_are_refused_by_name() -> None:
    with pytest.raises(BadRequest, match="--difficulty is no option"):
        game.play("roll under", game.fighter(), (1, 1), difficulty=2)
    with pytest.raises(BadRequest, match="--skill is no option"):
        game.play("roll luck", game.fighter(luck=9), (1, 1), skill="swim")


@pytest.mark.parametrize(("dice", "said"), [((3,), "too few dice"), ((3, 4, 5), "too many dice")])
def test_scripted_dice_have_to_fit(dice: tuple[int, ...], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        game.play("roll under", game.fighter(), dice)


@pytest.mark.rule("troika:1.2")
def test_roll_versus_takes_two() -> None:
    with pytest.raises(BadRequest, match="takes 2 combatants"):
        game.play("roll versus", game.fighter(), (1, 1, 1, 1))
