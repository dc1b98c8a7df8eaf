"""The options that commands have which no system settles, as Typer wants them."""

from typing import Annotated

from affray.option import bounds
from affray_cli.common import COMMON, OUTPUT, SHEET_HELP, SYSTEM, VARIABLES
from affray_cli.declare import Parameter, argument, option

Sheet = Annotated[str, argument(metavar="SHEET", help=SHEET_HELP)]


def _common(name: str) -> Parameter:
    """The option that resolving commands have by this name."""
    one = COMMON[name]
    least, most = bounds(one.kind) if name == "seed" else (None, None)
    return option(
        one.flag,
        metavar=one.metavar or None,
        help=one.help,
        panel=one.panel,
        variable=VARIABLES.get(name),
        least=least,
        most=most,
    )


Seed = Annotated[int | None, _common("seed")]
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
    option(
        metavar="FILE",
        help="Draw it into an .svg or .png (extra affray[plot]).",
        panel=OUTPUT,
    ),
]

SystemName = Annotated[
    str | None,
    option(SYSTEM.flag, metavar=SYSTEM.metavar, help=SYSTEM.help),
]
