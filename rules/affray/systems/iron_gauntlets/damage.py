"""Damage (rules damage.tracks, damage.formula): two tracks, and a formula of our own.

The book's formula is not public. What stands here is a house figure, and every result
that used it says so.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice
from affray.faults import BadRequest, Fault, near
from affray.fields import Name, Rating
from affray.option import BLOW, option
from affray.outcome import Effect, Outcome, Subject, Trace, subjects
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rolls import LuckPoints, spend_luck
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Armour, Track, Weapon

Named = Name | tuple[Name, ...]
"""A weapon named by an option; a command line gives a list, which holds one or none."""


class Harm(Struct, frozen=True):
    """What a hit does: so much, on one of the two tracks."""

    track: str
    amount: int


class Hit(Struct, frozen=True):
    """What the formula starts from: a weapon's number and track, and the overkill.

    `lessened` comes off at the end (a failed defence, by a switch); a magical hit with no
    number of its own harms nobody (rule damage.magic).
    """

    number: int
    track: Track
    overkill: int
    magic: bool = False
    lessened: int = 0


def harm(hit: Hit, armour: Armour, luck: int, rulings: Rulings, trace: Trace) -> Harm:
    """The damage of one hit (rule damage.formula), never below 0."""
    if hit.magic and hit.number == 0:
        trace.add("damage.magic", "text", "the magic does not say that it harms", 0)
        return Harm(hit.track, 0)
    over = hit.overkill * rulings.damage_per_overkill
    stopped = _stopped(armour, hit.track, rulings)
    lucky = luck * rulings.damage_per_luck
    amount = max(0, hit.number + over - stopped - lucky - hit.lessened)
    if trace.on:
        trace.add("damage.tracks", "known", f"the weapon's number, {hit.track}", hit.number)
        per = rulings.damage_per_overkill
        trace.switch("damage.formula", "damage_per_overkill", per, "house", "per overkill")
        trace.add("damage.formula", "house", "overkill", over)
        if armour.amount:
            name = "injury_armour_stops" if armour.track == "injury" else "fatigue_armour_stops"
            trace.switch("damage.armour", name, getattr(rulings, name), "house")
            trace.add("damage.armour", "house", f"{armour.track} armour", -stopped)
        if luck:
            per = rulings.damage_per_luck
            trace.switch("damage.luck", "damage_per_luck", per, "house", "per luck point")
            trace.add("damage.luck", "house", "luck", -lucky)
        if hit.lessened:
            trace.add("defence.failed", "ruling", "the failed defence's steps", -hit.lessened)
        trace.add("damage.formula", "house", f"damage, {hit.track}", amount)
    return Harm(hit.track, amount)


def _stopped(armour: Armour, track: Track, rulings: Rulings) -> int:
    """The points armour takes off a hit on `track` (rule damage.armour)."""
    if armour.track == "injury":
        helps = track == "injury" or rulings.injury_armour_stops == "both"
    else:
        helps = track == "fatigue" or rulings.fatigue_armour_stops == "both"
    return armour.amount if helps else 0


def hurt(fighter: Fighter, track: str, amount: int) -> tuple[Effect, ...]:
    """Harm of 0 or more on a track, as effects: `injury` and `fatigue` count up."""
    if amount == 0:
        return ()
    before = fighter.injury if track == "injury" else fighter.fatigue
    return (Effect(fighter.name, track, before, before + amount),)


def weapon_of(fighter: Fighter, named: str | tuple[str, ...]) -> Weapon:
    """The sheet's weapon called `named`, case aside; its first one when that is empty.

    Raises:
        BadRequest: no weapon of that name, or none at all; two named at once.
    """
    if not isinstance(named, str):
        if len(named) > 1:
            raise BadRequest(Fault("one weapon strikes at a time", "name --weapon once"))
        named = named[0] if named else ""
    weapons = fighter.sheet.weapons
    if not weapons:
        raise BadRequest(
            Fault(f"{fighter.name} has no weapon on the sheet", "fists are [[weapons]] too")
        )
    if not named:
        return weapons[0]
    wanted = named.casefold()
    for weapon in weapons:
        if weapon.name.casefold() == wanted:
            return weapon
    known = [weapon.name for weapon in weapons]
    hint = near(named, known, otherwise="on the sheet: " + ", ".join(known))
    raise BadRequest(Fault(f"{fighter.name} has no weapon called `{named}`", hint))


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `damage`. With sheets, what is not given comes from them.

    `luck` is points the victim spends.
    """

    weapon: Annotated[Named, option("The weapon.", values="weapon")] = ()
    weapon_number: Annotated[Rating | None, option("The weapon's number.")] = None
    track: Annotated[Track | None, option("The weapon's track.")] = None
    overkill: Annotated[int, Meta(ge=0, le=99), option("The attack's overkill.")] = 0
    armour: Annotated[Rating | None, option("Points of armour of whoever is struck.")] = None
    armour_track: Annotated[Track | None, option("The armour's track.")] = None
    luck: Annotated[LuckPoints, option("Luck points the target spends on it.", whose="target")] = 0


class DamageResult(Harm, frozen=True):
    """Damage by itself: by whom and to whom (None: nobody named), with which weapon.

    `weapon` is None where only its number was given.
    """

    attacker: Subject | None
    defender: Subject | None
    weapon: str | None


def damage(fighters: Sequence[Fighter], asked: Damage, dice: Dice, rulings: Rulings) -> Outcome:
    """The damage of one hit, bare or from an attacker's and a victim's sheets.

    Raises:
        BadRequest: no weapon to take the number from.
        Forbidden: more luck than the victim has left.
    """
    trace = Trace(SYSTEM, dice.explains)
    name, number, track, magic = _source(fighters, asked)
    victim = fighters[1] if len(fighters) > 1 else None
    worn = Armour() if victim is None else victim.sheet.armour
    armour = Armour(
        worn.amount if asked.armour is None else asked.armour, asked.armour_track or worn.track
    )
    effects = () if victim is None else spend_luck(victim, asked.luck, trace, "the damage")
    hit = Hit(number, track, asked.overkill, magic)
    dealt = harm(hit, armour, asked.luck, rulings, trace)
    if victim is not None:
        effects += hurt(victim, dealt.track, dealt.amount)
    result = DamageResult(dealt.track, dealt.amount, *subjects(fighters), name)
    return Outcome("damage", result, effects, tuple(trace.steps))


def _source(fighters: Sequence[Fighter], asked: Damage) -> tuple[str | None, int, Track, bool]:
    """The weapon, number, track, and whether it is magic: of a sheet's weapon, or bare."""
    if fighters and (asked.weapon or asked.weapon_number is None):
        weapon = weapon_of(fighters[0], asked.weapon)
        number = weapon.amount if asked.weapon_number is None else asked.weapon_number
        return weapon.name, number, asked.track or weapon.track, weapon.magic
    if asked.weapon:
        raise BadRequest(
            Fault("a weapon's number stands on a sheet", "name a sheet, or give --weapon-number")
        )
    if asked.weapon_number is None:
        raise BadRequest(Fault("--weapon-number is missing", "or name the attacker's sheet"))
    return None, asked.weapon_number, asked.track or "injury", False


DAMAGE = Action(
    Damage,
    damage,
    BLOW,
    DamageResult,
    examples=(
        "affray damage examples/sheets/iron-gauntlets/suenta.toml "
        "examples/sheets/iron-gauntlets/kolby.toml --overkill 2",
        "affray damage --system iron-gauntlets --weapon-number 3 --track injury --armour 1",
    ),
)
