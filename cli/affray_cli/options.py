"""The options that every resolving command takes, and types that several share."""

from typing import Annotated

import typer

from affray.faults import BadRequest, Fault

OUTPUT = "Dice and output"
SESSION = "Session"
TROIKA, GAUNTLETS, REACTIVE = "Troika!", "Iron Gauntlets", "Reactive Combat"

LARGEST_SEED = 2**53 - 1
"""What every reader of JSON keeps whole."""

Sheet = Annotated[
    str, typer.Argument(metavar="SHEET", help="TOML sheet, - for standard input, or @creature.")
]
Sheets = Annotated[
    list[str], typer.Argument(metavar="SHEET…", help="TOML sheets, -, or @creatures.")
]

Seed = Annotated[
    int | None,
    typer.Option(
        min=0, max=LARGEST_SEED, help="Throw the dice of this seed.", rich_help_panel=OUTPUT
    ),
]
GivenDice = Annotated[
    str | None,
    typer.Option(
        "--dice", metavar="4,3,6", help="Dice rolled by hand, in order.", rich_help_panel=OUTPUT
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json",
        help="One JSON object.",
        rich_help_panel=OUTPUT,
    ),
]
Get = Annotated[
    str | None,
    typer.Option(
        metavar="PATH",
        help="One value of the JSON, e.g. result.damage.0.amount.",
        rich_help_panel=OUTPUT,
    ),
]
Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Show each step with its rule.",
        rich_help_panel=OUTPUT,
    ),
]
ExitStatus = Annotated[
    bool,
    typer.Option(
        "--exit-status",
        help="Exit 1 when the attack or test did not succeed.",
        rich_help_panel=OUTPUT,
    ),
]
RulingsFile = Annotated[
    str | None,
    typer.Option(
        "--rulings",
        metavar="FILE",
        envvar="AFFRAY_RULINGS",
        help="TOML file that replaces rulings.",
        rich_help_panel=OUTPUT,
    ),
]

Plot = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Draw it into an .svg or .png (extra affray[plot]).",
        rich_help_panel=OUTPUT,
    ),
]


SystemName = Annotated[
    str | None,
    typer.Option("--system", metavar="NAME", help="troika, iron-gauntlets or reactive-combat."),
]


SessionFile = Annotated[
    str | None,
    typer.Option(
        "--session",
        metavar="FILE",
        envvar="AFFRAY_SESSION",
        help="Play in this session: combatants go by name, their state comes from it.",
        rich_help_panel=SESSION,
    ),
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Show, but change nothing.", rich_help_panel=SESSION),
]
Anyway = Annotated[
    bool,
    typer.Option(
        "--anyway", help="Overrule what the turn forbids; the log says so.", rich_help_panel=SESSION
    ),
]


def common(
    seed: Seed = None,
    dice: GivenDice = None,
    json: Json = False,
    get: Get = None,
    explain: Explain = False,
    exit_status: ExitStatus = False,
    rulings: RulingsFile = None,
    session: SessionFile = None,
    dry_run: DryRun = False,
    anyway: Anyway = False,
) -> None:
    """The signature of the options that every resolving command takes."""


def number_or_word(text: str) -> int | str:
    """What an option means that is a number in one system and a word in another."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def faces(text: str) -> list[int]:
    """The faces in "4,3,6" (commas or spaces).

    Raises:
        BadRequest: something in it is no face of a die.
    """
    found = []
    for part in text.replace(",", " ").split():
        if not (part.isascii() and part.isdigit() and len(part) < 7):
            raise BadRequest(Fault(f"`{part}` is no face of a die", "write 4,3,6"))
        found.append(int(part))
    return found
