"""One against one as a machine: every turn's distribution enumerated once, then drawn from.

A duel's steps hardly depend on how hurt the two are, only on whether somebody is out. So
a fight is a place in a small chain of moments alike but for the harm, and two sums of
harm. The chain is made by enumerating the steps of the driver, hence by the system's own
turns, tactics and rules; nothing here knows any.
"""

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.dice import Dice, SeededDice, enumerate_play
from affray.fight import Fight, is_out
from affray.odds import hashable
from affray.odds_terms import terms
from affray.run import QUIET_ROUNDS, End
from affray.simulation.driver import Deal, Moment, can_hurt, settle, start, step
from affray.simulation.exchanges import Exchanges
from affray.simulation.tallies import Ending, Tally, ending, fallen
from affray.state import FIXED
from affray.system import system

MOST_PLACES = 1_500
"""Places of a chain; a fight with more is played by the driver."""
MOST_WAYS = 100_000
"""Ways on out of all places together, for the same."""
SPARE_BITS = 6
"""Of this many more bits than a draw needs, less than one in 2**6 draws is thrown away."""
NO_LIMIT = 1 << 62


class TooLarge(Exception):
    """The chain has more places than are worth making."""


class Place(NamedTuple):
    """A moment, harm aside: one fight of many that stand so, and who fell first."""

    moment: Moment
    outs: tuple[bool, ...]
    first: tuple[str, ...]


class Way(NamedTuple):
    """One way on: where to, the harm to each, whether that is any, whether a round begins."""

    to: int
    harm_a: int
    harm_b: int
    harmed: bool
    begun: bool


Ways = dict[Way, int]


class Chain:
    """The places of a fight of two, made as they are come to; 0 is the beginning."""

    def __init__(self, fight: Fight, deal: Deal, most_places: int = MOST_PLACES) -> None:
        """Make every place in which nobody is out yet.

        Raises:
            TooLarge: there are more than `most_places` of them, or too many ways on.
        """
        self._terms = terms(system(fight.system))
        self._hidden = [field for field, _ in self._terms.harm] if self._terms.blind else []
        self._deal, self._limit = deal, most_places
        self._numbers: dict[Any, int] = {}
        self._single: dict[int, tuple[Ways, int]] = {}
        self._outs: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        self._fighters = fight.fighters
        self.places: list[Place] = []
        self.ends: dict[int, End] = {}
        moment = start(fight)
        self.number(moment, self._outs_of(moment), ())
        ways = 0
        # The list grows while it is walked.
        for number, place in enumerate(self.places):
            if number >= self._limit or ways > MOST_WAYS:
                raise TooLarge
            if not any(place.outs):
                ways += len(self.ways(number)[0])
        self._limit = NO_LIMIT

    def number(self, moment: Moment, outs: tuple[bool, ...], first: tuple[str, ...]) -> int:
        """The number of a moment's place, a new one for a place not seen before."""
        fight, turns = moment.fight, moment.fight.turns
        state = [
            hashable(getattr(turns, field))
            for field in turns.__struct_fields__
            if field != "round"
        ]
        for fighter in fight.fighters:
            state += [
                hashable(getattr(fighter, field))
                for field in fighter.__struct_fields__
                if field not in FIXED and field not in self._hidden
            ]
        begun = turns.round > 0
        key = (outs, first, begun, moment.actor, moment.deeds, moment.idle, moment.done, *state)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.places)
            if isinstance(end := settle(moment, NO_LIMIT), End):
                self.ends[found] = end
            self.places.append(Place(moment, outs, first))
        return found

    def ways(self, number: int) -> tuple[Ways, int]:
        """The ways on from a place with their weights, and the total of these.

        A way without harm, and in the same round, goes on to what follows at once.
        """
        whole, total = self.steps(number)
        onward = {
            way: self.steps(way.to)
            for way in whole
            if not way.harmed and not way.begun and way.to != number and way.to not in self.ends
        }
        scale = lcm(*(rest for _, rest in onward.values()))
        found: Ways = {}
        for way, weight in whole.items():
            if way not in onward:
                found[way] = found.get(way, 0) + weight * scale
                continue
            rest, of = onward[way]
            for further, share in rest.items():
                found[further] = found.get(further, 0) + weight * share * (scale // of)
        return found, total * scale

    def steps(self, number: int) -> tuple[Ways, int]:
        """Where one step leads from a place, by enumerating it."""
        known = self._single.get(number)
        if known is not None:
            return known
        moment = self.places[number].moment
        lines: list[tuple[Way, int, int]] = []
        for line in enumerate_play(lambda dice: step(moment, dice, self._deal), merges=True):
            after = line.result.moment
            harm = [
                self._harm(old, new)
                for old, new in zip(moment.fight.fighters, after.fight.fighters, strict=True)
            ]
            to = self._after(number, after)
            way = Way(to, harm[0], harm[1], line.result.harmed, after.begun)
            lines.append((way, line.weight, line.total))
        total = lcm(*(of for _, _, of in lines))
        found: Ways = {}
        for way, weight, of in lines:
            found[way] = found.get(way, 0) + weight * (total // of)
        self._single[number] = found, total
        return found, total

    def out(self, side: int, harm: int) -> bool:
        """Whether so much more harm than at the beginning takes a combatant out."""
        known = self._outs[side].get(harm)
        if known is None:
            fighter = self._with(self._fighters[side], harm)
            fight = self.places[0].moment.fight
            known = self._outs[side][harm] = is_out(fight, fighter)
        return known

    def struck(self, number: int, outs: tuple[bool, bool]) -> int:
        """The place like another but for who is out by harm that is not part of places."""
        place = self.places[number]
        fighters = tuple(
            self._felled(side) if out and not place.outs[side] else fighter
            for side, (fighter, out) in enumerate(zip(place.moment.fight.fighters, outs))  # noqa: B905
        )
        return 0 if not fighters else number
