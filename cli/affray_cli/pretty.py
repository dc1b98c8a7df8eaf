"""Facts on a terminal: colour and layout. The only module that renders with rich."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Console, JustifyMethod
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.tables import Table as Lookup
from affray.words import Line
from affray_cli.text import safe

GAP = 2
STYLES = {
    "roll": "cyan",
    "damage": "red",
    "change": "yellow",
    "note": "default",
    "aside": "dim",
}


def show(lines: list[Line], success: bool) -> None:
    """Print the lines: headlines bold, the other facts as grids of label and text."""
    console = Console(highlight=False, emoji=False, markup=False)
    for (kind, _), group in groupby(lines, _block):
        if kind == "headline":
            colour = "bold green" if success else "bold"
            for line in group:
                console.print(Text(safe(line.text), style=colour, overflow="fold"))
        else:
            _facts(console, list(group))


def _block(line: Line) -> tuple[str, bool]:
    """What a line is laid out with: the trace, with its long ids, stands by itself."""
    kind = "headline" if line.kind == "headline" else ""
    return kind, line.kind == "aside" and ":" in line.label


def _facts(console: Console, lines: list[Line]) -> None:
    """Grids of label and text; below a label that takes half the terminal, its text."""
    for is_long, group in groupby(lines, lambda line: _width(line.label) > console.width // 2):
        if is_long:
            for line in group:
                console.print(Text(safe(line.label), style="dim", overflow="fold"))
                text = Text(safe(line.text), style=STYLES[line.kind], overflow="fold")
                console.print(Padding(text, (0, 0, 0, 2)))
        else:
            _grid_of_facts(console, list(group))


def _width(text: str) -> int:
    return Text(safe(text)).cell_len


def _grid_of_facts(console: Console, lines: list[Line]) -> None:
    longest = max(_width(line.label) for line in lines)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(width=longest, no_wrap=True)
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row(
            Text(safe(line.label), style="dim"),
            Text(safe(line.text), style=STYLES[line.kind], overflow="fold"),
        )
    console.print(grid)


def show_table(owner: str, table: Lookup) -> None:
    """Print a look-up table under its title, numbers to the right, no empty columns.

    On a terminal too narrow for it each row is a line of its own: the column's name
    before each of its cells.
    """
    console = Console(highlight=False, emoji=False, markup=False)
    console.print(Text(f"{table.title} ({owner})", style="bold"))
    filled = [
        place
        for place in range(len(table.columns))
        if any(row[place] not in (None, "") for row in table.rows)
    ]
    least = [_least(table, place) for place in filled]
    if sum(least) + GAP * (len(least) - 1) > console.width:
        for row in table.rows:
            console.print(_record(table, row, filled))
        return
    grid = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold")
    for place, width in zip(filled, least, strict=True):
        numbers = all(isinstance(row[place], int) for row in table.rows)
        justify: JustifyMethod = "right" if numbers else "left"
        grid.add_column(Text(table.columns[place]), justify=justify, min_width=width)
    for row in table.rows:
        grid.add_row(*(Text(_cell(row[place])) for place in filled))
    console.print(grid)


def _least(table: Lookup, place: int) -> int:
    """The narrowest a column can be without a word of it being broken."""
    cells = [table.columns[place], *(_cell(row[place]) for row in table.rows)]
    return max((Text(word).cell_len for cell in cells for word in cell.split()), default=1)


def _record(table: Lookup, row: Sequence[str | int | None], places: Sequence[int]) -> Text:
    first, *others = places
    text = Text(_cell(row[first]), style="bold", overflow="fold")
    for place in others:
        if row[place] not in (None, ""):
            text.append(f"  {table.columns[place]}: ", style="dim not bold")
            text.append(_cell(row[place]), style="not bold")
    return text


def _cell(value: str | int | None) -> str:
    return safe("" if value is None else str(value))
