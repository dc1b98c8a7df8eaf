"""Playing a fight out by its sheets' tactics, told as events: for `run` and `check`.

Many fights at once are played by `affray.engine.driver`, which goes through the same
order of things in steps that can be enumerated. Whether anybody can still be hurt, both ask
here; that they come to the same, dice by dice, the tests say.
"""

from collections.abc import Generator, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from affray.deed import Deed
from affray.dice import Dice, QuietDice, enumerate_play
from affray.engine.deadly import must_end
from affray.faults import BadRequest, Fault, Forbidden
from affray.fight import End, Fight, Played, act, advance
from affray.outcome import Effect, Outcome
from affray.supply import Supply
from affray.tactics import acting, take_turn

MOST_ROUNDS = 50
"""Rounds after which a fight is stopped, unless somebody says otherwise."""

QUIET_ROUNDS = 10
"""Rounds without harm after which it is asked whether there can be any at all."""

MOST_IN_A_TURN = 1_000
"""More combatants than may ever act by one turn."""


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


class QuietSupply(Supply):
    """One maker of dice for everything, where nobody reads a trace or replays a result."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._dice = QuietDice(seed)
        self.choices = self._dice

    def next(self) -> Dice:
        """The same maker, its faces so far forgotten."""
        self._dice.thrown.clear()
        return self._dice


def refuse_endless(fight: Fight) -> None:
    """Raise Forbidden, with the ruling that is missing, when no harm takes anybody out."""
    rules = fight.rules
    for fighter in fight.fighters:
        must_end(rules, fight.rulings, fighter)


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
    quiet = _Quiet(fight)
    while True:
        fight = yield from _play_turn(fight, supply, quiet)
        if (end := fight.over()) is not None:
            yield end
            return
        after = yield from _give(fight, supply, most_rounds, quiet)
        begun, fight = after.turns.round > fight.turns.round, after
        if (end := fight.over()) is not None:
            yield end
            return
        if fight.turns.round > most_rounds:
            yield End(fight, "cap", None, most_rounds)
            return
        if begun and quiet.for_good(fight):
            yield End(fight, "stalemate", None, fight.turns.round)
            return


def _give(
    fight: Fight, supply: Supply, most_rounds: int, quiet: "_Quiet"
) -> Generator[Event, None, Fight]:
    """End the present turn and give the next, with the mark of a round that begins."""
    dice = supply.next()
    outcome = advance(fight, dice)
    quiet.see(outcome.effects, fight.turns.round)
    after = fight.apply(outcome.effects)
    begun = fight.turns.round
    marks = [Round(number) for number in range(begun + 1, after.turns.round + 1)]
    marks = [mark for mark in marks if mark.number <= most_rounds]
    if begun == 0 or after.whose():
        yield from marks[:1]
        del marks[:1]
    # A turn that is nobody's ends a round, and belongs to the one that it ends.
    yield TurnGiven(fight, after, outcome, dice)
    yield from marks
    return after


def _play_turn(fight: Fight, supply: Supply, quiet: "_Quiet") -> Generator[Event, None, Fight]:
    """Let everybody who may act in the present turn do so by their tactics."""
    idle: set[str] = set()
    for _ in range(MOST_IN_A_TURN):
        # Not to ask here who is left: those who act at once all do, also those felled by it.
        if not any(name not in idle for name in fight.whose()):
            return fight
        name = _next(fight, idle, supply)
        idle.add(name)
        for before, deed, dice, played in take_turn(fight, name, supply):
            effects = played.whole.effects
            fight = before.apply(effects)
            quiet.see(effects, fight.turns.round)
            yield DeedDone(before, fight, deed, played, dice)
    return fight


def _next(fight: Fight, idle: set[str], supply: Supply) -> str:
    if not idle:
        return acting(fight, supply.choices)
    return next(name for name in fight.whose() if name not in idle)


class _Quiet:
    """Watches for harm, so that a fight in which there can be none is not played for ever."""

    def __init__(self, fight: Fight) -> None:
        self._fields = {field for field, _ in fight.rules.terms.harm}
        self._since = fight.turns.round

    def see(self, effects: Sequence[Effect], round_: int) -> None:
        """Take note of what happened in a round."""
        if any(effect.field in self._fields for effect in effects):
            self._since = round_

    def for_good(self, fight: Fight) -> bool:
        """Whether nobody has been hurt for long, and nobody can be."""
        if fight.turns.round - self._since < QUIET_ROUNDS:
            return False
        self._since = fight.turns.round
        return not any(harms(fight, f.name, self._fields) for f in fight.fighters)


def harms(fight: Fight, name: str, fields: set[str]) -> bool:
    """Whether anything that a combatant would do as things stand can hurt somebody.

    What is no attack, or is refused, counts as harm: it may lead to some.
    """
    keep = fight.rules
    free = tuple(keep.loosen(one) for one in fight.fighters)
    fight = replace(fight, fighters=free)
    if keep.is_out(fight.fighter(name), fight.rulings):
        return False

    deeds = {repr(w.result): w.result for w in enumerate_play(lambda d: fight.decide(name, d))}
    return any(_can_harm(fight, deed, fields) for deed in deeds.values() if deed is not None)


def _can_harm(fight: Fight, deed: Deed, fields: set[str]) -> bool:
    if deed.command != "attack":
        return True

    def hurts(dice: Dice) -> bool:
        effects = act(fight, deed, dice, turn="ignored", more=True).outcome.effects
        return any(effect.field in fields for effect in effects)

    try:
        return any(line.result for line in enumerate_play(hurts, merges=True))
    except Forbidden:  # what keeps somebody from it now may pass
        return True
