"""The ends of small fights, worked out exactly."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import Any

import msgspec

from affray.dice import Dice, enumerate_play
from affray.engine.book import Book
from affray.engine.draw import ending
from affray.engine.hopeless import hopeless
from affray.engine.many.tallies import Ending, fallen
from affray.engine.space import Space
from affray.engine.step import DIRECT, MOST_ROUNDS, QUIET_ROUNDS, Dealer, step
from affray.fight import Ended, Fight, State
from affray.supply import OneSupply

Ends = dict[Ending, Fraction]
Now = dict[bytes, tuple[State, tuple[str, ...], Fraction]]


def every_end(fight: Fight, most_rounds: int, book: Book | None = None) -> Ends:
    """Every ending with its chance, by enumerating each step from each moment."""
    now: Now = {b"": (book.opened(fight) if book else State(fight), (), Fraction(1))}
    ends: Ends = {}
    while now:
        following: Now = {}
        for state, first, chance in now.values():
            for after, end, part in onward(state, book or DIRECT, most_rounds):
                share = chance * part
                fell = first or fallen(after)
                if end is not None:
                    last = ending(after, end, fell)
                    ends[last] = ends.get(last, Fraction(0)) + share
                    continue
                key = msgspec.json.encode((moment(after), fell))
                before = following.get(key)
                share += before[2] if before else 0
                following[key] = after, fell, share
        now = following
    return ends


def onward(
    state: State, dealer: Dealer, most_rounds: int = MOST_ROUNDS
) -> Iterator[tuple[State, Ended | None, Fraction]]:
    """Where one step leads, with the chance of each way."""

    def play(dice: Dice) -> tuple[State, Ended | None]:
        after = copy(state)
        after.fighters = list(state.fighters)
        return after, step(after, OneSupply(dice), dealer, most_rounds)

    for line in enumerate_play(play, merges=True):
        yield *line.result, Fraction(line.weight, line.total)


def spread(state: State, dealer: Dealer) -> dict[bytes, Fraction]:
    """The chance of each moment, or end, that one step leads to."""
    found: dict[bytes, Fraction] = {}
    for after, end, chance in onward(state, dealer):
        key = msgspec.json.encode((moment(after), end))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def moment(state: State) -> tuple[Any, ...]:
    """All that the rest of a fight hangs on."""
    return state.fighters, state.turns, state.actor, state.deeds, state.idle, state.since


def ends_of_space(space: Space, most_rounds: int) -> Ends:
    """The same by walking the places of a fight with the harm summed aside."""
    began = space.places[0].state.round
    now = {(0, 0, 0, began, began): Fraction(1)}
    ends: Ends = {}

    def stop(number: int, reason: Any, rounds: int, chance: Fraction) -> None:
        place = space.places[number]
        end = space.ends.get(number) or Ended(reason, None, rounds)
        last = ending(place.state, end._replace(rounds=rounds), place.first)
        ends[last] = ends.get(last, Fraction(0)) + chance

    while now:
        following: dict[tuple[int, int, int, int, int], Fraction] = {}
        for (number, a, b, round_, since), chance in now.items():
            ways, total = space.ways(number)
            for way, weight in ways.items():
                share = chance * Fraction(weight, total)
                at, harm_a, harm_b = way.to, a + way.harm_a, b + way.harm_b
                quiet = round_ if way.harmed else since
                if way.harmed:
                    at = space.struck(at, harm_a, harm_b)
                after = round_ + way.rounds
                if at in space.ends:
                    stop(at, "", after, share)
                elif after > most_rounds:
                    stop(at, "cap", most_rounds, share)
                else:
                    if way.rounds and after - quiet >= QUIET_ROUNDS:
                        quiet = after
                        if hopeless(space.places[at].state):
                            stop(at, "stalemate", after, share)
                            continue
                    key = at, harm_a, harm_b, after, quiet
                    following[key] = following.get(key, Fraction(0)) + share
        now = following
    return ends
