"""Iron Gauntlets outcomes in words."""

from collections.abc import Callable, Iterator
from typing import Any

from affray.outcome import Outcome
from affray.systems.iron_gauntlets.sheet import Sheet
from affray.words import Line

OPENING = {"attack": "attack", "roll task": "tasks", "move": "move"}
"""The rule whose first step without a value says who does what, by command."""

ACTS = {
    "stand": "{name} stands up",
    "flee": "{name} runs from the fight",
    "use": "{name} takes an action for a task of {kind}",
    "declare": "{name} declares: {kind}",
    "down": "{name} is knocked down, and does nothing more this turn",
    "stop": "{name} is stopped, and does nothing more this turn",
    "rest": "{name} rests",
}

ENDINGS = {"moved": "", "partial": ", not all the way", "tripped": ", and trips"}


def tell(command: str, outcome: Outcome) -> Iterator[Line]:
    """The facts of a result: a headline, then rolls and damage."""
    teller = _act if command.startswith("act ") else _TELLERS[command]
    yield from teller(command, outcome, outcome.result)


def _opening(command: str, outcome: Outcome) -> str:
    """Who does what, as the trace begins: "Suenta attacks Kolby with sword"."""
    rule = f"iron-gauntlets:{OPENING[command]}"
    return next(s.text for s in outcome.trace if s.rule == rule and s.value is None)


def _task(label: str, task: Any) -> Line:
    over = f", overkill {task.overkill}" if task.overkill else ""
    text = f"{_thrown(task)}: {_steps(task.steps)} against {task.difficulty}{over}"
    return Line("roll", label, text)


def _thrown(task: Any) -> str:
    if not task.dice_count:
        return "no dice"
    upto = "on a 1" if task.threshold == 1 else f"up to {task.threshold}"
    return f"{task.dice_count}D {upto}"


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _attack(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    yield Line("headline", "", f"{_opening(command, outcome)}: {_verdict(outcome, result)}")
    yield _task("attack", result.attack)
    defence = result.defence
    if defence is not None:
        bad = ", a calamity" if defence.calamity else ""
        text = f"{_thrown(defence)}: {_steps(defence.steps)} against {defence.difficulty}{bad}"
        yield Line("roll", defence.kind, text)
    elif outcome.outcome == "hit":
        yield Line("note", "defence", "none")
    if result.damage is not None:
        yield Line("damage", "damage", _harm(result.damage))


def _verdict(outcome: Outcome, result: Any) -> str:
    if outcome.outcome == "hit":
        return f"a hit, {_harm(result.damage)}"
    if outcome.outcome == "defended":
        return f"stopped by a {result.defence.kind}"
    return "a miss"


def _harm(damage: Any) -> str:
    return f"{damage.amount} {damage.track}" if damage.amount else "no harm"


def _damage(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    sufferer = next((e.who for e in outcome.effects if e.field == result.track), None)
    to = f" to {sufferer}" if sufferer else ""
    yield Line("headline", "", f"Damage: {_harm(result)}{to}")


def _roll_task(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    yield Line("headline", "", f"{_opening(command, outcome)}: {outcome.outcome}")
    yield _task("task", result)


def _move(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    if result.mode is None:
        (who,) = {effect.who for effect in outcome.effects if effect.field == "prone"}
        yield Line("headline", "", f"{who} stands up")
        return
    ending = ENDINGS[outcome.outcome]
    yield Line("headline", "", f"{_opening(command, outcome)}: {result.feet} ft{ending}")
    if result.steps is not None:
        against = "" if result.difficulty is None else f" against {result.difficulty}"
        yield Line("roll", "athletics", f"{_steps(result.steps)}{against}")
    yield Line("note", "fitness left", f"{result.fitness_left} (cost {result.cost})")


def _reaction(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    first, *others = result.order
    text = "Order: " + ", ".join(place.name for place in result.order)
    yield Line("headline", "", text if others else f"{first.name} acts at speed {first.speed}")
    for place in result.order:
        thrown = "(by default)" if place.defaulted else f"({place.dice}D)"
        tied = ", tied" if place.tied else ""
        text = f"speed {place.speed} {thrown}{tied}; {_actions(place.actions)}"
        left = place.effective
        yield Line(
            "roll", place.name, f"{text}; fitness {left.fitness}, awareness {left.awareness}"
        )


def _actions(actions: Any) -> str:
    parts = [f"{actions.any} of any kind"]
    if actions.fitness:
        parts.append(f"{actions.fitness} of fitness")
    if actions.awareness:
        parts.append(f"{actions.awareness} of awareness, reasoning or influence")
    return "actions: " + ", ".join(parts)


def _drown(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    if outcome.outcome == "afloat":
        yield Line("headline", "", "Afloat")
    else:
        yield Line("headline", "", f"Drowning: {_lost(outcome, result)}")
    if result.target is not None:
        yield Line("roll", "athletics", f"{_steps(result.total)} against {result.target}")
    yield Line("note", "turns without breath", str(result.failures))


def _fall(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    yield Line("headline", "", f"A fall of {result.metres} m: {_lost(outcome, result)}")


def _hazard(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    yield Line("headline", "", f"Burning: {_lost(outcome, result)}")


def _lost(outcome: Outcome, result: Any) -> str:
    """The harm, on the track that the effects name."""
    track = next((effect.field for effect in outcome.effects), None)
    return f"{result.lost} {track}" if track else "no harm"


def _act(command: str, outcome: Outcome, result: Any) -> Iterator[Line]:
    yield Line("headline", "", ACTS[result.what].format(name=result.name, kind=result.kind))
    if result.what == "rest" and result.injury + result.fatigue:
        left = f"injury {result.injury}, fatigue {result.fatigue}"
        yield Line("note", "harm left", left)


_TELLERS: dict[str, Callable[[str, Outcome, Any], Iterator[Line]]] = {
    "attack": _attack,
    "damage": _damage,
    "move": _move,
    "drown": _drown,
    "fall": _fall,
    "hazard": _hazard,
    "roll reaction": _reaction,
    "roll initiative": _reaction,
    "roll task": _roll_task,
}


def values(kind: str, sheet: Sheet | None) -> Iterator[tuple[str, str]]:
    """What an option may be given: "weapon", "skill" or "ability"."""
    if sheet is None:
        return
    if kind == "weapon":
        yield from ((weapon.name, "") for weapon in sheet.weapons)
    if kind == "skill":
        for name, rating in sheet.skills.items():
            yield name, str(rating if isinstance(rating, int) else rating.rating)
    if kind == "ability":
        for name in sheet.abilities.__struct_fields__:
            yield name, str(getattr(sheet.abilities, name))
