"""Who takes part in an encounter: sheets by path, built-in or inline, counted and changed."""

import os
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from affray import sheets as sheet_files
from affray.action import Combatant, Named
from affray.faults import AffrayError, BadData
from affray.fields import Name
from affray.registry import system
from affray.state import with_state
from affray.toml_source import read
from affray.validate import Finding, Invalid, Path

MOST_COMBATANTS = 200


class Member(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a side: a sheet (a path, @creature or the sheet itself) and what differs.

    `count` of them are called Name-1, Name-2 …; `state` sets fields of the combatants,
    `with` replaces keys of the sheet, table by table.
    """

    sheet: str | dict[str, Any]
    count: Annotated[int, Meta(ge=1, le=MOST_COMBATANTS)] = 1
    name: Name | None = None
    state: dict[str, Any] = {}
    changed: dict[str, Any] = msgspec.field(default_factory=dict, name="with")


class Placed(NamedTuple):
    """A combatant in its place: its side, and its sheet's path when that is used as it is."""

    fighter: Combatant
    side: str
    sheet: str | None

    @property
    def system(self) -> str:
        """The name of the system its sheet is for."""
        return str(self.fighter.sheet.system)


def beside(encounter: str, path: str) -> str:
    """A path in an encounter file, as seen from here."""
    return path if os.path.isabs(path) else os.path.join(os.path.dirname(encounter), path)


def places(sides: Mapping[str, tuple[str | Member, ...]], path: str) -> tuple[Placed, ...]:
    """Every combatant of an encounter in the file at `path`, in order.

    Raises:
        Invalid: with every fault; BadData for the faults of a sheet's own file.
    """
    findings: list[Finding] = []
    found: list[Placed] = []
    names: set[str] = set()
    for side, entries in sides.items():
        for number, entry in enumerate(entries):
            at = ("sides", side, number)
            try:
                placed = list(_placed(entry, side, path, at))
            except Invalid as invalid:
                findings += invalid.findings
                continue
            for one in placed:
                if one.fighter.name in names:
                    hint = "give one of them a `name`"
                    findings.append(Finding(at, f"two are called {one.fighter.name!r}", hint))
                names.add(one.fighter.name)
            found += placed
    findings += _unfit(found)
    if findings:
        raise Invalid(findings)
    return tuple(found)


def _unfit(found: list[Placed]) -> Iterator[Finding]:
    """What is wrong with all of them together."""
    systems = {one.system: one for one in found}
    if not found:
        yield Finding(("sides",), "nobody takes part", 'sides = { party = ["@goblin"] }')
    elif len(found) > MOST_COMBATANTS:
        yield Finding(("sides",), f"{len(found)} combatants, and {MOST_COMBATANTS} are the most")
    elif len(systems) > 1:
        pairs = ", ".join(f"{one.fighter.name} is {name}" for name, one in systems.items())
        yield Finding(("sides",), f"the sheets are of different systems: {pairs}")


def _placed(entry: str | Member, side: str, path: str, at: Path) -> Iterator[Placed]:
    member = Member(entry) if isinstance(entry, str) else entry
    sheet = _sheet(member, path, at)
    rules, name = system(sheet.system), member.name or sheet.name
    as_it_is = isinstance(member.sheet, str) and not member.changed
    used = str(member.sheet) if as_it_is else None
    if used is not None and not used.startswith("@"):
        used = beside(path, used)
    for number in range(1, member.count + 1):
        called = name if member.count == 1 else f"{name}-{number}"
        try:
            fighter = with_state(rules.fighter(sheet, called), member.state)
        except Invalid as invalid:
            raise _inside(invalid, (*at, "state")) from None
        yield Placed(fighter, side, used)


def _sheet(member: Member, path: str, at: Path) -> Named:
    if isinstance(member.sheet, dict):
        try:
            return sheet_files.from_data(_merged(member.sheet, member.changed))
        except Invalid as invalid:
            raise _inside(invalid, (*at, "sheet")) from None
    try:
        if not member.changed:
            return _load(member.sheet, path)
        data = _data(member.sheet, path)
    except BadData as error:
        if any(fault.line is not None for fault in error.faults):
            raise
        raise Invalid(Finding(at, str(fault)) for fault in error.faults) from None
    except AffrayError as error:
        raise Invalid(Finding(at, f.message, f.hint) for f in error.faults) from None
    try:
        return sheet_files.from_data(_merged(data, member.changed))
    except Invalid as invalid:
        raise _inside(invalid, (*at, "with")) from None


def _load(sheet: str, path: str) -> Named:
    return sheet_files.load(sheet if sheet.startswith("@") else beside(path, sheet))


def _data(sheet: str, path: str) -> dict[str, Any]:
    """A valid sheet as plain data."""
    valid = _load(sheet, path)
    if sheet.startswith("@"):
        return dict(msgspec.to_builtins(valid))
    return read(beside(path, sheet)).data


def _merged(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Data with some keys replaced; tables are gone into, all else is replaced whole."""
    merged = dict(data)
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merged(old, value) if both and old is not None else value
    return merged


def _inside(invalid: Invalid, at: Path) -> Invalid:
    return Invalid(Finding((*at, *f.path), f.message, f.hint) for f in invalid.findings)
