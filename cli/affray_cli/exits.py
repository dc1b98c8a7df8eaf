"""Exit statuses, one place."""

from enum import IntEnum

from affray.faults import AffrayError, BadData, BadRequest, Forbidden


class Exit(IntEnum):
    """What the process tells a script; `means` says it in the manual page and in README.md."""

    means: str

    OK = 0, "done"
    CHECK_FAILED = (
        1,
        "a check failed: check, replay, a line of batch, or with --exit-status "
        "the attack or test did not come off",
    )
    USAGE = 2, "what was asked for makes no sense"
    BAD_DATA = 3, "a file, or data read, is not what it has to be"
    FORBIDDEN = 4, "the rules forbid it, or have no such rule"
    OUR_FAULT = 5, "a fault of affray's own"
    INTERRUPTED = 130, "interrupted"

    def __new__(cls, status: int, means: str = "") -> "Exit":
        """A member: its number, which is its value, and what it means."""
        self = int.__new__(cls, status)
        self._value_ = status
        self.means = means
        return self


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
