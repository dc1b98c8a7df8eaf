"""Defensive stunts: Breath In and Riposte."""

from typing import Any

import pytest

from affray.faults import BadRequest
from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen

BLADE = [{"name": "longsword"}]
LOSES = [1, 2, 4]
"""An attack that loses: 7 in all, the stunt die 4."""


def defended(answer: list[int], stunt: list[str], **more: Any) -> Seen:
    """Ann, of toughness 1, loses to Bob's defence roll; Bob has a longsword and Strength 3."""
    rulings = more.pop("rulings", None)
    ann = game.fighter("Ann", more.pop("hurt", {}), **{"toughness": 1, **more.pop("ann", {})})
    data = {"weapons": BLADE, "abilities": {"strength": 3}, **more.pop("bob", {})}
    bob = game.fighter("Bob", more.pop("state", {}), **data)
    return game.play("attack", [ann, bob], [*LOSES, *answer], rulings, stunt=stunt, **more)


@pytest.mark.rule("reactive-combat:stunts.riposte")
def test_a_riposte_for_three_points_strikes_back() -> None:
    seen = defended([5, 5, 3], ["riposte"], hurt={"marks": 2})
    assert (seen.word, seen.success) == ("riposte", False)
    harm = seen.result.damage
    assert (harm.damage, harm.toughness, harm.difference) == (2 + 3 + 2, 1, 6)
    assert (harm.severity, harm.marks) == (6, 8)
    # No new attack: Bob alone gets a penalty. And no more stunt points.
    assert seen.effects == [("Bob", "penalties", 0, 1), ("Ann", "marks", 2, 8)]
    assert (seen.result.attack.stunt_points, seen.result.defence.stunt_points) == (0, 3)


@pytest.mark.rule("reactive-combat:stunts", "reactive-combat:stunts.riposte")
@pytest.mark.parametrize("answer", [[5, 5, 2], [6, 5, 4]])
def test_what_cannot_be_afforded_is_not_done(answer: list[int]) -> None:
    seen = defended(answer, ["riposte"])
    assert (seen.word, seen.result.damage) == ("defended", None)
    assert any("no riposte" in step.text for step in seen.steps("stunts.riposte"))


@pytest.mark.rule("reactive-combat:stunts")
def test_a_defence_that_loses_does_no_stunts() -> None:
    ann = game.fighter(abilities={"fighting": 20})
    bob = game.fighter("Bob", {"penalties": 3}, weapons=BLADE)
    seen = game.play("attack", [ann, bob], [1, 2, 4, 5, 5, 5], stunt=["riposte", "breath-in:1"])
    assert seen.word == "shrugged"
    assert seen.changes("penalties") == [("Bob", 3, 4)]


@pytest.mark.rule("reactive-combat:stunts.breath-in")
@pytest.mark.parametrize(
    ("stunt", "die", "before", "after"),
    [
        ("breath-in:1", 4, 5, 5), ("breath-in:2", 4, 5, 4), ("breath-in:6", 4, 5, 2),
        ("breath-in:6", 6, 5, 0), ("breath-in:6", 6, 1, 0), ("breath-in:6", 6, 0, 0),
    ],
)  # fmt: skip
def test_breath_in_erases_a_penalty_for_a_point(
    stunt: str, die: int, before: int, after: int
) -> None:
    seen = defended([6, 6, die], [stunt], state={"penalties": before}, ann={"defense": 0})
    if seen.word != "defended":
        pytest.fail("the defence was to win")
    now = before + 1
    assert seen.changes("penalties") == [("Bob", before, now), ("Bob", now, after)]


@pytest.mark.rule("reactive-combat:stunts.breath-in", "reactive-combat:stunts.riposte")
def test_stunts_are_bought_in_the_order_given() -> None:
    state = {"penalties": 4}
    both = defended([6, 6, 5], ["riposte", "breath-in:6"], state=state)
    assert both.word == "riposte"
    assert both.changes("penalties") == [("Bob", 4, 5), ("Bob", 5, 3)]
    breath = defended([6, 6, 5], ["breath-in:6", "riposte"], state=state)
    assert breath.word == "defended"
    assert breath.changes("penalties") == [("Bob", 4, 5), ("Bob", 5, 0)]
    poor = defended([6, 6, 2], ["riposte", "breath-in:6"], state=state)
    assert poor.word == "defended"
    assert poor.changes("penalties") == [("Bob", 4, 5), ("Bob", 5, 3)]
    little = defended([6, 6, 5], ["breath-in:2", "riposte"], state=state)
    assert little.word == "riposte"
    assert little.changes("penalties") == [("Bob", 4, 5), ("Bob", 5, 3)]


@pytest.mark.rule("reactive-combat:stunts.riposte")
def test_after_a_riposte_the_attacks_stunt_die_soaks() -> None:
    seen = defended(
        [5, 5, 3],
        ["riposte"],
        ann={"conviction": 2, "toughness": 0},
        bob={"conviction": 2, "abilities": {"strength": 8}},
        conviction=1,
        target_conviction=2,
    )
    # Ann soaks with her 4; Bob, who strikes now, raises by 2.
    assert seen.result.damage.severity == 10 + 2 - 4
    assert seen.changes("conviction") == [("Bob", 2, 0), ("Ann", 2, 1)]


@pytest.mark.rule("reactive-combat:stunts.riposte-weapon", "reactive-combat:stunts.riposte")
def test_a_riposte_needs_a_melee_weapon_in_hand() -> None:
    bow = {"name": "bow", "short": {"tn": 11, "power": 9}}

    def word(weapons: list[dict[str, Any]], **switches: Any) -> str:
        bob = {"weapons": weapons}
        return defended([5, 5, 3], ["riposte"], bob=bob, rulings=Rulings(**switches)).word

    assert word([]) == "defended"
    assert word([bow]) == "defended"
    assert word([{"name": "unarmed"}]) == "defended"
    assert word([bow, *BLADE]) == "riposte"
    assert word([{"name": "claw", "damage": 2}]) == "riposte"
    assert word([bow, *BLADE], riposte_weapon="first") == "defended"
    assert word([*BLADE, bow], riposte_weapon="first") == "riposte"
    assert word([], riposte_unarmed=True) == "riposte"
    assert word([bow], riposte_unarmed=True) == "riposte"


@pytest.mark.rule("reactive-combat:stunts.riposte-features")
def test_a_riposte_has_the_class_features_off_the_defence_roll() -> None:
    def damage(**switches: Any) -> int:
        rogue = {"kind": "rogue", "abilities": {"dexterity": 1, "strength": 3}}
        seen = defended([5, 5, 3], ["riposte"], bob=rogue, rulings=Rulings(**switches))
        assert seen.word == "riposte"
        return int(seen.result.damage.damage)

    assert damage() == 2 + 3 + 3
    assert damage(riposte_features=False) == 2 + 3
    warrior = {"kind": "warrior", "level": 16, "abilities": {"strength": 3}}
    best = defended([5, 5, 3], ["riposte"], bob=warrior)
    assert best.result.damage.damage == 2 + 3 + 5


@pytest.mark.rule("reactive-combat:stunts.riposte-tie")
def test_a_defence_won_by_the_last_tie_break_ripostes() -> None:
    # 5 + 5 + 3 each: equal in total, stunt die and ability.
    ann = game.fighter(toughness=1, abilities={"fighting": 0})
    bob = game.fighter("Bob", defense=11, weapons=BLADE)
    faces = [5, 5, 3, 5, 5, 3]
    assert game.play("attack", [ann, bob], faces, stunt=["riposte"]).word == "riposte"
    again = Rulings(riposte_tie="again")
    seen = game.play("attack", [ann, bob], faces, again, stunt=["riposte"])
    assert (seen.word, seen.result.defence.stunt_points) == ("defended", 3)


def test_a_riposte_may_be_shrugged_off() -> None:
    seen = defended([5, 5, 3], ["riposte"], ann={"toughness": 30})
    assert (seen.word, seen.result.damage.severity) == ("riposte", 0)
    assert seen.effects == [("Bob", "penalties", 0, 1)]


@pytest.mark.parametrize(
    "stunt",
    [
        ["riposte", "riposte"], ["breath-in:1", "breath-in:2"], ["breath-in:0"], ["breath-in:7"],
        ["breath-in"], ["Riposte"], ["riposte", "breath-in:1", "riposte"], "riposte",
    ],
)  # fmt: skip
def test_stunts_that_make_no_sense(stunt: Any) -> None:
    with pytest.raises(BadRequest):
        defended([5, 5, 3], stunt)
