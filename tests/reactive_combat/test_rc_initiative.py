"""Initiative: 3d6 + Dexterity, the highest first."""

from typing import Any

import pytest

from affray.systems.reactive_combat.rulings import Rulings
from tests.reactive_combat.arena import game
from tests.scaffold.game import Seen


def order(seen: Seen) -> list[tuple[Any, ...]]:
    return [(p.name, p.total, p.stunt_die, p.tied) for p in seen.result.order]


@pytest.mark.rule("reactive-combat:initiative")
def test_the_highest_dexterity_test_acts_first() -> None:
    ann = game.sheet(abilities={"dexterity": 1})
    bob = game.sheet("Bob", abilities={"dexterity": 4})
    cid = game.sheet("Cid", focuses={"dexterity": "initiative"})
    seen = game.play("roll initiative", [ann, bob, cid], [3, 3, 3, 1, 2, 3, 5, 5, 4])
    assert seen.word == "ordered"
    # Ann and Bob are equal in total and stunt die: Bob has the higher Dexterity.
    assert order(seen) == [("Cid", 16, 4, False), ("Bob", 10, 3, False), ("Ann", 10, 3, False)]
    assert seen.changes("place") == [("Cid", None, 1), ("Bob", None, 2), ("Ann", None, 3)]


@pytest.mark.rule("reactive-combat:initiative")
def test_a_tie_goes_to_the_stunt_die() -> None:
    seen = game.play("roll initiative", [game.sheet(), game.sheet("Bob")], [3, 4, 2, 3, 2, 4])
    assert order(seen) == [("Bob", 9, 4, False), ("Ann", 9, 2, False)]
    assert seen.switches() == set()


@pytest.mark.rule("reactive-combat:initiative.tie")
def test_equal_in_everything_the_order_named_stands() -> None:
    pair = [game.sheet(), game.sheet("Bob")]
    seen = game.play("roll initiative", pair, [1, 2, 3, 2, 1, 3])
    assert order(seen) == [("Ann", 6, 3, True), ("Bob", 6, 3, True)]
    assert "initiative_tie" in seen.switches()
    back = game.play(
        "roll initiative", pair, [1, 2, 3, 2, 1, 3], Rulings(initiative_tie="reversed")
    )
    assert [p[0] for p in order(back)] == ["Bob", "Ann"]


@pytest.mark.rule("reactive-combat:penalties")
def test_penalties_count_and_a_place_that_stays_is_no_change() -> None:
    ann = game.fighter(now={"penalties": 2, "place": 1})
    bob = game.fighter("Bob", {"place": 1})
    seen = game.play("roll initiative", [ann, bob], [6, 5, 4, 1, 1, 1])
    assert order(seen) == [("Ann", 13, 4, False), ("Bob", 3, 1, False)]
    assert seen.changes("place") == [("Bob", 1, 2)]
