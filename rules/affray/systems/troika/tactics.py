"""How a Troika! sheet plays itself."""

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
    if not fight.opposed(fighter):
        return None
    command = fight.recall(_plan, fighter)
    if command != "attack":
        return Deed(command, (fighter.name,), {"stand": True} if command == "move" else {})
    wish = fighter.sheet.tactics.target
    target = choose(fight, fighter, wish, dice, health=_health, prowess=_prowess)
    return Deed(command, (fighter.name, target.name), fight.recall(_attack, fighter, target))


def _plan(fighter: Fighter, rulings: Rulings) -> str:
    tactics = fighter.sheet.tactics
    if fighter.stamina <= tactics.flee_at:
        return "act flee"
    if fighter.prone:
        return "move"
    return "act aim" if tactics.aim and not fighter.aiming else "attack"


def _health(fighter: Fighter, rulings: Rulings) -> int:
    return fighter.stamina


def _prowess(fighter: Fighter, rulings: Rulings) -> int:
    return fighter.sheet.skill


def _attack(fighter: Fighter, target: Fighter, rulings: Rulings) -> dict[str, Any]:
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
    return by_tactics((fighter, target), options)
