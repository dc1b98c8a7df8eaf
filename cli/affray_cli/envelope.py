"""The JSON contract, version 1: what a result looks like to a script."""

from typing import Any

import msgspec
from msgspec import Struct

from affray.dice import Chosen
from affray.faults import BadRequest, Fault, near
from affray.harm import Harmed
from affray.outcome import Effect, Outcome, TraceStep
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


class Over(Struct, frozen=True):
    """The end of a fight: the side that is left, None where none is, and rounds played."""

    winner: str | None
    rounds: int


class Envelope(Struct, frozen=True, kw_only=True):
    """One result. `seed` is None when all dice were given, or none were thrown.

    `over` is None while the fight goes on, and where there is none. What has a default
    here is not in the results of old.
    """

    affray: int = VERSION
    command: str
    system: str | None
    seed: int | None
    dice: list[int]
    choices: tuple[Chosen, ...] = ()
    outcome: str
    result: Any
    harm: tuple[Harmed, ...] = ()
    over: Over | None = None
    effects: tuple[Effect, ...]
    trace: tuple[TraceStep, ...]
    notes: tuple[str, ...] = ()
    input: Input


def envelope(
    command: str,
    system: str | None,
    outcome: Outcome,
    dice: list[int],
    seed: int | None,
    given: Input,
    harm: tuple[Harmed, ...] = (),
    over: Over | None = None,
) -> Envelope:
    """An outcome with how it came about, and what it came to."""
    return Envelope(
        command=command,
        system=system,
        seed=seed,
        dice=dice,
        choices=outcome.choices,
        outcome=outcome.outcome,
        result=outcome.result,
        harm=harm,
        over=over,
        effects=outcome.effects,
        trace=outcome.trace,
        notes=outcome.notes,
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
