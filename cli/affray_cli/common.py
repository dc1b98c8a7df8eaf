"""The options that every resolving command takes."""

from typing import Annotated, Any

from msgspec import Struct

from affray.fields import Seed
from affray.option import Option, option, options_of
from affray.validate import convert

SHEET_HELP = "TOML sheet, - for standard input, or @creature."
OUTPUT, SESSION = "Dice and output", "Session"


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The options every resolving command takes."""

    seed: Annotated[Seed | None, option("Throw the dice of this seed.", panel=OUTPUT)] = None
    dice: Annotated[
        str | None, option("Dice rolled by hand, in order.", metavar="4,3,6", panel=OUTPUT)
    ] = None
    choose: Annotated[
        tuple[str, ...],
        option(
            "An answer to a choice; of one alone: WHO:KEY, KEY/ABOUT; repeat.",
            metavar="KEY=ANSWER",
            panel=OUTPUT,
        ),
    ] = ()
    json: Annotated[bool, option("One JSON object.", panel=OUTPUT)] = False
    get: Annotated[
        str | None,
        option("One value of the JSON, e.g. result.damage.0.amount.", metavar="PATH", panel=OUTPUT),
    ] = None
    explain: Annotated[bool, option("Show each step with its rule.", panel=OUTPUT)] = False
    exit_status: Annotated[
        bool, option("Exit 1 when the attack or test did not succeed.", panel=OUTPUT)
    ] = False
    rulings: Annotated[
        str | None, option("TOML file that replaces rulings.", metavar="FILE", panel=OUTPUT)
    ] = None
    session: Annotated[
        str | None,
        option(
            "Play in this session: combatants go by name, their state comes from it.",
            metavar="FILE",
            panel=SESSION,
        ),
    ] = None
    dry_run: Annotated[bool, option("Show, but change nothing.", panel=SESSION)] = False
    anyway: Annotated[
        bool, option("Overrule what the turn forbids; the log says so.", panel=SESSION)
    ] = False


COMMON = {one.name: one for one in options_of(Asked)}


SYSTEM = Option(
    "system",
    str,
    "word",
    False,
    "Whose rules: a system, by the name that sheets have it by.",
    "NAME",
    values="system",
)
VARIABLES = {"session": "AFFRAY_SESSION", "rulings": "AFFRAY_RULINGS"}
"""The variables that stand for an option that is not given."""

SHARED = {one.flag: one for one in (*COMMON.values(), SYSTEM)}


def asked_for(given: dict[str, Any]) -> Asked:
    """The common options among what a line gives, taken out of it.

    Raises:
        Invalid: one has a value it cannot have; Typer knows, and says so itself.
    """
    mine = {name: COMMON[name].read(given.pop(name)) for name in COMMON if name in given}
    return convert(mine, Asked)
