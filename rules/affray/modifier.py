"""Modifiers belong to rolls: what a rule adds to one, wherever that roll is thrown.

A system says once, for a roll of some kind (an attack, a damage roll, a test), whose it is
and against whom, which of its rules modify it; every command that throws it asks there.
"""

from collections.abc import Iterable
from typing import NamedTuple

from affray.outcome import Status, Trace


class Modifier(NamedTuple):
    """What a rule (its id without the system) adds to a roll; `switch` is the ruling, if one."""

    rule: str
    value: int
    text: str
    status: Status = "text"
    switch: str | None = None


def total(modifiers: Iterable[Modifier], trace: Trace) -> int:
    """All of them added up, each told in the trace, so that its lines add up to the roll."""
    found = 0
    for one in modifiers:
        if one.switch is None:
            trace.add(one.rule, one.status, one.text, one.value)
        else:
            trace.switch(one.rule, one.switch, one.value, one.status, one.text)
        found += one.value
    return found
