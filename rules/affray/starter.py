"""Starter sheets: a commented, valid sheet to edit, for each system or from another sheet."""

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import tomli_w
from msgspec import Struct

from affray.action import Named
from affray.registry import system
from affray.rulings import Ruling, describe
from affray.sheets import creature_named, loads
from affray.system import System
from affray.validate import stand_in

STARTER = "starter.toml"
WIDTH = 92


class Score(NamedTuple):
    """A starting score: its dice in words, what they came to, and the rule's full id."""

    formula: str
    value: int
    rule: str


def starter_of(rules: System) -> str:
    """The commented sheet in the system's folder, or one of its sheet's fields alone."""
    path = os.path.join(rules.folder, STARTER)
    if os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            return file.read()
    data = {"system": rules.name, "name": "New Character"}
    needed = (f for f in msgspec.structs.fields(rules.sheet_type) if f.required)
    data |= {f.encode_name: stand_in(f.type) for f in needed if f.encode_name not in data}
    comment = f"# A sheet of {rules.title}. `affray sheet check FILE` says what is wrong with it.\n"
    return comment + dump(msgspec.convert(data, rules.sheet_type))


def with_scores(text: str, scores: Mapping[str, Score]) -> str:
    """A starter sheet with rolled scores in place of its own, each saying its dice."""
    for name, score in scores.items():
        line = f"{f'{name} = {score.value}':<28}# rolled: {score.formula} (rule {score.rule})"
        text = re.sub(rf"(?m)^{name} = \d+.*$", line, text)
    return text


def with_name(text: str, name: str) -> str:
    """A sheet's text under another name."""
    quoted = tomli_w.dumps({"name": name}).rstrip("\n")
    return re.sub(r"(?m)^name = .*$", lambda _: quoted, text, count=1)


def copy_of(sheet: Named, origin: str) -> str:
    """A sheet as TOML text to edit; `origin` says where it is from, and it loads again."""
    name = " ".join(sheet.name.split())
    comment = [f"# {name}, made from {origin}. `affray sheet check FILE` checks it."]
    if origin.startswith("@"):
        owner, key = creature_named(origin[1:])
        comment += [f"# {note}" for note in owner.notes_on(key)]
    text = "\n".join(comment) + "\n" + dump(sheet)
    loads(text)
    return text


def dump(sheet: Named) -> str:
    """A sheet as TOML: what it says, what it leaves at its default (as comments), its tables."""
    data: dict[str, Any] = _said(sheet)
    first = {key: data.pop(key) for key in ("system", "name")}
    plain = {key: value for key, value in data.items() if not _is_table(value)}
    tables = {key: value for key, value in data.items() if _is_table(value)}
    unsaid = {
        field.encode_name: field.default
        for field in msgspec.structs.fields(system(sheet.system).sheet_type)
        if isinstance(field.default, int | str) and field.encode_name not in data
    }
    text = _inline(tomli_w.dumps({**first, **plain}))
    text += "".join(f"# {line}\n" for line in tomli_w.dumps(unsaid).splitlines())
    return text + ("\n" + _inline(tomli_w.dumps(tables)) if tables else "")


def _said(value: Any) -> Any:
    """A sheet as plain data, without what stands at its default."""
    if isinstance(value, Struct):
        fields = {f.encode_name: (getattr(value, f.name), f) for f in msgspec.structs.fields(value)}
        return {
            key: _said(now) for key, (now, f) in fields.items() if f.required or now != f.default
        }
    if isinstance(value, dict):
        return {key: _said(inner) for key, inner in value.items()}
    return [_said(inner) for inner in value] if isinstance(value, tuple) else value


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)
    )


def _inline(text: str) -> str:
    """The same TOML with short lists on one line each."""

    def joined(found: re.Match[str]) -> str:
        items = ", ".join(item.strip().rstrip(",") for item in found[1].splitlines())
        return f"[{items}]" if len(items) < WIDTH else found[0]

    return re.sub(r"(?<== )\[\n((?:    [^\n]+,\n)+)\]", joined, text)


def rulings_file(names: tuple[str, ...]) -> str:
    """A commented rulings file to edit: every switch at its default, commented out."""
    lines = [
        "# Rulings for affray: what a table plays otherwise. Use it with --rulings FILE, or",
        "# name it in AFFRAY_RULINGS. Take away the # before a line and change its value.",
    ]
    for name in names:
        lines += ["", f"[{name}]"]
        for ruling in describe(system(name).rulings_type):
            lines += ["", *_ruling_lines(name, ruling)]
    return "\n".join(lines) + "\n"


def _ruling_lines(name: str, ruling: Ruling) -> Iterator[str]:
    yield from _folded(f"{ruling.reason} ({ruling.status}, rule {name}:{ruling.rule})")
    yield f"# Allowed: {ruling.allowed}."
    if ruling.default is None:
        yield f"# Not set by default. {ruling.name} = {ruling.allowed.split()[0]}"
    else:
        yield "# " + tomli_w.dumps({ruling.name: ruling.default}).rstrip("\n")


def _folded(text: str) -> Iterator[str]:
    """A text as comment lines of bounded width."""
    line = "#"
    for word in text.split():
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = "#"
        line += f" {word}"
    yield line
