"""A fight while it is played many times: combatants of a book, and what is counted of them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from affray.dice import Dice
from affray.fight import Fight, State
from affray.outcome import Outcome

if TYPE_CHECKING:
    from affray.engine.book import Book

T = TypeVar("T")
V = TypeVar("V")


class View(NamedTuple):
    """How a combatant is seen: whether it is out, what sorts and measures say of it."""

    out: bool
    sorts: tuple[Any, ...]
    measures: tuple[float, ...]


class Stand(State):
    """A state whose combatants are those of a book, and who is left is counted.

    Since it was last set to false: `fell`, somebody went out or came back; `harmed`,
    somebody was hurt.
    """

    __slots__ = (
        *("_able", "_book", "_foes", "_groups", "_left", "_measured", "_outs", "_party"),
        *("_whose", "_whose_of", "fell", "harmed"),
    )

    def __init__(self, fight: Fight, book: "Book") -> None:
        super().__init__(fight)
        self._book = book
        self.fighters = [book.stand(one) for one in fight.fighters]
        self._outs = [book.outs[id(one)] for one in self.fighters]
        self._party = [fight.sides[one.name] for one in self.fighters]
        self._count()
        self._whose: tuple[str, ...] = ()
        self._whose_of: Any = None
        self._groups: dict[Any, dict[Any, Sequence[str]]] = {}
        self._measured: dict[tuple[Any, str], tuple[str, int, list[float]]] = {}
        self.fell = any(self._outs)
        self.harmed = False

    def __copy__(self) -> "Stand":
        """The same state once more, to be played apart from this one."""
        other = object.__new__(type(self))
        other.system, other.sides, other.rulings = self.system, self.sides, self.rulings
        other.turns, other.places, other.since = self.turns, self.places, self.since
        other.rules, other._harm, other._book = self.rules, self._harm, self._book
        other.actor, other.deeds, other.idle = self.actor, self.deeds, self.idle
        other._left, other._party, other.touched = self._left, self._party, self.touched
        other._whose, other._whose_of = self._whose, self._whose_of
        other.fell, other.harmed = self.fell, self.harmed
        other.fighters, other._outs, other._able = self.fighters[:], self._outs[:], self._able[:]
        other._foes = {side: places[:] for side, places in self._foes.items()}
        other._groups = {sort: groups.copy() for sort, groups in self._groups.items()}
        other._measured = {of: (*one[:2], one[2][:]) for of, one in self._measured.items()}
        return other

    def _count(self) -> None:
        able = self._able = [place for place, out in enumerate(self._outs) if not out]
        self._left = tuple(dict.fromkeys(self._party[place] for place in able))
        self._foes = {
            side: [place for place in able if self._party[place] != side]
            for side in set(self._party)
        }

    def _fallen(self, place: int) -> None:
        self._able.remove(place)
        for side, places in self._foes.items():
            if side != self._party[place]:
                places.remove(place)
                if not places:
                    self._left = tuple([one for one in self._left if one == side])

    def standing(self) -> tuple[str, ...]:
        """The sides of which somebody still fights, in the order they joined."""
        return self._left

    def is_out(self, fighter: Any) -> bool:
        """Whether a combatant fights no more."""
        known = self._book.outs.get(id(fighter))
        return super().is_out(fighter) if known is None else known

    def recall(self, make: Callable[..., V], *about: Any, given: Hashable = None) -> V:
        """What `make` says of combatants of the book as they stand (see Scene)."""
        try:
            found: V
            known = self._book.recalled[make if given is None else (make, given)]
            if len(about) == 1:
                found = known[id(about[0])]
            else:
                one, other = about
                found = known[id(one), id(other)]
        except KeyError:
            return self._book.recall(make, about, given)
        return found

    def once(self, make: Callable[[T], V], value: T) -> V:
        """What `make` says of a value that nobody changes (see Scene)."""
        known = self._book.made_of.get(make)
        if known is None or known[0] is not value:
            known = self._book.made_of[make] = value, make(value)
        found: V = known[1]
        return found

    def undergo(self, play: Any, fighter: Any, dice: Dice) -> Outcome:
        """Let something befall a combatant of the book (see State)."""
        return self._book.undergo(self, play, fighter, dice)

    def opposed(self, fighter: Any) -> bool:
        """Whether anybody on another side still fights."""
        return bool(self._foes[self.sides[fighter.name]])

    def least(self, fighter: Any, measure: Callable[[Any, Any], float]) -> Any:
        """The foe for whom a measure is least (see Scene)."""
        of = measure, self.sides[fighter.name]
        values = (self._measured.get(of) or self._measure(of))[2]
        return self.fighters[values.index(min(values))]

    def _measure(self, of: tuple[Any, str]) -> tuple[str, int, list[float]]:
        measure, side = of
        values = [
            inf if out or party == side else measure(one, self.rulings)
            for one, out, party in zip(self.fighters, self._outs, self._party, strict=True)
        ]
        found = self._measured[of] = side, self._book.use(measure, True), values
        return found

    def prepare(self) -> None:
        """Work out what sorts and measures in use say, for all that are copied from this."""
        sorts, measures = self._book.in_use
        if len(self._groups) < len(sorts):
            list(map(self.grouped, sorts))
        if len(self._measured) < len(measures) * len(self._foes):
            for of in product(measures, self._foes):
                self._measure(of)

    def grouped(self, sort: Callable[[Any, Any], Any]) -> Mapping[Any, Sequence[str]]:
        """The names of combatants by what `sort` says of them (see Scene)."""
        found = self._groups.get(sort)
        if found is None:
            self._book.use(sort, False)
            found = self._groups[sort] = dict(super().grouped(sort))
        return found

    def whose(self) -> tuple[str, ...]:
        """Who may act now, worked out anew only when something has changed."""
        if self._whose_of is not self.turns:
            self._whose, self._whose_of = self.rules.whose(self), self.turns
        return self._whose

    def able(self) -> list[Any]:
        """Those who fight on, in the order they joined."""
        fighters = self.fighters
        return [fighters[place] for place in self._able]

    def foes(self, fighter: Any) -> list[Any]:
        """Those on other sides who still fight, in the order they joined."""
        fighters = self.fighters
        return [fighters[place] for place in self._foes[self.sides[fighter.name]]]

    def change(self, fighter: Any, fields: Mapping[str, Any]) -> Any:
        """Give a combatant other values in some fields; who they then are."""
        after, harm = self._book.moved(fighter, fields.items())
        if after is not fighter:
            self.put(fighter, after, harm)
        return after

    def put(self, fighter: Any, after: Any, harm: bool) -> None:
        """Let somebody stand as another of the book does; whether there is harm in that."""
        if harm:
            self.since, self.harmed = self.turns.round, True
        book, place = self._book, self.places[fighter.name]
        self.fighters[place] = after
        self._whose_of = None
        old = book.viewed.get(id(fighter)) or book.view(fighter)
        new = book.viewed.get(id(after)) or book.view(after)
        if old is not new:
            self._mark(place, old, new)

    def _mark(self, place: int, old: View, new: View) -> None:
        out, sorts, measures = new
        if out is not old.out:
            self._outs[place] = out
            self.fell = True
            if out:
                self._fallen(place)
            else:
                self._count()
        if out is not old.out or measures != old.measures:
            for side, number, values in self._measured.values():
                if side != self._party[place]:
                    values[place] = inf if out else measures[number]
        if sorts != old.sorts:
            for sort, before, now in zip(self._book.in_use[0], old.sorts, sorts, strict=True):
                if before != now and sort in self._groups:
                    self._regroup(self._groups[sort], self.fighters[place].name, before, now)

    def _regroup(self, groups: dict[Any, Sequence[str]], name: str, old: Any, new: Any) -> None:
        if old is not None:
            groups[old] = [one for one in groups[old] if one != name]
            if not groups[old]:
                del groups[old]
        if new is not None:
            groups[new] = sorted([*groups.get(new, ()), name], key=self.places.__getitem__)
