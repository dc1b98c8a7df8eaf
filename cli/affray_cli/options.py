"""The options that commands have which no system settles, as Typer wants them."""

from typing import Annotated, Any

from affray_cli.common import COMMON, LARGEST_SEED, OUTPUT, SHEET_HELP, SYSTEM, VARIABLES
from affray_cli.declare import argument, option

Sheet = Annotated[str, argument(metavar="SHEET", help=SHEET_HELP)]


def _common(name: str, **more: Any) -> Any:
    """The option that resolving commands have by this name."""
    one = COMMON[name]
    return option(
        one.flag,
        metavar=one.metavar or None,
        help=one.help,
        panel=one.panel,
        variable=VARIABLES.get(name),
        **more,
    )


Seed = Annotated[int | None, _common("seed", least=0, most=LARGEST_SEED)]
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
