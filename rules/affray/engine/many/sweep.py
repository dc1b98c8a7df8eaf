"""Sweeps: the same fight with a field of a sheet at one value after another."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from affray import sheets as sheet_files
from affray.faults import BadRequest, Fault, near
from affray.fight import Fight
from affray.outcome import written
from affray.registry import system
from affray.state import state_of, with_state
from affray.validate import Invalid

MOST_POINTS = 200
"""Points of a grid, each of which is a simulation."""


class Axis(NamedTuple):
    """A field and its values: `who` names whose sheets have it, `path` where it is in them."""

    label: str
    who: tuple[str, ...]
    path: tuple[str, ...]
    values: tuple[Any, ...]


Point = Mapping[str, Any]
"""A value for each label of the axes."""


def axes(texts: Sequence[str], fight: Fight) -> tuple[Axis, ...]:
    """Texts such as "skill=4..8", "foes.armour=0,1,2" or "Ann.tactics.luck=true,false".

    What stands before the field is a side or a combatant; without it, the first
    combatant is meant, with all of its side who have the same sheet.

    Raises:
        BadRequest: a field or value that the sheet cannot have, a field twice, or a grid of
            more than MOST_POINTS.
    """
    found = tuple(_axis(text, fight) for text in texts)
    cells: dict[tuple[str, tuple[str, ...]], str] = {}
    for axis in found:
        for name in axis.who:
            if (name, axis.path) in cells:
                what = ".".join(axis.path)
                raise BadRequest(
                    Fault(f"the sweep has {what} of {name} twice", "give all its values at once")
                )
            cells[name, axis.path] = axis.label
    size = prod(len(axis.values) for axis in found)
    if size > MOST_POINTS:
        raise BadRequest(Fault(f"a grid of {size} points", f"{MOST_POINTS} at most at once"))
    for axis in found:
        for value in axis.values:
            changed(fight, (axis,), {axis.label: value})
    return found


def points(found: Sequence[Axis]) -> Iterator[Point]:
    """Every combination of the values, the last axis going round fastest."""
    for values in product(*(axis.values for axis in found)):
        yield dict(zip((axis.label for axis in found), values, strict=True))


def changed(fight: Fight, found: Sequence[Axis], point: Point) -> Fight:
    """The fight with the sheets as a point has them; what has happened stays.

    Raises:
        BadRequest: a sheet that cannot be so.
    """
    fighters = []
    for fighter in fight.fighters:
        mine = [axis for axis in found if fighter.name in axis.who]
        fighters.append(_changed(fight, fighter, mine, point) if mine else fighter)
    return replace(fight, fighters=tuple(fighters))


def _changed(fight: Fight, fighter: Any, mine: Sequence[Axis], point: Point) -> Any:
    rules, name = system(fight.system), fighter.name
    data = msgspec.json.decode(msgspec.json.encode(fighter.sheet))
    for axis in mine:
        _put(data, axis, point[axis.label])
    words = " ".join(f"{axis.label}={written(point[axis.label])}" for axis in mine)
    try:
        sheet = sheet_files.from_data(data)
        state = state_of(fighter, rules.fresh(fighter))
        return with_state(rules.fighter(sheet, name), state)
    except Invalid as invalid:
        faults = [Fault(f"the sweep {words}: {f.message}", f.hint) for f in invalid.findings]
        raise BadRequest(faults) from None


def _put(data: Any, axis: Axis, value: Any) -> None:
    """Set a field; tables on the way to it that are not there yet are made."""
    here = data
    for depth, part in enumerate(axis.path, 1):
        last = depth == len(axis.path)
        key: Any = part
        if isinstance(here, list) and part.isascii() and part.isdigit() and int(part) < len(here):
            key = int(part)
        elif not isinstance(here, dict):
            before = ".".join(axis.path[: depth - 1])
            raise BadRequest(Fault(f"the sweep {axis.label}: there is no `{part}` in `{before}`"))
        if last:
            here[key] = value
        else:
            here = here.setdefault(key, {}) if isinstance(here, dict) else here[key]


def _axis(text: str, fight: Fight) -> Axis:
    label, equals, values = text.partition("=")
    label = label.strip()
    if not equals or not label or not values.strip():
        raise BadRequest(
            Fault(f"the sweep `{text}` has no values", "write skill=4..8 or skill=4,6")
        )
    who, path = _who(label, fight)
    found = [value for part in values.split(",") for value in _values(part.strip(), text)]
    return Axis(label, who, path, tuple(dict.fromkeys(found)))


def _who(label: str, fight: Fight) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Whose sheets a label means, and where in them."""
    head, *rest = label.split(".")
    groups = _groups(fight)
    named = groups.get(head.casefold()) if rest else None
    if named is not None:
        return named, tuple(rest)
    first, side = fight.fighters[0].sheet, fight.sides[fight.fighters[0].name]
    own = tuple(f.name for f in fight.fighters if f.sheet == first and fight.sides[f.name] == side)
    fields = {field.encode_name for field in msgspec.structs.fields(first)}
    if head not in fields:
        known = [*fields, *groups] if rest else list(fields)
        hint = near(head, known, otherwise="there is: " + ", ".join(sorted(fields)))
        what = "a sheet has no field" if not rest else "there is no side, combatant or field called"
        raise BadRequest(Fault(f"the sweep {label}: {what} `{head}`", hint))
    return own, (head, *rest)


def _groups(fight: Fight) -> dict[str, tuple[str, ...]]:
    """Combatants by side and by name; a side stands before a name called the same."""
    found: dict[str, tuple[str, ...]] = {}
    for name, side in fight.sides.items():
        found[side.casefold()] = (*found.get(side.casefold(), ()), name)
    return {**{name.casefold(): (name,) for name in fight.sides}, **found}


def _values(part: str, text: str) -> Iterator[Any]:
    low, dots, high = part.partition("..")
    if not dots:
        yield _value(part)
        return
    ends = [_value(low), _value(high)]
    if not all(type(end) is int for end in ends) or ends[0] > ends[1]:
        raise BadRequest(Fault(f"the sweep {text}: `{part}` is no range", "write 4..8"))
    if ends[1] - ends[0] >= MOST_POINTS:
        raise BadRequest(
            Fault(
                f"the sweep {text}: a grid of {ends[1] - ends[0] + 1} points",
                f"{MOST_POINTS} at most at once",
            )
        )
    yield from range(ends[0], ends[1] + 1)


def _value(text: str) -> Any:
    """A value as TOML would have it: a number, true, false, or else text."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 10:
        return int(text)
    return text.strip('"')
