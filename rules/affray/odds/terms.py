"""What the odds have to know of a system beside its rules: where harm is counted.

Who is out, the system's own `turns.py` says.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from affray.faults import Forbidden
from affray.fight import keeper
from affray.outcome import Effect
from affray.system import System

Options = Mapping[str, Any]
FAR_TOO_MUCH = 1_000_000
"""More harm than anybody stands, if there is an end to it at all."""


class Terms(NamedTuple):
    """How a system's attacks fit together to a duel.

    `harm` are the fields in which it is counted, each with 1 (up) or -1 (down), in units
    of `measure`. `blind`: an attack does not look at them, so that its odds are the same
    however hurt both are; where it does look, `ignored` names those of the attacker that
    it does not. `switch` is the ruling that says who is out, where the text does not,
    with its `rule`. `begin` puts what the options say of the combatants into them;
    `usable` leaves out of an attack's options what the two no longer have; `mirror` makes
    of the options of A's attacks those of B's; `alike` gives a pair whose attacks have
    the same odds. `plain`: whether nothing that a combatant does in a fight hangs on how
    hurt anybody is, nor on the number of the round. `trades`: whether, besides, each of
    its attacks without options is a trade of blows that is the same whichever of the two
    attacks, and takes a turn of its own that nothing in it can cost anybody.
    """

    measure: str
    harm: tuple[tuple[str, int], ...]
    blind: bool
    ignored: Callable[[Options], tuple[str, ...]]
    renewed: Mapping[str, Any]
    switch: str | None
    rule: str
    begin: Callable[[Any, Any, Options], tuple[Any, Any, dict[str, Any]]]
    usable: Callable[[Options, Any, Any], dict[str, Any]]
    mirror: Callable[[Options], dict[str, Any]]
    alike: Callable[[Any, Any, Options], tuple[Any, Any]]
    plain: Callable[[Any], bool]
    trades: Callable[[Any], bool]

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

    def harmed(self, fighter: Any, harm: Iterable[int]) -> Any:
        """A combatant after so much more harm in each field."""
        return replace(
            fighter,
            **{
                field: getattr(fighter, field) + sign * more
                for (field, sign), more in zip(self.harm, harm, strict=True)
            },
        )

    def renew(self, fighter: Any) -> Any:
        """A combatant at the beginning of another turn."""
        stale = {k: v for k, v in self.renewed.items() if getattr(fighter, k) != v}
        return replace(fighter, **stale) if stale else fighter

    def counted(self, fighter: Any, counts: Sequence[bool]) -> int:
        """What the fields of harm that count say, together: Stamina left, or harm taken."""
        fields = zip(self.harm, counts, strict=True)
        return sum(getattr(fighter, field) for (field, _), one in fields if one)


def terms(system: System) -> Terms:
    """The terms of a system, which its duel.py has."""
    return cast(Terms, system.part("harm", "TERMS"))


IsOut = Callable[[Any, Any], bool]
"""Whether a combatant fights no more, under rulings."""


def is_out_of(system: System) -> IsOut:
    """Who is out, as a system's turns have it."""
    return keeper(system).is_out


def deadly(system: System, rulings: Any, fighter: Any) -> tuple[bool, ...]:
    """For each field of harm, whether any amount in it takes a combatant out.

    Where the text is silent, that takes a ruling.
    """
    known, is_out = terms(system), is_out_of(system)
    places = range(len(known.harm))
    return tuple(
        is_out(known.harmed(fighter, [FAR_TOO_MUCH * (i == j) for j in places]), rulings)
        for i in places
    )


def must_end(system: System, rulings: Any, fighter: Any) -> None:
    """Raise Forbidden when no amount of harm takes `fighter` out, naming the ruling."""
    if any(deadly(system, rulings, fighter)):
        return
    known = terms(system)
    raise Forbidden(
        f"no text says how much takes somebody out of a fight of {system.title}, so it has no end",
        rule=f"{system.name}:{known.rule}",
        hint=f"set {known.switch} in [{system.name}] of a rulings file",
    )


def as_given(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    """A `begin` that changes nothing."""
    return a, b, dict(options)


def nothing(options: Options) -> tuple[str, ...]:
    """An `ignored` that names no field."""
    return ()


def never(fighter: Any) -> bool:
    """A `trades` of a system in which only the attacker strikes."""
    return False


def as_they_are(a: Any, b: Any, options: Options) -> tuple[Any, Any]:
    """An `alike` for which every pair has odds of its own."""
    return a, b


def swapped(options: Options, *pairs: tuple[str, str]) -> dict[str, Any]:
    """The options named in pairs, each under the other's name."""
    both = [*pairs, *((second, first) for first, second in pairs)]
    return {to: options[name] for name, to in both if name in options}


def at_most(options: Options, **bounds: int) -> dict[str, Any]:
    """The options, those named here no greater than what is left (0 or more)."""
    found = dict(options)
    for name, bound in bounds.items():
        if name in found:
            found[name] = max(0, min(found[name], bound))
    return found
