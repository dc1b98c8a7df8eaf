"""How Troika! attacks fit together to a duel."""

from typing import TYPE_CHECKING, Any

from affray.faults import BadRequest, Fault
from affray.harm import Options, Terms
from affray.systems.troika.hazards import SUFFERING

if TYPE_CHECKING:
    from affray.systems.troika.fighter import Fighter


class TroikaTerms(Terms["Fighter"], frozen=True, kw_only=True):
    """Blows are traded, weapons shatter, and flight is a matter of Stamina."""

    def begin(
        self, a: "Fighter", b: "Fighter", options: Options
    ) -> "tuple[Fighter, Fighter, dict[str, Any]]":
        if options.get("grapple") is not None:
            raise BadRequest(Fault("a duel is settled by blows", "leave out --grapple"))
        return a, b, dict(options)

    def usable(self, options: Options, attacker: "Fighter", defender: "Fighter") -> dict[str, Any]:
        """Without the weapons that have shattered: then the next one is drawn."""
        found = dict(options)
        if "weapon" in found:
            found["weapon"] = [w for w in found["weapon"] if attacker.has_whole(w)]
        return found

    def plain(self, fighter: "Fighter") -> bool:
        """What is suffered at the End of the Round is a matter of Stamina, too."""
        suffers = any(getattr(fighter, field) for field in ("drowning", *SUFFERING))
        return fighter.sheet.tactics.flee_at == 0 and not suffers


TERMS = TroikaTerms(
    measure="stamina",
    harm=(("stamina", -1),),
    blind=True,
    returns={"fled": False},
    rule="4",
)
