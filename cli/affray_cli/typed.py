"""Commands for Typer, made of grammars: it is told only flag, word or words."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import typer

from affray.option import Option
from affray_cli.common import COMMON, SYSTEM
from affray_cli.grammar import Grammar, grammar
from affray_cli.options import as_typer
from affray_cli.settle import settle

Beside = Callable[..., int]
KINDS = {"flag": bool | None, "word": str | None, "words": list[str] | None}


def resolving(command: str, name: str | None) -> Beside:
    """The function of a command that systems settle: one by its name, or all of them."""
    known = grammar(command, name)

    def run(**given: Any) -> int:
        return settle(known.asking(said(given)))

    return _dressed(
        run, [_parameter(one) for one in (*known.arguments, *known.options)], known.text
    )


class Host(NamedTuple):
    """What a function stands beside: see `beside`."""

    command: str
    most: int | None
    text: Callable[[Grammar], str] | None


def beside(
    command: str, most: int | None = None, text: Callable[[Grammar], str] | None = None
) -> Callable[[Beside], Beside]:
    """Let a function take what a resolving command takes, besides its own parameters.

    That arrives as its first argument, an Asking; `most` is how many seats it has at most,
    and `text` makes its help of the other's. `command` is one, or the group it is in.
    """

    def decorate(function: Beside) -> Beside:
        function.beside = Host(command, most, text)  # type: ignore[attr-defined]
        return function

    return decorate


def grammar_beside(function: Beside, command: str, name: str | None) -> Grammar:
    """The grammar of a command beside which a function stands that has parameters of its own."""
    return grammar(command, name, tuple(inspect.signature(function).parameters)[1:])


def taken(function: Beside, known: Grammar) -> list[Option]:
    """What a function made `beside` a command takes of its grammar."""
    host: Host = function.beside  # type: ignore[attr-defined]
    out = () if host.most is None else known.seats[host.most :]
    system = [one for one in known.options if one is SYSTEM]
    return [one for one in (*known.arguments, *known.own, *system) if one.name not in out]


def fitted(function: Beside, command: str, name: str | None) -> Beside:
    """A function made `beside`, with the parameters that it has in a system, or in all."""
    host: Host = function.beside  # type: ignore[attr-defined]
    known = grammar_beside(function, command, name)
    own = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in list(inspect.signature(function).parameters.values())[1:]
    ]

    def run(**given: Any) -> int:
        mine = {one.name: given.pop(one.name) for one in own}
        return function(known.asking(said(given)), **mine)

    parameters = [*map(_parameter, taken(function, known)), *own]
    return _dressed(run, parameters, host.text(known) if host.text else function.__doc__)


def own_flags(function: Beside) -> list[str]:
    """How the parameters are written that a function has besides."""
    return [f"--{name.replace('_', '-')}" for name in inspect.signature(function).parameters]


def said(given: dict[str, Any]) -> dict[str, Any]:
    """What Typer read, without what was not given: as `Grammar.read` has it."""
    listed = {k: [*v] if isinstance(v, list | tuple) else v for k, v in given.items()}
    return {name: value for name, value in listed.items() if value is not None and value != []}


def _dressed(run: Beside, parameters: list[inspect.Parameter], text: str | None) -> Beside:
    """`run` with these parameters for Typer to read, and the help text."""
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__doc__ = text
    return run


def _parameter(one: Option) -> inspect.Parameter:
    """An option or argument as Typer wants it."""
    kind: Any = int | None if one is COMMON["seed"] else KINDS[one.shape]
    if one.place:
        metavar = one.metavar if one.required else f"[{one.metavar}]"
        info = typer.Argument(metavar=metavar, help=one.help)
    else:
        info = as_typer(one)
    default: Any = None
    if one.required:
        kind = list[str] if one.shape == "words" else str
        default = inspect.Parameter.empty
    return inspect.Parameter(
        one.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, info],
    )
