"""`affray odds attack` and `affray odds duel`."""

from typing import Annotated, get_args

from affray.deed import CHOOSE
from affray.engine.bout import First
from affray.engine.duel import duel
from affray.engine.exact import attack_odds
from affray.faults import BadRequest, Fault, near
from affray.option import read_words
from affray_cli import options
from affray_cli.common import OUTPUT
from affray_cli.declare import beside, option
from affray_cli.grammar import Asking
from affray_cli.odds import Csv, Printing, assignments, finish, variants
from affray_cli.settle import assemble
from affray_cli.text import odds as words

MOST_FIGHTS = 10_000_000

Compare = Annotated[
    list[str] | None,
    option(
        metavar="NAME=V,V…",
        help="What each value of an option would change; repeat for every combination.",
        panel=OUTPUT,
    ),
]
Choose = Annotated[
    list[str] | None,
    option(
        metavar="KEY=ANSWER",
        help="An answer to a choice; of one alone: WHO:KEY, KEY/ABOUT; repeat.",
        panel=OUTPUT,
    ),
]
FirstName = Annotated[
    str,
    option(
        metavar="|".join(get_args(First)), help="Who attacks first, and whether both do, in turn."
    ),
]
Answer = Annotated[
    list[str] | None,
    option(metavar="NAME=V", help="An option of the second's attacks, where they differ; repeat."),
]
Fights = Annotated[
    int | None,
    option(least=1, most=MOST_FIGHTS, help="Fights played where a duel is too large to be exact."),
]


@beside("attack")
def attack(
    asking: Asking,
    compare: Compare = None,
    choose: Choose = None,
    rulings: options.RulingsFile = None,
    json: options.Json = False,
    get: options.Get = None,
    csv: Csv = False,
) -> int:
    """The exact odds of one attack, with every option of `affray attack`.

    affray odds attack @ogre @goblin --compare cover=0,2,4

    affray odds attack @troll @dragon --csv
    """
    sheets, rules, fighters, ruled = assemble(asking.who, asking.system, rulings)
    known = rules.action("attack").situation
    given = read_words(known, asking.options)
    if choose:
        from affray.table import parsed  # what few lines need

        given[CHOOSE] = parsed(choose)
    compared = variants(compare or [], known, given)
    base = attack_odds(rules, fighters, given, ruled)
    found = [
        (variant, attack_odds(rules, fighters, {**given, **variant}, ruled)) for variant in compared
    ]
    names = tuple(f.name for f in fighters)
    return finish(
        Printing("odds attack", rules.name, tuple(sheets), given, ruled, json, get, csv),
        "exact",
        words.attack_result(base, found),
        lambda: words.tell_attack(names, base, found),
        lambda: words.attack_rows(base, found),
    )


@beside("attack", most=2)
def duel_command(
    asking: Asking,
    first: FirstName = "alternate",
    answer: Answer = None,
    fractions: Annotated[
        bool, option("--fractions", help="The chances as exact fractions, too.")
    ] = False,
    fights: Fights = None,
    seed: options.Seed = None,
    rulings: options.RulingsFile = None,
    json: options.Json = False,
    get: options.Get = None,
    csv: Csv = False,
    plot: options.Plot = None,
) -> int:
    """The exact odds of a duel: attack after attack until somebody is out.

    affray odds duel @ogre @troll

    affray odds duel @ogre @dragon --first b --json

    The options are those of the first's attacks; what they say of both (who is down, who
    tests Luck) holds for the second's too. Where there are too many ways for a duel to
    stand, it is simulated, and says so.
    """
    if first not in get_args(First):
        hint = near(first, get_args(First), otherwise="one of: " + ", ".join(get_args(First)))
        raise BadRequest(Fault(f"--first cannot be `{first}`", hint))
    paper = None
    if plot is not None:
        from affray_cli.plotting import canvas, draw_duel

        paper = canvas(plot)
    sheets, rules, fighters, ruled = assemble(asking.who, asking.system, rulings)
    known = rules.action("attack").situation
    given = read_words(known, asking.options)
    theirs = assignments(answer or [], known)
    found = duel(
        rules,
        fighters[0],
        fighters[1],
        given,
        ruled,
        answer=theirs,
        first=first,  # type: ignore[arg-type]
        rounds=True,
        fights=fights,
        seed=seed,
    )
    if paper is not None:
        draw_duel(paper, found)
    asked = {**given, "first": first, "answer": theirs}
    return finish(
        Printing("odds duel", rules.name, tuple(sheets), asked, ruled, json, get, csv),
        found.method,
        words.duel_result(found, fractions),
        lambda: words.tell_duel(found, fractions),
        lambda: words.duel_rows(found),
        found.seed,
    )
