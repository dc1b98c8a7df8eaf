"""A shot: the TN of the weapon's band, and what changes it."""

from affray.faults import BadRequest, Fault, near
from affray.outcome import Outcome
from affray.systems.reactive_combat.exchange import Exchange
from affray.systems.reactive_combat.ranges import cover_tn, is_between, ran_tn, size_of, sizes
from affray.systems.reactive_combat.rolls import settled
from affray.systems.reactive_combat.weapons import Band


def shoot(exchange: Exchange, band: Band) -> Outcome:
    """Resolve a ranged attack (rule ranged): hit, shrugged or miss. The target throws nothing.

    Raises:
        BadRequest: a size nobody knows.
    """
    trace, defender = exchange.trace, exchange.defender
    tn = shot_tn(exchange, band)
    plus = exchange.plus()
    thrown = exchange.throw()
    total = exchange.total(thrown, plus)
    exchange.penalise()
    total = exchange.expert_strike(thrown, total, tn)
    hits = total >= tn
    attack = settled(thrown, total, tn, hits, exchange.attacker.name, trace, exchange.face)
    if trace.on:
        word = "reaches" if hits else "does not reach"
        trace.add("ranged", "text", f"the attack {word} TN {tn}", total)
        if exchange.asked.stunt:
            trace.add("stunts", "text", f"{defender.name} throws nothing, so no stunts")
    if not hits:
        return exchange.outcome("miss", attack, None, None)
    return exchange.hit(attack, None, thrown, exchange.asked.soak_die)


def shot_tn(exchange: Exchange, band: Band) -> int:
    """The TN of a shot: the band's, and size, running and cover (rules ranged.*)."""
    asked, defender = exchange.asked, exchange.defender
    rulings, trace = exchange.rulings, exchange.trace
    name = asked.size or defender.sheet.size
    size = size_of(name)
    if size is None:
        hint = near(name, sizes(), otherwise="one of: " + ", ".join(sizes()))
        raise BadRequest(Fault(f"no size is called `{name}`", hint))
    tn = band.tn + size.tn
    ran = defender.ran if asked.target_ran is None else asked.target_ran
    tn += ran_tn() if ran else 0
    tn += cover_tn(asked.cover) if asked.cover else 0
    floor = rulings.tn_floor
    if trace.on:
        _note_band(exchange, band)
        if size.tn:
            trace.add("ranged.size", "text", f"{defender.name} is of size {size.name}", size.tn)
        if ran:
            trace.add("ranged.run", "text", f"{defender.name} ran", ran_tn())
        if asked.cover:
            trace.add("ranged.cover", "base", f"{asked.cover} cover", cover_tn(asked.cover))
        trace.switch("ranged.sum", "tn_floor", "none" if floor is None else floor)
    if floor is not None:
        tn = max(floor, tn)
    trace.add("ranged.sum", "ruling", "TN in all", tn)
    return tn


def _note_band(exchange: Exchange, band: Band) -> None:
    trace, reach, distance = exchange.trace, exchange.aim.reach, exchange.asked.distance
    if distance is not None and is_between(distance):
        trace.switch("ranged.between", "between_bands", exchange.rulings.between_bands)
    text = f"{distance:g} yards are {reach.name} distance"
    trace.add("ranged.bands", "text", text)
    trace.add("ranged", "text", f"{exchange.arm.name}: TN at {reach.name} distance", band.tn)
