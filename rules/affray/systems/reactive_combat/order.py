"""Whose turn it is: the order of initiative, the actions left of the turn, and why."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from affray.fight import Scene, State
from affray.systems.reactive_combat.fighter import Fighter, is_out
from affray.systems.reactive_combat.loading import COSTS, FULL_ROUND, MAJOR, MINOR, Uses, turn_holds
from affray.systems.reactive_combat.rulings import Rulings

Number = Annotated[int, Meta(ge=0, le=99_999)]


class Turns(Struct, frozen=True):
    """Whose turn it is and what is used of it.

    `round`: 0 before the fight begins. `acting`: who has the turn, at `place` in the
    order. `major` and `minor`: the actions of this turn that are used up.
    """

    round: Number = 0
    acting: str | None = None
    place: Number = 0
    major: Number = 0
    minor: Number = 0


OwnScene = Scene[Fighter, Turns, Rulings]
OwnState = State[Fighter, Turns, Rulings]
"""A fight of this system: as it is read, and as it is played."""


def ordered(fight: OwnScene) -> list[Fighter]:
    """Everybody who can act and has a place, in the order of initiative."""
    able = [f for f in fight.able() if f.place is not None]
    return sorted(able, key=lambda f: f.place or 0)


def comes_after(fight: OwnScene, fighter: Fighter, turns: Turns) -> bool:
    """Whether someone's turn is still to come in this round.

    Places are told apart by who joined first where an overruled throw made two alike.
    """
    names = [f.name for f in fight.fighters]
    now = names.index(turns.acting) if turns.acting in names else -1
    return (fighter.place or 0, names.index(fighter.name)) > (turns.place, now)


def place_of(fighter: Fighter, rulings: Rulings) -> int | None:
    """The place of somebody who can act; None where there is none."""
    return None if is_out(fighter, rulings) else fighter.place


def following(fight: OwnScene) -> Fighter | None:
    """Who is next in the round that has begun (see comes_after); None: it is over."""
    turns, by_place = fight.turns, fight.grouped(place_of)
    for place in range(turns.place, max(by_place, default=0) + 1):
        for name in by_place.get(place, ()):
            one = fight.fighter(name)
            if place > turns.place or (name != turns.acting and comes_after(fight, one, turns)):
                return one
    return None


def acting(fight: OwnScene) -> Fighter | None:
    """Who has the turn, able to act or not; None when nobody has, or they have left."""
    name = fight.turns.acting
    return None if name is None or name not in fight.sides else fight.fighter(name)


def whose(fight: OwnScene) -> tuple[str, ...]:
    """Who may act now: the one who has the turn, while able and with an action left."""
    one = acting(fight)
    if one is None or fight.is_out(one) or not has_left(fight.turns, COSTS[MINOR]):
        return ()
    return (one.name,)


def has_left(turns: Turns, uses: Uses) -> bool:
    """Whether the present turn still has room for so many actions (rule turn)."""
    return turn_holds(turns.major + uses.major, turns.minor + uses.minor)


def left(turns: Turns) -> str:
    """The actions that a turn still has, in words."""
    if has_left(turns, COSTS[FULL_ROUND]):
        return "a major and a minor action, or two minor ones"
    if has_left(turns, COSTS[MAJOR]):
        return "a major or a minor action"
    return "a minor action" if has_left(turns, COSTS[MINOR]) else "no action"


def why(fight: OwnScene) -> str:
    """Whose turn it is and why, in a sentence."""
    turns = fight.turns
    if turns.round == 0:
        return f"the fight has not begun: {_before(fight)}"
    now = acting(fight)
    if now is None:
        head = "nobody has the turn"
    elif now.fled:
        head = f"{now.name} has fled"
    elif is_out(now, fight.rulings):
        head = f"{now.name} is out of the fight"
    elif not whose(fight):
        head = f"{now.name} has used all actions"
    else:
        still = "" if turns == Turns(turns.round, now.name, turns.place) else "still "
        head = f"{now.name} acts and {still}has {left(turns)}"
    return f"round {turns.round}: {head}; {_then(fight)}"


def _before(fight: OwnScene) -> str:
    able = [f for f in fight.fighters if not is_out(f, fight.rulings)]
    if any(f.place is None for f in able):
        names = ", ".join(f.name for f in able)
        return f"`next` throws initiative for {names}"
    names = ", ".join(f.name for f in ordered(fight))
    return f"the order is {names}; `next` gives the first turn"


def _then(fight: OwnScene) -> str:
    order = ordered(fight)
    rest = [f.name for f in order if comes_after(fight, f, fight.turns)]
    rest += [f"{name} (joining)" for name in _joining(fight)]
    if rest:
        return f"then {', '.join(rest)}"
    first = f" with {order[0].name}" if order else ""
    return f"then round {fight.turns.round + 1} begins{first}"


def _joining(fight: OwnScene) -> Iterator[str]:
    for fighter in fight.fighters:
        if fighter.place is None and not is_out(fighter, fight.rulings):
            yield fighter.name
