"""The other actions of a turn: Deep Breath, loading, and what a turn holds."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from affray.action import Action, Nothing
from affray.dice import Dice
from affray.faults import Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.reactive_combat.ammunition import counted
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, Named, wield
from affray.systems.reactive_combat.move import stops_running
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import Weapon


class Uses(NamedTuple):
    """How many actions of a turn something takes."""

    major: int = 0
    minor: int = 0


MAJOR, MINOR, FULL_ROUND = "major", "minor", "full round"
COSTS = {MAJOR: Uses(1, 0), MINOR: Uses(0, 1), FULL_ROUND: Uses(1, 1)}
"""What a turn pays for each kind of action (rule turn); a full round is a whole turn."""


def turn_holds(major: int, minor: int) -> bool:
    """Whether a turn has room for so many actions: a major and a minor, or two minor."""
    return major <= 1 and major + minor <= 2


class BreathResult(Struct, frozen=True):
    """Whose combat penalties are erased, how many, those left, and the action it takes."""

    name: str
    erased: int
    penalties: int
    action: str


def deep_breath(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Erase combat penalties with a minor action (rule deep-breath)."""
    trace = Trace(SYSTEM, dice.explains)
    before = fighter.penalties
    erased = before if rulings.deep_breath == "all" else min(before, 1)
    trace.add("penalties", "text", f"{fighter.name} takes a deep breath")
    trace.switch("deep-breath", "deep_breath", rulings.deep_breath)
    trace.add("deep-breath", "ruling", "combat penalties erased", erased)
    effects = (Effect(fighter.name, "penalties", before, before - erased),) if erased else ()
    result = BreathResult(fighter.name, erased, before - erased, "minor")
    return Outcome("breathed", result, effects, tuple(trace.steps), erased > 0)


class Load(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of loading: the weapon, and one bullet or all that it holds.

    None named: the sheet's first that can take something. Weapons that are no repeaters
    are loaded whole either way.
    """

    weapon: Annotated[Named, option("The weapon it is about.", values="weapon")] = ()
    bullets: Annotated[Literal["one", "all"], option("One bullet, or all that it holds.")] = "one"


class LoadResult(Struct, frozen=True):
    """Who loads what, bullets in it now (None: no repeater), and the action it takes."""

    name: str
    weapon: str
    loaded: int | None
    action: str


def weapon_to_load(fighter: Fighter, named: Named) -> Weapon:
    """The weapon named, or the first on the sheet that can take something."""
    if not named:
        for weapon in fighter.sheet.weapons:
            if not is_full(fighter, weapon):
                return weapon
    return wield(fighter, named).weapon


def is_full(fighter: Fighter, weapon: Weapon) -> bool:
    """Whether nothing more goes into a weapon."""
    if weapon.capacity is None:
        return weapon.name not in fighter.unloaded
    return fighter.loaded(weapon) >= weapon.capacity


def loading(weapon: Weapon, asked: Load) -> str:
    """The action that loading takes (rules repeaters.load, reload)."""
    if weapon.capacity is None:
        return str(weapon.reload or MINOR)
    return FULL_ROUND if asked.bullets == "all" else MINOR


def _stops(fighter: Fighter, action: str) -> tuple[Effect, ...]:
    return stops_running(fighter) if COSTS[action].major else ()


def load(fighter: Fighter, asked: Load, dice: Dice, rulings: Rulings) -> Outcome:
    """Load a weapon (rules repeaters.load, repeaters.load-empty, reload).

    One bullet of a repeater takes a minor action, filling an empty one a full round.

    Raises:
        Forbidden: nothing to load, or filling a repeater that is not empty.
    """
    trace = Trace(SYSTEM, dice.explains)
    weapon = weapon_to_load(fighter, asked.weapon)
    action = loading(weapon, asked)
    if weapon.capacity is None:
        return _reload(fighter, weapon.name, action, trace)
    trace.add("repeaters.load", "text", f"{fighter.name} loads {weapon.name}")
    before = fighter.loaded(weapon)
    if before >= weapon.capacity:
        raise Forbidden(f"{fighter.name}'s {weapon.name} is full", rule=f"{SYSTEM}:repeaters.load")
    if asked.bullets == "all":
        if before:
            raise Forbidden(
                f"{fighter.name}'s {weapon.name} is not empty, and a round fills an empty one",
                rule=f"{SYSTEM}:repeaters.load",
                hint="load one bullet with a minor action",
            )
        after = weapon.capacity
    else:
        if not before:
            _one_allowed(fighter, weapon.name, rulings, trace)
        after = before + 1
    trace.add("repeaters.load", "text", f"{action} action: bullets now", after)
    effects = (counted(fighter, weapon, after), *_stops(fighter, action))
    result = LoadResult(fighter.name, weapon.name, after, action)
    return Outcome("loaded", result, effects, tuple(trace.steps))


def _one_allowed(fighter: Fighter, weapon: str, rulings: Rulings, trace: Trace) -> None:
    trace.switch("repeaters.load-empty", "empty_loads_one", rulings.empty_loads_one)
    if not rulings.empty_loads_one:
        raise Forbidden(
            f"{fighter.name}'s {weapon} is empty, and has to be filled",
            rule=f"{SYSTEM}:repeaters.load-empty",
            hint="fill it with a full round",
        )


def _reload(fighter: Fighter, weapon: str, action: str, trace: Trace) -> Outcome:
    if weapon not in fighter.unloaded:
        raise Forbidden(f"{fighter.name}'s {weapon} has nothing to load", rule=f"{SYSTEM}:reload")
    trace.add("reload", "base", f"{fighter.name} loads {weapon}")
    left = tuple(name for name in fighter.unloaded if name != weapon)
    unloaded = Effect(fighter.name, "unloaded", fighter.unloaded, left)
    effects = (unloaded, *_stops(fighter, action))
    result = LoadResult(fighter.name, weapon, None, action)
    return Outcome("loaded", result, effects, tuple(trace.steps))


class Fill(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of filling an empty weapon: which one (see Load)."""

    weapon: Annotated[Named, option("The weapon it is about.", values="weapon")] = ()


def fill(fighter: Fighter, asked: Fill, dice: Dice, rulings: Rulings) -> Outcome:
    """Fill an empty repeater in a full round (rule repeaters.load); raises like `load`."""
    return load(fighter, Load(asked.weapon, "all"), dice, rulings)


DEEP_BREATH = Action(Nothing, lambda f, s, d, r: deep_breath(f[0], s, d, r), result=BreathResult)
LOAD = Action(Load, lambda f, s, d, r: load(f[0], s, d, r), result=LoadResult)
FILL = Action(Fill, lambda f, s, d, r: fill(f[0], s, d, r), result=LoadResult)
