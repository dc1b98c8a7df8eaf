"""What is known of a fight that is played many times: how combatants stand, what deeds come to.

A combatant who stands alike is one object, however often, so that what follows from it is
looked up by identity. What a deed comes to is enumerated once for all that its rule reads of
those it is about, and kept by role, harm as a difference where attacks do not look at it.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from itertools import accumulate, product
from math import inf
from types import new_class
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from affray.deed import CHOOSE, Deed, resolve
from affray.dice import Classes, Dice, Faces
from affray.engine.exact import TooMany, changed, hashable, tally
from affray.engine.step import Dealer
from affray.fight import Fight, State
from affray.harm import replaced
from affray.outcome import UNTOLD, Outcome
from affray.state import FIXED, reader

T = TypeVar("T")
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


class View(NamedTuple):
    """How a combatant is seen: whether it is out, what sorts and measures say of it."""

    out: bool
    sorts: tuple[Any, ...]
    measures: tuple[float, ...]


class DeedRoll(Generic[T]):
    """A deed as a roll: one die with as many sides as all its throws are alike likely."""

    count = 1

    def __init__(self, results: Sequence[tuple[T, int]]) -> None:
        self._results = tuple(results)
        self._bounds = list(accumulate(weight for _, weight in results))
        self.sides = self._bounds[-1]

    def read(self, faces: Faces) -> T:
        """The result that a number from 1 to the total stands for."""
        return self._results[bisect_right(self._bounds, faces[0] - 1)][0]

    def classes(self) -> Classes[T]:
        """Each result once, with its weight."""
        return self._results


class _Reader(dict[int, int]):
    """A number for what each combatant, by its id, has in the fields that `read` reads."""

    def __init__(self, read: Callable[[Any], tuple[Any, ...]]) -> None:
        self.read = read

    __eq__, __hash__ = object.__eq__, object.__hash__  # type: ignore[assignment]


class _Read:
    """The deeds of one kind, by the fields that their rule was seen to read of each role."""

    def __init__(self) -> None:
        self.fields: list[tuple[tuple[_Reader, ...], dict[tuple[int, ...], DeedRoll[Result]]]] = []
        self.played = False


class Book(Dealer):
    """How everybody can stand in a fight, and what every deed can come to; grows as it is used.

    What it deals has the same distribution however full it is.
    """

    def __init__(self, fight: Fight) -> None:
        self._rules, self._terms, self._rulings = fight.rules, fight.rules.terms, fight.rulings
        self._apart = self._terms.apart
        self._differences = frozenset(self._terms.fields if self._terms.blind else ())
        fields = [f for f in self._rules.fighter_type.__struct_fields__ if f not in FIXED]
        rough = [f for f in fields if isinstance(getattr(fight.fighters[0], f), dict | list)]
        self._rough, self._plain = reader(rough), reader([f for f in fields if f not in rough])
        self._sheets: dict[bytes, int] = {}
        self._known_sheets: dict[int, tuple[Any, int]] = {}
        self._stands: dict[Any, Any] = {}
        self.outs: dict[int, bool] = {}
        self._moves: dict[Any, tuple[Any, bool]] = {}
        self._changes: dict[Change, int] = {}
        self._changes_by_number: list[Change] = []
        self._readers: dict[frozenset[str], _Reader] = {}
        self._values: dict[Any, int] = {}
        self._deeds: dict[Any, _Read] = {}
        self._spies: dict[int, tuple[type[Any], set[str]]] = {}
        self._hopes: dict[tuple[int, ...], bool] = {}
        self.made_of: dict[Any, tuple[Any, Any]] = {}
        self.recalled: dict[Any, dict[Any, Any]] = {}
        self.in_use: tuple[list[Any], list[Any]] = ([], [])
        self.viewed: dict[int, View] = {}
        self._views: dict[View, View] = {}
        self._alike: dict[Any, list[tuple[tuple[_Reader, ...], dict[tuple[int, ...], Any]]]] = {}
        self.undergone: dict[Any, dict[int, Any]] = {}
        self._lasting: set[int] = set()
        self._kinds: dict[tuple[str, int], _Read] = {}
        self._rolls: dict[tuple[Any, ...], DeedRoll[Result]] = {}
        self._spend = self._rules.spend
        self._opened: tuple[Fight, Stand] | None = None
        self._kept = 0

    def opened(self, fight: Fight) -> "Stand":
        """The state in which a fight begins, its combatants those of this book."""
        if self._opened is None or self._opened[0] is not fight:
            self._opened = fight, self.begun(fight)
        self._opened[1].prepare()
        return copy(self._opened[1])

    def begun(self, fight: Fight) -> "Stand":
        """The state in which a fight begins."""
        return Stand(fight, self)

    # How combatants stand.

    def stand(self, fighter: Any) -> Any:
        """The one combatant who stands as this one does."""
        rough = map(hashable, self._rough(fighter))
        key = fighter.name, self.sheet(fighter.sheet), self._plain(fighter), *rough
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

    # What turns and deeds come to.

    @cached_property
    def give(self) -> Callable[[State, Dice], Outcome]:
        """End the present turn, and give the next."""
        return self._rules.advance

    def deal(self, state: State, deed: Deed, dice: Dice) -> None:
        """Do a deed: what it uses up of the turn, and its effects, drawn from what is known."""
        all_, places = state.fighters, state.places
        fighters = [all_[places[name]] for name in deed.who]
        roll = self.roll(state, deed, fighters)
        if roll is None:
            super().deal(state, deed, dice)
            return
        found = dice.throw(roll, "a deed")
        self._spend(state, deed, found.outcome)
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
        # What everybody is supposed to have at their best, and at their worst, is not looked at.
        best = {f: v for f, v in self._terms.at_best.items() if f in self._terms.at_worst}
        key = tuple([id(self.moved(one, best.items())[0]) for one in state.fighters])
        known = self._hopes.get(key)
        if known is None:
            known = self._hopes[key] = super().hopeless(state)
        return known

    def roll(self, state: State, deed: Deed, fighters: list[Any]) -> DeedRoll[Result] | None:
        """What a deed comes to; None where that has too many ways to go, or is read closer."""
        which = (deed.command, id(deed.options), *map(id, fighters))
        roll = self._rolls.get(which)
        if roll is not None:
            return roll
        roll = self._roll(state, deed, fighters)
        if roll is not None and id(deed.options) in self._lasting:
            self._rolls[which] = roll
        return roll

    def _roll(self, state: State, deed: Deed, fighters: list[Any]) -> DeedRoll[Result] | None:
        known = self._kinds.get((deed.command, id(deed.options))) or self._kind(deed)
        if known.played:
            return None
        if deed.command == "attack" and len(fighters) == 2 and CHOOSE not in deed.options:
            both = self._terms.alike(fighters[0], fighters[1], deed.options)
            fighters = [self.moved(fighters[n], both[n].items())[0] for n in (0, 1)]
        for readers, rolls in known.fields:
            try:
                key = tuple([seen[id(one)] for seen, one in zip(readers, fighters)])  # noqa: B905
            except KeyError:
                key = self._key(readers, fighters)
            roll = rolls.get(key)
            if roll is not None:
                return roll
        self.permit(state, deed)
        return self._enumerated(known, deed, fighters)

    def _kind(self, deed: Deed) -> _Read:
        options = deed.options
        kind = deed.command, *[(name, hashable(value)) for name, value in options.items()]
        known = self._deeds.get(kind)
        if known is None:
            known = self._deeds[kind] = _Read()
            known.played = any(options.get(option) for option in self._apart)
        if id(options) in self._lasting:
            self._kinds[deed.command, id(options)] = known
        return known

    def recall(self, make: Callable[..., V], about: tuple[Any, ...], given: Hashable) -> V:
        """What `make` says of combatants of the book (see Scene)."""
        found: V = self._made(make, about, given)
        # What is recalled is kept, so that no other ever gets its id.
        self._lasting.add(id(found))
        known = self.recalled.setdefault(make if given is None else (make, given), {})
        known[id(about[0]) if len(about) == 1 else tuple(map(id, about))] = found
        return found

    def _made(self, make: Callable[..., V], about: tuple[Any, ...], given: Hashable) -> Any:
        alike = self._alike.setdefault((make, given), [])
        for readers, values in alike:
            key = self._key(readers, about)
            if key in values:
                return values[key]
        watched, reads = self._watched(about)
        rest = (self._rulings,) if given is None else (self._rulings, given)
        found = make(*watched, *rest)
        those = tuple([self._reader(frozenset(fields)) for fields in reads])
        same = next((values for readers, values in alike if readers == those), None)
        if same is None:
            same = {}
            alike.append((those, same))
        same[self._key(those, about)] = found
        return found

    def undergo(self, state: "Stand", play: Any, fighter: Any, dice: Dice) -> Outcome:
        """Let something befall a combatant of the book (see State)."""
        try:
            roll = self.undergone[play][id(fighter)]
        except KeyError:
            found, _ = tally(partial(play, fighter, rulings=self._rulings), _effects)
            ways = [(self._move(fighter, dict(new)), weight) for new, weight in found.items()]
            roll = self.undergone.setdefault(play, {})[id(fighter)] = DeedRoll(ways)
        after, harm = dice.throw(roll, "what befalls") if roll.sides > 1 else roll.read((1,))
        if after is not fighter:
            state.put(fighter, after, harm)
        return UNTOLD

    def view(self, fighter: Any) -> "View":
        """How a combatant of the book is viewed."""
        known = self.viewed.get(id(fighter))
        if known is None:
            sorts, measures = self.in_use
            found = View(
                self.outs[id(fighter)],
                tuple([of(fighter, self._rulings) for of in sorts]),
                tuple([of(fighter, self._rulings) for of in measures]),
            )
            known = self.viewed[id(fighter)] = self._views.setdefault(found, found)
        return known

    def use(self, of: Callable[[Any, Any], Any], measure: bool) -> int:
        """Take a sort or measure into use; its number."""
        ofs = self.in_use[measure]
        if of not in ofs:
            ofs.append(of)
            self.viewed.clear()
        return ofs.index(of)

    def _key(self, readers: "tuple[_Reader, ...]", fighters: Sequence[Any]) -> tuple[int, ...]:
        """Numbers for what combatants have in the fields of readers."""
        for seen, one in zip(readers, fighters, strict=True):
            if id(one) not in seen:
                seen[id(one)] = self._values.setdefault(seen.read(one), len(self._values))
        return tuple([seen[id(one)] for seen, one in zip(readers, fighters, strict=True)])

    def _enumerated(self, known: _Read, deed: Deed, fighters: list[Any]) -> DeedRoll[Result] | None:
        watched, reads = self._watched(fighters)
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
        self._keep(known, roll, [frozenset(fields - aside) for fields in reads], fighters)
        return roll

    def _keep(
        self, known: _Read, roll: DeedRoll[Result], reads: list[frozenset[str]], fighters: list[Any]
    ) -> None:
        if self._kept >= MOST_KEPT:
            self._deeds.clear()
            self._kinds.clear()
            self._rolls.clear()
            self._kept = 0
        self._kept += 1
        those = tuple([self._reader(fields) for fields in reads])
        key = self._key(those, fighters)
        for readers, rolls in known.fields:
            if readers == those:
                rolls[key] = roll
                return
        known.fields.append((those, {key: roll}))

    def _reader(self, fields: frozenset[str]) -> "_Reader":
        """What reads so many fields of a combatant as a key."""
        found = self._readers.get(fields)
        if found is None:
            plain = sorted(fields - {"sheet"})

            def read(fighter: Any) -> tuple[Any, ...]:
                values = [hashable(getattr(fighter, field)) for field in plain]
                return (*plain, *values, self.sheet(fighter.sheet) if "sheet" in fields else None)

            found = self._readers[fields] = _Reader(read)
        return found

    def _watched(self, fighters: Sequence[Any]) -> tuple[list[Any], list[set[str]]]:
        """Combatants who note which of their fields are read, and where."""
        spies = [self._spy(role) for role in range(len(fighters))]
        for _, reads in spies:
            reads.clear()
        watched = [
            spy(**{f: getattr(one, f) for f in one.__struct_fields__})
            for (spy, _), one in zip(spies, fighters, strict=True)
        ]
        return watched, [reads for _, reads in spies]

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
            grows = field in self._differences or field in self._terms.relative
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
        *("_able", "_book", "_foes", "_groups", "_left", "_measured", "_outs", "_party"),
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


def _effects(outcome: Outcome) -> tuple[Any, ...]:
    return tuple([(effect.field, effect.after) for effect in outcome.effects])


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
