"""What of a combatant differs from its fresh sheet, as plain data, and back."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from affray.validate import Finding, Invalid, convert

S = TypeVar("S", bound=Struct)

MOST = 1_000_000
"""No number of a fight comes near it; larger ones are slips of a hand."""

FIXED = ("name", "sheet")
"""Fields of a combatant that no fight changes."""


def state_of(fighter: Struct, fresh: Struct) -> dict[str, Any]:
    """The fields of a combatant that differ from its fresh self, as plain data."""
    return {
        field: msgspec.to_builtins(getattr(fighter, field))
        for field in fighter.__struct_fields__
        if field not in FIXED and getattr(fighter, field) != getattr(fresh, field)
    }


def reader(fields: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads so many fields of a struct at once."""
    if len(fields) > 1:
        return attrgetter(*fields)
    return lambda one: tuple([getattr(one, field) for field in fields])


@cache
def _types_of(kind: type[Struct]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def with_state(fresh: S, state: Mapping[str, Any]) -> S:
    """A fresh combatant brought to a state.

    Raises:
        Invalid: a field that no combatant has, or a value it cannot have.
    """
    types = _types_of(type(fresh)) if state else {}
    updates: dict[str, Any] = {}
    findings: list[Finding] = []
    for field, value in state.items():
        if field not in types or field in FIXED:
            findings.append(Finding((field,), f"no combatant has a `{field}`"))
            continue
        if isinstance(value, int) and abs(value) > MOST:
            findings.append(Finding((field,), f"`{field}` cannot be {value}"))
            continue
        try:
            updates[field] = convert(value, types[field])
        except Invalid as invalid:
            findings += [
                Finding((field, *f.path), f.message.replace("the data", field), f.hint)
                for f in invalid.findings
            ]
    if findings:
        raise Invalid(findings)
    return replace(fresh, **updates)
