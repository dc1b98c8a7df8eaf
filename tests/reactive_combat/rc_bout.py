"""A fight of Reactive Combat that the tests play step by step."""

from typing import Any

from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet
from tests.scaffold.bout import Bout, facing
from tests.scaffold.game import Game

NAME = "reactive-combat"
PISTOL = {
    "name": "pistol",
    "group": "handguns",
    "reload": 3,
    "short": {"tn": 11, "power": 8},
    "medium": {"tn": 13, "power": 8},
}
HIT, MISS = (6, 5, 4, 1, 2, 1), (1, 2, 1, 6, 5, 4)
"""An attack roll and a defence roll, without doubles where it matters."""


REACTIVE: Game[Sheet, Fighter] = Game(
    {
        NAME: {
            "defense": 11,
            "toughness": 4,
            "weapons": [{"name": "longsword"}],
            "abilities": {"fighting": 3, "strength": 2, "accuracy": 2},
        }
    }
)
sheet = REACTIVE.sheet
"""A sheet of toughness 4 with a longsword and Fighting 3, or as it is told."""


def used(bout: Bout) -> tuple[int, int]:
    """Major and minor actions used of the turn."""
    return bout.turns.major, bout.turns.minor


def duel(first: Sheet | None = None, second: Sheet | None = None, **rulings: Any) -> Bout:
    """Ann's turn in a fight with Bob, just begun."""
    pair = first or sheet("Ann"), second or sheet("Bob")
    bout = Bout(facing(*pair, rulings=Rulings(**rulings)))
    assert bout.next(6, 6, 6, 1, 1, 1) == {pair[0].name}
    return bout
