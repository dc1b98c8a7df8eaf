"""Reaction (rule reaction): who acts when in a turn, with how many actions, and who is faster."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice, Lowest
from affray.faults import BadRequest, Fault, Forbidden
from affray.option import SHEETS, option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rolls import Extra
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.slots import Slots, passes

SIDES = 10
DEFAULT_SPEED = 9
"""The speed of someone with no reaction die (rule reaction.default)."""

AFTER_ALL = SIDES + 1

THIS_TURN = {
    "fitness_lost": 0,
    "feet_run": 0,
    "feet_swim": 0,
    "feet_crawl": 0,
    "feet_walk": 0,
    "feet_climb": 0,
    "defended": False,
    "stopped": False,
}
"""What a new turn undoes."""

Given = Annotated[int, Meta(ge=-20, le=20)]
"""Points given up; the rules, not the option's type, refuse the negative ones."""


class Rank(NamedTuple):
    """Where someone stands in a turn, the least first: speed, then fitness negated."""

    speed: int
    weakness: int


def rank(fighter: Fighter, speed: int, defaulted: bool, rulings: Rulings) -> Rank:
    """The place of a speed of 1 … 10 (rules reaction.order, .tie-fitness, .default-order)."""
    if defaulted and rulings.default_speed_order == "last":
        speed = AFTER_ALL
    sheet = rulings.tie_fitness == "sheet"
    fitness = fighter.sheet.abilities.fitness if sheet else fighter.effective("fitness")
    return Rank(speed, -fitness)


def faster(first: Rank, second: Rank, rulings: Rulings) -> bool:
    """Whether `first` is faster than `second` for defence (rules defence, .tie-faster)."""
    return first < second if rulings.tie_makes_faster else first.speed < second.speed


class Reaction(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `roll reaction`: points given up, and dice for circumstances.

    Only one sheet at a time gives points; `modifier` counts for every sheet.
    """

    fitness: Annotated[Given, option("Fitness points given up for dice; one sheet at a time.")] = 0
    awareness: Annotated[
        Given, option("Awareness points given up for dice; one sheet at a time.")
    ] = 0
    modifier: Annotated[Extra, option("Dice from circumstances, for every sheet.")] = 0


class Actions(Struct, frozen=True):
    """Actions this turn: of any kind, fitness tasks, awareness/reasoning/influence tasks."""

    any: int
    fitness: int
    awareness: int


class Effective(Struct, frozen=True):
    """What is left of the abilities that points were given up from."""

    fitness: int
    awareness: int


class Place(Struct, frozen=True):
    """One combatant in the order: `dice` thrown (0: the speed is `defaulted`)."""

    name: str
    speed: int
    defaulted: bool
    dice: int
    tied: bool
    actions: Actions
    effective: Effective


class ReactionResult(Struct, frozen=True):
    """The order of acting."""

    order: tuple[Place, ...]


class Standing(NamedTuple):
    """Where a combatant stands in the order, and with how many actions."""

    name: str
    speed: int
    rank: Rank
    actions: int


class Rolled(NamedTuple):
    """One combatant's reaction before the order is known; `now` is the turn's start."""

    now: Fighter
    speed: int
    dice: int
    slots: Slots
    rank: Rank

    @property
    def standing(self) -> Standing:
        """The same, as the order needs it."""
        return Standing(self.now.name, self.speed, self.rank, sum(self.slots))


def roll_reaction(
    fighters: Sequence[Fighter], asked: Reaction, dice: Dice, rulings: Rulings
) -> Outcome:
    """Everybody's reaction roll: it begins a turn, so what the last one took is back.

    Raises:
        BadRequest: several sheets and points given up.
        Forbidden: points given up that are not there, or fewer than 0.
    """
    if len({fighter.name for fighter in fighters}) < len(fighters):
        raise BadRequest(Fault("everybody rolls once", "name each combatant once"))
    if len(fighters) > 1 and (asked.fitness or asked.awareness):
        raise BadRequest(
            Fault(
                "points are given up on one sheet at a time",
                "roll that sheet's reaction by itself",
            )
        )
    trace = Trace(SYSTEM, dice.explains)
    trace.add("turn", "text", "a turn, in seconds", 5)
    rolled = [react(fighter, asked, dice, rulings, trace) for fighter in fighters]
    rolled.sort(key=lambda one: one.rank)
    ranks = [one.rank for one in rolled]
    simultaneous = rulings.full_tie == "simultaneous"
    order = tuple(_place(one, simultaneous and ranks.count(one.rank) > 1) for one in rolled)
    if trace.on:
        explain_order([one.standing for one in rolled], rulings, trace)
    started = {fighter.name: fighter for fighter in fighters}
    effects = [effect for one in rolled for effect in begin(started[one.now.name], one)]
    return Outcome("ordered", ReactionResult(order), tuple(effects), tuple(trace.steps))


def react(fighter: Fighter, asked: Reaction, dice: Dice, rulings: Rulings, trace: Trace) -> Rolled:
    """One reaction roll (rules reaction, reaction.spent, reaction.default).

    Raises:
        Forbidden: points given up that are not there, or fewer than 0.
    """
    name = fighter.name
    _check_given(fighter, "fitness", asked.fitness, rulings, trace)
    _check_given(fighter, "awareness", asked.awareness, rulings, trace)
    bought = asked.fitness + asked.awareness
    count = 1 + bought + asked.modifier
    if trace.on:
        trace.add("reaction", "text", f"{name}: a die, and one for each point given up", 1 + bought)
        if asked.modifier:
            trace.add("reaction.modifier", "text", f"{name}: circumstances", asked.modifier)
    fitness, awareness = _kept(asked, rulings, trace)
    free = 1
    if asked.modifier > 0:
        trace.switch("reaction.bonus", "bonus_dice_give_actions", rulings.bonus_dice_give_actions)
        free += asked.modifier if rulings.bonus_dice_give_actions else 0
    slots = Slots(free, fitness, awareness)
    if count < 1:
        count, speed = 0, DEFAULT_SPEED
        trace.add("reaction.default", "text", f"{name} has no die: speed", speed)
    else:
        speed = dice.throw(Lowest(count, SIDES), f"{name}'s reaction")
        trace.add("reaction", "text", f"{name}: the lowest of {count}", speed)
    now = Fighter(
        name=name,
        sheet=fighter.sheet,
        luck=fighter.luck,
        fitness_given=fitness,
        awareness_given=awareness,
    )
    if trace.on:
        for ability, given in (("fitness", fitness), ("awareness", awareness)):
            if given:
                left = now.effective("fitness" if ability == "fitness" else "awareness")
                trace.add("reaction.spent", "text", f"{name}: {ability} left this turn", left)
        trace.add("actions", "text", f"{name}: actions this turn", sum(slots))
    return Rolled(now, speed, count, slots, rank(now, speed, count == 0, rulings))


def most_given(rating: int, rulings: Rulings) -> int:
    """How many points of a rating may be given up (rule reaction.limit)."""
    return rating if rulings.reaction_limit == "effective" else max(0, rating - 1)


def _check_given(
    fighter: Fighter, ability: str, given: int, rulings: Rulings, trace: Trace
) -> None:
    """Raise Forbidden for points that nobody can give up (rule reaction.limit)."""
    if given == 0:
        return
    abilities = fighter.sheet.abilities
    rating = abilities.fitness if ability == "fitness" else abilities.awareness
    most = most_given(rating, rulings)
    if given >= rating:
        trace.switch("reaction.limit", "reaction_limit", rulings.reaction_limit)
    if not 0 <= given <= most:
        raise Forbidden(
            f"{fighter.name} has {ability} {rating} and cannot give up {given} of it",
            rule=f"{SYSTEM}:reaction.limit",
            hint=f"give 0 to {most} with --{ability}",
        )


def _kept(asked: Reaction, rulings: Rulings, trace: Trace) -> tuple[int, int]:
    """Fitness and awareness points given up for good (rule reaction.penalty)."""
    fitness, awareness = asked.fitness, asked.awareness
    if asked.modifier < 0 and fitness + awareness:
        trace.switch("reaction.penalty", "penalty_refunds", rulings.penalty_refunds)
        if rulings.penalty_refunds:
            lost = min(-asked.modifier, fitness + awareness)
            back = min(awareness, lost)
            awareness -= back
            fitness -= lost - back
    return fitness, awareness


def _place(one: Rolled, tied: bool) -> Place:
    return Place(
        one.now.name,
        one.speed,
        one.dice == 0,
        one.dice,
        tied,
        Actions(*one.slots),
        Effective(one.now.effective("fitness"), one.now.effective("awareness")),
    )


def explain_order(order: Sequence[Standing], rulings: Rulings, trace: Trace) -> None:
    """Say what the order, the first in front, hung on: ties; and the passes."""
    for one, after in pairwise(order):
        pair = f"{one.name} and {after.name}"
        if one.rank == after.rank:
            text = f"{pair}: equal speed and fitness: {rulings.full_tie}"
            trace.switch("reaction.tie", "full_tie", rulings.full_tie, text=text)
        elif one.speed == after.speed and one.rank.speed == after.rank.speed:
            text = f"{pair} share speed {one.speed}: the fitter, {one.name}, goes first"
            trace.add("reaction.order", "text", text, -one.rank.weakness)
            trace.switch("reaction.tie-fitness", "tie_fitness", rulings.tie_fitness)
            trace.switch("reaction.tie-faster", "tie_makes_faster", rulings.tie_makes_faster)
    if len(order) > 1:
        names = ", ".join(one.name for one in order)
        trace.add("reaction.order", "text", f"lowest speed first: {names}")
    for number, who in enumerate(passes([(one.name, one.actions) for one in order]), 1):
        trace.add("actions.passes", "text", "a pass: " + ", ".join(who), number)


def begin(before: Fighter, one: Rolled) -> tuple[Effect, ...]:
    """What a reaction roll changes: the new turn's numbers, and the last turn's undone."""
    new = {
        **THIS_TURN,
        "speed": one.speed,
        "defaulted": one.dice == 0,
        "fitness_given": one.now.fitness_given,
        "awareness_given": one.now.awareness_given,
        "free_actions": one.slots.free,
        "fitness_actions": one.slots.fitness,
        "awareness_actions": one.slots.awareness,
    }
    if before.speed is None:
        # Knocked down after the last turn and before this roll: that is this turn's.
        del new["stopped"]
    return changes(before, new, before.name)


REACTION = Action(
    Reaction,
    roll_reaction,
    SHEETS,
    ReactionResult,
    examples=(
        "affray roll reaction examples/sheets/iron-gauntlets/suenta.toml --awareness 1",
        "affray roll reaction examples/sheets/iron-gauntlets/*.toml --seed 5",
        "affray roll initiative examples/sheets/iron-gauntlets/suenta.toml "
        "examples/sheets/iron-gauntlets/kolby.toml",
        "affray roll initiative examples/sheets/iron-gauntlets/*.toml --seed 5",
    ),
)
