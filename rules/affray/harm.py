"""Where a system counts harm, and what its attacks read: all that odds ask beside its rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from affray.outcome import Effect

if TYPE_CHECKING:
    from affray.system import System

Options = Mapping[str, Any]
F = TypeVar("F")


def replaced(fighter: F, fields: Mapping[str, Any]) -> F:
    """A combatant with other values in some fields."""
    found: F = replace(fighter, **fields)  # type: ignore[type-var]
    return found


def as_given(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    """A `begin` that changes nothing."""
    return a, b, dict(options)


def all_usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    """A `usable` that leaves nothing out."""
    return dict(options)


def nothing(options: Options) -> tuple[str, ...]:
    """An `ignored` that names no field."""
    return ()


def never(fighter: Any) -> bool:
    """A `plain` or `trades` that no combatant is."""
    return False


def as_they_are(a: Any, b: Any, options: Options) -> tuple[Any, Any]:
    """An `alike` for which every pair has odds of its own."""
    return a, b


def at_most(options: Options, **bounds: int) -> dict[str, Any]:
    """The options, those named here no greater than what is left (0 or more)."""
    found = dict(options)
    for name, bound in bounds.items():
        if name in found:
            found[name] = max(0, min(found[name], bound))
    return found


class Terms(Struct, frozen=True, kw_only=True):
    """How a system's attacks fit together to a duel.

    `harm` are the fields in which it is counted, each with 1 (up) or -1 (down), in units
    of `measure`. `blind`: an attack does not look at them, so that its odds are the same
    however hurt both are; where it does look, `ignored` names those of the attacker that
    it does not. `apart` names options with which more than an attack's word and effects is
    read later on. `switch` is the ruling that says who is out, where the text does not,
    with its `rule`. `begin` puts what the options say of the combatants into them;
    `usable` leaves out of an attack's options what the two no longer have; `alike` gives a
    pair whose attacks have the same odds. `plain`: whether nothing that a combatant does in a
    fight hangs on how hurt anybody is, nor on the number of the round. `trades`: whether,
    besides, each of its attacks without options is a trade of blows that is the same
    whichever of the two attacks, and takes a turn of its own that nothing in it can cost
    anybody.
    """

    harm: tuple[tuple[str, int], ...]
    measure: str
    rule: str | None = None
    switch: str | None = None
    blind: bool = False
    apart: tuple[str, ...] = ()
    renewed: Mapping[str, Any] = {}
    ignored: Callable[[Options], tuple[str, ...]] = nothing
    begin: Callable[[Any, Any, Options], tuple[Any, Any, dict[str, Any]]] = as_given
    usable: Callable[[Options, Any, Any], dict[str, Any]] = all_usable
    alike: Callable[[Any, Any, Options], tuple[Any, Any]] = as_they_are
    plain: Callable[[Any], bool] = never
    trades: Callable[[Any], bool] = never

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields of harm."""
        return tuple(field for field, _ in self.harm)

    def done(self, effects: Iterable[Effect], who: str) -> tuple[int, ...]:
        """The harm that effects do to someone, field by field."""
        return tuple(
            sum(
                sign * (effect.after - effect.before)
                for effect in effects
                if effect.who == who and effect.field == field
            )
            for field, sign in self.harm
        )

    def harmed(self, fighter: F, harm: Iterable[int]) -> F:
        """A combatant after so much more harm in each field."""
        more_of = {
            field: getattr(fighter, field) + sign * more
            for (field, sign), more in zip(self.harm, harm, strict=True)
        }
        return replaced(fighter, more_of)

    def renew(self, fighter: F) -> F:
        """A combatant at the beginning of another turn."""
        stale = {k: v for k, v in self.renewed.items() if getattr(fighter, k) != v}
        return replaced(fighter, stale) if stale else fighter

    def counted(self, fighter: Any, counts: Sequence[bool]) -> int:
        """What the fields of harm that count say, together: Stamina left, or harm taken."""
        fields = zip(self.harm, counts, strict=True)
        return sum(getattr(fighter, field) for (field, _), one in fields if one)


class Harmed(Struct, frozen=True):
    """Harm done to somebody: in which field, how much, and how they stand after it.

    `left` is what keeps them from falling, None where nobody knows; `state` is their
    condition ("dying", "dead", "out"), None while they fight on.
    """

    who: str
    field: str
    amount: int
    left: int | None
    state: str | None


def harmed(
    rules: "System", fighters: Iterable[Any], rulings: Struct, effects: Sequence[Effect]
) -> tuple[Harmed, ...]:
    """The harm in effects, whom it came to first in front; healing is none.

    `fighters` are all that the effects are about, as they stand before or after them.
    """
    signs = dict(rules.terms.harm) if effects else {}
    done: dict[tuple[str, str], int] = {}
    for effect in effects:
        if effect.field in signs:
            more = signs[effect.field] * (effect.after - effect.before)
            done[effect.who, effect.field] = done.get((effect.who, effect.field), 0) + more
    found: list[Harmed] = []
    named = {fighter.name: fighter for fighter in fighters} if done else {}
    for (who, field), amount in done.items():
        if amount > 0:
            after = replaced(named[who], {e.field: e.after for e in effects if e.who == who})
            left, state = rules.left(after, field, rulings), rules.condition(after, rulings)
            found.append(Harmed(who, field, amount, left, state))
    return tuple(found)
