"""Reading a well-formed command line without Typer, to the values Typer would give.

Which options there are hangs on the system: the session's, the one named, or that of the
first sheet. Whatever is odd in any way is left to Typer, for its messages.
"""

import os
import re
from collections.abc import Sequence

from affray.faults import AffrayError
from affray.plain import PLAIN
from affray.registry import default, known, system
from affray.validate import Invalid
from affray_cli.common import SHARED, VARIABLES
from affray_cli.entries import HELP_OPTIONS, command_of
from affray_cli.grammar import Asking, grammar

MOST_HEAD = 4096
_SYSTEM = rb'^system = "([^"\n]+)"'


def read(words: Sequence[str], json: bool = False) -> Asking | None:
    """What a line asks for; None: no well-formed line of a command that systems settle.

    With `json` as if --json stood in it.
    """
    command, rest = command_of(words)
    if command is None:
        return None
    name = None
    if command not in PLAIN:
        name = system_of_line(command, rest) or default().name
        if not settles(name, command):
            return None
    own = grammar(command, name)
    found = own.read(rest)
    if found is None:
        return None
    for option, variable in VARIABLES.items():
        if option not in found and f"--{option}" in own.flags and os.environ.get(variable):
            found[option] = os.environ[variable]
    if json:
        found["json"] = True
    try:
        return own.asking(found)
    except Invalid:
        return None


def system_of_line(command: str, words: Sequence[str]) -> str | None:
    """The name of the system that a line is about and that settles its command, if clear."""
    named = first = None
    session = os.environ.get("AFFRAY_SESSION") or None
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            first = word if first is None else first
            continue
        flag, equals, value = word.partition("=")
        if flag in HELP_OPTIONS:
            continue
        option = SHARED.get(flag)
        if option is None:
            if not equals:
                next(rest, None)  # perhaps its value: no sheet to go by
        elif option.shape != "flag":
            value = value if equals else next(rest, "")
            if flag == "--session":
                session = value
            elif flag == "--system":
                named = value
    if session is not None:
        named = _of_session(session)
    elif named is None and first is not None:
        named = _of_sheet(first)
    return named if named is not None and settles(named, command) else None


def _of_session(path: str) -> str | None:
    """The system of a session, from the beginning of its file."""
    try:
        with open(os.fsencode(path), "rb") as file:
            found = re.search(_SYSTEM, file.read(MOST_HEAD).split(b"\n[", 1)[0], re.MULTILINE)
    except (OSError, ValueError):
        return None
    return found[1].decode() if found else None


def _of_sheet(path: str) -> str | None:
    """The system of a sheet."""
    from affray_cli.settle import loaded_first  # what completion seldom needs

    try:
        return loaded_first(path).system
    except AffrayError:
        return None


def settles(name: str, command: str) -> bool:
    """Whether there is a system called so that settles a command, or one that begins so."""
    if not known(name):
        return False
    commands = system(name).commands
    return command in commands or any(one.startswith(f"{command} ") for one in commands)
