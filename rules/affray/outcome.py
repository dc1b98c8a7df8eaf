"""What a rule function gives back: frozen data that every renderer reads."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from affray.dice import Chosen
from affray.faults import BadData, Fault

Status = Literal["text", "known", "base", "derived", "ruling", "house"]
"""Who says so: the source text, public knowledge, the base game, arithmetic from the
text, our ruling where the text is silent, or a house figure of ours."""

Value = Any
"""A field's value: a number, text, yes or no, none, or a list or table of these."""

S = TypeVar("S", bound=Struct)

THE_FIGHT = ""
"""Whom an effect is about that changes the turns of a fight, not a combatant."""


class TraceStep(Struct, frozen=True):
    """One step of the reasoning: which rule, who says so, what it did."""

    rule: str
    status: Status
    text: str
    value: int | str | None = None
    switch: str | UnsetType = UNSET


class Effect(Struct, frozen=True):
    """One change to one field of one combatant."""

    who: str
    field: str
    before: Value
    after: Value


class Called(Protocol):
    """Somebody with a name."""

    @property
    def name(self) -> str: ...


class Subject(Struct, frozen=True):
    """Somebody whom a result is about, as it names an attacker or a defender."""

    name: str


def subjects(fighters: Sequence[Called]) -> tuple[Subject | None, Subject | None]:
    """Attacker and defender, of up to two combatants; None for whom nobody named."""
    first, second = (*(Subject(fighter.name) for fighter in fighters), None, None)[:2]
    return first, second


class Outcome(Struct, frozen=True):
    """The result of one action: a word, its numbers, what changes, and why.

    `success` says whether the attack or test that was asked for came off; `notes` what a
    person should know of it that is no step of a rule; `choices` who decided what on the way.
    """

    outcome: str
    result: Struct
    effects: tuple[Effect, ...]
    trace: tuple[TraceStep, ...]
    success: bool = True
    notes: tuple[str, ...] = ()
    choices: tuple[Chosen, ...] = ()


class Untold(Struct, frozen=True):
    """The result of what nobody looks at."""


UNTOLD = Outcome("", Untold(), (), ())
"""What a turn came to that nobody looks at: only what it changed counts."""


def written(value: object) -> str:
    """A value as it is written in a file or on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Trace:
    """Collects the steps of one action for one system, and notes on it.

    Rules write into it as they go; with `on` false (nobody will read it) it keeps
    nothing.
    """

    __slots__ = ("notes", "on", "steps", "system")

    def __init__(self, system: str, on: bool = True) -> None:
        self.system = system
        self.on = on
        self.steps: list[TraceStep] = []
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Note what a person should know and no rule's number says."""
        if self.on:
            self.notes.append(text)

    def add(self, rule: str, status: Status, text: str, value: int | str | None = None) -> None:
        """Note that `rule` (its id without the system) had a part in the result."""
        if self.on:
            self.steps.append(TraceStep(f"{self.system}:{rule}", status, text, value))

    def switch(
        self, rule: str, switch: str, value: object, status: Status = "ruling", text: str = ""
    ) -> None:
        """Note that a named switch of the rulings decided, and how it stands."""
        if self.on:
            shown = value if isinstance(value, int | str) and not isinstance(value, bool) else None
            text = text or f"{switch} = {written(value)}"
            self.steps.append(TraceStep(f"{self.system}:{rule}", status, text, shown, switch))


def changes(target: Struct, updates: Mapping[str, Any], who: str) -> tuple[Effect, ...]:
    """The effects that bring fields of a struct to new values; none for what stays."""
    return tuple(
        Effect(who, field, getattr(target, field), value)
        for field, value in updates.items()
        if getattr(target, field) != value
    )


def apply(targets: Mapping[str, S], effects: Iterable[Effect]) -> dict[str, S]:
    """The same structs by name, after the effects.

    Raises:
        BadData: an effect names nobody here or no field, or its `before` no longer
            holds. Then nothing is applied.
    """
    after = dict(targets)
    for effect in effects:
        target = after.get(effect.who)
        if target is None:
            raise BadData(Fault(f"there is nobody called `{effect.who}` here to change"))
        after[effect.who] = _changed(target, effect)
    return after


def _changed(target: S, effect: Effect) -> S:
    name = effect.who or "the fight"
    if effect.field not in target.__struct_fields__:
        raise BadData(Fault(f"{name} has no `{effect.field}` to change"))
    now = getattr(target, effect.field)
    if _plain(now) != _plain(effect.before):
        raise BadData(
            Fault(
                f"{name}: {effect.field} is {_plain(now)}, not {_plain(effect.before)} as the "
                "result supposes",
                "run the action again from the present state",
            )
        )
    after = effect.after
    if isinstance(now, tuple) and isinstance(after, list):
        after = tuple(after)
    return replace(target, **{effect.field: after})


def _plain(value: object) -> object:
    """A value as a file gives it back: tuples as lists."""
    return list(value) if isinstance(value, tuple) else value
