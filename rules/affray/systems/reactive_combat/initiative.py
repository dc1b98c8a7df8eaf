"""Initiative, as the base game has it: 3d6 + Dexterity, the highest first."""

from collections.abc import Sequence

from msgspec import Struct

from affray.action import Action, Nothing
from affray.contest import Contest
from affray.dice import Dice
from affray.option import SHEETS
from affray.outcome import Effect, Outcome, Trace
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rolls import (
    UNREAD,
    Reading,
    Side,
    age_roll,
    ahead,
    bonus,
    note_throw,
    versus,
)
from affray.systems.reactive_combat.rulings import Rulings

FOCUS = "initiative"


class Place(Struct, frozen=True):
    """One combatant in the order; `tied` when nothing but the order named set it apart."""

    name: str
    total: int
    stunt_die: int
    tied: bool


class InitiativeResult(Struct, frozen=True):
    """Who acts when: the first acts first."""

    order: tuple[Place, ...]


def roll_initiative(
    fighters: Sequence[Fighter], asked: Nothing, dice: Dice, rulings: Rulings
) -> Outcome:
    """Put the combatants in order (rules initiative, initiative.tie).

    Each throws a Dexterity test, in the order named; a focus "initiative" and combat
    penalties count. Ties: the stunt die, then Dexterity, then as the switch says.
    """
    trace = Trace(SYSTEM, dice.explains)
    scores: list[Side] = []
    both = None
    if len(fighters) == 2 and (dice.merges or dice.counts):
        both = dice.throw(_between(fighters, rulings), "both initiatives")
    for at, fighter in enumerate(fighters):
        plus, what = _plus(fighter, trace), f"{fighter.name}'s initiative"
        thrown = both[at] if both else dice.throw(age_roll(doubles=False), what)
        note_throw(what, thrown, dice, trace)
        total = thrown.total + plus
        scores.append((total, thrown.stunt, fighter.sheet.ability("dexterity")))
        if trace.on:
            trace.add("initiative", "base", f"{fighter.name}: initiative", total)
    backwards = rulings.initiative_tie == "reversed"
    ranked = sorted(
        range(len(fighters)),
        key=lambda i: (*(-part for part in scores[i]), -i if backwards else i),
    )
    if len(set(scores)) < len(scores):
        trace.switch("initiative.tie", "initiative_tie", rulings.initiative_tie)
    places = tuple(
        Place(fighters[i].name, scores[i][0], scores[i][1], scores.count(scores[i]) > 1)
        for i in ranked
    )
    effects = tuple(
        Effect(fighters[i].name, "place", fighters[i].place, place)
        for place, i in enumerate(ranked, 1)
        if fighters[i].place != place
    )
    return Outcome("ordered", InitiativeResult(places), effects, tuple(trace.steps))


def _plus(fighter: Fighter, trace: Trace) -> int:
    return bonus(fighter, "dexterity", FOCUS, fighter.penalties, trace)


def _between(fighters: Sequence[Fighter], rulings: Rulings) -> Contest[Reading, Reading]:
    """Two rolls of which it only matters who comes before whom."""
    plus, other = (_plus(fighter, UNREAD) for fighter in fighters)
    mine, theirs = (fighter.sheet.ability("dexterity") for fighter in fighters)
    backwards = rulings.initiative_tie == "reversed"
    return versus(ahead(plus, other), mine > theirs or (mine == theirs and not backwards))


INITIATIVE = Action(
    Nothing,
    roll_initiative,
    SHEETS,
    InitiativeResult,
    examples=(
        "affray roll initiative examples/sheets/reactive-combat/kessa.toml "
        "examples/sheets/reactive-combat/orc.toml",
        "affray roll initiative examples/sheets/reactive-combat/kessa.toml "
        "examples/sheets/reactive-combat/orc.toml --seed 3",
    ),
)
