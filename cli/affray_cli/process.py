"""Running a command line in this process: whatever happens becomes an exit status."""

import os
import sys
from collections.abc import Callable
from typing import Any

from affray.faults import AffrayError, Fault
from affray.registry import culprit, default, systems
from affray_cli import terminal
from affray_cli.entries import command_of, find, reach
from affray_cli.errors import report, say, wants_json
from affray_cli.exits import Exit

OUR_FAULT = "a fault of ours, not yours"
FIRST_STEPS = """\
affray settles combat at the tabletop: {titles}.

Try first:
  affray attack @goblin @troll --explain        two creatures, and why it came out so
  affray rule drowning                          how a rule goes
  affray table weapons --match maul             what a weapon does

Then with a character of your own:
  affray sheet new --system {name} > hero.toml  a sheet to edit
  affray sheet check hero.toml                  is it right?
  affray attack hero.toml @goblin               strike
  affray session new night.toml hero.toml @goblin:3   a fight that remembers
  affray session next night.toml                whose turn is it?

All commands: affray --help. Of one: affray attack --help."""


def run(arguments: list[str]) -> int:
    """Run one command line in this process; its exit status.

    Raises nothing, except that with AFFRAY_DEBUG set a fault of ours comes through.
    """
    try:
        if arguments:
            status = perform(lambda: call(arguments), wants_json(arguments))
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


def call(arguments: list[str]) -> Any:
    """Run a command line; whatever goes wrong is raised.

    A well-formed line is read by what its command declares; any other is Typer's, which
    takes longer to import than most commands run.
    """
    if command_of(arguments)[0] is not None:
        from affray_cli.reader import read
        from affray_cli.settle import settle

        asking = read(arguments)
        if asking is not None:
            return settle(asking)
    else:
        from affray_cli.calling import prepared

        path, entry, _ = reach(arguments)
        ready = entry and prepared(find(entry), path, arguments[len(path) :])
        if ready:
            return ready()
    from affray_cli.lazy import call

    return call(arguments)


def first_steps() -> str:
    """What is said to somebody who has named no command yet."""
    titles = ", ".join(one.title for one in systems())
    return FIRST_STEPS.format(titles=titles, name=default().name)


def _first_steps() -> int:
    terminal.write(first_steps())
    return Exit.OK


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
    except Exception as error:
        whose = culprit(error)
        unwritten = whose is None and isinstance(error, OSError) and error.filename is None
        if unwritten or os.environ.get("AFFRAY_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        hint = "AFFRAY_DEBUG=1 shows where; please report it"
        fault = f"a fault of the system `{whose}`, not of affray" if whose else OUR_FAULT
        say("internal", (Fault(f"{fault}: {what}", hint),), as_json)
        return Exit.OUR_FAULT
