"""What the Reactive Combat tests share: a game."""

import pytest

from tests.scaffold.game import Game, Reactive


@pytest.fixture(scope="session")
def game() -> Reactive:
    """A plain sheet has Defense 13 and toughness 6."""
    return Game({"reactive-combat": {"defense": 13, "toughness": 6}})
