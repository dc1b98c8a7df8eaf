"""Classes: toughness, pinpoint, expert strike, and the features of level 16."""

from typing import Any

import pytest

from affray.faults import Forbidden
from affray.outcome import Trace
from affray.systems.reactive_combat.classes import toughness
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

QUIET = Trace("reactive-combat", on=False)
SURE = [6, 5, 4, 1, 1, 2]
"""The attack throws 6 and 5 and the stunt die 4; the defence 1, 1 and 2: a hit."""


def tough(rulings: Rulings | None = None, **data: Any) -> int:
    return toughness(game.fighter(**data), rulings or Rulings(), QUIET)


def struck(striker: dict[str, Any], target: dict[str, Any], **more: Any) -> Seen:
    """A hit of a fixed 5 against toughness 0, so that damage is 5 and what the class adds."""
    rulings, faces = more.pop("rulings", None), more.pop("faces", SURE)
    sheet = {"weapons": [{"name": "claw", "damage": 5}], **striker}
    pair = [game.sheet(**sheet), game.sheet("Bob", toughness=0, **target)]
    return game.play("attack", pair, faces, rulings, **more)


def added(striker: dict[str, Any], target: dict[str, Any], **more: Any) -> int:
    return int(struck(striker, target, **more).result.damage.damage) - 5


@pytest.mark.rule(
    "reactive-combat:class.envoy",
    "reactive-combat:class.mage",
    "reactive-combat:class.rogue",
    "reactive-combat:class.warrior",
)
@pytest.mark.parametrize(
    ("kind", "base"), [("envoy", 2), ("mage", 0), ("rogue", 1), ("warrior", 3)]
)
def test_toughness_is_the_class_and_constitution_and_armour(kind: str, base: int) -> None:
    abilities = {"constitution": 2, "strength": 9}
    assert tough(kind=kind, level=3, armour=5, abilities=abilities) == base + 7


@pytest.mark.rule("reactive-combat:class.warrior", "reactive-combat:class.warrior-step")
def test_a_warriors_toughness_grows_at_4_8_and_12() -> None:
    def of(level: int, step: int = 1, kind: str = "warrior") -> int:
        rulings = Rulings(warrior_toughness_step=step)
        return tough(rulings, kind=kind, level=level, armour=5, abilities={"constitution": 2})

    assert of(8) == 12
    assert of(3) == 10
    levels = [1, 3, 4, 7, 8, 11, 12, 16, 20]
    assert [of(level) for level in levels] == [10, 10, 11, 11, 12, 12, 13, 13, 13]
    assert [of(12, step) for step in (0, 2)] == [10, 16]
    assert of(20, kind="rogue") == 8


@pytest.mark.rule("reactive-combat:class.none", "reactive-combat:armour")
def test_a_creatures_toughness_and_everybodys_defense_are_as_written() -> None:
    assert tough(toughness=7, abilities={"constitution": 5}) == 7
    hit = struck({}, {"defense": 17, "abilities": {"dexterity": 1}})
    assert hit.result.defence.total == 4 + 7 - 1


@pytest.mark.rule("reactive-combat:pinpoint", "reactive-combat:class.rogue")
@pytest.mark.parametrize(("own", "other", "extra"), [(4, 3, 4), (4, 4, 0), (4, 5, 0)])
def test_pinpoint_needs_a_lower_dexterity(own: int, other: int, extra: int) -> None:
    rogue = {"kind": "rogue", "abilities": {"dexterity": own}}
    assert added(rogue, {"abilities": {"dexterity": other}}) == extra
    assert added({**rogue, "kind": "envoy"}, {"abilities": {"dexterity": other}}) == 0


@pytest.mark.rule("reactive-combat:pinpoint.level-16", "reactive-combat:class.level-16")
def test_from_level_16_the_other_two_dice_instead() -> None:
    def of(level: int, other: int = 0) -> int:
        rogue = {"kind": "rogue", "level": level, "abilities": {"dexterity": 1}}
        return added(rogue, {"abilities": {"dexterity": other}})

    assert [of(level) for level in (15, 16, 20)] == [4, 11, 11]
    assert of(16, other=1) == 0


@pytest.mark.rule("reactive-combat:pinpoint.best")
def test_which_dice_a_rogue_takes() -> None:
    def of(rulings: Rulings, faces: list[int]) -> int:
        rogue = {"kind": "rogue", "level": 16, "abilities": {"dexterity": 1, "fighting": 9}}
        return added(rogue, {}, rulings=rulings, faces=faces)

    low, high = [1, 1, 6, 1, 1, 2], [4, 4, 6, 1, 1, 2]
    assert [of(Rulings(), faces) for faces in (low, high)] == [2, 8]
    assert [of(Rulings(pinpoint_dice="best"), faces) for faces in (low, high)] == [6, 8]
    assert of(Rulings(pinpoint_dice="stunt"), high) == 6


@pytest.mark.rule("reactive-combat:pinpoint.per-round")
def test_pinpoint_has_no_limit_unless_the_switch_gives_one() -> None:
    data: dict[str, Any] = {"kind": "rogue", "weapons": [{"name": "claw", "damage": 5}]}
    rogue = game.fighter(abilities={"dexterity": 1}, **data)
    again = game.fighter("Ann", {"pinpointed": True}, abilities={"dexterity": 1}, **data)
    target = game.fighter("Bob", toughness=0)
    once = Rulings(pinpoint_per_round="once")
    first = game.play("attack", [rogue, target], SURE, once)
    assert first.result.damage.damage == 9
    assert first.changes("pinpointed") == [("Ann", False, True)]
    second = game.play("attack", [again, target], SURE, once)
    assert second.result.damage.damage == 5
    assert second.changes("pinpointed") == []
    free = game.play("attack", [again, target], SURE)
    assert free.result.damage.damage == 9
    assert free.changes("pinpointed") == []
    assert "pinpoint_per_round" in free.switches()


@pytest.mark.rule("reactive-combat:class.envoy", "reactive-combat:class.level-16")
@pytest.mark.parametrize(
    ("level", "willpower", "extra"), [(15, 2, 0), (16, 2, 4), (20, 2, 4), (16, 3, 0), (16, 4, 0)]
)
def test_an_envoys_stunt_die_against_a_lower_willpower(
    level: int, willpower: int, extra: int
) -> None:
    envoy = {"kind": "envoy", "level": level, "abilities": {"communication": 3}}
    assert added(envoy, {"abilities": {"willpower": willpower}}) == extra


@pytest.mark.rule("reactive-combat:class.mage", "reactive-combat:class.level-16")
def test_a_mages_stunt_die_on_an_arcane_blast_alone() -> None:
    def of(level: int, weapon: dict[str, Any], kind: str = "mage") -> int:
        band = {"tn": 11, "power": 5}
        mage = {"kind": kind, "level": level, "weapons": [{**weapon, "medium": band}]}
        return added(mage, {}, faces=SURE[:3], distance=20)

    blast = {"name": "Arcane Blast"}
    assert [of(level, blast) for level in (15, 16, 20)] == [0, 4, 4]
    assert of(16, {"name": "wand", "group": "arcane blast"}) == 4
    assert of(16, {"name": "sling"}) == 0
    assert of(16, blast, "envoy") == 0


@pytest.mark.rule("reactive-combat:class.warrior", "reactive-combat:class.warrior-die")
def test_a_level_16_warrior_adds_the_best_die_of_the_attack() -> None:
    def of(level: int, rulings: Rulings | None = None) -> int:
        return added({"kind": "warrior", "level": level}, {}, rulings=rulings)

    assert [of(level) for level in (15, 16, 20)] == [0, 6, 6]
    assert of(16, Rulings(warrior_damage_die="stunt")) == 4
    shot = {"name": "bow", "short": {"tn": 3, "power": 5}}
    archer = {"kind": "warrior", "level": 16, "weapons": [shot]}
    assert added(archer, {}, faces=SURE[:3], distance=5) == 6


@pytest.mark.rule("reactive-combat:expert-strike")
def test_expert_strike_counts_the_stunt_die_twice_once_a_round() -> None:
    warrior = {"kind": "warrior", "abilities": {"fighting": 1}}
    plain = struck(warrior, {})
    expert = struck(warrior, {}, expert_strike=True)
    assert (plain.result.attack.total, expert.result.attack.total) == (16, 20)
    assert expert.changes("expert_struck") == [("Ann", False, True)]
    assert plain.changes("expert_struck") == []
    tired = game.fighter("Ann", {"expert_struck": True}, kind="warrior")
    with pytest.raises(Forbidden, match="this round already") as caught:
        game.play("attack", [tired, game.fighter("Bob")], [], expert_strike=True)
    assert caught.value.rule == "reactive-combat:expert-strike"
    with pytest.raises(Forbidden, match="no warrior"):
        struck({"kind": "rogue"}, {}, expert_strike=True)


@pytest.mark.rule("reactive-combat:expert-strike")
def test_expert_strike_counts_for_a_shot_too() -> None:
    bow = {"name": "bow", "short": {"tn": 15, "power": 5}}
    archer = game.sheet(kind="warrior", weapons=[bow])
    pair = [archer, game.sheet("Bob")]
    assert game.play("attack", pair, [3, 4, 4], distance=5).word == "miss"
    assert game.play("attack", pair, [3, 4, 4], distance=5, expert_strike=True).word != "miss"


@pytest.mark.rule("reactive-combat:expert-strike.total")
def test_expert_strike_leaves_stunt_points_and_ties_alone() -> None:
    warrior = {"kind": "warrior"}
    # 4 + 4 + 2, and 2 again: 12 against 12, the stunt die 2 (or doubled 4) against 3.
    faces = [4, 4, 2, 4, 3, 3]
    seen = struck(warrior, {}, faces=faces, expert_strike=True)
    assert (seen.word, seen.result.attack.total, seen.result.defence.total) == ("defended", 12, 12)
    doubled = Rulings(expert_strike_changes="stunt-die")
    other = struck(warrior, {}, faces=faces, expert_strike=True, rulings=doubled)
    assert (other.word, other.result.attack.total) == ("hit", 12)
    assert (other.result.attack.stunt_die, other.result.attack.stunt_points) == (2, 4)
    won = struck(warrior, {}, faces=[4, 4, 3, 1, 1, 1], expert_strike=True)
    assert won.result.attack.stunt_points == 3
    assert "expert_strike_changes" in won.switches()
