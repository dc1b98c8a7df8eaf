"""From plain data (TOML, options) to typed structs, reporting every fault at once.

msgspec does the validating. It stops at the first fault, so only when there is one
do we walk the data again, field by field, to say all that is wrong with it.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec

from affray.faults import near

T = TypeVar("T")
Path = tuple[str | int, ...]

_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
    "null": "nothing",
    "datetime": "a date and time",
    "date": "a date",
    "time": "a time",
}


class Finding(NamedTuple):
    """A fault in data: where in it, what is wrong, what would be right."""

    path: Path
    message: str
    hint: str | None = None


class Invalid(Exception):
    """The data does not fit; `findings` says all that is wrong with it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f.message for f in self.findings))


def convert(data: object, kind: type[T]) -> T:
    """`data` as a `kind` (strictly: no text becomes a number); in keys `-` and `_` are one.

    Raises:
        Invalid: with every fault in the data.
    """
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        written: dict[str | int, str] = {}
        spelled = _spelled(data, kind, written)
        if written:
            with suppress(msgspec.ValidationError):
                return msgspec.convert(spelled, kind)
        found = [
            Finding(tuple(written.get(part, part) for part in path), message, hint)
            for path, message, hint in _walk(spelled, kind, ())
        ]
        raise Invalid(found or [Finding((), _plain(str(error)))]) from None


def _spelled(data: object, kind: Any, written: dict[str | int, str]) -> Any:
    """The data with keys as the fields of `kind` are spelled; `written` has what they were."""
    target = _target(data, kind)
    if isinstance(data, list) and get_origin(target) in (list, tuple):
        return [_spelled(value, get_args(target)[0], written) for value in data]
    if not isinstance(data, dict):
        return data
    if get_origin(target) is dict:
        return {key: _spelled(value, get_args(target)[1], written) for key, value in data.items()}
    if not (isinstance(target, type) and issubclass(target, msgspec.Struct)):
        return data
    known = {field.encode_name: field.type for field in msgspec.structs.fields(target)}
    found = {}
    for key, value in data.items():
        name = key if key in known else str(key).replace("-", "_")
        if name != key and name in known and name not in data:
            written[name] = key
            key = name
        found[key] = _spelled(value, known[key], written) if key in known else value
    return found


def dotted(path: Path) -> str:
    """A path as a person writes it: `weapons[1].skill`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            word = part if re.fullmatch(r"[\w-]+", part) else f'"{part}"'
            text += f".{word}" if text else word
    return text


def _walk(data: object, kind: Any, path: Path) -> Iterator[Finding]:
    """Every fault of `data` against the type `kind`, leaf by leaf."""
    target = _target(data, kind)
    if isinstance(data, dict) and isinstance(target, type) and issubclass(target, msgspec.Struct):
        yield from _walk_struct(data, target, path)
    elif isinstance(data, dict) and get_origin(target) is dict:
        for key, value in data.items():
            yield from _walk(value, get_args(target)[1], (*path, key))
        if not path or all(not list(_walk(v, get_args(target)[1], ())) for v in data.values()):
            yield from _leaf(data, kind, path)
    elif isinstance(data, list) and get_origin(target) in (list, tuple):
        inner = get_args(target)
        if get_origin(target) is tuple and (len(inner) < 2 or inner[1] is not Ellipsis):
            yield from _leaf(data, kind, path)
            return
        found = [f for i, v in enumerate(data) for f in _walk(v, inner[0], (*path, i))]
        yield from found or _leaf(data, kind, path)
    else:
        yield from _leaf(data, kind, path)


def _walk_struct(data: dict[str, Any], kind: type[msgspec.Struct], path: Path) -> Iterator[Finding]:
    fields = msgspec.structs.fields(kind)
    known = {field.encode_name: field for field in fields}
    for key, value in data.items():
        if key in known:
            yield from _walk(value, known[key].type, (*path, key))
        elif kind.__struct_config__.forbid_unknown_fields:
            hint = near(key, known, otherwise="known here: " + ", ".join(sorted(known)))
            yield Finding((*path, key), f"unknown key `{_brief(key)}`", hint)
    for name, field in known.items():
        if field.required and name not in data:
            yield Finding(path, f"`{dotted((*path, name))}` is missing", "add it")


def _target(data: object, kind: Any) -> Any:
    """The member of a union that `data` is meant for, without its constraints."""
    if get_origin(kind) is Annotated:
        return _target(data, get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            bare = _target(data, member)
            is_struct = isinstance(bare, type) and issubclass(bare, msgspec.Struct)
            if isinstance(data, dict) and (is_struct or get_origin(bare) is dict):
                return bare
            if isinstance(data, list) and get_origin(bare) in (list, tuple):
                return bare
    return kind


def _leaf(data: object, kind: Any, path: Path) -> Iterator[Finding]:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        name = dotted(path) or "the data"
        words = [c for c in choices(kind) if isinstance(c, str)]
        if words and isinstance(data, str | int | float):
            otherwise = "one of: " + ", ".join(words)
            hint = near(data, words, otherwise=otherwise) if isinstance(data, str) else otherwise
            yield Finding(path, f"`{name}` cannot be {_brief(repr(data))}", hint)
        else:
            yield Finding(path, f"`{name}` {_plain(str(error))}{_shown(data)}")


def choices(kind: Any) -> list[object]:
    """The literal values a type allows."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [c for member in get_args(kind) for c in choices(member)]


def stand_in(wanted: Any) -> Any:
    """Any value that a field takes, None where none was found."""
    values: tuple[Any, ...] = (1, "stands in", {}, [])
    for value in values:
        try:
            convert(value, wanted)
        except Invalid:
            continue
        return value
    return None


def _shown(data: object) -> str:
    if data is None:
        return ", not nothing"
    text = repr(data) if isinstance(data, str) else str(data)
    text = text.lower() if isinstance(data, bool) else text
    return "" if isinstance(data, dict | list) or len(text) > 40 else f", not {text}"


def _brief(text: str) -> str:
    """The text, or the beginning of one that nobody would read to the end."""
    return text if len(text) <= 80 else text[:79] + "…"


def _plain(message: str) -> str:
    """A message of msgspec in words a player reads."""
    text = re.sub(r" - at `.*`$", "", message)
    text = re.sub(r", got `.*`$", "", text)
    text = re.sub(r" of length >= (\d+)", r" no shorter than \1", text)
    text = re.sub(r" of length <= (\d+)", r" no longer than \1", text)
    text = re.sub(
        r"`([\w |]+)`",
        lambda m: " or ".join(_WORDS.get(w.strip(), w.strip()) for w in m[1].split("|")),
        text,
    )
    text = text.replace("Expected ", "has to be ").replace("Invalid enum value", "cannot be")
    return text.replace(" >= ", " of at least ").replace(" <= ", " of at most ")
