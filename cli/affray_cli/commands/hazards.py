"""`affray drown`, `affray fall` and `affray hazard`."""

from typing import Annotated

import typer

from affray_cli.options import GAUNTLETS, Sheet
from affray_cli.resolving import resolving

Stamina = Annotated[int | None, typer.Option(help="Stamina now, when it is not the sheet's.")]
Modifier = Annotated[int | None, typer.Option(help="Added to the target of the test.")]


@resolving("drown", sheets=("sheet",))
def drown(
    sheet: Sheet,
    failures: Annotated[
        int | None, typer.Option(metavar="SO_FAR", help="Failed Swim tests in a row so far.")
    ] = None,
    failed: Annotated[
        bool | None, typer.Option("--failed", help="This test is already lost.")
    ] = None,
    modifier: Modifier = None,
    stamina: Stamina = None,
) -> None:
    """A swimmer's test, and what failing it costs.

    affray drown @goblin --failures 2 --dice 6,5,4,3,1

    affray drown @goblin --failed --stamina 4
    """


@resolving("fall", sheets=("sheet",))
def fall(
    sheet: Sheet,
    metres: Annotated[int, typer.Argument(metavar="METRES", help="How far, 0 to 1000.")],
    stamina: Stamina = None,
) -> None:
    """What an uncontrolled fall costs.

    affray fall @goblin 6

    affray fall @troll 9 --dice 3,4,1,6
    """


@resolving("hazard", sheets=("sheet",))
def hazard(
    sheet: Sheet,
    kind: Annotated[str, typer.Option(metavar="fire|poison|bleeding", help="What hurts.")],
    dice_count: Annotated[
        int | None, typer.Option(metavar="N", help="Dice a Turn, when it has grown.")
    ] = None,
    test: Annotated[
        str | None, typer.Option(metavar="luck|SKILL", help="Test this first to end it.")
    ] = None,
    overkill: Annotated[
        int | None,
        typer.Option(help="Overkill of the magic that set it loose.", rich_help_panel=GAUNTLETS),
    ] = None,
    modifier: Modifier = None,
    stamina: Stamina = None,
) -> None:
    """A turn of fire, poison or bleeding.

    affray hazard @goblin --kind fire --dice 4

    affray hazard @troll --kind poison --dice-count 2 --test luck
    """
