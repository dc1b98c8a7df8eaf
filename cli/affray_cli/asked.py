"""The options that every resolving command takes: the dice they mean, and what they print."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from affray import dice as makers
from affray import rulings as rulings_files
from affray.action import Action
from affray.deed import CHOOSE
from affray.faults import BadRequest, Fault, near
from affray.option import options_of, read_words
from affray.outcome import Outcome
from affray.supply import ScriptedSupply, Supply
from affray.system import System
from affray.words import Line
from affray_cli import terminal
from affray_cli.common import Asked
from affray_cli.envelope import Envelope, pick
from affray_cli.exits import Exit
from affray_cli.report import tell


def rulings_of(rules: System, path: str | None) -> msgspec.Struct:
    """The rulings of a system: its defaults, or as a file has them."""
    return rules.rulings_type() if path is None else rulings_files.load(path, rules)


def options_said(action: Action, options: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    """The options of an action as a line has them, and its answers to choices, as plain data.

    Raises:
        BadRequest: what answers no choice.
    """
    found = read_words(action.situation, options)
    if asked.choose:
        from affray.table import parsed  # what few lines need

        found[CHOOSE] = parsed(asked.choose)
    return found


def dice_maker(asked: Asked) -> makers.Dice:
    """Hand-rolled dice, or seeded ones, from a fresh seed when none is given.

    Raises:
        BadRequest: both a seed and dice, or dice that are none.
    """
    if asked.dice is not None:
        if asked.seed is not None:
            raise BadRequest(Fault("--dice and --seed exclude each other", "give one of them"))
        return makers.ScriptedDice(faces(asked.dice))
    return makers.SeededDice(makers.draw_seed() if asked.seed is None else asked.seed)


def supply_of(asked: Asked) -> Supply:
    """Dice for many actions in a row, as `dice_maker` gives them for one."""
    maker = dice_maker(asked)
    if isinstance(maker, makers.SeededDice):
        return Supply(maker.seed)
    assert asked.dice is not None
    return ScriptedSupply(faces(asked.dice))


def seed_shown(asked: Asked, dice: makers.Dice) -> int | None:
    """The seed that would throw these dice again: the one given, or drawn and used."""
    if asked.seed is None and not dice.thrown:
        return None
    return dice.seed if isinstance(dice, makers.SeededDice) else None


def show(result: Envelope, outcome: Outcome, asked: Asked) -> int:
    """Print a result as it was asked for; the exit status."""
    return printed(rendered(result, outcome, asked), outcome, asked)


def rendered(result: Envelope, outcome: Outcome, asked: Asked) -> str | bytes | list[Line]:
    """What is to be printed; fails before anything is, or is written to a session."""
    if asked.get is not None:
        return pick(result, asked.get)
    if asked.json:
        return terminal.as_json(result)
    return list(tell(result, outcome, asked.explain))


def printed(what: str | bytes | list[Line], outcome: Outcome, asked: Asked) -> int:
    """Print it; the exit status."""
    if isinstance(what, str):
        terminal.write(what)
    elif isinstance(what, bytes):
        terminal.write_bytes(what)
    else:
        terminal.write_lines(what, outcome.success)
    return Exit.CHECK_FAILED if asked.exit_status and not outcome.success else Exit.OK


def warn_of_slips(
    rules: System, action: Action, sheets: Sequence[Any], chosen: Mapping[str, Any]
) -> None:
    """Say on standard error when a word that need not be on the sheet looks like a slip.

    Nobody has to have a skill to try it; but who names one that is nearly on the sheet
    most likely means that one.
    """
    seats = [seat.name for seat in action.seats]
    for one in options_of(action.situation):
        wanted = chosen.get(one.name)
        place = seats.index(one.whose) if one.whose else 0
        kind, otherwise = one.values, one.otherwise
        if not (kind and otherwise and isinstance(wanted, str) and place < len(sheets)):
            continue
        known = [value for value, _ in rules.values(kind, sheets[place])]
        if wanted.casefold() in {name.casefold() for name in (*known, *one.words)}:
            continue
        if hint := near(wanted, known):
            note = f"{sheets[place].name} has no {kind} `{wanted}`, and {otherwise}"
            terminal.complain(f"affray: note: {note}; {hint}")


def faces(text: str) -> list[int]:
    """The faces in "4,3,6" (commas or spaces).

    Raises:
        BadRequest: something in it is no face of a die.
    """
    found = []
    for part in text.replace(",", " ").split():
        if not (part.isascii() and part.isdigit() and len(part) < 7):
            raise BadRequest(Fault(f"`{part}` is no face of a die", "write 4,3,6"))
        found.append(int(part))
    return found
