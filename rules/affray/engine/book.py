"""What is known of a fight that is played many times: how combatants stand, what deeds come to.

A combatant who stands alike is one object, however often, so that what follows from it is
looked up by identity. What a deed comes to is enumerated once for all that its rule reads of
those it is about, and kept by role, harm as a difference where attacks do not look at it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import accumulate
from types import new_class
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from affray.deed import CHOOSE, Deed, resolve
from affray.dice import Classes, Dice, Faces
from affray.engine.exact import TooMany, changed, hashable, tally
from affray.engine.step import Dealer
from affray.fight import Fight, State
from affray.harm import replaced
from affray.outcome import Outcome
from affray.state import FIXED, reader

V = TypeVar("V")

MOST_WAYS = 20_000
"""A deed with more ways to go is played, not enumerated."""
MOST_KEPT = 20_000
"""Distributions kept at once."""

Change = tuple[tuple[str, Any, bool], ...]
"""Fields with their new values, or by how much they grow."""


class Result(NamedTuple):
    """One way a deed can go: what its turn's cost is read from, and changes by role."""

    outcome: Outcome
    changes: tuple[tuple[int, int], ...]


class DeedRoll:
    """A deed as a roll: one die with as many sides as all its throws are alike likely."""

    count = 1

    def __init__(self, results: Sequence[tuple[Result, int]]) -> None:
        self._results = tuple(results)
        self._bounds = list(accumulate(weight for _, weight in results))
        self.sides = self._bounds[-1]

    def read(self, faces: Faces) -> Result:
        """The result that a number from 1 to the total stands for."""
        return self._results[bisect_right(self._bounds, faces[0] - 1)][0]

    def classes(self) -> Classes[Result]:
        """Each result once, with its weight."""
        return self._results


class _Read:
    """The deeds of one kind, by the fields that their rule was seen to read of each role."""

    def __init__(self) -> None:
        self.fields: list[tuple[tuple[int, ...], dict[tuple[int, ...], DeedRoll]]] = []
        self.played = False


class Book(Dealer):
    """How everybody can stand in a fight, and what every deed can come to; grows as it is used.

    What it deals has the same distribution however full it is.
    """

    def __init__(self, fight: Fight) -> None:
        self._rules, self._terms, self._rulings = fight.rules, fight.rules.terms, fight.rulings
        self._apart = self._terms.apart
        self._differences = frozenset(self._terms.fields if self._terms.blind else ())
        self._everything = reader(
            [f for f in self._rules.fighter_type.__struct_fields__ if f not in FIXED]
        )
        self._sheets: dict[bytes, int] = {}
        self._known_sheets: dict[int, tuple[Any, int]] = {}
        self._stands: dict[Any, Any] = {}
        self.outs: dict[int, bool] = {}
        self._moves: dict[Any, tuple[Any, bool]] = {}
        self._changes: dict[Change, int] = {}
        self._changes_by_number: list[Change] = []
        self._reader_of: dict[frozenset[str], int] = {}
        self._readers: list[Callable[[Any], tuple[Any, ...]]] = []
        self._seen: dict[tuple[int, int], int] = {}
        self._values: dict[Any, int] = {}
        self._deeds: dict[Any, _Read] = {}
        self._spies: dict[int, tuple[type[Any], set[str]]] = {}
        self._hopes: dict[tuple[int, ...], bool] = {}
        self.recalled: dict[Any, Any] = {}
        self.lasting: set[int] = set()
        self._rolls: dict[tuple[int, ...], DeedRoll] = {}
        self._opened: tuple[Fight, Stand] | None = None
        self._kept = 0

    def opened(self, fight: Fight) -> "Stand":
        """The state in which a fight begins, its combatants those of this book."""
        if self._opened is None or self._opened[0] is not fight:
            self._opened = fight, self.begun(fight)
        return copy(self._opened[1])

    def begun(self, fight: Fight) -> "Stand":
        """The state in which a fight begins."""
        return Stand(fight, self)

    # How combatants stand.

    def stand(self, fighter: Any) -> Any:
        """The one combatant who stands as this one does."""
        key = fighter.name, self.sheet(fighter.sheet), *map(hashable, self._everything(fighter))
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = fighter
            self.outs[id(fighter)] = self._rules.is_out(fighter, self._rulings)
        return found

    def sheet(self, sheet: Any) -> int:
        """A number for a sheet, the same for sheets that are alike in all but the name."""
        known = self._known_sheets.get(id(sheet))
        if known is None:
            data = {**msgspec.to_builtins(sheet), "name": ""}
            number = self._sheets.setdefault(msgspec.json.encode(data), len(self._sheets))
            # The sheet is kept with its number, so that no other ever gets its id.
            known = self._known_sheets[id(sheet)] = sheet, number
        return known[1]

    def moved(self, fighter: Any, fields: Iterable[tuple[str, Any]]) -> tuple[Any, bool]:
        """A combatant of this book with other values in fields, and whether harm is among them."""
        key = (id(fighter), *fields)
        try:
            known = self._moves.get(key)
        except TypeError:  # a value that is no key
            return self._move(fighter, dict(fields))
        if known is None:
            known = self._moves[key] = self._move(fighter, dict(fields))
        return known

    def changed(self, fighter: Any, change: int) -> tuple[Any, bool]:
        """A combatant of this book after a change, by its number, and whether that is harm."""
        key = id(fighter), change
        known = self._moves.get(key)
        if known is None:
            fields = {
                field: getattr(fighter, field) + value if grows else value
                for field, value, grows in self._changes_by_number[change]
            }
            known = self._moves[key] = self._move(fighter, fields)
        return known

    def _move(self, fighter: Any, fields: Mapping[str, Any]) -> tuple[Any, bool]:
        other = {k: v for k, v in fields.items() if getattr(fighter, k) != v}
        if not other:
            return fighter, False
        harm = any(field in other for field in self._terms.fields)
        return self.stand(replaced(fighter, other)), harm

    # What deeds come to.

    def deal(self, state: State, deed: Deed, dice: Dice) -> None:
        """Do a deed: what it uses up of the turn, and its effects, drawn from what is known."""
        fighters = [state.fighter(name) for name in deed.who]
        roll = self._rolls.get((id(deed), *map(id, fighters)))
        if roll is None:
            roll = self.roll(state, deed, fighters)
            # A deed that is recalled is one object: then it is enough whom it is about.
            if roll is not None and id(deed) in self.lasting:
                self._rolls[id(deed), *map(id, fighters)] = roll
        if roll is None:
            super().deal(state, deed, dice)
            return
        found = dice.throw(roll, "a deed")
        self._rules.spend(state, deed, found.outcome)
        self.suffer(state, fighters, found)

    def permit(self, state: State, deed: Deed) -> None:
        """Let a deed be done now, or raise Forbidden."""
        self._rules.allow(state, deed)

    def suffer(self, state: State, fighters: Sequence[Any], found: Result) -> None:
        """Change those whom a deed is about as one of its results has it."""
        for role, change in found.changes:
            fighter = fighters[role]
            after, harm = self.changed(fighter, change)
            if after is not fighter:
                state.put(fighter, after, harm)

    def hopeless(self, state: State) -> bool:
        """Whether nobody can be hurt any more; asked once for all who stand alike."""
        key = tuple(map(id, state.fighters))
        known = self._hopes.get(key)
        if known is None:
            known = self._hopes[key] = super().hopeless(state)
        return known

    def roll(self, state: State, deed: Deed, fighters: list[Any]) -> DeedRoll | None:
        """What a deed comes to; None where that has too many ways to go, or is read closer."""
        options = deed.options
        kind = deed.command, *[(name, hashable(value)) for name, value in options.items()]
        known = self._deeds.get(kind)
        if known is None:
            known = self._deeds[kind] = _Read()
            known.played = any(options.get(option) for option in self._apart)
        if known.played:
            return None
        for readers, rolls in known.fields:
            key = tuple([self._read(n, one) for n, one in zip(readers, fighters, strict=True)])
            roll = rolls.get(key)
            if roll is not None:
                return roll
        self.permit(state, deed)
        return self._enumerated(known, deed, fighters)

    def _read(self, number: int, fighter: Any) -> int:
        """A number for what a combatant has in the fields of a reader."""
        key = number, id(fighter)
        found = self._seen.get(key)
        if found is None:
            values = number, *self._readers[number](fighter)
            found = self._seen[key] = self._values.setdefault(values, len(self._values))
        return found

    def _enumerated(self, known: _Read, deed: Deed, fighters: list[Any]) -> DeedRoll | None:
        spies = [self._spy(role) for role in range(len(fighters))]
        for _, reads in spies:
            reads.clear()
        watched = [
            spy(**{f: getattr(one, f) for f in one.__struct_fields__})
            for (spy, _), one in zip(spies, fighters, strict=True)
        ]
        play = partial(_resolved, self._rules, watched, deed, self._rulings)
        seen: dict[Any, Outcome] = {}

        def key(outcome: Outcome) -> Any:
            pattern = (outcome.outcome, *changed(outcome.effects))
            seen.setdefault(pattern, outcome)
            return pattern

        try:
            found, _ = tally(play, key, merges=True, limit=MOST_WAYS)
        except TooMany:
            known.played = True
            return None
        roll = DeedRoll(
            [(self._result(seen[pattern], fighters), weight) for pattern, weight in found.items()]
        )
        # What tactics say of choices may hang on how hurt somebody is.
        aside = {"name"} if CHOOSE in deed.options else {"name", *self._differences}
        self._keep(known, roll, [frozenset(reads - aside) for _, reads in spies], fighters)
        return roll

    def _keep(
        self, known: _Read, roll: DeedRoll, reads: list[frozenset[str]], fighters: list[Any]
    ) -> None:
        if self._kept >= MOST_KEPT:
            self._deeds.clear()
            self._kept = 0
        self._kept += 1
        numbers = tuple([self._reader(fields) for fields in reads])
        key = tuple([self._read(n, one) for n, one in zip(numbers, fighters, strict=True)])
        for readers, rolls in known.fields:
            if readers == numbers:
                rolls[key] = roll
                return
        known.fields.append((numbers, {key: roll}))

    def _reader(self, fields: frozenset[str]) -> int:
        """The number of what reads so many fields of a combatant as a key."""
        number = self._reader_of.get(fields)
        if number is None:
            number = self._reader_of[fields] = len(self._readers)
            plain = sorted(fields - {"sheet"})

            def read(fighter: Any) -> tuple[Any, ...]:
                values = [hashable(getattr(fighter, field)) for field in plain]
                return (*values, self.sheet(fighter.sheet)) if "sheet" in fields else tuple(values)

            self._readers.append(read)
        return number

    def _spy(self, role: int) -> tuple[type[Any], set[str]]:
        """A combatant in a role who notes which of its fields are read."""
        known = self._spies.get(role)
        if known is None:
            reads: set[str] = set()
            known = self._spies[role] = _watching(self._rules.fighter_type, reads), reads
        return known

    def _result(self, outcome: Outcome, fighters: list[Any]) -> Result:
        roles = {fighter.name: role for role, fighter in enumerate(fighters)}
        now: dict[tuple[int, str], Any] = {}
        for effect in outcome.effects:
            # One field may change twice, as Luck does that is tested to win and then for damage.
            now[roles[effect.who], effect.field] = effect.after
        changes: dict[int, list[tuple[str, Any, bool]]] = {}
        for (role, field), after in now.items():
            grows = field in self._differences
            before = getattr(fighters[role], field)
            changes.setdefault(role, []).append((field, after - before if grows else after, grows))
        return Result(
            outcome, tuple((role, self._numbered(tuple(found))) for role, found in changes.items())
        )

    def _numbered(self, change: Change) -> int:
        key: Any = tuple([(field, hashable(value), grows) for field, value, grows in change])
        number = self._changes.get(key)
        if number is None:
            number = self._changes[key] = len(self._changes_by_number)
            self._changes_by_number.append(change)
        return number


class Stand(State):
    """A state whose combatants are those of a book, and who is left is counted.

    Since it was last set to false: `fell`, somebody went out or came back; `harmed`,
    somebody was hurt.
    """

    __slots__ = (
        *("_able", "_book", "_foes", "_left", "_outs", "_party"),
        *("_whose", "_whose_of", "fell", "harmed"),
    )

    def __init__(self, fight: Fight, book: Book) -> None:
        super().__init__(fight)
        self._book = book
        self.fighters = [book.stand(one) for one in fight.fighters]
        self._outs = [book.outs[id(one)] for one in self.fighters]
        self._party = [fight.sides[one.name] for one in self.fighters]
        self._count()
        self._whose: tuple[str, ...] = ()
        self._whose_of: Any = None
        self.fell = any(self._outs)
        self.harmed = False

    def __copy__(self) -> "Stand":
        """The same state once more, to be played apart from this one."""
        other = object.__new__(type(self))
        for kind in type(self).__mro__:
            for field in getattr(kind, "__slots__", ()):
                setattr(other, field, getattr(self, field))
        other.fighters, other._outs, other._able = self.fighters[:], self._outs[:], self._able[:]
        other._foes = {side: places[:] for side, places in self._foes.items()}
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

    def recall(self, make: Callable[..., V], *about: Any) -> V:
        """What `make` says of combatants of the book as they stand (see Scene)."""
        key = (make, *map(id, about))
        known: dict[Any, V] = self._book.recalled
        found = known.get(key)
        if found is None:
            found = known[key] = make(*about, self.rulings)
            self._book.lasting.add(id(found))
        return found

    def whose(self) -> tuple[str, ...]:
        """Who may act now, worked out anew only when something has changed."""
        if self._whose_of is not self.turns:
            self._whose, self._whose_of = self._rules.whose(self), self.turns
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
        place = self._places[fighter.name]
        self.fighters[place] = after
        self._whose_of = None
        out = self._book.outs[id(after)]
        if out is not self._outs[place]:
            self._outs[place] = out
            self.fell = True
            if out:
                self._fallen(place)
            else:
                self._count()


def _resolved(rules: Any, fighters: list[Any], deed: Deed, rulings: Any, dice: Dice) -> Outcome:
    return resolve(rules, deed.command, fighters, deed.options, dice, rulings)


def _watching(kind: type[Struct], reads: set[str]) -> type[Any]:
    """A kind of combatant of whom every field that is read is noted."""
    fields, get = frozenset(kind.__struct_fields__), object.__getattribute__

    def watched(self: object, name: str) -> Any:
        if name in fields:
            reads.add(name)
        return get(self, name)

    own = {"__getattribute__": watched}
    return new_class(kind.__name__, (kind,), {"frozen": True}, lambda names: names.update(own))
