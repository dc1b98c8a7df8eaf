"""The turns of Troika!: tokens out of a bag, until the End of the Round (rules 5, 7.9.2)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from msgspec import Struct

from affray.deed import Deed
from affray.dice import Dice, Sum
from affray.faults import BadData, Fault
from affray.outcome import THE_FIGHT, Effect, Outcome, Trace, apply, changes
from affray.systems.troika.allowing import TURN_COMMANDS
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.hazards import SUFFERING, Drown, Hazard, drown, hazard
from affray.systems.troika.initiative import stack
from affray.systems.troika.order import OwnFight, whose
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import END


class TurnResult(Struct, frozen=True):
    """A draw: the token, who may act by it, and the round it falls in."""

    token: str
    round: int
    may_act: tuple[str, ...]
    left: int


def advance(fight: OwnFight, dice: Dice) -> Outcome:
    """Draw the next token. The End of the Round puts all back and settles what waits for it."""
    trace = Trace(SYSTEM, dice.explains)
    turns = fight.turns
    effects: tuple[Effect, ...] = ()
    round_, bag = turns.round, Counter(turns.bag)
    if round_ == 0:
        round_, bag = 1, Counter(stack(_living(fight), fight.rulings, trace))
    if bag[END] < 1:
        raise BadData(Fault(f"the bag holds no `{END}`", "mend `bag` in the session's file"))
    place = dice.throw(Sum(1, bag.total()), "the next token")
    token = list(bag.elements())[place - 1]
    bag[token] -= 1
    trace.add("5.2", "text", f"the token drawn: {token}", place)
    word = "turn"
    if token == END:
        word = "end-of-round"
        trace.add("5.3", "text", "the End of the Round: all tokens go back but those of the dead")
        effects = _falling(fight, trace)
        bag = Counter(stack(_living(fight.apply(effects)), fight.rulings, trace))
        effects += _suffering(fight.apply(effects), dice, trace)
        round_ += 1
    after = {"round": round_, "bag": dict(+bag), "token": token, "used": False}
    effects += changes(turns, after, THE_FIGHT)
    drawn = TurnResult(token, round_, whose(fight.apply(effects)), bag.total())
    return Outcome(word, drawn, effects, tuple(trace.steps))


def _living(fight: OwnFight) -> list[Fighter]:
    return [f for f in fight.fighters if not f.is_dead and not f.fled]


def _falling(fight: OwnFight, trace: Trace) -> tuple[Effect, ...]:
    """Who is dying dies, before the tokens go back (rules 4, 5.3)."""
    found: list[Effect] = []
    for fighter in fight.fighters:
        if fighter.stamina == 0 and not fighter.is_dead:
            trace.add("4", "text", f"{fighter.name} was dying, and is dead", -1)
            found.append(Effect(fighter.name, "stamina", 0, -1))
    return tuple(found)


def _suffering(fight: OwnFight, dice: Dice, trace: Trace) -> tuple[Effect, ...]:
    """The unconscious come round, and hazards are tested (rules 6.10, 7.9.2)."""
    found: list[Effect] = []
    for fighter in fight.fighters:
        if fighter.unconscious:
            left = fighter.unconscious - 1
            trace.add("6.10", "text", f"{fighter.name}: rounds still out", left)
            found.append(Effect(fighter.name, "unconscious", fighter.unconscious, left))
    now = fight.apply(found)
    for name in [f.name for f in now.fighters if f.stamina > 0]:
        for outcome in _hazards(now.fighter(name), dice, fight.rulings):
            trace.add("7.9.2", "text", f"{name}: tested at the End of the Round")
            trace.steps += outcome.trace
            found += outcome.effects
            now = now.apply(outcome.effects)
    return tuple(found)


def _hazards(fighter: Fighter, dice: Dice, rulings: Rulings) -> Iterator[Outcome]:
    """What someone suffers from, each tested once; Luck, or Skill, may end it (7.9.1)."""
    if fighter.drowning:
        outcome = drown(fighter, Drown(), dice, rulings)
        yield outcome
        (fighter,) = apply({fighter.name: fighter}, outcome.effects).values()
    for kind in SUFFERING:
        count = getattr(fighter, kind)
        if count and fighter.stamina > 0 and not fighter.is_dead:
            test = Hazard(kind=cast(Any, kind), dice_count=count, test="luck")
            outcome = hazard(fighter, test, dice, rulings)
            yield outcome
            (fighter,) = apply({fighter.name: fighter}, outcome.effects).values()


def cost(fight: OwnFight, deed: Deed, outcome: Outcome) -> tuple[Effect, ...]:
    """The token is used up by what takes a Turn; delaying puts it back into the bag."""
    turns = fight.turns
    if deed.command not in TURN_COMMANDS:
        return ()
    if deed.command == "act delay":
        bag = Counter(turns.bag)
        bag[str(turns.token)] += 1
        return changes(turns, {"bag": dict(bag), "token": None}, THE_FIGHT)
    if deed.command == "move" and not getattr(outcome.result, "costs_turn", True):
        return ()
    return changes(turns, {"used": True}, THE_FIGHT)
