"""What a rule function gives back: frozen data that every renderer reads."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeVar, cast

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from affray.faults import BadData, Fault

Status = Literal["text", "known", "base", "derived", "ruling", "house"]
"""Who says so: the source text, public knowledge, the base game, arithmetic from the
text, our ruling where the text is silent, or a house figure of ours."""

Value = int | str | bool | None | tuple[str, ...]
S = TypeVar("S", bound=Struct)


class Step(Struct, frozen=True):
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


class Outcome(Struct, frozen=True):
    """The result of one action: a word, its numbers, what changes, and why.

    `success` says whether the attack or test that was asked for came off.
    """

    outcome: str
    result: Struct
    effects: tuple[Effect, ...]
    trace: tuple[Step, ...]
    success: bool = True


class Trace:
    """Collects the steps of one action for one system.

    Rules write into it as they go; with `on` false (nobody will read it) it keeps
    nothing.
    """

    __slots__ = ("on", "steps", "system")

    def __init__(self, system: str, on: bool = True) -> None:
        self.system = system
        self.on = on
        self.steps: list[Step] = []

    def add(self, rule: str, status: Status, text: str, value: int | str | None = None) -> None:
        """Note that `rule` (its id without the system) had a part in the result."""
        if self.on:
            self.steps.append(Step(f"{self.system}:{rule}", status, text, value))

    def switch(
        self, rule: str, switch: str, value: object, status: Status = "ruling", text: str = ""
    ) -> None:
        """Note that a named switch of the rulings decided, and how it stands."""
        if self.on:
            shown = value if isinstance(value, int | str) and not isinstance(value, bool) else None
            word = str(value).lower() if isinstance(value, bool) else value
            self.steps.append(
                Step(f"{self.system}:{rule}", status, text or f"{switch} = {word}", shown, switch)
            )


def apply(fighters: Sequence[S], effects: Iterable[Effect]) -> tuple[S, ...]:
    """The same fighters (structs with a `name`) after the effects.

    Raises:
        BadData: an effect names nobody here or no field, or its `before` no longer
            holds. Then nothing is applied.
    """
    by_name = {cast(str, getattr(f, "name")): f for f in fighters}  # noqa: B009
    for effect in effects:
        fighter = by_name.get(effect.who)
        if fighter is None or effect.field not in fighter.__struct_fields__:
            raise BadData(Fault(f"no `{effect.field}` of `{effect.who}` to change here"))
        now = getattr(fighter, effect.field)
        if now != effect.before:
            raise BadData(
                Fault(
                    f"{effect.who}: {effect.field} is {now}, not {effect.before} as the "
                    "result supposes",
                    "run the action again from the present state",
                )
            )
        by_name[effect.who] = replace(fighter, **{effect.field: effect.after})
    return tuple(by_name.values())
