"""What a command that systems settle takes: made from what they declare, for every reader."""

from collections.abc import Container, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.action import ACT, Action
from affray.faults import BadRequest, Fault
from affray.option import Option, Seat, options_of
from affray.plain import PLAIN
from affray.registry import each, leave_out
from affray.system import System
from affray_cli.common import COMMON, SESSION, SHEET_HELP, SYSTEM, Asked, asked_for
from affray_cli.entries import COMMANDS, reach
from affray_cli.syntax import Syntax

NAME = Option("name", str, "word", True, "Who acts, by name.", "NAME", place=True, values="sheet")
MOST_WORDS = 8
"""The most words that stand for a value in help, rather than the word for them all."""

HELP = "help"
SHAPES = {"flag": "flag", "word": "word", "words": "list of words"}
WHAT = Option("what", str, "word", True, "What is done.", "WHAT", place=True)


class Asking(NamedTuple):
    """What a command line asks for: combatants in the rules' order, and options as written."""

    command: str
    who: list[str]
    system: str | None
    options: dict[str, Any]
    asked: Asked


class Grammar(Syntax):
    """A command's arguments and options, and the words that help has for it."""

    def __init__(
        self, command: str, seats: Sequence[Option], own: Sequence[Option], text: str
    ) -> None:
        self.command = command
        self.text = text
        self.seats = tuple(seat.name for seat in seats)
        shared = [one for one in COMMON.values() if seats or one.panel != SESSION]
        system = (SYSTEM,) if seats and command != "act" else ()
        named = [one for one in (*seats, *own) if not one.place]
        # What all systems have stands before the panel of any.
        self.own = tuple(sorted(named, key=lambda one: one.panel is not None))
        self.options = (*self.own, *system, *shared)
        flags = {one.flag: (one, True) for one in self.options}
        flags |= {one.off: (one, False) for one in self.options if one.off}
        super().__init__([one for one in (*seats, *own) if one.place], flags)

    def asking(self, given: dict[str, Any]) -> Asking:
        """What is asked for by what a line gives, which is used up.

        Raises:
            Invalid: a common option has a value it cannot have.
        """
        who: list[str] = []
        for name in self.seats:
            value = given.pop(name, None)
            who += value if isinstance(value, list) else [] if value is None else [value]
        command = self.command
        if command == "act":
            command = f"{ACT}{given.pop('what')}"
        named = given.pop("system", None)
        return Asking(command, who, named, given, asked_for(given))


class Declared(NamedTuple):
    """What a system declares under a label: the panel of what it has alone, and its options."""

    label: str
    panel: str | None
    options: Sequence[Option]


@cache
def grammar(command: str, name: str | None = None, besides: tuple[str, ...] = ()) -> Grammar:
    """What `command` takes in the system called `name`, or in all that settle it together.

    `besides` are the names of what else a line may give. A system of others with an option
    that is called like one of those, or that is of another shape elsewhere, is left out.

    Raises:
        BadRequest: the system called `name` would be left out.
    """
    if command in PLAIN:
        action = PLAIN[command]
        return Grammar(command, (), options_of(action.situation), _text(command, [("", action)]))
    acting = command == "act"
    first = (NAME, WHAT) if acting else ()
    taken = frozenset((*COMMON, SYSTEM.name, HELP, *besides, *(one.name for one in first)))
    declared: list[Declared] = []
    having: list[tuple[System, dict[str, Action]]] = []
    seats: dict[str, None] = {}
    asked = each(lambda one: _declared(command, one), name and (name,))
    for rules, (actions, own) in [(rules, told) for rules, told in asked if told[0]]:
        if strange := _strange(own, declared, taken):
            if name is not None:
                what = f"the system `{name}` cannot be used for `{command}`: {strange}"
                raise BadRequest(Fault(what))
            leave_out(rules.name, strange)
            continue
        seats |= {} if acting else {s.name: None for a in actions.values() for s in a.seats}
        declared += own
        having.append((rules, actions))
    if acting:
        words = dict.fromkeys(act for _, actions in having for act in actions)
        own_options = [replace(WHAT, words=tuple(words)), *_together(declared)]
        return Grammar(command, [NAME], own_options, _acts_text(having))
    if name is None and len(having) == 1:
        declared = [one._replace(panel=None) for one in declared]
    every = _together(declared)
    told = [(rules.title, actions[command]) for rules, actions in having]
    return Grammar(
        command,
        [o for o in every if o.name in seats],
        [o for o in every if o.name not in seats],
        _text(command, told, name is not None),
    )


def _declared(command: str, rules: System) -> tuple[dict[str, Action], list[Declared]]:
    """What a system has behind a command, each act behind `act`, and what each takes."""
    if command == "act":
        acts = [one.removeprefix(ACT) for one in rules.commands if one.startswith(ACT)]
        actions = {act: rules.action(ACT + act) for act in acts}
        own = [Declared(a, rules.title, options_of(it.situation)) for a, it in actions.items()]
        return actions, own
    action = rules.settles(command)
    if action is None:
        return {}, []
    options = [*map(_seat, action.seats), *options_of(action.situation)]
    return {command: action}, [Declared(rules.title, rules.title, options)]


def _acts_text(having: Sequence[tuple[System, dict[str, Action]]]) -> str:
    """The help text of `act`: which acts each system has, and their examples."""
    text = COMMANDS["act"].summary.rstrip(".") + "; needs a session."
    examples = [e for _, acts in having for action in acts.values() for e in action.examples]
    told = " ".join(f"{rules.title}: {', '.join(acts)}." for rules, acts in having)
    return "\n\n".join([text, *examples, told])


def _seat(seat: Seat) -> Option:
    return Option(
        name=seat.name,
        kind=str,
        shape="words" if seat.many else "word",
        required=seat.required,
        help=seat.help or SHEET_HELP,
        metavar="SHEET…" if seat.many and not seat.option else "SHEET",
        place=not seat.option,
        values="sheet",
    )


def _strange(
    own: Iterable[Declared], others: Iterable[Declared], taken: Container[str]
) -> str | None:
    """What stands in the way of a system's options beside those of others; None: nothing."""
    known = {option.name: option for one in others for option in one.options}
    for one in (option for some in own for option in some.options):
        if one.name in taken:
            return f"its {one.flag} is called like an option of affray's own"
        other = known.setdefault(one.name, one)
        if one.shape != other.shape:
            return f"its {one.flag} is a {SHAPES[one.shape]}, elsewhere a {SHAPES[other.shape]}"
        if one.place != other.place:
            where = [f"given by its {'place' if o.place else 'name'}" for o in (one, other)]
            return f"its {one.flag} is {where[0]}, elsewhere {where[1]}"
    return None


def _together(several: Sequence[Declared]) -> list[Option]:
    """The options of several declarations as one: those they share first, then each's own."""
    found: dict[str, list[tuple[str, str | None, Option]]] = {}
    for label, panel, options in several:
        for one in options:
            found.setdefault(one.name, []).append((label, panel, one))
    shared: list[Option] = []
    alone: list[Option] = []
    for having in found.values():
        first = having[0][2]
        panels = {panel for _, panel, _ in having}
        whole = len(having) == len(several)
        one = first if len(having) == 1 else _joined(having, whole)
        one = replace(one, required=whole and all(o.required for *_, o in having))
        if len(panels) == 1 and not first.place:
            alone.append(replace(one, panel=panels.pop()))
        else:
            shared.append(one)
    order = list(dict.fromkeys(panel for _, panel, _ in several))
    return shared + sorted(alone, key=lambda one: order.index(one.panel))


def _joined(having: Sequence[tuple[str, str | None, Option]], whole: bool) -> Option:
    """One option of the same name in several declarations: what it is in each."""
    options = [one for *_, one in having]
    helps: dict[str, list[str]] = {}
    for label, _, one in having:
        helps.setdefault(one.help, []).append(label)
    said = (f"{', '.join(dict.fromkeys(who))}: {_lower(text)}" for text, who in helps.items())
    parts = dict.fromkeys(p for o in options for p in o.metavar.split("|"))
    return replace(
        options[0],
        help=options[0].help if whole and len(helps) == 1 else " ".join(said),
        metavar="|".join(parts) if len(parts) <= MOST_WORDS else "WORD",
        words=tuple(dict.fromkeys(word for o in options for word in o.words)),
        negatable=any(one.negatable for one in options),
        values=next((one.values for one in options if one.values), None),
    )


def _lower(text: str) -> str:
    """A sentence that goes on after a colon."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _text(command: str, having: Sequence[tuple[str, Action]], alone: bool = False) -> str:
    """A help text: what the command does, and examples of every system that has it."""
    summary = summary_of(command)
    if len(having) == 1 and having[0][0] and not alone:
        summary = f"{having[0][0]}: {_lower(summary)}"
    each = [[e for e in a.examples if e.startswith(f"affray {command} ")] for _, a in having]
    full = [examples for examples in each if examples]
    shown = full[0] if len(full) == 1 else [examples[0] for examples in full]
    return "\n\n".join([summary, *shown])


def summary_of(command: str) -> str:
    """What a command does, in our words, or in those of the system that has it."""
    entry = reach(command.split())[1]
    return f"As {command} is settled." if entry is None else entry.summary


def of_others(group: str) -> dict[str, str]:
    """What systems settle in a group or ("") beside them, and what they say it does."""
    found: dict[str, str] = {}
    for _, said in each(lambda one: [(name, one.settles(name)) for name in one.commands]):
        for command, action in said:
            head, _, last = command.rpartition(" ")
            if head == group and action is not None and not command.startswith(ACT):
                found[last] = found.get(last) or action.summary
    return {
        last: text or f"As {f'{group} {last}'.strip()} is settled." for last, text in found.items()
    }
