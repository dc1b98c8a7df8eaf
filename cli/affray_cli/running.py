"""Running a command line in this process: whatever happens becomes an exit status."""

import os
import sys
from collections.abc import Callable
from typing import Any

from typer.exceptions import TyperException

from affray import __version__
from affray.faults import AffrayError, Fault
from affray_cli import terminal
from affray_cli.entries import Entry
from affray_cli.errors import report, say, wants_json
from affray_cli.exits import Exit
from affray_cli.lazy import build_group, lazy_group

FIRST_STEPS = """\
affray settles combat at the tabletop: Troika!, Iron Gauntlets, Reactive Combat.

Try first:
  affray attack @goblin @troll --explain        two creatures, and why it came out so
  affray rule drowning                          how a rule goes
  affray table weapons --match maul             what a weapon does

Then with a character of your own:
  affray sheet new --system troika > hero.toml  a sheet to edit
  affray sheet check hero.toml                  is it right?
  affray attack hero.toml @goblin               strike
  affray session new night.toml hero.toml @goblin:3   a fight that remembers
  affray session next night.toml                whose turn is it?

All commands: affray --help. Of one: affray attack --help."""


def run(arguments: list[str], commands: dict[str, Entry], text: str) -> int:
    """Run one command line in this process; its exit status.

    Raises nothing, except that with AFFRAY_DEBUG set a fault of ours comes through.
    """
    try:
        if arguments:
            whole = root(commands, text)
            status = perform(lambda: call(whole, arguments), wants_json(arguments))
            _name_left_out()
        else:
            status = _first_steps()
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


def _name_left_out() -> None:
    """Say which systems of others could not be used, where that made a difference."""
    if "affray.registry" in sys.modules:
        from affray.registry import left_out

        for one in left_out():
            terminal.complain(f"affray: note: the system {one.name} is left out: {one.why}")


def root(commands: dict[str, Entry], text: str) -> Any:
    """The whole command line as one command, of which only what is called is imported."""
    return build_group(lazy_group(commands), "affray", text, __version__)


def _first_steps() -> int:
    terminal.write(FIRST_STEPS)
    return Exit.OK


def call(command: Any, arguments: list[str]) -> Any:
    """Run a command line of `command`; whatever goes wrong is raised."""
    return command.main(arguments, prog_name="affray", standalone_mode=False)


def perform(action: Callable[[], Any], as_json: bool) -> int:
    """Do something and say whatever goes wrong with it; the exit status.

    Raises:
        BrokenPipeError, OSError, KeyboardInterrupt: what ends the process.
        Exception: with AFFRAY_DEBUG set, a fault of ours as it happened.
    """
    try:
        status = action()
        return int(status or 0)
    except AffrayError as error:
        return report(error, as_json)
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return Exit.OK
        say("usage", (Fault(error.format_message().rstrip("."), help_hint(error)),), as_json)
        return error.exit_code
    except Exception as error:
        unwritten = isinstance(error, OSError) and error.filename is None
        if unwritten or os.environ.get("AFFRAY_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        hint = "AFFRAY_DEBUG=1 shows where; please report it"
        say("internal", (Fault(f"a fault of ours, not yours: {what}", hint),), as_json)
        return Exit.OUR_FAULT


def help_hint(error: TyperException) -> str | None:
    """Where the help is that a usage error calls for."""
    context = getattr(error, "ctx", None)
    return None if context is None else f"see `{context.command_path} --help`"
