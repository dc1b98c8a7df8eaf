"""What the odds commands share: another command's grammar, variants, and printing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Annotated, Any, NamedTuple

import msgspec

from affray import rulings as rulings_files
from affray.action import Named
from affray.faults import BadRequest, Fault, near
from affray.option import flag, options_of, spelled
from affray.validate import Invalid, convert
from affray.words import Line
from affray_cli import terminal
from affray_cli.common import OUTPUT
from affray_cli.declare import option
from affray_cli.envelope import Envelope, Input, pick
from affray_cli.exits import Exit

MOST_VARIANTS = 200

Csv = Annotated[
    bool,
    option("--csv", help="The distributions as CSV.", panel=OUTPUT),
]
Row = tuple[object, ...]


def variants(
    compare: Sequence[str], situation: type[msgspec.Struct], given: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Every combination of the values in texts such as "cover=0,2,4", as options.

    Raises:
        BadRequest: an option the command has not, given twice, or a value it cannot have.
    """
    axes: dict[str, list[Any]] = {}
    for text in compare:
        name, values = _assignment(text, situation)
        if name in axes or name in given:
            raise BadRequest(
                Fault(f"{flag(name)} is compared and given besides", "say its values once")
            )
        axes[name] = [_value(name, value, situation) for value in values.split(",")]
    if not axes:
        return []
    if prod(map(len, axes.values())) > MOST_VARIANTS:
        raise BadRequest(
            Fault("too many combinations to compare", f"{MOST_VARIANTS} at most at once")
        )
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def assignments(texts: Sequence[str], situation: type[msgspec.Struct]) -> dict[str, Any]:
    """Texts such as "weapon=axe" as options.

    Raises:
        BadRequest: an option the command has not, or a value it cannot have.
    """
    found = {}
    for text in texts:
        name, value = _assignment(text, situation)
        found[name] = _value(name, value, situation)
    return found


def _assignment(text: str, situation: type[msgspec.Struct]) -> tuple[str, str]:
    written, equals, value = text.partition("=")
    name = spelled(written.strip().removeprefix("--"))
    fields = situation.__struct_fields__
    if not equals:
        raise BadRequest(Fault(f"`{text}` names no value", "write NAME=VALUE, as in cover=2"))
    if name not in fields:
        known = [field.replace("_", "-") for field in fields]
        hint = near(written, known, otherwise="there is: " + ", ".join(known))
        raise BadRequest(Fault(f"an attack has no option `{written}` here", hint))
    return name, value


def _value(name: str, text: str, situation: type[msgspec.Struct]) -> Any:
    """A value as the option takes it: a number, true or false, a word, or "axe+sword"."""
    one = next(one for one in options_of(situation) if one.name == name)
    text = text.strip().lower() if one.shape == "flag" else text.strip()
    parts = [part.strip() for part in text.split("+")]
    forms: list[Any] = [text] if len(parts) == 1 or one.shape != "words" else []
    problem = None
    for said in (*forms, *([parts] if one.shape == "words" else [])):
        value = one.read(said)
        try:
            convert({name: value}, situation)
        except Invalid as invalid:
            own = [finding for finding in invalid.findings if finding.path[:1] == (name,)]
            if not own:  # only what is not given besides is missing
                return value
            problem = problem or own[0]
        else:
            return value
    assert problem is not None
    raise BadRequest(Fault(problem.message.replace(f"`{name}`", one.flag), problem.hint))


class Printing(NamedTuple):
    """What the odds are of, and how they are to be printed."""

    command: str
    system: str | None
    sheets: tuple[Named, ...]
    options: Mapping[str, Any]
    rulings: msgspec.Struct | None
    json: bool
    get: str | None
    csv: bool


def finish(
    printing: Printing,
    outcome: str,
    result: dict[str, Any],
    lines: Callable[[], Iterator[Line]],
    rows: Callable[[], Iterable[Row]],
    seed: int | None = None,
) -> int:
    """Print odds as they were asked for; the exit status."""
    if printing.csv and (printing.json or printing.get is not None):
        raise BadRequest(Fault("--csv goes neither with --json nor with --get", "choose one"))
    if printing.csv:
        terminal.write_csv(rows())
        return Exit.OK
    if not printing.json and printing.get is None:
        terminal.write_lines(lines(), True)
        return Exit.OK
    changed = {} if printing.rulings is None else rulings_files.changed(printing.rulings)
    whole = Envelope(
        command=printing.command,
        system=printing.system,
        seed=seed,
        dice=[],
        outcome=outcome,
        result=result,
        effects=(),
        trace=(),
        input=Input(sheets=printing.sheets, options=dict(printing.options), rulings=changed),
    )
    if printing.get is not None:
        terminal.write(pick(whole, printing.get))
    else:
        terminal.write_json(whole)
    return Exit.OK
