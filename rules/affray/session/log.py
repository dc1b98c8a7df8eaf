"""The log of a session: an entry a command, as text that is parsed where it is read."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from affray.dice import Chosen
from affray.faults import BadData, Fault
from affray.fields import Name
from affray.outcome import Effect
from affray.validate import Invalid, convert

LOG = "\n[[log]]\n"
"""What an entry of the log begins with; no string that is written holds a bare line."""


class Stand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A combatant in the file: its sheet by path, its side, and what differs from it.

    `print` marks the sheet as it was last read; `place` is where somebody stood who left.
    """

    name: Name
    sheet: str
    side: str
    print: str = ""
    state: dict[str, Any] = {}
    place: int | None = None


class Logged(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of the log: the deed, how its dice fell, what came of it, what it changed, and
    who chose what.

    `joined` and `left` are for the commands that add and remove combatants.
    """

    command: str
    outcome: str
    who: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seed: int | None = None
    dice: tuple[int, ...] = ()
    overruled: bool = False
    effects: tuple[dict[str, Any], ...] = ()
    choices: tuple[dict[str, Any], ...] = ()
    joined: tuple[Stand, ...] = ()
    left: tuple[Stand, ...] = ()


def count(log: str) -> int:
    """How many entries a log's text has."""
    return log.count(LOG) + log.startswith(LOG[1:])


def without(log: str, entries: int) -> str:
    """A log's text without its last `entries` entries."""
    for _ in range(entries):
        log = log[: _last(log)]
    return log


def extended(log: str, entry: Logged) -> str:
    """A log's text with one more entry, a line a key."""
    return log + LOG[1:] + toml_lines(msgspec.to_builtins(entry)) + "\n"


def toml_lines(data: Mapping[str, Any]) -> str:
    """Plain data as TOML, a line a key. TOML has no null: what is None is left out."""
    return "".join(
        f"{_key(key)} = {_inline(value)}\n" for key, value in data.items() if value is not None
    )


def _key(key: str) -> str:
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def _inline(value: Any) -> str:
    """A value as TOML on one line. No string holds a bare line break, so lines just join."""
    head, tail = "value = [\n    ", ",\n    0,\n]\n"
    import tomli_w

    # The 0 keeps a long table from becoming a [[value]] of many lines.
    text = tomli_w.dumps({"value": [_without_null(value), 0]})
    text = re.sub(r",\n *(?=])|(?<=\[)\n *", "", text[len(head) : -len(tail)])
    return re.sub(r"\n *", " ", text)


def _without_null(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_null(value) for key, value in data.items() if value is not None}
    if isinstance(data, list | tuple):
        return [_without_null(value) for value in data]
    return data


def effects_data(effects: Sequence[Effect | Chosen]) -> tuple[dict[str, Any], ...]:
    """Effects, or choices, as the log keeps them."""
    return tuple(dict(msgspec.to_builtins(e)) for e in effects)


def effects_of(entry: Logged) -> tuple[Effect, ...]:
    """The effects of an entry of the log."""
    return tuple(
        Effect(e.get("who", ""), e.get("field", ""), e.get("before"), e.get("after"))
        for e in entry.effects
    )


def last(path: str, log: str, back: int = 0) -> Logged:
    """The entry `back` from the end of the log of the session at `path`, 0 being the last.

    Raises:
        BadData: that entry is not what an entry has to be.
    """
    log = without(log, back)
    return _entry(path, log[_last(log) :])


def entries(path: str, log: str) -> Iterator[Logged]:
    """The whole log, oldest first; raises like `last`."""
    for chunk in ("\n" + log).split(LOG)[1:]:
        yield _entry(path, LOG[1:] + chunk)


def _entry(path: str, text: str) -> Logged:
    try:
        return convert(tomllib.loads(text)["log"][0], Logged)
    except (tomllib.TOMLDecodeError, KeyError, IndexError, Invalid, RecursionError) as error:
        raise BadData(Fault(f"an entry of the log is none: {error}", text[:60], path)) from None


def _last(log: str) -> int:
    """Where the last entry of a log's text begins."""
    found = log.rfind(LOG)
    return found + 1 if found >= 0 else 0
