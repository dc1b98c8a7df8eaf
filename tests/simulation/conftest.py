"""What the tests of simulation share: a game of two systems."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scaffold.game import AnyGame, Game

PLAIN: dict[str, dict[str, Any]] = {
    "troika": {"skill": 6, "stamina": 12, "weapons": ["sword"]},
    "iron-gauntlets": {
        "abilities": {"fitness": 2, "awareness": 1},
        "skills": {"melee": 6, "athletics": 5},
        "weapons": [{"name": "sword", "skill": "melee", "amount": 3}],
    },
}
ENDS = {"iron-gauntlets": {"out_at_injury": 3}}


@pytest.fixture(scope="session")
def game() -> AnyGame:
    """Small fights of each system."""
    return Game(PLAIN, ENDS)
