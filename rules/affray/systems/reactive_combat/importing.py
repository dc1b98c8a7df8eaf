"""Characters of Foundry VTT's AGE system as Reactive Combat sheets."""

from collections.abc import Iterable, Iterator
from typing import Any, cast, get_args

from affray.importing.draft import Data, Draft, Importer, name_in, table, tables
from affray.systems.reactive_combat.sheet import Class
from affray.systems.reactive_combat.weapons import row

ABILITIES = {
    "acc": "accuracy",
    "comm": "communication",
    "cons": "constitution",
    "dex": "dexterity",
    "fight": "fighting",
    "int": "intelligence",
    "per": "perception",
    "str": "strength",
    "will": "willpower",
}
OTHERS = {"magic": "Magic", "cunn": "Cunning"}
BASE_DEFENSE = 10
ITEMS = {
    "power": "powers",
    "talent": "talents",
    "stunts": "stunts",
    "relationship": "relationships",
    "honorifics": "honorifics",
    "membership": "memberships",
    "equipment": "equipment",
    "shipfeatures": "ship features",
}


def fill(actor: Data, draft: Draft) -> None:
    """Fill a draft from an actor of the type "char"."""
    system = table(actor, "system") or table(actor, "data")
    draft.data |= {"system": "reactive-combat", "name": name_in(actor) or "Nameless"}
    if not name_in(actor):
        draft.note("the export has no name")
    items = [(one, table(one, "system") or table(one, "data")) for one in tables(actor, "items")]
    worn = _worn(items, draft)
    abilities = _abilities(system, worn, draft)
    draft.data["abilities"] = abilities
    armour, penalty = _armour(system, worn, draft)
    _defense(system, worn, abilities["dexterity"], penalty, draft)
    _class(system, abilities["constitution"], armour, worn, draft)
    if penalty:
        draft.data["armour_penalty"] = penalty
    _conviction(system, worn, draft)
    focuses = _focuses(items, draft)
    if focuses:
        draft.data["focuses"] = focuses
    weapons = list(_weapons(items, draft))
    if weapons:
        draft.data["weapons"] = weapons
    for kind, name in ITEMS.items():
        draft.left_out(name, (name_in(one) for one, _ in items if one.get("type") == kind))
    marks = draft.number(table(system, "injury").get("marks"), "injury marks")
    if marks:
        draft.note(f"not carried over: {marks} injury marks, which belong in a session")
    _left(system, draft)


def _worn(items: list[tuple[Data, Data]], draft: Draft) -> dict[str, int]:
    """What worn and active items add, by what they add to."""
    found: dict[str, int] = {}
    for item, system in items:
        if system.get("equiped") is not True and system.get("activate") is not True:
            continue
        entries: Iterable[tuple[str, Data]] = [
            *((str(key), one) for key, one in table(system, "itemMods").items()),
            *(
                (str(table(system, "modifiers", key).get("type")), one)
                for key, one in table(system, "modifiers").items()
            ),
        ]
        for key, one in entries:
            one = cast(Data, one) if isinstance(one, dict) else {}
            if one.get("isActive") is not True:
                continue
            what = f"{key} of {name_in(item)}"
            value = draft.number(one.get("value", one.get("formula")), what)
            if value:
                found[key] = found.get(key, 0) + value
    return found


def _abilities(system: Data, worn: dict[str, int], draft: Draft) -> dict[str, int]:
    found = {}
    for short, name in ABILITIES.items():
        value = draft.number(table(system, "abilities", short).get("value"), name)
        if value is None:
            draft.note(f"the export gives no {name}: 0 is written")
        found[name] = (value or 0) + worn.get(short, 0)
        if worn.get(short):
            draft.note(f"{name} counts {worn[short]:+} from what is worn")
    for short, name in OTHERS.items():
        value = draft.number(table(system, "abilities", short).get("value"), name)
        if value:
            draft.note(f"not carried over: {name} {value}, which Reactive Combat lacks")
    return found


def _armour(system: Data, worn: dict[str, int], draft: Draft) -> tuple[int, int]:
    own = table(system, "armor")
    impact = worn.get("impactArmor", draft.number(own.get("impact"), "impact armour") or 0)
    ballistic = worn.get("ballisticArmor", draft.number(own.get("ballistic"), "armour") or 0)
    if ballistic not in (0, impact):
        draft.note(f"not carried over: ballistic armour {ballistic}; impact armour counts")
    penalty = worn.get("armorPenalty", draft.number(own.get("penalty"), "armour penalty") or 0)
    return max(0, impact), abs(penalty)


def _defense(
    system: Data, worn: dict[str, int], dexterity: int, penalty: int, draft: Draft
) -> None:
    """Defense as the AGE system works it out; the total in an export may be an old one."""
    said = table(system, "defense")
    base = draft.number(said.get("base"), "the base of Defense")
    base = BASE_DEFENSE if base is None else base
    more = worn.get("defense", draft.number(said.get("mod"), "what adds to Defense") or 0)
    mode = draft.number(said.get("gameModeBonus"), "the game mode's Defense") or 0
    defense = max(0, base + dexterity + more + mode - penalty)
    draft.data["defense"] = defense
    total = draft.number(said.get("total"), "Defense")
    if total is not None and total != defense:
        draft.note(
            f"Defense is {defense}: {base}, Dexterity {dexterity}, {more + mode:+} besides, armour "
            f"penalty {penalty}; the export's total of {total} is not used"
        )


def _class(
    system: Data, constitution: int, armour: int, worn: dict[str, int], draft: Draft
) -> None:
    """The class, when the profession is one; else toughness as the base game has it."""
    profession = str(system.get("profession") or "").strip()
    level = draft.number(system.get("level"), "the level")
    if profession.casefold() in get_args(Class):
        draft.data["class"] = profession.casefold()
        draft.data["level"] = 1 if level is None else level
        if armour:
            draft.data["armour"] = armour
        return
    own = table(system, "armor", "toughness")
    more = worn.get("toughness", draft.number(own.get("mod"), "what adds to Toughness") or 0)
    more += draft.number(own.get("gameModeBonus"), "the game mode's Toughness") or 0
    draft.data["toughness"] = max(0, constitution + armour + more)
    what = f"the profession {profession!r} is none" if profession else "there is none"
    draft.note(
        f"of the classes of Reactive Combat {what}: toughness {draft.data['toughness']} is "
        f"Constitution {constitution}, armour {armour}, {more:+} besides; write `class` instead"
    )
    if level not in (None, 1):
        draft.note(f"not carried over: level {level}, which counts with a class only")


def _conviction(system: Data, worn: dict[str, int], draft: Draft) -> None:
    said = table(system, "conviction")
    most = draft.number(said.get("set"), "Conviction")
    now = draft.number(said.get("value"), "Conviction")
    found = now if most is None else most + worn.get("maxConviction", 0)
    if found:
        draft.data["conviction"] = found
    if now is not None and found is not None and now != found:
        draft.note(f"Conviction is {now} now; the sheet holds what there is at the start, {found}")


def _focuses(items: list[tuple[Data, Data]], draft: Draft) -> dict[str, Any]:
    found: dict[str, list[Any]] = {}
    for item, system in items:
        if item.get("type") != "focus":
            continue
        ability = ABILITIES.get(str(system.get("useAbl")))
        name = name_in(item)
        if ability is None or not name or system.get("isOrg") is True:
            draft.left_out("a focus under no ability of Reactive Combat", [name or "nameless"])
            continue
        bonus = 3 if system.get("improved") is True else 2
        first = draft.number(system.get("initialValue"), f"the bonus of {name}")
        if bonus == 2 and first not in (None, 2):
            draft.note(f"{name} adds {first} there; a focus adds 2 here, or 3 improved")
        one: Any = name.lower() if bonus == 2 else {"name": name.lower(), "bonus": bonus}
        found.setdefault(ability, []).append(one)
    return {ability: one[0] if len(one) == 1 else one for ability, one in found.items()}


def _weapons(items: list[tuple[Data, Data]], draft: Draft) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    for item, system in sorted(items, key=lambda pair: pair[1].get("equiped") is not True):
        if item.get("type") != "weapon":
            continue
        name = name_in(item).lower()
        if name in seen:
            draft.left_out("a weapon that is there twice", [name])
        elif row(name) is not None:
            seen.add(name)
            yield {"name": name}
        elif system.get("ranged") is True:
            draft.note(f"not carried over: {name}, as exports have no TN and power for its ranges")
        else:
            draft.note(
                f"not carried over: {name}, whose damage is a roll there and a fixed number here; "
                "add it with `damage`"
            )


def _left(system: Data, draft: Draft) -> None:
    lost = ("ancestry", "background", "drive", "language", "socialClass", "features", "traits")
    found = []
    for key in lost:
        value = system.get(key)
        value = value.get("name") if isinstance(value, dict) else value
        if value not in (None, "", [], {}):
            found.append(key)
    draft.left_out("fields", found)


def _fits(data: Data) -> bool:
    system = table(data, "system") or table(data, "data")
    return "acc" in table(system, "abilities")


def importers() -> tuple[Importer, ...]:
    """What reads characters of it that are kept elsewhere."""
    return (
        Importer(
            "a Foundry VTT actor of the AGE system",
            _fits,
            fill,
            "actors exported from Foundry VTT (the system age-system)",
        ),
    )
