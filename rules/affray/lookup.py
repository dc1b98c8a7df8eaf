"""Rules in our own words: the texts that stand beside each system's code."""

import importlib
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from affray.faults import BadRequest, Fault, near
from affray.outcome import Status
from affray.system import REGISTRY
from affray.tables import load_table


class Rule(Struct, frozen=True):
    """One rule: its id within its system, and what it says."""

    id: str
    title: str
    section: str
    status: Status
    text: str
    keywords: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    switch: str | tuple[str, ...] | None = None
    system: str = ""

    @property
    def full_id(self) -> str:
        """The id a trace cites, such as "troika:7.6"."""
        return f"{self.system}:{self.id}"

    @property
    def switches(self) -> tuple[str, ...]:
        """The rulings that settle it, none or more."""
        if self.switch is None:
            return ()
        return (self.switch,) if isinstance(self.switch, str) else self.switch


@cache
def rules(system: str) -> tuple[Rule, ...]:
    """Every rule of one system, in the order of its source."""
    package = importlib.import_module(REGISTRY[system])
    assert package.__file__ is not None
    table = load_table(package.__file__, "rules.toml")
    return tuple(msgspec.convert({**entry, "system": system}, Rule) for entry in table["rule"])


def find(query: str, systems: tuple[str, ...] = tuple(REGISTRY)) -> list[Rule]:
    """The rules an id ("7.6", "troika:7.6") or a word ("drowning") means.

    An exact id wins; then titles and keywords that the word begins; at last all texts.

    Raises:
        BadRequest: nothing matches, with the nearest title or id.
    """
    everything = [rule for system in systems for rule in rules(system)]
    wanted = query.casefold().strip()
    exact = [r for r in everything if wanted in (r.full_id.casefold(), r.id.casefold())]
    if exact:
        return exact
    stem = _stem(wanted)
    named = [r for r in everything if any(_stem(w.casefold()).startswith(stem) for w in _words(r))]
    found = named or search(query, systems)
    if not found:
        words = {w.casefold() for r in everything for w in _words(r)} | {r.id for r in everything}
        hint = near(wanted, words, otherwise="`affray rule` lists them all")
        raise BadRequest(Fault(f"no rule matches `{query}`", hint))
    return found


def search(query: str, systems: tuple[str, ...] = tuple(REGISTRY)) -> list[Rule]:
    """Every rule whose title, keywords or text hold all words of the query."""
    wanted = [_stem(word) for word in query.casefold().split()]
    return [
        rule
        for system in systems
        for rule in rules(system)
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
    return {**msgspec.to_builtins(rule), "id": rule.full_id}
