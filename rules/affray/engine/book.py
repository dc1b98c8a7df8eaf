"""What is known of a fight that is played many times: how combatants stand, what deeds come to.

A combatant who stands alike is one object, however often, so that what follows from it is
looked up by identity. What a deed comes to is enumerated once for all that its rule reads of
those it is about, and kept by role, harm as a difference where attacks do not look at it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, TypeVar

import msgspec

from affray.deed import CHOOSE, Deed, resolve
from affray.dice import Dice
from affray.engine.chain import TooLarge
from affray.engine.exact import changed, hashable, tally
from affray.engine.reading import Change, DeedRoll, Read, Reader, Result, watching
from affray.engine.stand import Stand, View
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
        self._readers: dict[frozenset[str], Reader] = {}
        self._values: dict[Any, int] = {}
        self._deeds: dict[Any, Read[DeedRoll[Result]]] = {}
        self._spies: dict[int, tuple[type[Any], set[str]]] = {}
        self._hopes: dict[tuple[int, ...], bool] = {}
        self.made_of: dict[Any, tuple[Any, Any]] = {}
        self.recalled: dict[Any, dict[Any, Any]] = {}
        self.in_use: tuple[list[Any], list[Any]] = ([], [])
        self.viewed: dict[int, View] = {}
        self._views: dict[View, View] = {}
        self._alike: dict[Any, Read[Any]] = {}
        self.undergone: dict[Any, dict[int, Any]] = {}
        self._lasting: set[int] = set()
        self._kinds: dict[tuple[str, int], Read[DeedRoll[Result]]] = {}
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
        roll = self._found(known, fighters)
        if roll is not None:
            return roll
        self.permit(state, deed)
        return self._enumerated(known, deed, fighters)

    def _found(self, known: Read[V], fighters: Sequence[Any], otherwise: Any = None) -> V | Any:
        for readers, values in known.fields:
            try:
                key = tuple([seen[id(one)] for seen, one in zip(readers, fighters)])  # noqa: B905
            except KeyError:
                key = self._key(readers, fighters)
            if key in values:
                return values[key]
        return otherwise

    def _kind(self, deed: Deed) -> Read[DeedRoll[Result]]:
        options = deed.options
        kind = deed.command, *[(name, hashable(value)) for name, value in options.items()]
        known = self._deeds.get(kind)
        if known is None:
            played = any(options.get(option) for option in self._apart)
            known = self._deeds[kind] = Read(played)
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
        known = self._alike.setdefault((make, given), Read())
        found = self._found(known, about, otherwise=UNTOLD)
        if found is UNTOLD:
            watched, reads = self._watched(about)
            found = make(*watched, self._rulings, *(() if given is None else (given,)))
            self._keep(known, found, reads, about)
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

    def _key(self, readers: "tuple[Reader, ...]", fighters: Sequence[Any]) -> tuple[int, ...]:
        """Numbers for what combatants have in the fields of readers."""
        for seen, one in zip(readers, fighters, strict=True):
            if id(one) not in seen:
                seen[id(one)] = self._values.setdefault(seen.read(one), len(self._values))
        return tuple([seen[id(one)] for seen, one in zip(readers, fighters, strict=True)])

    def _enumerated(
        self, known: Read[DeedRoll[Result]], deed: Deed, fighters: list[Any]
    ) -> DeedRoll[Result] | None:
        watched, reads = self._watched(fighters)
        play = partial(_resolved, self._rules, watched, deed, self._rulings)
        seen: dict[Any, Outcome] = {}

        def key(outcome: Outcome) -> Any:
            pattern = (outcome.outcome, *changed(outcome.effects))
            seen.setdefault(pattern, outcome)
            return pattern

        try:
            found, _ = tally(play, key, merges=True, limit=MOST_WAYS)
        except TooLarge:
            known.played = True
            return None
        roll = DeedRoll(
            [(self._result(seen[pattern], fighters), weight) for pattern, weight in found.items()]
        )
        # What tactics say of choices may hang on how hurt somebody is.
        aside = {"name"} if CHOOSE in deed.options else {"name", *self._differences}
        if self._kept >= MOST_KEPT:
            self._deeds.clear()
            self._kinds.clear()
            self._rolls.clear()
            self._kept = 0
        self._kept += 1
        self._keep(known, roll, [fields - aside for fields in reads], fighters)
        return roll

    def _keep(
        self, known: Read[V], found: V, reads: Sequence[set[str]], fighters: Sequence[Any]
    ) -> None:
        those = tuple([self._reader(frozenset(fields)) for fields in reads])
        known.keep(those, self._key(those, fighters), found)

    def _reader(self, fields: frozenset[str]) -> "Reader":
        """What reads so many fields of a combatant as a key."""
        found = self._readers.get(fields)
        if found is None:
            plain = sorted(fields - {"sheet"})

            def read(fighter: Any) -> tuple[Any, ...]:
                values = [hashable(getattr(fighter, field)) for field in plain]
                return (*plain, *values, self.sheet(fighter.sheet) if "sheet" in fields else None)

            found = self._readers[fields] = Reader(read)
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
            known = self._spies[role] = watching(self._rules.fighter_type, reads), reads
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


def _effects(outcome: Outcome) -> tuple[Any, ...]:
    return tuple([(effect.field, effect.after) for effect in outcome.effects])


def _resolved(rules: Any, fighters: list[Any], deed: Deed, rulings: Any, dice: Dice) -> Outcome:
    return resolve(rules, deed.command, fighters, deed.options, dice, rulings)
