"""The JSON contract, version 1: what a result looks like to a script."""

from typing import Any

import msgspec
from msgspec import Struct

from affray.faults import BadRequest, Fault, near
from affray.outcome import Effect, Outcome, Step
from affray_cli.terminal import as_json

VERSION = 1


class Input(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that `replay` needs beside the dice: sheets, options, and changed rulings.

    In a session also the combatants' names and what differed from their sheets, and how
    many effects (the last) and steps (the first) came from the turn, not from the action.
    """

    sheets: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    states: tuple[dict[str, Any], ...] = ()
    turn_effects: int = 0
    overruled: int = 0
    options: dict[str, Any] = {}
    rulings: dict[str, Any] = {}


class Envelope(Struct, frozen=True, kw_only=True):
    """One result. `seed` is None when all dice were given, or none were thrown."""

    affray: int = VERSION
    command: str
    system: str | None
    seed: int | None
    dice: list[int]
    outcome: str
    result: Any
    effects: tuple[Effect, ...]
    trace: tuple[Step, ...]
    input: Input


def envelope(
    command: str,
    system: str | None,
    outcome: Outcome,
    dice: list[int],
    seed: int | None,
    given: Input,
) -> Envelope:
    """An outcome with how it came about."""
    return Envelope(
        command=command,
        system=system,
        seed=seed,
        dice=dice,
        outcome=outcome.outcome,
        result=outcome.result,
        effects=outcome.effects,
        trace=outcome.trace,
        input=given,
    )


def pick(envelope: Envelope, path: str) -> str:
    """The value at a dotted path as a script wants it: text bare, all else as JSON.

    Raises:
        BadRequest: there is nothing at that path, with what there is.
    """
    here: Any = msgspec.json.decode(as_json(envelope))
    for part in path.split("."):
        if isinstance(here, dict) and part in here:
            here = here[part]
        elif isinstance(here, list) and part in map(str, range(len(here))):
            here = here[int(part)]
        else:
            raise BadRequest(_nothing_at(path, part, here))
    return here if isinstance(here, str) else msgspec.json.encode(here).decode()


def _nothing_at(path: str, part: str, here: object) -> Fault:
    message = f"--get {path}: there is no `{part}` in this result"
    if isinstance(here, dict):
        return Fault(message, near(part, here, otherwise="there is: " + ", ".join(here)))
    if isinstance(here, list):
        return Fault(message, f"{len(here)} there, counted from 0")
    return Fault(message, "the path goes past a value")
