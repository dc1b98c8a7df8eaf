"""Whether what an encounter expects can be at all: keys, names and rules, before a die falls."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from affray.encounter.steps import OF_THE_FIGHT, Step, action_of
from affray.faults import AffrayError, Forbidden, near
from affray.fight import Fight, Reason
from affray.lookup import whole
from affray.registry import system
from affray.state import FIXED
from affray.validate import Finding, Path

RANGE = frozenset(("at_least", "at_most"))
EFFECT_KEYS = ("who", "field", "before", "after")
REASONS: tuple[str, ...] = get_args(Reason)
NOBODY = "nobody"


def is_range(expected: object) -> bool:
    """Whether this is `{ at_least, at_most }`, which a number is held against."""
    return isinstance(expected, dict) and bool(expected) and RANGE.issuperset(expected)


def wrong_keys(expected: object, kind: Any, at: Path) -> Iterator[Finding]:
    """The keys in expected data that no `kind` of result has; `kind` is a type."""
    if is_range(expected):
        return
    if isinstance(expected, dict):
        structs = [k for k in _members(kind) if isinstance(k, type) and issubclass(k, Struct)]
        if not structs:
            return
        known = {f.encode_name: f.type for k in structs for f in msgspec.structs.fields(k)}
        for key, value in expected.items():
            if key in known:
                yield from wrong_keys(value, known[key], (*at, key))
            else:
                hint = near(key, known, otherwise="there is: " + ", ".join(known))
                yield Finding((*at, key), f"no such result has a `{key}`", hint)
    elif isinstance(expected, list):
        inner = [a for k in _members(kind) if get_origin(k) in (tuple, list) for a in get_args(k)]
        for place, value in enumerate(expected):
            if inner:
                yield from wrong_keys(value, inner[min(place, len(inner) - 1)], (*at, place))


def _members(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        return _members(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [m for arg in get_args(kind) for m in _members(arg)]
    return [m for m in [kind] if m is not Ellipsis]


@cache
def known_rules() -> frozenset[str]:
    """The full id of every rule of every system."""
    return frozenset(rule.full_id for known in whole() for rule in known)


def unknown_rules(ids: Iterable[str], at: Path) -> list[Finding]:
    """A finding for each id that is no rule's."""
    known = known_rules()
    return [
        Finding((*at, place), f"no rule has the id `{id_}`", near(id_, known))
        for place, id_ in enumerate(ids)
        if id_ not in known
    ]


def faults_in_expect(step: Step, fight: Fight) -> Iterator[Finding]:
    """What a step expects and nothing like it can come to."""
    expect, at = step.expect, ("step", step.number, "expect")
    # Where no rule is to be named that refuses something, the system is.
    if expect.refused not in (None, fight.system):
        for finding in unknown_rules([str(expect.refused)], at):
            yield Finding((*at, "refused"), finding.message, finding.hint)
    yield from unknown_rules(expect.trace, (*at, "trace"))
    yield from _wrong_effects(expect.effects, fight, (*at, "effects"))
    if step.deed.command in OF_THE_FIGHT:
        return
    try:
        kind = action_of(system(fight.system), step.deed.command).result
    except Forbidden:
        return
    if expect.result is not None and kind is not None:
        yield from wrong_keys(expect.result, kind, (*at, "result"))


def _wrong_effects(
    effects: Iterable[Mapping[str, Any]], fight: Fight, at: Path
) -> Iterator[Finding]:
    for place, effect in enumerate(effects):
        where = (*at, place)
        for key in effect:
            if key not in EFFECT_KEYS:
                hint = near(key, EFFECT_KEYS, otherwise="one of: " + ", ".join(EFFECT_KEYS))
                yield Finding((*where, key), f"no effect has a `{key}`", hint)
        who = effect.get("who")
        holder: Any = fight.fighters[0]
        if who == "":
            holder = fight.turns
        elif who is not None:
            try:
                fight.fighter(str(who))
            except AffrayError as error:
                yield from (Finding((*where, "who"), f.message, f.hint) for f in error.faults)
        fields = holder.__struct_fields__
        if who is None:
            fields = (*fields, *fight.turns.__struct_fields__)
        field = effect.get("field")
        if field is not None and field not in fields:
            hint = near(str(field), fields)
            yield Finding((*where, "field"), f"nobody has a `{field}` to change", hint)


def fault_in_ends(ends: Mapping[str, Any], fight: Fight) -> list[Finding]:
    """What is expected at the end and cannot be: sides, names, fields that nobody has."""
    found: list[Finding] = []
    sides = list(dict.fromkeys(fight.sides.values()))
    names = [f.name for f in fight.fighters]

    def known(value: Any, options: list[str], what: str, *at: str | int) -> None:
        if value is not None and value not in options:
            hint = near(str(value), options, otherwise="one of: " + ", ".join(options))
            found.append(Finding(("expect", *at), f"no {what} is called `{value}`", hint))

    known(ends.get("winner"), [*sides, NOBODY], "side", "winner")
    known(ends.get("ended"), list(REASONS), "end of a fight", "ended")
    win = ends.get("win")
    if win is not None:
        known(win["side"], sides, "side", "win", "side")
        if not RANGE & win.keys():
            hint = "add at_least or at_most"
            found.append(Finding(("expect", "win"), "a chance without a bound", hint))
    survivors = ends.get("survivors") or {}
    by_side = isinstance(survivors, dict)
    for place, one in enumerate(survivors):
        known(
            one,
            sides if by_side else names,
            "side" if by_side else "combatant",
            "survivors",
            one if by_side else place,
        )
    for name, fields in (ends.get("combatants") or {}).items():
        known(name, names, "combatant", "combatants", name)
        own = [f for f in fight.fighters[0].__struct_fields__ if f not in FIXED]
        for field in fields:
            known(field, own, "field", "combatants", name, field)
    return found
