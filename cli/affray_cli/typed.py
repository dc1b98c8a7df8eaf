"""Commands for Typer, made of grammars: it is told only flag, word or words."""

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from affray.option import Option
from affray_cli.common import COMMON, LARGEST_SEED, VARIABLES
from affray_cli.grammar import Grammar, grammar
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


def beside(
    command: str, without: Sequence[str] = (), text: Callable[[Grammar], str] | None = None
) -> Callable[[Beside], Beside]:
    """Let a function take what a resolving command takes, besides its own parameters.

    That arrives as its first argument, an Asking; `without` names what it does not take,
    and `text` makes its help of the other's.
    """

    def decorate(function: Beside) -> Beside:
        function.beside = command, without, text  # type: ignore[attr-defined]
        return function

    return decorate


def fitted(function: Beside, command: str, name: str | None) -> Beside:
    """A function made `beside`, with the parameters that it has in a system, or in all."""
    _, without, text = function.beside  # type: ignore[attr-defined]
    known = grammar(command, name)
    own = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for one in list(inspect.signature(function).parameters.values())[1:]
    ]
    taken = [_parameter(one) for one in known.arguments]
    taken += [_parameter(one) for one in (*known.own, *known.flags.get("--system", ())[:1])]
    taken = [one for one in taken if one.name not in without]

    def run(**given: Any) -> int:
        mine = {one.name: given.pop(one.name) for one in own}
        return function(known.asking(said(given)), **mine)

    return _dressed(run, [*taken, *own], text(known) if text else function.__doc__)


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
    more: dict[str, Any] = {"min": 0, "max": LARGEST_SEED} if one is COMMON["seed"] else {}
    if one.place:
        metavar = one.metavar if one.required else f"[{one.metavar}]"
        info = typer.Argument(metavar=metavar, help=one.help)
    else:
        flags = [one.flag]
        if one.shape == "flag":
            flags = [f"{one.flag}/--no-{one.flag[2:]}" if one.negatable else one.flag]
        info = typer.Option(
            *flags,
            metavar=one.metavar or None,
            help=one.help,
            rich_help_panel=one.panel,
            envvar=VARIABLES.get(one.name),
            **more,
        )
    kind: Any = int | None if more else KINDS[one.shape]
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
