"""Checking an encounter: play it, compare, and report every difference with its line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from affray.encounter.compare import Difference, differences, uncited, unlike
from affray.encounter.file import Encounter, Win, load
from affray.encounter.keys import NOBODY, wrong_keys
from affray.encounter.play import Stepped, play_free, play_steps
from affray.engine.tell import DeedDone, TurnGiven
from affray.faults import AffrayError, Fault
from affray.fight import End, Fight
from affray.outcome import TraceStep

if TYPE_CHECKING:
    from affray.engine.answer import Answer

LAST_STEPS = 12
"""Steps of the trace that a difference shows."""


class Item(Struct, frozen=True):
    """One thing checked: a step, or the end (number None)."""

    number: int | None
    line: int
    name: str
    differences: tuple[Difference, ...]


class Report(Struct, frozen=True):
    """An encounter checked: its items, what a person should know, and the rules it used.

    `faults` when it could not be played at all; then there are no items.
    """

    path: str
    title: str
    items: tuple[Item, ...] = ()
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether anything came out otherwise, or it could not be played."""
        return bool(self.faults) or any(item.differences for item in self.items)


def check_file(path: str) -> Report:
    """Check the encounter in the file at `path`; a bad file is a report with faults."""
    try:
        return check(load(path))
    except AffrayError as error:
        return Report(path, path, faults=error.faults)


def check(encounter: Encounter) -> Report:
    """Check an encounter.

    Raises:
        BadData: it cannot be played, with file and line.
    """
    cited: set[str] = set()
    items: list[Item] = []
    fight = encounter.fight
    for stepped in play_steps(encounter):
        items.append(_item(encounter, stepped, cited))
        fight = stepped.after
    notes: list[str] = []
    middle = fight
    end: End | None = None
    trace: tuple[TraceStep, ...] = ()
    if encounter.file.free is not None:
        end, trace = _free(encounter, fight, cited)
        fight = end.fight
        notes.append(ended(end))
    found = _at_the_end(encounter, fight, end)
    found += uncited(encounter.file.rules, cited, ("rules",))
    win = encounter.file.expect.win
    if win is not None:
        settled, wrong = _chance(encounter, middle, win)
        notes.append(settled.words)
        found += wrong
    last = Item(None, encounter.line(("expect",)), "the end", _placed(encounter, found, trace))
    title, rules = encounter.file.title, tuple(sorted(cited))
    return Report(encounter.path, title, (*items, last), tuple(notes), rules)


def _item(encounter: Encounter, stepped: Stepped, cited: set[str]) -> Item:
    step, outcome = stepped.step, stepped.outcome
    if stepped.refused is not None and stepped.refused.rule != encounter.fight.system:
        cited.add(stepped.refused.rule)
    if outcome is not None:
        cited.update(s.rule for s in outcome.trace)
        at = ("step", step.number, "expect", "result")
        findings = tuple(wrong_keys(step.expect.result or {}, type(outcome.result), at))
        if findings:
            raise encounter.source.faults(findings)
    found = tuple(
        replace(d, line=encounter.line(d.path), trace=d.trace) for d in differences(stepped)
    )
    return Item(step.number, encounter.line(("step", step.number)), step.words, found)


def _free(encounter: Encounter, fight: Fight, cited: set[str]) -> tuple[End, tuple[TraceStep, ...]]:
    """The end of the free fight, and the last steps of the reasoning before it."""
    last: tuple[TraceStep, ...] = ()
    for event in play_free(encounter, fight):
        if isinstance(event, End):
            return event, last
        if isinstance(event, DeedDone):
            last = event.played.whole.trace
        elif isinstance(event, TurnGiven):
            last = event.outcome.trace
        cited.update(step.rule for step in last)
    raise AssertionError("a fight that is played out ends")


def ended(end: End) -> str:
    """How a fight ended, in a sentence."""
    rounds = f"{end.rounds} round" + ("" if end.rounds == 1 else "s")
    return {
        "won": f"{end.winner} won after {rounds}",
        "all-out": f"nobody was left after {rounds}",
        "stalemate": f"stopped after {rounds}: nobody could be hurt any more",
        "cap": f"stopped after {rounds} without an end",
    }[end.reason]


def _at_the_end(encounter: Encounter, fight: Fight, end: End | None) -> list[Difference]:
    expect = msgspec.to_builtins(encounter.file.expect)
    at = ("expect",)
    known = fight.over() if end is None else end
    winner = known.winner if known is not None else None
    came: dict[str, Any] = {
        "winner": winner or NOBODY,
        "ended": "" if end is None else end.reason,
        "rounds": fight.turns.round if end is None else end.rounds,
    }
    found: list[Difference] = []
    for key, value in came.items():
        if key in expect:
            found += unlike(expect[key], value, (*at, key), key)
    survivors = expect.get("survivors")
    if survivors is not None:
        left = [f.name for f in fight.fighters if not fight.is_out(f)]
        if isinstance(survivors, dict):
            sides = {side: sum(fight.sides[name] == side for name in left) for side in survivors}
            found += unlike(survivors, sides, (*at, "survivors"), "survivors")
        elif sorted(survivors) != sorted(left):
            found.append(Difference((*at, "survivors"), "survivors", survivors, left))
    for name, fields in expect.get("combatants", {}).items():
        fighter = msgspec.to_builtins(fight.fighter(name))
        found += unlike(fields, fighter, (*at, "combatants", name), name)
    return found


def _chance(encounter: Encounter, fight: Fight, win: Win) -> "tuple[Answer, list[Difference]]":
    """The chance of a side, and whether it is within its bounds; undecided is not."""
    from affray.engine.answer import answer  # with all that reckons odds

    assert encounter.file.free is not None
    if len(fight.standing()) < 2:
        raise encounter.fault(("expect", "win"), "the steps leave no fight to be won")
    settled = answer(fight, win.side, win.at_least, win.at_most, encounter.file.free.rounds)
    low, high, _ = settled
    between = None if low == high else (low, high)
    found: list[Difference] = []
    if win.at_least is not None and low < win.at_least:
        at = ("expect", "win", "at_least")
        found.append(Difference(at, "win.at_least", win.at_least, low, between=between))
    if win.at_most is not None and high > win.at_most:
        at = ("expect", "win", "at_most")
        found.append(Difference(at, "win.at_most", win.at_most, high, between=between))
    return settled, found


def _placed(
    encounter: Encounter, found: Iterable[Difference], trace: tuple[TraceStep, ...]
) -> tuple[Difference, ...]:
    """Differences with their lines, and the trace that led to them."""
    return tuple(
        replace(d, line=encounter.line(d.path), trace=() if d.path[0] == "rules" else trace)
        for d in found
    )
