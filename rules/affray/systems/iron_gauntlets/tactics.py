"""How an Iron Gauntlets sheet plays itself."""

from collections.abc import Iterator
from typing import Any

from affray.deed import Deed, by_tactics
from affray.dice import Dice
from affray.outcome import Trace
from affray.systems.iron_gauntlets.allowing import TURN_COMMANDS
from affray.systems.iron_gauntlets.attack import Attack, stance_of
from affray.systems.iron_gauntlets.defence import Guard, dice_of, legal
from affray.systems.iron_gauntlets.fighter import SYSTEM, Declared, Fighter
from affray.systems.iron_gauntlets.order import OwnScene
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Weapon
from affray.systems.iron_gauntlets.slots import can_take, slots_of
from affray.systems.iron_gauntlets.turns import loosen
from affray.tactics import choose

_QUIET = Trace(SYSTEM, False)


def decide(fight: OwnScene, fighter: Fighter, dice: Dice) -> Deed | None:
    """Flee when it is time, stand up, else attack; None when nothing of it can be done.

    The target defends as its own tactics say. Somebody who has declared does that or nothing.
    """
    if not fight.opposed(fighter):
        return None
    if fighter.name not in fight.whose():
        # Only a director who overrules asks for the deed of somebody whose turn it is not.
        fighter = loosen(fighter)
    bound = fighter.declared if fight.turns.action == 1 else None
    command = fight.recall(_plan, fighter, given=bound)
    if command != "attack":
        return None if command is None else Deed(command, (fighter.name,))
    wish = fighter.sheet.tactics.target
    target = choose(fight, fighter, wish, dice, health=_health, prowess=_prowess)
    return Deed(command, (fighter.name, target.name), fight.recall(_attack, fighter, target))


def _plan(fighter: Fighter, rulings: Rulings, bound: Declared | None = None) -> str | None:
    for command in _wishes(fighter, rulings):
        if bound not in (None, TURN_COMMANDS[command]):
            continue
        if command != "attack" or _weapon(fighter, rulings) is not None:
            return command
    return None


def _wishes(fighter: Fighter, rulings: Rulings) -> Iterator[str]:
    """What somebody would do, the most pressing first, as far as an action pays for it."""
    flee_at = fighter.sheet.tactics.flee_at
    afraid = flee_at is not None and fighter.injury + fighter.fatigue >= flee_at
    on_the_ground = fighter.prone and rulings.prone_moves == "crawl"
    if afraid and not on_the_ground and _pays(fighter, rulings, rulings.flee_slot):
        yield "act flee"
    if fighter.prone and _pays(fighter, rulings, rulings.stand_slot):
        yield "act stand"
    yield "attack"


def _pays(fighter: Fighter, rulings: Rulings, slot: str) -> bool:
    return can_take(fighter, "fitness", False, rulings, any_slot=slot == "any")


def _weapon(fighter: Fighter, rulings: Rulings) -> Weapon | None:
    """The weapon of the tactics, or the first that can be used now; None: none can."""
    wish = (fighter.sheet.tactics.weapon or "").casefold()
    weapons = sorted(fighter.sheet.weapons, key=lambda w: w.name.casefold() != wish)
    for weapon in weapons:
        harmless = weapon.magic and weapon.amount == 0 and weapon.name.casefold() != wish
        if (
            not harmless
            and fighter.effective(weapon.ability) + _luck(fighter) > 0
            and can_take(fighter, weapon.ability, weapon.magic, rulings)
        ):
            return weapon
    return None


def _luck(fighter: Fighter) -> int:
    """Luck points to spend on an attack."""
    tactics = fighter.sheet.tactics
    return max(0, min(tactics.luck, fighter.luck - tactics.keep_luck))


def _attack(fighter: Fighter, target: Fighter, rulings: Rulings) -> dict[str, Any]:
    weapon = _weapon(fighter, rulings)
    assert weapon is not None
    options: dict[str, Any] = {"weapon": [weapon.name]}
    if _luck(fighter):
        options["luck"] = _luck(fighter)
    defence = _defence(fighter, target, weapon, rulings)
    if defence is not None:
        options["defence"] = defence
    return by_tactics((fighter, target), options)


def _health(fighter: Fighter, rulings: Rulings) -> int:
    return -(fighter.injury + fighter.fatigue)


def _prowess(fighter: Fighter, rulings: Rulings) -> int:
    """How good somebody is with the best weapon: dice times skill."""
    abilities = fighter.sheet.abilities
    return max(
        (
            int(getattr(abilities, weapon.ability)) * (fighter.rating(weapon.skill) or 1)
            for weapon in fighter.sheet.weapons
        ),
        default=0,
    )


def _defence(fighter: Fighter, target: Fighter, weapon: Weapon, rulings: Rulings) -> str | None:
    """The defence that the target's tactics name; None: the likeliest one."""
    tactics = target.sheet.tactics
    slots = slots_of(target)
    kept = slots is not None and 0 < sum(slots) <= tactics.keep
    if tactics.defend == "none" or kept:
        return "none"
    if tactics.defend == "best":
        return None
    stance = stance_of(fighter, target, weapon, Attack(), rulings, _QUIET)
    guard = legal(tactics.defend, stance, rulings)
    if isinstance(guard, Guard) and dice_of(guard, stance, rulings, _QUIET).dice:
        return tactics.defend
    return None
