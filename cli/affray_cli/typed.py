"""Commands for Typer, made of grammars: it is told only flag, word or words."""

import inspect
from typing import Annotated, Any, get_args

import typer

from affray.option import Option, bounds
from affray_cli.calling import grammar_beside, taken
from affray_cli.common import COMMON, VARIABLES
from affray_cli.declare import Function, Host, Parameter, owned
from affray_cli.grammar import grammar
from affray_cli.settle import settle

KINDS = {"flag": bool | None, "word": str | None, "words": list[str] | None}


def resolving(command: str, name: str | None) -> Function:
    """The function of a command that systems settle: one by its name, or all of them."""
    known = grammar(command, name)

    def run(**given: Any) -> int:
        return settle(known.asking(said(given)))

    return _dressed(
        run, [_parameter(one) for one in (*known.arguments, *known.options)], known.text
    )


def plain(function: Function) -> Function:
    """A function with the parameters it declares, as Typer wants them."""

    def run(**given: Any) -> int:
        return function(**given)

    return _dressed(run, _own(function), function.__doc__)


def fitted(function: Function, command: str, name: str | None) -> Function:
    """A function made `beside`, with the parameters that it has in a system, or in all."""
    host: Host = function.beside  # type: ignore[attr-defined]
    known = grammar_beside(function, command, name)
    own = _own(function)

    def run(**given: Any) -> int:
        mine = {one.name: given.pop(one.name) for one in own}
        return function(known.asking(said(given)), **mine)

    parameters = [*map(_parameter, taken(function, known)), *own]
    return _dressed(run, parameters, host.text(known) if host.text else function.__doc__)


def said(given: dict[str, Any]) -> dict[str, Any]:
    """What Typer read, without what was not given: as `Grammar.read` has it."""
    listed = {k: [*v] if isinstance(v, list | tuple) else v for k, v in given.items()}
    return {name: value for name, value in listed.items() if value is not None and value != []}


def _dressed(run: Function, parameters: list[inspect.Parameter], text: str | None) -> Function:
    """`run` with these parameters for Typer to read, and the help text."""
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__doc__ = text
    return run


def _own(function: Function) -> list[inspect.Parameter]:
    """The parameters that a function declares, as Typer wants them."""
    known = inspect.signature(function).parameters
    return [_typers(known[one.option.name], one.parameter) for one in owned(function)]


def _typers(one: inspect.Parameter, known: Parameter) -> inspect.Parameter:
    kind = get_args(one.annotation)[0]
    shown: dict[str, Any] = {
        "metavar": known.metavar,
        "help": known.help,
        "envvar": known.variable,
        "rich_help_panel": known.panel,
        "min": known.least,
        "max": known.most,
    }
    info = (typer.Argument if known.place else typer.Option)(*known.flags, **shown)
    return one.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, info])


def _option(one: Option) -> Any:
    low, high = bounds(one.kind) if one is COMMON["seed"] else (None, None)
    return typer.Option(
        f"{one.flag}/{one.off}" if one.off else one.flag,
        metavar=one.metavar or None,
        help=one.help,
        rich_help_panel=one.panel,
        envvar=VARIABLES.get(one.name),
        min=low,
        max=high,
    )


def _parameter(one: Option) -> inspect.Parameter:
    """An option or argument as Typer wants it."""
    kind: Any = int | None if one is COMMON["seed"] else KINDS[one.shape]
    if one.place:
        metavar = one.metavar if one.required else f"[{one.metavar}]"
        info = typer.Argument(metavar=metavar, help=one.help)
    else:
        info = _option(one)
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
