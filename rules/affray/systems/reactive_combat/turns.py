"""The turns of Reactive Combat: by initiative, a major and a minor action each, or two minor."""

from msgspec import Struct
from msgspec.structs import replace

from affray.action import Nothing
from affray.deed import Deed
from affray.dice import Dice
from affray.outcome import UNTOLD, Outcome, Trace
from affray.systems.reactive_combat.allowing import TURN_COMMANDS
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, is_out
from affray.systems.reactive_combat.initiative import roll_initiative
from affray.systems.reactive_combat.loading import COSTS, FULL_ROUND, MAJOR
from affray.systems.reactive_combat.order import OwnState, Turns, following, left, ordered
from affray.systems.reactive_combat.rulings import Rulings

NEW_TURN = {"extra_bullets": 0}
NEW_ROUND = {"expert_struck": False, "pinpointed": False}
"""What a combatant is before a round, as far as something counts once a round."""


class TurnResult(Struct, frozen=True):
    """The turn given: the round, who may act (nobody, when all are out), and the order.

    `order` has everybody who can act, the first first.
    """

    round: int
    may_act: tuple[str, ...]
    order: tuple[str, ...]


def advance(fight: OwnState, dice: Dice) -> Outcome:
    """End the present turn and give the next in the order of initiative.

    The first throws initiative for all, unless it was thrown for all by `roll
    initiative`; who joins later is put after the others (rules initiative,
    initiative.join). After the last a new round begins (rule round).
    """
    trace = Trace(SYSTEM, dice.explains)
    turns = fight.turns
    if turns.round == 0 and trace.on:
        _explain_out(fight.rulings, trace)
    _places(fight, dice, trace)
    for name in list(fight.grouped(_has_fired).get(True, ())):
        fight.change(fight.fighter(name), NEW_TURN)
    now = following(fight) if turns.round else None
    round_, word = turns.round, "turn"
    if now is None:
        round_, word = turns.round + 1, "new-round"
        now = next(iter(ordered(fight)), None)
        trace.add("round", "base", "a round begins: what counts once a round is free", round_)
        for fighter in [one for one in fight.fighters if one.expert_struck or one.pinpointed]:
            fight.change(fighter, NEW_ROUND)
    fight.turns = Turns(round_) if now is None else Turns(round_, now.name, now.place or 0)
    if not trace.on:
        return UNTOLD
    if now is not None:
        trace.add("initiative", "base", f"{now.name} has the turn, place in the order", now.place)
        trace.add("turn", "base", f"{now.name} has {left(fight.turns)}")
    may_act = () if now is None else (now.name,)
    result = TurnResult(round_, may_act, tuple(f.name for f in ordered(fight)))
    return Outcome(word, result, (), tuple(trace.steps))


def _has_fired(fighter: Fighter, rulings: Rulings) -> bool | None:
    return fighter.extra_bullets > 0 or None


def _is_new(fighter: Fighter, rulings: Rulings) -> bool | None:
    return (fighter.place is None and not is_out(fighter, rulings)) or None


def _explain_out(rulings: Rulings, trace: Trace) -> None:
    limit = rulings.out_at_marks
    text = "out_at_marks: no figure, so marks take nobody out" if limit is None else ""
    trace.switch("marks.out", "out_at_marks", limit, text=text)


def _places(fight: OwnState, dice: Dice, trace: Trace) -> None:
    """Places in the order for those who have none; at the beginning of a fight, for all."""
    if not fight.grouped(_is_new).get(True):
        return
    able = list(fight.able())
    throwing = [f for f in able if f.place is None]
    last = 0
    if fight.turns.round == 0:
        throwing = able
        for fighter in list(fight.fighters):
            if fight.is_out(fighter):
                fight.change(fighter, {"place": None})
    else:
        last = max((f.place for f in fight.fighters if f.place is not None), default=0)
        names = ", ".join(f.name for f in throwing)
        trace.add("initiative.join", "ruling", f"joining after all others: {names}")
    thrown = roll_initiative(throwing, Nothing(), dice, fight.rulings)
    trace.steps += thrown.trace
    for place, one in enumerate(thrown.result.order, last + 1):  # type: ignore[attr-defined]
        fight.change(fight.fighter(one.name), {"place": place})


def spend(fight: OwnState, deed: Deed, outcome: Outcome) -> None:
    """The actions that a deed has used up; an extra bullet only if it was fired."""
    if deed.command not in TURN_COMMANDS:
        return
    uses = COSTS[MAJOR]
    if deed.command == "attack":
        if any(effect.field == "extra_bullets" for effect in outcome.effects):
            uses = COSTS[FULL_ROUND]
    else:
        uses = COSTS[outcome.result.action]  # type: ignore[attr-defined]
    at, major, minor = fight.turns, *uses
    fight.turns = Turns(at.round, at.acting, at.place, at.major + major, at.minor + minor)


def loosen(fighter: Fighter) -> Fighter:
    """Let a combatant strike expertly or fire an extra bullet however often it has."""
    return replace(fighter, unbound=True)
