"""`affray roll dice`."""

from typing import Annotated

import typer

from affray.plain import PlainDice, throw
from affray_cli import options
from affray_cli.asked import Asked, dice_maker, seed_shown, show
from affray_cli.envelope import Input, envelope


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
    outcome = throw(PlainDice(expression), maker)
    maker.finish()
    given = Input(options={"expression": expression})
    result = envelope("roll dice", None, outcome, maker.thrown, seed_shown(asked, maker), given)
    return show(result, outcome, asked)
