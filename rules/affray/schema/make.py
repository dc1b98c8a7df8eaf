"""JSON Schema of every file affray reads and every result it writes, from its own types.

`schema("sheet", "some-system")` and the like are draft-04, for editors of TOML: `#:schema`
in the first line of a file points one to it.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from affray.action import Action
from affray.faults import BadRequest, Fault, near
from affray.registry import each
from affray.schema.draft04 import DRAFT, lowered
from affray.system import System
from affray.systems import OURS

Schema = dict[str, Any]
REF = "#/$defs/{name}"


class Error(Struct, frozen=True):
    """What stands in place of a result when there is none: a usage or data fault, a refusal."""

    error: "Said"


class Said(Struct, frozen=True):
    """What is wrong; `faults` has all of them when there are several."""

    code: str
    message: str
    hint: str | None
    file: str | None
    line: int | None
    faults: tuple[dict[str, Any], ...] = ()


REPORT: Schema = {
    "description": "A line that tells of something, such as where a session or a check stands.",
    "type": "object",
    "properties": {"affray": {"enum": [1]}, "command": {"type": "string"}},
    "required": ["affray", "command"],
    "not": {"required": ["result"]},
}


def schema(kind: str, name: str | None = None, envelope: type[Struct] | None = None) -> Schema:
    """The schema of a kind of file, or of results, for one system or for any.

    `envelope` is the struct around a result, for the kind "result".

    Raises:
        BadRequest: no such kind or system.
    """
    if kind not in KINDS:
        hint = near(kind, KINDS, otherwise="one of: " + ", ".join(KINDS))
        raise BadRequest(Fault(f"there is no schema of `{kind}`", hint))
    # Ours have schemas; whether one of others has, only making it tells.
    tried = each(
        lambda one: one.name in OURS or _made(kind, [one], envelope),
        None if name is None else (name,),
    )
    systems = [one for one, _ in tried]
    made = _made(kind, systems, envelope)
    title = {"sheet": "character sheet", "rulings": "rulings file"}.get(kind, kind)
    whose = systems[0].title if name is not None else "any system"
    named = {"$schema": DRAFT, "title": f"affray {title}, {whose}"}
    return {**lowered(_rooted(made)), **named}


def _made(kind: str, systems: list[System], envelope: type[Struct] | None) -> Schema:
    if kind != "result":
        return KINDS[kind](systems)
    assert envelope is not None
    return _results(systems, envelope)


def _rooted(made: Schema) -> Schema:
    """The same schema with what its root refers to in the root itself.

    Beside a reference draft-04 ignores all else.
    """
    if "$ref" not in made:
        return made
    defs = dict(made["$defs"])
    root = defs.pop(made["$ref"].rpartition("/")[2])
    return {**root, "$defs": defs}


def _of(types: Iterable[Any]) -> tuple[list[Schema], Schema]:
    """Schemas of types, and the definitions they refer to."""
    schemas, defs = msgspec.json.schema_components(tuple(types), ref_template=REF)
    return list(schemas), dict(defs)


def _sheets(systems: list[System]) -> Schema:
    # One system at a time: each has a struct called Sheet, and the names would clash.
    if len(systems) == 1:
        return msgspec.json.schema(systems[0].sheet_type, ref_template=REF)
    found: Schema = {"anyOf": [], "$defs": {}}
    for one in systems:
        refs, defs = _of([one.sheet_type])
        found["anyOf"] += _prefixed(refs, one)
        found["$defs"].update(_prefixed_names(defs, one))
    return found


def _rulings(systems: list[System]) -> Schema:
    properties: Schema = {}
    defs: Schema = {}
    for one in systems:
        ((table,), own) = _of([one.rulings_type])
        properties[one.name] = _prefixed(table, one)
        defs.update(_prefixed_names(own, one))
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": defs,
    }


def _sessions(systems: list[System]) -> Schema:
    from affray.session.file import SessionHead
    from affray.session.log import Logged

    ((head, logged), defs) = _of([SessionHead, Logged])
    whole = defs["SessionHead"]
    whole["properties"]["log"] = {"type": "array", "items": logged}
    if len(systems) == 1:
        one = systems[0]
        whole["properties"]["system"] = {"enum": [one.name]}
        ((rulings, fighter), own) = _of([one.rulings_type, one.fighter_type])
        own = _prefixed_names(own, one)
        whole["properties"]["rulings"] = _prefixed(rulings, one)
        state = own[_prefixed(fighter, one)["$ref"].rpartition("/")[2]]
        for fixed in ("name", "sheet"):
            state["properties"].pop(fixed)
        state.pop("required", None)
        state["additionalProperties"] = False
        defs["Stand"]["properties"]["state"] = _prefixed(fighter, one)
        defs.update(own)
    return {**head, "$defs": defs}


def _encounters(systems: list[System]) -> Schema:
    from affray.encounter.file import EncounterFile
    from affray.encounter.steps import StepHead

    ((file, step), defs) = _of([EncounterFile, StepHead])
    whole = defs["EncounterFile"]
    for one in systems:
        refs, own = _of(dict.fromkeys(action.situation for action in actions(one).values()))
        defs.update(_prefixed_names(own, one))
        for ref in _prefixed(refs, one):
            options = defs.pop(ref["$ref"].rpartition("/")[2])
            for option, what in options.get("properties", {}).items():
                _also(defs["StepHead"]["properties"], option, what)
    whole["properties"]["step"] = {"type": "array", "items": step}
    tables = _rulings(systems)
    defs.update(tables["$defs"])
    whole["properties"]["rulings"] = {"anyOf": [{"type": "string"}, *tables["properties"].values()]}
    return {**file, "$defs": defs}


def _also(properties: Schema, option: str, what: Schema) -> None:
    """An option of one more action, which may mean something else than in others."""
    what = {key: value for key, value in what.items() if key != "default"}
    before = properties.get(option)
    if before is None:
        properties[option] = what
    elif "anyOf" in before and before["anyOf"] and "type" not in before:
        properties[option] = {"anyOf": [*before["anyOf"], *_members(what, before["anyOf"])]}
    elif before != what:
        properties[option] = {"anyOf": [before, *_members(what, [before])]}


def _members(what: Schema, known: list[Schema]) -> list[Schema]:
    return [one for one in what.get("anyOf", [what]) if one not in known]


def actions(one: System) -> dict[str, Action]:
    """Every action of a system by its command, those of a turn as "act delay"."""
    return {command: one.action(command) for command in one.commands}


def _results(systems: list[System], envelope: type[Struct]) -> Schema:
    ((shape, error), defs) = _of([envelope, Error])
    kinds: list[Schema] = []
    settled: set[str] = set()
    for one in systems:
        commands = {c: a.result for c, a in actions(one).items() if a.result is not None}
        settled.update(commands)
        refs, own = _of(commands.values())
        defs.update(_prefixed_names(own, one))
        for command, ref in zip(commands, _prefixed(refs, one), strict=True):
            kinds.append(_kind({"enum": [command]}, {"enum": [one.name]}, ref))
    kinds.append(_kind({"not": {"enum": sorted(settled)}}, {}, {"type": "object"}))
    return {"anyOf": [{"allOf": [shape, {"anyOf": kinds}]}, REPORT, error], "$defs": defs}


def _kind(command: Schema, whose: Schema, result: Schema) -> Schema:
    return {"properties": {"command": command, "system": whose, "result": result}}


def _prefixed(value: Any, one: System) -> Any:
    """The same schema with its references under the system's name."""
    if isinstance(value, list):
        return [_prefixed(inner, one) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: f"#/$defs/{one.name}.{inner.rpartition('/')[2]}"
        if key == "$ref"
        else _prefixed(inner, one)
        for key, inner in value.items()
    }


def _prefixed_names(defs: Schema, one: System) -> Schema:
    return {f"{one.name}.{name}": _prefixed(what, one) for name, what in defs.items()}


KINDS: dict[str, Callable[[list[System]], Schema]] = {
    "sheet": _sheets,
    "encounter": _encounters,
    "session": _sessions,
    "rulings": _rulings,
    "result": lambda systems: {},
}


def files() -> dict[str, tuple[str, str | None]]:
    """The name of every schema's file, each with its kind and system (None: any's)."""
    found: dict[str, tuple[str, str | None]] = {}
    for kind in KINDS:
        found[f"{kind}.json"] = (kind, None)
        for name in OURS:
            found[f"{name}.{kind}.json"] = (kind, name)
    return found
