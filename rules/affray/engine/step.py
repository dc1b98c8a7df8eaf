"""The order of things in a fight, the one place that tells it.

Whose turn it is, what they decide, the deed, what it uses up, the end of the turn, of the
round, of the fight. Everything that plays a fight goes through `step`; what a deed comes to
and what a turn is made of, it asks a Dealer and the system.
"""

from collections.abc import Sequence

from affray.deed import Deed
from affray.dice import Dice
from affray.fight import Ended, State, act
from affray.outcome import Outcome
from affray.supply import Supply
from affray.tactics import acting

QUIET_ROUNDS = 10
"""Rounds without harm after which it is asked whether there can be any at all."""

MOST_DEEDS = 12
"""More than any turn of any system has; a sheet that wants more is stopped."""

MOST_ROUNDS = 50
"""Rounds after which a fight is stopped, unless somebody says otherwise."""


class Dealer:
    """What a step asks for: here, of the rule functions themselves."""

    def deal(self, state: State, deed: Deed, dice: Dice) -> None:
        """Do a deed: what it uses up of the turn, and its effects."""
        played = act(state.kept(), deed, dice, more=True)
        state.suffer(played.whole.effects)

    def give(self, state: State, dice: Dice) -> Outcome | None:
        """End the present turn, and give the next."""
        return state.rules.advance(state, dice)

    def hopeless(self, state: State) -> bool:
        """Whether nobody can be hurt any more."""
        from affray.engine.hopeless import hopeless  # which few fights come to

        return hopeless(state)


DIRECT = Dealer()


def step(
    state: State, supply: Supply, dealer: Dealer = DIRECT, most_rounds: int = MOST_ROUNDS
) -> Ended | None:
    """Let the next deed be done, or the next turn be given; how the fight then is over, if it is.

    Choices are thrown for by `supply.choices`, the deed or turn by the next of its dice.
    """
    deed = next_deed(state, supply.choices)
    if deed is None:
        return state.won() or _give(state, supply, dealer, most_rounds)
    dealer.deal(state, deed, supply.next())
    state.deeds += 1
    names = state.whose()
    if state.actor not in names:
        state.actor, state.deeds = None, 0
    # Not to ask who is left: those who act at once all do, also those felled by it.
    return None if names and going(state, names) else state.won()


def going(state: State, names: Sequence[str]) -> bool:
    """Whether a turn that has begun goes on, in which so many may act."""
    return any(name == state.actor or name not in state.idle for name in names)


def next_deed(state: State, dice: Dice) -> Deed | None:
    """What is done next by this turn, by somebody's tactics; None: nothing more is."""
    while True:
        if state.actor is None:
            names, idle = state.whose(), state.idle
            if idle:
                # Only among all who may act is it thrown for; after that they go in order.
                names = tuple([name for name in names if name not in idle])
            if not names:
                return None
            name = names[0] if idle or len(names) == 1 else acting(state, dice)
            state.actor, state.deeds, state.idle = name, 0, (*idle, name)
        deed = goes_on(state, dice)
        if deed is not None:
            return deed
        state.actor = None


def goes_on(state: State, dice: Dice) -> Deed | None:
    """What the actor does next with the turn begun; None: nothing more."""
    name = state.actor
    assert name is not None
    if state.deeds and (state.deeds >= MOST_DEEDS or name not in state.whose()):
        return None
    return state.decide(name, dice)


def _give(state: State, supply: Supply, dealer: Dealer, most_rounds: int) -> Ended | None:
    begun = state.round
    dealer.give(state, supply.next())
    state.actor, state.idle = None, ()
    end = state.won()
    if end is not None:
        return end
    round_ = state.round
    quiet = round_ > begun and round_ - state.since >= QUIET_ROUNDS
    if quiet:
        state.since = round_
    return stopped(state, round_, quiet, dealer, most_rounds)


def stopped(
    state: State, round_: int, quiet: bool, dealer: Dealer, most_rounds: int
) -> Ended | None:
    """The end of a fight that has come to a round and is stopped there, though nobody has won."""
    if round_ > most_rounds:
        return Ended("cap", None, most_rounds)
    if quiet and dealer.hopeless(state):
        return Ended("stalemate", None, round_)
    return None
