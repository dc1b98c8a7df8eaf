"""How a Troika! sheet plays itself."""

from operator import attrgetter
from typing import Any

from affray.deed import Deed, by_tactics
from affray.dice import Dice
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.order import OwnScene
from affray.systems.troika.rulings import Rulings
from affray.tactics import choose


def decide(fight: OwnScene, fighter: Fighter, dice: Dice) -> Deed | None:
    """Stand up, flee when it is time, else attack; None when nobody is left to fight.

    Luck is tested for damage, or to win a tie, as the tactics say and only by those who
    have some left.
    """
    tactics = fighter.sheet.tactics
    foes = fight.foes(fighter)
    if not foes:
        return None
    if fighter.stamina <= tactics.flee_at:
        return Deed("act flee", (fighter.name,))
    if fighter.prone:
        return Deed("move", (fighter.name,), {"stand": True})
    if tactics.aim and not fighter.aiming:
        return Deed("act aim", (fighter.name,))
    target = choose(
        foes,
        tactics.target,
        dice,
        health=attrgetter("stamina"),
        prowess=attrgetter("sheet.skill"),
    )
    return fight.recall(_attack, fighter, target)


def _attack(fighter: Fighter, target: Fighter, rulings: Rulings) -> Deed:
    tactics, options = fighter.sheet.tactics, dict[str, Any]()
    if tactics.weapon is not None and fighter.has_whole(tactics.weapon):
        options["weapon"] = [tactics.weapon]
    for option in ("luck", "luck_on_tie"):
        who = [
            side
            for side, one in (("attacker", fighter), ("defender", target))
            if one.luck
            and one.luck > one.sheet.tactics.keep_luck
            and getattr(one.sheet.tactics, option)
        ]
        if who:
            options[option] = "both" if len(who) == 2 else who[0]
    return by_tactics("attack", (fighter, target), options)
