"""`affray rulings`."""

from collections.abc import Iterator
from typing import Annotated

from affray.faults import BadRequest, Fault, near
from affray.registry import each
from affray.rulings import Ruling, describe
from affray.starter import rulings_file
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.declare import argument, option
from affray_cli.exits import Exit
from affray_cli.text.rulings import setting


def rulings(
    name: Annotated[
        str | None, argument(metavar="[NAME]", help="One switch; without: all.")
    ] = None,
    system_name: options.SystemName = None,
    write: Annotated[
        bool, option("--write", help="A commented rulings file to edit, as TOML.")
    ] = False,
    json: options.Json = False,
) -> int:
    """Every switch and house figure: its default, its alternatives, and the reason.

    affray rulings fall_rounding

    affray rulings --write > house.rulings.toml

    Each of the file's lines stands for the default until it is changed.
    """
    only = None if system_name is None else (system_name,)
    every = [
        (owner.name, some) for owner, some in each(lambda one: [*describe(one.rulings_type)], only)
    ]
    if write:
        if json or name is not None:
            raise BadRequest(Fault("--write gives a TOML file", "leave out the rest"))
        terminal.write(rulings_file(tuple(owner for owner, _ in every)).rstrip("\n"))
        return Exit.OK
    found = [(owner, one) for owner, some in every for one in some]
    if name is not None:
        wanted = name.rpartition(".")[2]
        known = [one.name for _, one in found]
        found = [(owner, one) for owner, one in found if one.name == wanted]
        if not found:
            raise BadRequest(Fault(f"no ruling is called `{name}`", near(wanted, known)))
    for owner, ruling in found:
        if json:
            data = {"system": owner, **ruling._asdict(), "rule": f"{owner}:{ruling.rule}"}
            terminal.write_json(data)
        else:
            terminal.write_lines(_tell(owner, ruling), True)
    return Exit.OK


def _tell(name: str, ruling: Ruling) -> Iterator[Line]:
    yield Line("headline", "", f"{name}.{ruling.name} = {setting(ruling.default)}")
    yield Line("note", "allowed", ruling.allowed)
    yield Line("note", "rule", f"{name}:{ruling.rule} ({ruling.status})")
    yield Line("note", "reason", ruling.reason)
