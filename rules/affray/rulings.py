"""Rulings: named switches and house figures, and the file that replaces them.

Each system declares its own in `rulings.py`: a frozen struct whose fields carry type,
default, allowed range, the rule they belong to and the reason. A rulings file has one
table a system:

    [some-system]
    fall_rounding = "up"
"""

from collections.abc import Mapping
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct

from affray.registry import known, unknown
from affray.registry import system as find
from affray.system import System
from affray.toml_source import read
from affray.validate import Finding, Invalid, convert


class Ruling(NamedTuple):
    """One switch as a person reads about it."""

    name: str
    rule: str
    status: str
    default: Any
    allowed: str
    reason: str


def load(path: str, system: System) -> Struct:
    """The rulings of `system` as the file at `path` has them; the rest stay as they are.

    Raises:
        BadData: with every fault of the file, also in tables of other systems.
    """
    source = read(path)
    chosen: Struct | None = None
    findings: list[Finding] = []
    for name, table in source.data.items():
        if not known(name):
            fault = unknown(name)
            findings.append(Finding((name,), fault.message, fault.hint))
            continue
        result = _table(name, table, system, findings)
        chosen = result if name == system.name else chosen
    if findings:
        raise source.faults(tuple(findings))
    return system.rulings_type() if chosen is None else chosen


def _table(name: str, table: object, wanted: System, findings: list[Finding]) -> Struct | None:
    kind = wanted if name == wanted.name else find(name)
    try:
        found: Struct = convert(table, kind.rulings_type)
    except Invalid as invalid:
        findings += [Finding((name, *f.path), f.message, f.hint) for f in invalid.findings]
        return None
    return found


def changed(rulings: Struct) -> dict[str, Any]:
    """The switches that do not stand at their default, as plain data."""
    default = type(rulings)()
    return {
        name: msgspec.to_builtins(getattr(rulings, name))
        for name in rulings.__struct_fields__
        if getattr(rulings, name) != getattr(default, name)
    }


def describe(kind: type[Struct]) -> list[Ruling]:
    """Every switch of a system's Rulings struct, with what its declaration says."""
    hints = get_type_hints(kind, include_extras=True)
    default = kind()
    found = []
    for name in kind.__struct_fields__:
        meta = _meta(hints[name])
        extra: Mapping[str, Any] = meta.extra or {}
        found.append(
            Ruling(
                name=name,
                rule=extra["rule"],
                status=extra.get("status", "ruling"),
                default=msgspec.to_builtins(getattr(default, name)),
                allowed=_allowed(hints[name], meta),
                reason=meta.description or "",
            )
        )
    return found


def _meta(hint: Any) -> Meta:
    metas = [arg for arg in get_args(hint)[1:] if isinstance(arg, Meta)]
    return metas[0] if get_origin(hint) is Annotated and metas else Meta()


def _allowed(hint: Any, meta: Meta) -> str:
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(bare) in (Union, UnionType):
        inner = [member for member in get_args(bare) if member is not type(None)]
        return " | ".join([*(_allowed(member, _meta(member)) for member in inner), "unset"])
    if get_origin(bare) is Literal:
        return " | ".join(map(str, get_args(bare)))
    if bare is bool:
        return "true | false"
    if meta.ge is not None or meta.le is not None:
        return f"{meta.ge} … {meta.le}"
    return "text" if bare is str else str(getattr(bare, "__name__", bare))
