"""What guns hold: shots, extra bullets and loading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from affray.dice import ScriptedDice
from affray.faults import Forbidden
from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.loading import DEEP_BREATH, LOAD, DeepBreath, Load, turn_holds
from affray.systems.reactive_combat.rulings import Rulings

if TYPE_CHECKING:
    from affray.outcome import Outcome
    from tests.reactive_combat.conftest import Seen, Table

PISTOL = {"name": "pistol", "reload": 6, "short": {"tn": 11, "power": 4}}
CROSSBOW = {"name": "crossbow", "reload": "major", "short": {"tn": 11, "power": 4}}
HIT, MISS = [4, 4, 3], [1, 1, 1]


def gunner(table: Table, loaded: int | None = None, **state: Any) -> Fighter:
    if loaded is not None:
        state["ammunition"] = {"pistol": loaded, "revolver": 5}
    return table.fighter(
        "Joe",
        state,
        weapons=[PISTOL, CROSSBOW, {**PISTOL, "name": "revolver"}, {"name": "mace"}],
    )


def shot(table: Table, joe: Fighter, faces: list[int], **more: Any) -> Seen:
    rulings = more.pop("rulings", None)
    toughness = more.pop("toughness", 3)
    bob = table.fighter("Bob", toughness=toughness, conviction=9)
    return table.play("attack", [joe, bob], faces, rulings, distance=5, **more)


def refused(table: Table, joe: Fighter, rule: str, **more: Any) -> None:
    with pytest.raises(Forbidden) as caught:
        shot(table, joe, [], **more)
    assert caught.value.rule == f"reactive-combat:{rule}"


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_shot_spends_one_hit_or_miss_and_an_empty_gun_is_refused(table: Table) -> None:
    for faces in (HIT, MISS):
        seen = shot(table, gunner(table), faces)
        full, five = {"pistol": 6, "revolver": 6}, {"pistol": 5, "revolver": 6}
        assert seen.changes("ammunition") == [("Joe", full, five)]
    last = shot(table, gunner(table, 1), MISS)
    assert last.changes("ammunition") == [
        ("Joe", {"pistol": 1, "revolver": 5}, {"pistol": 0, "revolver": 5})
    ]
    refused(table, gunner(table, 0), "repeaters")


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_gun_nobody_has_counted_is_full(table: Table) -> None:
    seen = shot(table, gunner(table, ammunition={}), MISS)
    assert seen.changes("ammunition") == [("Joe", {}, {"pistol": 5})]


@pytest.mark.rule("reactive-combat:repeaters")
def test_a_gun_used_within_2_yards_spends_its_bullet_and_a_mace_none(table: Table) -> None:
    pair = [gunner(table), table.fighter("Bob")]
    close = table.play("attack", pair, [*MISS, 6, 6, 6], distance=1)
    assert len(close.changes("ammunition")) == 1
    blow = table.play("attack", pair, [*MISS, 6, 6, 6], weapon="mace")
    assert blow.changes("ammunition") == []


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_a_shot_and_an_extra_bullet_leave_four_of_six_and_add_2(table: Table) -> None:
    plain = shot(table, gunner(table), HIT).result.damage.severity
    seen = shot(table, gunner(table), HIT, extra_bullet=True)
    assert plain == 1
    assert (seen.result.damage.severity, seen.result.damage.marks) == (3, 3)
    guns = [{"pistol": left, "revolver": 6} for left in (6, 5, 4)]
    assert seen.changes("ammunition") == [("Joe", guns[0], guns[1]), ("Joe", guns[1], guns[2])]
    assert seen.changes("extra_bullets") == [("Joe", 0, 1)]


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_who_cannot_fire_an_extra_bullet(table: Table) -> None:
    refused(table, gunner(table, 1), "repeaters.extra-bullet", extra_bullet=True)
    refused(table, gunner(table, 0), "repeaters", extra_bullet=True)
    refused(table, gunner(table), "repeaters.extra-bullet", extra_bullet=True, weapon="crossbow")
    pair = [gunner(table), table.fighter("Bob")]
    with pytest.raises(Forbidden, match="no repeater"):
        table.play("attack", pair, extra_bullet=True, weapon="mace")
    both = shot(table, gunner(table, 2), HIT, extra_bullet=True)
    assert both.changes("ammunition")[-1][2] == {"pistol": 0, "revolver": 5}


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_an_extra_bullet_needs_an_injury(table: Table) -> None:
    for faces, toughness, word in ((MISS, 3, "miss"), (HIT, 9, "shrugged")):
        seen = shot(table, gunner(table), faces, extra_bullet=True, toughness=toughness)
        assert seen.word == word
        assert len(seen.changes("ammunition")) == 1
        assert seen.changes("extra_bullets") == []
        assert "extra_bullet_needs_injury" in seen.switches()
    free = Rulings(extra_bullet_needs_injury=False)
    seen = shot(table, gunner(table), HIT, extra_bullet=True, toughness=9, rulings=free)
    assert (seen.word, seen.result.damage.severity) == ("hit", 2)
    assert len(seen.changes("ammunition")) == 2
    assert shot(table, gunner(table), HIT, toughness=9, rulings=free).word == "shrugged"


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_an_extra_bullet_comes_once_a_turn(table: Table) -> None:
    fired = gunner(table, extra_bullets=1)
    refused(table, fired, "repeaters.extra-bullet-limits", extra_bullet=True)
    twice = Rulings(extra_bullet_per_turn=2)
    seen = shot(table, fired, HIT, extra_bullet=True, rulings=twice)
    assert seen.changes("extra_bullets") == [("Joe", 1, 2)]


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_no_conviction_against_an_extra_bullet(table: Table) -> None:
    spent: dict[str, Any] = {"target_conviction": 1, "soak_die": 6, "extra_bullet": True}
    assert shot(table, gunner(table), HIT, **spent).result.damage.severity == 3
    allowed = Rulings(extra_bullet_conviction=True)
    seen = shot(table, gunner(table), HIT, rulings=allowed, **spent)
    assert seen.result.damage.severity == 1


@pytest.mark.rule("reactive-combat:reload")
def test_another_weapon_is_unloaded_by_its_shot(table: Table) -> None:
    seen = shot(table, gunner(table), HIT, weapon="crossbow")
    assert seen.changes("unloaded") == [("Joe", (), ("crossbow",))]
    joe = gunner(table, unloaded=("crossbow",))
    refused(table, joe, "reload", weapon="crossbow")
    loaded = load(joe, weapon="crossbow")
    assert (loaded.outcome, result(loaded)) == ("loaded", (None, "major"))
    assert [(e.field, e.before, e.after) for e in loaded.effects] == [
        ("unloaded", ("crossbow",), ())
    ]
    with pytest.raises(Forbidden, match="nothing to load"):
        load(gunner(table), weapon="crossbow")
    with pytest.raises(Forbidden, match="nothing to load"):
        load(gunner(table), weapon="mace")


def load(joe: Fighter, rulings: Rulings | None = None, **options: Any) -> Outcome:
    return LOAD.play([joe], Load(**options), ScriptedDice(()), rulings or Rulings())


def result(outcome: Outcome) -> tuple[int | None, str]:
    loaded: Any = outcome.result
    return loaded.loaded, loaded.action


@pytest.mark.rule("reactive-combat:repeaters.load")
def test_a_minor_action_loads_one_and_a_round_fills_an_empty_gun(table: Table) -> None:
    one = load(gunner(table, 4))
    assert result(one) == (5, "minor")
    assert [(e.before, e.after) for e in one.effects] == [
        ({"pistol": 4, "revolver": 5}, {"pistol": 5, "revolver": 5})
    ]
    assert result(load(gunner(table, 0), bullets="all")) == (6, "full round")
    with pytest.raises(Forbidden, match="is full"):
        load(gunner(table))
    with pytest.raises(Forbidden, match="is not empty"):
        load(gunner(table, 4), bullets="all")


@pytest.mark.rule("reactive-combat:repeaters.load-empty")
def test_an_empty_repeater_may_be_given_one(table: Table) -> None:
    assert result(load(gunner(table, 0))) == (1, "minor")
    with pytest.raises(Forbidden, match="has to be filled") as caught:
        load(gunner(table, 0), Rulings(empty_loads_one=False))
    assert caught.value.rule == "reactive-combat:repeaters.load-empty"


@pytest.mark.rule("reactive-combat:deep-breath", "reactive-combat:penalties")
@pytest.mark.parametrize(
    ("before", "rule", "after"), [(3, "all", 0), (3, "one", 2), (1, "one", 0), (0, "all", 0)]
)
def test_deep_breath_erases_penalties(table: Table, before: int, rule: Any, after: int) -> None:
    ann = table.fighter("Ann", {"penalties": before})
    outcome = DEEP_BREATH.play([ann], DeepBreath(), ScriptedDice(()), Rulings(deep_breath=rule))
    breath: Any = outcome.result
    assert (breath.erased, breath.penalties, breath.action) == (before - after, after, "minor")
    changes = [(e.field, e.before, e.after) for e in outcome.effects]
    assert changes == ([("penalties", before, after)] if before else [])
    assert outcome.success == (before > 0)


@pytest.mark.rule("reactive-combat:turn")
def test_a_turn_holds_a_major_and_a_minor_action_or_two_minor() -> None:
    held = {(major, minor) for major in range(3) for minor in range(4) if turn_holds(major, minor)}
    assert held == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}
