"""How a sheet plays itself: `[tactics]` for `turn`, encounters and simulation.

What to do is each system's (`decide`); whom to do it to is chosen
here, the same way for all.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from affray.action import Combatant
from affray.dice import Dice, one_of
from affray.faults import Forbidden
from affray.fight import Scene

F = TypeVar("F", bound=Combatant)


def choose(
    fight: "Scene[F]",
    fighter: F,
    wish: str,
    dice: Dice,
    *,
    health: Callable[[F, Any], int],
    prowess: Callable[[F, Any], int],
) -> F:
    """Whom a sheet's `target` means among the foes of `fighter` (one or more).

    "nearest-to-falling" has the least `health` left, "weakest" and "strongest" go by
    `prowess`, "first" joined first, "random" is thrown for; any other word is a name,
    and while nobody here is called so, the nearest to falling stands in.
    """
    if wish == "nearest-to-falling":
        return fight.least(fighter, health)
    if wish == "weakest":
        return fight.least(fighter, prowess)
    foes = fight.foes(fighter)
    if wish == "random":
        return foes[dice.throw(one_of(len(foes)), "whom to attack") - 1]
    if wish == "first":
        return foes[0]
    if wish == "strongest":
        return max(foes, key=lambda foe: fight.recall(prowess, foe))
    named = [f for f in foes if f.name.casefold() == wish.casefold()]
    return named[0] if named else fight.least(fighter, health)


def acting(fight: Scene, dice: Dice) -> str:
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
    return names[dice.throw(one_of(len(names)), "who acts") - 1]
