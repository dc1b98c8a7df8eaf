"""Exit statuses, one place."""

from enum import IntEnum

from affray.faults import AffrayError, BadData, BadRequest, Forbidden


class Exit(IntEnum):
    """What the process tells a script."""

    OK = 0
    CHECK_FAILED = 1
    USAGE = 2
    BAD_DATA = 3
    FORBIDDEN = 4
    OUR_FAULT = 5
    INTERRUPTED = 130


def exit_of(error: AffrayError) -> Exit:
    """The status an error of the rules library ends with."""
    for kind, status in (
        (BadRequest, Exit.USAGE),
        (BadData, Exit.BAD_DATA),
        (Forbidden, Exit.FORBIDDEN),
    ):
        if isinstance(error, kind):
            return status
    return Exit.OUR_FAULT
