"""How Reactive Combat attacks fit together to a duel."""

from typing import Any

from msgspec.structs import replace

from affray.harm import Options, Terms, at_most


def _begin(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    """Penalties and marks are how the duel begins, not how every attack stands.

    Each exchange is a turn of its own, and there is time to load between two of them: no
    gun is empty. Only where extra bullets are fired the bullets count.
    """
    rest = dict(options)
    if not rest.get("extra_bullet"):
        a, b = _loaded(a), _loaded(b)
    a = replace(a, penalties=rest.pop("penalties", a.penalties))
    b = replace(
        b,
        penalties=rest.pop("target_penalties", b.penalties),
        marks=rest.pop("marks", b.marks),
    )
    return a, b, rest


def _loaded(fighter: Any) -> Any:
    """A combatant whose weapons need no loading."""
    weapons = tuple(replace(weapon, reload=None) for weapon in fighter.sheet.weapons)
    return replace(fighter, sheet=replace(fighter.sheet, weapons=weapons))


def _usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    return at_most(options, conviction=attacker.conviction, target_conviction=defender.conviction)


def _ignored(options: Options) -> tuple[str, ...]:
    """Only a riposte looks at the attacker's own marks."""
    return () if "riposte" in options.get("stunt", ()) else ("marks",)


def _alike(a: Any, b: Any, options: Options) -> tuple[Any, Any]:
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


def _plain(fighter: Any) -> bool:
    """Never: marks raise all later damage."""
    return False


TERMS = Terms(
    measure="marks",
    harm=(("marks", 1),),
    ignored=_ignored,
    renewed={"expert_struck": False, "pinpointed": False, "extra_bullets": 0},
    switch="out_at_marks",
    rule="marks.out",
    begin=_begin,
    usable=_usable,
    alike=_alike,
    plain=_plain,
)
