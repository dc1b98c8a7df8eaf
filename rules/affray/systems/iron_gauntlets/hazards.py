"""Lost breath, fire and falls (rule hazards): refused until a rulings file gives the numbers.

What they cost stands in the book only. With figures of the director's own they resolve.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice
from affray.faults import Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.iron_gauntlets.damage import hurt
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.move import ATHLETICS
from affray.systems.iron_gauntlets.rolls import difficulty_of, handful, throw
from affray.systems.iron_gauntlets.rulings import Rulings


def _figure(given: int | None, switch: str, what: str) -> int:
    """The director's figure.

    Raises:
        Forbidden: there is none.
    """
    if given is None:
        raise Forbidden(
            f"what {what} costs stands in the book only, and nobody has published the number",
            rule=f"{SYSTEM}:hazards",
            hint=f"give {switch} under [{SYSTEM}] in a rulings file",
        )
    return given


class Drown(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `drown`: turns without breath so far; `failed`: this one is lost too."""

    failures: Annotated[
        int, Meta(ge=0, le=99), option("Turns without breath so far.", metavar="SO_FAR")
    ] = 0
    failed: Annotated[bool, option("This test is already lost.")] = False


class DrownResult(Struct, frozen=True):
    """A swimmer's turn: steps made (`total`) against a difficulty (`target`).

    Both are None where nothing was thrown for. No dice are lost here, and there is no
    Stamina: `lost` is the harm, and the effects name its track.
    """

    name: str
    target: int | None
    total: int | None
    failures: int
    loss_dice: int
    lost: int
    stamina: int | None


def drown(fighter: Fighter, asked: Drown, dice: Dice, rulings: Rulings) -> Outcome:
    """One turn in deep water (rules hazards, hazards.afloat).

    Raises:
        Forbidden: no figure for asphyxiation.
    """
    figure = _figure(rulings.asphyxiation_damage, "asphyxiation_damage", "a turn without breath")
    trace = Trace(SYSTEM, dice.explains)
    target = total = None
    trace.switch("hazards.afloat", "afloat_test", rulings.afloat_test)
    if not asked.failed and rulings.afloat_test == "athletics":
        hand = handful(fighter, "fitness", ATHLETICS, rulings, trace)
        target = difficulty_of(None, rulings, trace)
        total = throw(hand, dice, f"{fighter.name}'s {ATHLETICS}", trace)
        if total >= target:
            trace.add("hazards.afloat", "ruling", f"{fighter.name} stays afloat", total)
            result = DrownResult(fighter.name, target, total, 0, 0, 0, None)
            return Outcome("afloat", result, (), tuple(trace.steps), True)
    effects = _suffer(fighter, figure, rulings.asphyxiation_track, "asphyxiation", 1, trace)
    result = DrownResult(fighter.name, target, total, asked.failures + 1, 0, figure, None)
    trace.add("hazards", "house", "turns without breath", result.failures)
    return Outcome("drowning", result, effects, tuple(trace.steps), False)


class Fall(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `fall`: metres fallen."""

    metres: Annotated[
        int, Meta(ge=0, le=1000), option("How far, 0 to 1000.", place=True, metavar="METRES")
    ]


class FallResult(Struct, frozen=True):
    """A fall: `lost` is the harm, on the track the effects name; no dice, no Stamina."""

    name: str
    metres: int
    loss_dice: int
    lost: int
    stamina: int | None


def fall(fighter: Fighter, asked: Fall, dice: Dice, rulings: Rulings) -> Outcome:
    """A fall (rules hazards, hazards.figures): the figure once for every so many metres.

    Raises:
        Forbidden: no figure for falls.
    """
    figure = _figure(rulings.fall_damage, "fall_damage", "a fall")
    trace = Trace(SYSTEM, dice.explains)
    times = asked.metres // rulings.fall_metres
    text = f"{asked.metres} m, so often the figure"
    trace.switch("hazards.figures", "fall_metres", rulings.fall_metres, "house")
    trace.add("hazards.figures", "house", text, times)
    effects = _suffer(fighter, figure, rulings.fall_track, "fall", times, trace)
    result = FallResult(fighter.name, asked.metres, 0, figure * times, None)
    return Outcome("landed", result, effects, tuple(trace.steps))


class Hazard(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `hazard`: its kind, and the overkill of the magic that set it loose."""

    kind: Annotated[Literal["fire", "poison", "bleeding"], option("What hurts.")]
    overkill: Annotated[
        int, Meta(ge=0, le=20), option("Overkill of the magic that set it loose.")
    ] = 0


class HazardResult(Struct, frozen=True):
    """A turn of it: `lost` is the harm, on the track the effects name; no dice, no Stamina."""

    name: str
    kind: str
    loss_dice: int
    lost: int
    stamina: int | None


def hazard(fighter: Fighter, asked: Hazard, dice: Dice, rulings: Rulings) -> Outcome:
    """A turn on fire (rules hazards, damage.magic).

    Raises:
        Forbidden: no figure for fire; poison and bleeding, of which nothing is known.
    """
    if asked.kind != "fire":
        raise Forbidden(
            f"nothing public says what {asked.kind} does; of hazards the update names only "
            "fire and lost breath",
            rule=f"{SYSTEM}:hazards",
            hint="settle it with `affray damage --weapon-number N`",
        )
    figure = _figure(rulings.fire_damage, "fire_damage", "a turn on fire")
    trace = Trace(SYSTEM, dice.explains)
    over = asked.overkill * rulings.damage_per_overkill
    if asked.overkill:
        trace.add("damage.magic", "text", "overkill adds to what the magic set loose", over)
    effects = _suffer(fighter, figure, rulings.fire_track, "fire", 1, trace, over)
    result = HazardResult(fighter.name, asked.kind, 0, figure + over, None)
    return Outcome("burning", result, effects, tuple(trace.steps), False)


def _suffer(
    fighter: Fighter, figure: int, track: str, what: str, times: int, trace: Trace, more: int = 0
) -> tuple[Effect, ...]:
    """The harm of a hazard as effects; armour does not help (rule hazards.figures)."""
    trace.switch("hazards", f"{what}_damage", figure, "house")
    trace.switch("hazards.figures", f"{what}_track", track, "house")
    amount = figure * times + more
    trace.add("hazards", "house", f"{what}: {track}", amount)
    return hurt(fighter, track, amount)


DROWN = Action(Drown, lambda f, s, d, r: drown(f[0], s, d, r), result=DrownResult)
FALL = Action(Fall, lambda f, s, d, r: fall(f[0], s, d, r), result=FallResult)
HAZARD = Action(Hazard, lambda f, s, d, r: hazard(f[0], s, d, r), result=HazardResult)
