"""Playing many fights: of two by drawing from their space, of more step by step from a book."""

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from affray.dice import QuietDice
from affray.engine.book import Book
from affray.engine.chain import TooLarge
from affray.engine.many.tallies import Ending, Tally, fallen
from affray.engine.space import MOST_PLACES, Space
from affray.engine.step import QUIET_ROUNDS, step, stopped
from affray.fight import Ended, Fight, Scene
from affray.supply import OneSupply

SPARE_BITS = 6
"""With so many more bits than a draw needs, less than one draw in 2**6 is thrown away."""

LEAST_PLACES = 50
"""A space of so many places is made in a blink."""

Row = tuple[list[int], int, list[tuple[int, int, int, int] | None]] | tuple[()]
HARMED = 1
"""The lowest bit of how a row counts a way; the rounds that begin are above it."""

Player = Callable[[int, int], Tally]
"""Plays a number of fights from a seed."""


class _Bits(QuietDice):
    """Dice of which only the bits are wanted."""

    @property
    def bits(self) -> Callable[[int], int]:
        """So many random bits, as a number."""
        return self._bits


class Machine:
    """Plays a fight of two by drawing each turn from its whole distribution."""

    def __init__(self, space: Space, book: Book, most_rounds: int) -> None:
        self._space, self._book, self._most = space, book, most_rounds
        self._first_round = space.places[0].state.round
        self._rows: list[Row] = []

    def play(self, fights: int, seed: int) -> Tally:
        """What so many fights came to."""
        bits, rows, struck = _Bits(seed).bits, self._rows, self._space.struck
        most, opening, draw = self._most, self._first_round, bisect_right
        places, book = self._space.places, self._book
        counts: dict[tuple[int, str, int], int] = {}
        self._row(0)
        for _ in range(fights):
            at = harm_a = harm_b = 0
            round_ = since = opening
            reason: str = "over"
            while True:
                row = rows[at] or self._row(at)
                if not row:
                    break
                bounds, width, ways = row
                way = ways[draw(bounds, bits(width))]
                if way is None:
                    continue
                at, more_a, more_b, kind = way
                if kind:
                    if kind & HARMED:
                        since = round_
                        harm_a += more_a
                        harm_b += more_b
                        at = struck(at, harm_a, harm_b)
                        if at >= len(rows):
                            self._row(at)
                    if kind > HARMED:
                        round_ += kind >> 1
                        if round_ > most or round_ - since >= QUIET_ROUNDS:
                            if not (rows[at] or self._row(at)):
                                break
                            end = stopped(places[at].state, round_, True, book, most)
                            if end is not None:
                                reason, _, round_ = end
                                break
                            since = round_
            key = at, reason, round_
            counts[key] = counts.get(key, 0) + 1
        tally = Tally()
        for key, times in counts.items():
            tally.count(self._ending(*key), times)
        return tally

    def _row(self, number: int) -> Row:
        """A place as the loop above wants it; empty for an end."""
        self._rows += [()] * (number + 1 - len(self._rows))
        if number in self._space.ends:
            return ()
        found, total = self._space.ways(number)
        width = total.bit_length() + SPARE_BITS
        times = (1 << width) // total
        ways: list[Any] = [
            (way.to, way.harm_a, way.harm_b, 2 * way.rounds + way.harmed) for way in found
        ]
        self._rows += [()] * (max(way.to for way in found) + 1 - len(self._rows))
        self._rows[number] = (
            [bound * times for bound in accumulate(found.values())],
            width,
            [*ways, None],
        )
        return self._rows[number]

    def _ending(self, number: int, reason: Any, rounds: int) -> Ending:
        place = self._space.places[number]
        end = self._space.ends.get(number) or Ended(reason, None, rounds)
        return ending(place.state, end._replace(rounds=rounds), place.first)


def stepped(fight: Fight, most_rounds: int) -> Player:
    """Fights played step by step, what deeds come to drawn from a book."""
    book = Book(fight)

    def play_all(fights: int, seed: int) -> Tally:
        tally, supply = Tally(), OneSupply(QuietDice(seed))
        for _ in range(fights):
            state = book.opened(fight)
            first: tuple[str, ...] = ()
            end = None
            while end is None:
                end = step(state, supply, book, most_rounds)
                if state.fell and not first:
                    first, state.fell = fallen(state), False
            tally.count(ending(state, end, first))
        return tally

    return play_all


def ending(state: Scene, end: Ended, first: tuple[str, ...]) -> Ending:
    """How a fight ended, in which `first` fell first."""
    return Ending(*end, tuple([one.name for one in state.able()]), first)


def player(fight: Fight, most_rounds: int, fights: int) -> tuple[Player, bool]:
    """How a fight is best played that many times, and whether that is from its space.

    The same fight and number always give the same answer.
    """
    # A space is not to take longer to make than the fights would to be played.
    most_places = min(MOST_PLACES, max(LEAST_PLACES, fights // 3))
    if len(fight.fighters) == 2:
        try:
            book = Book(fight)
            space = Space(fight, book, most_places)
            space.explore()
            return Machine(space, book, most_rounds).play, True
        except TooLarge:
            pass
    return stepped(fight, most_rounds), False
