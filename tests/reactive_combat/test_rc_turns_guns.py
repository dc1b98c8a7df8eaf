"""Guns in a fight: what loading and an extra bullet take of a turn."""

from typing import Any

import pytest

from tests.reactive_combat.rc_bout import PISTOL, duel, sheet, used
from tests.scaffold.bout import Bout


def gunner(reload: Any = 3, **more: Any) -> Bout:
    """A fight in which Ann is about to act, with a pistol."""
    return duel(sheet("Ann", weapons=[{**PISTOL, "reload": reload}], **more))


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_an_extra_bullet_takes_the_minor_action_when_it_is_fired() -> None:
    bout = gunner()
    bout.act("attack", "Ann", "Bob", distance=5, extra_bullet=True, dice=(6, 5, 4))
    assert (used(bout), bout.fighter("Ann").ammunition) == ((1, 1), {"pistol": 1})
    assert bout.fighter("Ann").extra_bullets == 1
    bout.next()
    assert bout.fighter("Ann").extra_bullets == 0
    bout = gunner()
    bout.act("attack", "Ann", "Bob", distance=5, extra_bullet=True, dice=(1, 1, 2))
    assert (used(bout), bout.fighter("Ann").ammunition) == ((1, 0), {"pistol": 2})


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet", "reactive-combat:turn")
def test_an_extra_bullet_needs_a_minor_action() -> None:
    bout = gunner()
    bout.act("move", "Ann")
    refused = bout.refused("attack", "Ann", "Bob", distance=5, extra_bullet=True)
    assert refused == "repeaters.extra-bullet"
    bout.act("attack", "Ann", "Bob", distance=5, dice=(6, 5, 4))


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet-limits")
def test_an_overruled_extra_bullet_counts_on() -> None:
    bout = gunner()
    for _ in range(2):
        bout.suffers("Ann", ammunition={"pistol": 3})
        bout.act(
            "attack", "Ann", "Bob", distance=5, extra_bullet=True, dice=(6, 5, 4), hold="overruled"
        )
    assert (bout.fighter("Ann").extra_bullets, used(bout)) == (2, (1, 1))
    bout.next()
    assert bout.fighter("Ann").extra_bullets == 0
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:repeaters.load", "reactive-combat:repeaters.load-empty")
def test_one_bullet_is_a_minor_action_and_filling_takes_the_turn() -> None:
    bout = gunner()
    assert bout.refused("act load", "Ann") == "repeaters.load"
    bout.suffers("Ann", ammunition={"pistol": 0})
    assert bout.refused("attack", "Ann", "Bob", distance=5) == "repeaters"
    bout.act("act load", "Ann")
    assert (used(bout), bout.fighter("Ann").ammunition) == ((0, 1), {"pistol": 1})
    # It is not empty any more; and a full round would need a turn with nothing used.
    assert bout.refused("act fill", "Ann") == "turn"
    bout.next_to("Ann")
    assert bout.refused("act fill", "Ann") == "repeaters.load"
    bout.suffers("Ann", ammunition={"pistol": 0})
    bout.act("act load", "Ann", bullets="all")
    assert (used(bout), bout.whose) == ((1, 1), set())
    assert bout.fighter("Ann").ammunition == {"pistol": 3}
    assert bout.undo_all() == bout.first


@pytest.mark.rule("reactive-combat:repeaters.load-empty")
def test_an_empty_gun_that_has_to_be_filled() -> None:
    bout = duel(sheet("Ann", weapons=[PISTOL]), empty_loads_one=False)
    bout.suffers("Ann", ammunition={"pistol": 0})
    assert bout.refused("act load", "Ann") == "repeaters.load-empty"
    bout.act("act fill", "Ann")
    assert used(bout) == (1, 1)


@pytest.mark.rule("reactive-combat:reload")
@pytest.mark.parametrize(
    ("reload", "spent"), [("minor", (0, 1)), ("major", (1, 0)), ("full round", (1, 1))]
)
def test_loading_takes_the_actions_on_the_sheet(reload: str, spent: tuple[int, int]) -> None:
    bout = gunner(reload)
    bout.act("attack", "Ann", "Bob", distance=5, dice=(1, 1, 2))
    assert bout.refused("attack", "Ann", "Bob", distance=5) == "turn"
    bout.next_to("Ann")
    assert bout.refused("attack", "Ann", "Bob", distance=5) == "reload"
    bout.act("act load", "Ann")
    assert used(bout) == spent
    assert bout.fighter("Ann").unloaded == ()


@pytest.mark.rule("reactive-combat:reload")
def test_loading_without_a_name_takes_what_is_not_loaded() -> None:
    crossbow = {**PISTOL, "name": "crossbow", "reload": "minor"}
    bout = duel(sheet("Ann", weapons=[{"name": "dagger"}, PISTOL, crossbow]))
    assert bout.refused("act load", "Ann") == "reload"
    bout.suffers("Ann", unloaded=("crossbow",))
    bout.act("act load", "Ann")
    assert bout.fighter("Ann").unloaded == ()
