"""Characters of Troika! from character-sheet pages that save plain JSON.

Two shapes are common: scores at the top (`skill`, `stamina`, `skills`, `weapons`), and
scores under `attributes` or `stats` with `advancedSkills`.
"""

from collections.abc import Mapping
from typing import Any

from affray.importing.draft import Data, Draft, name_in, table, tables
from affray.systems.troika.foundry import starting, weapon
from affray.systems.troika.weapons import row

LOST = (
    "background",
    "special",
    "specialAbilities",
    "money",
    "monies",
    "notes",
    "languages",
    "mien",
    "spells",
    "habitat",
    "tags",
    "possessions",
    "baselinePossessions",
    "provisions",
)
SCORES = ("attributes", "stats")
EMPTY: tuple[object, ...] = (None, "", 0, [], {})


def fits(data: Data) -> bool:
    """Whether this may be a character of such a page."""
    if table(data, "system") or table(data, "data"):
        return False
    scores = _scores(data)
    return "skill" in scores and "stamina" in scores


def _scores(data: Data) -> Data:
    return next((table(data, key) for key in SCORES if table(data, key)), data)


def fill(data: Data, draft: Draft) -> None:
    """Fill a draft from the JSON of a character or an enemy."""
    scores = _scores(data)
    is_character = "luck" in scores
    draft.data |= {"system": "troika", "name": name_in(data) or "Nameless"}
    if not name_in(data):
        draft.note("the export has no name")
    draft.data["kind"] = "character" if is_character else "enemy"
    if not is_character:
        draft.note("there is no Luck, so it is written as an enemy")
    skill = scores["skill"]
    value = skill.get("value") if isinstance(skill, Mapping) else skill
    draft.data["skill"] = draft.needed(draft.number(value, "Skill"), "Skill")
    draft.data["stamina"] = _score(scores["stamina"], "Stamina", draft)
    if is_character:
        draft.data["luck"] = _score(scores["luck"], "Luck", draft)
    _protection(data, scores, draft)
    skills = _skills(data, draft)
    if skills:
        draft.data["skills"] = skills
    _weapons(data, scores, skills, draft)
    _inventory(data, draft, is_character)
    lost = [key for key in LOST if data.get(key) not in EMPTY]
    draft.left_out("fields", lost)


def _score(value: object, what: str, draft: Draft) -> int:
    if isinstance(value, Mapping):
        return starting(value, what, draft)
    return draft.needed(draft.number(value, what), what)


def _protection(data: Data, scores: Data, draft: Draft) -> None:
    tokens = next(
        (d[k] for d in (scores, data) for k in ("initiative", "initiativeTokens") if k in d), None
    )
    if draft.data["kind"] == "enemy":
        found = draft.number(tokens, "initiative")
        if found is None:
            draft.note("the export gives no initiative: 1 is written")
        draft.data["initiative"] = 1 if found is None else found
    elif draft.number(tokens, "initiative") not in (None, 2):
        draft.note(f"not carried over: {tokens} initiative tokens; a character has 2")
    said = next((d[k] for d in (scores, data) for k in ("armour", "armor") if k in d), None)
    worn = data.get("wearing")
    armour = draft.number(said, "armour")
    if armour is not None:
        draft.data["armour"] = armour
    elif worn not in EMPTY:
        draft.note(f"worn is {worn!r}; what armour that is, the export does not say: none written")
    else:
        draft.note("the export says nothing of armour: none is written")


def _skills(data: Data, draft: Draft) -> dict[str, int]:
    found: dict[str, int] = {}
    for key in ("skills", "advancedSkills"):
        for one in tables(data, key):
            name = name_in(one)
            rank = draft.number(one.get("rank"), f"the rank of {name}")
            if not name or rank is None:
                draft.left_out("a skill without name or rank", [name or "nameless"])
            elif name.lower() in found:
                draft.left_out("a skill that is there twice", [name])
            else:
                found[name.lower()] = rank
    return found


def _weapons(data: Data, scores: Data, skills: dict[str, int], draft: Draft) -> None:
    found: list[Any] = []
    for one in tables(data, "weapons"):
        name, said = name_in(one), one.get("damage")
        numbers = (
            [draft.number(n, f"the damage of {name}") for n in said]
            if isinstance(said, list)
            else []
        )
        damage = [number for number in numbers if number is not None and number >= 0]
        if not name or len(damage) != 7:
            draft.left_out("a weapon without its seven numbers", [name or "nameless"])
            continue
        pierces = 1 if one.get("armorPiercing") is True or one.get("armourPiercing") is True else 0
        found.append(weapon(name, damage, one.get("twoHanded") is True, pierces, skills, draft))
    beast = scores.get("damage")
    if isinstance(beast, str) and beast:
        if row(beast) is not None:
            found.append(beast.lower())
        else:
            draft.note(f"not carried over: damage {beast!r}, which names no row")
    for one in tables(data, "inventory"):
        is_weapon = row(name_in(one)) is not None and name_in(one).casefold() != "shield"
        if is_weapon and not tables(data, "weapons"):
            found.append(name_in(one).lower())
            draft.note(
                f"{name_in(one)} is in the inventory, and written as the weapon of that name"
            )
    if found:
        draft.data["weapons"] = found


def _inventory(data: Data, draft: Draft, is_character: bool) -> None:
    held = {
        str(w if isinstance(w, str) else w["name"]).casefold()
        for w in draft.data.get("weapons", [])
    }
    things = tables(data, "inventory")
    shields = [one for one in things if name_in(one).casefold() == "shield"]
    if shields:
        draft.note("a shield is in the inventory; write `shield = true` if it is in hand")
    draft.left_out(
        "inventory", (name_in(one) for one in things if name_in(one).casefold() not in held)
    )
    filled = sum(
        draft.number(one.get("slots"), f"the slots of {name_in(one)}") or 0 for one in things
    )
    if is_character and filled:
        draft.data["slots"] = filled
        draft.note(f"{filled} slots are filled, counted from the inventory")
