"""A duel as a fight whose turns alternate: each is one attack, by the options asked for."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from affray.deed import Deed, resolve
from affray.dice import Dice
from affray.engine.book import Book
from affray.engine.chain import Ending, Way, lump
from affray.engine.deadly import deadly
from affray.engine.space import Space
from affray.engine.stand import Stand
from affray.fight import Fight, State
from affray.harm import replaced
from affray.system import System

First = Literal["alternate", "a", "b", "always-a", "always-b"]
"""Who attacks: both in turn, A first ("a", too) or B first; or always the same one."""

A, B = 0, 1


class Duel(NamedTuple):
    """A duel before it begins: who, with what options either attacks, and in what order."""

    system: System
    a: Any
    b: Any
    options: tuple[Mapping[str, Any], Mapping[str, Any]]
    rulings: Any
    first: First

    @property
    def fight(self) -> Fight:
        """The fight that it is, each on a side of their own."""
        turns = _Turns(0, B if self.first in ("b", "always-b") else A)
        sides = {one.name: one.name for one in (self.a, self.b)}
        return Fight(self.system.name, (self.a, self.b), sides, turns, self.rulings)

    def counts(self) -> tuple[bool, ...]:
        """For each field of harm, whether it takes anybody out: the others never matter."""
        found = [deadly(self.system, self.rulings, fighter) for fighter in (self.a, self.b)]
        return tuple(any(pair) for pair in zip(*found, strict=True))

    def deed(self, turn: int, a: Any, b: Any) -> Deed:
        """The attack whose turn it is."""
        attacker, defender = (a, b) if turn == A else (b, a)
        usable = self.system.terms.usable(self.options[turn], attacker, defender)
        return Deed("attack", (attacker.name, defender.name), usable)


class _Turns(Struct, frozen=True):
    """The exchanges so far, and whose attack is next."""

    round: int
    next: int


class _Turned(Stand):
    """A duel while it is played."""

    __slots__ = ()
    _book: "Exchanges"

    def whose(self) -> tuple[str, ...]:
        """Whose attack is next; nobody's once somebody is out."""
        return (self.fighters[self.turns.next].name,) if len(self.able()) == 2 else ()

    def decide(self, name: str, dice: Dice) -> Deed:
        """The attack, as it was asked for."""
        return self._book.duel.deed(self.turns.next, *self.fighters)


class Exchanges(Book):
    """What the attacks of a duel come to; each is a turn of its own."""

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel.fight)
        self.duel, self._apart = duel, ()

    def begun(self, fight: Fight) -> Stand:
        """The state in which the duel begins."""
        return _Turned(fight, self)

    def permit(self, state: State, deed: Deed) -> None:
        """Let it be done: no turn of the rules is in the way, and what else is, they say."""

    def deal(self, state: State, deed: Deed, dice: Dice) -> None:
        """Do the next attack, and give the turn."""
        fighters = [state.fighter(name) for name in deed.who]
        roll = self.roll(state, deed, fighters)
        if roll is None:
            state.suffer(
                resolve(self._rules, "attack", fighters, deed.options, dice, self._rulings).effects
            )
        else:
            self.suffer(state, fighters, dice.throw(roll, "an exchange"))
        turn = state.turns.next
        always = self.duel.first in ("always-a", "always-b")
        state.turns = _Turns(state.round + 1, turn if always else 1 - turn)
        state.actor, state.idle = None, ()
        terms = self._terms
        a, b = map(terms.renew, state.fighters)
        for options in self.duel.options:
            a, b = map(replaced, (a, b), terms.alike(a, b, options))
        for before, after in zip(list(state.fighters), (a, b), strict=True):
            if after != before:
                state.put(before, self.stand(after), harm=False)


class Exchanged(Space):
    """The pairs that a duel can come to; it ends with what the harm fields of the winner say."""

    by_tactics = False

    def __init__(self, duel: Duel, most_places: int) -> None:
        """Begin with one pair (see Space)."""
        self._lumped: list[list[Way]] = []
        self._total = 1
        self._duel = duel
        self._told: dict[tuple[int, int], Ending] = {}
        super().__init__(duel.fight, Exchanges(duel), most_places)

    def lump(self) -> None:
        """Make all pairs, and one of those that only differ in a turn that makes no difference.

        Raises:
            TooLarge: there are too many.
        """
        self.explore()
        found = [self.ways_of(node) for node in range(len(self.places))]
        colours = [
            (node in self.ends, *map(self._kin, place.state.fighters))
            for node, place in enumerate(self.places)
        ]
        ways, totals = zip(*found, strict=True)
        self._lumped, self._total = lump(ways, totals, colours)

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        """The ways on from a pair (see Space), among those that are one."""
        if node < len(self._lumped):
            return self._lumped[node], self._total
        return super().ways_of(node)

    def ending(self, node: int, harm: tuple[int, int]) -> Ending:
        """How a duel ends at a node, with so much harm: (winner: A or B, what their fields say),
        or (None, 0) for a draw."""
        winner = self.ends[node].winner
        if winner is None:
            return None, 0
        side = A if winner == self._duel.a.name else B
        if not self._hidden:
            return side, self._terms.counted(self.places[node].state.fighters[side], self._counts)
        key = side, harm[side]
        found = self._told.get(key)
        if found is None:
            fighter = self._harmed(self._fight.fighters[side], harm[side])
            found = self._told[key] = side, self._terms.counted(fighter, self._counts)
        return found
