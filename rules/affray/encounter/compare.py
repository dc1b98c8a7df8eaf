"""What was expected against what came: by subset, every difference with its place."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from affray.encounter.keys import is_range
from affray.encounter.play import Stepped
from affray.outcome import Effect, TraceStep
from affray.validate import Path

NOTHING = "none"
"""How TOML, which has no null, says that nothing is there."""

ALLOWED, REFUSED = "to be allowed", "to be refused"
"""What of a difference where the one was expected, and the other came."""


class Difference(Struct, frozen=True):
    """One thing that came out otherwise: its path in the file, both values, and why.

    `trace` are the steps of the reasoning that led there. `between`: what came is the nearer
    bound of a chance that is known but so far.
    """

    path: Path
    what: str
    expected: Any
    came: Any
    line: int = 0
    trace: tuple[TraceStep, ...] = ()
    between: tuple[float, float] | None = None


def differences(stepped: Stepped) -> Iterator[Difference]:
    """Everything in which a step came out otherwise than its `expect` says."""
    expect = stepped.step.expect
    at: Path = ("step", stepped.step.number, "expect")
    if stepped.refused is not None:
        if expect.refused is None:
            yield Difference(at, ALLOWED, stepped.refused.message, stepped.refused.rule)
        elif expect.refused != stepped.refused.rule:
            yield Difference((*at, "refused"), "refused", expect.refused, stepped.refused.rule)
        return
    outcome = stepped.outcome
    assert outcome is not None
    found: list[Difference] = []
    if expect.refused is not None:
        found.append(Difference((*at, "refused"), REFUSED, expect.refused, outcome.outcome))
    if expect.outcome is not None and expect.outcome != outcome.outcome:
        found.append(Difference((*at, "outcome"), "outcome", expect.outcome, outcome.outcome))
    if expect.success is not None and expect.success != outcome.success:
        found.append(Difference((*at, "success"), "success", expect.success, outcome.success))
    if expect.result is not None:
        result = msgspec.to_builtins(outcome.result)
        found += _unlike(expect.result, result, (*at, "result"), "result")
    found += _effects(expect.effects, outcome.effects, (*at, "effects"))
    found += _uncited(expect.trace, {step.rule for step in outcome.trace}, (*at, "trace"))
    for difference in found:
        yield msgspec.structs.replace(difference, trace=outcome.trace)


def unlike(expected: Any, came: Any, at: Path, what: str) -> list[Difference]:
    """Where plain data that came is not as expected."""
    return list(_unlike(expected, came, at, what))


def _unlike(expected: Any, came: Any, at: Path, what: str) -> Iterator[Difference]:
    if is_range(expected) and isinstance(came, int | float):
        low, high = expected.get("at_least", came), expected.get("at_most", came)
        if not low <= came <= high:
            yield Difference(at, what, expected, came)
    elif isinstance(expected, dict) and isinstance(came, dict):
        for key, value in expected.items():
            yield from _unlike(value, came.get(key), (*at, key), f"{what}.{key}")
    elif isinstance(expected, list) and _fits(came, len(expected)):
        for place, value in enumerate(expected):
            yield from _unlike(value, came[place], (*at, place), f"{what}[{place}]")
    elif not _same(expected, came):
        yield Difference(at, what, expected, came)


def _fits(came: Any, length: int) -> bool:
    return isinstance(came, list | tuple) and len(came) == length


def _same(expected: Any, came: Any) -> bool:
    if came is None:
        return bool(expected == NOTHING)
    return bool(expected == came) and isinstance(expected, bool) == isinstance(came, bool)


def _effects(
    expected: Sequence[dict[str, Any]], came: Sequence[Effect], at: Path
) -> Iterator[Difference]:
    """Each expected effect has to be among those that came after the one before it."""
    plain = [msgspec.to_builtins(effect) for effect in came]
    start = 0
    for place, one in enumerate(expected):
        for number in range(start, len(plain)):
            if not list(_unlike(one, plain[number], (), "")):
                start = number + 1
                break
        else:
            alike = [e for e in plain if about(e, one)] or [e for e in plain if e["who"]]
            yield Difference((*at, place), f"effects[{place}]", one, alike)


def about(effect: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether an effect is on what is expected to change, whatever it does to it."""
    return all(effect[key] == expected[key] for key in ("who", "field") if key in expected)


def _uncited(expected: Sequence[str], cited: set[str], at: Path) -> Iterator[Difference]:
    for place, rule in enumerate(expected):
        if rule not in cited:
            yield Difference((*at, place), "trace", rule, sorted(cited))


def uncited(expected: Sequence[str], cited: set[str], at: Path) -> list[Difference]:
    """The rules expected that nothing cited."""
    return list(_uncited(expected, cited, at))
