"""An option, declared once: on the field of an action's struct that it sets.

    cover: Annotated[int, Meta(ge=0, le=6), option("What the target's cover adds.")] = 0

The field's type is the option's vocabulary and its bounds. Help, completion, schema, man
page and every reader of command lines are made from what is declared there.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from affray.validate import choices

Shape = Literal["flag", "word", "words"]
"""How a command line gives an option: by its name alone, with a word, with a word each time."""

SHORT_RANGE = 20
UNTRAINED = "tries untrained"
"""What one does who lacks a skill that is named."""

OTHER = {"attacker": "defender", "defender": "attacker"}


class Seat(Struct, frozen=True):
    """A combatant that a command names: by its place, or (`option`) as in `--versus SHEET`."""

    name: str
    help: str = ""
    required: bool = True
    many: bool = False
    option: bool = False


SHEET = (Seat("sheet"),)
SHEETS = (Seat("sheet", many=True),)
DUEL = (Seat("attacker"), Seat("defender"))
BLOW = (
    Seat("attacker", "Who strikes, and then who is struck.", required=False),
    Seat("target", "Who is struck.", required=False),
)


class Option(Struct, frozen=True):
    """What is declared of a field: see `option`. `kind` is its type, None left out."""

    name: str
    kind: Any
    shape: Shape
    required: bool
    help: str = ""
    metavar: str = ""
    words: tuple[str, ...] = ()
    negatable: bool = False
    place: bool = False
    mirror: str | None = None
    whose: str | None = None
    kept: bool = False
    values: str | None = None
    otherwise: str | None = None
    panel: str | None = None

    @property
    def flag(self) -> str:
        """How it is written: `--target-speed`."""
        return flag(self.name)

    @property
    def off(self) -> str | None:
        """How it is turned off, `--no-shield`; None: it is not."""
        return f"--no-{self.flag[2:]}" if self.negatable else None

    def read(self, said: Any) -> Any:
        """The value of what a command line says: True or False, a word, or a list of words.

        What cannot be one is left as it is, for whoever checks all options to say so.
        """
        parts = self._parts(said)
        for value, strict in ((parts, False), (_numbers(parts), True)):
            with suppress(msgspec.ValidationError):
                found = msgspec.convert(value, self.kind, strict=strict)
                return list(found) if isinstance(found, tuple) else found
        return _numbers(parts)

    def _parts(self, said: Any) -> Any:
        """A list of so many, no more and no fewer, is written as one word: 4,3,6."""
        if isinstance(said, str) and get_origin(_bare(self.kind)) is tuple:
            return said.replace(",", " ").split()
        return said


def flag(name: str) -> str:
    """How an option is written on a command line: `--target-speed`."""
    return "--" + name.replace("_", "-")


def option(
    help: str,
    *,
    mirror: str | None = None,
    whose: str | None = None,
    kept: bool = False,
    place: bool = False,
    values: str | None = None,
    otherwise: str | None = None,
    metavar: str | None = None,
    panel: str | None = None,
) -> Meta:
    """What an option is, beside its type.

    `mirror`: the field that the value goes to in the other's attack; "attacker" and
    "defender" change places. `whose`: the seat it is about, the first without; `kept`: a
    fight keeps that itself, and refuses it. `place`: given by its place, not by name.
    `values`: what completion offers ("weapon", "ability", …); `otherwise`: what one does
    who has it not, where any word will do. `metavar`: what
    stands for the value in help, else made from the type. `panel`: where it stands there.
    """
    told = {
        "mirror": mirror,
        "whose": whose,
        "kept": kept,
        "place": place,
        "values": values,
        "otherwise": otherwise,
        "metavar": metavar,
        "panel": panel,
    }
    return Meta(description=help, extra={key: value for key, value in told.items() if value})


def options_of(struct: type[Struct]) -> tuple[Option, ...]:
    """The options that a struct's fields are, in their order."""
    return _declared(struct)


@cache
def _declared(struct: type[Struct]) -> tuple[Option, ...]:
    hints = get_type_hints(struct, include_extras=True)
    fields = struct.__struct_fields__
    needed = len(fields) - len(struct.__struct_defaults__)
    defaults = [NODEFAULT] * needed + list(struct.__struct_defaults__)
    return tuple(
        _option(name, hints[name], default) for name, default in zip(fields, defaults, strict=True)
    )


def _option(name: str, hint: Any, default: Any) -> Option:
    told: dict[str, Any] = {}
    described = ""
    for meta in _metas(hint):
        told |= meta.extra or {}
        described = meta.description or described
    kind, optional = _without_none(hint)
    shape = _shape(kind)
    words = tuple(str(word) for word in choices(kind))
    named = "NAME" if "values" in told else ""
    metavar = told.pop("metavar", None) or named or _metavar(kind, words)
    return Option(
        name=name,
        kind=kind,
        shape=shape,
        required=default is NODEFAULT,
        help=described,
        metavar="" if shape == "flag" else metavar,
        words=words,
        negatable=shape == "flag" and (optional or default is True),
        **told,
    )


def _metas(hint: Any) -> Iterator[Meta]:
    """The notes on a type itself, not those on the members of a union."""
    if get_origin(hint) is Annotated:
        kind, *notes = get_args(hint)
        yield from _metas(kind)
        yield from (note for note in notes if isinstance(note, Meta))


def _bare(kind: Any) -> Any:
    return _bare(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


def _without_none(hint: Any) -> tuple[Any, bool]:
    """A type that None is no value of, and whether it was."""
    bare = _bare(hint)
    if get_origin(bare) not in (Union, UnionType):
        return hint, False
    members = [member for member in get_args(bare) if member is not NoneType]
    return Union[tuple(members)], len(members) < len(get_args(bare))  # noqa: UP007


def _members(kind: Any) -> tuple[Any, ...]:
    bare = _bare(kind)
    return get_args(bare) if get_origin(bare) in (Union, UnionType) else (kind,)


def _shape(kind: Any) -> Shape:
    bare = [_bare(member) for member in _members(kind)]
    if bare == [bool]:
        return "flag"
    many = any(get_origin(one) is list or (get_args(one)[-1:] == (...,)) for one in bare)
    return "words" if many else "word"


def _metavar(kind: Any, words: tuple[str, ...]) -> str:
    """What stands for a value: its words, a short range, N for any number."""
    if words:
        return "|".join(words)
    if _bare(kind) in (int, float):
        low, high = bounds(kind)
        if low is not None and high is not None and low >= 0 and high <= SHORT_RANGE:
            return f"{low}-{high}"
        return "N"
    return "TEXT"


def bounds(kind: Any) -> tuple[float | None, float | None]:
    """The least and the greatest that a type of numbers lets be; None: it says nothing."""
    notes = [*_metas(kind)]
    low = next((note.ge for note in notes if note.ge is not None), None)
    return low, next((note.le for note in notes if note.le is not None), None)


def number_or_word(text: str) -> int | str:
    """A word that is a number as that number: 4, -1, +2, 05."""
    digits = text.removeprefix("-") if text.startswith("-") else text.removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def _numbers(said: Any) -> Any:
    if isinstance(said, list):
        return [number_or_word(one) for one in said]
    return number_or_word(said) if isinstance(said, str) else said


def read_words(struct: type[Struct], said: Mapping[str, Any]) -> dict[str, Any]:
    """The values of what a command line says, by the struct whose options they are.

    What is none of its options is left as it is.
    """
    known = {one.name: one for one in options_of(struct)}
    return {name: known[name].read(v) if name in known else v for name, v in said.items()}


def mirrored(struct: type[Struct], options: Mapping[str, Any]) -> dict[str, Any]:
    """What the options of an attack mean for the other's attack."""
    return {
        one.mirror: OTHER.get(options[one.name], options[one.name])
        for one in options_of(struct)
        if one.mirror and one.name in options
    }


def spelled(name: str) -> str:
    """An option's name as the rules spell it: dashes and underscores are one."""
    return name.replace("-", "_")
