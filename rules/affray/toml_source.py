"""Reading a TOML file a person wrote, and finding the line of anything in it."""

import os
import re
import sys
import tomllib
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
        faults = [Fault(f.message, f.hint, self.name, line_of(self.text, f.path)) for f in findings]
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
    except ValueError as error:  # an integer of thousands of digits
        raise BadData(Fault(f"not valid TOML: {error}", None, name)) from None


def line_of(text: str, path: Path) -> int:
    """The line (from 1) on which the statement that gives `path` starts.

    Parses ever longer heads of the text and takes the first that has the path: the
    standard parser is the only judge of TOML here. A path that is nowhere gets the
    line of its nearest parent.
    """
    lines = text.split("\n")
    while path:
        start = 1
        for end in range(1, len(lines) + 1):
            try:
                data = tomllib.loads("\n".join(lines[:end]))
            except (tomllib.TOMLDecodeError, RecursionError, ValueError):
                continue
            if _has(data, path):
                while start < end and not lines[start - 1].split("#")[0].strip():
                    start += 1
                return start
            start = end + 1
        path = path[:-1]
    return 1


def _has(data: object, path: Path) -> bool:
    for part in path:
        try:
            data = data[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def name_of(path: str) -> str:
    """How a file, or standard input (`-`), is called in messages."""
    return "<stdin>" if path == STDIN else path


def read_bytes(path: str) -> bytes:
    """The bytes of the file at `path` (`-`: standard input), at most MAX_BYTES.

    Raises:
        BadData: not there, not a file, not readable, or too large.
    """
    name = name_of(path)
    raw = _bytes(path, name)
    if len(raw) > MAX_BYTES:
        raise BadData(Fault("larger than 1 MiB, which no sheet is", file=name))
    return raw


def _bytes(path: str, name: str) -> bytes:
    try:
        if path == STDIN:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        if os.path.isdir(path):
            raise BadData(Fault("is a folder, not a file", file=name))
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise BadData(Fault("there is no such file", file=name)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadData(Fault(f"cannot be read: {reason}", file=name)) from None
