"""Rules 7.8.1, 7.9 and 7.9.1: falls, drowning, and what burns, poisons or bleeds."""

from typing import Any

import pytest

from affray.faults import BadRequest
from tests.troika.arena import game

KINDS = {"fire": "burning", "poison": "poisoned", "bleeding": "bleeding"}


@pytest.mark.rule("troika:7.9")
@pytest.mark.parametrize("failures", [0, 1, 2, 5])
def test_the_nth_failure_in_a_row_costs_n_dice(failures: int) -> None:
    ann = game.fighter(skill=4, stamina=60, skills={"swim": 2})
    lost = tuple(range(1, 7))[: failures + 1]
    seen = game.play("drown", ann, (3, 4, *lost), failures=failures)
    assert (seen.word, seen.success) == ("drowning", False)
    result = seen.result
    assert (result.target, result.total) == (6, 7)
    assert seen.values("1.1") == [7]
    assert (result.failures, result.loss_dice) == (failures + 1, failures + 1)
    assert (result.lost, result.stamina) == (sum(lost), 60 - sum(lost))
    assert seen.effects == [
        ("Ann", "stamina", 60, 60 - sum(lost)),
        ("Ann", "drowning", 0, failures + 1),
    ]
    assert seen.values("7.9") == [sum(lost)]


@pytest.mark.rule("troika:7.9")
def test_third_failed_swim_in_a_row_is_three_dice() -> None:
    seen = game.play("drown", game.fighter(stamina=20), (4, 5, 6), failures=2, failed=True)
    assert (seen.result.loss_dice, seen.result.lost, seen.result.failures) == (3, 15, 3)
    assert (seen.result.target, seen.result.total) == (None, None)
    assert seen.effects[0] == ("Ann", "stamina", 20, 5)


@pytest.mark.rule("troika:7.9")
def test_failures_in_a_row_are_counted_until_there_is_progress() -> None:
    ann = game.fighter(skill=4, stamina=60)
    for failure in (1, 2, 3):
        seen = game.play("drown", ann, (3, 4, *(2,) * failure))
        assert (seen.result.loss_dice, seen.result.lost) == (failure, 2 * failure)
        ann = game.after(ann, seen)
    ann = game.after(ann, game.play("drown", ann, (1, 2)))
    assert (ann.stamina, ann.drowning) == (60 - 2 - 4 - 6, 0)
    assert game.play("drown", ann, (3, 4, 5)).result.loss_dice == 1


@pytest.mark.rule("troika:7.9")
def test_progress_starts_the_count_afresh() -> None:
    ann = game.fighter(skill=4, skills={"swim": 2})
    seen = game.play("drown", ann, (3, 3), failures=4)
    assert (seen.word, seen.success, seen.effects) == ("afloat", True, [])
    assert (seen.result.failures, seen.result.loss_dice, seen.result.lost) == (0, 0, 0)
    assert seen.result.stamina == 20
    assert seen.values("7.9") == [0]


@pytest.mark.rule("troika:7.9", "troika:2", "troika:1.1")
def test_swim_is_rolled_under_skill_and_rank() -> None:
    assert game.play("drown", game.fighter(skill=5), (2, 3)).word == "afloat"
    untrained = game.play("drown", game.fighter(skill=5), (2, 4, 1))
    assert (untrained.word, untrained.result.target) == ("drowning", 5)
    strong = game.fighter(skill=12, skills={"Swim": 3})
    assert game.play("drown", strong, (6, 6, 1)).word == "drowning"
    eased = game.play("drown", game.fighter(skill=5), (2, 5), modifier=2)
    assert (eased.word, eased.result.target) == ("afloat", 7)


@pytest.mark.rule("troika:7.9/swim-load", "troika:10")
@pytest.mark.parametrize(
    ("slots", "down", "up"),
    [(0, 9, 9), (1, 9, 8), (2, 8, 8), (7, 6, 5), (12, 3, 3), (13, 9 - 4 - 6, 9 - 4 - 7)],
)
def test_half_the_filled_slots_come_off_a_swim(slots: int, down: int, up: int) -> None:
    ann = game.fighter(skill=7, skills={"swim": 2}, slots=slots, stamina=60)
    for rounding, target in (("down", down), ("up", up), (None, down)):
        rulings = {} if rounding is None else {"swim_load_rounding": rounding}
        seen = game.play("drown", ann, (6, 6, 1), rulings)
        assert seen.result.target == target
        if slots:
            assert seen.switches("7.9/swim-load") == {"swim_load_rounding"}
            half = (slots + (rounding == "up")) // 2
            assert seen.values("7.9")[0] == -half


@pytest.mark.rule("troika:7.9/swim-load")
def test_the_load_is_on_swims_only() -> None:
    ann = game.fighter(skill=7, slots=12)
    assert game.play("roll under", ann, (1, 1), skill="climb").result.target == 7


@pytest.mark.rule("troika:7.9", "troika:7.9/drowned", "troika:4")
@pytest.mark.parametrize(("ruling", "dead"), [(None, True), ("dead", True), ("dying", False)])
@pytest.mark.parametrize(("stamina", "after"), [(5, 0), (4, -1)])
def test_who_loses_all_stamina_has_drowned(
    stamina: int, after: int, ruling: str | None, dead: bool
) -> None:
    ann = game.fighter(stamina=stamina)
    rulings = {} if ruling is None else {"drowned": ruling}
    seen = game.play("drown", ann, (5,), rulings, failed=True)
    assert (seen.word, seen.success, seen.result.stamina) == ("drowned", False, after)
    assert seen.effects[0] == ("Ann", "stamina", stamina, after)
    assert seen.switches("7.9/drowned") == {"drowned"}
    # Dead, not dying, even at exactly 0; below 0 is dead in any case.
    assert game.after(ann, seen).is_dead is (dead or after < 0)
    assert game.after(ann, seen).drowning == 0


@pytest.mark.rule("troika:7.9")
def test_one_point_left_is_not_drowned() -> None:
    seen = game.play("drown", game.fighter(stamina=6), (5,), failed=True)
    assert (seen.word, seen.result.stamina) == ("drowning", 1)


@pytest.mark.rule("troika:7.9")
def test_stamina_now_may_differ_from_the_sheets() -> None:
    ann = game.fighter(stamina=20, now={"stamina": 12})
    assert game.play("drown", ann, (5,), failed=True).effects[0] == ("Ann", "stamina", 12, 7)
    given = game.play("drown", game.fighter(stamina=20), (5,), failed=True, stamina=9)
    assert (given.result.stamina, given.word) == (4, "drowning")


@pytest.mark.rule("troika:7.8.1")
@pytest.mark.parametrize("metres", [2, 4, 6, 10])
def test_a_fall_costs_a_die_for_two_metres(metres: int) -> None:
    dice = (6, 1, 2, 3, 4)[: metres // 2]
    seen = game.play("fall", game.fighter(stamina=40), dice, metres=metres)
    assert (seen.word, seen.success) == ("landed", True)
    assert (seen.result.metres, seen.result.loss_dice) == (metres, metres // 2)
    assert (seen.result.lost, seen.result.stamina) == (sum(dice), 40 - sum(dice))
    assert seen.effects == [("Ann", "stamina", 40, 40 - sum(dice))]
    assert seen.values("7.8.1") == [sum(dice)]


@pytest.mark.rule("troika:7.8.1/rounding")
@pytest.mark.parametrize(
    ("metres", "down", "up"), [(0, 0, 0), (1, 0, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3)]
)
def test_odd_metres_of_a_fall(metres: int, down: int, up: int) -> None:
    ann = game.fighter(stamina=40)
    for rounding, count in (("down", down), ("up", up), (None, down)):
        rulings = {} if rounding is None else {"fall_rounding": rounding}
        seen = game.play("fall", ann, (2,) * count, rulings, metres=metres)
        assert (seen.result.loss_dice, seen.result.stamina) == (count, 40 - 2 * count)
        assert seen.effects == ([("Ann", "stamina", 40, 40 - 2 * count)] if count else [])
        assert seen.switches("7.8.1/rounding") == ({"fall_rounding"} if metres % 2 else set())


@pytest.mark.rule("troika:4", "troika:7.8.1")
@pytest.mark.parametrize(
    ("stamina", "word", "after"), [(6, "landed", 1), (5, "dying", 0), (4, "dead", -1)]
)
def test_stamina_five_lose_five_or_six(stamina: int, word: str, after: int) -> None:
    seen = game.play("fall", game.fighter(stamina=stamina), (2, 3), metres=4)
    assert (seen.word, seen.result.stamina) == (word, after)
    assert seen.effects == [("Ann", "stamina", stamina, after)]
    assert seen.success is (word == "landed")
    assert ("4" in seen.cited) is (word != "landed")


@pytest.mark.rule("troika:7.9.1")
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_hazard_costs_one_die_a_turn(kind: str) -> None:
    seen = game.play("hazard", game.fighter(), (4,), kind=kind)
    assert (seen.word, seen.success) == (KINDS[kind], False)
    assert (seen.result.kind, seen.result.loss_dice, seen.result.lost) == (kind, 1, 4)
    assert (seen.result.target, seen.result.total) == (None, None)
    assert seen.effects == [("Ann", "stamina", 20, 16)]
    assert seen.values("7.9.1") == [4]


@pytest.mark.rule("troika:7.9.1")
def test_a_hazard_may_grow() -> None:
    one = game.play("hazard", game.fighter(), (4,), kind="fire", dice_count=1)
    assert (one.result.loss_dice, one.result.lost) == (1, 4)
    seen = game.play("hazard", game.fighter(), (4, 5, 6), kind="fire", dice_count=3)
    assert (seen.result.loss_dice, seen.result.lost, seen.result.stamina) == (3, 15, 5)


@pytest.mark.rule("troika:7.9.1", "troika:1.1")
def test_a_fitting_skill_ends_it() -> None:
    ann = game.fighter(skill=5, skills={"healing": 2})
    ended = game.play("hazard", ann, (3, 4), kind="poison", test="healing")
    assert (ended.word, ended.success, ended.effects) == ("ended", True, [])
    assert (ended.result.target, ended.result.total) == (7, 7)
    assert (ended.result.loss_dice, ended.result.lost, ended.result.stamina) == (0, 0, 20)
    assert (ended.values("1.1"), ended.texts("7.9.1")) == ([7], ["the poison is over"])
    goes_on = game.play("hazard", ann, (4, 4, 2), kind="poison", test="healing")
    assert (goes_on.word, goes_on.result.total) == ("poisoned", 8)
    assert goes_on.effects == [("Ann", "stamina", 20, 18)]
    eased = game.play("hazard", ann, (4, 4), kind="poison", test="healing", modifier=1)
    assert (eased.word, eased.result.target) == ("ended", 8)


@pytest.mark.rule("troika:7.9.1", "troika:3.1")
def test_luck_ends_it_and_is_spent() -> None:
    ann = game.fighter(luck=8)
    ended = game.play("hazard", ann, (4, 4), kind="fire", test="luck")
    assert (ended.word, ended.effects) == ("ended", [("Ann", "luck", 8, 7)])
    goes_on = game.play("hazard", ann, (4, 5, 6), kind="fire", test="luck")
    assert goes_on.word == "burning"
    assert goes_on.effects == [("Ann", "luck", 8, 7), ("Ann", "stamina", 20, 14)]


@pytest.mark.rule("troika:7.9.1", "troika:3.1")
def test_an_enemy_tests_skill_instead_of_luck() -> None:
    goblin = game.fighter("Goblin", skill=6)
    ended = game.play("hazard", goblin, (3, 3), kind="bleeding", test="luck")
    assert (ended.word, ended.result.target, ended.effects) == ("ended", 6, [])
    goes_on = game.play("hazard", goblin, (3, 4, 1), kind="bleeding", test="luck")
    assert (goes_on.word, goes_on.effects) == ("bleeding", [("Goblin", "stamina", 20, 19)])


@pytest.mark.rule("troika:7.9.1", "troika:4")
@pytest.mark.parametrize(
    ("stamina", "word", "after"), [(4, "burning", 1), (3, "dying", 0), (2, "dead", -1)]
)
def test_a_hazard_kills_like_any_loss(stamina: int, word: str, after: int) -> None:
    seen = game.play("hazard", game.fighter(stamina=stamina), (3,), kind="fire")
    assert (seen.word, seen.result.stamina) == (word, after)
    assert seen.effects == [("Ann", "stamina", stamina, after)]


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("fall", {}, "--metres"),
        ("fall", {"metres": -1}, "--metres"),
        ("hazard", {}, "--kind"),
        ("hazard", {"kind": "frost"}, "--kind"),
        ("hazard", {"kind": "fire", "dice_count": 0}, "--dice-count"),
        ("drown", {"failures": -1}, "--failures"),
    ],
)
def test_options_out_of_bounds_are_refused(command: str, options: Any, said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        game.play(command, game.fighter(), (1,), **options)
