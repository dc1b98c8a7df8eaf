"""`affray rule`."""

from collections.abc import Iterator
from typing import Annotated

import typer
from affray.faults import BadRequest, Fault
from affray.lookup import Rule, as_data, find, rules, search
from affray.system import REGISTRY, system

from affray_cli import options, terminal
from affray_cli.exits import Exit
from affray_cli.text import Line


def rule(
    query: Annotated[
        str | None, typer.Argument(metavar="[ID|WORD]", help="7.6, troika:7.6, or drowning.")
    ] = None,
    search_for: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Search all the texts.")
    ] = None,
    system_name: options.SystemName = None,
    json: options.Json = False,
) -> int:
    """Look up a rule: what it says in our words, its source, and who says so.

    affray rule drowning

    affray rule --search cover --system troika

    Without an id or word: the index.
    """
    systems = tuple(REGISTRY) if system_name is None else (system(system_name).name,)
    if query is not None and search_for is not None:
        raise BadRequest(Fault("give an id or word, or --search, not both"))
    if query is not None:
        found = find(query, systems)
    elif search_for is not None:
        found = search(search_for, systems)
        if not found:
            raise BadRequest(Fault(f"no rule's text has `{search_for}`", "try one word of it"))
    else:
        found = [rule for name in systems for rule in rules(name)]
    if json:
        for rule in found:
            terminal.write_json(as_data(rule))
        return Exit.OK
    whole = query is not None or search_for is not None
    for rule in found:
        terminal.write_lines(_tell(rule) if whole else [_index(rule)], True)
    return Exit.OK


def _index(rule: Rule) -> Line:
    return Line("note", rule.full_id, f"{rule.title} ({rule.status})")


def _tell(rule: Rule) -> Iterator[Line]:
    yield Line("headline", "", f"{rule.full_id} {rule.title}")
    yield Line("note", "rule", rule.text)
    yield Line("note", "source", f"{rule.section} ({rule.status})")
    if rule.switches:
        yield Line("note", "switch", ", ".join(rule.switches))
    if rule.commands:
        yield Line("note", "applied by", ", ".join(f"affray {c}" for c in rule.commands))
