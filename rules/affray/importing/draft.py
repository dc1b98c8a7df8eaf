"""A sheet in the making: what every kind of export is read with."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from affray.faults import BadData, Fault

Data = Mapping[str, Any]


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


class Importer(NamedTuple):
    """One kind of export: what it is, whether data fits it, and what fills a draft from it."""

    origin: str
    fits: Callable[[Data], bool]
    fill: Callable[[Data, Draft], None]
    about: str
