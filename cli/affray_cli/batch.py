"""Many command lines in one process: parsed fast, each answered in JSON.

Typer takes most of a millisecond to read a command line. A line that is plainly well
formed is read here, to the same values; any other goes Typer's own way, for its messages.
"""

import shlex
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from typer.exceptions import TyperException

from affray.faults import AffrayError, BadRequest, Fault
from affray_cli import errors, terminal
from affray_cli.exits import Exit
from affray_cli.running import call, help_hint, perform

ONE_AT_A_TIME = ("batch", "shell")
STREAM = "<stdin>"


class Plain:
    """One command's parameters, made ready for reading many of its lines."""

    def __init__(self, command: Any, context: Any) -> None:
        """`context` is of any parsed line of the command: it knows the defaults."""
        self.command = command
        self.context = context
        self.arguments = [one for one in command.params if one.param_type_name == "argument"]
        self.options = {
            name: (one, name not in one.secondary_opts)
            for one in command.params
            if one.param_type_name == "option" and one.nargs == 1 and not one.is_eager
            for name in (*one.opts, *one.secondary_opts)
        }
        self.defaults = {
            one.name: one.type_cast_value(context, one.consume_value(context, {})[0])
            for one in command.params
        }

    def read(self, words: Sequence[str]) -> dict[str, Any] | None:
        """The values of a line, as Typer has them; None: let Typer read it."""
        found = dict(self.defaults)
        given: list[str] = []
        raw: dict[str, tuple[Any, list[str]]] = {}
        rest = iter(words)
        for word in rest:
            if not word.startswith("-") or word == "-":
                given.append(word)
                continue
            name, equals, value = word.partition("=")
            option, sense = self.options.get(name, (None, True))
            if option is None or not name.startswith("--"):
                return None
            if option.is_flag:
                if equals:
                    return None
                found[option.name] = sense
                continue
            if not equals:
                following = next(rest, None)
                if following is None:
                    return None
                value = following
            raw.setdefault(option.name, (option, []))[1].append(value)
        try:
            for name, (option, values) in raw.items():
                # Of an option that is given twice the last counts, whatever the first was.
                counting = values if option.multiple else values[-1:]
                made = tuple(option.type(one, option, self.context) for one in counting)
                found[name] = made if option.multiple else made[0]
            return found if self._place(given, found) else None
        except TyperException:
            return None

    def _place(self, given: list[str], found: dict[str, Any]) -> bool:
        """Put the words that are no options where they belong; whether they fit."""
        single = [one.nargs == 1 for one in self.arguments]
        if all(single):
            if len(given) > len(self.arguments):
                return False
            for one, word in zip(self.arguments, given, strict=False):
                found[one.name] = one.type(word, one, self.context)
            return all(not one.required for one in self.arguments[len(given) :])
        if single.count(False) > 1 or len(given) < len(self.arguments):
            return False
        start = single.index(False)
        end = len(given) - (len(single) - start - 1)
        parts = [*given[:start], given[start:end], *given[end:]]
        for one, part in zip(self.arguments, parts, strict=True):
            if isinstance(part, list):
                found[one.name] = tuple(one.type(word, one, self.context) for word in part)
            else:
                found[one.name] = one.type(part, one, self.context)
        return True


class Batch:
    """Command lines of one process, each answered by JSON on standard output."""

    def __init__(self, whole: Any) -> None:
        """`whole` is the root of the commands."""
        self.whole = whole
        self.plain: dict[tuple[str, ...], Plain] = {}

    def answer(self, lines: Iterable[str]) -> Exit:
        """Answer every line; CHECK_FAILED when any of them went wrong."""
        status = Exit.OK
        for number, line in enumerate(lines, 1):
            words = self._words(line, number)
            if words == []:
                continue
            if words is None or perform(partial(self._located, words, number), True) != Exit.OK:
                status = Exit.CHECK_FAILED
        return status

    def _words(self, line: str, number: int) -> list[str] | None:
        """The words of a line; None, and the fault said, when its quotes are not closed."""
        try:
            words = line.split() if not _SPECIAL & set(line) else shlex.split(line, comments=True)
        except ValueError as error:
            errors.say("usage", (Fault(str(error).lower(), None, STREAM, number),), True)
            return None
        return words[1:] if words[:1] == ["affray"] else words

    def _located(self, words: list[str], number: int) -> Any:
        """Run one line; what goes wrong says which line it was, where it names no file."""
        try:
            return self.run(words)
        except TyperException as error:
            said = error.format_message().rstrip(".")
            raise BadRequest(Fault(said, help_hint(error), STREAM, number)) from None
        except AffrayError as error:
            error.faults = tuple(
                replace(one, file=STREAM, line=number) if one.file is None else one
                for one in error.faults
            )
            raise

    def run(self, words: list[str]) -> Any:
        """Run one command line, as if --json stood at its end.

        Raises:
            BadRequest: a command that does not answer in JSON, or reads standard input.
            TyperException: a command line that is none.
        """
        path, command = self._find(words)
        if path[0] in ONE_AT_A_TIME or "json" not in {one.name for one in command.params}:
            raise BadRequest(Fault(f"`{' '.join(path)}` does not answer in JSON"))
        rest = words[len(path) :]
        if "-" in rest:
            raise BadRequest(Fault("standard input gives the commands", "name a file"))
        for word in rest:
            if word in _NO_JSON or word.startswith("--get="):
                raise BadRequest(Fault(f"{word} gives no JSON", "leave it out"))
        plain = self.plain.get(path) or self._ready(path, command)
        values = plain.read(rest)
        if values is None:
            return call(self.whole, [*path, "--json", *rest])
        values["json"] = True
        return command.callback(**values)

    def _find(self, words: list[str]) -> tuple[tuple[str, ...], Any]:
        """The command a line names, with its path."""
        here = self.whole
        for place, word in enumerate(words):
            found = here.get_command(None, word)
            if found is None:
                if not word.startswith("-"):
                    call(self.whole, words)  # raises, with a suggestion
                raise BadRequest(Fault(f"`{word}` is no command"))
            if not hasattr(found, "get_command"):
                return tuple(words[: place + 1]), found
            here = found
        raise BadRequest(Fault(f"`{' '.join(words)}` wants a command after it"))

    def _ready(self, path: tuple[str, ...], command: Any) -> Plain:
        context = command.make_context(path[-1], [], resilient_parsing=True)
        found = self.plain[path] = Plain(command, context)
        return found


_SPECIAL = frozenset("\"'\\#")
_NO_JSON = ("--get", "--help", "-h")


def lines_of(stream: Any) -> Iterable[str]:
    """The lines of a binary stream as text, as they come; other bytes stay."""
    for line in iter(stream.readline, b""):
        yield terminal.as_text(line.decode("utf-8", "surrogateescape"))
