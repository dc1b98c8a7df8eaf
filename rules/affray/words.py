"""What is said of a result, fact by fact: systems yield lines, whoever prints lays them out."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from affray.outcome import Subject

if TYPE_CHECKING:
    from fractions import Fraction

    from affray.outcome import Outcome


Kind = Literal["headline", "roll", "damage", "change", "note", "aside"]


class Line(NamedTuple):
    """One fact for a person. Piped it prints as `label: text`; a headline is text alone.

    kind: "headline" (what happened, once, first), "roll" (a test and what it came to),
    "damage", "change" (a field before and after), "note" (anything else worth saying),
    "aside" (seed, dice, the trace).
    """

    kind: Kind
    label: str
    text: str


Tell = Callable[[str, "Outcome"], Iterator[Line]]
"""What makes words of a command's outcome, the headline first."""


def plainly(command: str, outcome: "Outcome") -> Iterator[Line]:
    """An outcome of any system: its word with who it is about, then each field of the result."""
    facts = {field: getattr(outcome.result, field) for field in outcome.result.__struct_fields__}
    who = [named(facts[role]) for role in ("attacker", "defender", "name") if facts.get(role)]
    yield Line("headline", "", ": ".join([*filter(None, [" and ".join(who)]), outcome.outcome]))
    for field, value in facts.items():
        if value is not None:
            yield Line("note", field.replace("_", " "), _shown(value))


def by_command(tellers: Mapping[str, Callable[..., Iterator[Line]]]) -> Tell:
    """A `tell` that asks the teller of the command, or of its first word, or tells plainly.

    A teller is handed the result, of its own type, and the outcome.
    """

    def tell(command: str, outcome: "Outcome") -> Iterator[Line]:
        teller = tellers.get(command) or tellers.get(command.partition(" ")[0])
        return teller(outcome.result, outcome) if teller else plainly(command, outcome)

    return tell


def named(value: object) -> str:
    """Somebody in a result: a name, or a table with one."""
    return str(getattr(value, "name", value))


def _shown(value: object) -> str:
    if isinstance(value, Subject):
        return value.name
    if isinstance(value, Struct):
        fields = ((field, getattr(value, field)) for field in value.__struct_fields__)
        return ", ".join(f"{field} {_shown(inner)}" for field, inner in fields if inner is not None)
    if isinstance(value, tuple | list):
        return ", ".join(map(_shown, value)) or "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def percent(chance: "Fraction | float") -> str:
    """A chance for a person: 44.37 %, or <0.01 % of what is not impossible."""
    if 0 < chance < 0.00005:
        return "<0.01 %"
    if 0.99995 < chance < 1:
        return ">99.99 %"
    return f"{float(chance) * 100:.2f} %"
