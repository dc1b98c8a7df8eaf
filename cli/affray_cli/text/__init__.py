"""Outcomes in words: a module a system, each with a `tell` that yields lines."""

import re
from typing import Literal, NamedTuple


class Line(NamedTuple):
    """One fact for a person. Piped it prints as `label: text`; a headline is text alone.

    kind: "headline" (what happened, once, first), "roll" (a test and what it came to),
    "damage", "change" (a field before and after), "note" (anything else worth saying),
    "aside" (seed, dice, the trace).
    """

    kind: Literal["headline", "roll", "damage", "change", "note", "aside"]
    label: str
    text: str


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def safe(text: str) -> str:
    """The text with control characters made visible, so that no name drives a terminal.

    Line breaks and tabs stay as they are.
    """
    return _CONTROL.sub(lambda m: f"\\x{ord(m[0]):02x}", text)
