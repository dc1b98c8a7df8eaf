"""Rules in our own words: the texts that stand beside each system's code."""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from affray.faults import BadRequest, Fault, near
from affray.outcome import Status
from affray.registry import each, system
from affray.system import System

RULES, EXAMPLES = "rules.json", "examples.json"
"""Beside a system's code: its rules, and what their examples print. JSON, since a look-up
that reads three systems' rules as TOML takes longer than all else it does."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id within its system, and what it says.

    `example` is a command line, or several to be run in turn; `background` marks what no
    step of a result cites, since nothing is worked out by it; `exempt` says why no encounter
    can exercise it (`check --rules` then does not ask for it).
    """

    id: str
    title: str
    section: str
    status: Status
    text: str
    keywords: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    switch: str | tuple[str, ...] | None = None
    example: str | None = None
    background: bool = False
    exempt: str | None = None
    system: str = ""

    @property
    def full_id(self) -> str:
        """The id a trace cites: the system, a colon, and its id there."""
        return f"{self.system}:{self.id}"

    @property
    def switches(self) -> tuple[str, ...]:
        """The rulings that settle it, none or more."""
        if self.switch is None:
            return ()
        return (self.switch,) if isinstance(self.switch, str) else self.switch

    @property
    def example_lines(self) -> list[str]:
        """The command lines of the example."""
        return [] if self.example is None else self.example.splitlines()


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What an example printed, and the steps of it that cite the rule."""

    example: str
    output: str
    steps: tuple[str, ...]


def read_examples(system: System) -> dict[str, Shown]:
    """What the examples of a system print; made by a script, held by a test."""
    data = _bytes_of(system, EXAMPLES)
    return {} if data is None else msgspec.json.decode(data, type=dict[str, Shown])


def read_rules(system: System) -> tuple[Rule, ...]:
    """The rules in the file of a system, in its order."""
    data = _bytes_of(system, RULES)
    return () if data is None else msgspec.json.decode(data, type=tuple[Rule, ...])


def _bytes_of(system: System, name: str) -> bytes | None:
    try:
        with open(os.path.join(system.folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


@cache
def examples(name: str) -> Mapping[str, Shown]:
    """What the examples of the system called `name` print, by rule id."""
    return system(name).examples()


def shown(rule: Rule) -> Shown | None:
    """What the example of a rule prints."""
    return examples(rule.system).get(rule.id)


@cache
def rules(name: str) -> tuple[Rule, ...]:
    """Every rule of the system called `name`, in the order of its source."""
    return tuple(replace(rule, system=name) for rule in system(name).rules())


def whole(systems: Sequence[str] | None = None) -> list[tuple[Rule, ...]]:
    """Every rule of these systems, or of all that can be used; a tuple for each system."""
    return [found for _, found in each(lambda one: rules(one.name), systems)]


def find(query: str, systems: Sequence[str] | None = None) -> list[Rule]:
    """The rules an id ("7.6", "system:7.6") or a word ("drowning") means.

    In each system an exact id wins over titles and keywords that the word begins; where
    no system has either, all texts are searched.

    Raises:
        BadRequest: nothing matches, with the nearest title or id.
    """
    everything = whole(systems)
    wanted = query.casefold().strip()
    if not wanted:
        raise BadRequest(Fault("an empty word finds no rule", "`affray rule` lists them all"))
    stem = _stem(wanted)
    found = [r for known in everything for r in _named(known, wanted, stem)]
    found = found or search(query, systems)
    if not found:
        every = [rule for known in everything for rule in known]
        words = {w.casefold() for r in every for w in _words(r)} | {r.id for r in every}
        hint = near(wanted, words, otherwise="`affray rule` lists them all")
        raise BadRequest(Fault(f"no rule matches `{query}`", hint))
    return found


def _named(known: Sequence[Rule], wanted: str, stem: str) -> list[Rule]:
    exact = [r for r in known if wanted in (r.full_id.casefold(), r.id.casefold())]
    return exact or [
        r for r in known if any(_stem(w.casefold()).startswith(stem) for w in _words(r))
    ]


def search(query: str, systems: Sequence[str] | None = None) -> list[Rule]:
    """Every rule whose title, keywords or text hold all words of the query."""
    wanted = [_stem(word) for word in query.casefold().split()]
    return [
        rule
        for known in whole(systems)
        for rule in known
        if wanted
        and all(
            word in " ".join((rule.id, rule.title, *rule.keywords, rule.text)).casefold()
            for word in wanted
        )
    ]


def _words(rule: Rule) -> list[str]:
    return [rule.title, *rule.title.split(), *rule.keywords]


def _stem(word: str) -> str:
    """A word without its commonest endings, so that drowning finds drown."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def as_data(rule: Rule) -> dict[str, Any]:
    """A rule as plain data for JSON."""
    example = shown(rule)
    return {
        **msgspec.to_builtins(rule),
        "id": rule.full_id,
        "switches": switches(rule),
        "example": None if example is None else msgspec.to_builtins(example),
    }


def switches(rule: Rule) -> list[dict[str, Any]]:
    """The rulings that settle a rule, each with its default and what else it can be."""
    if not rule.switches:
        return []
    from affray.rulings import describe

    return [
        {"name": one.name, "default": one.default, "allowed": one.allowed}
        for one in describe(system(rule.system).rulings_type)
        if one.name in rule.switches
    ]
