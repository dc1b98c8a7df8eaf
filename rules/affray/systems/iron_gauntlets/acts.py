"""What one does, or what happens to one, in a fight beside striking and moving.

Running off, standing up, declaring, the action that a task takes, being knocked down, and
the rest afterwards (rules actions, actions.declared, actions.down, damage.healing).
"""

from typing import Annotated, Any, Literal

from msgspec import Struct

from affray.action import Action, Nothing
from affray.dice import Dice
from affray.faults import Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.iron_gauntlets.fighter import SYSTEM, Declared, Fighter
from affray.systems.iron_gauntlets.initiative import THIS_TURN
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability
from affray.systems.iron_gauntlets.slots import ANY_SLOT, stand, take

NEW_TURN: dict[str, Any] = {
    **THIS_TURN,
    "speed": None,
    "defaulted": False,
    "fitness_given": 0,
    "awareness_given": 0,
    "free_actions": None,
    "fitness_actions": 0,
    "awareness_actions": 0,
    "declared": None,
}
"""What a combatant is before the reaction roll of a turn."""


class ActResult(Struct, frozen=True):
    """What was done by whom, or befell them: `kind` says more of it, or is None."""

    name: str
    what: str
    kind: str | None
    injury: int
    fatigue: int


def _done(
    fighter: Fighter,
    what: str,
    effects: tuple[Effect, ...],
    trace: Trace,
    kind: str | None = None,
) -> Outcome:
    """The outcome of an act, with the harm as it is after it."""
    harm = {"injury": fighter.injury, "fatigue": fighter.fatigue}
    harm |= {e.field: e.after for e in effects if e.field in harm}
    result = ActResult(fighter.name, what, kind, harm["injury"], harm["fatigue"])
    return Outcome("done", result, effects, tuple(trace.steps))


def get_up(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Stand up for one action (rule actions.stand).

    Raises:
        Forbidden: not lying down; knocked down this very turn; no action left for it.
    """
    trace = Trace(SYSTEM, dice.explains)
    return _done(fighter, "stand", stand(fighter, rulings, trace), trace)


def flee(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Run from the fight for one action (rule actions.flee).

    Raises:
        Forbidden: lying down; gone already; no action left for it.
    """
    trace = Trace(SYSTEM, dice.explains)
    if fighter.fled:
        raise Forbidden(f"{fighter.name} has fled already", rule=f"{SYSTEM}:actions.flee")
    trace.switch("move.prone", "prone_moves", rulings.prone_moves)
    if fighter.prone and not fighter.stopped and rulings.prone_moves == "crawl":
        raise Forbidden(
            f"{fighter.name} is lying down and cannot run",
            rule=f"{SYSTEM}:move.prone",
            hint="`affray act NAME stand` gets up, for one action",
        )
    payable = ANY_SLOT if rulings.flee_slot == "any" else None
    paid = take(fighter, "fitness", rulings, trace, payable=payable)
    trace.switch("actions.flee", "flee_slot", rulings.flee_slot)
    trace.add("actions.flee", "ruling", f"{fighter.name} runs from the fight")
    return _done(fighter, "flee", (*paid, Effect(fighter.name, "fled", False, True)), trace)


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `act use`: the ability that the task rolls, or magic."""

    kind: Annotated[
        Ability | Literal["magic"], option("The ability that the task rolls, or magic.")
    ]


def use(fighter: Fighter, asked: Use, dice: Dice, rulings: Rulings) -> Outcome:
    """Use an action up for a task that `roll task` settles (rules actions, actions.unlisted).

    Raises:
        Forbidden: no action is left that pays for it.
    """
    trace = Trace(SYSTEM, dice.explains)
    ability: Ability = "creativity" if asked.kind == "magic" else asked.kind
    trace.add("actions", "text", f"{fighter.name} takes an action for {asked.kind}", 1)
    paid = take(fighter, ability, rulings, trace, asked.kind == "magic")
    return _done(fighter, "use", paid, trace, asked.kind)


class Declare(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `act declare`: what the first action of the turn will be."""

    kind: Annotated[Declared, option("What the first action of the turn will be.")]


def declare(fighter: Fighter, asked: Declare, dice: Dice, rulings: Rulings) -> Outcome:
    """Declare the first action at the beginning of a turn (rule actions.declared)."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("actions.declared", "text", f"{fighter.name} declares: {asked.kind}")
    effects = changes(fighter, {"declared": asked.kind}, fighter.name)
    return _done(fighter, "declare", effects, trace, asked.kind)


def down(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Be knocked down: no more acting this turn, and standing up costs an action later."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("actions.down", "text", f"{fighter.name} is knocked down")
    effects = changes(fighter, {"prone": True, "stopped": True}, fighter.name)
    return _done(fighter, "down", effects, trace)


def stop(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Be kept from acting for the rest of the turn, on one's feet (rule actions.down)."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("actions.down", "text", f"{fighter.name} is stopped")
    return _done(fighter, "stop", changes(fighter, {"stopped": True}, fighter.name), trace)


def rest(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """End the fight for somebody: what lasts a turn is over (rule damage.healing).

    Harm only heals by figures of the director's own.
    """
    trace = Trace(SYSTEM, dice.explains)
    trace.switch("damage.healing", "rest_heals_injury", rulings.rest_heals_injury, "house")
    trace.switch("damage.healing", "rest_heals_fatigue", rulings.rest_heals_fatigue, "house")
    if not rulings.rest_heals_injury + rulings.rest_heals_fatigue:
        text = f"{fighter.name} rests; how harm heals stands in the book only, and it stays"
        trace.add("damage.healing", "house", text)
    after = {
        **NEW_TURN,
        "prone": False,
        "fled": False,
        "injury": max(0, fighter.injury - rulings.rest_heals_injury),
        "fatigue": max(0, fighter.fatigue - rulings.rest_heals_fatigue),
    }
    return _done(fighter, "rest", changes(fighter, after, fighter.name), trace)


ACTS: dict[str, Action] = {
    "act stand": Action(Nothing, lambda f, s, d, r: get_up(f[0], s, d, r), result=ActResult),
    "act flee": Action(Nothing, lambda f, s, d, r: flee(f[0], s, d, r), result=ActResult),
    "act use": Action(Use, lambda f, s, d, r: use(f[0], s, d, r), result=ActResult),
    "act declare": Action(Declare, lambda f, s, d, r: declare(f[0], s, d, r), result=ActResult),
    "act down": Action(Nothing, lambda f, s, d, r: down(f[0], s, d, r), result=ActResult),
    "act stop": Action(Nothing, lambda f, s, d, r: stop(f[0], s, d, r), result=ActResult),
    "act rest": Action(Nothing, lambda f, s, d, r: rest(f[0], s, d, r), result=ActResult),
}
"""What is only done in a fight, by its command."""
