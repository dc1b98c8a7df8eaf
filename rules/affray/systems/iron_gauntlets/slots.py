"""The actions of a turn (rule actions): slots, what may pay for what, passes, standing up.

A turn gives one free action of any kind, one fitness action for each fitness point given
up and one awareness action for each awareness point. Where nobody counts them (no reaction
was rolled), nothing is paid and nothing refused.
"""

from collections.abc import Sequence
from typing import NamedTuple

from affray.faults import Forbidden
from affray.outcome import Effect, Trace, changes
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability

AWARENESS_TASKS = ("awareness", "reasoning", "influence")
"""Abilities whose tasks an awareness action pays for."""

FREE, FITNESS, AWARENESS = 0, 1, 2
ANY_SLOT = (AWARENESS, FITNESS, FREE)
"""Slots for what any of them pays for, the most special in front."""


class Slots(NamedTuple):
    """Actions left this turn, by what they pay for: anything, fitness, awareness."""

    free: int
    fitness: int
    awareness: int

    def without(self, slot: int) -> "Slots":
        """The slots after one of them (FREE, FITNESS, AWARENESS) is used."""
        left = list(self)
        left[slot] -= 1
        return Slots(*left)


def slots_of(fighter: Fighter) -> Slots | None:
    """The actions a combatant has left; None: nobody counts them."""
    if fighter.free_actions is None:
        return None
    return Slots(fighter.free_actions, fighter.fitness_actions, fighter.awareness_actions)


def payers(ability: Ability, magic: bool, rulings: Rulings) -> tuple[int, ...]:
    """The slots that may pay for a task of `ability`, the one to use first in front.

    An extra action goes first, so that the free one is kept for what only it can pay:
    with that any order of actions can be matched (rules actions, actions.unlisted,
    actions.matching).
    """
    if magic:
        return (FREE,)
    if ability == "fitness":
        fit = (FITNESS, FREE)
    elif ability in AWARENESS_TASKS:
        fit = (AWARENESS, FREE)
    else:
        return (FREE,)
    return fit if rulings.action_matching == "any-order" else fit[::-1]


def pay(slots: Slots, with_: Sequence[int]) -> Slots | None:
    """The slots after the first of `with_` that is there is used; None: none is."""
    for slot in with_:
        if slots[slot] > 0:
            return slots.without(slot)
    return None


def can_take(
    fighter: Fighter, ability: Ability, magic: bool, rulings: Rulings, any_slot: bool = False
) -> bool:
    """Whether `take` would let a combatant do a task of `ability` now."""
    if fighter.unbound:
        return True
    slots = slots_of(fighter)
    with_ = ANY_SLOT if any_slot else payers(ability, magic, rulings)
    return not fighter.stopped and (slots is None or pay(slots, with_) is not None)


def spent(fighter: Fighter, left: Slots) -> tuple[Effect, ...]:
    """The effects that leave a combatant whose actions are counted with `left`."""
    fields = ("free_actions", "fitness_actions", "awareness_actions")
    return changes(fighter, dict(zip(fields, left, strict=True)), fighter.name)


def take(
    fighter: Fighter,
    ability: Ability,
    rulings: Rulings,
    trace: Trace,
    magic: bool = False,
    payable: tuple[int, ...] | None = None,
) -> tuple[Effect, ...]:
    """Use one action for a task of `ability`, as effects; `payable` overrides the slots.

    Raises:
        Forbidden: knocked down or stopped this turn (rule actions.down), or no action is
            left that pays for this.
    """
    if fighter.unbound:
        return ()
    if fighter.stopped:
        raise Forbidden(
            f"{fighter.name} was knocked down or stopped and does nothing more this turn",
            rule=f"{SYSTEM}:actions.down",
            hint="the next reaction roll begins a new turn",
        )
    slots = slots_of(fighter)
    if slots is None:
        return ()
    with_ = payers(ability, magic, rulings) if payable is None else payable
    left = pay(slots, with_)
    if left is None:
        raise _unpaid(fighter, ability, magic, slots)
    effects = spent(fighter, left)
    if trace.on:
        if with_ == (FREE,):
            trace.add("actions.unlisted", "text", f"{fighter.name} uses the free action")
        else:
            if slots.free and (slots.fitness or slots.awareness):
                trace.switch("actions.matching", "action_matching", rulings.action_matching)
            trace.add("actions", "text", f"{fighter.name}: actions left", sum(left))
    return effects


def _unpaid(fighter: Fighter, ability: Ability, magic: bool, slots: Slots) -> Forbidden:
    if not sum(slots):
        return Forbidden(
            f"{fighter.name} has no action left this turn",
            rule=f"{SYSTEM}:actions",
            hint="the next reaction roll begins a new turn",
        )
    what = "magic" if magic else ability
    listed = not magic and ability in ("fitness", *AWARENESS_TASKS)
    return Forbidden(
        f"{fighter.name} has no action left that pays for {what}",
        rule=f"{SYSTEM}:{'actions' if listed else 'actions.unlisted'}",
        hint=f"left: {slots.fitness} for fitness, {slots.awareness} for awareness, reasoning "
        "or influence",
    )


def stand(fighter: Fighter, rulings: Rulings, trace: Trace) -> tuple[Effect, ...]:
    """Stand up for one action, in the turn after the knock-down (rule actions.stand).

    Raises:
        Forbidden: not lying down; knocked down this very turn; no action left for it.
    """
    if not fighter.prone:
        raise Forbidden(f"{fighter.name} is standing already", rule=f"{SYSTEM}:actions.stand")
    payable = ANY_SLOT if rulings.stand_slot == "any" else None
    paid = take(fighter, "fitness", rulings, trace, payable=payable)
    if trace.on:
        if slots_of(fighter) is not None:
            trace.switch("actions.stand-slot", "stand_slot", rulings.stand_slot)
        trace.add("actions.stand", "text", f"{fighter.name} stands up for one action", 1)
    return (*paid, Effect(fighter.name, "prone", True, False))


def passes(order: Sequence[tuple[str, int]]) -> tuple[tuple[str, ...], ...]:
    """Who may act in each pass of a turn (rule actions.passes).

    `order` lists name and number of actions by reaction speed. All first actions come in
    that order, then all second ones, and so on; nobody has to use them.
    """
    most = max((count for _, count in order), default=0)
    return tuple(tuple(name for name, count in order if count > number) for number in range(most))
