"""How a sheet plays itself: `[tactics]` for `turn`, encounters and simulation.

What to do is each system's (`decide`); whom to do it to is chosen
here, the same way for all.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from affray.action import Combatant
from affray.deed import Deed
from affray.dice import Dice, Sum
from affray.faults import Forbidden
from affray.fight import Fight, Hold, Played, act
from affray.supply import Supply

F = TypeVar("F", bound=Combatant)

MOST_DEEDS = 12
"""More than any turn of any system has; a sheet that wants more is stopped."""


def foes_of(fight: "Fight[F]", fighter: F) -> list[F]:
    """Those on other sides who still fight, in the order they joined."""
    own = fight.sides[fighter.name]
    return [f for f in fight.fighters if fight.sides[f.name] != own and not fight.is_out(f)]


def choose(
    foes: Sequence[F],
    wish: str,
    dice: Dice,
    *,
    health: Callable[[F], int],
    prowess: Callable[[F], int],
) -> F:
    """Whom a sheet's `target` means among `foes` (one or more).

    "nearest-to-falling" has the least `health` left, "weakest" and "strongest" go by
    `prowess`, "first" joined first, "random" is thrown for; any other word is a name,
    and while nobody here is called so, the nearest to falling stands in.
    """
    if wish == "random":
        return foes[dice.throw(Sum(1, len(foes)), "whom to attack") - 1]
    if wish == "first":
        return foes[0]
    if wish == "weakest":
        return min(foes, key=prowess)
    if wish == "strongest":
        return max(foes, key=prowess)
    named = [f for f in foes if f.name.casefold() == wish.casefold()]
    return named[0] if named else min(foes, key=health)


def acting(fight: Fight, dice: Dice) -> str:
    """Who plays the present turn: the one who may, or a throw among those who may.

    Raises:
        Forbidden: nobody may act now.
    """
    names = fight.whose()
    if not names:
        raise Forbidden(
            "nobody may act now",
            rule=fight.rules.full_id(fight.rules.turn_rule),
            hint="`affray session next` goes on",
        )
    if len(names) == 1:
        return names[0]
    return names[dice.throw(Sum(1, len(names)), "who acts") - 1]


def take_turn(
    fight: Fight, name: str, supply: Supply, *, turn: Hold = "kept"
) -> Iterator[tuple[Fight, Deed, Dice, Played]]:
    """Play a whole turn of one combatant, deed by deed.

    Yields the fight before each deed, the deed, its dice and what it came to.

    Raises:
        Forbidden: it is not this one's turn (unless `turn` says otherwise: then one deed is done).
    """
    for count in range(MOST_DEEDS):
        if count and (turn != "kept" or name not in fight.whose()):
            return
        deed = fight.decide(name, supply.choices)
        if deed is None:
            return
        dice = supply.next()
        played = act(fight, deed, dice, turn=turn, more=True)
        yield fight, deed, dice, played
        fight = fight.apply(played.whole.effects)
