"""The options that commands have which no system settles, as Typer wants them."""

from typing import Annotated, Any

import typer

from affray_cli.common import COMMON, LARGEST_SEED, OUTPUT, SHEET_HELP, SYSTEM, VARIABLES

Sheet = Annotated[str, typer.Argument(metavar="SHEET", help=SHEET_HELP)]


def _common(name: str, **more: Any) -> Any:
    """The option that resolving commands have by this name."""
    one = COMMON[name]
    return typer.Option(
        one.flag,
        metavar=one.metavar or None,
        help=one.help,
        rich_help_panel=one.panel,
        envvar=VARIABLES.get(name),
        **more,
    )


Seed = Annotated[int | None, _common("seed", min=0, max=LARGEST_SEED)]
GivenDice = Annotated[str | None, _common("dice")]
Json = Annotated[bool, _common("json")]
Get = Annotated[str | None, _common("get")]
Explain = Annotated[bool, _common("explain")]
RulingsFile = Annotated[str | None, _common("rulings")]
SessionFile = Annotated[str | None, _common("session")]
DryRun = Annotated[bool, _common("dry_run")]
Anyway = Annotated[bool, _common("anyway")]

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
    typer.Option(SYSTEM.flag, metavar=SYSTEM.metavar, help=SYSTEM.help),
]
