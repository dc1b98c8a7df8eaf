"""Many command lines in one process, each answered in JSON.

Typer takes most of a millisecond to read a command line, and longer to be imported: a
well-formed line of a command that systems settle is read without it.
"""

import shlex
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from affray.faults import AffrayError, BadRequest, Fault
from affray_cli import errors, terminal
from affray_cli.entries import command_of, reach
from affray_cli.exits import Exit
from affray_cli.process import perform
from affray_cli.reader import read
from affray_cli.settle import settle

ONE_AT_A_TIME = ("batch", "shell")
STREAM = "<stdin>"
_SPECIAL = frozenset("\"'\\#")
_NO_JSON = ("--get", "--help", "-h")


def answer(lines: Iterable[str]) -> Exit:
    """Answer every line with JSON on standard output; CHECK_FAILED when any went wrong."""
    status = Exit.OK
    for number, line in enumerate(lines, 1):
        words = _words(line, number)
        if words == []:
            continue
        if words is None or perform(partial(_located, words, number), True) != Exit.OK:
            status = Exit.CHECK_FAILED
    return status


def _words(line: str, number: int) -> list[str] | None:
    """The words of a line; None, and the fault said, when its quotes are not closed."""
    try:
        words = line.split() if not _SPECIAL & set(line) else shlex.split(line, comments=True)
    except ValueError as error:
        errors.say("usage", (Fault(str(error).lower(), None, STREAM, number),), True)
        return None
    return words[1:] if words[:1] == ["affray"] else words


def _located(words: list[str], number: int) -> Any:
    """Run one line; what goes wrong says which line it was, where it names no file."""
    try:
        return run(words)
    except AffrayError as error:
        error.faults = tuple(
            replace(one, file=STREAM, line=number) if one.file is None else one
            for one in error.faults
        )
        raise


def run(words: list[str]) -> Any:
    """Run one command line, as if --json stood at its end.

    Raises:
        BadRequest: no command line, or a command that does not answer in JSON or reads
            standard input.
    """
    _, rest = command_of(words)
    path = words[: len(words) - len(rest)] or _path(words)
    rest = words[len(path) :]
    if "-" in rest:
        raise BadRequest(Fault("standard input gives the commands", "name a file"))
    for word in rest:
        if word in _NO_JSON or word.startswith("--get="):
            raise BadRequest(Fault(f"{word} gives no JSON", "leave it out"))
    asking = read(words, json=True)
    if asking is not None:
        return settle(asking)
    from affray_cli.lazy import call

    return call([*path, "--json", *rest])


def _path(words: Sequence[str]) -> list[str]:
    """The command that a line names, which is none that systems settle."""
    from affray_cli.lazy import call, declared

    path, entry, there = reach(words)
    if entry is None and len(path) == len(words):
        raise BadRequest(Fault(f"`{' '.join(words)}` wants a command after it"))
    if entry is None:
        word = words[len(path)]
        if not word.startswith("-") and word not in there:
            call([*words])  # raises, with a suggestion
        raise BadRequest(Fault(f"`{word}` is no command"))
    if path[0] in ONE_AT_A_TIME or "json" not in [one.name for one in declared(path)]:
        raise BadRequest(Fault(f"`{' '.join(path)}` does not answer in JSON"))
    return path


def lines_of(stream: Any) -> Iterable[str]:
    """The lines of a binary stream as text, as they come; other bytes stay."""
    for line in iter(stream.readline, b""):
        yield terminal.as_text(line.decode("utf-8", "surrogateescape"))
