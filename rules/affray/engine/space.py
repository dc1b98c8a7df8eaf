"""The moments that a fight of two can come to, and the ways between them, with their weights.

Where attacks do not look at how hurt anybody is, harm is summed aside, so that moments alike
but for that are one place. The ways come from enumerating `step`; nothing here knows a rule.
"""

from collections.abc import Sequence
from copy import copy
from math import lcm
from typing import Any, NamedTuple

from affray.dice import Dice, enumerate_play
from affray.engine.book import Book
from affray.engine.chain import Ending, TooLarge, Way
from affray.engine.deadly import DIGIT, deadly
from affray.engine.exact import hashable
from affray.engine.many.tallies import fallen
from affray.engine.stand import Stand
from affray.engine.step import going, step
from affray.fight import Ended, Fight
from affray.state import FIXED, reader
from affray.supply import OneSupply
from affray.table import preferences

MOST_PLACES = 4_000
"""Places of a space at most."""
MOST_WAYS = 400_000
"""Ways on out of all places together, at most."""
NEVER = 1 << 62
"""More rounds than any fight has."""


class Place(NamedTuple):
    """One moment of the many alike: who is out by harm, and who fell first."""

    state: Stand
    outs: tuple[bool, bool]
    first: tuple[str, ...]


class Onward(NamedTuple):
    """Where a way leads, the harm to either, whether there is any, how many rounds begin."""

    to: int
    harm_a: int
    harm_b: int
    harmed: bool
    rounds: int


Ways = dict[Onward, int]


class Space:
    """The places of a fight of two, 0 being the beginning."""

    by_tactics = True
    """Whether the sheets' tactics decide, and may look at how hurt somebody is."""

    def __init__(self, fight: Fight, book: Book, most_places: int = MOST_PLACES) -> None:
        """Begin with one place; others are made as they are come to.

        Coming to more than `most_places` raises TooLarge.
        """
        self._fight, self._book, self._terms = fight, book, fight.rules.terms
        self.most_places = most_places
        plain = self._terms.blind and all(
            self._terms.plain(one) and not (self.by_tactics and preferences(one.sheet))
            for one in fight.fighters
        )
        self._hidden = self._terms.fields if plain else ()
        found = [deadly(fight.rules, fight.rulings, fighter) for fighter in fight.fighters]
        self._counts = tuple(any(pair) for pair in zip(*found, strict=True))
        self._turns = _reader(fight.turns, ("round",))
        self._state = _reader(fight.fighters[0], (*FIXED, *self._hidden))
        self._kins: dict[int, tuple[Any, ...]] = {}
        self._numbers: dict[Any, int] = {}
        self._steps: dict[int, tuple[Ways, int]] = {}
        self._ways: dict[int, tuple[Ways, int]] = {}
        self._out: tuple[dict[int, bool], dict[int, bool]] = ({}, {})
        self._struck: dict[tuple[int, bool, bool], int] = {}
        self.places: list[Place] = []
        self.ends: dict[int, Ended] = {}
        outs = self.is_out(0, 0), self.is_out(1, 0)
        self._number(book.opened(fight), outs, (), None)

    def explore(self, most_ways: int = MOST_WAYS) -> None:
        """Make all places that are come to before harm takes anybody out.

        Raises:
            TooLarge: there are too many, or more than `most_ways` between them.
        """
        count = 0
        seen = {0}
        queue = [0]
        for number in queue:
            found, _ = self.ways(number)
            count += len(found)
            if count > most_ways:
                raise TooLarge
            onward = {way.to for way in found if way.to not in self.ends} - seen
            seen |= onward
            queue += sorted(onward)
        # Those that are made where somebody is out are few.
        self.most_places = NEVER

    def ways(self, number: int) -> tuple[Ways, int]:
        """The ways on from a place with their weights, and the total of these.

        A step without harm, in the same round, is followed by what comes next at once.
        """
        known = self._ways.get(number)
        if known is not None:
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

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        """The ways on from a place as a chain has them, by the rounds that begin."""
        if node in self.ends:
            return (), 1
        found, total = self._one_step(node)
        return [
            Way(weight, way.to, way.harm_a, way.harm_b, way.rounds) for way, weight in found.items()
        ], total

    def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
        """The place where a way with so much (packed) harm leads, or how the fight is over."""
        at = self.struck(node, harm_a, harm_b)
        return self.ending(at, (harm_a, harm_b)) if at in self.ends else at

    def ending(self, node: int, harm: tuple[int, int]) -> Ending:
        """How the fight is over at an end: why, and who has won."""
        return self.ends[node][:2]

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
            state = copy(place.state)
            pairs = zip(list(state.fighters), self._fight.fighters, (harm_a, harm_b), strict=True)
            for fighter, origin, harm in pairs:
                hurt = self._harmed(origin, harm)
                state.change(fighter, {field: getattr(hurt, field) for field in self._hidden})
            # Those who act at once all do, also those felled by it.
            end = None if state.idle and going(state, state.whose()) else state.won()
            found = self._struck[key] = self._number(state, outs, place.first, end)
        return found

    def _number(
        self, state: Stand, outs: tuple[bool, bool], first: tuple[str, ...], end: Ended | None
    ) -> int:
        """The number of a moment's place, a new one for a place not seen before."""
        first = first or fallen(state)
        pair = tuple(state.fighters)
        for fighter, fields in zip(pair, self._terms.settled(*pair), strict=True):
            state.change(fighter, fields)
        now = state.actor, state.deeds, state.idle
        turns = [hashable(part) for part in self._turns(state.turns)]
        key = (outs, first, now, state.round > 0, end and end.reason, *turns)
        key = (*key, *[self._kin(one) for one in state.fighters])
        found = self._numbers.get(key)
        if found is None:
            if len(self.places) >= self.most_places:
                raise TooLarge
            found = self._numbers[key] = len(self.places)
            state.since = state.round
            self.places.append(Place(state, outs, first))
            if end is not None:
                self.ends[found] = end
        return found

    def _kin(self, fighter: Any) -> tuple[Any, ...]:
        """All of a combatant but the harm that is summed aside."""
        known = self._kins.get(id(fighter))
        if known is None:
            known = tuple([hashable(part) for part in self._state(fighter)])
            self._kins[id(fighter)] = known
        return known

    def _one_step(self, number: int) -> tuple[Ways, int]:
        """Where one step leads from a place, by enumerating it."""
        known = self._steps.get(number)
        if known is not None:
            return known
        place = self.places[number]

        def play(dice: Dice) -> Onward:
            state = copy(place.state)
            state.harmed = False
            end = step(state, OneSupply(dice), self._book, NEVER)
            return self._way(place, state, end)

        lines = list(enumerate_play(play, merges=True))
        total = lcm(*(of for _, _, of in lines))
        found: Ways = {}
        for way, weight, of in lines:
            found[way] = found.get(way, 0) + weight * (total // of)
        self._steps[number] = found, total
        return found, total

    def _way(self, place: Place, after: Stand, end: Ended | None) -> Onward:
        """Where a step from a place leads."""
        before = place.state
        harmed, rounds = after.harmed, after.round - before.round
        pairs = list(zip(before.fighters, after.fighters, strict=True))
        harm = [self._harm(*pair) for pair in pairs]
        if min(harm) < 0:
            raise TooLarge
        # Harm is summed aside, so that a place stays the same however much there is.
        for one, other in pairs:
            if one is not other:
                after.change(other, {field: getattr(one, field) for field in self._hidden})
        to = self._number(after, place.outs, place.first, end)
        return Onward(to, harm[0], harm[1], harmed, rounds)

    def _harm(self, before: Any, after: Any) -> int:
        """The harm of a step to somebody, in fields that places do not have, packed."""
        if after is before or not self._hidden:
            return 0
        done = [sign * (getattr(after, f) - getattr(before, f)) for f, sign in self._terms.harm]
        if min(done) < 0:
            return -1
        pairs = enumerate(zip(done, self._counts, strict=True))
        return sum(more << (DIGIT * place) for place, (more, counts) in pairs if counts)

    def _harmed(self, fighter: Any, harm: int) -> Any:
        if not self._hidden:
            return fighter
        mask = (1 << DIGIT) - 1
        places = range(len(self._terms.harm))
        return self._terms.with_harm(fighter, [harm >> (DIGIT * place) & mask for place in places])


def _reader(struct: Any, without: tuple[str, ...]) -> Any:
    """What reads all fields of a kind of struct but some, at once."""
    return reader([field for field in struct.__struct_fields__ if field not in without])
