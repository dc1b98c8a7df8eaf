"""Playing many fights: of two by drawing from a chain of places, of more by the driver."""

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from affray.dice import QuietDice
from affray.engine.chain import TooLarge
from affray.engine.driver import can_hurt, play
from affray.engine.exchanges import Exchanges
from affray.engine.many.tallies import Ending, Tally, ending, fallen
from affray.engine.plain import is_plain
from affray.engine.space import MOST_PLACES, FightChain
from affray.engine.tell import QUIET_ROUNDS
from affray.fight import End, Fight

SPARE_BITS = 6
"""With so many more bits than a draw needs, less than one draw in 2**6 is thrown away."""

LEAST_PLACES = 50
"""A chain of so many places is made in a blink."""

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

    def __init__(self, chain: FightChain, most_rounds: int) -> None:
        self._chain, self._most = chain, most_rounds
        self._first_round = chain.places[0].moment.fight.turns.round
        self._rows: list[Row] = []
        self._hopeless: dict[int, bool] = {}

    def play(self, fights: int, seed: int) -> Tally:
        """What so many fights came to."""
        bits, rows, struck = _Bits(seed).bits, self._rows, self._chain.struck
        most, opening, draw = self._most, self._first_round, bisect_right
        counts: dict[tuple[int, str, int], int] = {}
        self._row(0)
        for _ in range(fights):
            at = harm_a = harm_b = 0
            round_ = since = opening
            reason = "over"
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
                            if round_ > most:
                                reason, round_ = "cap", most
                                break
                            since = round_
                            if self._is_hopeless(at):
                                reason = "stalemate"
                                break
            key = at, reason, round_
            counts[key] = counts.get(key, 0) + 1
        tally = Tally()
        for key, times in counts.items():
            tally.count(self._ending(*key), times)
        return tally

    def _row(self, number: int) -> Row:
        """A place as the loop above wants it; empty for an end."""
        self._rows += [()] * (number + 1 - len(self._rows))
        if number in self._chain.ends:
            return ()
        found, total = self._chain.ways(number)
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

    def _is_hopeless(self, number: int) -> bool:
        known = self._hopeless.get(number)
        if known is None:
            known = not can_hurt(self._chain.places[number].moment.fight)
            self._hopeless[number] = known
        return known

    def _ending(self, number: int, reason: str, rounds: int) -> Ending:
        place = self._chain.places[number]
        end = self._chain.ends.get(number)
        if end is None:
            end = End(place.moment.fight, reason, None, rounds)  # type: ignore[arg-type]
        return ending(end, place.first)._replace(rounds=rounds)


def played(fight: Fight, most_rounds: int) -> Player:
    """Fights played by the driver, their exchanges drawn from a cache."""
    exchanges = Exchanges(fight)

    def play_all(fights: int, seed: int) -> Tally:
        tally, dice = Tally(), QuietDice(seed)
        for _ in range(fights):
            first: tuple[str, ...] = ()
            for now in play(fight, dice, most_rounds, exchanges.deal):
                first = first or fallen(now.fight)
            assert isinstance(now, End)
            tally.count(ending(now, first))
        return tally

    return play_all


def player(fight: Fight, most_rounds: int, fights: int) -> tuple[Player, bool]:
    """How a fight is best played that many times, and whether that is by a machine.

    The same fight and number always give the same answer.
    """
    # A chain is not to take longer to make than the fights would to be played.
    most_places = min(MOST_PLACES, max(LEAST_PLACES, fights // 3))
    if is_plain(fight):
        try:
            chain = FightChain(fight, Exchanges(fight).deal, most_places)
            return Machine(chain, most_rounds).play, True
        except TooLarge:
            pass
    return played(fight, most_rounds), False
