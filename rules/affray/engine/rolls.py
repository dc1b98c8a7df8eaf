"""The odds of a roll: a task, a test, an order of acting; exact where that is possible.

Where the dice can fall in too many ways to play them all, the roll is thrown many times
instead, and the result says so.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar

from msgspec import Struct

from affray.deed import ready
from affray.dice import Dice, QuietDice, draw_seed
from affray.engine.chain import TooLarge
from affray.engine.exact import tally
from affray.outcome import Outcome
from affray.system import Counts, System

MOST_WAYS = 20_000
"""Ways the dice of one roll may fall before it is thrown many times instead."""
THROWS = 20_000

Value = int | str
K = TypeVar("K", bound=Hashable)


class RollOdds(Struct, frozen=True):
    """The odds of a roll: by outcome word, and for each number it gives, by its value.

    `size` is what the chances are shares of: all the ways the dice can fall (those the rule
    cannot tell apart are played once, and counted each), or the throws made with the `seed`.
    """

    method: Literal["exact", "simulated"]
    outcomes: dict[str, Fraction]
    numbers: dict[str, dict[Value, Fraction]]
    size: int
    seed: int | None = None


def roll_odds(
    system: System,
    command: str,
    fighters: Sequence[Any],
    options: Mapping[str, Any],
    rulings: Any,
    seed: int | None = None,
) -> RollOdds:
    """The odds of a roll command for combatants as they stand.

    Raises:
        BadRequest: options or combatants that do not fit.
        Forbidden: the rules do not allow it, or the system has no such roll.
    """
    play = ready(system, command, fighters, options, rulings)
    return odds_of(play, system.counts(command), seed)


def odds_of(play: Callable[[Dice], Outcome], readers: Counts, seed: int | None = None) -> RollOdds:
    """The odds of whatever `play` throws: by outcome word, and each number that is read of it."""
    reads = tuple(readers.values())

    def key(outcome: Outcome) -> tuple[str, *tuple[Value, ...]]:
        result = outcome.result
        return (outcome.outcome, *[read(result) for read in reads])

    used = None
    try:
        found, total = tally(play, key, limit=MOST_WAYS, counts=True)
        size = total
    except TooLarge:
        used = draw_seed() if seed is None else seed
        found, size = _thrown(play, key, used), THROWS
        total = THROWS
    outcomes: dict[str, int] = {}
    numbers: tuple[dict[Value, int], ...] = tuple([{} for _ in reads])
    for (word, *values), weight in found.items():
        outcomes[word] = outcomes.get(word, 0) + weight
        for weights, value in zip(numbers, values, strict=True):
            weights[value] = weights.get(value, 0) + weight
    return RollOdds(
        "exact" if used is None else "simulated",
        {word: Fraction(weight, total) for word, weight in outcomes.items()},
        {
            name: {value: Fraction(weight, total) for value, weight in sorted(weights.items())}
            for name, weights in zip(readers, numbers, strict=True)
        },
        size,
        used,
    )


def _thrown(
    play: Callable[[Dice], Outcome], key: Callable[[Outcome], K], seed: int
) -> dict[K, int]:
    dice, found = QuietDice(seed), dict[K, int]()
    for _ in range(THROWS):
        what = key(play(dice))
        found[what] = found.get(what, 0) + 1
        dice.thrown.clear()
    return found
