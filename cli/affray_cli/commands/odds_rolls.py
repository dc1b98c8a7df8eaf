"""`affray odds roll …`: the odds of every roll command."""

from collections.abc import Callable
from typing import Annotated

import typer

from affray.faults import BadRequest, Fault
from affray.odds.rolls import RollOdds, odds_of, roll_odds
from affray.plain import TOTAL, PlainDice, throw
from affray.play import situate
from affray_cli import options
from affray_cli.commands import rolls as _rolls  # noqa: F401  (brings the grammars)
from affray_cli.lazy import Entry
from affray_cli.odds import Csv, Given, Printing, beside, finish
from affray_cli.resolving import assemble
from affray_cli.text import odds as words

MOST_SUM = 2_000
"""The most that plain dice may come to, so that their odds are listed in a blink."""


def _rolling(command: str, name: str, text: str) -> Callable[..., int]:
    """The odds of one roll command, with its own grammar."""

    @beside(command)
    def run(
        given: Given,
        seed: options.Seed = None,
        rulings: options.RulingsFile = None,
        json: options.Json = False,
        get: options.Get = None,
        csv: Csv = False,
    ) -> int:
        sheets, rules, fighters, ruled = assemble(given.paths, given.system, rulings)
        printing = Printing(
            "odds " + command, rules.name, tuple(sheets), given.options, ruled, json, get, csv
        )
        asked = situate(rules, rules.action(command), given.options)
        report = rules.odds(command, fighters, asked, ruled)
        if report is not None:
            told = words.told(report.lines)
            return finish(printing, "exact", report.result, lambda: told, lambda: report.rows)
        found = roll_odds(rules, command, fighters, given.options, ruled, seed)
        return _printed(printing, found)

    run.__name__, run.__doc__ = name, text
    return run


def _printed(printing: Printing, found: RollOdds) -> int:
    return finish(
        printing,
        found.method,
        words.roll_result(found),
        lambda: words.tell_roll(printing.command.removeprefix("odds "), found),
        lambda: words.roll_rows(found),
        found.seed,
    )


def dice(
    expression: Annotated[str, typer.Argument(metavar="DICE", help="Such as 2d6+3.")],
    json: options.Json = False,
    get: options.Get = None,
    csv: Csv = False,
) -> int:
    """The odds of plain dice.

    affray odds roll dice 2d6+3

    affray odds roll dice 3d6 --csv
    """
    count, _, sides = expression.lower().partition("d")
    numbers = (count or "1").strip(), sides.partition("+")[0].partition("-")[0].strip()
    small = all(n.isascii() and n.isdigit() and len(n) < 5 for n in numbers)
    if small and int(numbers[0]) * int(numbers[1]) > MOST_SUM:
        raise BadRequest(Fault(f"`{expression}` has too many sums to list", f"{MOST_SUM} at most"))
    found = odds_of(lambda maker: throw(PlainDice(expression), maker), TOTAL)
    printing = Printing(
        "odds roll dice", None, (), {"expression": expression}, None, json, get, csv
    )
    return _printed(printing, found)


reaction = _rolling(
    "roll reaction",
    "reaction",
    """Iron Gauntlets: who goes first, and what points given up do for the first named.

    affray odds roll reaction examples/sheets/iron-gauntlets/suenta.toml

    affray odds roll reaction examples/sheets/iron-gauntlets/*.toml --awareness 1
    """,
)
initiative = _rolling(
    "roll initiative",
    "initiative",
    """Who acts first.

    affray odds roll initiative examples/sheets/troika/ardent-giant.toml @goblin

    affray odds roll initiative examples/sheets/reactive-combat/kessa.toml examples/sheets/reactive-combat/orc.toml
    """,  # noqa: E501
)
task = _rolling(
    "roll task",
    "task",
    """Iron Gauntlets: a task, in steps.

    affray odds roll task examples/sheets/iron-gauntlets/suenta.toml athletics --difficulty 2

    affray odds roll task examples/sheets/iron-gauntlets/titus.toml athletics --luck 1 --json
    """,
)
under = _rolling(
    "roll under",
    "under",
    """Troika!: rolling under Skill and rank.

    affray odds roll under @goblin

    affray odds roll under examples/sheets/troika/ardent-giant.toml swim --get result.outcomes.success.p
    """,  # noqa: E501
)
luck = _rolling(
    "roll luck",
    "luck",
    """Troika!: testing Luck.

    affray odds roll luck examples/sheets/troika/ardent-giant.toml

    affray odds roll luck examples/sheets/troika/ardent-giant.toml --json
    """,
)
versus = _rolling(
    "roll versus",
    "versus",
    """Troika!: rolling one against another.

    affray odds roll versus @goblin @troll

    affray odds roll versus @ogre @dragon --json
    """,
)
ability_test = _rolling(
    "roll test",
    "test",
    """Reactive Combat: an ability test, alone or opposed, with its stunt points.

    affray odds roll test examples/sheets/reactive-combat/kessa.toml dexterity --tn 11

    affray odds roll test examples/sheets/reactive-combat/orc.toml strength --tn 13 --json
    """,
)

ROLLS = {
    "reaction": Entry("odds_rolls:reaction", "Iron Gauntlets: who goes first."),
    "initiative": Entry("odds_rolls:initiative", "Who acts first, as each system has it."),
    "task": Entry("odds_rolls:task", "Iron Gauntlets: a task, in steps."),
    "under": Entry("odds_rolls:under", "Troika!: roll under Skill and rank."),
    "versus": Entry("odds_rolls:versus", "Troika!: roll one against another."),
    "luck": Entry("odds_rolls:luck", "Troika!: test your Luck."),
    "test": Entry("odds_rolls:ability_test", "Reactive Combat: an ability test."),
    "dice": Entry("odds_rolls:dice", "Plain dice, such as 2d6+3."),
}
