"""Calling the function of a command that no system settles, as a well-formed line says."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from affray.option import Option
from affray.plain import PLAIN
from affray_cli.common import SYSTEM
from affray_cli.declare import Function, Host, Own, owned, settled_beside
from affray_cli.grammar import Grammar, grammar
from affray_cli.reader import system_of_line
from affray_cli.syntax import Syntax

NUMBERS = {int: r"-?[0-9]{1,15}", float: r"[0-9]{1,15}(\.[0-9]{1,15})?"}
"""How a number is written that no reader can take for anything else."""


def prepared(
    function: Function, path: Sequence[str], words: Sequence[str]
) -> Callable[[], int] | None:
    """The call of a command's function that a well-formed line asks for, if it is one.

    The command is at `path`; `words` follow it.
    """
    own = owned(function)
    arguments = [one.option for one in own if one.parameter.place]
    flags = {flag: (one.option, True) for one in own for flag in one.flags}
    command = settled_beside(function, path)
    if command is None:
        given = Syntax(arguments, flags).read(words)
        values = None if given is None else _values(own, given)
        return None if values is None else partial(function, **values)
    name = system_of_line(command, words)
    if name is None and command not in PLAIN:
        return None
    known = grammar_beside(function, command, name)
    theirs = taken(function, known)
    flags |= {flag: one for flag, one in known.flags.items() if one[0] in theirs}
    given = Syntax([one for one in theirs if one.place], flags).read(words)
    if given is None:
        return None
    mine = {one.option.name for one in own} & given.keys()
    values = _values(own, {name: given.pop(name) for name in mine})
    return None if values is None else partial(function, known.asking(given), **values)


def grammar_beside(function: Function, command: str, name: str | None) -> Grammar:
    """The grammar of a command beside which a function stands that has parameters of its own."""
    return grammar(command, name, tuple(one.option.name for one in owned(function)))


def taken(function: Function, known: Grammar) -> list[Option]:
    """What a function made `beside` a command takes of its grammar."""
    host: Host = function.beside  # type: ignore[attr-defined]
    out = () if host.most is None else known.seats[host.most :]
    system = [one for one in known.options if one is SYSTEM]
    return [one for one in (*known.arguments, *known.own, *system) if one.name not in out]


def _values(own: Sequence[Own], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What is given, as the function wants it; None: something is odd."""
    found = {}
    for one, parameter in own:
        said = given.get(one.name)
        if said is None and parameter.variable is not None:
            said = os.environ.get(parameter.variable) or None
        if said is None:
            continue
        if one.kind in NUMBERS:
            if not re.fullmatch(NUMBERS[one.kind], said):
                return None
            said = one.kind(said)
            least, most = parameter.least, parameter.most
            if (least is not None and said < least) or (most is not None and said > most):
                return None
        found[one.name] = said
    return found
