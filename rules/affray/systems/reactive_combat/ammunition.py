"""What guns hold: repeaters count their bullets, other weapons are loaded or not."""

from affray.faults import Forbidden
from affray.outcome import Effect, Trace
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import Arm, Weapon


def may_shoot(fighter: Fighter, arm: Arm) -> None:
    """Raise Forbidden when a weapon cannot be shot (rules repeaters, reload)."""
    if arm.weapon.capacity is not None and fighter.loaded(arm.weapon) < 1:
        raise Forbidden(
            f"{fighter.name}'s {arm.name} is empty",
            rule=f"{SYSTEM}:repeaters",
            hint="load one bullet with a minor action, or all with a full round",
        )
    if arm.name in fighter.unloaded:
        raise Forbidden(
            f"{fighter.name}'s {arm.name} has not been reloaded since its last shot",
            rule=f"{SYSTEM}:reload",
            hint=f"reloading takes: {arm.weapon.reload}",
        )


def may_fire_extra(fighter: Fighter, arm: Arm, shoots: bool, rulings: Rulings) -> None:
    """Raise Forbidden when no extra bullet can be fired after an attack with `arm`.

    `shoots`: the attack is made with a band's power. Rules repeaters.extra-bullet and
    repeaters.extra-bullet-limits.
    """
    rule = f"{SYSTEM}:repeaters.extra-bullet"
    if arm.weapon.capacity is None or not shoots:
        raise Forbidden(
            f"{fighter.name}'s {arm.name} is no repeater that could fire an extra bullet",
            rule=rule,
            hint="leave out --extra-bullet; a repeater has an integer as its reload",
        )
    if fighter.loaded(arm.weapon) == 1:
        raise Forbidden(
            f"{fighter.name}'s {arm.name} holds 1 bullet, and the shot itself takes it",
            rule=rule,
            hint="leave out --extra-bullet, or load first",
        )
    if fighter.extra_bullets >= rulings.extra_bullet_per_turn and not fighter.unbound:
        raise Forbidden(
            f"{fighter.name} has fired all extra bullets of this turn",
            rule=f"{SYSTEM}:repeaters.extra-bullet-limits",
            hint="leave out --extra-bullet",
        )


def shot_spent(fighter: Fighter, weapon: Weapon, trace: Trace) -> tuple[Effect, ...]:
    """What one shot leaves: a bullet fewer, or a weapon to reload."""
    if weapon.reload is None:
        return ()
    if weapon.capacity is None:
        if trace.on:
            trace.add("reload", "base", f"{weapon.name}: reloading takes: {weapon.reload}")
        unloaded = (*fighter.unloaded, weapon.name)
        return (Effect(fighter.name, "unloaded", fighter.unloaded, unloaded),)
    left = fighter.loaded(weapon) - 1
    if trace.on:
        text = f"{weapon.name}: the shot takes 1 of {weapon.capacity} bullets, left"
        trace.add("repeaters", "text", text, left)
    return (counted(fighter, weapon, left),)


def extra_spent(fighter: Fighter, weapon: Weapon, trace: Trace) -> tuple[Effect, ...]:
    """What an extra bullet leaves, after the shot that it makes worse."""
    left = fighter.loaded(weapon) - 2
    if trace.on:
        text = f"{weapon.name}: the extra bullet, left"
        trace.add("repeaters.extra-bullet", "text", text, left)
    fired, guns = fighter.extra_bullets, fighter.ammunition
    return (
        Effect(
            fighter.name,
            "ammunition",
            {**guns, weapon.name: left + 1},
            {**guns, weapon.name: left},
        ),
        Effect(fighter.name, "extra_bullets", fired, fired + 1),
    )


def counted(fighter: Fighter, weapon: Weapon, after: int) -> Effect:
    """A change of what one repeater holds, the other guns staying as they are."""
    guns = fighter.ammunition
    return Effect(fighter.name, "ammunition", guns, {**guns, weapon.name: after})
