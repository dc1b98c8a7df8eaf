"""How a command that no system settles declares what it takes, for both readers of lines."""

import os
from collections.abc import Callable, Sequence
from types import NoneType, UnionType
from typing import Any, NamedTuple, get_args

from affray.option import Option

Function = Callable[..., int]


class Parameter(NamedTuple):
    """What is declared of a parameter, in its annotation: its flags, if not its name's.

    `variable` stands for it where it is not given; `least` and `most` are its bounds.
    """

    place: bool
    flags: tuple[str, ...]
    help: str
    metavar: str | None = None
    panel: str | None = None
    variable: str | None = None
    least: float | None = None
    most: float | None = None


def argument(*, metavar: str, help: str, variable: str | None = None) -> Parameter:
    """What goes by its place."""
    return Parameter(True, (), help, metavar, variable=variable)


def option(
    *flags: str,
    help: str,
    metavar: str | None = None,
    panel: str | None = None,
    variable: str | None = None,
    least: float | None = None,
    most: float | None = None,
) -> Parameter:
    """What goes by its flags."""
    return Parameter(False, flags, help, metavar, panel, variable, least, most)


class Host(NamedTuple):
    """What a function stands beside: see `beside`."""

    command: str
    most: int | None
    text: Callable[[Any], str] | None


def beside(
    command: str, most: int | None = None, text: Callable[[Any], str] | None = None
) -> Callable[[Function], Function]:
    """Let a function take what a resolving command takes, besides its own parameters.

    That arrives as its first argument, an Asking; `most` is how many seats it has at most,
    and `text` makes its help of the other's. `command` is one, or the group it is in.
    """

    def decorate(function: Function) -> Function:
        function.beside = Host(command, most, text)  # type: ignore[attr-defined]
        return function

    return decorate


def settled_beside(function: Function, path: Sequence[str]) -> str | None:
    """The resolving command whose parameters the function of the command at `path` takes."""
    if not hasattr(function, "beside"):
        return None
    return " ".join(path[1:]) if path[1:-1] else str(function.beside.command)


class Own(NamedTuple):
    """A parameter of a function, as both readers want it."""

    option: Option
    parameter: Parameter

    @property
    def flags(self) -> tuple[str, ...]:
        """How it may be written; an argument has none."""
        return () if self.parameter.place else self.parameter.flags or (self.option.flag,)


def owned(function: Function) -> list[Own]:
    """The parameters that a function has of its own, in their order."""
    hints = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    needed = len(hints) - len(getattr(function, "__defaults__", None) or ())
    found = []
    for number, (name, hint) in enumerate(hints.items()):
        if number or not hasattr(function, "beside"):
            kind, parameter = get_args(hint)
            found.append(Own(_option(name, kind, parameter, number < needed), parameter))
    return found


def _option(name: str, kind: Any, parameter: Parameter, required: bool) -> Option:
    if isinstance(kind, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    return Option(
        name=name,
        kind=kind,
        shape="flag" if kind is bool else "words" if get_args(kind) else "word",
        required=required and not os.environ.get(parameter.variable or ""),
        place=parameter.place,
    )
