"""A fight played on step by step: the order of things of `affray.engine.tell.play_out`, again.

There a fight is told as events, and dice are handed out deed by deed; here each deed, and
each turn given, is one function of dice, so that a step can also be enumerated, and its
distribution kept. A generator of events cannot be taken up again from every moment, so
the order of turns, deeds and ends stands in both, and who changes one changes the other.
The tests hold them together: seed for seed both throw the same dice and come to the same
end. Rules stand in neither; who is out, and what can hurt, is asked of the same functions.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from affray.deed import Deed
from affray.dice import Dice
from affray.engine.tell import QUIET_ROUNDS, harms
from affray.fight import End, Fight, act, advance
from affray.outcome import Effect
from affray.tactics import MOST_DEEDS, acting

Effects = tuple[Effect, ...]

Deal = Callable[[Fight, Deed, Dice], Effects]
"""What a deed does in a fight, with what it uses up of the turn."""


class Moment(NamedTuple):
    """A fight between two steps.

    `actor` is playing its turn and has done `deeds` of it; `idle` have had theirs by the
    present turn, which is `done` when nobody has anything more to do by it. `since` is the
    last round with harm; `begun`: a round has just begun.
    """

    fight: Fight
    since: int
    actor: str | None = None
    deeds: int = 0
    idle: tuple[str, ...] = ()
    done: bool = False
    given: bool = False
    begun: bool = False


class Taken(NamedTuple):
    """What a step came to: the moment after it, and whether it did harm."""

    moment: Moment
    harmed: bool


def direct(fight: Fight, deed: Deed, dice: Dice) -> Effects:
    """Play a deed through its rule function."""
    return act(fight, deed, dice, more=True).whole.effects


def start(fight: Fight) -> Moment:
    """A fight as it stands, before any step."""
    return Moment(fight, fight.turns.round)


class Chosen(NamedTuple):
    """What is done next at a moment: the deed, None for the next turn, and whose turn it is in.

    `actor`, `deeds` and `idle` are as they stand once it is chosen.
    """

    deed: Deed | None
    actor: str | None = None
    deeds: int = 0
    idle: tuple[str, ...] = ()


def step(now: Moment, dice: Dice, deal: Deal = direct) -> Taken:
    """Do the next deed by somebody's tactics, or give the next turn when this one is done."""
    return take(now, choice(now, dice), dice, deal)


def choice(now: Moment, dice: Dice) -> Chosen:
    """What somebody's tactics do next, if anybody has anything more to do by this turn."""
    fight, actor, deeds, idle = now.fight, now.actor, now.deeds, now.idle
    while not now.done:
        if actor is None:
            left = [name for name in fight.whose() if name not in idle]
            if not left:
                break
            # Only among all who may act is it thrown for; after that they go in order.
            actor, deeds = left[0] if idle else acting(fight, dice), 0
            idle = (*idle, actor)
        if deeds < MOST_DEEDS and (not deeds or actor in fight.whose()):
            deed = fight.decide(actor, dice)
            if deed is not None:
                return Chosen(deed, actor, deeds, idle)
        actor = None
    return Chosen(None)


def take(now: Moment, chosen: Chosen, dice: Dice, deal: Deal = direct) -> Taken:
    """The step that does what is chosen."""
    if now.done:
        return _give(now, dice)
    fight = now.fight
    deed, actor, deeds, idle = chosen
    if deed is None:
        return Taken(Moment(fight, now.since, done=True), False)
    effects = deal(fight, deed, dice)
    harmed = hurts(fight, effects)
    after = fight.apply(effects)
    since = fight.turns.round if harmed else now.since
    if all(name in idle and name != actor for name in after.whose()):
        return Taken(Moment(after, since, done=True), harmed)
    return Taken(Moment(after, since, actor, deeds + 1, idle), harmed)


def _give(now: Moment, dice: Dice) -> Taken:
    fight = now.fight
    effects = advance(fight, dice).effects
    harmed = hurts(fight, effects)
    after = fight.apply(effects)
    since = fight.turns.round if harmed else now.since
    begun = after.turns.round > fight.turns.round
    return Taken(Moment(after, since, given=True, begun=begun), harmed)


def hurts(fight: Fight, effects: Effects) -> bool:
    """Whether effects hurt anybody."""
    fields = harm_fields(fight)
    return any(effect.field in fields for effect in effects)


def harm_fields(fight: Fight) -> tuple[str, ...]:
    """The fields of a combatant in which harm is counted."""
    return tuple(field for field, _ in fight.rules.terms.harm)


def settle(now: Moment, most_rounds: int) -> Moment | End:
    """The end, where a step has brought it about; else the moment to go on from."""
    if not (now.done or now.given):
        return now
    if (end := now.fight.over()) is not None:
        return end
    round_ = now.fight.turns.round
    if now.given and round_ > most_rounds:
        return End(now.fight, "cap", None, most_rounds)
    if now.begun and round_ - now.since >= QUIET_ROUNDS:
        if not can_hurt(now.fight):
            return End(now.fight, "stalemate", None, round_)
        return now._replace(since=round_)
    return now


def can_hurt(fight: Fight) -> bool:
    """Whether anybody, as things stand, could yet be hurt."""
    fields = set(harm_fields(fight))
    return any(harms(fight, fighter.name, fields) for fighter in fight.fighters)


def play(fight: Fight, dice: Dice, most_rounds: int, deal: Deal = direct) -> Iterator[Moment | End]:
    """Every moment of a fight, played out with the same dice; the last is its End."""
    now: Moment | End = start(fight)
    while isinstance(now, Moment):
        now = settle(step(now, dice, deal).moment, most_rounds)
        dice.thrown.clear()
        yield now
