"""Troika! sheets: what a character, a henchman or an enemy is made of."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.faults import near
from affray.fields import Choosing, Count, Name, Rating
from affray.systems.troika.weapons import Weapon, row, rows
from affray.validate import Finding

ENEMIES, HENCHMEN, END = "enemies", "henchmen", "End of the Round"
COLOURS = (ENEMIES, HENCHMEN, END)
"""Tokens that are nobody's own, so that no character is called so (rule troika:5)."""

ARMOUR = {"unarmoured": 0, "light": 1, "modest": 2, "heavy": 3}
"""Points of armour by the word for it (rule troika:8)."""


class Tactics(Choosing, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How `turn`, encounters and simulation play a sheet.

    `target`: nearest-to-falling, weakest, strongest, first, random, or a name. `luck`
    and `luck_on_tie`: test Luck for damage, or to win a tie, while more than `keep_luck`
    is left. `aim`: aim before each attack. `flee_at`: flee at this Stamina or less.
    """

    target: Name = "nearest-to-falling"
    weapon: Name | None = None
    luck: bool = False
    luck_on_tie: bool = False
    keep_luck: Rating = 0
    aim: bool = False
    flee_at: Count = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One Troika! sheet. `stamina` and `luck` are the starting scores.

    Only a character has `luck`; `initiative` is an enemy's share of the tokens;
    `slots` counts the inventory slots filled.
    """

    system: Literal["troika"]
    name: Name
    skill: Rating
    stamina: Annotated[int, Meta(ge=1, le=999)]
    kind: Literal["character", "enemy", "henchman"] = "enemy"
    luck: Rating | None = None
    armour: Literal["unarmoured", "light", "modest", "heavy"] | Rating = 0
    shield: bool = False
    initiative: Rating = 1
    slots: Count = 0
    weapons: tuple[Name | Weapon, ...] = ()
    skills: dict[Name, Rating] = {}
    tactics: Tactics = Tactics()

    @property
    def armour_points(self) -> int:
        """Points the armour takes off a damage roll, the shield aside."""
        return ARMOUR[self.armour] if isinstance(self.armour, str) else self.armour


def arm(weapon: str | Weapon) -> Weapon:
    """A weapon of a sheet as its row; the sheet has been checked."""
    if isinstance(weapon, Weapon):
        return weapon
    found = row(weapon)
    assert found is not None
    return found


def check(sheet: Sheet) -> Iterator[Finding]:
    """What is wrong with a well-typed sheet."""
    if sheet.kind == "character" and sheet.luck is None:
        yield Finding((), "`luck` is missing", "every character has Luck")
    if sheet.kind != "character" and sheet.luck is not None:
        hint = 'set kind = "character", or leave luck out'
        yield Finding(("luck",), "only characters have Luck", hint)
    for place, weapon in enumerate(sheet.weapons):
        if isinstance(weapon, str) and row(weapon) is None:
            known = near(weapon, rows(), otherwise="`affray table weapons` lists them")
            yield Finding(("weapons", place), f"no weapon is called {weapon!r}", known)
    if sheet.kind == "character" and sheet.name in COLOURS:
        yield Finding(("name",), f"a token is called {sheet.name!r}", "choose another name")
    if sheet.tactics.weapon is not None and row(sheet.tactics.weapon) is None:
        own = [w.name for w in sheet.weapons if isinstance(w, Weapon)]
        if sheet.tactics.weapon not in own:
            known = near(sheet.tactics.weapon, [*own, *rows()])
            message = f"no weapon is called {sheet.tactics.weapon!r}"
            yield Finding(("tactics", "weapon"), message, known)
    folded: set[str] = set()
    for skill in sheet.skills:
        if skill.casefold() in folded:
            yield Finding(("skills", skill), f"the skill {skill!r} is there twice, case aside")
        folded.add(skill.casefold())
