"""How Reactive Combat attacks fit together to a duel."""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from affray.harm import Options, Terms, at_most

if TYPE_CHECKING:
    from affray.systems.reactive_combat.fighter import Fighter


class ReactiveTerms(Terms["Fighter"], frozen=True, kw_only=True):
    """Nobody is `plain`: marks raise all later damage."""

    def begin(
        self, a: "Fighter", b: "Fighter", options: Options
    ) -> "tuple[Fighter, Fighter, dict[str, Any]]":
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

    def usable(self, options: Options, attacker: "Fighter", defender: "Fighter") -> dict[str, Any]:
        spent = {"conviction": attacker.conviction, "target_conviction": defender.conviction}
        return at_most(options, **spent)

    def ignored(self, options: Options) -> tuple[str, ...]:
        """Only a riposte looks at the attacker's own marks."""
        return () if "riposte" in options.get("stunt", ()) else ("marks",)

    def alike(self, a: "Fighter", b: "Fighter", options: Options) -> tuple[Options, Options]:
        """Combat penalties on both sides cancel out in melee, where all tests are opposed.

        Not where a shot meets a fixed TN, nor as far as Breath In may find less to erase.
        """
        if options.get("distance") is not None:
            return {}, {}
        breath = any(stunt.startswith("breath-in") for stunt in options.get("stunt", ()))
        shared = max(0, min(a.penalties, b.penalties) - MOST_POINTS * breath)
        return {"penalties": a.penalties - shared}, {"penalties": b.penalties - shared}


MOST_POINTS = 6
"""Stunt points that a throw gives at most: a face."""


def _loaded(fighter: "Fighter") -> "Fighter":
    """A combatant whose weapons need no loading."""
    weapons = tuple(replace(weapon, reload=None) for weapon in fighter.sheet.weapons)
    return replace(fighter, sheet=replace(fighter.sheet, weapons=weapons))


TERMS = ReactiveTerms(
    measure="marks",
    harm=(("marks", 1),),
    renewed={"expert_struck": False, "pinpointed": False, "extra_bullets": 0},
    relative=("penalties",),
    returns={"fled": False},
    at_best={"penalties": 0},
    at_worst={"penalties": 99},
    switch="out_at_marks",
    rule="marks.out",
)
