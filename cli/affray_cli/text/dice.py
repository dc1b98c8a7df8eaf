"""Plain dice in words."""

from collections.abc import Iterator
from typing import Any

from affray.outcome import Outcome
from affray.words import Line


def tell(command: str, outcome: Outcome) -> Iterator[Line]:
    """The total, and what it is made of."""
    result: Any = outcome.result
    yield Line("headline", "", f"{result.expression}: {result.total}")
    if result.modifier:
        yield Line("roll", "rolled", f"{result.rolled}, and {result.modifier:+}")
