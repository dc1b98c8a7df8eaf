"""From what is asked for to a printed result: the one way every resolving command goes."""

import os

import msgspec
from msgspec.structs import replace

from affray import rulings as rulings_files
from affray import sheets as sheet_files
from affray.action import ACT, Combatant, Named
from affray.deed import CHOOSE, Deed, resolve
from affray.deed import settle as played
from affray.faults import BadRequest, Fault
from affray.harm import harm_of
from affray.plain import PLAIN
from affray.registry import default, system, system_of
from affray.system import System
from affray_cli.asked import dice_maker, options_said, rulings_of, seed_shown, show, warn_of_slips
from affray_cli.envelope import Input, envelope
from affray_cli.grammar import Asking


def settle(asking: Asking) -> int:
    """Load, resolve and print one action; the exit status."""
    command, asked = asking.command, asking.asked
    if asked.session is not None:
        from affray_cli.in_session import play

        return play(Deed(command, tuple(asking.who), asking.options), asked)
    if command.startswith(ACT):
        raise BadRequest(Fault(f"{command} is done in a fight", "say which with --session"))
    if asked.dry_run or asked.anyway:
        raise BadRequest(Fault("--dry-run and --anyway go with --session"))
    if command in PLAIN:
        return _throw(asking)
    sheets, rules, fighters, rulings = assemble(asking.who, asking.system, asked.rulings)
    action = rules.action(command)
    chosen = options_said(action, asking.options, asked)
    warn_of_slips(rules, action, sheets, chosen)
    dice = dice_maker(asked)
    outcome = resolve(rules, command, fighters, chosen, dice, rulings)
    dice.finish()
    given = Input(sheets=tuple(sheets), options=chosen, rulings=rulings_files.changed(rulings))
    harm = harm_of(rules, fighters, rulings, outcome.effects)
    seed = seed_shown(asked, dice)
    result = envelope(command, rules.name, outcome, dice.thrown, seed, given, harm)
    return show(result, outcome, asked)


def _throw(asking: Asking) -> int:
    """Plain dice, which always come off, and hang on nobody's rulings."""
    action = PLAIN[asking.command]
    asked = replace(asking.asked, explain=False, exit_status=False)
    dice = dice_maker(asked)
    said = options_said(action, {}, asked).get(CHOOSE)
    outcome = played(action, (), action.situation(**asking.options), dice, None, said)
    dice.finish()
    given = Input(options=asking.options)
    result = envelope(asking.command, None, outcome, dice.thrown, seed_shown(asked, dice), given)
    return show(result, outcome, asked)


def assemble(
    paths: list[str], named: str | None, rulings_file: str | None
) -> tuple[list[Named], System, list[Combatant], msgspec.Struct]:
    """Sheets, their system (`named` without any), fresh combatants, and the rulings.

    Raises:
        BadData: a file that is not what it has to be.
        BadRequest: no such creature or system, or standard input asked for twice.
    """
    if [*paths, rulings_file].count("-") > 1:
        raise BadRequest(Fault("standard input can give one file only", "save the other as a file"))
    sheets = [_load(path) for path in paths]
    rules = system_of(sheets) if sheets else system(named or default().name)
    if sheets and named is not None and named != rules.name:
        raise BadRequest(Fault(f"--system {named}, but the sheets are {rules.name}"))
    rulings = rulings_of(rules, rulings_file)
    fighters = [
        rules.fighter(sheet, name)
        for sheet, name in zip(sheets, sheet_files.distinct(sheets), strict=True)
    ]
    return sheets, rules, fighters, rulings


_first: dict[str, Named] = {}


def loaded_first(path: str) -> Named:
    """A sheet that tells which system a line is about, kept for `assemble`.

    What it is read from may be a pipe, and be read only once.

    Raises:
        AffrayError: as loading it does.
    """
    if path not in _first or os.path.isfile(path):
        _first.clear()
        _first[path] = sheet_files.load(path)
    return _first[path]


def forget_first() -> None:
    """Drop it: the line is done with."""
    _first.clear()


def _load(path: str) -> Named:
    return _first.pop(path, None) or sheet_files.load(path)
