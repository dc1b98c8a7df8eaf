"""What is said of a result, fact by fact: systems yield lines, whoever prints lays them out."""

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
