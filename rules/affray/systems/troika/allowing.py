"""What a fight does not allow now, with the rule in the way."""

from affray.deed import Deed
from affray.faults import Forbidden
from affray.systems.troika.fighter import refuse_out
from affray.systems.troika.order import OwnScene, whose, why
from affray.systems.troika.rolls import SYSTEM

TURN_COMMANDS = ("attack", "move", "act delay", "act aim", "act eat", "act flee")
"""What only the holder of the token does; all else is asked of anybody at any time."""


def allow(fight: OwnScene, deed: Deed) -> None:
    """Raise Forbidden when someone acts without the token (rule 5), or cannot act (rule 4)."""
    if deed.command not in TURN_COMMANDS:
        return
    actor = fight.fighter(deed.who[0])
    refuse_out(actor)
    if actor.name not in whose(fight):
        raise Forbidden(
            f"{actor.name} does not hold the initiative: {why(fight)}",
            rule=f"{SYSTEM}:5",
            hint="`affray session next` draws a token; --anyway overrules",
        )
