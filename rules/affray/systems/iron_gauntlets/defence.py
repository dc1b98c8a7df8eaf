"""Defence (rule defence): what is legal and why not, what pays for it, and what it throws."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from affray.dice import Pool
from affray.faults import BadRequest, Fault, Forbidden
from affray.outcome import Status, Trace
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.initiative import SIDES, faster, rank
from affray.systems.iron_gauntlets.rolls import Handful, handful
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability, Kind, Weapon
from affray.systems.iron_gauntlets.slots import (
    AWARENESS,
    FITNESS,
    FREE,
    Slots,
    pay,
    payers,
)

KINDS: tuple[Kind, ...] = ("parry", "dodge", "block")
"""Every kind of defence; of alike ones the first named is preferred."""

WEAPONS_OWN = "weapon"
"""In a rulings file: the skill of the weapon used."""

DECLARED_PENALTY = -1
"""Dice, for turning a declared attack into a parry (rule defence.declared)."""

_QUIET = Trace(SYSTEM, False)


class Stance(NamedTuple):
    """What the legality of a defence hangs on, besides its kind.

    `faster`: whether the defender is, None: nobody knows; `again`: not the first defence
    this turn; `extra`: extra actions left as the caller says, None: look at the `slots`
    (None too: nobody counts).
    """

    defender: Fighter
    ranged: bool
    faster: bool | None
    again: bool
    declared: bool
    extra: int | None
    slots: Slots | None
    modifier: int


class Refusal(NamedTuple):
    """Why a defence is not allowed."""

    rule: str
    status: Status
    message: str
    hint: str | None = None


class Guard(NamedTuple):
    """A legal defence: what it throws, and the actions left after it (None: not counted)."""

    kind: Kind
    skill: str
    ability: Ability
    left: Slots | None


def is_faster(
    attacker: Fighter,
    defender: Fighter,
    speed: int | None,
    target_speed: int | None,
    rulings: Rulings,
    trace: Trace,
) -> bool | None:
    """Whether the defender is faster than the attacker; None: the speeds are not known.

    Speeds given replace those rolled.

    Raises:
        BadRequest: one speed is given and the other is not known.
    """
    own = attacker.speed if speed is None else speed
    other = defender.speed if target_speed is None else target_speed
    if own is None or other is None:
        if speed is not None or target_speed is not None:
            missing = "--speed" if own is None else "--target-speed"
            raise BadRequest(Fault("one reaction speed alone decides nothing", f"add {missing}"))
        if trace.on:
            choice = rulings.unknown_speed
            text = f"the speeds are not known: {choice}"
            trace.switch("defence.unknown-speed", "unknown_speed", choice, text=text)
        return None
    a = rank(attacker, own, speed is None and attacker.defaulted, rulings)
    d = rank(defender, other, target_speed is None and defender.defaulted, rulings)
    found = faster(d, a, rulings)
    if trace.on:
        if own == SIDES or other == SIDES:
            last = rulings.default_speed_order
            trace.switch("reaction.default-order", "default_speed_order", last)
        if a.speed == d.speed:
            trace.switch("reaction.tie-fitness", "tie_fitness", rulings.tie_fitness)
            if a == d:
                text = "equal speed and fitness: neither is faster"
                trace.switch("reaction.tie", "full_tie", rulings.full_tie, text=text)
            else:
                counts = rulings.tie_makes_faster
                trace.switch("reaction.tie-faster", "tie_makes_faster", counts)
        verdict = "faster" if found else "not faster"
        text = f"{defender.name}'s speed {other} against {attacker.name}'s {own}: {verdict}"
        trace.add("defence", "text", text)
    return found


def why_not(kind: Kind, stance: Stance, rulings: Rulings) -> Refusal | None:
    """Why this kind of defence is not allowed; None: nothing but its price is in the way."""
    name = stance.defender.name
    if stance.defender.stopped:
        message = f"{name} was knocked down or stopped and does not defend this turn"
        return Refusal("actions.down", "text", message)
    if stance.ranged and kind == "parry":
        message = "a ranged attack cannot be parried"
        return Refusal("defence.ranged", "text", message, "dodge it, or block with a shield")
    if stance.ranged and kind == "block" and not stance.defender.sheet.shield:
        message = f"{name} has no shield to block a ranged attack with"
        return Refusal("defence.ranged", "text", message)
    if kind == "parry" and not _parrying(stance.defender, rulings):
        message = f"{name} has no weapon that parries"
        return Refusal("defence.parry-weapon", "ruling", message)
    if kind == "block":
        return None
    return _too_slow(stance, rulings)


def _too_slow(stance: Stance, rulings: Rulings) -> Refusal | None:
    """Why a parry or a dodge comes too late, if it does."""
    if stance.declared and rulings.declared_parry_speed == "ignored":
        return None
    if stance.again and not stance.declared and rulings.again_kind == "any":
        return None
    name = stance.defender.name
    if stance.faster is None:
        if rulings.unknown_speed == "any-defence":
            return None
        message = f"{name} may only block while the speeds are not known"
        hint = "give --speed and --target-speed"
        return Refusal("defence.unknown-speed", "ruling", message, hint)
    if stance.faster:
        return None
    if stance.declared:
        message = f"{name} is not faster and cannot turn an attack into a parry"
        return Refusal("defence.declared-speed", "ruling", message)
    if stance.again:
        message = f"{name} is not faster and may only block, this time too"
        return Refusal("defence.again-kind", "ruling", message)
    message = f"{name} is not faster than the attacker and may only block"
    return Refusal("defence", "text", message, "--defence block, or none")


def price(ability: Ability, stance: Stance, rulings: Rulings) -> Slots | Refusal | None:
    """The actions left after a defence that rolls `ability`, None where nobody counts.

    A first defence takes an unused action, a further one an extra action, a declared
    parry its own and an extra one besides. Extra actions the caller gave settle whether
    it is allowed; what is counted pays as far as it goes.
    """
    slots, name = stance.slots, stance.defender.name
    with_ = _paying(ability, rulings)
    if stance.declared:
        return _declared_price(with_, stance, rulings)
    if not stance.again:
        if slots is None or not rulings.first_defence_costs:
            return slots
        left = pay(slots, with_)
        if left is not None or stance.extra:
            return left or slots
        if sum(slots):
            return _wrong_slot(name, ability)
        return Refusal("defence.first", "ruling", f"{name} has no unused action to defend with")
    if stance.extra == 0 or (stance.extra is None and slots is None):
        return _no_extra(name)
    if slots is None:
        return None
    if stance.extra is not None:
        return pay(slots, with_) or slots
    # Where the first defence was free, the free action is no extra one.
    usable = slots if rulings.first_defence_costs else slots._replace(free=0)
    left = pay(usable, with_)
    if left is not None:
        return left._replace(free=slots.free - usable.free + left.free)
    return _wrong_slot(name, ability) if sum(usable) else _no_extra(name)


def _paying(ability: Ability, rulings: Rulings) -> tuple[int, ...]:
    if rulings.defence_slot == "any":
        return (FITNESS, AWARENESS, FREE)
    return payers(ability, False, rulings)


def _declared_price(
    with_: Sequence[int], stance: Stance, rulings: Rulings
) -> Slots | Refusal | None:
    """A declared parry: an extra action is lost, then the parry itself is paid."""
    name, slots = stance.defender.name, stance.slots
    if stance.extra is None:
        if slots is None or not slots.fitness + slots.awareness:
            message = f"{name} has no extra action to turn an attack into a parry with"
            hint = "--extra-actions says how many are left" if slots is None else None
            return Refusal("defence.declared", "text", message, hint)
    elif stance.extra == 0:
        message = f"{name} has no extra action to turn an attack into a parry with"
        return Refusal("defence.declared", "text", message)
    if slots is None:
        return None
    order = (AWARENESS, FITNESS)
    if rulings.declared_parry_extra == "fitness-first":
        order = order[::-1]
    left = pay(slots, order) or slots
    paid = pay(left, with_)
    if paid is None and stance.extra is None:
        message = f"{name} has no action left for the parry itself"
        return Refusal("defence.declared", "text", message)
    return paid or left


def _no_extra(name: str) -> Refusal:
    message = f"{name} has defended already this turn and has no extra action"
    return Refusal("defence.again", "text", message, "--extra-actions says how many are left")


def _wrong_slot(name: str, ability: Ability) -> Refusal:
    message = f"{name} has no action left that pays for a defence with {ability}"
    return Refusal("defence.slot", "ruling", message)


def legal(kind: Kind, stance: Stance, rulings: Rulings) -> Guard | Refusal:
    """This kind of defence, ready to throw, or why it is not allowed."""
    refusal = why_not(kind, stance, rulings)
    if refusal is not None:
        return refusal
    skill, ability = way(kind, stance.defender, rulings)
    left = price(ability, stance, rulings)
    return left if isinstance(left, Refusal) else Guard(kind, skill, ability, left)


def demand(kind: Kind, stance: Stance, rulings: Rulings) -> Guard:
    """The defence asked for.

    Raises:
        Forbidden: it is not allowed.
    """
    found = legal(kind, stance, rulings)
    if isinstance(found, Refusal):
        raise Forbidden(found.message, rule=f"{SYSTEM}:{found.rule}", hint=found.hint)
    return found


def able(stance: Stance, rulings: Rulings) -> dict[str, Guard]:
    """Every legal defence, by its kind; one without dice is none."""
    return best(stance, 0, rulings, _QUIET)[1]


def best(
    stance: Stance, steps: int, rulings: Rulings, trace: Trace
) -> tuple[Guard | None, dict[str, Guard]]:
    """The legal defence likeliest to make `steps` (rule defence.default), and all there are.

    A defence without dice is none; None: there is none.
    """
    found, top = None, (-1.0, -1)
    every: dict[str, Guard] = {}
    for kind in KINDS:
        guard = legal(kind, stance, rulings)
        if isinstance(guard, Refusal):
            if trace.on:
                trace.add(guard.rule, guard.status, f"no {kind}: {guard.message}")
            continue
        hand = dice_of(guard, stance, rulings, _QUIET)
        if hand.dice:
            every[kind] = guard
            score = (_chance(hand.dice, hand.threshold, steps), hand.dice * hand.threshold)
            found, top = (guard, score) if score > top else (found, top)
    if trace.on:
        text = f"{stance.defender.name} has no defence to make"
        if found is not None:
            text = f"the likeliest defence: {found.kind}"
        trace.switch("defence.default", "default_defence", rulings.default_defence, text=text)
    return found, every


@lru_cache(maxsize=512)
def _chance(count: int, threshold: int, steps: int) -> float:
    """The chance that `count` dice make `steps` or more; for comparing, not for odds."""
    ways = sum(weight for made, weight in Pool(count, threshold).classes() if made >= steps)
    return float(ways / SIDES**count)


def dice_of(guard: Guard, stance: Stance, rulings: Rulings, trace: Trace) -> Handful:
    """What a legal defence throws."""
    modifier = stance.modifier
    if stance.declared:
        modifier += DECLARED_PENALTY
        if trace.on:
            text = "an attack turned into a parry: dice"
            trace.add("defence.declared", "text", text, DECLARED_PENALTY)
    return handful(stance.defender, guard.ability, guard.skill, rulings, trace, modifier)


def way(kind: Kind, defender: Fighter, rulings: Rulings) -> tuple[str, Ability]:
    """The skill and the ability a defence rolls (rules defence.skill, defence.styles)."""
    style = defender.sheet.defences.style(kind)
    if style is not None:
        return style.skill, style.ability
    if kind == "dodge":
        return rulings.dodge_skill, "fitness"
    own = rulings.parry_skill if kind == "parry" else rulings.block_skill
    if own != WEAPONS_OWN and defender.rating(own) is not None:
        return own, "fitness"
    weapons = _parrying(defender, rulings) if kind == "parry" else _melee(defender)
    handy = max(weapons, key=lambda w: defender.rating(w.skill) or 0, default=None)
    if handy is None:
        return own, "fitness"
    return handy.skill, "fitness"


def _melee(defender: Fighter) -> list[Weapon]:
    return [weapon for weapon in defender.sheet.weapons if not weapon.ranged and not weapon.magic]


def _parrying(defender: Fighter, rulings: Rulings) -> list[Weapon]:
    """The weapons a parry can be made with (rule defence.parry-weapon)."""
    if rulings.parry_weapon == "melee":
        return [weapon for weapon in _melee(defender) if weapon.parry]
    return [weapon for weapon in defender.sheet.weapons if weapon.parry and not weapon.magic]


def explain(guard: Guard, stance: Stance, rulings: Rulings, trace: Trace) -> None:
    """Say why a defence is allowed, what pays for it and which skill it rolls."""
    name, kind = stance.defender.name, guard.kind
    if stance.declared:
        choice = rulings.declared_parry_speed
        trace.switch("defence.declared-speed", "declared_parry_speed", choice)
        order = rulings.declared_parry_extra
        trace.switch("defence.declared-extra", "declared_parry_extra", order)
    elif stance.again:
        trace.add("defence.again", "text", f"{name} defends again with an extra action")
        if kind != "block":
            trace.switch("defence.again-kind", "again_kind", rulings.again_kind)
    if stance.ranged:
        trace.add("defence.ranged", "text", f"a ranged attack may be met with a {kind}")
    if kind == "parry":
        trace.switch("defence.parry-weapon", "parry_weapon", rulings.parry_weapon)
    _explain_price(guard, stance, rulings, trace)
    if stance.defender.sheet.defences.style(kind) is not None:
        trace.add("defence.styles", "text", f"{name}'s style: {kind} with {guard.skill}")
    else:
        text = f"{kind} with {guard.skill}"
        switch = f"{kind}_skill"
        trace.switch("defence.skill", switch, getattr(rulings, switch), "house", text)


def _explain_price(guard: Guard, stance: Stance, rulings: Rulings, trace: Trace) -> None:
    if stance.slots is not None and guard.left is not None:
        if not stance.again and not stance.declared:
            trace.switch("defence.first", "first_defence_costs", rulings.first_defence_costs)
        trace.switch("defence.slot", "defence_slot", rulings.defence_slot)
        text = f"{stance.defender.name}: actions left"
        trace.add("actions", "text", text, sum(guard.left))
