"""How Iron Gauntlets attacks fit together to a duel."""

from typing import Any

from affray.harm import (
    Options,
    Terms,
    at_most,
)


def _usable(options: Options, attacker: Any, defender: Any) -> dict[str, Any]:
    return at_most(options, luck=attacker.luck)


def _plain(fighter: Any) -> bool:
    """Flight is a matter of harm."""
    return fighter.sheet.tactics.flee_at is None


TERMS = Terms(
    measure="injury and fatigue",
    harm=(("injury", 1), ("fatigue", 1)),
    blind=True,
    # A parry that a declared attack becomes is paid for as its result says.
    apart=("declared",),
    renewed={"defended": False, "stopped": False},
    switch="out_at_injury or out_at_fatigue",
    rule="damage.out",
    usable=_usable,
    plain=_plain,
)
