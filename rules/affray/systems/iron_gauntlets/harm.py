"""How Iron Gauntlets attacks fit together to a duel."""

from typing import TYPE_CHECKING, Any

from affray.harm import Options, Terms, at_most

if TYPE_CHECKING:
    from affray.systems.iron_gauntlets.fighter import Fighter


class GauntletTerms(Terms["Fighter"], frozen=True, kw_only=True):
    """Luck runs out, and flight is a matter of harm."""

    def usable(self, options: Options, attacker: "Fighter", defender: "Fighter") -> dict[str, Any]:
        return at_most(options, luck=attacker.luck)

    def alike(self, a: "Fighter", b: "Fighter", options: Options) -> tuple[Options, Options]:
        return self.settled(a, b)

    def settled(self, a: "Fighter", b: "Fighter") -> tuple[Options, Options]:
        """It is enough who of the two is faster."""
        if a.speed is None or b.speed is None:
            return {}, {}
        return {"speed": 1 + (a.speed > b.speed)}, {"speed": 1 + (b.speed > a.speed)}

    def plain(self, fighter: "Fighter") -> bool:
        return fighter.sheet.tactics.flee_at is None


TERMS = GauntletTerms(
    measure="injury and fatigue",
    harm=(("injury", 1), ("fatigue", 1)),
    blind=True,
    # A parry that a declared attack becomes is paid for as its result says.
    apart=("declared",),
    renewed={"defended": False, "stopped": False},
    returns={"fled": False},
    switch="out_at_injury or out_at_fatigue",
    rule="damage.out",
)
