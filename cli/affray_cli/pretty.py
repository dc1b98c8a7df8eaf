"""Facts on a terminal: colour and layout. The only module that renders with rich."""

from affray.tables import Table as Lookup
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


def show_table(owner: str, table: Lookup) -> None:
    """Print a look-up table under its title, numbers to the right."""
    console = Console(highlight=False, emoji=False, markup=False)
    grid = Table(title=Text(f"{table.title} ({owner})"), title_justify="left", header_style="bold")
    for place, column in enumerate(table.columns):
        numbers = all(isinstance(row[place], int) for row in table.rows)
        grid.add_column(Text(column), justify="right" if numbers else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(safe("" if cell is None else str(cell))) for cell in row))
    console.print(grid)
