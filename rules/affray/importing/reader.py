"""Sheets from where people keep characters: JSON that other programs export.

`import_sheet` tells the kind of export by its shape and turns it into one of our sheets,
with a note for whatever could not be carried over or had to be read one way of several.
Nothing is made up: what an export lacks and a sheet needs is a fault.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from affray.action import Named
from affray.faults import BadData, Fault
from affray.importing.draft import Draft, Importer
from affray.registry import each
from affray.sheets import from_data
from affray.starter import dump
from affray.toml_source import name_of, read_bytes
from affray.validate import Invalid


class Imported(NamedTuple):
    """A sheet made from an export, and what a person should know of how."""

    sheet: Named
    origin: str
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sheet as a TOML file."""
        return f"# Imported from {self.origin}.\n{dump(self.sheet)}"


def import_sheet(path: str) -> Imported:
    """The sheet in the export at `path` (`-`: standard input).

    Raises:
        BadData: not JSON, no export of a kind that is known, or one that lacks what a sheet
            needs.
    """
    file = name_of(path)
    raw = read_bytes(path)
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadData(Fault("not UTF-8 text", None, file)) from None
    except json.JSONDecodeError as error:
        raise BadData(Fault(f"not valid JSON: {error.msg}", None, file, error.lineno)) from None
    except (RecursionError, ValueError):
        raise BadData(Fault("no JSON that a character sheet could be", None, file)) from None
    return imported(data, file)


def imported(data: object, file: str) -> Imported:
    """The sheet in the plain data of an export; `file` stands for it in messages."""
    known = _importer(data)
    if known is None or not isinstance(data, Mapping):
        hint = "known are " + "; ".join(one.about for one in importers())
        raise BadData(Fault("no export that affray knows", hint, file))
    draft = Draft(file)
    known.fill(data, draft)
    try:
        sheet = from_data(dict(draft.data))
    except Invalid as invalid:
        raise BadData(Fault(f.message, f.hint, file) for f in invalid.findings) from None
    return Imported(sheet, known.origin, tuple(draft.notes))


def _importer(data: object) -> Importer | None:
    """What reads this kind of export."""
    if not isinstance(data, Mapping):
        return None
    return next((one for one in importers() if one.fits(data)), None)


def importers() -> list[Importer]:
    """Every kind of export that some system reads."""
    return [one for _, some in each(lambda owner: [*owner.importers()]) for one in some]
