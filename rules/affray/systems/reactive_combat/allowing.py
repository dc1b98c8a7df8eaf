"""What a fight does not allow now, with the rule in the way."""

from typing import Any

from affray.action import Action
from affray.deed import Deed, situate
from affray.faults import Forbidden
from affray.registry import system
from affray.systems.reactive_combat.acts import USE, Use
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, is_out
from affray.systems.reactive_combat.loading import (
    COSTS,
    FILL,
    FULL_ROUND,
    LOAD,
    MAJOR,
    MINOR,
    Fill,
    Load,
    loading,
    weapon_to_load,
)
from affray.systems.reactive_combat.move import ACTIONS, MOVE, Move, mode_of
from affray.systems.reactive_combat.order import OwnScene, has_left, left, ordered, why
from affray.systems.reactive_combat.rulings import Rulings

TURN_COMMANDS = (
    "attack",
    "move",
    "act deep-breath",
    "act load",
    "act fill",
    "act use",
    "act flee",
)
"""What takes an action of one's turn; all else is asked of anybody at any time."""

NEXT = "`affray session next` goes on; --anyway overrules"


def allow(fight: OwnScene, deed: Deed) -> None:
    """Raise Forbidden when a deed cannot be done now, with the rule in the way."""
    if deed.command == "roll initiative":
        _allow_initiative(fight, deed)
    if not deed.who or deed.command not in TURN_COMMANDS:
        return
    actor = fight.fighter(deed.who[0])
    _allow_acting(fight, actor)
    _allow_action(fight, actor, deed)
    if deed.command == "attack" and len(deed.who) > 1:
        target = fight.fighter(deed.who[1])
        if target.fled:
            _allow_in(target, fight.rulings)


def _allow_initiative(fight: OwnScene, deed: Deed) -> None:
    if fight.turns.round:
        order = ", ".join(f.name for f in ordered(fight))
        raise Forbidden(
            f"initiative is thrown for this encounter, and the order is {order}",
            rule=f"{SYSTEM}:initiative",
            hint="who has joined since is put last by `affray session next`",
        )
    thrown_for = {fight.fighter(name).name for name in deed.who}
    able = [f.name for f in fight.fighters if not is_out(f, fight.rulings)]
    missing = [name for name in able if name not in thrown_for]
    if missing:
        raise Forbidden(
            f"initiative is thrown for all at once, and not named: {', '.join(missing)}",
            rule=f"{SYSTEM}:initiative",
            hint="name everybody, or let `affray session next` throw",
        )


def _allow_in(fighter: Fighter, rulings: Rulings) -> None:
    if fighter.fled:
        raise Forbidden(f"{fighter.name} has fled from the fight", rule=f"{SYSTEM}:flee")
    if is_out(fighter, rulings):
        raise Forbidden(
            f"{fighter.name} is out of the fight with {fighter.marks} marks",
            rule=f"{SYSTEM}:marks.out",
        )


def _allow_acting(fight: OwnScene, actor: Fighter) -> None:
    _allow_in(actor, fight.rulings)
    if fight.turns.acting != actor.name:
        raise Forbidden(
            f"it is not {actor.name}'s turn: {why(fight)}",
            rule=f"{SYSTEM}:initiative",
            hint=NEXT,
        )


def _allow_action(fight: OwnScene, actor: Fighter, deed: Deed) -> None:
    """Whether the turn still has the actions that a deed takes, as far as is known before."""
    kind = _kind(actor, deed)
    if not has_left(fight.turns, COSTS[kind]):
        takes = "a full round" if kind == FULL_ROUND else f"a {kind} action"
        what = deed.command.removeprefix("act ")
        raise Forbidden(
            f"{actor.name} has {left(fight.turns)} left this turn, and {what} takes {takes}",
            rule=f"{SYSTEM}:turn",
            hint=NEXT,
        )
    extra = deed.command == "attack" and deed.options.get("extra_bullet") is True
    if extra and not has_left(fight.turns, COSTS[FULL_ROUND]):
        raise Forbidden(
            f"{actor.name} has no minor action left this turn for an extra bullet",
            rule=f"{SYSTEM}:repeaters.extra-bullet",
            hint="leave out --extra-bullet; --anyway overrules",
        )


def _kind(actor: Fighter, deed: Deed) -> str:
    """The kind of action that a deed takes.

    Raises:
        BadRequest: options that do not fit.
    """
    if deed.command in ("attack", "act flee"):
        return MAJOR
    if deed.command == "move":
        return ACTIONS[mode_of(actor, _asked(MOVE, deed, Move))]
    if deed.command == "act use":
        kind: str = _asked(USE, deed, Use).kind
        return kind
    if deed.command == "act load":
        asked = _asked(LOAD, deed, Load)
        return loading(weapon_to_load(actor, asked.weapon), asked)
    if deed.command == "act fill":
        named = _asked(FILL, deed, Fill).weapon
        return loading(weapon_to_load(actor, named), Load(named, "all"))
    return MINOR


def _asked(action: Action, deed: Deed, kind: type[Any]) -> Any:
    found = situate(system(SYSTEM), action, deed.options)
    assert isinstance(found, kind)
    return found
