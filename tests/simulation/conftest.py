"""What the tests of simulation share: a game of each system."""

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
    "reactive-combat": {
        "defense": 12,
        "toughness": 1,
        "abilities": {"fighting": 3, "dexterity": 2, "strength": 1},
        "weapons": [{"name": "longsword"}],
    },
}
ENDS = {"iron-gauntlets": {"out_at_injury": 3}, "reactive-combat": {"out_at_marks": 3}}


@pytest.fixture(scope="session")
def game() -> AnyGame:
    """Small fights of each system."""
    return Game(PLAIN, ENDS)
