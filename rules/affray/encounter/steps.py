"""The steps of an encounter: a deed each, with its dice and what is expected of it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from affray.action import ACT, Action
from affray.deed import CHOOSE, Deed
from affray.faults import AffrayError, BadRequest, Fault, Forbidden, near
from affray.fields import Name, Seed
from affray.fight import Fight
from affray.option import spelled
from affray.plain import PLAIN
from affray.registry import commands, system
from affray.system import System
from affray.table import strangers
from affray.validate import Finding, Invalid, convert

NEXT, TURN, REST = "next", "turn", "rest"
OF_THE_FIGHT = (NEXT, TURN, REST)
"""Steps that are no deed of somebody: the next turn, a turn by tactics, a rest."""

Face = Annotated[int, Meta(ge=1, le=100)]


class Expect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a step has to come to; what is not named may be anything.

    `result`: the keys given, tables by the keys given, lists element by element, "none"
    for what is not there, `{ at_least, at_most }` for a number. `effects`: each among
    those that happened, in this order. `trace`: rules that are cited. `refused`: the rule
    that forbids it.
    """

    outcome: str | None = None
    success: bool | None = None
    result: dict[str, Any] | None = None
    effects: tuple[dict[str, Any], ...] = ()
    trace: tuple[str, ...] = ()
    refused: str | None = None


class StepHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The keys of a step that are no options of its command. `say` is read out before it.

    `choose` answers choices: "[WHO:]KEY[/ABOUT]" to an answer, or to some taken in order.
    """

    do: str
    who: Name | tuple[Name, ...] = ()
    dice: tuple[Face, ...] | None = None
    seed: Seed | None = None
    choose: dict[Name, Name | int | tuple[Name | int, ...]] = {}
    anyway: bool = False
    say: str = ""
    expect: Expect = Expect()


class Step(Struct, frozen=True):
    """A step that can be played. `number` counts from 0, as in its path in the file."""

    number: int
    deed: Deed
    head: StepHead

    @property
    def expect(self) -> Expect:
        """What it has to come to."""
        return self.head.expect

    @property
    def words(self) -> str:
        """The deed as a person says it."""
        return " ".join([self.deed.command, *self.deed.who])


def read_steps(
    tables: Sequence[Mapping[str, Any]], fight: Fight
) -> tuple[tuple[Step, ...], list[Finding]]:
    """The steps, and all that is wrong with them."""
    steps: list[Step] = []
    findings: list[Finding] = []
    for number, table in enumerate(tables):
        at = ("step", number)
        keys = StepHead.__struct_fields__
        try:
            head = convert({k: v for k, v in table.items() if k in keys}, StepHead)
        except Invalid as invalid:
            findings += [Finding((*at, *f.path), f.message, f.hint) for f in invalid.findings]
            continue
        who = (head.who,) if isinstance(head.who, str) else head.who
        written = {spelled(k): k for k in table if k not in keys}
        options = {name: table[key] for name, key in written.items()}
        wrong = _wrong(head, who, options, fight)
        for f in wrong:
            path = tuple(written.get(str(part), part) for part in f.path)
            findings.append(Finding((*at, *path), f.message, f.hint))
        if not wrong:
            names = tuple(fight.fighter(name).name for name in who)
            options |= {CHOOSE: head.choose} if head.choose else {}
            steps.append(Step(number, Deed(head.do, names, options), head))
    return tuple(steps), findings


def _wrong(
    head: StepHead, who: Sequence[str], options: Mapping[str, Any], fight: Fight
) -> list[Finding]:
    found: list[Finding] = []
    for name in who:
        try:
            fight.fighter(name)
        except BadRequest as error:
            found += [Finding(("who",), f.message, f.hint) for f in error.faults]
    if head.dice is not None and head.seed is not None:
        found.append(Finding(("seed",), "`dice` and `seed` exclude each other", "give one of them"))
    expect = head.expect
    if expect.refused is not None and expect != Expect(refused=expect.refused):
        hint = "leave out the rest of what is expected"
        found.append(Finding(("expect",), "what is refused comes to nothing else", hint))
    if head.do in OF_THE_FIGHT:
        found += [
            Finding((option,), f"`{option}` is no option of `{head.do}`")
            for option in (*options, *((CHOOSE,) if head.choose else ()))
        ]
        if head.do == NEXT and who:
            found.append(Finding(("who",), "`next` is nobody's deed", "leave out `who`"))
        if head.do == TURN and len(who) > 1:
            found.append(Finding(("who",), "a turn is one combatant's"))
        return found
    return found + _wrong_deed(head, who, options, system(fight.system))


def _wrong_deed(
    head: StepHead, who: Sequence[str], options: Mapping[str, Any], rules: System
) -> list[Finding]:
    command, count = head.do, len(who)
    try:
        action = action_of(rules, command)
    except Forbidden:  # the system has no such rule: that may be what the step shows
        return []
    except AffrayError as error:
        return [Finding(("do",), f.message, f.hint) for f in error.faults]
    found = [Finding((CHOOSE,), f.message, f.hint) for f in strangers(head.choose, action, who)]
    if count < action.least or (action.most is not None and count > action.most):
        most = "or more" if action.most is None else f"to {action.most}"
        takes = str(action.least) if action.least == action.most else f"{action.least} {most}"
        found.append(Finding(("who",), f"{command} takes {takes} combatants, not {count}"))
    try:
        convert(dict(options), action.situation)
    except Invalid as invalid:
        found += invalid.findings
    return found


def action_of(rules: System, command: str) -> Action:
    """The action behind the command of a step, "act …" among them.

    Raises:
        Forbidden: the system has no such rule.
        BadRequest: nobody has such a command, or the system no such action.
    """
    own = (*rules.commands, *rules.silent, *PLAIN)
    if not (command in own or command.startswith(ACT) or command in commands()):
        known = [*OF_THE_FIGHT, *PLAIN, *rules.commands]
        hint = near(command, known, otherwise="one of: " + ", ".join(known))
        raise BadRequest(Fault(f"nothing a step can do is called `{command}`", hint))
    return rules.action(command)
