"""The chain of a duel: pairs of combatants, and the moves that attacks make between them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from affray.deed import situate
from affray.dice import Dice
from affray.engine.chain import Ending, Way, lump
from affray.engine.deadly import DIGIT, IsOut, deadly
from affray.engine.exact import Pattern, after, changed, hashable, results
from affray.harm import Terms
from affray.outcome import Effect, Outcome
from affray.state import FIXED
from affray.system import System

First = Literal["alternate", "a", "b", "always-a", "always-b"]
"""Who attacks: both in turn, A first ("a", too) or B first; or always the same one."""

A, B = 0, 1


class TooManyPairs(Exception):
    """Attacks of more pairs would have to be enumerated than the caller wants."""


class Sides(NamedTuple):
    """A duel before it begins: who, with what options either attacks, and in what order."""

    system: System
    a: Any
    b: Any
    options: tuple[Mapping[str, Any], Mapping[str, Any]]
    rulings: Any
    first: First

    def opening(self) -> int:
        """Who attacks first: A (0) or B (1)."""
        return B if self.first in ("b", "always-b") else A

    def following(self, turn: int) -> int:
        """Who attacks after `turn` did."""
        return turn if self.first in ("always-a", "always-b") else 1 - turn

    def counts(self) -> tuple[bool, ...]:
        """For each field of harm, whether it takes anybody out: the others never matter."""
        found = [deadly(self.system, self.rulings, fighter) for fighter in (self.a, self.b)]
        return tuple(any(pair) for pair in zip(*found, strict=True))

    def attack(self, a: Any, b: Any, turn: int) -> Callable[[Dice], Outcome]:
        """The attack whose turn it is, as the rule function of the system plays it."""
        fighters = (a, b) if turn == A else (b, a)
        action, rulings = self.system.action("attack"), self.rulings
        usable = self.system.terms.usable(self.options[turn], *fighters)
        situation = situate(self.system, action, usable)
        return lambda dice: action.play(fighters, situation, dice, rulings)


class Pair(NamedTuple):
    """Both combatants, harm aside where attacks do not look at it, and whose attack it is."""

    a: Any
    b: Any
    turn: int


Ways = dict[tuple[int, int, int], int]
"""The weight of each way on: (the next pair, harm to A, harm to B)."""

Found = tuple[dict[Pattern, tuple[tuple[Effect, ...], int]], int]


class Pairs:
    """Every pair a duel can come to, with the moves between them."""

    def __init__(self, sides: Sides, limit: int) -> None:
        """Enumerate the attacks of every pair that can come about.

        Raises:
            TooManyPairs: there are more than `limit`.
            Forbidden: the rules do not allow an attack that comes about.
        """
        self._sides, self._limit = sides, limit
        self._terms: Terms = sides.system.terms
        self._is_out: IsOut = sides.system.is_out
        self._counts = sides.counts()
        self._places: dict[tuple[Any, ...], int] = {}
        self._cache: dict[tuple[Any, ...], Found] = {}
        self._known: dict[tuple[int, int, int], tuple[bool, int]] = {}
        self.pairs: list[Pair] = []
        self._place(sides.a, sides.b, sides.opening())
        ways, totals = list[list[Way]](), list[int]()
        # The list grows while it is walked.
        for pair in self.pairs:
            found, total = self._moves(pair)
            ways.append([Way(weight, *way) for way, weight in found.items()])
            totals.append(total)
        # Pairs are as one that only differ in a turn that makes no difference.
        colours = [(*_state(pair.a), *_state(pair.b)) for pair in self.pairs]
        self._ways, self._total = lump(ways, totals, colours)

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        """The ways on from a pair, and what their weights add up to."""
        return self._ways[node], self._total

    def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
        """How the duel ends when the pair has taken so much (packed) harm since it began.

        (winner, what the harm fields of the winner say), or (None, 0) for a draw. The pair
        itself where it goes on.
        """
        out_a, counted_a = self._standing(node, A, harm_a)
        out_b, counted_b = self._standing(node, B, harm_b)
        if out_a:
            return (None, 0) if out_b else (B, counted_b)
        return (A, counted_a) if out_b else node

    def _standing(self, node: int, side: int, harm: int) -> tuple[bool, int]:
        """Whether a side is out once it has so much harm, and what its harm fields say."""
        key = node, side, harm
        found = self._known.get(key)
        if found is None:
            fighter = self.pairs[node][side]
            fighter = self._terms.with_harm(fighter, _unpacked(harm, len(self._terms.harm)))
            out = self._is_out(fighter, self._sides.rulings)
            found = self._known[key] = out, self._terms.counted(fighter, self._counts)
        return found

    def _place(self, a: Any, b: Any, turn: int) -> int:
        """The number of a pair, a new one for a pair not seen before."""
        for options in self._sides.options:
            a, b = self._terms.alike(a, b, options)
        key = (turn, *_state(a), *_state(b))
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = len(self.pairs)
            if place == self._limit:
                raise TooManyPairs(f"more than {self._limit} pairs")
            self.pairs.append(Pair(a, b, turn))
        return place

    def _moves(self, pair: Pair) -> tuple[Ways, int]:
        """The ways on from a pair, none once someone is out."""
        if not isinstance(self.land(self._place(*pair), 0, 0), int):
            return {}, 1
        found, total = self._results(pair)
        following = self._sides.following(pair.turn)
        names = pair.a.name, pair.b.name
        counted = {field for field, _ in self._terms.harm} if self._terms.blind else set()
        places: dict[Pattern, int] = {}
        weights: Ways = {}
        for effects, weight in found.values():
            harm = [0, 0]
            if counted:
                harm = [self._harm(effects, name) for name in names]
                effects = tuple([e for e in effects if e.field not in counted])
            left = changed(effects)
            place = places.get(left)
            if place is None:
                a, b = (self._terms.renew(after(f, effects)) for f in (pair.a, pair.b))
                place = places[left] = self._place(a, b, following)
            key = place, harm[A], harm[B]
            weights[key] = weights.get(key, 0) + weight
        return weights, total

    def _results(self, pair: Pair) -> Found:
        """What the attack of a pair can come to, enumerated once for all it looks at."""
        sides, (a, b, turn) = self._sides, pair
        attacker, defender = (a, b) if turn == A else (b, a)
        ignored = self._terms.ignored(sides.options[turn])
        key = (turn, *_state(attacker, ignored), *_state(defender))
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = results(sides.attack(a, b, turn))
        return found

    def _harm(self, effects: Sequence[Effect], who: str) -> int:
        done = self._terms.done(effects, who)
        return sum(
            more << (DIGIT * place) for place, more in enumerate(done) if self._counts[place]
        )


def _state(fighter: Any, without: Sequence[str] = ()) -> tuple[Any, ...]:
    """Everything of a combatant that can change, as a key."""
    return tuple(
        hashable(getattr(fighter, field))
        for field in fighter.__struct_fields__
        if field not in FIXED and field not in without
    )


def _unpacked(harm: int, fields: int) -> list[int]:
    return [harm >> (DIGIT * place) & ((1 << DIGIT) - 1) for place in range(fields)]
