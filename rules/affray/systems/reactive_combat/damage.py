"""Damage: a fixed number against toughness, injury marks, and Conviction on both sides."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from affray.action import Action
from affray.dice import NO_YES, Choice, Dice, Sum, numbers
from affray.faults import BadRequest, Fault, Forbidden
from affray.fields import Count, Rating
from affray.option import BLOW, option
from affray.outcome import Effect, Outcome, Subject, Trace, subjects
from affray.systems.reactive_combat.aim import aim
from affray.systems.reactive_combat.classes import extra_damage, is_high, toughness
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, Named, wield
from affray.systems.reactive_combat.ranges import Yards
from affray.systems.reactive_combat.rolls import Reading, age_roll
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import Arm

Face = Annotated[int, Meta(ge=1, le=6)]

SOAK = Sum(1, 6)
EXTRA_BULLET = 2
"""Grades of injury that an extra bullet adds."""
RAISE, SOAK_WITH, FIRE_EXTRA = "conviction-raise", "conviction-soak", "extra-bullet"
SOMEBODY = {RAISE: "the attacker", SOAK_WITH: "the target"}
Sides = tuple[Fighter | None, Fighter | None]
CONVICTION_CHOICES = {RAISE: ("difference",), SOAK_WITH: ("difference", "raised", "stunt")}


class Harm(Struct, frozen=True):
    """What damage came to.

    `damage` counts the target's marks; `difference` is damage − toughness; `severity`
    is final, 0 when shrugged off; `marks` are the target's afterwards.
    """

    damage: int
    toughness: int
    difference: int
    severity: int
    marks: int


class Spend(NamedTuple):
    """Points of Conviction that striker and target put on an injury; whether `extra` was fired."""

    striker: int = 0
    target: int = 0
    extra: bool = False


NOTHING = Spend()


def blow(
    striker: Fighter,
    target: Fighter | None,
    arm: Arm,
    power: int | None,
    thrown: Reading | None,
    rulings: Rulings,
    trace: Trace,
) -> int:
    """The number of a blow or shot before marks (rules damage, damage.ability, damage.fixed).

    `power` is the band's, for a shot; None: the weapon's melee figure. What the class
    adds needs a target and the attack roll; `thrown` None leaves it out.
    """
    figure = power if power is not None else arm.figure
    assert figure is not None
    total = figure
    fixed = arm.fixed and power is None
    if trace.on:
        _note_figure(arm, figure, power is not None, trace)
    if not fixed and rulings.damage_ability:
        ability = "perception" if arm.ranged else "strength"
        abilities = striker.sheet.abilities
        score = abilities.perception if arm.ranged else abilities.strength
        total += score
        if trace.on:
            trace.switch("damage.ability", "damage_ability", True)
            trace.add("damage", "text", f"{striker.name}: {ability} on the damage", score)
    elif trace.on and not fixed:
        trace.switch("damage.ability", "damage_ability", False)
    if target is not None and thrown is not None:
        total += extra_damage(striker, target, arm, thrown, rulings, trace)
    return total


def _note_figure(arm: Arm, figure: int, shot: bool, trace: Trace) -> None:
    if shot:
        trace.add("ranged", "text", f"{arm.name}: power", figure)
    elif arm.fixed:
        trace.add("damage.fixed", "ruling", f"{arm.name}: damage fixed on the sheet", figure)
    else:
        trace.add("weapons", "text", f"{arm.name}: damage in the table", figure)


def deal(
    number: int,
    tough: int,
    marks: int,
    sides: Sides,
    asks: tuple[int, int],
    soak_die: int | None,
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
    extra: bool = False,
) -> tuple[Harm, Spend]:
    """Damage `number` against toughness `tough` and `marks` (rules damage.*, conviction.*).

    `asks` is the Conviction that the options spend for either of the `sides`, striker and
    target. `soak_die` is the target's stunt die; None: it has thrown nothing, and a fresh d6
    is thrown if it comes to that. `extra`: a second bullet is ready. Beside the harm, what
    was spent on it.
    """
    damage = number + marks
    difference = damage - tough
    raised, injured = _injures(difference, sides[0], asks[0], dice, rulings, trace)
    spend = NOTHING
    if trace.on:
        if marks:
            trace.add("damage.marks", "text", "injury marks the target has", marks)
        trace.add("damage", "text", "damage in all", damage)
        trace.add("damage", "text", "against toughness", tough)
        trace.add("damage.severity", "text", "difference", difference)
    if not injured:
        severity = 0
        if not rulings.extra_bullet_needs_injury and _fires(extra, sides[0], dice):
            severity, spend = EXTRA_BULLET, Spend(extra=True)
        elif trace.on and (raised or any(asks)):
            trace.add("conviction", "text", "no injury, so no Conviction is spent", 0)
    else:
        lowered = _lowers(difference, raised, soak_die, sides[1], asks[1], dice)
        soak = _soak(soak_die, dice, rulings, trace) + lowered - 1 if lowered else 0
        spend = Spend(raised, lowered, _fires(extra, sides[0], dice))
        severity = _severity(difference, spend, soak, rulings, trace)
    if trace.on:
        word = "severity" if severity else "shrugged off: severity"
        trace.add("damage.severity", "text", word, severity)
    gained = severity if rulings.marks == "severity" else min(severity, 1)
    if trace.on:
        if severity:
            trace.switch("marks", "marks", rulings.marks)
        trace.add("marks", "ruling", "the target's marks are now", marks + gained)
    return Harm(damage, tough, difference, severity, marks + gained), spend


def _injures(
    difference: int,
    striker: Fighter | None,
    asked: int,
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
) -> tuple[int, bool]:
    """Conviction that the striker puts on an injury, and whether there is one."""
    injured = difference > 0
    if difference == 0:
        trace.switch("damage.equal", "equal_damage", rulings.equal_damage)
        injured = rulings.equal_damage == "injury"
    allowed, raised = rulings.conviction_makes_injury, 0
    most = asked if striker is None else striker.conviction
    if most and (injured or (allowed and difference + most > 0)):
        raised = _points(RAISE, striker, most, asked, {"difference": difference}, dice)
    if not injured and (raised or asked):
        trace.switch("conviction.no-injury", "conviction_makes_injury", allowed)
        injured = allowed and difference + raised > 0
    return raised, injured


def _lowers(
    difference: int,
    raised: int,
    soak_die: int | None,
    target: Fighter | None,
    asked: int,
    dice: Dice,
) -> int:
    """Conviction that the target puts against an injury."""
    most = asked if target is None else target.conviction
    if not most:
        return 0
    facts = {"difference": difference, "raised": raised}
    facts |= {} if soak_die is None else {"stunt": soak_die}
    return _points(SOAK_WITH, target, most, asked, facts, dice)


def _points(
    key: str, who: Fighter | None, most: int, asked: int, facts: dict[str, int], dice: Dice
) -> int:
    """Conviction put on an injury; without a sheet, what is asked is all there is."""
    name, text = SOMEBODY[key] if who is None else who.name, "points of Conviction on the injury"
    choice = Choice(key, name, f"{SYSTEM}:conviction", text, numbers(most), "0", facts)
    return int(dice.choose(choice, str(asked) if asked else None))


def _fires(extra: bool, striker: Fighter | None, dice: Dice) -> bool:
    """Whether the second bullet that is ready is fired, now that it can make things worse."""
    if not extra or striker is None:
        return False
    rule, text = f"{SYSTEM}:repeaters.extra-bullet", "fire the extra bullet"
    choice = Choice(FIRE_EXTRA, striker.name, rule, text, NO_YES, "no")
    return dice.choose(choice, "yes") == "yes"


def _severity(difference: int, spend: Spend, lowered: int, rulings: Rulings, trace: Trace) -> int:
    """The grade of an injury, at least 1: what both sides spend, and an extra bullet."""
    raised, extra = spend.striker, EXTRA_BULLET if spend.extra else 0
    if trace.on:
        if raised:
            trace.add("conviction", "text", "Conviction of the striker", raised)
        if lowered:
            trace.add("conviction", "text", "Conviction of the target", -lowered)
        if raised and lowered:
            trace.switch("conviction.order", "conviction_order", rulings.conviction_order)
        if extra:
            trace.add("repeaters.extra-bullet", "text", "extra bullet", extra)
            trace.switch(
                "repeaters.extra-bullet-limits",
                "extra_bullet_conviction",
                rulings.extra_bullet_conviction,
            )
    if extra and rulings.extra_bullet_conviction:
        difference, extra = difference + extra, 0
    if rulings.conviction_order == "defender-first":
        return max(1, difference - lowered) + raised + extra
    return max(1, difference + raised - lowered) + extra


def _soak(soak_die: int | None, dice: Dice, rulings: Rulings, trace: Trace) -> int:
    """What the target's first point of Conviction takes off: its stunt die."""
    if soak_die is None:
        trace.switch("conviction.shot", "shot_soak", rulings.shot_soak)
        if rulings.shot_soak == "none":
            return 0
        soak_die = dice.throw(SOAK, "the target's fresh stunt die for Conviction")
    if trace.on:
        trace.add("conviction", "text", "the target's stunt die", soak_die)
    return soak_die


def marked(target: Fighter, harm: Harm) -> tuple[Effect, ...]:
    """The marks a harm leaves, as an effect."""
    if harm.marks == target.marks:
        return ()
    return (Effect(target.name, "marks", target.marks, harm.marks),)


def paid(fighter: Fighter, points: int) -> tuple[Effect, ...]:
    """Conviction spent, as an effect."""
    if not points:
        return ()
    return (Effect(fighter.name, "conviction", fighter.conviction, fighter.conviction - points),)


def may_spend(fighter: Fighter, points: int, option: str) -> None:
    """Raise Forbidden when a fighter would spend more Conviction than it has."""
    if points > fighter.conviction:
        raise Forbidden(
            f"{fighter.name} has {fighter.conviction} Conviction and cannot spend {points}",
            rule=f"{SYSTEM}:conviction",
            hint=f"{option} {fighter.conviction} at most",
        )


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `damage`: what is not given comes from the sheets, if there are any.

    `damage` is the whole number before marks; without it the first sheet's weapon
    gives it, and `attack_dice`, the attack roll with the stunt die last, what the class
    adds. `stunt_die` is the target's; a fresh one is thrown when it is needed and not
    given. `distance` in yards picks a ranged weapon's power.
    """

    damage: Annotated[Rating | None, option("The attack's damage before marks.")] = None
    toughness: Annotated[Rating | None, option("The target's toughness.")] = None
    marks: Annotated[
        Count | None, option("The target's injury marks.", whose="target", kept=True)
    ] = None
    conviction: Annotated[Rating, option("Conviction the attacker spends.")] = 0
    target_conviction: Annotated[Rating, option("Conviction the target spends.")] = 0
    stunt_die: Annotated[Face | None, option("The target's stunt die.")] = None
    weapon: Annotated[Named, option("The weapon.", values="weapon")] = ()
    distance: Annotated[Yards | None, option("How far off the target is.", metavar="YARDS")] = None
    attack_dice: Annotated[
        tuple[Face, Face, Face] | None, option("The attack roll, stunt die last.", metavar="4,3,6")
    ] = None


class DamageResult(Harm, frozen=True):
    """Damage by itself: by whom and to whom (None: nobody named), with which weapon.

    `weapon` is None where only its number was given.
    """

    attacker: Subject | None
    defender: Subject | None
    weapon: str | None


def damage(fighters: Sequence[Fighter], asked: Damage, dice: Dice, rulings: Rulings) -> Outcome:
    """Damage by itself: bare numbers, or a striker's sheet and a target's (rule damage).

    Raises:
        BadRequest: damage or toughness is neither given nor on a sheet, or given twice.
        Forbidden: Conviction that is not there, a weapon out of reach.
    """
    trace = Trace(SYSTEM, dice.explains)
    striker = fighters[0] if fighters else None
    target = fighters[1] if len(fighters) > 1 else None
    if striker is not None:
        may_spend(striker, asked.conviction, "--conviction")
    if target is not None:
        may_spend(target, asked.target_conviction, "--target-conviction")
        if asked.marks is not None:
            target = replace(target, marks=asked.marks)
    _consistent(asked, target)
    arm, number = _number(striker, target, asked, rulings, trace)
    tough = _toughness(target, asked, rulings, trace)
    marks = (asked.marks or 0) if target is None else target.marks
    sides, asks = (striker, target), (asked.conviction, asked.target_conviction)
    harm, spend = deal(number, tough, marks, sides, asks, asked.stunt_die, dice, rulings, trace)
    effects: tuple[Effect, ...] = ()
    if target is not None:
        effects += marked(target, harm)
    if harm.severity and striker is not None:
        effects += paid(striker, spend.striker)
    if harm.severity and target is not None:
        effects += paid(target, spend.target)
    word = "injured" if harm.severity else "shrugged"
    attacker, defender = subjects(fighters)
    result = DamageResult(**asdict(harm), attacker=attacker, defender=defender, weapon=arm)
    return Outcome(word, result, effects, tuple(trace.steps), harm.severity > 0)


def _consistent(asked: Damage, target: Fighter | None) -> None:
    """Raise BadRequest for options that others leave nothing to do."""
    by_weapon = {
        "--weapon": asked.weapon or None,
        "--distance": asked.distance,
        "--attack-dice": asked.attack_dice,
    }
    if asked.damage is not None:
        idle = [flag for flag, value in by_weapon.items() if value is not None]
        if idle:
            raise BadRequest(
                Fault(f"--damage is the whole number, so {idle[0]} changes nothing", "give one")
            )
    if asked.attack_dice is not None and target is None:
        raise BadRequest(
            Fault("what a class adds hangs on the target", "name both sheets for --attack-dice")
        )


def _number(
    striker: Fighter | None,
    target: Fighter | None,
    asked: Damage,
    rulings: Rulings,
    trace: Trace,
) -> tuple[str | None, int]:
    """The weapon that struck, None where the number is given, and the number."""
    if asked.damage is not None:
        trace.add("damage", "text", "damage as given", asked.damage)
        return None, asked.damage
    if striker is None:
        raise BadRequest(Fault("there is no damage to resolve", "--damage N, or two sheets"))
    arm = wield(striker, asked.weapon)
    thrown = None
    if asked.attack_dice is not None:
        thrown = age_roll(doubles=True, best=True).read(asked.attack_dice)
    elif striker.sheet.character_class == "rogue" or is_high(striker):
        trace.add("damage", "text", "no attack dice are known that a class could add", 0)
    power = aim(arm, asked.distance, rulings).power
    return arm.name, blow(striker, target, arm, power, thrown, rulings, trace)


def _toughness(target: Fighter | None, asked: Damage, rulings: Rulings, trace: Trace) -> int:
    if asked.toughness is not None:
        trace.add("damage", "text", "toughness as given", asked.toughness)
        return asked.toughness
    if target is None:
        raise BadRequest(Fault("there is no toughness to meet", "--toughness N, or two sheets"))
    return toughness(target, rulings, trace)


DAMAGE = Action(
    Damage,
    damage,
    BLOW,
    DamageResult,
    examples=(
        "affray damage examples/sheets/reactive-combat/kessa.toml "
        "examples/sheets/reactive-combat/orc.toml --attack-dice 4,3,6",
        "affray damage --system reactive-combat --damage 9 --toughness 5 --marks 1",
    ),
    choices=CONVICTION_CHOICES,
)
