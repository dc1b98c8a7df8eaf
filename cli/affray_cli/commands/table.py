"""`affray table`."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from affray.faults import BadRequest, Fault, near
from affray.registry import each
from affray.system import System
from affray.tables import Table
from affray_cli import options, terminal
from affray_cli.declare import argument, option
from affray_cli.exits import Exit


def table(
    name: Annotated[
        str | None,
        argument(metavar="[TABLE]", help="weapons, armour, creatures, movement, ranges …"),
    ] = None,
    match: Annotated[
        str | None, option(metavar="TEXT", help="Only rows that have this text.")
    ] = None,
    system_name: options.SystemName = None,
    as_csv: Annotated[bool, option("--csv", help="As CSV.")] = False,
    markdown: Annotated[bool, option("--md", help="As a Markdown table.")] = False,
    json: options.Json = False,
) -> int:
    """Look up a table; without a name, which there are.

    affray table weapons --match maul

    affray table creatures --csv
    """
    systems = None if system_name is None else (system_name,)
    known = [(owner.name, key) for owner, some in each(_keys, systems) for key in some]
    if name is None:
        for owner, key in known:
            if json:
                terminal.write_json({"system": owner, "table": key})
            else:
                terminal.write(f"{key}\t{owner}")
        return Exit.OK
    made = each(lambda one: _made(one, name.casefold()), systems)
    found = [(owner.name, whole) for owner, whole in made if whole is not None]
    if not found:
        keys = sorted({key for _, key in known})
        hint = near(name, keys, otherwise="there is: " + ", ".join(keys))
        raise BadRequest(Fault(f"no table is called `{name}`", hint))
    shown = [(owner, _matching(whole, match)) for owner, whole in found]
    if match is not None and not any(whole.rows for _, whole in shown):
        raise BadRequest(Fault(f"no row of {name} has `{match}`", f"`affray table {name}` has all"))
    some = [(owner, whole) for owner, whole in shown if whole.rows]
    for place, (owner, whole) in enumerate(some):
        if place and not json:
            terminal.write("")
        _write(owner, whole, as_csv=as_csv, markdown=markdown, json=json)
    return Exit.OK


def _keys(owner: System) -> list[str]:
    return [*owner.tables()]


def _made(owner: System, key: str) -> Table | None:
    make = owner.tables().get(key)
    return None if make is None else make()


def _matching(table: Table, match: str | None) -> Table:
    if match is None:
        return table
    wanted = match.casefold()
    rows = tuple(r for r in table.rows if any(wanted in str(cell).casefold() for cell in r))
    return msgspec.structs.replace(table, rows=rows)


def _write(owner: str, table: Table, *, as_csv: bool, markdown: bool, json: bool) -> None:
    if json:
        terminal.write_json({"system": owner, **msgspec.to_builtins(table)})
    elif as_csv:
        terminal.write_csv([table.columns, *table.rows])
    elif markdown:
        for line in _markdown(table):
            terminal.write(line)
    elif terminal.is_pretty():
        from affray_cli.pretty import show_table

        show_table(owner, table)
    else:
        terminal.write("\t".join(table.columns))
        for row in table.rows:
            terminal.write("\t".join("" if cell is None else str(cell) for cell in row))


def _markdown(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(table.columns) + " |"
    yield "|" + " --- |" * len(table.columns)
    for row in table.rows:
        cells = ("" if cell is None else str(cell).replace("|", "\\|") for cell in row)
        yield "| " + " | ".join(cells) + " |"
