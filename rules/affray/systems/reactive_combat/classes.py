"""Classes: their toughness, and what they add to attacks and damage."""

from typing import Literal

from affray.faults import Forbidden
from affray.outcome import Trace
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rolls import Reading
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import ARCANE_BLAST, Arm

TOUGHNESS = {"envoy": 2, "mage": 0, "rogue": 1, "warrior": 3}
STEPS = (4, 8, 12)
"""The levels at which a warrior gains toughness."""

HIGH_LEVEL = 16
"""From here to level 20 every class has its second feature."""


def toughness(fighter: Fighter, rulings: Rulings, trace: Trace) -> int:
    """What damage has to exceed (rules class.envoy … class.warrior, class.none)."""
    sheet, name = fighter.sheet, fighter.name
    kind = sheet.character_class
    if kind is None:
        written = sheet.toughness or 0
        if trace.on:
            trace.add("class.none", "ruling", f"{name}: toughness on the sheet", written)
        return written
    base, constitution = TOUGHNESS[kind], sheet.ability("constitution")
    total = base + constitution + sheet.armour
    steps = 0
    if kind == "warrior":
        steps = rulings.warrior_toughness_step * sum(sheet.level >= step for step in STEPS)
    if trace.on:
        parts = f"{base} + Constitution {constitution} + armour {sheet.armour}"
        trace.add(f"class.{kind}", "text", f"{name}: toughness as {kind}, {parts}", total)
        if steps:
            trace.switch(
                "class.warrior-step", "warrior_toughness_step", rulings.warrior_toughness_step
            )
            trace.add("class.warrior", "text", f"{name}: toughness of level {sheet.level}", steps)
    return total + steps


def is_high(fighter: Fighter) -> bool:
    """Whether a combatant has its class's feature of level 16 (rule class.level-16)."""
    return fighter.sheet.level >= HIGH_LEVEL


def may_strike_expertly(fighter: Fighter) -> None:
    """Raise Forbidden when expert strike is not to be had (rule expert-strike)."""
    rule = f"{SYSTEM}:expert-strike"
    if fighter.sheet.character_class != "warrior":
        raise Forbidden(
            f"{fighter.name} is no warrior, and expert strike is a warrior's",
            rule=rule,
            hint="leave out --expert-strike",
        )
    if fighter.expert_struck and not fighter.unbound:
        raise Forbidden(
            f"{fighter.name} has struck expertly this round already",
            rule=rule,
            hint="once a round; leave out --expert-strike",
        )


def pinpoints(striker: Fighter, target: Fighter, rulings: Rulings) -> bool:
    """Whether a rogue's pinpoint counts: the target's Dexterity is lower (rule pinpoint)."""
    if striker.sheet.character_class != "rogue":
        return False
    used_up = striker.pinpointed and not striker.unbound
    if used_up and rulings.pinpoint_per_round == "once":
        return False
    return target.sheet.abilities.dexterity < striker.sheet.abilities.dexterity


Added = Literal["stunt", "others", "greater", "best"]
"""What of an attack roll a class adds to its damage: the stunt die, the sum of the other
two, the greater of these, or the highest die."""


def added(striker: Fighter, target: Fighter, arm: Arm, rulings: Rulings) -> Added | None:
    """What the striker's class adds to the damage of an attack roll; None: nothing."""
    kind, high = striker.sheet.character_class, is_high(striker)
    if kind == "rogue":
        if not pinpoints(striker, target, rulings):
            return None
        choice: Added = "greater" if rulings.pinpoint_dice == "best" else rulings.pinpoint_dice
        return choice if high else "stunt"
    if kind is None or not high:
        return None
    if kind == "warrior":
        return rulings.warrior_damage_die
    if kind == "mage":
        return "stunt" if arm.group == ARCANE_BLAST else None
    lower = target.sheet.abilities.willpower < striker.sheet.abilities.communication
    return "stunt" if lower else None


def die(thrown: Reading, of: Added | None) -> int:
    """What is added of an attack roll, which tells its best die where that counts."""
    if of is None:
        return 0
    if of == "best":
        assert thrown.best is not None
        return thrown.best
    stunt, others = thrown.stunt, thrown.total - thrown.stunt
    return {"stunt": stunt, "others": others, "greater": max(stunt, others)}[of]


def extra_damage(
    striker: Fighter, target: Fighter, arm: Arm, thrown: Reading, rulings: Rulings, trace: Trace
) -> int:
    """What the striker's class adds to the damage of an attack roll, 0 or more.

    `thrown` must tell the best die where that is what is `added`.
    """
    of = added(striker, target, arm, rulings)
    extra = die(thrown, of)
    if not trace.on:
        return extra
    kind = striker.sheet.character_class
    if kind == "rogue":
        _note_pinpoint(striker, target, thrown, of, rulings, trace)
    elif of is not None:
        if kind == "warrior":
            trace.switch("class.warrior-die", "warrior_damage_die", rulings.warrior_damage_die)
        trace.add("class.level-16", "base", f"{striker.name} is of level {striker.sheet.level}")
        text = {
            "warrior": "an attack die on the damage",
            "mage": "stunt die on an arcane blast",
            "envoy": f"stunt die, for {target.name}'s lower Willpower",
        }[str(kind)]
        trace.add(f"class.{kind}", "text", f"{striker.name}: {text}", extra)
    return extra


def _note_pinpoint(
    striker: Fighter,
    target: Fighter,
    thrown: Reading,
    of: Added | None,
    rulings: Rulings,
    trace: Trace,
) -> None:
    once = rulings.pinpoint_per_round
    if of is None:
        if striker.pinpointed and once == "once":
            trace.switch("pinpoint.per-round", "pinpoint_per_round", once)
        return
    trace.add("class.rogue", "text", f"{striker.name} is a rogue: pinpoint")
    trace.add("pinpoint", "text", f"{target.name}'s lower Dexterity: the stunt die", thrown.stunt)
    trace.switch("pinpoint.per-round", "pinpoint_per_round", once)
    others = die(thrown, "others")
    if of == "others" or (of == "greater" and others > thrown.stunt):
        trace.switch("pinpoint.best", "pinpoint_dice", rulings.pinpoint_dice)
        trace.add("pinpoint.level-16", "text", "the other two dice instead", others)
