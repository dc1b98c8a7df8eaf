"""Facts on a terminal: colour and layout. The only module that renders with rich."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from affray_cli.terminal import safe
from affray_cli.text import Line

STYLES = {
    "roll": "cyan",
    "damage": "red",
    "change": "yellow",
    "note": "default",
    "aside": "dim",
}


def show(lines: list[Line], success: bool) -> None:
    """Print the lines: headlines bold, the other facts as a grid of label and text."""
    console = Console(highlight=False, emoji=False, markup=False)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=False)
    grid.add_column(overflow="fold")
    for line in lines:
        if line.kind == "headline":
            colour = "bold green" if success else "bold"
            console.print(Text(safe(line.text), style=colour, overflow="fold"))
        else:
            grid.add_row(
                Text(safe(line.label), style="dim"),
                Text(safe(line.text), style=STYLES[line.kind], overflow="fold"),
            )
    if grid.row_count:
        console.print(grid)
