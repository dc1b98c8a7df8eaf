"""Sheets from where people keep characters: JSON that other programs export.

`import_sheet` tells the kind of export by its shape and turns it into one of our sheets,
with a note for whatever could not be carried over or had to be read one way of several.
Nothing is made up: what an export lacks and a sheet needs is a fault.
"""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct

from affray.faults import BadData, Fault
from affray.importing.draft import Data, Draft, table
from affray.sheets import from_data
from affray.starter import dump
from affray.systems.reactive_combat import importing as age
from affray.systems.troika import importing as troika
from affray.systems.troika import web
from affray.toml_source import name_of, read_bytes
from affray.validate import Invalid


class Imported(NamedTuple):
    """A sheet made from an export, and what a person should know of how."""

    sheet: Struct
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
    known = _kind(data)
    if known is None or not isinstance(data, Mapping):
        raise BadData(Fault("no export that affray knows", KNOWN, file))
    origin, fill = known
    draft = Draft(file)
    fill(data, draft)
    try:
        sheet = from_data(dict(draft.data))
    except Invalid as invalid:
        raise BadData(Fault(f.message, f.hint, file) for f in invalid.findings) from None
    return Imported(sheet, origin, tuple(draft.notes))


KNOWN = (
    "known are actors exported from Foundry VTT (the systems troika and age-system) and the "
    "JSON of Troika! character-sheet pages"
)


def _kind(data: object) -> tuple[str, Callable[[Data, Draft], None]] | None:
    """What kind of export this is, and who fills a draft from it."""
    if not isinstance(data, Mapping):
        return None
    system = table(data, "system") or table(data, "data")
    if system:
        if "acc" in table(system, "abilities"):
            return "a Foundry VTT actor of the AGE system", age.fill
        if "skill" in system and "stamina" in system:
            return "a Foundry VTT actor of the Troika! system", troika.fill
        return None
    if web.fits(data):
        return "a Troika! character-sheet page", web.fill
    return None
