"""Shots: bands, what changes the TN, headshots, and what a target without a throw may do."""

from typing import Any

import pytest

from affray.faults import BadRequest, Forbidden
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

TN = {"short": 11, "medium": 13, "long": 15, "far": 17}
POWER = {"short": 4, "medium": 3, "long": 2, "far": 1}
GUN: dict[str, Any] = {
    "name": "rifle",
    "group": "longarms",
    **{band: {"tn": TN[band], "power": POWER[band]} for band in TN},
}


def shot(faces: list[int], distance: float, **more: Any) -> Seen:
    rulings = more.pop("rulings", None)
    ann = game.fighter(weapons=[{**GUN, **more.pop("gun", {})}], **more.pop("ann", {}))
    bob = game.fighter("Bob", more.pop("state", {}), **{"toughness": 0, **more.pop("bob", {})})
    return game.play("attack", [ann, bob], faces, rulings, distance=distance, **more)


@pytest.mark.rule("reactive-combat:ranged", "reactive-combat:ranged.bands")
@pytest.mark.parametrize(
    ("distance", "band"),
    [
        (2.01, "short"), (8, "short"), (9, "medium"), (26, "medium"), (27, "long"), (48, "long"),
        (49, "far"), (60, "far"),
    ],
)  # fmt: skip
def test_each_band_has_its_tn_and_power(distance: float, band: str) -> None:
    tn = TN[band]
    dice = {11: [4, 4, 3], 13: [4, 4, 5], 15: [5, 5, 5], 17: [6, 6, 5]}[tn]
    seen = shot(dice, distance)
    assert (seen.word, seen.result.attack.tn, seen.result.defence) == ("hit", tn, None)
    assert seen.result.damage.damage == POWER[band]
    dice[0] -= 1
    missed = shot(dice, distance)
    assert (missed.word, missed.success, missed.result.damage) == ("miss", False, None)


@pytest.mark.rule("reactive-combat:ranged.bands")
def test_beyond_60_yards_a_shot_is_refused() -> None:
    for rulings in (None, Rulings(between_bands="nearer")):
        for distance in (60.5, 61, 9999):
            with pytest.raises(Forbidden, match="nothing reaches") as caught:
                shot([], distance, rulings=rulings)
            assert caught.value.rule == "reactive-combat:ranged.bands"


@pytest.mark.rule("reactive-combat:ranged.between")
def test_between_two_bands_it_is_the_farther() -> None:
    def tn(distance: float, rulings: Rulings | None = None) -> int:
        return int(shot([6, 6, 6], distance, rulings=rulings).result.attack.tn)

    assert [tn(d) for d in (8.5, 26.5, 48.5)] == [13, 15, 17]
    nearer = Rulings(between_bands="nearer")
    assert [tn(d, nearer) for d in (2.5, 8.5, 9, 26.9, 48.5)] == [11, 11, 13, 13, 15]
    assert "between_bands" in shot([6, 6, 6], 8.5).switches()
    assert "between_bands" not in shot([6, 6, 6], 8).switches()


@pytest.mark.rule("reactive-combat:ranged", "reactive-combat:melee")
def test_out_of_reach() -> None:
    ann = game.sheet(
        weapons=[
            {"name": "bow", "medium": {"tn": 11, "power": 3}},
            {"name": "mace"},
            {"name": "tail", "damage": 3},
        ]
    )
    pair = [ann, game.sheet("Bob")]
    for distance in (1, 8, 30):
        with pytest.raises(Forbidden, match="no TN and power") as caught:
            game.play("attack", pair, distance=distance)
        assert caught.value.rule == "reactive-combat:ranged"
    for weapon in ("mace", "tail", "unarmed"):
        with pytest.raises(Forbidden, match="does not reach past 2 yards") as caught:
            game.play("attack", pair, distance=3, weapon=weapon)
        assert caught.value.rule == "reactive-combat:melee"


@pytest.mark.rule("reactive-combat:ranged")
def test_a_ranged_weapon_wants_a_distance() -> None:
    ann = game.sheet(weapons=[GUN])
    with pytest.raises(BadRequest, match="distance to the target has to be known") as caught:
        game.play("attack", [ann, game.sheet("Bob")])
    hint = caught.value.faults[0].hint or ""
    assert hint == "--distance YARDS (melee to 2, short to 8, medium to 26, long to 48, far to 60)"


@pytest.mark.rule("reactive-combat:ranged.size")
@pytest.mark.parametrize(
    ("size", "change"),
    [
        ("mouse", 3), ("cat", 2), ("house cat", 2), ("small", 1), ("Goblin", 1), ("gnome", 1),
        ("halfling", 1), ("normal", 0), ("horse", -1), ("elephant", -2), ("larger", -3),
    ],
)  # fmt: skip
def test_the_targets_size(size: str, change: int) -> None:
    own = shot([6, 6, 6], 5, bob={"size": size})
    given = shot([6, 6, 6], 5, bob={"size": "horse"}, size=size)
    assert own.result.attack.tn == given.result.attack.tn == 11 + change


def test_a_size_nobody_knows() -> None:
    with pytest.raises(BadRequest, match="did you mean `horse`"):
        shot([], 5, size="hose")


@pytest.mark.rule("reactive-combat:ranged.run")
def test_a_target_that_ran() -> None:
    assert shot([6, 6, 6], 5, target_ran=True).result.attack.tn == 12
    assert shot([6, 6, 6], 5, state={"ran": True}).result.attack.tn == 12
    halted = shot([6, 6, 6], 5, state={"ran": True}, target_ran=False)
    assert halted.result.attack.tn == 11


@pytest.mark.rule("reactive-combat:ranged.cover")
@pytest.mark.parametrize(("cover", "change"), [("light", 2), ("heavy", 3)])
def test_cover(cover: str, change: int) -> None:
    assert shot([6, 6, 6], 5, cover=cover).result.attack.tn == 11 + change


@pytest.mark.rule("reactive-combat:ranged.sum")
def test_all_of_it_adds_up_without_a_floor() -> None:
    seen = shot([6, 6, 6], 20, size="cat", target_ran=True, cover="light")
    assert seen.result.attack.tn == 18
    assert shot([6, 6, 6], 5, size="horse", cover="heavy").result.attack.tn == 13
    easy = {"short": {"tn": 1, "power": 1}}
    assert shot([6, 6, 6], 5, size="larger", gun=easy).result.attack.tn == -2
    floor = Rulings(tn_floor=5)
    assert shot([6, 6, 6], 5, size="larger", gun=easy, rulings=floor).result.attack.tn == 5
    assert shot([6, 6, 6], 5, rulings=floor).result.attack.tn == 11


@pytest.mark.rule("reactive-combat:tests.attack-ability", "reactive-combat:damage")
def test_accuracy_hits_and_perception_adds_to_power() -> None:
    ann = {
        "abilities": {"accuracy": 3, "fighting": 9, "perception": 2, "strength": 9},
        "focuses": {"accuracy": "longarms"},
    }
    seen = shot([1, 2, 3], 5, ann=ann)
    assert (seen.result.attack.total, seen.result.damage.damage) == (11, 6)


@pytest.mark.rule("reactive-combat:penalties.scope")
def test_a_shot_gives_a_penalty_and_penalties_leave_its_tn_alone() -> None:
    for faces in ([6, 6, 6], [1, 1, 1]):
        seen = shot(faces, 5, target_penalties=4, bob={"defense": 30})
        assert seen.result.attack.tn == 11
        assert seen.changes("penalties") == [("Bob", 4, 5)]


@pytest.mark.rule("reactive-combat:conviction.shot")
def test_the_target_of_a_shot_soaks_with_a_fresh_die() -> None:
    strong: dict[str, Any] = {
        "gun": {"short": {"tn": 11, "power": 9}},
        "bob": {"toughness": 1, "conviction": 2},
    }
    assert shot([4, 4, 3, 5], 5, target_conviction=1, **strong).result.damage.severity == 3
    given = shot([4, 4, 3], 5, target_conviction=2, soak_die=5, **strong)
    assert given.result.damage.severity == 2
    # A miss, and a hit that is shrugged off, throw no die and spend nothing.
    assert shot([1, 1, 1], 5, target_conviction=1, **strong).word == "miss"
    hard = {"toughness": 20, "conviction": 2}
    shrugged = shot([4, 4, 3], 5, target_conviction=1, bob=hard)
    assert (shrugged.word, shrugged.changes("conviction")) == ("shrugged", [])


@pytest.mark.rule("reactive-combat:headshot")
def test_three_sixes_with_a_gun_that_hits_are_a_headshot() -> None:
    gun = {"headshot": True}
    seen = shot([6, 6, 6], 5, gun=gun)
    assert seen.result.headshot
    assert seen.result.attack.stunt_points == 6
    assert [step.text for step in seen.steps("headshot")] == ["headshot: GM decides"]
    assert seen.result.damage.severity == 4
    assert not shot([6, 6, 5], 5, gun=gun).result.headshot
    assert not shot([6, 6, 6], 5).result.headshot
    missed = shot([6, 6, 6], 5, gun=gun, penalties=8)
    assert (missed.word, missed.result.headshot) == ("miss", False)
    close = shot([6, 6, 6, 1, 1, 2], 1, gun=gun)
    assert close.result.headshot
    shrugged = shot([6, 6, 6], 5, gun=gun, bob={"toughness": 50})
    assert (shrugged.word, shrugged.result.headshot) == ("shrugged", True)


@pytest.mark.rule("reactive-combat:headshot")
def test_a_blow_with_a_weapon_that_shoots_too_is_no_headshot() -> None:
    axe = {"name": "throwing axe", "headshot": True, "short": {"tn": 3, "power": 3}}
    pair = [game.sheet(weapons=[axe]), game.sheet("Bob")]
    assert not game.play("attack", pair, [6, 6, 6, 1, 1, 2]).result.headshot


@pytest.mark.rule("reactive-combat:stunts")
def test_a_shot_leaves_no_stunts_to_the_target() -> None:
    seen = shot([1, 1, 1], 5, stunt=["riposte", "breath-in:3"])
    assert seen.word == "miss"
    assert seen.changes("penalties") == [("Bob", 0, 1)]
    assert any("no stunts" in step.text for step in seen.steps("stunts"))
