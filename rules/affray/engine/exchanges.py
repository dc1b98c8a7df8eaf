"""Exchanges from a cache: each distribution enumerated once, then drawn from, exactly.

An exchange reads only a part of the combatants (`affray.engine.deadly` says which part), so
that exchanges alike in that part have one distribution. Its effects are kept by role, and
its harm as a difference, so that they fit whoever and however hurt the combatants are.
"""

from bisect import bisect_right
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from affray.deed import Deed, resolve
from affray.dice import Classes, Dice, Faces
from affray.engine.driver import Effects, direct
from affray.engine.exact import TooMany, changed, hashable, tally
from affray.fight import Fight
from affray.outcome import Effect, Outcome
from affray.state import FIXED, reader

MOST_WAYS = 20_000
"""An exchange with more ways to go is played, not enumerated."""
MOST_KEPT = 20_000
"""Distributions kept at once."""


class Change(NamedTuple):
    """An effect by role: the place of whom it is about, and a difference where it is harm."""

    role: int
    field: str
    value: Any
    is_difference: bool


class ExchangeResult(NamedTuple):
    """One way an exchange can go, as the turn's cost and the combatants see it."""

    outcome: Outcome
    changes: tuple[Change, ...]


class ExchangeRoll:
    """An exchange as a roll: one die with as many sides as all its throws are alike likely."""

    count = 1

    def __init__(self, results: list[tuple[ExchangeResult, int]]) -> None:
        self._results = tuple(results)
        self._bounds = list(accumulate(weight for _, weight in results))
        self.sides = self._bounds[-1]

    def read(self, faces: Faces) -> ExchangeResult:
        """The result that a number from 1 to the total stands for."""
        return self._results[bisect_right(self._bounds, faces[0] - 1)][0]

    def classes(self) -> Classes[ExchangeResult]:
        """Each result once, with its weight."""
        return self._results


class Ready(NamedTuple):
    """A deed about to be done in a fight: by whom, and its distribution, where there is one."""

    fight: Fight
    deed: Deed
    fighters: list[Any]
    exchange: ExchangeRoll | None


class Exchanges:
    """Deals with deeds: attacks from the cache, everything else by the rule function.

    One that changes nothing but its own memory: what it deals has the same distribution
    however full that is.
    """

    def __init__(self, fight: Fight) -> None:
        self._rules = fight.rules
        self._keep = self._rules
        self._terms = self._rules.terms
        hidden = {*FIXED, *(field for field, _ in self._terms.harm)}
        read = [f for f in self._rules.fighter_type.__struct_fields__ if f not in hidden]
        self._state = reader(read)
        self._sheets: dict[bytes, int] = {}
        self._known: dict[int, tuple[Any, int]] = {}
        self._cache: dict[tuple[Any, ...], ExchangeRoll | None] = {}
        self._last: Ready | None = None

    def deal(self, fight: Fight, deed: Deed, dice: Dice) -> Effects:
        """The effects of a deed, and what it uses up of the turn."""
        if self._last is None or self._last.fight is not fight or self._last.deed is not deed:
            self._last = self._ready(fight, deed)
        _, _, fighters, exchange = self._last
        if exchange is None:
            return direct(fight, deed, dice)
        found = dice.throw(exchange, "an exchange")
        return _effects(found.changes, fighters) + self._keep.cost(fight, deed, found.outcome)

    def _ready(self, fight: Fight, deed: Deed) -> Ready:
        """What it takes to deal with a deed, which may come again for every way it can go."""
        apart = any(deed.options.get(option) for option in self._terms.apart)
        if deed.command != "attack" or not self._terms.blind or apart:
            return Ready(fight, deed, [], None)
        self._keep.allow(fight, deed)
        fighters = [fight.fighter(name) for name in deed.who]
        return Ready(fight, deed, fighters, self.exchange(fight, fighters, deed))

    def exchange(self, fight: Fight, fighters: list[Any], deed: Deed) -> ExchangeRoll | None:
        """The distribution of an attack; None where it has too many ways to go."""
        options = tuple([(name, hashable(value)) for name, value in deed.options.items()])
        key = (options, *[self.key(one) for one in fighters])
        if key in self._cache:
            return self._cache[key]
        if len(self._cache) >= MOST_KEPT:
            self._cache.clear()
        found = self._cache[key] = self._enumerated(fight, fighters, deed)
        return found

    def key(self, fighter: Any) -> tuple[Any, ...]:
        """All that an exchange reads of a combatant."""
        return (self._sheet(fighter.sheet), *self._state(fighter))

    def _sheet(self, sheet: Any) -> int:
        """A number for a sheet, the same for sheets that are alike in all but the name."""
        known = self._known.get(id(sheet))
        if known is None:
            data = {**msgspec.to_builtins(sheet), "name": ""}
            number = self._sheets.setdefault(msgspec.json.encode(data), len(self._sheets))
            # The sheet is kept with its number, so that no other ever gets its id.
            known = self._known[id(sheet)] = sheet, number
        return known[1]

    def _enumerated(self, fight: Fight, fighters: list[Any], deed: Deed) -> ExchangeRoll | None:
        play = partial(_attack, self._rules, fighters, deed, fight.rulings)
        seen: dict[Any, Outcome] = {}

        def key(outcome: Outcome) -> Any:
            pattern = (outcome.outcome, *changed(outcome.effects))
            seen.setdefault(pattern, outcome)
            return pattern

        try:
            found, _ = tally(play, key, merges=True, limit=MOST_WAYS)
        except TooMany:
            return None
        return ExchangeRoll(
            [(self._result(seen[pattern], fighters), weight) for pattern, weight in found.items()]
        )

    def _result(self, outcome: Outcome, fighters: list[Any]) -> ExchangeResult:
        roles = {fighter.name: role for role, fighter in enumerate(fighters)}
        harm = {field for field, _ in self._terms.harm}
        changes = [
            Change(roles[e.who], e.field, e.after - e.before, True)
            if e.field in harm
            else Change(roles[e.who], e.field, e.after, False)
            for e in outcome.effects
        ]
        return ExchangeResult(outcome, tuple(changes))


def _attack(rules: Any, fighters: list[Any], deed: Deed, rulings: Any, dice: Dice) -> Outcome:
    return resolve(rules, deed.command, fighters, deed.options, dice, rulings)


def _effects(changes: tuple[Change, ...], fighters: list[Any]) -> Effects:
    now: dict[tuple[int, str], Any] = {}
    effects = []
    for role, field, value, is_difference in changes:
        fighter = fighters[role]
        # One field may change twice, as Luck does that is tested to win and then for damage.
        before = now[role, field] if (role, field) in now else getattr(fighter, field)
        after = now[role, field] = before + value if is_difference else value
        effects.append(Effect(fighter.name, field, before, after))
    return tuple(effects)
