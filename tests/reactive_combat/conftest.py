"""What the Reactive Combat tests share: a game."""

from __future__ import annotations

import pytest

from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.sheet import Sheet
from tests.scaffold.game import Game

Reactive = Game[Sheet, Fighter]


@pytest.fixture(scope="session")
def game() -> Reactive:
    """A plain sheet has Defense 13 and toughness 6."""
    return Game({"reactive-combat": {"defense": 13, "toughness": 6}})
