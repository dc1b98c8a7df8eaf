"""Odds in words, in JSON and in rows of CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from affray.engine.duel import DuelOdds
from affray.engine.exact import AttackOdds, mean
from affray.engine.report import Chance, exactly
from affray.engine.rolls import RollOdds
from affray.outcome import written
from affray.words import Line, percent
from affray_cli.terminal import is_pretty
from affray_cli.text.bars import COVERED, bar

Row = tuple[object, ...]
Variant = tuple[Mapping[str, Any], AttackOdds]

MOST_BARS = 24
"""Lines for it, at most; past that, each is for a range."""


def _shown(chance: Fraction | float, exact: bool = False) -> str:
    """A chance in a line: with its bar on a terminal, with its fraction where asked."""
    text = f"{percent(chance):>8}" if is_pretty() else percent(chance)
    if exact and isinstance(chance, Fraction) and chance.denominator < 10**9:
        text += f"  {chance}"
    return f"{text}  {bar(chance)}" if is_pretty() else text


def _floats(chances: Mapping[Any, Fraction]) -> dict[str, float]:
    return {str(key): float(chance) for key, chance in chances.items()}


def _by_word(chances: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Outcome words, the likeliest first."""
    return sorted(chances.items(), key=lambda pair: -pair[1])


# An attack


def attack_result(odds: AttackOdds, compared: Sequence[Variant]) -> dict[str, Any]:
    """The result of `odds attack`, and of each variant compared."""
    found = _attack_data(odds)
    if compared:
        found["compare"] = [
            {"options": dict(variant), **_attack_data(one)} for variant, one in compared
        ]
    return found


def _attack_data(odds: AttackOdds) -> dict[str, Any]:
    return {
        "outcomes": {word: exactly(chance) for word, chance in _by_word(odds.outcomes)},
        "measure": odds.measure,
        "damage": _floats(odds.damage),
        "mean_damage": float(mean(odds.damage)),
        "returned": _floats(odds.returned),
        "mean_returned": float(mean(odds.returned)),
        "drop": {
            "defender": None if odds.drops is None else exactly(odds.drops),
            "attacker": None if odds.attacker_drops is None else exactly(odds.attacker_drops),
        },
    }


def tell_attack(
    names: Sequence[str], odds: AttackOdds, compared: Sequence[Variant]
) -> Iterator[Line]:
    """The odds of an attack; compared, a line for each variant instead."""
    attacker, defender = names[:2]
    if compared:
        yield Line("headline", "", f"{attacker} attacks {defender}: {_options(compared)} compared")
        for variant, one in compared:
            label = ", ".join(f"{k.replace('_', '-')} {_value(v)}" for k, v in variant.items())
            yield Line("roll", label, _in_short(one))
        return
    hit = f"{float(mean(odds.damage)):.2f}"
    yield Line("headline", "", f"{attacker} attacks {defender}: {hit} {odds.measure} on average")
    for word, chance in _by_word(odds.outcomes):
        yield Line("roll", word, _shown(chance, exact=True))
    for who, found in ((defender, odds.damage), (attacker, odds.returned)):
        if any(found):
            for amount, chance in found.items():
                yield Line("damage", f"{amount} to {who}", _shown(chance))
    if any(odds.returned):
        back = f"{float(mean(odds.returned)):.2f} {odds.measure} on average"
        yield Line("note", f"back to {attacker}", back)
    for who, drop in ((defender, odds.drops), (attacker, odds.attacker_drops)):
        if drop is not None:
            yield Line("note", f"{who} is out", percent(drop))


def _options(compared: Sequence[Variant]) -> str:
    return " and ".join(name.replace("_", "-") for name in compared[0][0])


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return "+".join(map(str, value))
    return written(value)


def _in_short(odds: AttackOdds) -> str:
    parts = [f"{word} {percent(chance)}" for word, chance in _by_word(odds.outcomes)]
    parts.append(f"mean {float(mean(odds.damage)):.2f}")
    if any(odds.returned):
        parts.append(f"back {float(mean(odds.returned)):.2f}")
    if odds.drops is not None:
        parts.append(f"out {percent(odds.drops)}")
    return ", ".join(parts)


def attack_rows(odds: AttackOdds, compared: Sequence[Variant]) -> Iterator[Row]:
    """The distributions of an attack, one chance a row."""
    yield "variant", "kind", "value", "p", "exact"
    for variant, one in compared or [({}, odds)]:
        label = " ".join(f"{name}={_value(value)}" for name, value in variant.items())
        drops = {"defender": one.drops, "attacker": one.attacker_drops}
        known = {who: drop for who, drop in drops.items() if drop is not None}
        for kind, chances in (
            ("outcome", one.outcomes),
            ("damage", one.damage),
            ("returned", one.returned),
            ("drop", known),
        ):
            for key, chance in chances.items():
                yield label, kind, key, float(chance), str(chance)


# A duel


def duel_result(odds: DuelOdds, fractions: bool) -> dict[str, Any]:
    """The result of `odds duel`; the fractions of its chances where asked for."""
    found: dict[str, Any] = {
        "win": _floats(odds.win),
        "draw": float(odds.draw),
        "endless": float(odds.endless),
        "rounds_mean": None if odds.rounds_mean is None else float(odds.rounds_mean),
        "method": odds.method,
        "states" if odds.method == "exact" else "fights": odds.size,
    }
    if odds.low is not None:
        found |= {"low": odds.low, "high": odds.high}
    if fractions:
        found["exact"] = {
            "win": {name: str(chance) for name, chance in odds.win.items()},
            "draw": str(odds.draw),
            "rounds_mean": None if odds.rounds_mean is None else str(odds.rounds_mean),
        }
    found |= {
        "rounds": None if odds.rounds is None else _floats(odds.rounds),
        "rounds_more": None if odds.rounds_more is None else float(odds.rounds_more),
        "measure": odds.measure,
        "left": {name: _floats(chances) for name, chances in odds.left.items()},
    }
    return found


def tell_duel(odds: DuelOdds, fractions: bool) -> Iterator[Line]:
    """Who wins, how long it takes, and what the winner has left."""
    favourite = max(odds.win, key=lambda name: odds.win[name])
    yield Line("headline", "", f"{favourite} wins {percent(odds.win[favourite])} of these duels")
    for name, chance in odds.win.items():
        text = _shown(chance)
        if odds.low is not None and odds.high is not None:
            text += f"  ({percent(odds.low[name])} to {percent(odds.high[name])})"
        yield Line("roll", f"{name} wins", text)
    yield Line("roll", "draw", _shown(odds.draw))
    if odds.endless:
        yield Line("roll", "never ends", _shown(odds.endless))
    if fractions:
        for name, chance in odds.win.items():
            yield Line("note", f"{name} wins", str(chance))
    if odds.rounds_mean is not None:
        yield Line("note", "exchanges", f"{float(odds.rounds_mean):.2f} on average")
    for name, chances in odds.left.items():
        if odds.win[name]:
            left = float(mean(chances) / odds.win[name])
            yield Line("note", f"{name}, winning", f"{left:.2f} {odds.measure} on average")
    yield from _rounds(odds)
    how = (
        f"exact, over {odds.size} states"
        if odds.method == "exact"
        else f"simulated: {odds.size} fights, with 95 % bounds"
    )
    yield Line("aside", "method", how)
    if odds.seed is not None:
        yield Line("aside", "seed", str(odds.seed))


def _rounds(odds: DuelOdds) -> Iterator[Line]:
    """The chance of each number of exchanges, or of ranges of them, until little is left."""
    shown: dict[int, Fraction] = {}
    for number, chance in (odds.rounds or {}).items():
        shown[number] = chance
        if sum(shown.values()) >= COVERED:
            break
    if not shown:
        return
    first, last = min(shown), max(shown)
    width = -(-(last + 1 - first) // MOST_BARS)
    for start in range(first, last + 1, width):
        within = range(start, start + width)
        chance = sum((shown.get(number, Fraction(0)) for number in within), Fraction(0))
        if not chance:
            continue
        label = str(start) if width == 1 else f"{start}-{within[-1]}"
        yield Line("damage", f"{label} exchange{'' if label == '1' else 's'}", _shown(chance))
    more = 1 - sum(shown.values())
    if more:
        yield Line("damage", "more", _shown(Fraction(more)))


def duel_rows(odds: DuelOdds) -> Iterator[Row]:
    """The distributions of a duel, one chance a row."""
    yield "kind", "who", "value", "p"
    for name, chance in odds.win.items():
        yield "win", name, "", float(chance)
    yield "draw", "", "", float(odds.draw)
    yield "endless", "", "", float(odds.endless)
    for number, chance in (odds.rounds or {}).items():
        yield "rounds", "", number, float(chance)
    if odds.rounds_more:
        yield "rounds", "", "more", float(odds.rounds_more)
    for name, chances in odds.left.items():
        for left, chance in chances.items():
            yield "left", name, left, float(chance)


# A roll


def roll_result(odds: RollOdds) -> dict[str, Any]:
    """The result of `odds roll`."""
    numbers: dict[str, Any] = {}
    for name, chances in odds.numbers.items():
        numbers[name] = _floats(chances)
        if all(isinstance(value, int) for value in chances):
            numbers[f"mean_{name}"] = float(mean(chances))  # type: ignore[arg-type]
    return {
        "outcomes": {word: exactly(chance) for word, chance in _by_word(odds.outcomes)},
        "method": odds.method,
        **numbers,
    }


def tell_roll(command: str, odds: RollOdds) -> Iterator[Line]:
    """Each outcome of a roll, and each number it can give."""
    what = command.removeprefix("roll ")
    if len(odds.outcomes) > 1:
        likeliest, chance = _by_word(odds.outcomes)[0]
        yield Line("headline", "", f"{what}: {likeliest} {percent(chance)}")
        for word, chance in _by_word(odds.outcomes):
            yield Line("roll", word, _shown(chance, exact=True))
    else:
        yield Line("headline", "", f"The odds of {what}")
    for name, chances in odds.numbers.items():
        label = name.replace("_", " ")
        for value, chance in chances.items():
            yield Line("damage", f"{label} {value}", _shown(chance, exact=len(odds.outcomes) == 1))
        if all(isinstance(value, int) for value in chances):
            average = mean(chances)  # type: ignore[arg-type]
            yield Line("note", f"mean {label}", f"{float(average):.2f}")
    if odds.seed is not None:
        yield Line("aside", "method", f"simulated: {odds.size} throws")
        yield Line("aside", "seed", str(odds.seed))


def roll_rows(odds: RollOdds) -> Iterator[Row]:
    """The distributions of a roll, one chance a row."""
    yield "kind", "value", "p", "exact"
    shown: dict[str, Mapping[Any, Fraction]] = {"outcome": odds.outcomes, **odds.numbers}
    for kind, chances in shown.items():
        for value, chance in chances.items():
            yield kind, value, float(chance), str(chance)


def told(lines: Iterable[Line | Chance]) -> Iterator[Line]:
    """Lines of a system's own, its chances with their bars."""
    for line in lines:
        if isinstance(line, Chance):
            text = _shown(line.chance, exact=line.exact) + line.more
            yield Line(line.kind, line.label, text)
        else:
            yield line
