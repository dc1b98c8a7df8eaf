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

COMPLETE = "_AFFRAY_COMPLETE"
"""Set by the scripts of `affray completion`: the shell that asks what may come next."""


def run(arguments: list[str]) -> int:
    """Run one command line in this process; its exit status.

    Raises nothing, except that with AFFRAY_DEBUG set a fault of ours comes through.
    """
    import affray_cli.swift  # noqa: F401  (before anything imports msgspec)
    from affray_cli.process import run

    return run(arguments)


def main() -> None:
    """Run the process's own command line and end it."""
    if COMPLETE in os.environ:
        from affray_cli.completing import answer

        # What is being typed is for the shell to read, not for a sheet called `-`.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        answer(os.environ[COMPLETE], sys.argv[1:])
        os._exit(0)
    import affray_cli.swift  # noqa: F401  (before anything imports msgspec)
    from affray_cli import terminal

    terminal.prepare()
    status = run([terminal.as_text(argument) for argument in sys.argv[1:]])
    # Skips tearing down the interpreter, a tenth of the time of a command: nothing here
    # holds anything that has to be closed.
    os._exit(int(status))


if __name__ == "__main__":
    main()
