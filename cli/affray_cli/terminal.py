"""Streams and what they can show: the one place that writes."""

import os
import re
import sys
from collections.abc import Iterable

from affray_cli.text import Line

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def prepare() -> None:
    """Let every name print on any terminal: what the encoding lacks comes out escaped."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def is_pretty() -> bool:
    """Whether standard output gets colour and layout: a terminal, or FORCE_COLOR set."""
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def safe(text: str) -> str:
    """The text with control characters made visible, so that no name drives a terminal.

    Line breaks and tabs stay as they are.
    """
    return _CONTROL.sub(lambda m: f"\\x{ord(m[0]):02x}", text)


def write(text: str) -> None:
    """Text to standard output, with a line end."""
    sys.stdout.write(text + "\n")


def write_bytes(data: bytes) -> None:
    """A line of JSON to standard output, as UTF-8 whatever the locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def write_lines(lines: Iterable[Line], success: bool) -> None:
    """Facts for a person: plain when piped, coloured and laid out on a terminal."""
    if is_pretty():
        from affray_cli.pretty import show

        show(list(lines), success)
        return
    for line in lines:
        write(safe(f"{line.label}: {line.text}" if line.label else line.text))


def flush() -> None:
    """Push out what is buffered; a reader that has gone away is no error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            silence(stream.fileno())


def silence(descriptor: int) -> None:
    """Send the rest of what goes to `descriptor` nowhere: its reader has gone away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
