"""How Troika! attacks fit together to a duel."""

from typing import Any

from affray.faults import BadRequest, Fault
from affray.harm import Options, Terms
from affray.systems.troika.hazards import SUFFERING
from affray.systems.troika.rolls import TOO_HEAVY


def _begin(a: Any, b: Any, options: Options) -> tuple[Any, Any, dict[str, Any]]:
    if options.get("grapple") is not None:
        raise BadRequest(Fault("a duel is settled by blows", "leave out --grapple"))
    return a, b, dict(options)


def _usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    """Without the weapons that have shattered: then the next one is drawn."""
    found = dict(options)
    if "weapon" in found:
        found["weapon"] = [w for w in found["weapon"] if attacker.has_whole(w)]
    return found


def _plain(fighter: Any) -> bool:
    """Flight is a matter of Stamina, and so is what is suffered at the End of the Round."""
    suffers = any(getattr(fighter, field) for field in ("drowning", *SUFFERING))
    return fighter.sheet.tactics.flee_at == 0 and not suffers


def _trades(fighter: Any) -> bool:
    """Both strike, on a Roll Versus (6.1), unless one shoots or can't answer a blow."""
    hindered = fighter.prone or fighter.unconscious or fighter.aiming
    shoots = fighter.sheet.tactics.aim or fighter.carried()[0].ranged
    unaware = fighter.sheet.slots >= TOO_HEAVY
    return _plain(fighter) and not (hindered or shoots or unaware)


TERMS = Terms(
    measure="stamina",
    harm=(("stamina", -1),),
    blind=True,
    rule="4",
    begin=_begin,
    usable=_usable,
    plain=_plain,
    trades=_trades,
)
