"""From a command line to a printed result: the one way every resolving command goes."""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from affray import rulings as rulings_files
from affray import sheets as sheet_files
from affray.faults import BadRequest, Fault
from affray.play import Deed, resolve
from affray.registry import default, system, system_of
from affray.system import ACT, System
from affray_cli import options
from affray_cli.asked import Asked, dice_maker, rulings_of, seed_shown, show, warn_of_skills
from affray_cli.envelope import Input, envelope

_COMMON = tuple(inspect.signature(options.common).parameters.values())


class Grammar(NamedTuple):
    """A resolving command's own parameters, and which of them are sheets."""

    parameters: tuple[inspect.Parameter, ...]
    sheets: tuple[str, ...]

    def split(self, given: dict[str, Any]) -> tuple[list[str], str | None, dict[str, Any]]:
        """What was given as sheets, the system named, and the options of the action."""
        paths: list[str] = []
        for name in self.sheets:
            value = given.pop(name, None)
            paths += value if isinstance(value, list) else [] if value is None else [value]
        named = given.pop("system", None)
        return paths, named, {k: v for k, v in given.items() if v is not None and v != []}


GRAMMARS: dict[str, Grammar] = {}
"""The grammar of each resolving command whose module has been imported."""


def resolving(
    command: str, sheets: tuple[str, ...] = ()
) -> Callable[[Callable[..., None]], Callable[..., int]]:
    """Make a command of a function whose signature is its grammar.

    `sheets` names the parameters that are sheets, in the order the rules want the
    combatants; `system` is which rules to use without any. All others are options of
    the action, by the same names, and count as given unless None or empty.
    """

    def decorate(grammar: Callable[..., None]) -> Callable[..., int]:
        own = tuple(inspect.signature(grammar).parameters.values())
        known = GRAMMARS[command] = Grammar(own, sheets)

        def run(**given: Any) -> int:
            asked = Asked(**{name: given.pop(name) for name in Asked._fields})
            return settle(command, *known.split(given), asked)

        return dressed(run, (*own, *_COMMON), grammar)

    return decorate


def dressed(
    run: Callable[..., int],
    parameters: tuple[inspect.Parameter, ...],
    like: Callable[..., object],
) -> Callable[..., int]:
    """`run` with these parameters for Typer to read, under the name and text of `like`."""
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__name__, run.__doc__ = like.__name__, like.__doc__
    return run


def settle(
    command: str,
    paths: list[str],
    named: str | None,
    chosen: dict[str, Any],
    asked: Asked,
) -> int:
    """Load, resolve and print one action; the exit status."""
    if command == "act":
        command = f"{ACT}{chosen.pop('what')}"
    if asked.session is not None:
        from affray_cli.playing import play

        return play(Deed(command, tuple(paths), dict(chosen)), asked)
    if command.startswith(ACT):
        raise BadRequest(Fault(f"{command} is done in a fight", "say which with --session"))
    if asked.dry_run or asked.anyway:
        raise BadRequest(Fault("--dry-run and --anyway go with --session"))
    sheets, rules, fighters, rulings = assemble(paths, named, asked.rulings)
    warn_of_skills(sheets, chosen)
    dice = dice_maker(asked)
    outcome = resolve(rules, command, fighters, chosen, dice, rulings)
    dice.finish()
    given = Input(
        sheets=tuple(sheets), options=dict(chosen), rulings=rulings_files.changed(rulings)
    )
    result = envelope(command, rules.name, outcome, dice.thrown, seed_shown(asked, dice), given)
    return show(result, outcome, asked)


def assemble(
    paths: list[str], named: str | None, rulings_file: str | None
) -> tuple[list[msgspec.Struct], System, list[msgspec.Struct], msgspec.Struct]:
    """Sheets, their system (`named` without any), fresh combatants, and the rulings.

    Raises:
        BadData: a file that is not what it has to be.
        BadRequest: no such creature or system, or standard input asked for twice.
    """
    if [*paths, rulings_file].count("-") > 1:
        raise BadRequest(Fault("standard input can give one file only", "save the other as a file"))
    sheets = [sheet_files.load(path) for path in paths]
    rules = system_of(sheets) if sheets else system(named or default().name)
    if sheets and named is not None and named != rules.name:
        raise BadRequest(Fault(f"--system {named}, but the sheets are {rules.name}"))
    rulings = rulings_of(rules, rulings_file)
    fighters = [
        rules.fighter(sheet, name)
        for sheet, name in zip(sheets, sheet_files.distinct(sheets), strict=True)
    ]
    return sheets, rules, fighters, rulings
