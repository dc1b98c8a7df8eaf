"""A sheet in words: what it says, and what follows from it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from affray.outcome import written
from affray.registry import system
from affray.words import Line


def tell(sheet: Any) -> Iterator[Line]:
    """The name, every field that says something, then what the rules make of them."""
    yield Line("headline", "", sheet.name)
    for field in msgspec.structs.fields(sheet):
        value = getattr(sheet, field.name)
        label = field.encode_name.replace("_", " ")
        if field.name == "name" or value in (None, (), {}):
            continue
        if isinstance(value, Struct):
            for name, inner in _said(value):
                yield Line("note", f"{label}: {name}", _shown(inner))
        elif isinstance(value, dict):
            for name, inner in value.items():
                yield Line("note", f"{label}: {name}", _shown(inner))
        elif isinstance(value, tuple):
            for one in value:
                yield Line("note", label, _shown(one))
        else:
            yield Line("note", label, _shown(value))
    yield from system(sheet.system).follows(sheet)


def _said(value: Struct) -> list[tuple[str, Any]]:
    """What of a table in a sheet does not stand at its default."""
    fields = msgspec.structs.fields(value)
    pairs = [(one, getattr(value, one.name)) for one in fields]
    return [
        (one.encode_name.replace("_", " "), now)
        for one, now in pairs
        if one.required or now not in (one.default, {})
    ]


def _shown(value: object) -> str:
    if isinstance(value, Struct):
        parts = dict(_said(value))
        name = parts.pop("name", None)
        words = ", ".join(
            f"{key} ({_shown(inner)})" if isinstance(inner, Struct) else f"{key} {_shown(inner)}"
            for key, inner in parts.items()
        )
        return ": ".join(str(part) for part in (name, words) if part)
    if isinstance(value, tuple):
        between = ", " if any(isinstance(one, str | Struct) for one in value) else " "
        return between.join(map(_shown, value))
    return written(value)
