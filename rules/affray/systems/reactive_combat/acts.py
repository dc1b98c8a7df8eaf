"""What one does in a fight beside striking, moving and loading: other actions, flight, rest."""

from typing import Annotated, Literal

from msgspec import Struct

from affray.action import Action, Nothing
from affray.dice import Dice
from affray.faults import Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, enter
from affray.systems.reactive_combat.loading import DEEP_BREATH, FILL, LOAD, MAJOR
from affray.systems.reactive_combat.move import stops_running
from affray.systems.reactive_combat.rulings import Rulings


class ActResult(Struct, frozen=True):
    """What was done by whom, with which action (None: it takes none), and how they stand."""

    name: str
    what: str
    action: str | None
    marks: int
    penalties: int


def _done(
    fighter: Fighter, what: str, action: str | None, effects: tuple[Effect, ...], trace: Trace
) -> Outcome:
    stands = {"marks": fighter.marks, "penalties": fighter.penalties}
    stands |= {e.field: e.after for e in effects if e.field in stands}
    result = ActResult(fighter.name, what, action, **stands)
    return Outcome("done", result, effects, tuple(trace.steps))


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `act use`: the kind of action that is used up."""

    kind: Annotated[Literal["major", "minor"], option("The action that is used up.")]


def use(fighter: Fighter, asked: Use, dice: Dice, rulings: Rulings) -> Outcome:
    """Use an action up for something that no command settles (rule turn)."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("turn", "base", f"{fighter.name} uses a {asked.kind} action")
    effects = stops_running(fighter) if asked.kind == MAJOR else ()
    return _done(fighter, "use", asked.kind, effects, trace)


def flee(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Run from the fight (rule flee).

    Raises:
        Forbidden: gone already.
    """
    trace = Trace(SYSTEM, dice.explains)
    if fighter.fled:
        raise Forbidden(f"{fighter.name} has fled already", rule=f"{SYSTEM}:flee")
    trace.add("flee", "ruling", f"{fighter.name} runs from the fight")
    effects = changes(fighter, {"ran": True, "fled": True}, fighter.name)
    return _done(fighter, "flee", MAJOR, effects, trace)


def rest(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """End the encounter for somebody (rules penalties, rest).

    Penalties and whatever counts a round or a turn are over. Marks and Conviction stay,
    as far as no ruling heals.
    """
    trace = Trace(SYSTEM, dice.explains)
    trace.add("rest", "ruling", f"{fighter.name} rests: the encounter is over")
    trace.add("penalties", "text", "combat penalties last an encounter", -fighter.penalties)
    after: dict[str, object] = {
        "penalties": 0,
        "expert_struck": False,
        "pinpointed": False,
        "extra_bullets": 0,
        "ran": False,
        "place": None,
        "fled": False,
    }
    trace.switch("rest", "rest_reloads", rulings.rest_reloads)
    if rulings.rest_reloads:
        after |= {"ammunition": enter(fighter.sheet).ammunition, "unloaded": ()}
    healed = min(fighter.marks, rulings.rest_heals_marks)
    trace.switch("rest", "rest_heals_marks", rulings.rest_heals_marks)
    after["marks"] = fighter.marks - healed
    trace.add("rest", "ruling", "injury marks that stay", fighter.marks - healed)
    return _done(fighter, "rest", None, changes(fighter, after, fighter.name), trace)


USE = Action(Use, lambda f, s, d, r: use(f[0], s, d, r), result=ActResult)
FLEE = Action(Nothing, lambda f, s, d, r: flee(f[0], s, d, r), result=ActResult)
REST = Action(Nothing, lambda f, s, d, r: rest(f[0], s, d, r), result=ActResult)

ACTS: dict[str, Action] = {
    "act deep-breath": DEEP_BREATH,
    "act load": LOAD,
    "act fill": FILL,
    "act use": USE,
    "act flee": FLEE,
    "act rest": REST,
}
"""What is only done in a fight, by its command."""
