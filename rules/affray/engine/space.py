"""One against one as a chain of places, made by enumerating the driver's steps.

A duel's steps do not depend on how hurt the two are, only on whether somebody is out. So
a fight is a place among moments alike but for the harm, and the harm of either, summed.
The chain comes from the system's own turns, tactics and rules; nothing here knows any.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import lcm
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.dice import enumerate_play
from affray.engine.chain import TooLarge
from affray.engine.deadly import DIGIT
from affray.engine.driver import Deal, Moment, Taken, choice, settle, start, take
from affray.engine.exact import hashable
from affray.engine.many.tallies import fallen
from affray.fight import End, Fight
from affray.state import FIXED, reader

MOST_PLACES = 4_000
"""Places of a chain at most, each made in the time of two or three fights."""
MOST_WAYS = 400_000
"""Ways on out of all places together, at most."""
NEVER = 1 << 62
"""More rounds than any fight has."""


class Place(NamedTuple):
    """One moment of the many alike: who is out by harm, and who fell first."""

    moment: Moment
    outs: tuple[bool, bool]
    first: tuple[str, ...]


class Way(NamedTuple):
    """One way on: where to, the harm to either, whether there is any, how many rounds begin."""

    to: int
    harm_a: int
    harm_b: int
    harmed: bool
    rounds: int


Ways = dict[Way, int]


class FightChain:
    """The places of a fight of two, 0 being the beginning."""

    def __init__(
        self,
        fight: Fight,
        deal: Deal,
        most_places: int = MOST_PLACES,
        most_ways: int = MOST_WAYS,
    ) -> None:
        """Make all places that are come to before harm takes anybody out.

        Those after it are made as they are needed: whoever asks for their ways.

        Raises:
            TooLarge: there are more than `most_places`, or `most_ways` between them.
        """
        self._terms = fight.rules.terms
        self._hidden = tuple(field for field, _ in self._terms.harm) if self._terms.blind else ()
        self._deal = deal
        self._turns = _reader(fight.turns, ("round",))
        self._state = _reader(fight.fighters[0], (*FIXED, *self._hidden))
        self._numbers: dict[Any, int] = {}
        self._steps: dict[int, tuple[Ways, int]] = {}
        self._ways: dict[int, tuple[Ways, int]] = {}
        self._out: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        self._struck: dict[tuple[int, bool, bool], int] = {}
        self._fight = fight
        self.places: list[Place] = []
        self.ends: dict[int, End] = {}
        queue = [self._number(start(fight), (self.is_out(0, 0), self.is_out(1, 0)), ())]
        count = 0
        for number in queue:
            found, _ = self.ways(number)
            count += len(found)
            if len(self.places) > most_places or count > most_ways:
                raise TooLarge
            for way in found:
                if way.to not in self._ways and way.to not in self.ends:
                    self._ways[way.to] = {}, 0  # in line
                    queue.append(way.to)

    def ways(self, number: int) -> tuple[Ways, int]:
        """The ways on from a place with their weights, and the total of these.

        A step without harm, in the same round, is followed by what comes next at once.
        """
        known = self._ways.get(number)
        if known is not None and known[1]:
            return known
        whole, total = self._one_step(number)
        onward = {
            way: self._one_step(way.to)
            for way in whole
            if not (way.harmed or way.rounds or way.to == number or way.to in self.ends)
        }
        scale = lcm(*(of for _, of in onward.values()))
        found: Ways = {}
        for way, weight in whole.items():
            following, of = onward.get(way, ({way: 1}, 1))
            for further, share in following.items():
                found[further] = found.get(further, 0) + weight * share * (scale // of)
        self._ways[number] = found, total * scale
        return self._ways[number]

    def is_out(self, side: int, harm: int) -> bool:
        """Whether so much (packed) harm takes the first or second out."""
        known = self._out[side].get(harm)
        if known is None:
            fighter = self._harmed(self._fight.fighters[side], harm)
            known = self._out[side][harm] = self._fight.is_out(fighter)
        return known

    def struck(self, number: int, harm_a: int, harm_b: int) -> int:
        """The place like another, with those out whom so much harm takes out."""
        place = self.places[number]
        outs = self.is_out(0, harm_a), self.is_out(1, harm_b)
        if outs == place.outs:
            return number
        key = number, *outs
        found = self._struck.get(key)
        if found is None:
            fight = place.moment.fight
            fighters = [
                self._with_harm(fighter, origin, harm)
                for fighter, origin, harm in zip(
                    fight.fighters, self._fight.fighters, (harm_a, harm_b), strict=True
                )
            ]
            moment = place.moment._replace(fight=replace(fight, fighters=tuple(fighters)))
            found = self._struck[key] = self._number(moment, outs, place.first)
        return found

    def _number(self, moment: Moment, outs: tuple[bool, bool], first: tuple[str, ...]) -> int:
        """The number of a moment's place, a new one for a place not seen before."""
        fight = moment.fight
        moment = moment._replace(since=fight.turns.round)
        first = first or fallen(fight)
        turns = fight.turns.round > 0, *[hashable(part) for part in self._turns(fight.turns)]
        state = [self._state(one) for one in fight.fighters]
        now = moment.actor, moment.deeds, moment.idle, moment.done, moment.given
        key = (outs, first, now, turns, *state)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.places)
            self.places.append(Place(moment, outs, first))
            if isinstance(end := settle(moment, NEVER), End):
                self.ends[found] = end
        return found

    def _one_step(self, number: int) -> tuple[Ways, int]:
        """Where one step leads from a place, by enumerating it."""
        known = self._steps.get(number)
        if known is not None:
            return known
        place = self.places[number]
        moment = place.moment
        lines: list[tuple[Way, int, int]] = []
        for choosing in enumerate_play(partial(choice, moment), merges=True):
            # Apart from the deed itself, so that it is chosen once for all its ways.
            deal = partial(take, moment, choosing.result, deal=self._deal)
            for line in enumerate_play(deal, merges=True):
                weight, of = choosing.weight * line.weight, choosing.total * line.total
                lines.append((self._way(place, line.result), weight, of))
        total = lcm(*(of for _, _, of in lines))
        found: Ways = {}
        for way, weight, of in lines:
            found[way] = found.get(way, 0) + weight * (total // of)
        self._steps[number] = found, total
        return found, total

    def _way(self, place: Place, stepped: Taken) -> Way:
        """A step from a place as a way on."""
        after, harmed = stepped
        fight = place.moment.fight
        pairs = list(zip(fight.fighters, after.fight.fighters, strict=True))
        harm = [self._harm(*pair) for pair in pairs]
        if min(harm) < 0:
            raise TooLarge
        # Harm is summed aside, so that a place stays the same however much there is.
        unhurt = tuple([self._unhurt(*pair) for pair in pairs])
        after = after._replace(fight=replace(after.fight, fighters=unhurt))
        to = self._number(after, place.outs, place.first)
        return Way(to, harm[0], harm[1], harmed, after.fight.turns.round - fight.turns.round)

    def _harm(self, before: Any, after: Any) -> int:
        """The harm of a step to somebody, in fields that places do not have, packed."""
        if after is before or not self._hidden:
            return 0
        done = [sign * (getattr(after, f) - getattr(before, f)) for f, sign in self._terms.harm]
        if min(done) < 0:
            return -1
        return sum(more << (DIGIT * place) for place, more in enumerate(done))

    def _harmed(self, fighter: Any, harm: int) -> Any:
        if not self._hidden:
            return fighter
        mask = (1 << DIGIT) - 1
        places = range(len(self._terms.harm))
        return self._terms.with_harm(fighter, [harm >> (DIGIT * place) & mask for place in places])

    def _unhurt(self, before: Any, after: Any) -> Any:
        if after is before:
            return after
        return replace(after, **{field: getattr(before, field) for field in self._hidden})

    def _with_harm(self, fighter: Any, origin: Any, harm: int) -> Any:
        return self._unhurt(self._harmed(origin, harm), fighter)


def _reader(struct: Any, without: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all fields of a kind of struct but some, at once."""
    return reader([field for field in struct.__struct_fields__ if field not in without])
