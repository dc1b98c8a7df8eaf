"""Sheets from where people keep characters: JSON that other programs export.

`import_sheet` tells the kind of export by its shape and turns it into one of our sheets,
with a note for whatever could not be carried over or had to be read one way of several.
Nothing is made up: what an export lacks and a sheet needs is a fault.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from affray.faults import BadData, Fault
from affray.sheets import from_data
from affray.starter import dump
from affray.toml_source import name_of, read_bytes
from affray.validate import Invalid

Data = Mapping[str, Any]


class Imported(NamedTuple):
    """A sheet made from an export, and what a person should know of how."""

    sheet: Struct
    origin: str
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sheet as a TOML file."""
        return f"# Imported from {self.origin}.\n{dump(self.sheet)}"


class Draft:
    """A sheet in the making, as plain data, with its notes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: dict[str, Any] = {}
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Say something that the reader should know, once."""
        if text not in self.notes:
            self.notes.append(text)

    def number(self, value: object, what: str) -> int | None:
        """A whole number, which may be text; None when it is empty, with a note when it is none."""
        if value is None or isinstance(value, bool) or value == "":
            return None
        if isinstance(value, float) and value.is_integer():
            return int(value)
        text = str(value).strip()
        if text.lstrip("+-").isdecimal() and text.isascii() and len(text) < 8:
            return int(text)
        if text:
            self.note(f"{what} is {text!r}, which is no whole number")
        return None

    def needed(self, value: int | None, what: str) -> int:
        """A number that a sheet cannot do without.

        Raises:
            BadData: it is not there.
        """
        if value is None:
            raise BadData(Fault(f"the export does not say {what}", "fill it in there", self.file))
        return value

    def left_out(self, what: str, names: Iterable[str]) -> None:
        """Say what of a kind was not carried over."""
        found = list(dict.fromkeys(names))
        if found:
            self.note(f"not carried over: {what} ({', '.join(found)})")


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
    from affray import importing_age, importing_troika, importing_web

    if not isinstance(data, Mapping):
        return None
    system = table(data, "system") or table(data, "data")
    if system:
        if "acc" in table(system, "abilities"):
            return "a Foundry VTT actor of the AGE system", importing_age.fill
        if "skill" in system and "stamina" in system:
            return "a Foundry VTT actor of the Troika! system", importing_troika.fill
        return None
    if importing_web.fits(data):
        return "a Troika! character-sheet page", importing_web.fill
    return None


def table(data: Data, *path: str) -> Data:
    """The table at a path, empty when there is none."""
    here: Any = data
    for key in path:
        here = here.get(key) if isinstance(here, Mapping) else None
    return here if isinstance(here, Mapping) else {}


def tables(data: Data, key: str) -> list[Data]:
    """The tables in the list under a key."""
    found = data.get(key)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def name_in(data: Data) -> str:
    """The name of an actor or item, without the spaces around it."""
    return str(data.get("name") or "").strip()
