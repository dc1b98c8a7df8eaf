"""The chance that a side wins: exact where that is known to fit, else by simulation.

Exact means `affray.odds.duel`, which walks every way a duel can go. It knows attacks in turn
and nothing of tokens, so it fits a fight only where it makes no difference who attacks:
one against one in Troika!, both trading plain blows (`_plain_duel` says when).
"""

from math import sqrt
from typing import Any, NamedTuple

from affray.dice import Dice, SeededDice
from affray.fight import Fight
from affray.odds.duel import duel
from affray.run import MOST_ROUNDS, End, QuietSupply, play_out, standing
from affray.system import system
from affray.tactics import decide

Z999 = 3.2905267314918945
"""The normal quantile of a two-sided 99.9 %."""

BATCH = 100
MOST_FIGHTS = 10_000
"""Fights after which a chance that is still undecided stays so."""


class Settled(NamedTuple):
    """A chance between two bounds, equal where it is exact, and how that is known."""

    low: float
    high: float
    words: str


def settle(
    fight: Fight,
    side: str,
    at_least: float | None,
    at_most: float | None,
    rounds: int,
    most: int = MOST_FIGHTS,
) -> Settled:
    """The chance that `side` wins the free fight, known well enough to decide the bounds.

    A simulation goes on until Wilson's 99.9 % interval lies on one side of each bound,
    or through `most` fights; the same fight is always simulated with the same seeds.
    """
    exact = _exact(fight, side) if rounds >= MOST_ROUNDS else None
    if exact is not None:
        return Settled(exact, exact, f"{side} wins with {exact:.4f} (exact)")
    bounds = [bound for bound in (at_least, at_most) if bound is not None]
    won = fights = 0
    low, high = 0.0, 1.0
    while fights < most:
        for seed in range(fights, fights + BATCH):
            won += _winner(fight, seed, rounds) == side
        fights += BATCH
        low, high = wilson(won, fights)
        if all(not low < bound < high for bound in bounds):
            break
    decided = "" if fights < most else ", the most that are played"
    words = f"{side} wins with {low:.3f} to {high:.3f} (99.9 %, {fights} fights{decided})"
    return Settled(low, high, words)


def wilson(count: int, of: int) -> tuple[float, float]:
    """Wilson's 99.9 % interval for a chance that came off `count` times out of `of`."""
    share, square = count / of, Z999 * Z999
    middle = share + square / (2 * of)
    spread = Z999 * sqrt(share * (1 - share) / of + square / (4 * of * of))
    below = 1 + square / of
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


def _winner(fight: Fight, seed: int, rounds: int) -> str | None:
    for event in play_out(fight, QuietSupply(seed), rounds):
        if isinstance(event, End):
            return event.winner
    raise AssertionError("a fight that is played out ends")


def _exact(fight: Fight, side: str) -> float | None:
    """The exact chance where `affray.odds.duel` fits the fight; None elsewhere."""
    if not _plain_duel(fight):
        return None
    a, b = fight.fighters
    odds = duel(system(fight.system), a, b, {}, fight.rulings)
    if odds.method != "exact" or odds.endless:
        return None
    name = a.name if fight.sides[a.name] == side else b.name
    return float(odds.win[name])


def _plain_duel(fight: Fight) -> bool:
    """Whether two trade plain blows in Troika!, so that it is all one who attacks."""
    if fight.system != "troika" or len(fight.fighters) != 2 or len(standing(fight)) != 2:
        return False
    return fight.turns.round == 0 and all(_trades_blows(fight, one) for one in fight.fighters)


def _trades_blows(fight: Fight, fighter: Any) -> bool:
    from affray.troika.rolls import TOO_HEAVY

    dice: Dice = SeededDice(0)
    deed = decide(fight, fighter.name, dice)
    plain = deed is not None and deed.command == "attack" and not deed.options
    tactics = fighter.sheet.tactics
    first = fighter.carried()[0]
    hindered = fighter.prone or fighter.unconscious or fighter.aiming or fighter.shattered
    suffers = fighter.drowning or fighter.fire or fighter.poison or fighter.bleeding
    careful = tactics.flee_at > 0 or tactics.aim
    heavy = fighter.sheet.slots >= TOO_HEAVY  # as good as unaware: it can't answer a blow
    return plain and not (first.ranged or hindered or suffers or careful or heavy)
