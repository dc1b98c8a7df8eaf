"""What a system says of the odds of a roll where it has more to say than each chance."""

from fractions import Fraction
from typing import Any, NamedTuple

from affray.words import Kind, Line


class Chance(NamedTuple):
    """A line that is a chance: printed with its bar on a terminal, as a fraction if `exact`."""

    kind: Kind
    label: str
    chance: Fraction
    exact: bool = False
    more: str = ""


class RollReport(NamedTuple):
    """Odds as JSON has them, for a person, and as rows of CSV with their heading."""

    result: dict[str, Any]
    lines: tuple[Line | Chance, ...]
    rows: tuple[tuple[object, ...], ...]


def exactly(chance: Fraction) -> dict[str, Any]:
    """A chance for JSON: a number, and the fraction it is."""
    return {"p": float(chance), "exact": str(chance)}
