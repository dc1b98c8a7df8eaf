"""Iron Gauntlets sheets: what a combatant of this system is made of."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.faults import near
from affray.fields import Choosing, Name, Rating
from affray.validate import Finding, Path

Ability = Literal["fitness", "awareness", "creativity", "reasoning", "influence", "luck"]
Track = Literal["injury", "fatigue"]
Kind = Literal["parry", "dodge", "block"]

AbilityRating = Annotated[int, Meta(ge=0, le=6)]
SkillRating = Annotated[int, Meta(ge=2, le=8)]

UNDERSIZED = "undersized"
UNDERSIZED_RACES = ("halfling", "goblin", "gnome")
"""Races that have the undersized gimmick (rule undersized)."""


class Abilities(Struct, frozen=True, forbid_unknown_fields=True):
    """The six abilities, 0 … 6 (rule tasks.ratings). Reaction needs the first two."""

    fitness: AbilityRating
    awareness: AbilityRating
    creativity: AbilityRating = 0
    reasoning: AbilityRating = 0
    influence: AbilityRating = 0
    luck: AbilityRating = 0


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill that rolls another ability than fitness."""

    rating: SkillRating
    ability: Ability


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """Armour: its number, and the track it is made against (rule damage.armour)."""

    amount: Rating = 0
    track: Track = "injury"


class Weapon(Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, or a spell that attacks (`magic`, rules damage.magic, actions.unlisted)."""

    name: Name
    skill: Name
    amount: Rating
    track: Track = "injury"
    ranged: bool = False
    ability: Ability = "fitness"
    parry: bool = True
    magic: bool = False


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """What a defence rolls instead of the usual (rule defence.styles)."""

    skill: Name
    ability: Ability = "fitness"


class Defences(Struct, frozen=True, forbid_unknown_fields=True):
    """The defences that a style changes; a bare name is a skill rolled with fitness."""

    parry: Name | Style | None = None
    dodge: Name | Style | None = None
    block: Name | Style | None = None

    def style(self, kind: Kind) -> Style | None:
        """What the sheet says of this kind of defence, None: nothing."""
        found = {"parry": self.parry, "dodge": self.dodge, "block": self.block}[kind]
        return Style(found) if isinstance(found, str) else found


class Tactics(Choosing, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How `turn`, encounters and simulation play a sheet.

    `target`: nearest-to-falling, weakest, strongest, first, random, or a name. `fitness` and
    `awareness`: points given up for reaction each turn. `defend`: the kind of defence made
    where it is allowed, else the likeliest one that is; none: never any. `keep`: actions
    that are kept from defences. `luck`: points spent on each attack, while more than
    `keep_luck` are left. `flee_at`: flee at this much injury and fatigue together.
    """

    target: Name = "nearest-to-falling"
    weapon: Name | None = None
    fitness: AbilityRating = 0
    awareness: AbilityRating = 0
    defend: Literal["best", "none"] | Kind = "best"
    keep: Annotated[int, Meta(ge=0, le=20)] = 0
    luck: AbilityRating = 0
    keep_luck: AbilityRating = 0
    flee_at: Annotated[int, Meta(ge=1, le=999)] | None = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One Iron Gauntlets sheet. `abilities.luck` is also the luck points at the start."""

    system: Literal["iron-gauntlets"]
    name: Name
    abilities: Abilities
    race: Name | None = None
    gimmicks: tuple[Name, ...] = ()
    armour: Armour = Armour()
    shield: bool = False
    skills: dict[Name, SkillRating | Skill] = {}
    weapons: tuple[Weapon, ...] = ()
    defences: Defences = Defences()
    tactics: Tactics = Tactics()

    def skill(self, name: str) -> SkillRating | Skill | None:
        """What the sheet has for a skill, case aside; None when unskilled."""
        found = self.skills.get(name)
        if found is not None:
            return found
        wanted = name.casefold()
        return next((s for known, s in self.skills.items() if known.casefold() == wanted), None)


def check(sheet: Sheet) -> Iterator[Finding]:
    """What is wrong with a well-typed sheet."""
    small = sheet.race is not None and sheet.race.casefold() in UNDERSIZED_RACES
    if small and UNDERSIZED not in map(str.casefold, sheet.gimmicks):
        yield Finding(
            ("race",),
            f"a {sheet.race} has the {UNDERSIZED} gimmick, and the sheet does not list it",
            f'add gimmicks = ["{UNDERSIZED}"]',
        )
    yield from _twice("skill", ((("skills", name), name) for name in sheet.skills))
    weapons = ((("weapons", i, "name"), w.name) for i, w in enumerate(sheet.weapons))
    yield from _twice("weapon", weapons)
    yield from _tactics(sheet)


def _tactics(sheet: Sheet) -> Iterator[Finding]:
    tactics = sheet.tactics
    wanted = tactics.weapon
    names = [weapon.name for weapon in sheet.weapons]
    if wanted is not None and wanted.casefold() not in map(str.casefold, names):
        hint = near(wanted, names, otherwise="on the sheet: " + (", ".join(names) or "none"))
        yield Finding(("tactics", "weapon"), f"no weapon is called {wanted!r}", hint)
    for ability in ("fitness", "awareness"):
        given, rating = getattr(tactics, ability), getattr(sheet.abilities, ability)
        if given > rating:
            message = f"{given} points of {ability} cannot be given up"
            yield Finding(("tactics", ability), message, f"the sheet has {rating}")


def _twice(what: str, named: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    seen: set[str] = set()
    for path, name in named:
        if name.casefold() in seen:
            yield Finding(path, f"the {what} {name!r} is there twice, case aside")
        seen.add(name.casefold())
