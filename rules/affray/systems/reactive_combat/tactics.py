"""How a Reactive Combat sheet plays itself."""

from collections.abc import Iterator
from typing import Any

from affray.deed import Deed, by_tactics
from affray.dice import Dice
from affray.faults import Forbidden
from affray.systems.reactive_combat.aim import Aim, aim
from affray.systems.reactive_combat.fighter import Fighter, wield
from affray.systems.reactive_combat.loading import COSTS, MAJOR, MINOR, Load, is_full, loading
from affray.systems.reactive_combat.order import OwnScene, Turns, has_left
from affray.systems.reactive_combat.ranges import reaches
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import BANDS, Arm, Weapon
from affray.tactics import choose


def decide(fight: OwnScene, fighter: Fighter, dice: Dice) -> Deed | None:
    """Flee when it is time, load an empty weapon, breathe, attack, and load what was shot.

    None when nothing of it is to be done with the actions left. The target spends its
    stunt points and Conviction as its own tactics say. For a director who overrules
    whose turn it is, one deed is decided, an attack if it can be.
    """
    if not fight.opposed(fighter):
        return None
    own = fighter.name in fight.whose() and not fighter.unbound
    turns: Turns = fight.turns
    used = (turns.major, turns.minor) if own else None
    command, options = fight.recall(_plan, fighter, given=used)
    if command != "attack":
        return None if command is None else Deed(command, (fighter.name,), options)
    wish = fighter.sheet.tactics.target
    target = choose(fight, fighter, wish, dice, health=_health, prowess=_prowess)
    options = fight.recall(_attack, fighter, target, given=used)
    return Deed(command, (fighter.name, target.name), options)


Used = tuple[int, int] | None
"""Major and minor actions used of somebody's own turn; None: it is not their turn."""


def _plan(
    fighter: Fighter, rulings: Rulings, used: Used = None
) -> tuple[str | None, dict[str, Any]]:
    """What somebody does, with its options but for those of an attack; None: nothing."""
    turns = Turns() if used is None else Turns(major=used[0], minor=used[1])
    arm = wield(fighter, fighter.sheet.tactics.weapon or ())
    for command in _wishes(fighter, turns, arm, rulings, used is not None):
        return command, {"weapon": arm.name} if command in ("act load", "act fill") else {}
    return None, {}


def _wishes(fighter: Fighter, turns: Turns, arm: Arm, rulings: Rulings, own: bool) -> Iterator[str]:
    """What somebody would do, the most pressing first, as far as the turn has room for it."""
    tactics = fighter.sheet.tactics
    major, minor = has_left(turns, COSTS[MAJOR]), has_left(turns, COSTS[MINOR])
    if tactics.flee_at is not None and fighter.marks >= tactics.flee_at and major:
        yield "act flee"
    ready = _ready(fighter, arm, rulings)
    load = _load(fighter, arm.weapon, turns, rulings)
    if not ready and load is not None:
        yield load
    if own and minor and 0 < tactics.breathe_at <= fighter.penalties:
        yield "act deep-breath"
    if ready and major:
        yield "attack"
    if own and load == "act load" and not major:
        yield load


def _ready(fighter: Fighter, arm: Arm, rulings: Rulings) -> bool:
    """Whether a weapon can be used at the distance of the tactics as it is loaded."""
    if _aim(fighter, arm, rulings)[1].band is None:
        return True
    if arm.weapon.capacity is not None:
        return fighter.loaded(arm.weapon) > 0
    return arm.name not in fighter.unloaded


def _load(fighter: Fighter, weapon: Weapon, turns: Turns, rulings: Rulings) -> str | None:
    """How more gets into a weapon with the actions left; None: not at all, or it is full."""
    if is_full(fighter, weapon):
        return None
    whole = fighter.sheet.tactics.load == "all" or not rulings.empty_loads_one
    empty = weapon.capacity is not None and not fighter.loaded(weapon)
    asked = Load(bullets="all" if whole and empty else "one")
    if not has_left(turns, COSTS[loading(weapon, asked)]):
        return None
    return "act fill" if asked.bullets == "all" else "act load"


def _aim(fighter: Fighter, arm: Arm, rulings: Rulings) -> tuple[float | None, Aim]:
    """The distance an attack is made at, as an option has it, and the weapon there.

    Where the weapon does not reach as far as wished, it is used as near as it can be.
    """
    wish = fighter.sheet.tactics.distance
    if wish is not None:
        try:
            return wish, aim(arm, wish, rulings)
        except Forbidden:
            pass
    nearest = _nearest(arm)
    return nearest, aim(arm, nearest, rulings)


def _nearest(arm: Arm) -> float | None:
    """The far end of the nearest band that a weapon has; None: it strikes in melee."""
    if not arm.ranged:
        return None
    ends = {reach.name: reach.up_to for reach in reaches()}
    return next(ends[name] for name in BANDS if arm.weapon.band(name) is not None)


def _attack(
    fighter: Fighter, target: Fighter, rulings: Rulings, used: Used = None
) -> dict[str, Any]:
    tactics, first = fighter.sheet.tactics, used is None or used[1] == 0
    arm = wield(fighter, tactics.weapon or ())
    distance, aimed = _aim(fighter, arm, rulings)
    options: dict[str, Any] = {"weapon": [arm.name]}
    if distance is not None:
        options["distance"] = distance
    warrior = fighter.sheet.character_class == "warrior"
    if warrior and tactics.expert_strike and (fighter.unbound or not fighter.expert_struck):
        options["expert_strike"] = True
    if tactics.extra_bullet and first and _has_extra(fighter, arm, aimed, rulings):
        options["extra_bullet"] = True
    if points := _points(fighter, tactics.conviction):
        options["conviction"] = points
    if points := _points(target, target.sheet.tactics.soak):
        options["target_conviction"] = points
    if not aimed.shot and target.sheet.tactics.stunts:
        options["stunt"] = list(target.sheet.tactics.stunts)
    return by_tactics((fighter, target), options)


def _has_extra(fighter: Fighter, arm: Arm, aimed: Aim, rulings: Rulings) -> bool:
    """Whether an extra bullet can be fired with a minor action: a repeater, a second bullet."""
    return (
        arm.weapon.capacity is not None
        and aimed.band is not None
        and fighter.loaded(arm.weapon) > 1
        and (fighter.unbound or fighter.extra_bullets < rulings.extra_bullet_per_turn)
    )


def _points(fighter: Fighter, wish: int) -> int:
    """Conviction that someone is ready to spend."""
    return max(0, min(wish, fighter.conviction - fighter.sheet.tactics.keep_conviction))


def _health(fighter: Fighter, rulings: Rulings) -> int:
    return -fighter.marks


def _prowess(fighter: Fighter, rulings: Rulings) -> int:
    """How well somebody attacks with the weapon of the tactics."""
    arm = wield(fighter, fighter.sheet.tactics.weapon or ())
    ability = fighter.sheet.abilities.accuracy if arm.ranged else fighter.sheet.abilities.fighting
    focus = fighter.sheet.focus("accuracy" if arm.ranged else "fighting", arm.group)
    return ability + (0 if focus is None else focus.bonus)
