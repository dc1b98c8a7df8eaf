"""Which fights are a matter of who is out, never of how hurt anybody is."""

from affray.fight import Fight
from affray.odds.terms import terms
from affray.system import system


def is_plain(fight: Fight) -> bool:
    """Whether two fight whose turns, tactics and attacks never look at the harm of either.

    Nor at the number of the round.
    """
    if len(fight.fighters) != 2 or len(set(fight.sides.values())) != 2:
        return False
    plain = terms(system(fight.system)).plain
    return all(plain(fighter) for fighter in fight.fighters)
