"""How an error is said: on standard error for a person, as one JSON object with --json."""

from affray.faults import AffrayError, Fault
from affray_cli.exits import Exit, exit_of
from affray_cli.terminal import complain, write_json


def wants_json(arguments: list[str]) -> bool:
    """Whether --json stands among the options of a command line."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def report(error: AffrayError, as_json: bool) -> Exit:
    """Say what is wrong; the exit status it calls for."""
    say(error.code, error.faults, as_json)
    return exit_of(error)


def say(code: str, faults: tuple[Fault, ...], as_json: bool) -> None:
    """Say faults (at least one) for a person or as JSON."""
    if as_json:
        first = faults[0]
        said: dict[str, object] = {
            "code": code,
            "message": first.message,
            "hint": first.hint,
            "file": first.file,
            "line": first.line,
        }
        if len(faults) > 1:
            said["faults"] = faults
        write_json({"error": said})
        return
    for fault in faults:
        complain(f"affray: {fault}")
