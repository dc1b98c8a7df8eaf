"""Exact odds, from the very functions that play.

Nothing here knows a rule: a play is run once for each way its dice can fall, and the
weights of those ways are added up as integers.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from affray.deed import ready
from affray.dice import Dice, enumerate_play
from affray.engine.chain import TooLarge
from affray.engine.deadly import deadly
from affray.outcome import Effect, Outcome
from affray.system import System

R = TypeVar("R")
K = TypeVar("K", bound=Hashable)

MOST_WAYS = 200_000
"""Ways the dice of one play may fall, before its exact odds are refused."""


def tally(
    play: Callable[[Dice], R],
    key: Callable[[R], K],
    merges: bool = False,
    limit: int | None = None,
    counts: bool = False,
) -> tuple[dict[K, int], int]:
    """How many of equally likely throws lead to each key, and how many there are in all.

    With `merges` the key may look at outcome word and effects only, with `counts` at the word
    and what the system counts of the result, which is faster.

    Raises:
        TooLarge: the play can go in more than `limit` ways.
    """
    by_total: dict[int, dict[K, int]] = {}
    for ways, line in enumerate(enumerate_play(play, merges, counts), 1):
        if limit is not None and ways > limit:
            raise TooLarge(f"more than {limit} ways")
        found = by_total.setdefault(line.total, {})
        what = key(line.result)
        found[what] = found.get(what, 0) + line.weight
    if len(by_total) == 1:
        return found, line.total
    common = lcm(*by_total)
    whole: dict[K, int] = {}
    for total, found in by_total.items():
        for what, weight in found.items():
            whole[what] = whole.get(what, 0) + weight * (common // total)
    return whole, common


def distribution(play: Callable[[Dice], R], key: Callable[[R], K]) -> dict[K, Fraction]:
    """The exact chance of each key, in the order the play first comes to it; they add up to 1."""
    found, total = tally(play, key)
    return {what: Fraction(weight, total) for what, weight in found.items()}


class Shares:
    """Integer weights by key, out of one total."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._weights: dict[Any, int] = {}

    def add(self, key: Hashable, weight: int) -> None:
        """Count `weight` of the total for a key."""
        self._weights[key] = self._weights.get(key, 0) + weight

    def chances(self) -> dict[Any, Fraction]:
        """The chance of each key, in the order they came."""
        return {key: Fraction(weight, self._total) for key, weight in self._weights.items()}

    def ordered(self) -> dict[Any, Fraction]:
        """The chance of each key, the least first."""
        return dict(sorted(self.chances().items()))


Pattern = tuple[Any, ...]
"""What tells results of one action apart: the word, then who, field and value of each effect."""


def results(
    play: Callable[[Dice], Outcome],
) -> tuple[dict[Pattern, tuple[tuple[Effect, ...], int]], int]:
    """Each result that differs in word or effects, with its effects and weight, and the total."""
    effects: dict[Pattern, tuple[Effect, ...]] = {}

    def key(outcome: Outcome) -> Pattern:
        pattern = (outcome.outcome, *changed(outcome.effects))
        effects.setdefault(pattern, outcome.effects)
        return pattern

    found, total = tally(play, key, merges=True)
    return {pattern: (effects[pattern], weight) for pattern, weight in found.items()}, total


def changed(effects: Iterable[Effect]) -> Pattern:
    """What effects leave behind, as a key."""
    return tuple([(e.who, e.field, hashable(e.after)) for e in effects])


def hashable(value: Any) -> Hashable:
    """A field of a combatant as something that can be a key."""
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    found: Hashable = tuple(value) if isinstance(value, list) else value
    return found


def after(fighter: Any, effects: Iterable[Effect]) -> Any:
    """A combatant once the effects on it have come to pass, whatever it was before."""
    updates = {e.field: e.after for e in effects if e.who == fighter.name}
    return replace(fighter, **updates) if updates else fighter


class AttackOdds(Struct, frozen=True):
    """The odds of one attack.

    `outcomes` by outcome word; `damage` to the defender and `returned` to the attacker,
    counted in `measure`. `drops` and `attacker_drops` are the chances that they are out
    afterwards, None where no ruling says when that is.
    """

    outcomes: dict[str, Fraction]
    measure: str
    damage: dict[int, Fraction]
    returned: dict[int, Fraction]
    drops: Fraction | None
    attacker_drops: Fraction | None


def mean(values: Mapping[int, Fraction]) -> Fraction:
    """The mean of a distribution of numbers."""
    return sum((value * chance for value, chance in values.items()), Fraction(0))


def attack_odds(
    system: System,
    fighters: Sequence[Any],
    options: Mapping[str, Any],
    rulings: Any,
) -> AttackOdds:
    """The exact odds of one attack of the first fighter on the second, as they stand.

    The names of the fighters have to differ; `options` are those of `affray attack`.

    Raises:
        BadRequest: an option that does not fit, or fighters fewer or more than it takes.
        Forbidden: the rules do not allow the attack.
    """
    found, total = results(ready(system, "attack", fighters, options, rulings))
    attacker, defender = fighters[0], fighters[1]
    known, is_out = system.terms, system.is_out
    outcomes, damage, returned = Shares(total), Shares(total), Shares(total)
    drops, drops_too = 0, 0
    for (word, *_), (effects, weight) in found.items():
        outcomes.add(word, weight)
        damage.add(sum(known.done(effects, defender.name)), weight)
        returned.add(sum(known.done(effects, attacker.name)), weight)
        drops += weight * is_out(after(defender, effects), rulings)
        drops_too += weight * is_out(after(attacker, effects), rulings)
    return AttackOdds(
        outcomes=outcomes.chances(),
        measure=known.measure,
        damage=damage.ordered(),
        returned=returned.ordered(),
        drops=Fraction(drops, total) if any(deadly(system, rulings, defender)) else None,
        attacker_drops=Fraction(drops_too, total)
        if any(deadly(system, rulings, attacker))
        else None,
    )
