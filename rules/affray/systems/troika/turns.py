"""The turns of Troika!: tokens out of a bag, until the End of the Round (rules 5, 7.9.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

from msgspec import Struct

from affray.deed import Deed
from affray.dice import Dice, one_of
from affray.faults import BadData, Fault
from affray.outcome import UNTOLD, Outcome, Trace, apply
from affray.systems.troika.allowing import TURN_COMMANDS
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.hazards import SUFFERING, Drown, Hazard, drown, hazard
from affray.systems.troika.initiative import stack
from affray.systems.troika.order import OwnState, Turns, whose
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import END


class TurnResult(Struct, frozen=True):
    """A draw: the token, who may act by it, and the round it falls in."""

    token: str
    round: int
    may_act: tuple[str, ...]
    left: int


def advance(fight: OwnState, dice: Dice) -> Outcome:
    """Draw the next token. The End of the Round puts all back and settles what waits for it."""
    trace = Trace(SYSTEM, dice.explains)
    turns = fight.turns
    round_, bag = turns.round, turns.bag
    if round_ == 0:
        round_, bag = 1, Counter(stack(_living(fight), fight.rulings, trace))
    if bag.get(END, 0) < 1:
        raise BadData(Fault(f"the bag holds no `{END}`", "mend `bag` in the session's file"))
    place = dice.throw(one_of(sum(bag.values())), "the next token")
    token = _token(bag, place)
    word = "turn"
    if trace.on:
        trace.add("5.2", "text", f"the token drawn: {token}", place)
    if token == END:
        word = "end-of-round"
        trace.add("5.3", "text", "the End of the Round: all tokens go back but those of the dead")
        _falling(fight, trace)
        left = dict(Counter(stack(_living(fight), fight.rulings, trace)))
        _suffering(fight, dice, trace)
        round_ += 1
    else:
        left = dict(bag)
        left[token] -= 1
        if not left[token]:
            del left[token]
    fight.turns = Turns(round_, left, token)
    if not trace.on:
        return UNTOLD
    drawn = TurnResult(token, round_, whose(fight), sum(left.values()))
    return Outcome(word, drawn, (), tuple(trace.steps))


def _token(bag: Mapping[str, int], place: int) -> str:
    """The token at a place in the bag, from 1."""
    for token, count in bag.items():
        place -= count
        if place <= 0:
            return token
    raise ValueError(place)


def _living(fight: OwnState) -> list[Fighter]:
    return [f for f in fight.fighters if not (f.stamina < 0 or f.drowned or f.fled)]


def _falling(fight: OwnState, trace: Trace) -> None:
    """Who is dying dies, before the tokens go back (rules 4, 5.3)."""
    for fighter in [one for one in fight.fighters if one.stamina == 0]:
        if not fighter.is_dead:
            trace.add("4", "text", f"{fighter.name} was dying, and is dead", -1)
            fight.change(fighter, {"stamina": -1})


def _suffering(fight: OwnState, dice: Dice, trace: Trace) -> None:
    """The unconscious come round, and hazards are tested (rules 6.10, 7.9.2)."""
    for fighter in [one for one in fight.fighters if one.unconscious]:
        left = fighter.unconscious - 1
        trace.add("6.10", "text", f"{fighter.name}: rounds still out", left)
        fight.change(fighter, {"unconscious": left})
    for name in list(fight.grouped(_suffers).get(True, ())):
        for outcome in _hazards(fight.fighter(name), dice, fight.rulings):
            trace.add("7.9.2", "text", f"{name}: tested at the End of the Round")
            trace.steps += outcome.trace
            fight.suffer(outcome.effects)


def _suffers(fighter: Fighter, rulings: Rulings) -> bool | None:
    hazards = any(getattr(fighter, kind) for kind in ("drowning", *SUFFERING))
    return (hazards and fighter.stamina > 0) or None


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


def spend(fight: OwnState, deed: Deed, outcome: Outcome) -> None:
    """The token is used up by what takes a Turn; delaying puts it back into the bag."""
    turns = fight.turns
    if deed.command not in TURN_COMMANDS:
        return
    if deed.command == "act delay":
        bag = Counter(turns.bag)
        bag[str(turns.token)] += 1
        fight.turns = Turns(turns.round, dict(bag))
    elif deed.command != "move" or getattr(outcome.result, "costs_turn", True):
        fight.turns = Turns(turns.round, turns.bag, turns.token, True)
