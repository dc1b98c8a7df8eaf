"""Plain dice, such as 2d6+3: no rule of any system, and the same in all."""

import re
from typing import Annotated

from msgspec import Struct

from affray.action import Action
from affray.dice import Classes, Dice, Faces, Sum
from affray.faults import BadRequest, Fault
from affray.fields import Name
from affray.option import option
from affray.outcome import Outcome
from affray.system import Counts

MOST_DICE, MOST_SIDES, MOST_ADDED = 1000, 1000, 1_000_000


class DiceResult(Struct, frozen=True):
    """Plain dice: what was thrown, what is added, and the sum of both."""

    expression: str
    rolled: int
    modifier: int
    total: int


class Digits:
    """Two d6 read as the digits of a number, never added: a d66."""

    count = 2
    sides = 6

    def read(self, faces: Faces) -> int:
        """The first die as tens, the second as units."""
        return 10 * faces[0] + faces[1]

    def classes(self) -> Classes[int]:
        """Each of the 36 numbers once."""
        return tuple((10 * tens + units, 1) for tens in range(1, 7) for units in range(1, 7))


D66 = Digits()


class PlainDice(Struct, frozen=True, forbid_unknown_fields=True):
    """What is thrown, such as "2d6+3"."""

    expression: Annotated[Name, option("Such as 2d6+3.", place=True, metavar="DICE")]


def throw(asked: PlainDice, dice: Dice) -> Outcome:
    """Throw "2d6+3": 1 to 1000 dice of 2 to 1000 sides, and a number added or taken off.

    A single d66 is two d6 read as digits.

    Raises:
        BadRequest: the expression is none of that.
    """
    expression = asked.expression
    found = re.fullmatch(r"(\d{0,4})d(\d{1,4})([+-]\d{1,6})?", expression.replace(" ", "").lower())
    if found is None or not expression.isascii():
        raise BadRequest(Fault(f"`{expression}` is no dice expression", "write 2d6 or 3d8-1"))
    count, sides = int(found[1] or 1), int(found[2])
    modifier = int(found[3] or 0)
    if (count, sides) == (1, 66):
        rolled = dice.throw(D66, "d66")
        return Outcome(
            "rolled", DiceResult(expression, rolled, modifier, rolled + modifier), (), ()
        )
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        hint = f"1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides"
        raise BadRequest(Fault(f"`{expression}` is out of bounds", hint))
    return _rolled(expression, dice.throw(Sum(count, sides), expression), modifier)


def _rolled(expression: str, rolled: int, modifier: int) -> Outcome:
    return Outcome("rolled", DiceResult(expression, rolled, modifier, rolled + modifier), (), ())


DICE = Action(
    PlainDice,
    lambda f, s, d, r: throw(s, d),
    (),
    DiceResult,
    examples=(
        "affray roll dice 2d6+3",
        "affray roll dice 4d10 --seed 1 --get result.total",
    ),
)
TOTAL: Counts = {"total": lambda result: int(result.total)}
"""What the odds of plain dice count."""

PLAIN = {"roll dice": DICE}
"""Commands that are no rule of a system, and the same in each."""
