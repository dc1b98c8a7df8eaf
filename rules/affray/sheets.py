"""Loading character sheets. Sheets are the user's own files: nothing here writes."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from affray.action import Named
from affray.faults import BadRequest, Fault, near
from affray.registry import each, known, names, system
from affray.system import System
from affray.systems import OURS
from affray.toml_source import STDIN, Source, parse, read
from affray.validate import Finding, Invalid, choices, convert, stand_in


def load(path: str) -> Named:
    """The sheet at `path`; `-` reads standard input, `@goblin` is a built-in creature.

    Raises:
        BadData: with every fault of the file, each with its line.
        BadRequest: no creature of that name.
    """
    if _kept is not None and path != STDIN:
        return _remembered(path, _kept)
    return creature(path[1:]) if path.startswith("@") else from_source(read(path))


@contextmanager
def remembered() -> Iterator[None]:
    """Keep sheets once loaded, for many commands in a row; a file that changes is read anew."""
    global _kept
    before, _kept = _kept, {}
    try:
        yield
    finally:
        _kept = before


_kept: dict[str, tuple[object, Named]] | None = None


def _remembered(path: str, kept: dict[str, tuple[object, Named]]) -> Named:
    mark: object = None
    if not path.startswith("@"):
        try:
            at = os.stat(path)
            mark = (at.st_mtime_ns, at.st_size, at.st_ino)
        except (OSError, ValueError):
            return from_source(read(path))
    found = kept.get(path)
    if found is None or found[0] != mark:
        sheet = creature(path[1:]) if path.startswith("@") else from_source(read(path))
        found = kept[path] = (mark, sheet)
    return found[1]


def loads(text: str, name: str = "<text>") -> Named:
    """The sheet in a TOML text; `name` stands for the file in messages."""
    return from_source(parse(text, name))


def from_source(source: Source) -> Named:
    """The sheet in an already parsed TOML text."""
    try:
        return from_data(source.data)
    except Invalid as invalid:
        raise source.faults(invalid.findings) from None


def from_data(data: dict[str, Any]) -> Named:
    """The sheet in plain data.

    Raises:
        Invalid: with every fault found.
    """
    kind = _system_of(data)
    try:
        sheet: Named = convert(data, kind.sheet_type)
    except Invalid as invalid:
        raise Invalid([*invalid.findings, *_rest(data, kind, invalid.findings)]) from None
    findings = list(kind.check(sheet))
    if getattr(getattr(sheet, "tactics", None), "choose", None):
        from affray.table import faults_in_tactics  # what few sheets need

        findings += faults_in_tactics(sheet, kind)
    if findings:
        raise Invalid(findings)
    return sheet


def _system_of(data: dict[str, Any]) -> System:
    name = data.get("system")
    if name is None:
        raise Invalid([Finding((), "`system` is missing", "one of: " + ", ".join(names()))])
    if not isinstance(name, str) or not known(name):
        hint = near(str(name), names(), otherwise="one of: " + ", ".join(names()))
        raise Invalid([Finding(("system",), f"unknown system {name!r}", hint)])
    return system(name)


def _rest(data: dict[str, Any], kind: System, found: tuple[Finding, ...]) -> list[Finding]:
    """What else is wrong once the keys already complained of are left out."""
    bad = {finding.path[0] for finding in found if finding.path}
    rest = {key: value for key, value in data.items() if key not in bad}
    fields = msgspec.structs.fields(kind.sheet_type)
    gone = {f.name: f.type for f in fields if f.required and f.name not in rest}
    rest |= {name: stand_in(wanted) for name, wanted in gone.items()}
    words = {f.name: choices(f.type) for f in fields if f.name in bad - gone.keys()}
    bad |= gone.keys()
    # A word that cannot be might have been any that can: only what is wrong with all counts.
    likely = [{**rest, k: word} for k, known in words.items() for word in known] or [rest]
    others = _faults(likely[0], kind)
    for variant in likely[1:]:
        others = [finding for finding in others if finding in _faults(variant, kind)]

    # What is missing only because it was left out here has been complained of.
    def new(finding: Finding) -> bool:
        if finding.path:
            return finding.path[0] not in bad
        return not any(f"`{key}` is missing" in finding.message for key in bad)

    return [finding for finding in others if new(finding)]


def _faults(data: dict[str, Any], kind: System) -> list[Finding]:
    try:
        return list(kind.check(convert(data, kind.sheet_type)))
    except Invalid:
        return []


def creature(name: str) -> Named:
    """The sheet of the built-in creature called `name`, case and hyphens aside.

    Raises:
        BadRequest: there is none, with the nearest name.
    """
    owner, key = creature_named(name)
    return from_data(owner.creature(key))


def creature_named(name: str) -> tuple[System, str]:
    """The system that a creature comes with, and its name there.

    Raises:
        BadRequest: no system has any of that name, with the nearest.
    """
    wanted = _joined(name)
    # The systems of others are looked for only where none of ours has it.
    known_here: list[str] = []
    for some in (OURS, None):
        for owner, creatures in each(lambda one: [*one.creatures()], some):
            for key in creatures:
                if _joined(key) == wanted:
                    return owner, key
            known_here += creatures
    hint = near(name, known_here, otherwise="`affray table creatures` lists them")
    raise BadRequest(Fault(f"no creature is called `@{name}`", hint))


def _joined(name: str) -> str:
    return "-".join(name.casefold().replace("-", " ").replace("_", " ").split())


def distinct(sheets: Sequence[Named]) -> list[str]:
    """A name for each sheet, no two alike: a second Goblin is called Goblin-2."""
    names: dict[str, None] = {}
    for sheet in sheets:
        taken, count = sheet.name, 1
        while taken in names:
            count += 1
            taken = f"{sheet.name}-{count}"
        names[taken] = None
    return list(names)
