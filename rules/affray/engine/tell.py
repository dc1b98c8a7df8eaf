"""Playing a fight step by step, told as events: for people, sessions, `run` and `check`."""

from collections.abc import Iterator

from msgspec import Struct

from affray.deed import Deed
from affray.dice import Dice
from affray.engine.deadly import refuse_endless
from affray.engine.step import MOST_ROUNDS, Dealer, goes_on, step
from affray.faults import BadRequest, Fault
from affray.fight import End, Fight, Hold, Played, State, act, advance
from affray.outcome import Outcome
from affray.supply import Supply


class Round(Struct, frozen=True):
    """A round begins."""

    number: int


class TurnGiven(Struct, frozen=True):
    """A turn was given: what it took, and the fight before and after."""

    before: Fight
    after: Fight
    outcome: Outcome
    dice: Dice


class DeedDone(Struct, frozen=True):
    """A deed was done: what came of it, and the fight before and after."""

    before: Fight
    after: Fight
    deed: Deed
    played: Played
    dice: Dice


Event = Round | TurnGiven | DeedDone | End


class _Telling(Dealer):
    """Plays through the rule functions, and keeps what happened."""

    def __init__(self, fight: Fight) -> None:
        self.now = fight
        self.happened: TurnGiven | DeedDone

    def deal(self, state: State, deed: Deed, dice: Dice) -> None:
        before = self.now
        played = act(before, deed, dice, more=True)
        state.suffer(played.whole.effects)
        self.now = state.kept()
        self.happened = DeedDone(before, self.now, deed, played, dice)

    def give(self, state: State, dice: Dice) -> None:
        before = self.now
        outcome = advance(before, dice)
        state.suffer(outcome.effects)
        self.now = state.kept()
        self.happened = TurnGiven(before, self.now, outcome, dice)


def play_out(fight: Fight, supply: Supply, most_rounds: int = MOST_ROUNDS) -> Iterator[Event]:
    """Play a fight from where it stands until it is over; the last event is an End.

    It is over when one side or none is left, when nobody can be hurt any more, or when
    `most_rounds` (1 or more) have been played.

    Raises:
        Forbidden: nothing says when anybody is out (see `refuse_endless`).
        BadRequest: there never were two sides.
    """
    refuse_endless(fight)
    if not fight.has_sides():
        raise BadRequest(Fault("a fight takes two sides", "put somebody on the other side"))
    state, telling = State(fight), _Telling(fight)
    while True:
        before = telling.now
        end = step(state, supply, telling, most_rounds)
        if telling.now is not before:
            yield from _told(telling.happened, most_rounds)
        if end is not None:
            yield End(telling.now, *end)
            return


def _told(event: TurnGiven | DeedDone, most_rounds: int) -> Iterator[Event]:
    """An event, with the marks of rounds that begin by it."""
    before, after = event.before.turns.round, event.after.turns.round
    marks = [Round(number) for number in range(before + 1, min(after, most_rounds) + 1)]
    if before == 0 or event.after.whose():
        yield from marks[:1]
        del marks[:1]
    # A turn that is nobody's ends a round, and belongs to the one that it ends.
    yield event
    yield from marks


def take_turn(
    fight: Fight, name: str, supply: Supply, *, turn: Hold = "kept"
) -> Iterator[DeedDone]:
    """Play a whole turn of one combatant by its tactics, deed by deed.

    Raises:
        Forbidden: it is not this one's turn (unless `turn` says otherwise: then one deed is done).
    """
    state = State(fight)
    state.actor = name
    while (deed := goes_on(state, supply.choices)) is not None:
        before, dice = fight, supply.next()
        played = act(before, deed, dice, turn=turn, more=True)
        fight = before.apply(played.whole.effects)
        yield DeedDone(before, fight, deed, played, dice)
        if turn != "kept":
            return
        state.suffer(played.whole.effects)
        state.deeds += 1
