"""Reactive Combat in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from affray.outcome import Outcome, Trace
from affray.systems.reactive_combat.classes import toughness
from affray.systems.reactive_combat.fighter import SYSTEM, enter
from affray.systems.reactive_combat.move import VERBS, speed
from affray.systems.reactive_combat.ranges import sizes
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.weapons import rows
from affray.words import Line, by_command

if TYPE_CHECKING:
    from affray.systems.reactive_combat.acts import ActResult
    from affray.systems.reactive_combat.damage import DamageResult, Harm
    from affray.systems.reactive_combat.exchange import AttackResult
    from affray.systems.reactive_combat.initiative import InitiativeResult
    from affray.systems.reactive_combat.loading import BreathResult, LoadResult
    from affray.systems.reactive_combat.move import MoveResult
    from affray.systems.reactive_combat.rolls import Rolled, RollResult
    from affray.systems.reactive_combat.sheet import Sheet

_VERDICTS = {
    "hit": "hit, {harm}",
    "shrugged": "hit, but shrugged off",
    "defended": "defended",
    "miss": "miss",
    "riposte": "defended, and a riposte: {harm}",
}


def _attack(result: "AttackResult", outcome: Outcome) -> Iterator[Line]:
    harm = "" if result.damage is None else _harm(result.damage)
    verdict = _VERDICTS[outcome.outcome].format(harm=harm)
    who = f"{result.attacker.name} attacks {result.defender.name} with {result.weapon}"
    yield Line("headline", "", f"{who}: {verdict}")
    yield Line("roll", "attack", _rolled(result.attack))
    if result.defence is not None:
        yield Line("roll", "defence", _rolled(result.defence))
    if result.damage is not None:
        yield _damage_line(result.damage)


def _damage(result: "DamageResult", outcome: Outcome) -> Iterator[Line]:
    who = f"{result.defender.name} is " if result.defender and result.severity else ""
    word = f"injured: {_harm(result)}" if result.severity else "shrugged off"
    yield Line("headline", "", who + word)
    yield _damage_line(result)


def _test(result: "RollResult", outcome: Outcome) -> Iterator[Line]:
    focus = "" if result.focus is None else f" ({result.focus})"
    yield Line("headline", "", f"{result.name} tests {result.ability}{focus}: {outcome.outcome}")
    yield Line("roll", "test", _rolled(result))


def _initiative(result: "InitiativeResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", "order: " + ", ".join(place.name for place in result.order))
    for place in result.order:
        tie = ", tied" if place.tied else ""
        yield Line("roll", place.name, f"{place.total}, stunt die {place.stunt_die}{tie}")


def _move(result: "MoveResult", outcome: Outcome) -> Iterator[Line]:
    reach = f"{_counted(result.yards, 'yard')}, a {result.action} action"
    yield Line("headline", "", f"{result.name} {VERBS[result.mode]}: {reach}")


def _deep_breath(result: "BreathResult", outcome: Outcome) -> Iterator[Line]:
    counts = f"{_counted(result.erased, 'penalty')} erased, {result.penalties} left"
    yield Line("headline", "", f"{result.name} takes a deep breath: {counts}")


def _load(result: "LoadResult", outcome: Outcome) -> Iterator[Line]:
    count = "" if result.loaded is None else f"{_counted(result.loaded, 'bullet')} in it, "
    action = f"a {result.action}" + ("" if result.action == "full round" else " action")
    yield Line("headline", "", f"{result.name} loads {result.weapon}: {count}{action}")


_DONE = {
    "use": "{name} uses a {action} action",
    "flee": "{name} runs from the fight, a {action} action",
    "rest": "{name} rests: {penalties} and {marks} left",
}


def _act(result: "ActResult", outcome: Outcome) -> Iterator[Line]:
    penalties = _counted(result.penalties, "combat penalty")
    words = {"penalties": penalties, "marks": _counted(result.marks, "mark")}
    text = _DONE[result.what].format(name=result.name, action=result.action, **words)
    yield Line("headline", "", text)


def _rolled(test: "Rolled") -> str:
    stunts = ""
    if test.stunt_points:
        stunts = f", {_counted(test.stunt_points, 'stunt point')}"
    return f"{test.total} against {test.tn}, stunt die {test.stunt_die}{stunts}"


def _damage_line(harm: "Harm") -> Line:
    grade = _harm(harm)
    return Line("damage", "damage", f"{harm.damage} against toughness {harm.toughness}, {grade}")


def _harm(harm: "Harm") -> str:
    if not harm.severity:
        return "shrugged off"
    return f"severity {harm.severity}, {_counted(harm.marks, 'mark')}"


def _counted(number: int, thing: str) -> str:
    if number == 1:
        return f"{number} {thing}"
    return f"{number} {thing[:-1]}ies" if thing.endswith("y") else f"{number} {thing}s"


tell = by_command(
    {
        "attack": _attack,
        "damage": _damage,
        "move": _move,
        "roll initiative": _initiative,
        "roll test": _test,
        "act deep-breath": _deep_breath,
        "act load": _load,
        "act fill": _load,
        "act": _act,
    }
)


def follows(sheet: "Sheet") -> Iterator[Line]:
    """What the rules make of a sheet's figures: toughness, and speed."""
    fighter, silent = enter(sheet), Trace(SYSTEM, False)
    if sheet.character_class is not None:
        yield Line("roll", "toughness", str(toughness(fighter, Rulings(), silent)))
    yield Line("roll", "speed", f"{speed(fighter, silent)} yards")


def values(kind: str, sheet: "Sheet | None") -> Iterator[tuple[str, str]]:
    """What an option may be given: "weapon", "ability" or "size"."""
    if kind == "weapon":
        known = rows() if sheet is None else [weapon.name for weapon in sheet.weapons]
        yield from ((name, "") for name in known)
    if kind == "ability" and sheet is not None:
        for name in sheet.abilities.__struct_fields__:
            yield name, str(getattr(sheet.abilities, name))
    if kind == "size":
        yield from ((name, "") for name in sizes())
