"""What the tests of the odds share: combatants of each system, made from few words."""

from collections import Counter
from itertools import product
from typing import Any

from tests.scaffold.game import AnyGame, Game

PLAIN: dict[str, dict[str, Any]] = {
    "troika": {"skill": 6, "stamina": 12, "weapons": ["sword"]},
    "iron-gauntlets": {
        "abilities": {"fitness": 4, "awareness": 3},
        "skills": {"melee": 6, "athletics": 5},
        "weapons": [{"name": "sword", "skill": "melee", "amount": 3}],
    },
    "reactive-combat": {
        "defense": 12,
        "toughness": 4,
        "abilities": {"fighting": 3, "dexterity": 2, "strength": 1},
        "weapons": [{"name": "longsword"}],
    },
}
game: AnyGame = Game(PLAIN)
"""Combatants of each system."""
SWORD = (4, 6, 6, 6, 6, 8, 10)
AXE = (2, 2, 6, 6, 8, 10, 12)
D6 = range(1, 7)
TWO = Counter(a + b for a, b in product(D6, D6))
STRIKES, ANSWERS = ("hit", "double-fumble"), ("countered", "double-fumble")
"""Exchanges that hurt the defender, and the attacker."""
