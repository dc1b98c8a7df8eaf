"""Movement (rule 6.5), and getting up (rule 7.8)."""

from typing import Annotated

from msgspec import Struct

from affray.action import Action
from affray.dice import Dice
from affray.fields import Count
from affray.option import option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings

PART_OF_AN_ACTION = 12
"""Metres under which moving costs nothing of its own."""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `move`: metres to cover; `stand` gets up from the floor instead."""

    distance: Annotated[Count, option("Metres to cover.")] = 0
    stand: Annotated[bool, option("Get up from the floor instead.")] = False


class MoveResult(Struct, frozen=True):
    """Who moves, metres covered, and whether that takes the whole Turn."""

    name: str
    metres: int
    costs_turn: bool


def move(fighter: Fighter, asked: Move, dice: Dice, rulings: Rulings) -> Outcome:
    """Move under 12 m as part of an action, further as the Turn; standing up takes it too."""
    trace = Trace(SYSTEM, dice.explains)
    if asked.stand:
        trace.add("7.8", "text", "getting up takes the Turn")
        up = (Effect(fighter.name, "prone", True, False),) if fighter.prone else ()
        return Outcome("moved", MoveResult(fighter.name, 0, True), up, tuple(trace.steps))
    costs = asked.distance >= PART_OF_AN_ACTION
    part = "takes the Turn" if costs else "is part of another action"
    trace.add("6.5", "text", f"{asked.distance} m {part}", asked.distance)
    result = MoveResult(fighter.name, asked.distance, costs)
    return Outcome("moved", result, (), tuple(trace.steps))


MOVE = Action(
    Move,
    lambda f, s, d, r: move(f[0], s, d, r),
    result=MoveResult,
    examples=(
        "affray move @goblin --distance 15",
        "affray move @troll --stand",
    ),
)
