"""The chain of a duel: pairs of combatants, and the moves that attacks make between them."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import lcm
from typing import Any, Literal, NamedTuple

from affray.dice import Dice
from affray.fight import Keeper, keeper
from affray.odds import Pattern, after, hashable, results
from affray.odds_chain import Chain, End, Move
from affray.odds_terms import Terms, terms
from affray.outcome import Effect, Outcome
from affray.play import situate
from affray.state import FIXED
from affray.system import System

First = Literal["alternate", "a", "b", "always-a", "always-b"]
"""Who attacks: both in turn, A first ("a", too) or B first; or always the same one."""

A, B = 0, 1
DIGIT = 24
"""Bits for the harm in one field, where a side's harm is packed into one integer."""


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

    def attack(self, a: Any, b: Any, turn: int, dice: Dice) -> Outcome:
        """The attack whose turn it is, by the rule function of the system."""
        fighters = (a, b) if turn == A else (b, a)
        action = self.system.action("attack")
        usable = terms(self.system).usable(self.options[turn], *fighters)
        situation = situate(self.system, action, usable)
        return action.play(fighters, situation, dice, self.rulings)


class Pair(NamedTuple):
    """Both combatants, harm aside where attacks do not look at it, and whose attack it is."""

    a: Any
    b: Any
    turn: int


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
        self._terms: Terms = terms(sides.system)
        self._keeper: Keeper = keeper(sides.system)
        self._places: dict[tuple[Any, ...], int] = {}
        self._cache: dict[tuple[Any, ...], Found] = {}
        self._out: dict[tuple[int, int, int], bool] = {}
        self.pairs: list[Pair] = []
        self._place(sides.a, sides.b, sides.opening())
        moves, totals = list[list[Move]](), list[int]()
        # The list grows while it is walked.
        for pair in self.pairs:
            ways, total = self._moves(pair)
            moves.append(ways)
            totals.append(total)
        total = lcm(*totals)
        scaled = [
            [move._replace(weight=move.weight * (total // own)) for move in ways]
            for ways, own in zip(moves, totals, strict=True)
        ]
        self.chain = Chain(scaled, total, self.over)

    def over(self, node: int, harm_a: int, harm_b: int) -> End:
        """Whether the duel is over when the pair has taken so much (packed) harm since."""
        out_a = self._is_out(node, A, harm_a)
        out_b = self._is_out(node, B, harm_b)
        if out_a:
            return End.DRAW if out_b else End.SECOND
        return End.FIRST if out_b else End.OPEN

    def standing(self, node: int, side: int, harm: int) -> Any:
        """A combatant as it stands in a state: side A (0) or B (1)."""
        fighter = self.pairs[node][side]
        return self._terms.harmed(fighter, _unpacked(harm, len(self._terms.harm)))

    def _is_out(self, node: int, side: int, harm: int) -> bool:
        key = node, side, harm
        found = self._out.get(key)
        if found is None:
            standing = self.standing(node, side, harm)
            found = self._out[key] = self._keeper.is_out(standing, self._sides.rulings)
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

    def _moves(self, pair: Pair) -> tuple[list[Move], int]:
        """The ways on from a pair, none once someone is out."""
        if self.over(self._place(*pair), 0, 0):
            return [], 1
        found, total = self._results(pair)
        following = self._sides.following(pair.turn)
        weights: dict[tuple[int, int, int], int] = {}
        for effects, weight in found.values():
            harm_a, harm_b = (self._harm(effects, f.name) for f in (pair.a, pair.b))
            if self._terms.blind:
                fields = {field for field, _ in self._terms.harm}
                effects = tuple(e for e in effects if e.field not in fields)
            else:
                harm_a = harm_b = 0
            a, b = (self._keeper.loosen(after(f, effects)) for f in (pair.a, pair.b))
            key = self._place(a, b, following), harm_a, harm_b
            weights[key] = weights.get(key, 0) + weight
        return [Move(weight, *key) for key, weight in weights.items()], total

    def _results(self, pair: Pair) -> Found:
        """What the attack of a pair can come to, enumerated once for all it looks at."""
        sides, (a, b, turn) = self._sides, pair
        attacker, defender = (a, b) if turn == A else (b, a)
        ignored = self._terms.ignored(sides.options[turn])
        key = (turn, *_state(attacker, ignored), *_state(defender))
        found = self._cache.get(key)
        if found is None:
            action = sides.system.action("attack")
            fighters = attacker, defender
            usable = self._terms.usable(sides.options[turn], *fighters)
            situation = situate(sides.system, action, usable)
            play = partial(_played, action.play, fighters, situation, sides.rulings)
            found = self._cache[key] = results(play)
        return found

    def _harm(self, effects: Sequence[Effect], who: str) -> int:
        done = self._terms.done(effects, who)
        return sum(more << (DIGIT * place) for place, more in enumerate(done))


def _played(play: Any, fighters: Any, situation: Any, rulings: Any, dice: Dice) -> Outcome:
    outcome: Outcome = play(fighters, situation, dice, rulings)
    return outcome


def _state(fighter: Any, without: Sequence[str] = ()) -> tuple[Any, ...]:
    """Everything of a combatant that can change, as a key."""
    return tuple(
        hashable(getattr(fighter, field))
        for field in fighter.__struct_fields__
        if field not in FIXED and field not in without
    )


def _unpacked(harm: int, fields: int) -> list[int]:
    return [harm >> (DIGIT * place) & ((1 << DIGIT) - 1) for place in range(fields)]
