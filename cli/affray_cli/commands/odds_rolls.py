"""`affray odds roll …`: the odds of every roll command."""

import re

from affray.deed import situate
from affray.engine.rolls import RollOdds, odds_of, roll_odds
from affray.faults import BadRequest, Fault
from affray.option import read_words
from affray.plain import PLAIN, TOTAL
from affray_cli import options
from affray_cli.declare import beside
from affray_cli.grammar import Asking, Grammar
from affray_cli.odds import Csv, Printing, finish
from affray_cli.settle import assemble
from affray_cli.text import odds as words

MOST_SUM = 2_000
"""The most that plain dice may come to, so that their odds are listed in a blink."""


def text(known: Grammar) -> str:
    """The help of a roll, for its odds: no dice are thrown for them."""
    summary, *examples = known.text.split("\n\n")
    made = [re.sub(r" --(dice|seed) \S+", "", one) for one in examples]
    made = [one.replace("affray roll", "affray odds roll") for one in made]
    if len(set(made)) < len(made):
        made[1:] = [f"{made[0]} --csv"]
    return "\n\n".join([f"The odds. {summary}", *made])


@beside("roll", text=text)
def roll(
    asking: Asking,
    seed: options.Seed = None,
    rulings: options.RulingsFile = None,
    json: options.Json = False,
    get: options.Get = None,
    csv: Csv = False,
) -> int:
    """Print the odds of a roll; its help is made of the roll's own."""
    if asking.command in PLAIN:
        return _dice(asking, json, get, csv)
    sheets, rules, fighters, ruled = assemble(asking.who, asking.system, rulings)
    action = rules.action(asking.command)
    given = read_words(action.situation, asking.options)
    printing = Printing(
        "odds " + asking.command, rules.name, tuple(sheets), given, ruled, json, get, csv
    )
    report = rules.odds(asking.command, fighters, situate(rules, action, given), ruled)
    if report is not None:
        told = words.told(report.lines)
        return finish(printing, "exact", report.result, lambda: told, lambda: report.rows)
    found = roll_odds(rules, asking.command, fighters, given, ruled, seed)
    return _printed(printing, found)


def _dice(asking: Asking, json: bool, get: str | None, csv: bool) -> int:
    """The odds of plain dice."""
    action = PLAIN[asking.command]
    expression = asking.options["expression"]
    count, _, sides = expression.lower().partition("d")
    numbers = (count or "1").strip(), sides.partition("+")[0].partition("-")[0].strip()
    small = all(n.isascii() and n.isdigit() and len(n) < 5 for n in numbers)
    if small and int(numbers[0]) * int(numbers[1]) > MOST_SUM:
        raise BadRequest(Fault(f"`{expression}` has too many sums to list", f"{MOST_SUM} at most"))
    asked = action.situation(**asking.options)
    found = odds_of(lambda maker: action.play((), asked, maker, None), TOTAL)
    printing = Printing(f"odds {asking.command}", None, (), asking.options, None, json, get, csv)
    return _printed(printing, found)


def _printed(printing: Printing, found: RollOdds) -> int:
    return finish(
        printing,
        found.method,
        words.roll_result(found),
        lambda: words.tell_roll(printing.command.removeprefix("odds "), found),
        lambda: words.roll_rows(found),
        found.seed,
    )
