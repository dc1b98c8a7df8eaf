"""Drowning, falls, and what burns, poisons or bleeds (rules 7.8.1, 7.9)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice, Sum
from affray.faults import Forbidden
from affray.fields import Modifier, Name, Points
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.troika.damage import loss
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import SYSTEM, TWO, swim_target, total, try_luck, under
from affray.systems.troika.rulings import Rulings

METRES_A_DIE = 2
SUFFERING = {"fire": "burning", "poison": "poisoned", "bleeding": "bleeding"}


class Drown(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `drown`: failed Swim tests in a row so far; `failed`: this one is lost too.

    Not given, the failures are those of the fight so far. `stamina` is the score now,
    where it is not the sheet's.
    """

    failures: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        option("Failed Swim tests in a row so far.", kept=True, metavar="SO_FAR"),
    ] = None
    failed: Annotated[bool, option("This test is already lost.")] = False
    modifier: Annotated[Modifier, option("Added to the target of the test.")] = 0
    stamina: Annotated[
        Points | None, option("Stamina now, when it is not the sheet's.", kept=True)
    ] = None


class DrownResult(Struct, frozen=True):
    """A Swim test (None where none was thrown) and what it cost; `failures` after it."""

    name: str
    target: int | None
    total: int | None
    failures: int
    loss_dice: int
    lost: int
    stamina: int


def drown(fighter: Fighter, asked: Drown, dice: Dice, rulings: Rulings) -> Outcome:
    """A Swim test (rule 7.9): the n-th failure in a row costs n d6; progress starts afresh."""
    trace = Trace(SYSTEM, dice.explains)
    before = fighter.stamina if asked.stamina is None else asked.stamina
    if before <= 0 or fighter.drowned:
        raise Forbidden(f"{fighter.name} swims no more", rule=f"{SYSTEM}:4")
    target = thrown = None
    if not asked.failed:
        target = swim_target(fighter, rulings, trace) + asked.modifier
        thrown = dice.throw(TWO, f"{fighter.name}'s Swim test")
        trace.add("1.1", "text", f"2d6 at most {target}", thrown)
        if under(target, thrown):
            trace.add("7.9", "text", "progress: the count of failures starts afresh", 0)
            result = DrownResult(fighter.name, target, thrown, 0, 0, 0, before)
            effects = changes(fighter, {"drowning": 0}, fighter.name)
            return Outcome("afloat", result, effects, tuple(trace.steps), True)
    count = (fighter.drowning if asked.failures is None else asked.failures) + 1
    lost = dice.throw(Sum(count, 6), f"what failure {count} costs {fighter.name}")
    trace.add("7.9", "text", f"failure {count} in a row costs {count}d6 Stamina", lost)
    after = before - lost
    word, updates = "drowning", {"drowning": count}
    if after <= 0:
        trace.switch("7.9/drowned", "drowned", rulings.drowned)
        word, updates = "drowned", {"drowning": 0, "drowned": rulings.drowned == "dead"}
    effects = (
        Effect(fighter.name, "stamina", before, after),
        *changes(fighter, updates, fighter.name),
    )
    result = DrownResult(fighter.name, target, thrown, count, count, lost, after)
    return Outcome(word, result, effects, tuple(trace.steps), False)


class Fall(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `fall`: metres fallen, and the Stamina now where it is not the sheet's."""

    metres: Annotated[
        int, Meta(ge=0, le=1000), option("How far, 0 to 1000.", place=True, metavar="METRES")
    ]
    stamina: Annotated[
        Points | None, option("Stamina now, when it is not the sheet's.", kept=True)
    ] = None


class FallResult(Struct, frozen=True):
    """A fall: whose, metres, dice of Stamina, what they came to, and what is left."""

    name: str
    metres: int
    loss_dice: int
    lost: int
    stamina: int


def fall(fighter: Fighter, asked: Fall, dice: Dice, rulings: Rulings) -> Outcome:
    """An uncontrolled fall (rule 7.8.1): 1d6 Stamina for each 2 metres."""
    trace = Trace(SYSTEM, dice.explains)
    before = fighter.stamina if asked.stamina is None else asked.stamina
    up = rulings.fall_rounding == "up"
    count = (asked.metres + (METRES_A_DIE - 1 if up else 0)) // METRES_A_DIE
    if asked.metres % METRES_A_DIE:
        trace.switch("7.8.1/rounding", "fall_rounding", rulings.fall_rounding)
    lost = dice.throw(Sum(count, 6), f"what the fall costs {fighter.name}")
    trace.add("7.8.1", "text", f"{asked.metres} m: {count}d6 Stamina", lost)
    effects = loss(fighter, lost, trace, before)
    after = before - lost
    word = _standing(after) or "landed"
    result = FallResult(fighter.name, asked.metres, count, lost, after)
    return Outcome(word, result, effects, tuple(trace.steps), after > 0)


class Hazard(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `hazard`.

    `dice_count` d6 a Turn; `test` "luck", or the Advanced Skill that may end it, tested
    before anything is lost.
    """

    kind: Annotated[Literal["fire", "poison", "bleeding"], option("What hurts.")]
    dice_count: Annotated[int, Meta(ge=1, le=100), option("Dice a Turn, when it has grown.")] = 1
    test: Annotated[Name | None, option("Test this first to end it.", metavar="luck|SKILL")] = None
    modifier: Annotated[Modifier, option("Added to the target of the test.")] = 0
    stamina: Annotated[
        Points | None, option("Stamina now, when it is not the sheet's.", kept=True)
    ] = None


class HazardResult(Struct, frozen=True):
    """What a Turn of it cost whom: dice of Stamina, what they came to, and what is left."""

    name: str
    kind: str
    loss_dice: int
    lost: int
    stamina: int
    target: int | None = None
    total: int | None = None


def hazard(fighter: Fighter, asked: Hazard, dice: Dice, rulings: Rulings) -> Outcome:
    """One Turn of fire, poison or bleeding (rule 7.9.1), or the test that ends it."""
    trace = Trace(SYSTEM, dice.explains)
    before = fighter.stamina if asked.stamina is None else asked.stamina
    effects: tuple[Effect, ...] = ()
    target = thrown = None
    if asked.test is not None:
        ended, target, thrown, effects = _end(fighter, asked, dice, trace)
        if ended:
            trace.add("7.9.1", "text", f"the {asked.kind} is over")
            effects += changes(fighter, {asked.kind: 0}, fighter.name)
            result = HazardResult(fighter.name, asked.kind, 0, 0, before, target, thrown)
            return Outcome("ended", result, effects, tuple(trace.steps), True)
    count = asked.dice_count
    lost = dice.throw(Sum(count, 6), f"what the {asked.kind} costs {fighter.name}")
    trace.add("7.9.1", "text", f"{asked.kind}: {count}d6 Stamina this Turn", lost)
    effects += loss(fighter, lost, trace, before)
    after = before - lost
    word = _standing(after) or SUFFERING[asked.kind]
    result = HazardResult(fighter.name, asked.kind, count, lost, after, target, thrown)
    return Outcome(word, result, effects, tuple(trace.steps), False)


def _end(
    fighter: Fighter, asked: Hazard, dice: Dice, trace: Trace
) -> tuple[bool, int, int, tuple[Effect, ...]]:
    assert asked.test is not None
    if asked.test.casefold() == "luck":
        test = try_luck(fighter, dice, trace, f"against the {asked.kind}", 0, asked.modifier)
        return test.success, test.target, test.total, test.effects
    target = total(fighter, asked.test, trace) + asked.modifier
    thrown = dice.throw(TWO, f"{fighter.name}'s {asked.test} test")
    trace.add("1.1", "text", f"2d6 at most {target}", thrown)
    return under(target, thrown), target, thrown, ()


def _standing(stamina: int) -> str | None:
    """Rule 4: dying at exactly 0 Stamina, dead below it; None above."""
    return None if stamina > 0 else "dying" if stamina == 0 else "dead"


DROWN = Action(
    Drown,
    lambda f, s, d, r: drown(f[0], s, d, r),
    result=DrownResult,
    examples=(
        "affray drown @goblin --failures 2 --dice 6,5,4,3,1",
        "affray drown @goblin --failed --stamina 4",
    ),
)
FALL = Action(
    Fall,
    lambda f, s, d, r: fall(f[0], s, d, r),
    result=FallResult,
    examples=(
        "affray fall @goblin 6",
        "affray fall @troll 9 --dice 3,4,1,6",
    ),
)
HAZARD = Action(
    Hazard,
    lambda f, s, d, r: hazard(f[0], s, d, r),
    result=HazardResult,
    examples=(
        "affray hazard @goblin --kind fire --dice 4",
        "affray hazard @troll --kind poison --dice-count 2 --test luck",
    ),
)
