"""Plain dice, such as 2d6+3: no rule of any system, and the same in all."""

import re

from msgspec import Struct

from affray.dice import Dice, Sum
from affray.faults import BadRequest, Fault
from affray.fields import Name
from affray.outcome import Outcome
from affray.system import Action

MOST_DICE, MOST_SIDES, MOST_ADDED = 1000, 1000, 1_000_000


class DiceResult(Struct, frozen=True):
    """Plain dice: what was thrown, what is added, and the sum of both."""

    expression: str
    rolled: int
    modifier: int
    total: int


class PlainDice(Struct, frozen=True, forbid_unknown_fields=True):
    """What is thrown, such as "2d6+3"."""

    expression: Name


def throw(asked: PlainDice, dice: Dice) -> Outcome:
    """Throw "2d6+3": 1 to 1000 dice of 2 to 1000 sides, and a number added or taken off.

    Raises:
        BadRequest: the expression is none of that.
    """
    expression = asked.expression
    found = re.fullmatch(r"(\d{0,4})d(\d{1,4})([+-]\d{1,6})?", expression.replace(" ", "").lower())
    if found is None or not expression.isascii():
        raise BadRequest(Fault(f"`{expression}` is no dice expression", "write 2d6 or 3d8-1"))
    count, sides = int(found[1] or 1), int(found[2])
    modifier = int(found[3] or 0)
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        hint = f"1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides"
        raise BadRequest(Fault(f"`{expression}` is out of bounds", hint))
    rolled = dice.throw(Sum(count, sides), expression)
    result = DiceResult(expression, rolled, modifier, rolled + modifier)
    return Outcome("rolled", result, (), ())


DICE = Action(PlainDice, lambda f, s, d, r: throw(s, d), 0, 0, result=DiceResult)
