"""Reading a TOML file a person wrote, and finding the line of anything in it."""

import os
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from affray.faults import BadData, Fault
from affray.validate import Finding, Path

MAX_BYTES = 1 << 20
"""Larger files are refused: a sheet has a few hundred bytes, and /dev/zero no end."""

STDIN = "-"


class Source(NamedTuple):
    """A TOML text with its name for messages, and what it says."""

    name: str
    text: str
    data: dict[str, Any]

    def faults(self, findings: tuple[Finding, ...]) -> BadData:
        """The findings as an error that names this file and their lines, in file order."""
        lines = lines_of(self.text)
        faults = [Fault(f.message, f.hint, self.name, line_of(lines, f.path)) for f in findings]
        return BadData(sorted(faults, key=lambda fault: fault.line or 0))


def read(path: str) -> Source:
    """The TOML file at `path` (`-`: standard input).

    A byte-order mark and CRLF line ends are fine.

    Raises:
        BadData: not there, not a file, too large, not UTF-8, or not TOML.
    """
    name = name_of(path)
    raw = read_bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadData(Fault("not UTF-8 text", "save it as UTF-8", name, line)) from None
    return parse(text, name)


def parse(text: str, name: str) -> Source:
    """TOML `text`, called `name` in messages.

    Raises:
        BadData: it is not TOML, with the line.
    """
    import tomllib  # which completion, rules and most tables do without

    text = text.replace("\r\n", "\n")
    try:
        return Source(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise BadData(Fault(f"not valid TOML: {message}", None, name, line)) from None
    except RecursionError:
        raise BadData(Fault("nested too deeply", None, name)) from None
    except ValueError:  # the only other: an integer of more digits than Python converts
        digits = re.search(r"[\d_]{4300}", text)
        at = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise BadData(Fault("a number of thousands of digits", None, name, at)) from None


_MARK = (
    r'''"""(?:\\.|[^\\])*?"{3,5}|"(?:\\.|[^"\\])*"'''
    + r"""|'''.*?'{3,5}|'[^']*'|#[^\n]*|[][{}\n]"""
)
"""What can end a statement of TOML or hide its end: strings, comments, brackets, lines."""

_DEEPEST = 6
"""Paths longer than any sheet's get the line of their beginning."""


def lines_of(text: str) -> dict[Path, int]:
    """For each path that a valid TOML text gives, the line (from 1) of its statement.

    The text is cut into statements, and the standard parser reads each by itself.
    """
    import tomllib

    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for line, statement in _statements(text):
        data = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _header(data, counts)
            for end in range(1, min(len(table), _DEEPEST) + 1):
                found.setdefault(table[:end], line)
        else:
            for path in _paths(data, table):
                found.setdefault(path, line)
    return found


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or of its nearest parent where it is nowhere."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a valid TOML text, each with the line it starts on."""
    start, line, depth = 0, 1, 0
    for mark in re.finditer(_MARK, text + "\n", re.DOTALL):
        if mark[0] in ("[", "{"):
            depth += 1
        elif mark[0] in ("]", "}"):
            depth -= 1
        elif mark[0] == "\n" and not depth:
            statement = text[start : mark.end()]
            if statement.strip():
                yield line, statement
            line += statement.count("\n")
            start = mark.end()


def _header(data: Any, counts: dict[Path, int]) -> Path:
    """The path of the table that a header opens; `counts` are the arrays of tables so far."""
    path: Path = ()
    while data:
        key, data = next(iter(data.items()))
        path = (*path, key)
        if isinstance(data, list):
            counts[path] = counts.get(path, 0) + 1
            data = None
        if path in counts:
            path = (*path, counts[path] - 1)
    return path


def _paths(data: object, at: Path) -> Iterator[Path]:
    """Every path in the data, itself at `at`, as deep as any sheet goes."""
    if len(at) < _DEEPEST:
        items = data.items() if isinstance(data, dict) else ()
        for key, value in enumerate(data) if isinstance(data, list) else items:
            yield (*at, key)
            yield from _paths(value, (*at, key))


def name_of(path: str) -> str:
    """How a file, or standard input (`-`), is called in messages."""
    return "<stdin>" if path == STDIN else path


def file_name(path: str) -> bytes:
    """The name of a file as the system knows it: UTF-8 whatever the locale.

    Bytes of the command line that are no UTF-8 stay what they were.
    """
    return path.encode("utf-8", "surrogateescape")


def read_bytes(path: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of the file at `path` (`-`: standard input), at most `most` of them.

    Raises:
        BadData: not there, not a file, not readable, or too large.
    """
    if not path:
        raise BadData(Fault("a file without a name", "is a variable of your shell unset?"))
    name = name_of(path)
    raw = _bytes(path, name, most)
    if len(raw) > most:
        raise BadData(Fault(f"larger than {most >> 20} MiB, so no file of affray's", file=name))
    return raw


def _bytes(path: str, name: str, most: int) -> bytes:
    raw = file_name(path)
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise BadData(Fault("standard input is closed", file=name))
            return sys.stdin.buffer.read(most + 1)
        if os.path.isdir(raw):
            raise BadData(Fault("is a folder, not a file", file=name))
        with open(raw, "rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise BadData(Fault("there is no such file", file=name)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadData(Fault(f"cannot be read: {reason}", file=name)) from None
