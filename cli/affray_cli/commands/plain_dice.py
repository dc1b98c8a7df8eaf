"""`affray roll dice`."""

import re
from typing import Annotated

import typer
from msgspec import Struct

from affray.dice import Dice, Sum
from affray.faults import BadRequest, Fault
from affray.outcome import Outcome
from affray_cli import options
from affray_cli.asked import Asked, dice_maker, seed_shown, show
from affray_cli.envelope import Input, envelope

MOST_DICE, MOST_SIDES, MOST_ADDED = 1000, 1000, 1_000_000


class DiceResult(Struct, frozen=True):
    """Plain dice: what was thrown, what is added, and the sum of both."""

    expression: str
    rolled: int
    modifier: int
    total: int


def throw(expression: str, dice: Dice) -> Outcome:
    """Throw "2d6+3": 1 to 1000 dice of 2 to 1000 sides, and a number added or taken off.

    Raises:
        BadRequest: the expression is none of that.
    """
    found = re.fullmatch(r"(\d{0,4})d(\d{1,4})([+-]\d{1,6})?", expression.replace(" ", "").lower())
    if found is None or not expression.isascii():
        raise BadRequest(Fault(f"`{expression}` is no dice expression", "write 2d6 or 3d8-1"))
    count, sides = int(found[1] or 1), int(found[2])
    modifier = int(found[3] or 0)
    if not (1 <= count <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        hint = f"1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides"
        raise BadRequest(Fault(f"`{expression}` is out of bounds", hint))
    rolled = dice.throw(Sum(count, sides), expression)
    dice.finish()
    result = DiceResult(expression, rolled, modifier, rolled + modifier)
    return Outcome("rolled", result, (), ())


def dice(
    expression: Annotated[str, typer.Argument(metavar="DICE", help="Such as 2d6+3.")],
    seed: options.Seed = None,
    dice: options.GivenDice = None,
    json: options.Json = False,
    get: options.Get = None,
    explain: options.Explain = False,
    exit_status: options.ExitStatus = False,
    rulings: options.RulingsFile = None,
) -> int:
    """Plain dice, such as 2d6+3.

    affray roll dice 2d6+3

    affray roll dice 4d10 --seed 1 --get result.total

    Takes what the other commands take, so that a script need not know them apart; nothing
    here hangs on rulings, and dice always come off.
    """
    asked = Asked(seed=seed, dice=dice, json=json, get=get)
    maker = dice_maker(asked)
    outcome = throw(expression, maker)
    given = Input(options={"expression": expression})
    result = envelope("roll dice", None, outcome, maker.thrown, seed_shown(asked, maker), given)
    return show(result, outcome, asked)
