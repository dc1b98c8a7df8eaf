"""`affray rule`."""

from collections.abc import Iterator
from typing import Annotated

from affray.faults import BadRequest, Fault
from affray.lookup import Rule, as_data, find, search, shown, switches, whole
from affray.registry import system
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.declare import argument, option
from affray_cli.exits import Exit
from affray_cli.text.rulings import setting

MOST_OUTPUT = 12


def rule(
    query: Annotated[
        str | None, argument(metavar="[ID|WORD]", help="Such as 7.6, or drowning.")
    ] = None,
    search_for: Annotated[
        str | None, option("--search", metavar="WORDS", help="Search all the texts.")
    ] = None,
    system_name: options.SystemName = None,
    json: options.Json = False,
) -> int:
    """Look up a rule: what it says in our words, its source, and who says so.

    affray rule drowning

    affray rule --search cover --system {system}

    Without an id or word: the index.
    """
    systems = None if system_name is None else (system(system_name).name,)
    if query is not None and search_for is not None:
        raise BadRequest(Fault("give an id or word, or --search, not both"))
    if query is not None:
        found = find(query, systems)
    elif search_for is not None:
        found = search(search_for, systems)
        if not found:
            raise BadRequest(Fault(f"no rule's text has `{search_for}`", "try one word of it"))
    else:
        found = [rule for known in whole(systems) for rule in known]
    if json:
        for rule in found:
            terminal.write_json(as_data(rule))
        return Exit.OK
    if query is None and search_for is None:
        terminal.write_lines(map(_index, found), True)
        return Exit.OK
    for place, rule in enumerate(found):
        if place:
            terminal.write("")
        terminal.write_lines(_tell(rule, query is not None or len(found) == 1), True)
    return Exit.OK


def _index(rule: Rule) -> Line:
    return Line("note", rule.full_id, f"{rule.title} ({rule.status})")


def _tell(rule: Rule, with_example: bool) -> Iterator[Line]:
    yield Line("headline", "", f"{rule.full_id} {rule.title}")
    yield Line("note", "rule", rule.text)
    yield Line("note", "source", f"{rule.section} ({rule.status})")
    for switch in switches(rule):
        default = setting(switch["default"])
        text = f"{switch['name']} = {default} ({switch['allowed']})"
        yield Line("note", "switch", text)
    if rule.commands:
        yield Line("note", "applied by", ", ".join(f"affray {c}" for c in rule.commands))
    example = shown(rule) if with_example else None
    if example is None:
        return
    for line in example.example.splitlines():
        yield Line("note", "example", line)
    lines = example.output.splitlines()
    for line in lines[:MOST_OUTPUT]:
        yield Line("aside", "prints", line)
    if len(lines) > MOST_OUTPUT:
        yield Line("aside", "prints", f"… and {len(lines) - MOST_OUTPUT} lines more")
    for step in example.steps:
        yield Line("aside", "cites it", step)
