"""Rewriting what an encounter expects to what came, and nothing else in its file.

tomlkit keeps comments, order, blank lines and quotes as they are; only values that
differ are set.
"""

import os
from collections.abc import Iterable, Mapping
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from affray.encounter.check import Report
from affray.encounter.compare import ALLOWED, NOTHING, REFUSED, Difference, about
from affray.encounter.file import load
from affray.encounter.keys import is_range
from affray.faults import AffrayError, BadData, Fault
from affray.validate import Path

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

BOM = "\ufeff"


def update(report: Report) -> int:
    """Rewrite the file of a report so that it expects what came; how many values changed.

    Raises:
        BadData: the file cannot be written.
    """
    found = [d for item in report.items for d in item.differences]
    if not found:
        return 0
    with open(report.path, encoding="utf-8", newline="") as file:
        before = file.read()
    after = updated(before, found)
    _write(report.path, after)
    return len(found)


def updated(text: str, found: Iterable[Difference]) -> str:
    """The text of an encounter in which each difference is resolved."""
    import tomlkit

    document = tomlkit.parse(text.removeprefix(BOM))
    # From the back, so that what leaves a list moves nothing that is still to be changed.
    for difference in sorted(found, key=lambda d: _order(d.path), reverse=True):
        _resolve(document, difference)
    after = tomlkit.dumps(document)
    if "\r\n" in text:
        after = after.replace("\r\n", "\n").replace("\n", "\r\n")
    return (BOM if text.startswith(BOM) else "") + after


def _order(path: Path) -> tuple[str, ...]:
    return tuple(f"{part:09}" if isinstance(part, int) else part for part in path)


def _resolve(document: "TOMLDocument", difference: Difference) -> None:
    import tomlkit

    path, came = difference.path, difference.came
    if path[:1] == ("rules",) or path[-2:-1] == ("trace",):
        del _at(document, path[:-1])[path[-1]]
    elif difference.what == ALLOWED:
        refused = tomlkit.inline_table()
        refused["refused"] = came
        _at(document, path[:2])["expect"] = refused
    elif difference.what == REFUSED:
        expect = _at(document, path[:3])
        del expect["refused"]
        expect["outcome"] = came
    elif path[-2:-1] == ("effects",):
        _resolve_effect(_at(document, path[:-1]), int(path[-1]), difference)
    elif path[:2] == ("expect", "win"):
        _at(document, path[:-1])[path[-1]] = _bound(str(path[-1]), came)
    else:
        holder = _at(document, path[:-1])
        old = holder.get(path[-1]) if isinstance(holder, Mapping) else holder[path[-1]]
        if is_range(old):
            _widen(old, came)
        else:
            _set(holder, path[-1], came)


def _at(document: "TOMLDocument", path: Path) -> Any:
    """What stands at a path, through arrays of tables, inline tables and dotted keys."""
    here: Any = document
    for part in path:
        here = here[part]
    return here


def _resolve_effect(effects: Any, place: int, difference: Difference) -> None:
    """An effect that did not happen becomes the one like it that did, or leaves.

    Of several that change the same, the second expected is the second that happened.
    """
    expected = difference.expected
    like = [effect for effect in difference.came if about(effect, expected)]
    before = sum(about({"who": None, "field": None, **e}, expected) for e in effects[:place])
    if before >= len(like) or all(like[before][key] == value for key, value in expected.items()):
        del effects[place]
        return
    for key in expected:
        _set(effects[place], key, like[before][key])


def _widen(old: Any, came: Any) -> None:
    if "at_least" in old and came < old["at_least"]:
        old["at_least"] = came
    if "at_most" in old and came > old["at_most"]:
        old["at_most"] = came


def _bound(key: str, came: float) -> float:
    """A bound that the chance keeps, in whole hundredths."""
    return floor(came * 100) / 100 if key == "at_least" else ceil(came * 100) / 100


def _set(holder: Any, key: Any, came: Any) -> None:
    """Set a value, leaf by leaf where tables and lists stay as long as they were."""
    old = holder.get(key) if isinstance(holder, Mapping) else holder[key]
    if isinstance(old, Mapping) and isinstance(came, dict) and old:
        for inner in old:
            _set(old, inner, came.get(inner))
    elif isinstance(old, list) and isinstance(came, list | tuple) and len(old) == len(came):
        for place, inner in enumerate(came):
            _set(old, place, inner)
    elif old != came or isinstance(old, bool) != isinstance(came, bool):
        holder[key] = _inline(_plain(came, old))


def _inline(value: Any) -> Any:
    """A value that stays on its line: a list of tables of its own would end the step."""
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.inline_table()
        for key, inner in value.items():
            table[key] = _inline(inner)
        return table
    if isinstance(value, list):
        array = tomlkit.array()
        for inner in value:
            array.append(_inline(inner))
        return array
    return value


def _plain(came: Any, old: Any) -> Any:
    """A value as TOML has it; of a table only the keys that were expected."""
    if came is None:
        return NOTHING
    if isinstance(came, dict):
        keys = old if isinstance(old, Mapping) and old else came
        return {key: _plain(came.get(key), old[key] if keys is old else None) for key in keys}
    if isinstance(came, list | tuple):
        olds = list(old) if isinstance(old, list) else []
        return [
            _plain(value, olds[place] if place < len(olds) else olds[-1] if olds else None)
            for place, value in enumerate(came)
        ]
    return came


def _write(path: str, text: str) -> None:
    temporary = f"{path}.new"
    try:
        with open(temporary, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        try:
            load(temporary)
        except AffrayError:
            os.unlink(temporary)
            raise BadData(
                Fault("cannot be updated by itself", "mend its expectations by hand", path)
            ) from None
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadData(Fault(f"cannot be written: {reason}", None, path)) from None
