"""`affray import`."""

from typing import Annotated

from affray.importing.reader import import_sheet
from affray_cli import terminal
from affray_cli.declare import argument
from affray_cli.exits import Exit


def import_(
    file: Annotated[str, argument(metavar="FILE", help="The export, JSON; - for stdin.")],
) -> int:
    """Make a sheet of a character kept elsewhere; it goes to standard output.

    affray import examples/import/character-json.json > hero.toml

    affray import examples/import/foundry-age.json | affray sheet show -

    Reads {origins}. What is not carried over is said on standard error.
    """
    found = import_sheet(file)
    for note in found.notes:
        terminal.complain(f"affray: note: {note}")
    terminal.write(found.text.rstrip("\n"))
    return Exit.OK
