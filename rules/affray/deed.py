"""Playing one action: from plain data to an outcome.

An action is the same plain data wherever it comes from (a command line, a session's
log, an encounter's step, a sheet's tactics): a command, the combatants in the order
the command names them, and its options. Beside those of the action, `choose` gives answers
to choices (see `affray.table`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from affray.action import Action, Combatant, Named
from affray.dice import Dice
from affray.faults import BadRequest, Fault
from affray.option import Option, flag, options_of
from affray.outcome import Outcome
from affray.registry import system_of
from affray.sheets import distinct
from affray.system import System
from affray.validate import Finding, Invalid, convert


class Deed(Struct, frozen=True, omit_defaults=True):
    """An action as plain data: a command, who in the order it names them, its options."""

    command: str
    who: tuple[str, ...]
    options: dict[str, Any] = {}


def play(
    command: str,
    sheets: Sequence[Named],
    options: Mapping[str, object],
    dice: Dice,
    rulings: Struct | None = None,
) -> Outcome:
    """Resolve `command` for fresh combatants made from `sheets` (at least one).

    `options` is the action's situation as plain data, such as {"cover": 2}.

    Raises:
        BadRequest: an option or die that does not fit.
        BadData: sheets of different systems.
        Forbidden: the rules do not allow it, or the system has no such rule.
    """
    system = system_of(sheets)
    names = distinct(sheets)
    fighters = [system.fighter(sheet, name) for sheet, name in zip(sheets, names, strict=True)]
    outcome = resolve(system, command, fighters, options, dice, rulings or system.rulings_type())
    dice.finish()
    return outcome


def resolve(
    system: System,
    command: str,
    fighters: Sequence[Combatant],
    options: Mapping[str, object],
    dice: Dice,
    rulings: Struct,
) -> Outcome:
    """Resolve `command` for combatants as they stand; changes none of them.

    The caller says `dice.finish()` when nothing more is thrown.
    """
    return ready(system, command, fighters, options, rulings)(dice)


def ready(
    system: System,
    command: str,
    fighters: Sequence[Combatant],
    options: Mapping[str, object],
    rulings: Struct,
) -> Callable[[Dice], Outcome]:
    """What resolves `command` for combatants as they stand, as often as dice are thrown.

    Raises:
        BadRequest, Forbidden: as the command's rules do, before a die is thrown.
    """
    names = [fighter.name for fighter in fighters]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadRequest(Fault(f"{twice} is named twice", "name each combatant once"))
    action = system.action(command)
    situation = situate(system, action, options)
    if len(fighters) < action.least:
        raise BadRequest(
            Fault(f"{command} takes {action.least} combatants here, not {len(fighters)}")
        )
    if action.most is not None and len(fighters) > action.most:
        raise BadRequest(
            Fault(f"{command} takes {action.most} combatants at most, not {len(fighters)}")
        )
    said = options.get(CHOOSE)
    return lambda dice: settle(action, fighters, situation, dice, rulings, said)


CHOOSE = "choose"
"""The option, of every action, that answers choices: a mapping (see `affray.table`)."""
BY_TACTICS = "tactics"
"""In place of a choice's key there: true where the sheets' own tactics answer."""


def settle(
    action: Action,
    fighters: Sequence[Combatant],
    situation: Struct,
    dice: Dice,
    rulings: Any,
    said: Any = None,
) -> Outcome:
    """Play an action that is ready, with answers that are `said`, and note what was chosen.

    Raises:
        BadRequest: an answer to what the action cannot ask.
    """
    dice.told = ()
    if said:
        from affray.table import told  # what few actions need

        dice.told = told(said, action, fighters)
    dice.chosen.clear()
    outcome = action.play(fighters, situation, dice, rulings)
    return replace(outcome, choices=tuple(dice.chosen)) if dice.chosen else outcome


def by_tactics(fighters: Sequence[Combatant], options: dict[str, Any]) -> dict[str, Any]:
    """The options of what tactics decide on: what the sheets' say of its choices, they answer."""
    if any(fighter.sheet.tactics.choose for fighter in fighters):
        options[CHOOSE] = {BY_TACTICS: True}
    return options


def situate(system: System, action: Action, options: Mapping[str, object]) -> Struct:
    """The options as the struct the action takes.

    Raises:
        BadRequest: with every option that is not one of this action in this system,
            is missing, or has a value it cannot have.
    """
    fields = action.situation.__struct_fields__
    foreign = [
        Fault(f"{flag(name)} is no option of this command in {system.title}")
        for name in options
        if name not in fields and name != CHOOSE
    ]
    if foreign:
        raise BadRequest(foreign)
    try:
        own = {name: value for name, value in options.items() if name != CHOOSE}
        found: Struct = convert(own, action.situation)
    except Invalid as invalid:
        places = {
            one.name: one
            for one in options_of(action.situation)
            if one.place and isinstance(options.get(one.name), str)
        }
        raise BadRequest(_said(finding, places) for finding in invalid.findings) from None
    return found


def refuse_kept(action: Action, deed: Deed) -> None:
    """Raise BadRequest for each option that says what a fight knows of its combatants."""
    seats = [seat.name for seat in action.seats]
    told = [
        one.flag
        for one in options_of(action.situation)
        if one.kept
        and deed.options.get(one.name) is not None
        # Of somebody who is not named the fight knows nothing.
        and (seats.index(one.whose) if one.whose else 0) < len(deed.who)
    ]
    if told:
        raise BadRequest(
            Fault(
                f"{flag}: this fight keeps count of it itself",
                "leave it out; to change what is counted, mend the session's file by hand",
            )
            for flag in told
        )


def _said(finding: Finding, places: Mapping[str, Option]) -> Fault:
    """A finding about `target_speed`, said of --target-speed; of words by their `places`."""
    head, tick, rest = finding.message.partition("`")
    name, close, tail = rest.partition("`")
    message = f"{head}{flag(name)}{tail}" if tick and close else finding.message
    if name in places and finding.path:
        message = f"Invalid value for '{places[name].metavar}': {message}"
    return Fault(message, finding.hint)
