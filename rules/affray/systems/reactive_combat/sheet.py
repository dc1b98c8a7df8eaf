"""Reactive Combat sheets: what a classed character or a creature is made of."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from affray.faults import near
from affray.fields import Choosing, Name, Rating
from affray.systems.reactive_combat.ranges import MELEE, Yards, reach_of, size_of, sizes
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import UNARMED, Arm, Weapon, arm, row, rows
from affray.validate import Finding

Ability = Literal[
    "accuracy",
    "communication",
    "constitution",
    "dexterity",
    "fighting",
    "intelligence",
    "perception",
    "strength",
    "willpower",
]
Class = Literal["envoy", "mage", "rogue", "warrior"]
Score = Annotated[int, Meta(ge=-9, le=99)]
NORMAL = "normal"


class Abilities(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The nine abilities (rule reactive-combat:tests.abilities); one left out is 0."""

    accuracy: Score = 0
    communication: Score = 0
    constitution: Score = 0
    dexterity: Score = 0
    fighting: Score = 0
    intelligence: Score = 0
    perception: Score = 0
    strength: Score = 0
    willpower: Score = 0


class Focus(Struct, frozen=True, forbid_unknown_fields=True):
    """A focus and what it adds: 2, or 3 once it has been improved."""

    name: Name
    bonus: Annotated[int, Meta(ge=2, le=3)] = 2


Focused = Name | Focus | tuple[Name | Focus, ...]


class Focuses(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The focuses under each ability: a name, a table with its bonus, or a list of them."""

    accuracy: Focused = ()
    communication: Focused = ()
    constitution: Focused = ()
    dexterity: Focused = ()
    fighting: Focused = ()
    intelligence: Focused = ()
    perception: Focused = ()
    strength: Focused = ()
    willpower: Focused = ()


Stunt = Literal[
    "riposte",
    "breath-in:1",
    "breath-in:2",
    "breath-in:3",
    "breath-in:4",
    "breath-in:5",
    "breath-in:6",
]
Stunts = Annotated[tuple[Stunt, ...], Meta(max_length=2)]


class Tactics(Choosing, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How `turn`, encounters and simulation play a sheet.

    `target`: nearest-to-falling, weakest, strongest, first, random, or a name. `distance`
    in yards at which it attacks; without it, as near as the weapon can be used: a blow, or
    a shot in the nearest band. `expert_strike` and `extra_bullet`: make use of them.
    `conviction`: points on each attack, and `soak` on each attack suffered, while more than
    `keep_conviction` are left. `stunts`: what a defence's stunt points go to, in that order.
    `breathe_at`: Deep Breath at so many combat penalties, 0: never. `load`: an empty repeater
    gets one bullet with a minor action, or all with a full round. `flee_at`: flee at so many
    marks.
    """

    target: Name = "nearest-to-falling"
    weapon: Name | None = None
    distance: Yards | None = None
    expert_strike: bool = True
    extra_bullet: bool = True
    conviction: Rating = 0
    soak: Rating = 0
    keep_conviction: Rating = 0
    stunts: Stunts = ("riposte", "breath-in:6")
    breathe_at: Rating = 1
    load: Literal["one", "all"] = "one"
    flee_at: Annotated[int, Meta(ge=1, le=999)] | None = None


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One Reactive Combat sheet: with a `class`, or a creature with its `toughness`.

    `armour_penalty` comes off Speed; `trained_fists` says that bare hands do more than
    anybody's.
    """

    system: Literal["reactive-combat"]
    name: Name
    defense: Rating
    character_class: Class | None = msgspec.field(default=None, name="class")
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    toughness: Rating | None = None
    armour: Rating = 0
    armour_penalty: Rating = 0
    conviction: Rating = 0
    size: Name = NORMAL
    trained_fists: bool = False
    abilities: Abilities = Abilities()
    focuses: Focuses = Focuses()
    weapons: tuple[Weapon, ...] = ()
    tactics: Tactics = Tactics()

    def ability(self, name: Ability) -> int:
        """The score of an ability."""
        score: int = getattr(self.abilities, name)
        return score

    def focuses_of(self, ability: Ability) -> tuple[Focus, ...]:
        """Every focus under an ability."""
        found: Focused = getattr(self.focuses, ability)
        many = found if isinstance(found, tuple) else (found,)
        return tuple(Focus(f) if isinstance(f, str) else f for f in many)

    def focus(self, ability: Ability, name: str | None = None) -> Focus | None:
        """The best focus under an ability: called `name` (case aside), or any."""
        best: Focus | None = None
        # An empty tuple is the commonest: most abilities have no focus.
        if getattr(self.focuses, ability) == ():
            return None
        for focus in self.focuses_of(ability):
            fits = name is None or focus.name.casefold() == name.casefold()
            if fits and (best is None or focus.bonus > best.bonus):
                best = focus
        return best


def check(sheet: Sheet) -> Iterator[Finding]:
    """What is wrong with a well-typed sheet."""
    if sheet.character_class is None and sheet.toughness is None:
        yield Finding(
            (), "`class` is missing", "give a class, or toughness for a creature without one"
        )
    if sheet.character_class is not None and sheet.toughness is not None:
        yield Finding(
            ("toughness",), "the class already gives toughness", "leave out toughness or class"
        )
    if sheet.toughness is not None and sheet.armour and sheet.character_class is None:
        yield Finding(
            ("armour",), "`toughness` has the armour in it", "leave armour out, or add it there"
        )
    if sheet.size != NORMAL and size_of(sheet.size) is None:
        hint = near(sheet.size, sizes(), otherwise="one of: " + ", ".join(sizes()))
        yield Finding(("size",), f"no size is called {sheet.size!r}", hint)
    names: set[str] = set()
    for place, weapon in enumerate(sheet.weapons):
        if weapon.name.casefold() in names:
            yield Finding(
                ("weapons", place), f"the weapon {weapon.name!r} is there twice, case aside"
            )
        names.add(weapon.name.casefold())
        yield from _check_weapon(weapon, place)
    yield from _check_tactics(sheet)


def _check_weapon(weapon: Weapon, place: int) -> Iterator[Finding]:
    where = ("weapons", place)
    if row(weapon.name) is None and weapon.damage is None and not weapon.shoots:
        hint = near(weapon.name, rows(), otherwise="give it damage, or tn and power for a band")
        yield Finding(where, f"no weapon is called {weapon.name!r}", hint)
    if weapon.damage is not None and arm(weapon).ranged:
        yield Finding(
            (*where, "damage"),
            f"the damage of {weapon.name!r} is the power of its bands",
            "leave damage out, or give it a melee group",
        )
    if not weapon.shoots:
        for key in ("reload", "headshot"):
            if getattr(weapon, key):
                yield Finding(
                    (*where, key),
                    f"`{key}` is for weapons that shoot, and {weapon.name!r} reaches no band",
                    "give it short, medium, long or far = { tn = …, power = … }",
                )


def _check_tactics(sheet: Sheet) -> Iterator[Finding]:
    tactics = sheet.tactics
    kinds = [stunt.partition(":")[0] for stunt in tactics.stunts]
    for kind in {kind for kind in kinds if kinds.count(kind) > 1}:
        yield Finding(("tactics", "stunts"), f"the stunt {kind} is there twice")
    carried = {weapon.name.casefold(): weapon for weapon in sheet.weapons}
    wish = tactics.weapon or (sheet.weapons[0].name if sheet.weapons else UNARMED)
    if wish.casefold() not in carried and row(wish) is None:
        hint = near(wish, [*(w.name for w in sheet.weapons), *rows()])
        yield Finding(("tactics", "weapon"), f"no weapon is called {wish!r}", hint)
        return
    weapon = carried.get(wish.casefold()) or Weapon(wish)
    if tactics.distance is not None and not _reaches(arm(weapon), tactics.distance):
        yield Finding(
            ("tactics", "distance"),
            f"{wish!r} does not reach {tactics.distance:g} yards",
            "leave distance out, or name another weapon",
        )


def _reaches(found: Arm, yards: float) -> bool:
    reach = reach_of(yards, Rulings())
    if reach is None:
        return False
    if reach.name == MELEE:
        return not found.ranged or found.weapon.short is not None
    return found.weapon.band(reach.name) is not None
