"""Streams and what they can show: the one place that writes."""

import os
import sys
from collections.abc import Iterable

import msgspec

from affray.words import Line
from affray_cli.text import safe


def prepare() -> None:
    """Let every name print on any terminal: what the encoding lacks comes out escaped.

    A stream that is closed (`>&-`) takes everything and shows nothing.
    """
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def as_text(argument: str) -> str:
    """An argument of the command line as UTF-8 whatever the locale; other bytes stay."""
    return os.fsencode(argument).decode("utf-8", "surrogateescape")


def is_pretty() -> bool:
    """Whether standard output gets colour and layout: a terminal, or FORCE_COLOR set."""
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def write(text: str) -> None:
    """Text to standard output, with a line end."""
    sys.stdout.write(text + "\n")


def write_bytes(data: bytes) -> None:
    """A line of JSON to standard output, as UTF-8 whatever the locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def as_json(value: object) -> bytes:
    """A line of JSON; bytes of the command line that are no text become question marks."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        import json

        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


def write_json(value: object) -> None:
    """One JSON object to standard output."""
    write_bytes(as_json(value))


def complain(text: str) -> None:
    """A line to standard error; that nobody can read it is no further error."""
    try:
        print(safe(text), file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr.fileno())


def write_csv(rows: Iterable[Iterable[object]]) -> None:
    """Rows of CSV to standard output."""
    import csv

    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)


def write_lines(lines: Iterable[Line], success: bool) -> None:
    """Facts for a person: plain when piped, coloured and laid out on a terminal."""
    if is_pretty():
        from affray_cli.pretty import show

        show(list(lines), success)
        return
    for line in lines:
        write(safe(f"{line.label}: {line.text}" if line.label else line.text))


def flush() -> None:
    """Push out what is buffered.

    Raises:
        OSError: standard output does not take it: BrokenPipeError, or a full disk.
    """
    sys.stdout.flush()


def silence(descriptor: int) -> None:
    """Send the rest of what goes to `descriptor` nowhere: its reader has gone away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
