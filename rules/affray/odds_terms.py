"""What the odds have to know of a system beside its rules: where harm is counted.

Who is out, the system's own `turns.py` says.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.faults import BadRequest, Fault, Forbidden
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
    the same odds.
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
    """The terms of a system."""
    return TERMS[system.name]


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


def _as_given(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    return a, b, dict(options)


def _none(options: Options) -> tuple[str, ...]:
    return ()


def _as_they_are(a: Any, b: Any, options: Options) -> tuple[Any, Any]:
    return a, b


def _swapped(options: Options, *pairs: tuple[str, str]) -> dict[str, Any]:
    """The options named in pairs, each under the other's name."""
    both = [*pairs, *((second, first) for first, second in pairs)]
    return {to: options[name] for name, to in both if name in options}


def _troika_begin(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    if options.get("grapple") is not None:
        raise BadRequest(Fault("a duel is settled by blows", "leave out --grapple"))
    return a, b, dict(options)


def _troika_usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    """Without the weapons that have shattered: then the next one is drawn."""
    found = dict(options)
    broken = {name.casefold() for name in attacker.shattered}
    if "weapon" in found:
        found["weapon"] = [w for w in found["weapon"] if w.casefold() not in broken]
    return found


def _troika_mirror(options: Options) -> dict[str, Any]:
    """Who tests Luck and who lies on the floor stays so; cover and aim are not the other's."""
    found = _swapped(options, ("skill", "defence_skill"))
    other = {"attacker": "defender", "defender": "attacker"}
    for name in ("luck", "luck_on_tie", "prone"):
        if name in options:
            found[name] = other.get(options[name], options[name])
    return found


def _gauntlets_usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    return _at_most(options, luck=attacker.luck)


def _gauntlets_mirror(options: Options) -> dict[str, Any]:
    return _swapped(options, ("speed", "target_speed"), ("modifier", "target_modifier"))


def _reactive_begin(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    """Penalties and marks are how the duel begins, not how every attack stands."""
    rest = dict(options)
    a = replace(a, penalties=rest.pop("penalties", a.penalties))
    b = replace(
        b,
        penalties=rest.pop("target_penalties", b.penalties),
        marks=rest.pop("marks", b.marks),
    )
    return a, b, rest


def _reactive_usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    return _at_most(options, conviction=attacker.conviction, target_conviction=defender.conviction)


def _reactive_mirror(options: Options) -> dict[str, Any]:
    found = _swapped(options, ("conviction", "target_conviction"))
    if "distance" in options:
        found["distance"] = options["distance"]
    return found


def _reactive_ignored(options: Options) -> tuple[str, ...]:
    """Only a riposte looks at the attacker's own marks."""
    return () if "riposte" in options.get("stunt", ()) else ("marks",)


def _reactive_alike(a: Any, b: Any, options: Options) -> tuple[Any, Any]:
    """Combat penalties on both sides cancel out in melee, where all tests are opposed.

    Not where a shot meets a fixed TN, nor where Breath In may find nothing to erase.
    """
    breath = any(stunt.startswith("breath-in") for stunt in options.get("stunt", ()))
    if options.get("distance") is not None or breath:
        return a, b
    shared = min(a.penalties, b.penalties)
    return (
        replace(a, penalties=a.penalties - shared),
        replace(b, penalties=b.penalties - shared),
    )


def _at_most(options: Options, **bounds: int) -> dict[str, Any]:
    found = dict(options)
    for name, bound in bounds.items():
        if name in found:
            found[name] = max(0, min(found[name], bound))
    return found


TERMS = {
    "troika": Terms(
        measure="stamina",
        harm=(("stamina", -1),),
        blind=True,
        ignored=_none,
        renewed={},
        switch=None,
        rule="4",
        begin=_troika_begin,
        usable=_troika_usable,
        mirror=_troika_mirror,
        alike=_as_they_are,
    ),
    "iron-gauntlets": Terms(
        measure="injury and fatigue",
        harm=(("injury", 1), ("fatigue", 1)),
        blind=True,
        ignored=_none,
        renewed={"defended": False, "stopped": False},
        switch="out_at_injury or out_at_fatigue",
        rule="damage.out",
        begin=_as_given,
        usable=_gauntlets_usable,
        mirror=_gauntlets_mirror,
        alike=_as_they_are,
    ),
    "reactive-combat": Terms(
        measure="marks",
        harm=(("marks", 1),),
        blind=False,
        ignored=_reactive_ignored,
        renewed={"expert_struck": False, "pinpointed": False, "extra_bullets": 0},
        switch="out_at_marks",
        rule="marks.out",
        begin=_reactive_begin,
        usable=_reactive_usable,
        mirror=_reactive_mirror,
        alike=_reactive_alike,
    ),
}
