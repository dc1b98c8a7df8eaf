"""Encounter files: a fight that is documentation, demo and test at once.

An encounter names sides and their sheets, then what is done, step by step (`[[step]]`),
or by the sheets' own tactics (`[free]`), and what has to come of it (`expect`). Here is
the format, and reading it: every fault is found, with its line, before anything is
played. Playing is in play.py, comparing in check.py.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from affray import rulings as rulings_files
from affray.encounter.keys import fault_in_ends, faults_in_expect, unknown_rules
from affray.encounter.sides import Member, Placed, beside, places
from affray.encounter.steps import Step, read_steps
from affray.engine.deadly import refuse_endless
from affray.engine.step import MOST_ROUNDS
from affray.faults import BadData, Fault, Forbidden
from affray.fields import Name, Seed
from affray.fight import Fight
from affray.registry import system
from affray.system import System
from affray.toml_source import Source, line_of, lines_of, read
from affray.validate import Finding, Invalid, Path, convert

SUFFIX = ".encounter.toml"

Chance = Annotated[float, Meta(ge=0, le=1)]


class Free(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight by tactics, after the steps: it stops after so many rounds, ended or not."""

    rounds: Annotated[int, Meta(ge=1, le=1000)] = MOST_ROUNDS


class Range(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number that has to lie between two, both included; either may be left out."""

    at_least: int | float | None = None
    at_most: int | float | None = None


class Win(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The chance that a side wins, from where the steps leave the fight."""

    side: Name
    at_least: Chance | None = None
    at_most: Chance | None = None


class Ends(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected at the end.

    `winner` is a side or "nobody"; `ended` why the fight was over: won, all-out,
    stalemate or cap; `rounds` how many were begun; `survivors` those still fighting, by
    name, or how many of each side; `combatants` fields by name.
    """

    winner: Name | None = None
    ended: str | None = None
    rounds: int | Range | None = None
    survivors: dict[Name, int] | tuple[Name, ...] | None = None
    combatants: dict[Name, dict[str, Any]] = {}
    win: Win | None = None


class EncounterFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An encounter as its file has it. A step's other keys are options of its command."""

    title: Name
    sides: dict[Name, tuple[str | Member, ...]]
    about: str = ""
    rules: tuple[str, ...] = ()
    rulings: str | dict[str, Any] = {}
    seed: Seed = 1
    step: tuple[dict[str, Any], ...] = ()
    free: Free | None = None
    expect: Ends = Ends()


class Encounter(Struct, frozen=True):
    """An encounter that can be played: the fight before its first step, and the rest.

    `placed` says where each combatant's sheet came from.
    """

    path: str
    source: Source
    lines: dict[Path, int]
    file: EncounterFile
    fight: Fight
    placed: tuple[Placed, ...]
    steps: tuple[Step, ...]

    @property
    def system(self) -> System:
        """The system it is played by."""
        return system(self.fight.system)

    def line(self, path: Path) -> int:
        """The line of something in the file, by its path."""
        return line_of(self.lines, path)

    def fault(self, path: Path, message: str, hint: str | None = None) -> BadData:
        """What is wrong at a place in the file, as an error."""
        return BadData(Fault(message, hint, self.source.name, self.line(path)))


def load(path: str) -> Encounter:
    """The encounter in the file at `path`; sheets in it are looked for beside the file.

    Raises:
        BadData: with every fault of the file, each with its line.
    """
    source = read(path)
    try:
        file = convert(source.data, EncounterFile)
        placed = places(file.sides, path)
        return _built(path, source, file, placed)
    except Invalid as invalid:
        raise source.faults(invalid.findings) from None


def _built(path: str, source: Source, file: EncounterFile, placed: tuple[Placed, ...]) -> Encounter:
    rules = system(placed[0].system)
    rulings = _rulings(file, path, rules)
    fight = Fight(
        rules.name,
        tuple(one.fighter for one in placed),
        {one.fighter.name: one.side for one in placed},
        rules.turns_type(),
        rulings,
    )
    steps, findings = read_steps(file.step, fight)
    findings += [f for step in steps for f in faults_in_expect(step, fight)]
    findings += unknown_rules(file.rules, ("rules",))
    findings += fault_in_ends(msgspec.to_builtins(file.expect), fight)
    findings += _contradictions(file, fight)
    if findings:
        raise Invalid(findings)
    return Encounter(path, source, lines_of(source.text), file, fight, placed, steps)


def _rulings(file: EncounterFile, path: str, rules: System) -> Struct:
    if isinstance(file.rulings, str):
        try:
            return rulings_files.load(beside(path, file.rulings), rules)
        except BadData as error:
            if any(fault.line is not None for fault in error.faults):
                raise
            raise Invalid(Finding(("rulings",), str(f), f.hint) for f in error.faults) from None
    try:
        found: Struct = convert(file.rulings, rules.rulings_type)
    except Invalid as invalid:
        raise Invalid(
            Finding(("rulings", *f.path), f.message, f.hint) for f in invalid.findings
        ) from None
    return found


def _contradictions(file: EncounterFile, fight: Fight) -> list[Finding]:
    """What can't be as the file says it: nothing to do, or a fight without an end."""
    found: list[Finding] = []
    if file.free is None and not file.step:
        hint = "add a [[step]], or [free] for a fight by tactics"
        found.append(Finding((), "nothing happens in this encounter", hint))
    for key in ("ended", "win"):
        if file.free is None and getattr(file.expect, key) is not None:
            hint = "add [free] for a fight by tactics"
            found.append(Finding(("expect", key), "there is no free fight that could end", hint))
    if file.free is not None:
        if len(set(fight.sides.values())) < 2:
            hint = "put somebody on the other side"
            found.append(Finding(("sides",), "a fight takes two sides", hint))
        try:
            refuse_endless(fight)
        except Forbidden as error:
            fault = error.faults[0]
            found.append(Finding(("free",), fault.message, fault.hint))
    return found
