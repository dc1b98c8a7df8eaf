"""Troika! outcomes in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from affray.outcome import Outcome
from affray.systems.troika.sheet import arm
from affray.systems.troika.weapons import UNARMED, rows
from affray.words import Line, by_command

if TYPE_CHECKING:
    from affray.systems.troika.acts import ActResult
    from affray.systems.troika.damage import Blow, DamageResult
    from affray.systems.troika.exchange import AttackResult
    from affray.systems.troika.hazards import DrownResult, FallResult, HazardResult
    from affray.systems.troika.initiative import InitiativeResult
    from affray.systems.troika.move import MoveResult
    from affray.systems.troika.order import Turns
    from affray.systems.troika.rolls import UnderResult, VersusResult
    from affray.systems.troika.sheet import Sheet

SPECIAL = {"mighty-blow": ", a Mighty Blow", "fumble": ", a fumble", None: ""}


def _attack(result: "AttackResult", outcome: Outcome) -> Iterator[Line]:
    attacker, defender = result.attacker, result.defender
    blows = " and ".join(_blow(blow) for blow in result.damage)
    yield Line(
        "headline", "", _attack_headline(outcome.outcome, attacker.name, result.target, blows)
    )
    for test in (attacker, defender):
        if test is None:
            continue
        thrown = "+".join(map(str, test.dice))
        if isinstance(test.target, int):
            text = f"{thrown} = {test.total}, to roll {test.target} or less{SPECIAL[test.special]}"
        else:
            text = (
                f"{test.total} ({thrown} and {test.total - sum(test.dice)}){SPECIAL[test.special]}"
            )
        yield Line("roll", test.name, text)
    yield from map(_damage_line, result.damage)


def _attack_headline(word: str, attacker: str, target: str, blows: str) -> str:
    if word == "hit":
        return (
            f"{attacker} hits {target}: {blows}" if blows else f"{attacker} grapples {target} down"
        )
    if word == "countered":
        return f"{attacker} loses to {target}, who strikes back: {blows}"
    if word == "miss":
        return f"{attacker} misses {target}"
    if word == "tie":
        return f"{attacker} and {target} tie: nobody is hurt"
    if word == "double-fumble":
        return f"{attacker} and {target} both fumble: {blows}"
    return f"{attacker} and {target} clinch: {blows or 'both weapons shatter'}"


def _blow(blow: "Blow") -> str:
    return f"{blow.amount} to {blow.to} ({blow.weapon})"


def _damage_line(blow: "Blow") -> Line:
    if blow.column is None:
        return Line("damage", "clinch", f"d6 {blow.die}: {blow.amount} to {blow.to}")
    column = "7+" if blow.column == 7 else blow.column
    doubled = ", doubled" if blow.doubled else ""
    text = f"die {blow.die}, {blow.weapon} column {column}: {blow.amount} to {blow.to}{doubled}"
    return Line("damage", "damage", text)


def _damage(result: "DamageResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", " and ".join(map(_blow, result.damage)))
    yield from map(_damage_line, result.damage)


def _move(result: "MoveResult", outcome: Outcome) -> Iterator[Line]:
    if result.metres == 0 and result.costs_turn:
        yield Line("headline", "", "Getting up takes the Turn")
        return
    cost = "takes the Turn" if result.costs_turn else "is part of another action"
    yield Line("headline", "", f"Moving {result.metres} m {cost}")


def _drown(result: "DrownResult", outcome: Outcome) -> Iterator[Line]:
    if outcome.outcome == "afloat":
        yield Line("headline", "", "Afloat: the count of failures starts afresh")
    else:
        state = "Drowned" if outcome.outcome == "drowned" else "Drowning"
        yield Line("headline", "", f"{state}: {result.loss_dice}d6, {result.lost} Stamina lost")
    if result.target is not None:
        yield Line("roll", "swim", f"{result.total}, to roll {result.target} or less")
    yield Line("note", "failures in a row", str(result.failures))
    yield Line("note", "stamina", str(result.stamina))


def _fall(result: "FallResult", outcome: Outcome) -> Iterator[Line]:
    after = "" if outcome.outcome == "landed" else f", {outcome.outcome}"
    cost = f"{result.loss_dice}d6, {result.lost} Stamina lost{after}"
    yield Line("headline", "", f"A fall of {result.metres} m: {cost}")
    yield Line("note", "stamina", str(result.stamina))


def _hazard(result: "HazardResult", outcome: Outcome) -> Iterator[Line]:
    if outcome.outcome == "ended":
        yield Line("headline", "", f"The {result.kind} is over")
    else:
        cost = f"{result.loss_dice}d6, {result.lost} Stamina lost"
        yield Line("headline", "", f"{outcome.outcome.capitalize()}: {cost}")
    if result.target is not None:
        yield Line("roll", "test", f"{result.total}, to roll {result.target} or less")
    yield Line("note", "stamina", str(result.stamina))


def _under(result: "UnderResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", outcome.outcome.capitalize())
    yield Line("roll", "2d6", f"{result.total}, to roll {result.target} or less")


def _versus(result: "VersusResult", outcome: Outcome) -> Iterator[Line]:
    yield Line("headline", "", "A tie" if result.winner is None else f"{result.winner} wins")
    first, second = result.totals
    yield Line("roll", "totals", f"{first} against {second}")


def _initiative(result: "InitiativeResult", outcome: Outcome) -> Iterator[Line]:
    drawn = len(result.order)
    yield Line("headline", "", f"{drawn} of {result.tokens} tokens before the End of the Round")
    for place, who in enumerate(result.order, 1):
        yield Line("roll", str(place), who)
    yield Line("note", "left in the bag", str(result.left))


def _act(result: "ActResult", outcome: Outcome) -> Iterator[Line]:
    gained = f": {result.gained} Stamina regained" if result.gained else ""
    yield Line("headline", "", f"{result.what.capitalize()}{gained}")


tell = by_command(
    {
        "attack": _attack,
        "damage": _damage,
        "move": _move,
        "drown": _drown,
        "fall": _fall,
        "hazard": _hazard,
        "roll initiative": _initiative,
        "roll under": _under,
        "roll luck": _under,
        "roll versus": _versus,
        "act": _act,
    }
)


def bag(turns: "Turns") -> Iterator[Line]:
    """The tokens still in the bag."""
    if turns.bag:
        tokens = ", ".join(f"{count} {token}" for token, count in turns.bag.items() if count)
        yield Line("note", "in the bag", tokens)


def follows(sheet: "Sheet") -> Iterator[Line]:
    """What the rules make of a sheet's figures: totals to fight with, and armour."""
    ranks = {name.casefold(): rank for name, rank in sheet.skills.items()}
    for weapon in map(arm, sheet.weapons or (UNARMED,)):
        total = sheet.skill + ranks.get((weapon.skill or "").casefold(), 0)
        with_ = f" ({weapon.skill})" if (weapon.skill or "").casefold() in ranks else ""
        yield Line("roll", f"fights with {weapon.name}", f"{total}{with_}")
    yield Line("roll", "off damage rolls", str(sheet.armour_points + sheet.shield))


def values(kind: str, sheet: "Sheet | None") -> Iterator[tuple[str, str]]:
    """What an option may be given: "weapon" or "skill"."""
    if kind == "weapon":
        names = rows() if sheet is None else [arm(weapon).name for weapon in sheet.weapons]
        yield from ((name, "") for name in names)
    if kind == "skill" and sheet is not None:
        yield from ((name, str(rank)) for name, rank in sheet.skills.items())
