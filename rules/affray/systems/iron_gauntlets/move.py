"""Movement (rule move): automatic, basic and advanced, and standing up."""

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice
from affray.faults import BadRequest, Fault, Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rolls import calamity, handful, throw
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.slots import stand, take
from affray.tables import load_table

Mode = Literal["run", "swim", "crawl", "walk", "climb"]
Method = Literal["automatic", "basic", "advanced"]
ATHLETICS = "athletics"
TABLE_END = 6
"""The rating the table ends at where a switch says that it does."""


@cache
def table() -> dict[str, int]:
    """Feet per turn for each step or point of rating, by mode (rule move.run-swim-crawl)."""
    return {mode: row["feet"] for mode, row in load_table(__file__, "movement.toml").items()}


def feet_a_step(mode: Mode, rulings: Rulings) -> int:
    """Feet per turn for each step or point; walking and climbing are house figures."""
    house = {"walk": rulings.walk_feet, "climb": rulings.climb_feet}
    return house[mode] if mode in house else table()[mode]


def needed(distance: int, feet: int) -> int:
    """The smallest rating that reaches a distance, both in feet (rule move.needed)."""
    return -(-distance // feet)


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `move`: a mode, how it is handled, feet to cover; or `stand` up instead.

    An automatic move without a distance goes as far as it can; an advanced one needs a
    distance; a basic one has none. `on_fail` is for an advanced move.
    """

    mode: Annotated[Mode | None, option("How.")] = None
    method: Annotated[Method, option("How the director settles it.")] = "automatic"
    distance: Annotated[Annotated[int, Meta(ge=1, le=9999)] | None, option("Feet to cover.")] = None
    on_fail: Annotated[
        Literal["partial", "trip"] | None, option("What failing an advanced move means.")
    ] = None
    stand: Annotated[bool, option("Get up from the floor instead.")] = False


class MoveResult(Struct, frozen=True):
    """A move: whose, feet covered, fitness it cost and left this turn.

    `difficulty` is an advanced move's, `steps` any thrown move's; both None elsewhere.
    """

    name: str
    mode: str | None
    method: str | None
    feet: int
    cost: int
    fitness_left: int
    difficulty: int | None
    steps: int | None


def move(fighter: Fighter, asked: Move, dice: Dice, rulings: Rulings) -> Outcome:
    """Move, or stand up.

    Raises:
        BadRequest: options that do not go together.
        Forbidden: too far; lying down and no crawling; no action left.
    """
    _check(asked)
    trace = Trace(SYSTEM, dice.explains)
    if asked.stand:
        effects = stand(fighter, rulings, trace)
        left = fighter.effective("fitness")
        result = MoveResult(fighter.name, None, None, 0, 0, left, None, None)
        return Outcome("moved", result, effects, tuple(trace.steps))
    assert asked.mode is not None
    if trace.on:
        trace.add("move", "text", f"{fighter.name} {asked.mode}s, {asked.method}")
    _on_the_ground(fighter, asked.mode, rulings, trace)
    paid = take(fighter, "fitness", rulings, trace)
    feet = feet_a_step(asked.mode, rulings)
    _explain_table(asked.mode, feet, rulings, trace)
    if asked.method == "automatic":
        return _automatic(fighter, asked, asked.mode, feet, paid, rulings, trace)
    return _thrown(fighter, asked, asked.mode, feet, paid, dice, rulings, trace)


def _check(asked: Move) -> None:
    """Raise BadRequest for options that do not go together."""
    if asked.stand:
        if asked.mode is not None or asked.distance is not None or asked.on_fail is not None:
            raise BadRequest(Fault("standing up is no movement", "leave out all but --stand"))
    elif asked.mode is None:
        raise BadRequest(
            Fault("--mode is missing", "one of: run, swim, crawl, walk, climb; or --stand")
        )
    elif asked.method == "basic" and asked.distance is not None:
        raise BadRequest(
            Fault("a basic move goes as far as its steps", "name a distance with --method advanced")
        )
    elif asked.method == "advanced" and asked.distance is None:
        raise BadRequest(Fault("an advanced move names its distance", "add --distance FEET"))
    elif asked.method != "advanced" and asked.on_fail is not None:
        raise BadRequest(Fault("only an advanced move can fail", "leave out --on-fail"))


def _on_the_ground(fighter: Fighter, mode: Mode, rulings: Rulings, trace: Trace) -> None:
    """Raise Forbidden for someone lying down who would do more than crawl."""
    if not fighter.prone or fighter.stopped:
        return
    trace.switch("move.prone", "prone_moves", rulings.prone_moves)
    if mode != "crawl" and rulings.prone_moves == "crawl":
        raise Forbidden(
            f"{fighter.name} is lying down and can only crawl",
            rule=f"{SYSTEM}:move.prone",
            hint="--stand gets up, for one action",
        )


def _explain_table(mode: Mode, feet: int, rulings: Rulings, trace: Trace) -> None:
    if not trace.on:
        return
    text = f"{mode}: feet in a turn for each point or step"
    if mode in ("walk", "climb"):
        trace.switch("move.walk-climb", f"{mode}_feet", feet, "house", text)
    else:
        trace.add("move.run-swim-crawl", "derived", text, feet)


def _moved(fighter: Fighter, mode: Mode) -> int:
    """Feet that already cost fitness this turn in one mode."""
    return int(getattr(fighter, f"feet_{mode}"))


def _price(total: int, feet: int, rulings: Rulings) -> int:
    """The rating a distance in feet costs, by how it is rounded."""
    return needed(total, feet) if rulings.move_rounding == "up" else total // feet


def _automatic(
    fighter: Fighter,
    asked: Move,
    mode: Mode,
    feet: int,
    paid: tuple[Effect, ...],
    rulings: Rulings,
    trace: Trace,
) -> Outcome:
    """No dice: as far as effective fitness reaches, which is then lost (rule move.automatic)."""
    before = fighter.effective("fitness")
    already = _moved(fighter, mode) if rulings.move_charge == "total" else 0
    charged = _price(already, feet, rulings)
    reach = max(0, (charged + before) * feet - already)
    distance = reach if asked.distance is None else asked.distance
    trace.add("move.automatic", "text", f"{fighter.name}: effective fitness", before)
    if already:
        trace.switch("move.total", "move_charge", rulings.move_charge)
        trace.add("move.total", "ruling", f"feet of {mode} before, charged together", already)
    if distance > reach:
        raise Forbidden(
            f"{distance} ft is out of reach: {fighter.name} can {mode} {reach} ft",
            rule=f"{SYSTEM}:move.needed",
            hint=f"--distance {reach} or less" if reach else "no fitness is left this turn",
        )
    cost = _price(already + distance, feet, rulings) - charged
    if (already + distance) % feet:
        trace.switch("move.needed", "move_rounding", rulings.move_rounding)
    left = before - cost
    trace.add("move.automatic", "text", f"{mode}: feet", distance)
    trace.add("move.automatic", "text", "fitness lost until the turn ends", cost)
    trace.add("move.automatic", "text", "fitness left", left)
    effects = (*paid, *_drain(fighter, mode, distance, cost))
    result = MoveResult(fighter.name, mode, asked.method, distance, cost, left, None, None)
    return Outcome("moved", result, effects, tuple(trace.steps), distance > 0)


def _drain(fighter: Fighter, mode: Mode, feet: int, cost: int) -> tuple[Effect, ...]:
    """The fitness a move costs, and the feet that it paid for, as effects."""
    new = {
        "fitness_lost": fighter.fitness_lost + cost,
        f"feet_{mode}": _moved(fighter, mode) + feet,
    }
    return changes(fighter, new, fighter.name)


def _thrown(
    fighter: Fighter,
    asked: Move,
    mode: Mode,
    feet: int,
    paid: tuple[Effect, ...],
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
) -> Outcome:
    """An athletics task: its steps are the distance, or reach the one named."""
    difficulty = _difficulty(asked.distance, feet, rulings, trace)
    hand = handful(fighter, "fitness", ATHLETICS, rulings, trace)
    steps = throw(hand, dice, f"{fighter.name}'s {ATHLETICS}", trace)
    word, covered, effects = "moved", steps * feet, paid
    if asked.distance is None or difficulty is None:
        success = covered > 0
        trace.add("move.basic", "text", f"{steps} steps: feet", covered)
    elif steps >= difficulty:
        covered, success = asked.distance, True
        trace.add("move.advanced", "text", f"{steps} steps against {difficulty}: feet", covered)
    else:
        success = False
        calamity(steps, difficulty, trace)
        word, covered, fell = _failed(fighter, asked, asked.distance, covered, rulings, trace)
        effects += fell
    left = fighter.effective("fitness")
    cost = 0
    trace.switch("move.no-drain", "thrown_moves_drain", rulings.thrown_moves_drain)
    if rulings.thrown_moves_drain:
        already = _moved(fighter, mode) if rulings.move_charge == "total" else 0
        price = _price(already + covered, feet, rulings) - _price(already, feet, rulings)
        cost = min(left, price)
        effects += _drain(fighter, mode, covered, cost)
    left -= cost
    trace.add("move.no-drain", "ruling", "fitness left", left)
    result = MoveResult(fighter.name, mode, asked.method, covered, cost, left, difficulty, steps)
    return Outcome(word, result, effects, tuple(trace.steps), success)


def _difficulty(distance: int | None, feet: int, rulings: Rulings, trace: Trace) -> int | None:
    """The difficulty of a distance in feet (rule move.advanced); None for none."""
    if distance is None:
        return None
    difficulty = needed(distance, feet)
    trace.add("move.advanced", "text", f"difficulty of {distance} ft", difficulty)
    if difficulty > TABLE_END:
        trace.switch("move.beyond-table", "move_table_end", rulings.move_table_end)
        if rulings.move_table_end == "six":
            raise Forbidden(
                f"{distance} ft is beyond the table, which ends at {TABLE_END * feet} ft",
                rule=f"{SYSTEM}:move.beyond-table",
            )
    return difficulty


def _failed(
    fighter: Fighter, asked: Move, distance: int, partial: int, rulings: Rulings, trace: Trace
) -> tuple[str, int, tuple[Effect, ...]]:
    """A failed advanced move (rules move.on-fail, move.trip): the word, feet, effects."""
    on_fail = asked.on_fail or rulings.advanced_failure
    if asked.on_fail is None:
        trace.switch("move.on-fail", "advanced_failure", rulings.advanced_failure)
    if on_fail == "partial":
        trace.add("move.on-fail", "ruling", "a failure: feet for the steps made", partial)
        return "partial", partial, ()
    half = (distance + (rulings.trip_rounding == "up")) // 2
    if distance % 2:
        trace.switch("move.trip", "trip_rounding", rulings.trip_rounding)
    trace.add("move.trip", "ruling", f"{fighter.name} trips halfway, and is down: feet", half)
    trace.add("actions.down", "text", f"{fighter.name} does nothing more this turn")
    down = changes(fighter, {"prone": True, "stopped": True}, fighter.name)
    return "tripped", half, down


MOVE = Action(
    Move,
    lambda f, s, d, r: move(f[0], s, d, r),
    result=MoveResult,
    examples=(
        "affray move examples/sheets/iron-gauntlets/titus.toml --mode swim --distance 12",
        "affray move examples/sheets/iron-gauntlets/suenta.toml --mode run",
    ),
)
