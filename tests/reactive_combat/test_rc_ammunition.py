"""What guns hold: shots, extra bullets and loading."""

from typing import Any

import pytest

from affray.action import Nothing
from affray.dice import ScriptedDice
from affray.faults import Forbidden
from affray.outcome import Outcome
from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.loading import DEEP_BREATH, LOAD, Load, turn_holds
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

PISTOL = {"name": "pistol", "reload": 6, "short": {"tn": 11, "power": 4}}
CROSSBOW = {"name": "crossbow", "reload": "major", "short": {"tn": 11, "power": 4}}
HIT, MISS = [4, 4, 3], [1, 1, 1]


def gunner(loaded: int | None = None, **state: Any) -> Fighter:
    if loaded is not None:
        state["ammunition"] = {"pistol": loaded, "revolver": 5}
    return game.fighter(
        "Joe", state, weapons=[PISTOL, CROSSBOW, {**PISTOL, "name": "revolver"}, {"name": "mace"}]
    )


def shot(joe: Fighter, faces: list[int], **more: Any) -> Seen:
    rulings = more.pop("rulings", None)
    toughness = more.pop("toughness", 3)
    bob = game.fighter("Bob", toughness=toughness, conviction=9)
    return game.play("attack", [joe, bob], faces, rulings, distance=5, **more)


def refused(joe: Fighter, rule: str, **more: Any) -> None:
    with pytest.raises(Forbidden) as caught:
        shot(joe, [], **more)
    assert caught.value.rule == f"reactive-combat:{rule}"


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_shot_spends_one_hit_or_miss_and_an_empty_gun_is_refused() -> None:
    for faces in (HIT, MISS):
        seen = shot(gunner(), faces)
        full, five = {"pistol": 6, "revolver": 6}, {"pistol": 5, "revolver": 6}
        assert seen.changes("ammunition") == [("Joe", full, five)]
    last = shot(gunner(1), MISS)
    assert last.changes("ammunition") == [
        ("Joe", {"pistol": 1, "revolver": 5}, {"pistol": 0, "revolver": 5})
    ]
    refused(gunner(0), "repeaters")


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_gun_nobody_has_counted_is_full() -> None:
    seen = shot(gunner(ammunition={}), MISS)
    assert seen.changes("ammunition") == [("Joe", {}, {"pistol": 5})]


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_gun_used_within_2_yards_spends_its_bullet_and_a_mace_none() -> None:
    pair = [gunner(), game.fighter("Bob")]
    close = game.play("attack", pair, [*MISS, 6, 6, 6], distance=1)
    assert len(close.changes("ammunition")) == 1
    blow = game.play("attack", pair, [*MISS, 6, 6, 6], weapon="mace")
    assert blow.changes("ammunition") == []


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_a_shot_and_an_extra_bullet_leave_four_of_six_and_add_2() -> None:
    plain = shot(gunner(), HIT).result.damage.severity
    seen = shot(gunner(), HIT, extra_bullet=True)
    assert plain == 1
    assert (seen.result.damage.severity, seen.result.damage.marks) == (3, 3)
    guns = [{"pistol": left, "revolver": 6} for left in (6, 5, 4)]
    assert seen.changes("ammunition") == [("Joe", guns[0], guns[1]), ("Joe", guns[1], guns[2])]
    assert seen.changes("extra_bullets") == [("Joe", 0, 1)]


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_who_cannot_fire_an_extra_bullet() -> None:
    refused(gunner(1), "repeaters.extra-bullet", extra_bullet=True)
    refused(gunner(0), "repeaters", extra_bullet=True)
    refused(gunner(), "repeaters.extra-bullet", extra_bullet=True, weapon="crossbow")
    pair = [gunner(), game.fighter("Bob")]
    with pytest.raises(Forbidden, match="no repeater"):
        game.play("attack", pair, extra_bullet=True, weapon="mace")
    both = shot(gunner(2), HIT, extra_bullet=True)
    assert both.changes("ammunition")[-1][2] == {"pistol": 0, "revolver": 5}


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_an_extra_bullet_needs_an_injury() -> None:
    for faces, toughness, word in ((MISS, 3, "miss"), (HIT, 9, "shrugged")):
        seen = shot(gunner(), faces, extra_bullet=True, toughness=toughness)
        assert seen.word == word
        assert len(seen.changes("ammunition")) == 1
        assert seen.changes("extra_bullets") == []
        assert "extra_bullet_needs_injury" in seen.switches()
    free = Rulings(extra_bullet_needs_injury=False)
    seen = shot(gunner(), HIT, extra_bullet=True, toughness=9, rulings=free)
    assert (seen.word, seen.result.damage.severity) == ("hit", 2)
    assert len(seen.changes("ammunition")) == 2
    assert shot(gunner(), HIT, toughness=9, rulings=free).word == "shrugged"


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_an_extra_bullet_comes_once_a_turn() -> None:
    fired = gunner(extra_bullets=1)
    refused(fired, "repeaters.extra-bullet-limits", extra_bullet=True)
    twice = Rulings(extra_bullet_per_turn=2)
    seen = shot(fired, HIT, extra_bullet=True, rulings=twice)
    assert seen.changes("extra_bullets") == [("Joe", 1, 2)]


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_no_conviction_against_an_extra_bullet() -> None:
    spent: dict[str, Any] = {"target_conviction": 1, "soak_die": 6, "extra_bullet": True}
    assert shot(gunner(), HIT, **spent).result.damage.severity == 3
    allowed = Rulings(extra_bullet_conviction=True)
    seen = shot(gunner(), HIT, rulings=allowed, **spent)
    assert seen.result.damage.severity == 1


@pytest.mark.rule("reactive-combat:reload")
def test_another_weapon_is_unloaded_by_its_shot() -> None:
    seen = shot(gunner(), HIT, weapon="crossbow")
    assert seen.changes("unloaded") == [("Joe", (), ("crossbow",))]
    joe = gunner(unloaded=("crossbow",))
    refused(joe, "reload", weapon="crossbow")
    loaded = load(joe, weapon="crossbow")
    assert (loaded.outcome, result(loaded)) == ("loaded", (None, "major"))
    assert [(e.field, e.before, e.after) for e in loaded.effects] == [
        ("unloaded", ("crossbow",), ())
    ]
    with pytest.raises(Forbidden, match="nothing to load"):
        load(gunner(), weapon="crossbow")
    with pytest.raises(Forbidden, match="nothing to load"):
        load(gunner(), weapon="mace")


def load(joe: Fighter, rulings: Rulings | None = None, **options: Any) -> Outcome:
    return LOAD.play([joe], Load(**options), ScriptedDice(()), rulings or Rulings())


def result(outcome: Outcome) -> tuple[int | None, str]:
    loaded: Any = outcome.result
    return loaded.loaded, loaded.action


@pytest.mark.rule("reactive-combat:repeaters.load")
def test_a_minor_action_loads_one_and_a_round_fills_an_empty_gun() -> None:
    one = load(gunner(4))
    assert result(one) == (5, "minor")
    assert [(e.before, e.after) for e in one.effects] == [
        ({"pistol": 4, "revolver": 5}, {"pistol": 5, "revolver": 5})
    ]
    assert result(load(gunner(0), bullets="all")) == (6, "full round")
    with pytest.raises(Forbidden, match="is full"):
        load(gunner())
    with pytest.raises(Forbidden, match="is not empty"):
        load(gunner(4), bullets="all")


@pytest.mark.rule("reactive-combat:repeaters.load-empty")
def test_an_empty_repeater_may_be_given_one() -> None:
    assert result(load(gunner(0))) == (1, "minor")
    with pytest.raises(Forbidden, match="has to be filled") as caught:
        load(gunner(0), Rulings(empty_loads_one=False))
    assert caught.value.rule == "reactive-combat:repeaters.load-empty"


@pytest.mark.rule("reactive-combat:deep-breath", "reactive-combat:penalties")
@pytest.mark.parametrize(
    ("before", "rule", "after"), [(3, "all", 0), (3, "one", 2), (1, "one", 0), (0, "all", 0)]
)
def test_deep_breath_erases_penalties(before: int, rule: Any, after: int) -> None:
    ann = game.fighter("Ann", {"penalties": before})
    outcome = DEEP_BREATH.play([ann], Nothing(), ScriptedDice(()), Rulings(deep_breath=rule))
    breath: Any = outcome.result
    assert (breath.erased, breath.penalties, breath.action) == (before - after, after, "minor")
    changes = [(e.field, e.before, e.after) for e in outcome.effects]
    assert changes == ([("penalties", before, after)] if before else [])
    assert outcome.success == (before > 0)


@pytest.mark.rule("reactive-combat:turn")
def test_a_turn_holds_a_major_and_a_minor_action_or_two_minor() -> None:
    held = {(major, minor) for major in range(3) for minor in range(4) if turn_holds(major, minor)}
    assert held == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}
