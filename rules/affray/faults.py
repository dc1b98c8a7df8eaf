"""What can go wrong, as data: every error of affray is one of these.

The rules library never prints and never exits; it raises one of the three errors
below, and whoever called decides how to say it.
"""

from collections.abc import Iterable

from msgspec import Struct


class Fault(Struct, frozen=True):
    """One thing that is wrong: what, where, and what would be right."""

    message: str
    hint: str | None = None
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        where = "" if self.file is None else self.file
        if self.file is not None and self.line is not None:
            where += f":{self.line}"
        hint = "" if self.hint is None else f"; {self.hint}"
        return f"{where}: {self.message}{hint}" if where else f"{self.message}{hint}"


class AffrayError(Exception):
    """Base of affray's errors: one or more faults."""

    code = "error"

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class BadRequest(AffrayError):
    """What was asked for makes no sense: an option, a die, a name that does not fit."""

    code = "usage"


class BadData(AffrayError):
    """A file, or other data read, is not what it has to be."""

    code = "data"


class Forbidden(AffrayError):
    """The rules do not allow what was asked for, or have no rule for it."""

    code = "forbidden"

    def __init__(self, message: str, *, rule: str | None, hint: str | None = None) -> None:
        """`rule` is the full id of the rule that forbids it, "system:7.1"; None: there is none."""
        self.rule = rule
        self.message = message
        super().__init__(Fault(message if rule is None else f"{message} [{rule}]", hint))


def near(name: str, known: Iterable[str], *, otherwise: str = "") -> str | None:
    """A hint for an unknown name: the nearest known one, else `otherwise`, else None."""
    from difflib import get_close_matches

    options = list(known)
    folded = {option.casefold(): option for option in options}
    found = get_close_matches(name.casefold(), folded, n=1)
    if found:
        return f"did you mean `{folded[found[0]]}`?"
    return otherwise or None
