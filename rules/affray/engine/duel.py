"""A duel: two combatants attack until one or both are out; who wins, exactly.

What a duel can come to is a finite chain of states, one for each way the two can stand;
its moves come from enumerating the very rule function that plays an attack. Where there
would be more than MOST_PAIRS or MOST_STATES of them, the duel is played many times
instead, and the result says so.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from affray.action import Combatant
from affray.dice import draw_seed
from affray.engine.bounds import interval
from affray.engine.bout import Duel, Exchanged, First
from affray.engine.chain import TooLarge
from affray.engine.deadly import must_end
from affray.engine.exact import mean
from affray.engine.lengths import lengths
from affray.engine.sampling import Sampled, drawn, fought, sample
from affray.engine.solve import Solution, solve
from affray.engine.walk import Walk
from affray.faults import BadRequest, Fault
from affray.option import mirrored
from affray.system import System

MOST_PAIRS = 1_000
"""Pairs of combatants, harm aside, whose attacks are enumerated for one duel."""
MOST_STATES = 60_000
"""States that are walked for one duel."""

TAIL = Fraction(1, 1_000)
"""What may be left of the chances of longer duels when their numbers are listed."""

Method = Literal["exact", "simulated"]


class DuelOdds(Struct, frozen=True, kw_only=True):
    """What a duel comes to. All chances but the bounds are exact where `method` says so.

    `win` by name, `draw` (both out at once), and `endless`: nobody can hurt the other any
    more. `rounds_mean` is the mean number of exchanges, None where it may never end;
    `rounds` the chance of each number, and `rounds_more` of any greater one; None unless
    asked for, or where that would take too much memory. `left`: for each name and each
    number of what `measure` counts, the chance to win and have it so. `low` and `high`
    bound a simulation's `win` with 95 %. `size`: states walked, or fights played, with
    the `seed`.
    """

    method: Method
    win: dict[str, Fraction]
    draw: Fraction
    endless: Fraction
    rounds_mean: Fraction | None
    rounds: dict[int, Fraction] | None
    rounds_more: Fraction | None
    measure: str
    left: dict[str, dict[int, Fraction]]
    low: dict[str, float] | None = None
    high: dict[str, float] | None = None
    size: int
    seed: int | None = None


def duel(
    system: System,
    a: Combatant,
    b: Combatant,
    options: Mapping[str, Any],
    rulings: Any,
    *,
    answer: Mapping[str, Any] | None = None,
    first: First = "alternate",
    rounds: bool = False,
    most_pairs: int = MOST_PAIRS,
    most_states: int = MOST_STATES,
    fights: int | None = None,
    seed: int | None = None,
) -> DuelOdds:
    """The odds of a duel between two combatants of different names, as they stand.

    `options` are those of A's attacks; what they say of both holds for B's attacks too,
    to which `answer` adds. Each exchange is an attack in a turn of its own, by whom
    `first` says. `rounds` asks for the chance of each number of exchanges as well. Where
    it has to be simulated, `fights` are fought with `seed`, or else as many as are enough.

    Raises:
        BadRequest: an option that does not fit, or one name for both.
        Forbidden: an attack that comes about is not allowed; or nothing says when
            someone is out, with the name of the ruling that could.
    """
    if a.name == b.name:
        raise BadRequest(Fault(f"both are called {a.name}", "give them different names"))
    known = system.terms
    for one in (a, b):
        must_end(system, rulings, one)
    theirs = {**mirrored(system.action("attack").situation, options), **(answer or {})}
    a, b, ours = known.begin(a, b, options)
    b, a, theirs = known.begin(b, a, theirs)
    sides = Duel(system, a, b, (ours, theirs), rulings, first)
    used = draw_seed() if seed is None else seed
    space = Exchanged(sides, most_pairs)
    try:
        space.lump()
    except TooLarge:
        return _simulated(sides, sample(fought(sides, used), fights), used)
    try:
        walk = Walk(space, most_states)
    except TooLarge:
        return _simulated(sides, sample(drawn(space, used), fights), used)
    return _exact(sides, walk, solve(walk), rounds)


def _exact(sides: Duel, walk: Walk, solution: Solution, rounds: bool) -> DuelOdds:
    left: tuple[dict[int, Fraction], dict[int, Fraction]] = ({}, {})
    draw = Fraction(0)
    for (winner, counted), chance in solution.ends.items():
        if winner is None:
            draw += chance
        else:
            left[winner][counted] = chance
    spread = lengths(walk, solution.ticks, TAIL + solution.endless) if rounds else None
    listed, more = spread or (None, None)
    return DuelOdds(
        method="exact",
        draw=draw,
        endless=solution.endless,
        rounds_mean=solution.ticks,
        rounds=listed,
        rounds_more=more,
        size=solution.states,
        **_won(sides, left, 1),
    )


def _simulated(sides: Duel, sampled: Sampled, seed: int) -> DuelOdds:
    fights = sampled.fights
    rounds = {n: Fraction(count, fights) for n, count in sorted(sampled.rounds.items())}
    counts = [sum(found.values()) for found in sampled.left]
    bounds = dict(zip(sides.fight.sides, [interval(n, fights) for n in counts], strict=True))
    return DuelOdds(
        method="simulated",
        draw=Fraction(sampled.draws, fights),
        endless=Fraction(sampled.endless, fights),
        rounds_mean=None if sampled.endless else mean(rounds),
        rounds=rounds,
        rounds_more=Fraction(0),
        low={name: low for name, (low, _) in bounds.items()},
        high={name: high for name, (_, high) in bounds.items()},
        size=fights,
        seed=seed,
        **_won(sides, sampled.left, fights),
    )


def _won(sides: Duel, left: Sequence[Mapping[int, Fraction | int]], of: int) -> dict[str, Any]:
    """Who wins, and what they have left, by how often that came or how likely it is."""
    shares = {
        name: {number: Fraction(count, of) for number, count in sorted(found.items())}
        for name, found in zip(sides.fight.sides, left, strict=True)
    }
    win = {name: sum(found.values(), Fraction(0)) for name, found in shares.items()}
    return {"win": win, "left": shares, "measure": sides.system.terms.measure}
