"""Whose turn it is: the order of a turn, who of it may act now, and why (rule actions.passes)."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from affray.fight import Scene, State
from affray.systems.iron_gauntlets.fighter import Fighter, is_out
from affray.systems.iron_gauntlets.rulings import Rulings

Number = Annotated[int, Meta(ge=0, le=999)]


class Turns(Struct, frozen=True):
    """Where a fight stands.

    `round`: the turn (0: not begun). `action`: which of their actions all are at, 1 the
    first; 0: reactions are rolled. `order`: everybody's place by speed, equal ones at once,
    and `actions` how many each began the turn with. `place`: whose it is now; `acting`:
    who of that place could act when it came up; `acted`: who has, in this pass.
    """

    round: int = 0
    action: Number = 0
    place: Number = 0
    order: dict[str, Number] = {}
    actions: dict[str, Number] = {}
    acting: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


OwnScene = Scene[Fighter, Turns, Rulings]
OwnState = State[Fighter, Turns, Rulings]
"""A fight of this system: as it is read, and as it is played."""


def by_place(order: dict[str, int]) -> list[tuple[int, list[str]]]:
    """The places of an order from the first, and who has each."""
    found: dict[int, list[str]] = {}
    for name, place in order.items():
        found.setdefault(place, []).append(name)
    return sorted(found.items())


def waiting(
    fight: OwnScene,
    turns: Turns,
    action: int,
    names: Sequence[str],
    acted: tuple[str, ...],
) -> Iterator[str]:
    """Who of those at one place has an action of that number, and is able to take it."""
    for name in names:
        if name not in fight.sides or name in acted or turns.actions.get(name, 0) < action:
            continue
        fighter = fight.fighter(name)
        if ready(fighter) and not fight.is_out(fighter):
            yield name


def ready(fighter: Fighter) -> bool:
    """Whether somebody can act at all: there, not stopped, with an action left."""
    if fighter.fled or fighter.stopped:
        return False
    free = fighter.free_actions
    return free is None or free + fighter.fitness_actions + fighter.awareness_actions > 0


def whose(fight: OwnScene) -> tuple[str, ...]:
    """Who may act now.

    Those tied act at once, so that harm by one of them does not keep the others from it
    (rule reaction.tie).
    """
    turns = fight.turns
    tied = len(turns.acting) > 1
    found = []
    for name in turns.acting:
        if name in turns.acted or name not in fight.sides:
            continue
        one = fight.fighter(name)
        if ready(one) and (tied or not fight.is_out(one)):
            found.append(name)
    return tuple(found)


def why(fight: OwnScene) -> str:
    """Whose turn it is and why, in a sentence."""
    turns = fight.turns
    if turns.action == 0:
        begins = f"turn {turns.round} begins" if turns.round else "the fight has not begun"
        missing = [
            f.name for f in fight.fighters if f.speed is None and not is_out(f, fight.rulings)
        ]
        if not missing:
            return f"{begins}: all reactions are rolled; `next` gives the first action"
        rolls = ", ".join(missing)
        return f"{begins}: reactions are rolled, still by {rolls}; `next` rolls for them"
    now = whose(fight)
    begun = f"turn {turns.round}, {_ordinal(turns.action)} actions"
    if now:
        verb = "act at once" if len(now) > 1 else "acts"
        head = f"{' and '.join(now)} {verb}{_speed(fight, now[0])}"
    else:
        verb = "have had their action" if len(turns.acting) > 1 else "has had the action"
        head = f"{' and '.join(turns.acting)} {verb}"
    following = list(_rest_of_pass(fight))
    return f"{begun}: {head}; then {', '.join(following) or 'the pass is over'}"


def _rest_of_pass(fight: OwnScene) -> Iterator[str]:
    turns = fight.turns
    for place, together in by_place(turns.order):
        names = tuple(waiting(fight, turns, turns.action, together, turns.acted))
        if place > turns.place and names:
            yield " and ".join(names) + _speed(fight, names[0])


def _speed(fight: OwnScene, name: str) -> str:
    speed = fight.fighter(name).speed
    return "" if speed is None else f" ({speed})"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
