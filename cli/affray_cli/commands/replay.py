"""`affray replay`."""

from typing import Annotated, Any

import msgspec

from affray import dice as makers
from affray import sheets as sheet_files
from affray.deed import resolve
from affray.faults import AffrayError, BadData, Fault
from affray.outcome import Outcome
from affray.plain import PLAIN, PlainDice, throw
from affray.registry import known, system
from affray.state import with_state
from affray.toml_source import name_of, read_bytes
from affray.validate import Invalid, convert, dotted
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.declare import argument
from affray_cli.envelope import Envelope, Input, envelope
from affray_cli.exits import Exit

COMPARED = ("dice", "choices", "outcome", "result", "effects", "trace")
TURNS = ("session next", "session rest")
"""Results of what is not one combatant's: they hold the dice, but not the fight."""


def replay(
    result: Annotated[
        str, argument(metavar="RESULT.json", help="A result as --json wrote it; - for stdin.")
    ],
    json: options.Json = False,
) -> int:
    """Run a JSON result again from what it holds, and say whether it came out the same.

    affray attack @goblin @troll --seed 7 --json | affray replay -

    affray fall @troll 9 --json > fall.json && affray replay fall.json

    Reads one result, or JSON Lines of many. Exit status 1: something came out differently.
    What `session next` and `session rest` did goes back and forth in the session itself, by
    `affray session undo` and `redo`.
    """
    name = name_of(result)
    checked = []
    for number, line in enumerate(_documents(read_bytes(result)), 1):
        old = _parse(line, name, number)
        checked.append((number, old, _differences(old, again(old, name, number))))
    if not checked:
        raise BadData(Fault("empty: there is no result in it", file=name))
    same = not any(differences for _, _, differences in checked)
    for number, old, differences in checked:
        if json:
            said = {"line": number, "same": not differences, "differences": differences}
            terminal.write_json({"affray": 1, "command": "replay", **said})
        else:
            terminal.write_lines(_tell(old, differences), not differences)
    return Exit.OK if same else Exit.CHECK_FAILED


def _documents(raw: bytes) -> list[bytes]:
    """One JSON document, however laid out, or one a line."""
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return [line for line in raw.splitlines() if line.strip()]
    return [raw]


def _parse(raw: bytes, name: str, line: int) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadData(Fault(f"not valid JSON: {error}", None, name, line)) from None
    try:
        convert(data, Envelope)
        convert(data.get("input"), Input)
    except Invalid as invalid:
        raise BadData(
            Fault(f"no result of affray: {f.message}", f.hint, name, line) for f in invalid.findings
        ) from None
    if data.get("affray") != 1:
        raise BadData(
            Fault(f"version {data.get('affray')} of the JSON is not known", None, name, line)
        )
    if data["command"] in TURNS:
        message = f"`{data['command']}` is no one's action: it is replayed in its session"
        hint = "`affray session undo FILE` takes it back, and `redo` does it again"
        raise BadData(Fault(message, hint, name, line))
    return dict(data)


def again(old: dict[str, Any], name: str, line: int) -> dict[str, Any]:
    """The result of the same action with the same dice, as plain data.

    Raises:
        BadData: the file does not hold what a result holds.
    """
    given = convert(old["input"], Input)
    seed = old["seed"]
    dice: makers.Dice = makers.ScriptedDice(old["dice"])
    if seed is not None:
        dice = makers.SeededDice(seed)
    dice.strict = False
    try:
        outcome, changed = _resolve(old, given, dice)
        dice.finish()
    except Invalid as invalid:
        raise BadData(
            Fault(f"the sheet in it: {dotted(f.path)}: {f.message}", f.hint, name, line)
            for f in invalid.findings
        ) from None
    except AffrayError as error:
        raise BadData(
            Fault(f"cannot be run again: {f.message}", f.hint, name, line) for f in error.faults
        ) from None
    new = envelope(old["command"], old["system"], outcome, dice.thrown, seed, changed)
    data = dict(msgspec.json.decode(msgspec.json.encode(new)))
    # What the turn added in a session is not the action's: it is taken as it was.
    kept = len(old["effects"]) - given.turn_effects
    data["effects"] += old["effects"][kept:] if given.turn_effects else []
    data["trace"] = old["trace"][: given.overruled] + data["trace"]
    return data


def _resolve(old: dict[str, Any], given: Input, dice: makers.Dice) -> tuple[Outcome, Input]:
    if old["system"] is None:
        if old["command"] not in PLAIN:
            raise BadData(Fault(f"`{old['command']}` is of a system, and the result names none"))
        return throw(convert(given.options, PlainDice), dice), given
    if not known(old["system"]):
        raise BadData(Fault(f"unknown system `{old['system']}`"))
    rules = system(old["system"])
    tables = convert(list(given.sheets), list[dict[str, Any]])
    sheets: list[Any] = [sheet_files.from_data(data) for data in tables]
    if any(sheet.system != rules.name for sheet in sheets):
        raise BadData(Fault(f"a result of {rules.name} with a sheet of another system"))
    names = given.names or tuple(sheet_files.distinct(sheets))
    states = given.states or ({},) * len(sheets)
    if not len(names) == len(states) == len(sheets):
        raise BadData(Fault("names, states and sheets are not of one number"))
    fighters = [
        with_state(rules.fighter(sheet, name), state)
        for sheet, name, state in zip(sheets, names, states, strict=True)
    ]
    rulings = convert(given.rulings, rules.rulings_type)
    command = old["command"]
    return resolve(rules, command, fighters, given.options, dice, rulings), given


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What came out differently, a line a key.

    Before results had `harm` they had fewer keys of their own, which is no difference.
    """
    now = new if "harm" in old else {**new, "result": _alike(new["result"], old["result"])}
    return [
        f"{key}: was {_short(old[key])}, now {_short(now[key])}"
        for key in COMPARED
        if key in old and old[key] != now[key]
    ]


def _alike(new: Any, old: Any) -> Any:
    """A new result without the keys that the old one does not have."""
    if isinstance(new, dict) and isinstance(old, dict):
        return {key: _alike(new[key], old[key]) for key in new if key in old}
    return new


def _short(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _tell(old: dict[str, Any], differences: list[str]) -> list[Line]:
    what = f"{old['command']}: {old['outcome']}"
    if not differences:
        return [Line("headline", "", f"The same: {what}")]
    lines = [Line("headline", "", f"Not the same: {what}")]
    return lines + [Line("note", "differs", difference) for difference in differences]
