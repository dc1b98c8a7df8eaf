"""Simulated fights in words, in JSON and in rows of CSV."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from affray.engine.many.simulate import Simulated
from affray.engine.many.sweep import Point
from affray.outcome import written
from affray.words import Line, percent
from affray_cli.terminal import is_pretty
from affray_cli.text.bars import COVERED, bar

Found = Sequence[tuple[Point, Simulated]]
Row = tuple[object, ...]

REASONS = {
    "won": "one side is left",
    "all-out": "all fell",
    "stalemate": "nobody could be hurt any more",
    "cap": "too many rounds",
}


def _chance(one: Simulated, count: int) -> dict[str, float]:
    p, low, high = one.chance(count)
    return {"p": p, "low": low, "high": high}


def _shares(counts: Counter[Any], of: int) -> dict[str, float]:
    return {str(key): counts[key] / of for key in sorted(counts)}


def mean(counts: Counter[int]) -> float:
    """The mean of counted numbers."""
    return sum(number * times for number, times in counts.items()) / counts.total()


def quantile(counts: Counter[int], share: float) -> int:
    """The least number that at least a share of what is counted does not go beyond."""
    left = ceil(share * counts.total())
    for number in sorted(counts):
        left -= counts[number]
        if left <= 0:
            return number
    raise AssertionError("a share is at most the whole")


def result(one: Simulated) -> dict[str, Any]:
    """The result of `simulate`."""
    tally, fight = one.tally, one.fight
    n, winners, rounds = tally.fights, tally.winners(), tally.rounds()
    standing, first = tally.standing(), tally.first()
    survivors = {side: tally.survivors(fight.sides, side) for side in one.sides}
    return {
        "n": n,
        "win": {side: _chance(one, winners[side]) for side in one.sides},
        "nobody": _chance(one, winners[None]),
        "ended": {reason: tally.reasons()[reason] / n for reason in REASONS},
        "rounds": {
            "mean": mean(rounds),
            "p90": quantile(rounds, 0.9),
            "chances": _shares(rounds, n),
        },
        "survivors": {
            side: {"mean": mean(counts), "chances": _shares(counts, n)}
            for side, counts in survivors.items()
        },
        "standing": {name: standing[name] / n for name in fight.sides},
        "first_to_fall": {name: first[name] / n for name in fight.sides},
        "wanted": one.wanted,
        "stopped": one.stopped,
    }


def sweep_result(found: Found) -> dict[str, Any]:
    """The result of a sweep: that of each point, with the point."""
    return {
        "n": sum(one.tally.fights for _, one in found),
        "sweep": [{"with": dict(point), **result(one)} for point, one in found],
    }


def _bounded(one: Simulated, count: int) -> str:
    p, low, high = one.chance(count)
    bounds = f"({percent(low)} to {percent(high)})"
    return f"{percent(p):>8}  {bar(p)}  {bounds}" if is_pretty() else f"{percent(p)} {bounds}"


def _plain(share: float) -> str:
    return f"{percent(share):>8}  {bar(share)}" if is_pretty() else percent(share)


def tell(one: Simulated) -> Iterator[Line]:
    """Who wins, with bounds; how it ends, how long it takes, who stands and who fell first."""
    tally, sides = one.tally, one.fight.sides
    n, winners, rounds = tally.fights, tally.winners(), tally.rounds()
    favourite = max(one.sides, key=lambda side: winners[side])
    yield Line(
        "headline", "", f"{favourite} wins {percent(winners[favourite] / n)} of these fights"
    )
    for side in one.sides:
        yield Line("roll", f"{side} wins", _bounded(one, winners[side]))
    if winners[None]:
        yield Line("roll", "nobody wins", _bounded(one, winners[None]))
        for reason, times in tally.reasons().items():
            if reason != "won":
                yield Line("note", REASONS[reason], percent(times / n))
    text = f"{mean(rounds):.2f} on average, at most {quantile(rounds, 0.9)} in 90 %"
    yield Line("note", "rounds", text)
    yield from _lengths(rounds, n)
    for side in one.sides:
        counts = tally.survivors(sides, side)
        if sum(own == side for own in sides.values()) > 1:
            yield Line("note", f"{side}, standing", f"{mean(counts):.2f} on average")
            for number in sorted(counts):
                yield Line("damage", f"{number} of {side}", _plain(counts[number] / n))
    for name, times in _by_count(tally.first()):
        yield Line("roll", f"{name} falls first", _plain(times / n))
    yield Line("aside", "fights", f"{n}, with 95 % bounds")
    yield Line("aside", "seed", str(one.seed))


def _by_count(counts: Counter[str]) -> list[tuple[str, int]]:
    """Names, those that come oftenest first."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _lengths(rounds: Counter[int], n: int) -> Iterator[Line]:
    """The share of each number of rounds, until little is left of them."""
    covered = 0
    for number in sorted(rounds):
        covered += rounds[number]
        yield Line(
            "damage", f"{number} round{'s' if number != 1 else ''}", _plain(rounds[number] / n)
        )
        if covered >= COVERED * n:
            break
    if covered < n:
        yield Line("damage", "more", _plain(1 - covered / n))


def tell_sweep(found: Found) -> Iterator[Line]:
    """A line for each point of a sweep."""
    first = found[0][1]
    fields = " and ".join(found[0][0])
    yield Line("headline", "", f"{fields}: {first.tally.fights} fights each, with 95 % bounds")
    for point, one in found:
        winners, rounds = one.tally.winners(), one.tally.rounds()
        parts = [f"{side} {_in_short(one, winners[side])}" for side in one.sides]
        if winners[None]:
            parts.append(f"nobody {percent(winners[None] / one.tally.fights)}")
        parts.append(f"rounds {mean(rounds):.2f}")
        label = ", ".join(f"{name} {written(value)}" for name, value in point.items())
        if is_pretty():
            parts.insert(0, f"{bar(one.chance(winners[one.sides[0]])[0]):<32}")
        yield Line("roll", label, (" " if is_pretty() else ", ").join(parts))
    yield Line("aside", "seed", str(first.seed))


def _in_short(one: Simulated, count: int) -> str:
    p, low, high = one.chance(count)
    return f"{percent(p)} ({percent(low)} to {percent(high)})"


def rows(one: Simulated) -> Iterator[Row]:
    """The distributions of simulated fights, one chance a row."""
    data = result(one)
    yield "kind", "who", "value", "p", "low", "high"
    chances = [("win", side, data["win"][side]) for side in one.sides]
    for kind, who, found in [*chances, ("nobody", "", data["nobody"])]:
        yield kind, who, "", found["p"], found["low"], found["high"]
    for reason, share in data["ended"].items():
        yield "ended", "", reason, share, "", ""
    for number, share in data["rounds"]["chances"].items():
        yield "rounds", "", number, share, "", ""
    for side, counts in data["survivors"].items():
        for number, share in counts["chances"].items():
            yield "survivors", side, number, share, "", ""
    for kind in ("standing", "first_to_fall"):
        for name, share in data[kind].items():
            yield kind, name, "", share, "", ""


def sweep_rows(found: Found) -> Iterator[Row]:
    """A sweep as a table, one point a row."""
    sides = found[0][1].sides
    heads = [f"{what} {side}" for side in sides for what in ("win", "low", "high")]
    yield *found[0][0], "n", *heads, "nobody", "rounds_mean", "rounds_p90"
    for point, one in found:
        winners, rounds = one.tally.winners(), one.tally.rounds()
        chances = [part for side in sides for part in one.chance(winners[side])]
        nobody = winners[None] / one.tally.fights
        values = (written(value) for value in point.values())
        yield *values, one.tally.fights, *chances, nobody, mean(rounds), quantile(rounds, 0.9)
