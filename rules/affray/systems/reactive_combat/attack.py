"""An attack: melee within 2 yards (melee.py), a shot beyond (ranged.py)."""

from affray.action import Action
from affray.dice import Dice
from affray.faults import BadRequest, Fault
from affray.option import DUEL
from affray.outcome import Outcome
from affray.systems.reactive_combat.ammunition import may_fire_extra, may_shoot, shot_spent
from affray.systems.reactive_combat.classes import may_strike_expertly
from affray.systems.reactive_combat.damage import CONVICTION_CHOICES, FIRE_EXTRA, may_spend
from affray.systems.reactive_combat.exchange import EXPERT, Attack, AttackResult, Exchange
from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.melee import fight
from affray.systems.reactive_combat.move import stops_running
from affray.systems.reactive_combat.ranged import shoot
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.stunts import STUNTS, each_once


def attack(
    attacker: Fighter, defender: Fighter, asked: Attack, dice: Dice, rulings: Rulings
) -> Outcome:
    """Resolve one attack (rules melee, ranged), at the distance in yards that is asked.

    Dice, in this order: the attack roll; in melee the defence roll; against a shot the
    fresh stunt die of a target that spends Conviction on an injury.

    Raises:
        BadRequest: a weapon or size nobody knows, a ranged weapon and no distance, what
            counts against a shot only and no distance, a stunt named twice.
        Forbidden: out of reach, empty, Conviction or expert strike that is not to be had.
    """
    exchange = Exchange(attacker, defender, asked, dice, rulings)
    _permit(exchange)
    aim, trace = exchange.aim, exchange.trace
    if trace.on:
        text = f"{attacker.name} attacks {defender.name} with {exchange.arm.name}"
        trace.add("ranged" if aim.shot else "melee", "text", text)
        if exchange.arm.weapon.shoots and not exchange.arm.ranged:
            how = "thrown" if aim.shot else "not thrown"
            trace.add("weapons.thrown", "ruling", f"{exchange.arm.name}: a melee weapon, {how}")
    if aim.band is not None:
        exchange.effects += shot_spent(attacker, exchange.arm.weapon, trace)
    exchange.effects += stops_running(attacker)
    if aim.band is not None and aim.shot:
        return shoot(exchange, aim.band)
    if trace.on:
        if aim.band is not None:
            text = f"within {aim.reach.up_to} yards: melee, with the power of short distance"
            trace.add("melee.point-blank", "text", text, aim.power)
        for option in _idle(asked):
            trace.add("melee", "text", f"{option} counts against a shot only, not in melee")
    return fight(exchange)


def _permit(exchange: Exchange) -> None:
    """Raise what is wrong with the attack before any die is thrown."""
    attacker, defender, asked = exchange.attacker, exchange.defender, exchange.asked
    if asked.conviction:
        may_spend(attacker, asked.conviction, "--conviction")
    if asked.target_conviction:
        may_spend(defender, asked.target_conviction, "--target-conviction")
    if asked.expert_strike:
        may_strike_expertly(attacker)
    if asked.stunt:
        each_once(asked.stunt)
    if asked.distance is None and (idle := _idle(asked)):
        raise BadRequest(
            Fault(f"{idle[0]} counts against a shot only", "give --distance YARDS, or leave it out")
        )
    shoots = exchange.aim.band is not None
    if shoots:
        may_shoot(attacker, exchange.arm)
    if asked.extra_bullet:
        may_fire_extra(attacker, exchange.arm, shoots, exchange.rulings)


def _idle(asked: Attack) -> list[str]:
    """The options given that change nothing in melee."""
    if not (asked.size or asked.target_ran or asked.cover or asked.soak_die):
        return []
    shot_only = {
        "--size": asked.size,
        "--target-ran": asked.target_ran or None,
        "--cover": asked.cover,
        "--soak-die": asked.soak_die,
    }
    return [option for option, value in shot_only.items() if value is not None]


ATTACK = Action(
    Attack,
    lambda f, s, d, r: attack(f[0], f[1], s, d, r),
    DUEL,
    AttackResult,
    examples=(
        "affray attack examples/sheets/reactive-combat/kessa.toml "
        "examples/sheets/reactive-combat/orc.toml --seed 7",
        "affray attack examples/sheets/reactive-combat/kessa.toml "
        "examples/sheets/reactive-combat/orc.toml --stunt riposte --explain",
    ),
    choices={
        EXPERT: ("stunt", "difference"),
        STUNTS: ("points", "penalties"),
        **CONVICTION_CHOICES,
        FIRE_EXTRA: (),
    },
)
