"""Classes: their toughness, and what they add to attacks and damage."""

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


def adds_best_die(striker: Fighter, rulings: Rulings) -> bool:
    """Whether the highest attack die matters: a warrior of level 16 (class.warrior-die)."""
    return (
        striker.sheet.character_class == "warrior"
        and is_high(striker)
        and rulings.warrior_damage_die == "best"
    )


def extra_damage(
    striker: Fighter, target: Fighter, arm: Arm, thrown: Reading, rulings: Rulings, trace: Trace
) -> int:
    """What the striker's class adds to the damage of an attack roll, 0 or more.

    `thrown` must tell the best die where `adds_best_die` says that it matters.
    """
    kind = striker.sheet.character_class
    if kind == "rogue":
        return _pinpoint(striker, target, thrown, rulings, trace)
    if kind is None or not is_high(striker):
        return 0
    if kind == "warrior":
        return _any_die(striker, thrown, rulings, trace)
    if kind == "mage":
        if arm.group != ARCANE_BLAST:
            return 0
        text = f"{striker.name}: stunt die on an arcane blast"
    else:
        if target.sheet.abilities.willpower >= striker.sheet.abilities.communication:
            return 0
        text = f"{striker.name}: stunt die, for {target.name}'s lower Willpower"
    if trace.on:
        trace.add("class.level-16", "base", f"{striker.name} is of level {striker.sheet.level}")
        trace.add(f"class.{kind}", "text", text, thrown.stunt)
    return thrown.stunt


def _any_die(striker: Fighter, thrown: Reading, rulings: Rulings, trace: Trace) -> int:
    """A level 16 warrior's die of the attack roll on the damage."""
    die = thrown.stunt
    if rulings.warrior_damage_die == "best":
        assert thrown.best is not None
        die = thrown.best
    if trace.on:
        trace.switch("class.warrior-die", "warrior_damage_die", rulings.warrior_damage_die)
        trace.add("class.level-16", "base", f"{striker.name} is of level {striker.sheet.level}")
        trace.add("class.warrior", "text", f"{striker.name}: an attack die on the damage", die)
    return die


def _pinpoint(
    striker: Fighter, target: Fighter, thrown: Reading, rulings: Rulings, trace: Trace
) -> int:
    if not pinpoints(striker, target, rulings):
        if trace.on and striker.pinpointed and rulings.pinpoint_per_round == "once":
            trace.switch("pinpoint.per-round", "pinpoint_per_round", rulings.pinpoint_per_round)
        return 0
    die, others = thrown.stunt, thrown.total - thrown.stunt
    if trace.on:
        trace.add("class.rogue", "text", f"{striker.name} is a rogue: pinpoint")
        trace.add("pinpoint", "text", f"{target.name}'s lower Dexterity: the stunt die", die)
        trace.switch("pinpoint.per-round", "pinpoint_per_round", rulings.pinpoint_per_round)
    choice = rulings.pinpoint_dice
    if not is_high(striker) or choice == "stunt" or (choice == "best" and die >= others):
        return die
    if trace.on:
        trace.switch("pinpoint.best", "pinpoint_dice", choice)
        trace.add("pinpoint.level-16", "text", "the other two dice instead", others)
    return others
