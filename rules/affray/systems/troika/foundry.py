"""Actors of Foundry VTT's Troika! system as sheets."""

from collections.abc import Iterator
from typing import Any

from affray.importing.draft import Data, Draft, name_in, table, tables
from affray.systems.troika.weapons import Weapon, row

KINDS = {"pc": "character", "npc": "enemy", "npc-complex": "enemy", "henchmen": "henchman"}
PARTS = tuple(f"dr{number}" for number in range(1, 8))
MOST_TOKENS = 2
LOST = ("background", "special", "monies", "notes", "mien", "provisions")


def fits(data: Data) -> bool:
    """Whether this may be an actor of that system."""
    system = table(data, "system") or table(data, "data")
    return "skill" in system and "stamina" in system and "acc" not in table(system, "abilities")


def fill(actor: Data, draft: Draft) -> None:
    """Fill a draft from an actor: fields under `system`, or `data` in older exports."""
    system = table(actor, "system") or table(actor, "data")
    kind = _kind(str(actor.get("type")), draft)
    draft.data |= {"system": "troika", "name": name_in(actor) or "Nameless", "kind": kind}
    if not name_in(actor):
        draft.note("the export has no name")
    skill = draft.number(table(system, "skill").get("value"), "Skill")
    draft.data["skill"] = draft.needed(skill, "Skill (system.skill.value)")
    draft.data["stamina"] = starting(table(system, "stamina"), "Stamina", draft)
    if kind == "character":
        draft.data["luck"] = starting(table(system, "luck"), "Luck", draft)
    armour = draft.number(system.get("armour"), "armour")
    if armour is None:
        draft.note("the export says nothing of armour: none is written")
    elif armour:
        draft.data["armour"] = armour
    _tokens(system, kind, draft)
    items = [(one, table(one, "system") or table(one, "data")) for one in tables(actor, "items")]
    skills = dict(_skills(items, draft))
    if skills:
        draft.data["skills"] = skills
    _gear(items, skills, kind, draft)
    empty: tuple[object, ...] = (None, "", {}, [])
    draft.left_out("fields", (name for name in LOST if system.get(name) not in empty))


def starting(score: Data, what: str, draft: Draft) -> int:
    """A starting score, which a sheet holds; what is left of it now is for a session."""
    most = next(
        (score[key] for key in ("max", "maximum") if score.get(key) not in (None, "")), None
    )
    now = next(
        (score[key] for key in ("value", "current", "remaining") if score.get(key) is not None),
        None,
    )
    found, present = draft.number(most, f"the most {what}"), draft.number(now, what)
    if found is None:
        found = draft.needed(present, f"{what} at the start")
        draft.note(f"{what} has no maximum: {found}, what there is now, stands as the start")
    elif present is not None and present != found:
        draft.note(
            f"{what} is {present} now; a sheet holds the starting score, {found}: "
            "what is left belongs in a session"
        )
    return found


def _kind(kind: str, draft: Draft) -> str:
    if kind not in KINDS:
        draft.note(f"an actor of the type {kind!r} is written as an enemy")
    return KINDS.get(kind, "enemy")


def _tokens(system: Data, kind: str, draft: Draft) -> None:
    tokens = draft.number(system.get("initiativeTokens"), "initiativeTokens")
    if kind == "enemy":
        if tokens is None:
            draft.note("the export gives no initiative tokens: 1 is written")
        draft.data["initiative"] = 1 if tokens is None else tokens
        return
    usual = MOST_TOKENS if kind == "character" else 1
    if tokens not in (None, usual):
        draft.note(f"not carried over: {tokens} initiative tokens; a {kind} has {usual}")


def _skills(items: list[tuple[Data, Data]], draft: Draft) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    for item, system in items:
        if item.get("type") not in ("skill", "spell"):
            continue
        name = name_in(item)
        rank = draft.number(system.get("rank"), f"the rank of {name}")
        modifier = draft.number(system.get("modifier"), f"the modifier of {name}") or 0
        if not name or rank is None:
            draft.left_out("a skill without name or rank", [name or "nameless"])
        elif name.casefold() in seen:
            draft.left_out("a skill that is there twice", [name])
        else:
            seen.add(name.casefold())
            if modifier:
                draft.note(f"{name}: rank {rank} and modifier {modifier:+} are written as one rank")
            yield name.lower(), max(0, rank + modifier)


def _gear(items: list[tuple[Data, Data]], skills: dict[str, int], kind: str, draft: Draft) -> None:
    """Weapons, those in hand first; a shield; the slots filled."""
    attacks = [(one, s) for one, s in items if s.get("canAttack") is True]
    shields = [
        one
        for one, s in items
        if name_in(one).casefold() == "shield" and s.get("equipped", True) is True
    ]
    if shields:
        draft.data["shield"] = True
        if draft.data.get("armour"):
            draft.note("a shield is in hand: take 1 off `armour` if that counts it")
    attacks = [pair for pair in attacks if pair[0] not in shields]
    attacks.sort(key=lambda pair: pair[1].get("equipped", True) is not True)
    weapons = [one for pair in attacks if (one := _weapon(*pair, skills, draft)) is not None]
    if weapons:
        draft.data["weapons"] = weapons
    plain = [
        name_in(one)
        for one, s in items
        if one.get("type") == "gear" and s not in [t for _, t in attacks] and one not in shields
    ]
    draft.left_out("gear", (name for name in plain if name))
    if kind == "character":
        _slots(items, draft)


def _slots(items: list[tuple[Data, Data]], draft: Draft) -> None:
    filled = 0
    for item, system in items:
        if item.get("type") == "gear":
            what = f"the slots of {name_in(item)}"
            filled += draft.number(system.get("inventorySlots"), what) or 0
    if filled:
        draft.data["slots"] = filled
        draft.note(f"{filled} slots are filled, counted from the gear")


def _weapon(item: Data, system: Data, skills: dict[str, int], draft: Draft) -> Any:
    name = name_in(item)
    attack = table(system, "attack")
    found = [draft.number(attack.get(part), f"{part} of {name}") for part in PARTS]
    damage = [one for one in found if one is not None and one >= 0]
    if not name or len(damage) != len(PARTS):
        draft.left_out("a weapon without its seven numbers", [name or "nameless"])
        return None
    ignores = draft.number(system.get("armourIgnored"), f"armourIgnored of {name}") or 0
    return weapon(
        name,
        damage,
        system.get("requiresTwoHands") is True,
        ignores,
        skills,
        draft,
        spell=item.get("type") == "spell",
    )


def weapon(
    name: str,
    damage: list[int],
    two_handed: bool,
    ignores: int,
    skills: dict[str, int],
    draft: Draft,
    *,
    spell: bool = False,
) -> Any:
    """A weapon for a sheet: the name of a built-in row that is the same, or its own row."""
    known = row(name)
    own: dict[str, Any] = {"name": name, "damage": damage}
    if two_handed:
        own["hands"] = 2
    if ignores:
        own["ignores_armour"] = ignores
    if known is not None:
        if (known.damage, known.hands, known.ignores_armour) == (
            tuple(damage),
            2 if two_handed else 1,
            ignores,
        ):
            return name.lower()
        differs = [] if known.damage == tuple(damage) else ["damage"]
        differs += [] if known.hands == (2 if two_handed else 1) else ["hands"]
        differs += [] if known.ignores_armour == ignores else ["armour ignored"]
        draft.note(f"{name} is not the published row ({', '.join(differs)}): written as its own")
    own |= _fought_with(name, known, skills, draft, spell)
    return own


def _fought_with(
    name: str, known: Weapon | None, skills: dict[str, int], draft: Draft, spell: bool
) -> dict[str, Any]:
    """The skill of a weapon of one's own, and whether it shoots, as far as that is known."""
    found: dict[str, Any] = {}
    if known is not None and known.skill is not None:
        found["skill"] = known.skill
    for candidate in (f"{name} fighting".lower(), *([name.lower()] if spell else [])):
        if candidate in skills:
            found["skill"] = candidate
    if known is not None:
        return found | ({"ranged": True} if known.ranged else {})
    if "skill" not in found:
        draft.note(f"{name}: no skill is named for it, so it is fought with Skill alone")
    draft.note(f"{name}: exports do not say what shoots; add `ranged = true` if it does")
    return found
