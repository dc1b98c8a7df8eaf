"""The options that commands have which no system settles, as Typer wants them."""

from typing import Annotated, Any

import typer

from affray.option import Option, bounds
from affray_cli.common import COMMON, OUTPUT, SHEET_HELP, SYSTEM, VARIABLES

Sheet = Annotated[str, typer.Argument(metavar="SHEET", help=SHEET_HELP)]


def as_typer(one: Option) -> Any:
    """An option as Typer wants it."""
    low, high = bounds(one.kind) if one is COMMON["seed"] else (None, None)
    return typer.Option(
        f"{one.flag}/--no-{one.flag[2:]}" if one.negatable else one.flag,
        metavar=one.metavar or None,
        help=one.help,
        rich_help_panel=one.panel,
        envvar=VARIABLES.get(one.name),
        min=low,
        max=high,
    )


Seed = Annotated[int | None, as_typer(COMMON["seed"])]
GivenDice = Annotated[str | None, as_typer(COMMON["dice"])]
Json = Annotated[bool, as_typer(COMMON["json"])]
Get = Annotated[str | None, as_typer(COMMON["get"])]
Explain = Annotated[bool, as_typer(COMMON["explain"])]
RulingsFile = Annotated[str | None, as_typer(COMMON["rulings"])]
SessionFile = Annotated[str | None, as_typer(COMMON["session"])]
DryRun = Annotated[bool, as_typer(COMMON["dry_run"])]
Anyway = Annotated[bool, as_typer(COMMON["anyway"])]

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
    as_typer(SYSTEM),
]
