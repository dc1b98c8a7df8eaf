"""`affray act`: what one does in a fight beside striking and moving."""

from typing import Annotated

import typer

from affray_cli.resolving import resolving


@resolving("act", sheets=("name",))
def act(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who acts, by name.")],
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="delay, aim, eat, deep-breath, load, stand …")
    ],
    kind: Annotated[
        str | None, typer.Option(metavar="fire|poison|bleeding", help="What someone suffers from.")
    ] = None,
    dice_count: Annotated[
        int | None, typer.Option(metavar="N", help="Its dice a round; 0 ends it.")
    ] = None,
    weapon: Annotated[str | None, typer.Option(help="The weapon it is about.")] = None,
) -> None:
    """What one does in a fight beside striking and moving; needs a session.

    affray act Goblin-1 delay --session night.toml

    affray act Hero suffer --kind fire --session night.toml

    Troika!: delay, aim, eat, flee, suffer. Iron Gauntlets: stand, declare, use, flee, and for the
    director down and stop. Reactive Combat: deep-breath, load, fill, use, flee.
    """
