"""`affray move`."""

from typing import Annotated

import typer

from affray_cli.options import GAUNTLETS, Sheet
from affray_cli.resolving import resolving


@resolving("move", sheets=("sheet",))
def move(
    sheet: Sheet,
    distance: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Feet (Iron Gauntlets), metres (Troika!) or yards (Reactive Combat)."
        ),
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(metavar="run|swim|crawl|walk|climb", help="How (in Reactive Combat: run)."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="automatic|basic|advanced",
            help="How the director settles it.",
            rich_help_panel=GAUNTLETS,
        ),
    ] = None,
    on_fail: Annotated[
        str | None,
        typer.Option(
            metavar="partial|trip",
            help="What failing an advanced move means.",
            rich_help_panel=GAUNTLETS,
        ),
    ] = None,
    stand: Annotated[
        bool | None,
        typer.Option("--stand", help="Get up from the floor (not in Reactive Combat)."),
    ] = None,
) -> None:
    """How far a turn's movement goes, and what it costs.

    affray move examples/sheets/iron-gauntlets/titus.toml --mode swim --distance 12

    affray move @goblin --distance 15
    """
