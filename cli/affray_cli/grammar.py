"""What a command that systems settle takes: made from what they declare, for every reader."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.option import Option, Seat, options_of
from affray.plain import PLAIN
from affray.registry import commands, others, system, systems
from affray.system import ACT, Action, System
from affray_cli.common import COMMON, SESSION, SHEET_HELP, SYSTEM, Asked, asked_for
from affray_cli.entries import COMMANDS, reach
from affray_cli.syntax import Syntax
from affray_cli.terminal import complain

NAME = Option("name", str, "word", True, "Who acts, by name.", "NAME", place=True, values="sheet")
MOST_WORDS = 8
"""The most words that stand for a value in help, rather than the word for them all."""

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
        flags |= {f"--no-{o.flag[2:]}": (o, False) for o in self.options if o.negatable}
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


@cache
def grammar(command: str, name: str | None = None) -> Grammar:
    """What `command` takes in the system called `name`, or in all that settle it together."""
    if command in PLAIN:
        action = PLAIN[command]
        return Grammar(command, (), options_of(action.situation), _text(command, [("", action)]))
    asked = [system(name)] if name else systems()
    if command == "act":
        return _acting(asked)
    having = _having(command, asked)
    alone = len(having) == 1
    seats: dict[str, Option] = {}
    declared: list[tuple[str, str | None, Sequence[Option]]] = []
    for rules, action in having:
        panel = rules.title if name or not alone else None
        options = [_seat(seat) for seat in action.seats] + [*options_of(action.situation)]
        if strange := _strange(options, [d for *_, some in declared for d in some]):
            complain(f"affray: note: {rules.name} is left out: {strange}")
            continue
        seats |= {seat.name: one for seat, one in zip(action.seats, options, strict=False)}
        declared.append((rules.title, panel, options))
    own = _together(declared)
    text = _text(command, [(rules.title, action) for rules, action in having], name is not None)
    return Grammar(
        command, [o for o in own if o.name in seats], [o for o in own if o.name not in seats], text
    )


def _acting(asked: Sequence[System]) -> Grammar:
    """What `act` takes: the options of all acts together."""
    declared: list[tuple[str, str | None, Sequence[Option]]] = []
    told: list[str] = []
    examples: list[str] = []
    words: list[str] = []
    for rules in asked:
        acts = [one.removeprefix(ACT) for one in rules.commands if one.startswith(ACT)]
        if acts:
            told.append(f"{rules.title}: {', '.join(acts)}.")
        words += acts
        for act in acts:
            action = rules.action(ACT + act)
            declared.append((act, rules.title, options_of(action.situation)))
            examples += action.examples
    text = COMMANDS["act"].summary.rstrip(".") + "; needs a session."
    what = replace(WHAT, words=tuple(dict.fromkeys(words)))
    own = [what, *_together(declared)]
    return Grammar("act", [NAME], own, "\n\n".join([text, *examples, " ".join(told)]))


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


def _strange(options: Iterable[Option], others: Iterable[Option]) -> str | None:
    """What an option of one system is that others have in another shape; None: nothing."""
    known = {one.name: one for one in others}
    for one in options:
        other = known.get(one.name, one)
        if (one.shape, one.place) != (other.shape, other.place):
            return f"its {one.flag} is a {one.shape}, elsewhere a {other.shape}"
    return None


def _together(
    several: Sequence[tuple[str, str | None, Sequence[Option]]],
) -> list[Option]:
    """The options of several declarations as one: those they share first, then each's own.

    A declaration is a label, the panel of what it has alone, and its options.
    """
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
    entry = reach(command.split(), COMMANDS)[1]
    if entry is not None:
        return entry.summary
    said = (action.summary for _, action in _having(command, systems()) if action.summary)
    return next(said, f"As {command} is settled.")


def of_others(group: str) -> dict[str, str]:
    """What only systems of others settle, in a group or ("") beside them, and what it does."""
    found = {}
    for command in commands() if others() else ():
        head, _, last = command.rpartition(" ")
        if head == group and not command.startswith(ACT):
            found[last] = summary_of(command)
    return found


def _having(command: str, asked: Iterable[System]) -> list[tuple[System, Action]]:
    """The systems that settle a command, each with its action."""
    return [(one, action) for one in asked if (action := one.settles(command)) is not None]
