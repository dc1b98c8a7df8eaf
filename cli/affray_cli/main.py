"""The entry point: find the command, run it, turn whatever happens into an exit status."""

import gc
import os
import sys
from types import TracebackType


def _excepthook(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, at)


# Most of a command's time goes into the imports below: a Ctrl-C there ends it in silence too.
sys.excepthook = _excepthook

# A command lives for a tenth of a second: collecting its garbage costs more than it frees.
gc.disable()

from affray.faults import AffrayError, Fault  # noqa: E402
from typer.exceptions import TyperException  # noqa: E402

from affray_cli import terminal  # noqa: E402
from affray_cli.errors import report, say, wants_json  # noqa: E402
from affray_cli.exits import Exit  # noqa: E402
from affray_cli.lazy import Entry, build_group, lazy_group  # noqa: E402

COMMANDS = {
    "roll": Entry("rolls:ROLLS", "Reaction, initiative, tasks, tests, luck, or plain dice."),
    "attack": Entry("attack:attack", "Resolve one attack between two sheets."),
    "damage": Entry("damage:damage", "Roll damage, from two sheets or from bare numbers."),
    "move": Entry("move:move", "How far a turn's movement goes, and what it costs."),
    "drown": Entry("hazards:drown", "A swimmer's test, and what failing it costs."),
    "fall": Entry("hazards:fall", "What a fall costs."),
    "hazard": Entry("hazards:hazard", "A turn of fire, poison or bleeding."),
    "session": Entry("session:SESSIONS", "A fight that remembers, between commands."),
    "turn": Entry("turn:turn", "Play one combatant's turn by its sheet's tactics."),
    "act": Entry("act:act", "What one does in a fight beside striking and moving."),
    "odds": Entry("odds:ODDS", "Exact odds of an attack, a duel, a roll."),
    "run": Entry("run:run", "Play an encounter as it happens, to its end."),
    "check": Entry("check:check", "Check encounters: does what is expected come?"),
    "sheet": Entry("sheet:SHEETS", "Show and check character sheets."),
    "rule": Entry("rule:rule", "Look up a rule by id or word."),
    "table": Entry("table:table", "Look up a table: weapons, movement, ranges, creatures."),
    "rulings": Entry("rulings:rulings", "Every switch and house figure, and its reason."),
    "replay": Entry("replay:replay", "Run a JSON result again: does it come out the same?"),
}

HELP = """Settle combat at the tabletop, and say which rule produced each number.

Sheets are TOML files; their `system` picks the rules: Iron Gauntlets, Troika! or
Reactive Combat. `-` reads a sheet from standard input, `@goblin` is a built-in creature.

Try: affray attack @goblin @troll --seed 7 --explain
"""


def run(arguments: list[str]) -> int:
    """Run one command line in this process; its exit status. Never raises."""
    try:
        status = _run(arguments, wants_json(arguments))
        terminal.flush()
    except (BrokenPipeError, SystemExit):  # SystemExit: how Typer and rich leave a broken pipe
        terminal.silence(sys.stdout.fileno())
        return Exit.OK
    except OSError as error:
        if error.filename is not None:  # no stream, and AFFRAY_DEBUG wants to see it
            raise
        terminal.silence(sys.stdout.fileno())
        say("data", (Fault(f"standard output cannot be written: {error.strerror}"),), False)
        return Exit.BAD_DATA
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    return status


def _run(arguments: list[str], as_json: bool) -> int:
    try:
        command = build_group(lazy_group(COMMANDS), "affray", HELP)
        status = command.main(arguments, prog_name="affray", standalone_mode=False)
        return int(status or 0)
    except AffrayError as error:
        return report(error, as_json)
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return Exit.OK
        say("usage", (Fault(error.format_message().rstrip("."), _help_hint(error)),), as_json)
        return error.exit_code
    except Exception as error:
        unwritten = isinstance(error, OSError) and error.filename is None
        if unwritten or os.environ.get("AFFRAY_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        hint = "AFFRAY_DEBUG=1 shows where; please report it"
        say("internal", (Fault(f"a fault of ours, not yours: {what}", hint),), as_json)
        return Exit.OUR_FAULT


def _help_hint(error: TyperException) -> str | None:
    context = getattr(error, "ctx", None)
    return None if context is None else f"see `{context.command_path} --help`"


def main() -> None:
    """Run the process's own command line and end it."""
    terminal.prepare()
    status = run([terminal.as_text(argument) for argument in sys.argv[1:]])
    # Skips tearing down the interpreter, a tenth of the time of a command: nothing here
    # holds anything that has to be closed.
    os._exit(int(status))


if __name__ == "__main__":
    main()
