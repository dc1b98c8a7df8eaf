"""Iron Gauntlets outcomes in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from affray.outcome import Outcome
from affray.words import Line, by_command

if TYPE_CHECKING:
    from affray.systems.iron_gauntlets.acts import ActResult
    from affray.systems.iron_gauntlets.attack import AttackResult, Defence
    from affray.systems.iron_gauntlets.damage import DamageResult, Harm
    from affray.systems.iron_gauntlets.hazards import DrownResult, FallResult, HazardResult
    from affray.systems.iron_gauntlets.initiative import Actions, ReactionResult
    from affray.systems.iron_gauntlets.move import MoveResult
    from affray.systems.iron_gauntlets.rolls import RollResult, TaskResult
    from affray.systems.iron_gauntlets.sheet import Sheet

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


def _task(label: str, task: "TaskResult") -> Line:
    over = f", overkill {task.overkill}" if task.overkill else ""
    text = f"{_thrown(task)}: {_steps(task.steps)} against {task.difficulty}{over}"
    return Line("roll", label, text)


def _thrown(task: "TaskResult | Defence") -> str:
    if not task.dice_count:
        return "no dice"
    upto = "on a 1" if task.threshold == 1 else f"up to {task.threshold}"
    return f"{task.dice_count}D {upto}"


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _attack(result: "AttackResult", outcome: Outcome) -> Iterator[Line]:
    who = f"{result.attacker.name} attacks {result.defender.name} with {result.weapon}"
    yield Line("headline", "", f"{who}: {_verdict(result)}")
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


def _verdict(result: "AttackResult") -> str:
    if result.damage is not None:
        return f"a hit, {_harm(result.damage)}"
    return "a miss" if result.defence is None else f"stopped by a {result.defence.kind}"


def _harm(damage: "Harm") -> str:
    return f"{damage.amount} {damage.track}" if damage.amount else "no harm"


def _damage(result: "DamageResult", outcome: Outcome) -> Iterator[Line]:
    to = f" to {result.defender.name}" if result.defender and result.amount else ""
    yield Line("headline", "", f"Damage: {_harm(result)}{to}")


def _roll_task(result: "RollResult", outcome: Outcome) -> Iterator[Line]:
    who = f"{result.name} tries {result.skill} with {result.ability}"
    yield Line("headline", "", f"{who}: {outcome.outcome}")
    yield _task("task", result)


def _move(result: "MoveResult", outcome: Outcome) -> Iterator[Line]:
    if result.mode is None:
        yield Line("headline", "", f"{result.name} stands up")
        return
    who = f"{result.name} {result.mode}s, {result.method}"
    yield Line("headline", "", f"{who}: {result.feet} ft{ENDINGS[outcome.outcome]}")
    if result.steps is not None:
        against = "" if result.difficulty is None else f" against {result.difficulty}"
        yield Line("roll", "athletics", f"{_steps(result.steps)}{against}")
    yield Line("note", "fitness left", f"{result.fitness_left} (cost {result.cost})")


def _reaction(result: "ReactionResult", outcome: Outcome) -> Iterator[Line]:
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


def _actions(actions: "Actions") -> str:
    parts = [f"{actions.any} of any kind"]
    if actions.fitness:
        parts.append(f"{actions.fitness} of fitness")
    if actions.awareness:
        parts.append(f"{actions.awareness} of awareness, reasoning or influence")
    return "actions: " + ", ".join(parts)


def _drown(result: "DrownResult", outcome: Outcome) -> Iterator[Line]:
    if outcome.outcome == "afloat":
        yield Line("headline", "", "Afloat")
    else:
        yield Line("headline", "", f"Drowning: {_lost(result.lost, outcome)}")
    if result.target is not None:
        yield Line("roll", "athletics", f"{_steps(result.total or 0)} against {result.target}")
    yield Line("note", "turns without breath", str(result.failures))


def _fall(result: "FallResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", f"A fall of {result.metres} m: {_lost(result.lost, outcome)}")


def _hazard(result: "HazardResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", f"Burning: {_lost(result.lost, outcome)}")


def _lost(lost: int, outcome: Outcome) -> str:
    """A hazard's harm, in the track that its effects name."""
    track = next((effect.field for effect in outcome.effects), None)
    return f"{lost} {track}" if track else "no harm"


def _act(result: "ActResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", ACTS[result.what].format(name=result.name, kind=result.kind))
    if result.what == "rest" and result.injury + result.fatigue:
        left = f"injury {result.injury}, fatigue {result.fatigue}"
        yield Line("note", "harm left", left)


tell = by_command(
    {
        "attack": _attack,
        "damage": _damage,
        "move": _move,
        "drown": _drown,
        "fall": _fall,
        "hazard": _hazard,
        "roll reaction": _reaction,
        "roll initiative": _reaction,
        "roll task": _roll_task,
        "act": _act,
    }
)


def values(kind: str, sheet: "Sheet | None") -> Iterator[tuple[str, str]]:
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
