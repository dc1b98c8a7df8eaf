"""`affray sheet …`."""

import os
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from affray import sheets as sheet_files
from affray.faults import AffrayError, BadData, BadRequest, Fault
from affray.toml_source import file_name
from affray.words import Line
from affray_cli import errors, options, terminal
from affray_cli.declare import argument
from affray_cli.exits import Exit, exit_of
from affray_cli.text.sheets import tell


def check(
    paths: Annotated[
        list[str],
        argument(metavar="FILE…", help="Sheets, folders of them, or - for standard input."),
    ],
    json: options.Json = False,
) -> int:
    """Check sheets: every fault of every file, with its line.

    affray sheet check examples/sheets/{system}/ardent-giant.toml

    affray sheet check examples/sheets
    """
    files = [file for path in paths for file in _sheets_under(path)]
    faults: list[Fault] = []
    status = Exit.OK
    for file in files:
        try:
            sheet: Any = _load(file)
        except AffrayError as error:
            faults += error.faults
            status = max(status, exit_of(error))
            if not json:
                errors.report(error, False)
            continue
        if not json:
            terminal.write_lines([Line("note", file, f"{sheet.name} ({sheet.system})")], True)
    if json and faults:
        errors.say(
            BadData.code if status == Exit.BAD_DATA else BadRequest.code, tuple(faults), True
        )
    elif json:
        found = {"affray": 1, "command": "sheet check", "outcome": "valid", "files": files}
        terminal.write_json(found)
    return status


def _sheets_under(path: str) -> Iterator[str]:
    """Every TOML sheet in a folder, encounters and rulings aside; else the path itself."""
    raw = file_name(path)
    found = [
        os.path.join(folder, name).decode("utf-8", "surrogateescape")
        for folder, _, names in (os.walk(raw) if os.path.isdir(raw) else ())
        for name in names
        if name.endswith(b".toml") and not name.endswith((b".encounter.toml", b"rulings.toml"))
    ]
    yield from sorted(found) or [path]


def _load(path: str) -> Any:
    if os.path.isdir(file_name(path)):
        raise BadData(Fault("there is no sheet in this folder", "sheets end in .toml", path))
    return sheet_files.load(path)


def show(
    sheet: options.Sheet,
    json: options.Json = False,
) -> int:
    """Show a sheet as affray reads it, with what follows from it.

    affray sheet show examples/sheets/{system}/ardent-giant.toml

    affray sheet show @dragon --json
    """
    loaded = sheet_files.load(sheet)
    data = msgspec.json.decode(msgspec.json.encode(loaded))
    if json:
        terminal.write_json(data)
        return Exit.OK
    terminal.write_lines(tell(loaded), True)
    return Exit.OK
