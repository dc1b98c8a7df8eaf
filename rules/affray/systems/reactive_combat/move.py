"""Movement: the base game's Speed, and twice as far at a Run."""

from typing import Annotated, Literal

from msgspec import Struct

from affray.action import Action
from affray.dice import Dice
from affray.faults import Forbidden
from affray.fields import Count
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rulings import Rulings

Mode = Literal["run", "swim", "crawl", "walk", "climb"]
BASE_SPEED = 10
VERBS = {"walk": "walks", "run": "runs", "crawl": "crawls", "climb": "climbs", "swim": "swims"}
ACTIONS = {"walk": "minor", "run": "major", "crawl": "minor", "climb": "minor", "swim": "minor"}
"""The action that each way to move takes (rules turn, speed.slow)."""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `move`: how, and how far in yards.

    Without `mode` it is a walk, or a Run where only that gets as far as `distance`;
    without `distance` it is as far as the action goes.
    """

    mode: Annotated[
        Mode | None, option("How; without: a walk, or a run where only that gets so far.")
    ] = None
    distance: Annotated[Count | None, option("Yards to cover.")] = None


class MoveResult(Struct, frozen=True):
    """Who moves how, yards covered, and the action it takes: "minor" or "major"."""

    name: str
    mode: Mode
    yards: int
    action: str


def speed(fighter: Fighter, trace: Trace) -> int:
    """Yards of a minor action: 10 + Dexterity − armour penalty, 0 at least (rule speed)."""
    sheet = fighter.sheet
    dexterity = sheet.ability("dexterity")
    found = max(0, BASE_SPEED + dexterity - sheet.armour_penalty)
    if trace.on:
        parts = f"10 + Dexterity {dexterity}"
        if sheet.armour_penalty:
            parts += f" - armour penalty {sheet.armour_penalty}"
        trace.add("speed", "base", f"{fighter.name}: Speed, {parts}", found)
    return found


def mode_of(fighter: Fighter, asked: Move) -> Mode:
    """The way to move that is asked for, or that gets so far."""
    if asked.mode is not None:
        return asked.mode
    return "run" if (asked.distance or 0) > speed(fighter, Trace(SYSTEM, False)) else "walk"


def stops_running(fighter: Fighter) -> tuple[Effect, ...]:
    """What any other major action changes: the last one is no Run (rule ranged.run)."""
    return changes(fighter, {"ran": False}, fighter.name)


def move(fighter: Fighter, asked: Move, dice: Dice, rulings: Rulings) -> Outcome:
    """How far a combatant gets, and with which action (rules speed, speed.slow, turn).

    Raises:
        Forbidden: farther than the action goes; a slow way to move, where the rulings
            leave that to the table.
    """
    trace = Trace(SYSTEM, dice.explains)
    mode = mode_of(fighter, asked)
    trace.add("turn", "base", f"{fighter.name} {VERBS[mode]}")
    reach, action = speed(fighter, trace), ACTIONS[mode]
    if mode == "run":
        reach *= 2
        trace.add("speed", "base", "a Run covers twice the Speed", reach)
    elif mode != "walk":
        reach = _slowly(mode, reach, rulings, trace)
    yards = reach if asked.distance is None else asked.distance
    if yards > reach:
        raise Forbidden(
            f"{fighter.name} {VERBS[mode]} {reach} yards at most, not {yards}",
            rule=f"{SYSTEM}:speed",
            hint="go less far, or in several turns",
        )
    trace.add("turn", "base", f"it takes a {action} action, for yards", yards)
    effects = changes(fighter, {"ran": True}, fighter.name) if mode == "run" else ()
    result = MoveResult(fighter.name, mode, yards, action)
    return Outcome("moved", result, effects, tuple(trace.steps))


def _slowly(mode: str, yards: int, rulings: Rulings, trace: Trace) -> int:
    if rulings.slow_speed == "refused":
        raise Forbidden(
            f"how far somebody can {mode} is left to the table",
            rule=f"{SYSTEM}:speed.slow",
            hint='slow_speed = "half" in [reactive-combat] of the rulings file',
        )
    trace.switch("speed.slow", "slow_speed", rulings.slow_speed)
    if rulings.slow_speed == "full":
        return yards
    trace.add("rounding", "base", "half the Speed, rounded down", yards // 2)
    return yards // 2


MOVE = Action(
    Move,
    lambda f, s, d, r: move(f[0], s, d, r),
    result=MoveResult,
    examples=(
        "affray move examples/sheets/reactive-combat/kessa.toml --mode run",
        "affray move examples/sheets/reactive-combat/orc.toml --distance 8",
    ),
)
