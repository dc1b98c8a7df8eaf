"""Where a system counts harm, and what its attacks read: all that odds ask beside its rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from affray.outcome import Effect

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from affray.action import Combatant
    from affray.system import System

    F = TypeVar("F", bound=Combatant, default=Any)
else:
    from typing import TypeVar

    F = TypeVar("F")

C = TypeVar("C")
Options = Mapping[str, Any]


def replaced(fighter: C, fields: Mapping[str, Any]) -> C:
    """A combatant with other values in some fields."""
    found: C = replace(fighter, **fields)  # type: ignore[type-var]
    return found


def _set_to(fighter: C, fields: Mapping[str, Any]) -> C:
    other = {k: v for k, v in fields.items() if getattr(fighter, k) != v}
    return replaced(fighter, other) if other else fighter


def at_most(options: Options, **bounds: int) -> dict[str, Any]:
    """The options, those named here no greater than what is left (0 or more)."""
    found = dict(options)
    for name, bound in bounds.items():
        if name in found:
            found[name] = max(0, min(found[name], bound))
    return found


class Terms(Struct, Generic[F], frozen=True, kw_only=True):
    """How a system's attacks fit together to a duel.

    `harm` are the fields in which it is counted, each with 1 (up) or -1 (down), in units
    of `measure`. `blind`: an attack does not look at them, so that its odds are the same
    however hurt both are. `apart` names options with which more than an attack's word and
    effects is read later on. `switch` is the ruling that says who is out, where the text does
    not, with its `rule`. `renewed` are the fields that another turn sets back, `returns` those
    that keep somebody out who could simply come back. `at_best` is how fields stand that other
    deeds move when somebody attacks at their best, `at_worst` when they are hurt most easily.
    """

    harm: tuple[tuple[str, int], ...]
    measure: str
    rule: str | None = None
    switch: str | None = None
    blind: bool = False
    apart: tuple[str, ...] = ()
    relative: tuple[str, ...] = ()
    renewed: Mapping[str, Any] = {}
    returns: Mapping[str, Any] = {}
    at_best: Mapping[str, Any] = {}
    at_worst: Mapping[str, Any] = {}

    def ignored(self, options: Options) -> tuple[str, ...]:
        """The fields of harm of the attacker that an attack does not look at."""
        return ()

    def begin(self, a: F, b: F, options: Options) -> tuple[F, F, dict[str, Any]]:
        """Both with what the options say of them, and the options that are left."""
        return a, b, dict(options)

    def usable(self, options: Options, attacker: F, defender: F) -> dict[str, Any]:
        """An attack's options without what the two no longer have."""
        return dict(options)

    def alike(self, a: F, b: F, options: Options) -> tuple[Options, Options]:
        """Other values in fields of a pair, with which attacks have the same odds.

        What an attack then makes of a field is the same, or, of `relative` ones, the difference.
        """
        return {}, {}

    def settled(self, a: F, b: F) -> tuple[Options, Options]:
        """Other values in fields of the only two in a fight, with which all goes on the same."""
        return {}, {}

    def plain(self, fighter: F) -> bool:
        """Whether nothing that a combatant does in a fight hangs on how hurt anybody is,
        nor on the number of the round."""
        return False

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

    def with_harm(self, fighter: F, harm: Iterable[int]) -> F:
        """A combatant after so much more harm in each field."""
        more_of = {
            field: getattr(fighter, field) + sign * more
            for (field, sign), more in zip(self.harm, harm, strict=True)
        }
        return replaced(fighter, more_of)

    def renew(self, fighter: F) -> F:
        """A combatant at the beginning of another turn."""
        return _set_to(fighter, self.renewed)

    def returned(self, fighter: F) -> F:
        """A combatant who has come back, if they simply could."""
        return _set_to(fighter, self.returns)

    def counted(self, fighter: F, counts: Sequence[bool]) -> int:
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


def harm_of(
    rules: "System", fighters: Iterable["Combatant"], rulings: Struct, effects: Sequence[Effect]
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
