"""The turns of Reactive Combat: by initiative, a major and a minor action each, or two minor."""

from collections.abc import Iterator

from msgspec import Struct

from affray.dice import Dice
from affray.fight import Fight, Keeper
from affray.outcome import THE_FIGHT, Effect, Outcome, Trace, changes
from affray.play import Deed
from affray.reactive_combat.actions import COSTS, FULL_ROUND, MAJOR, MINOR, Uses, turn_holds
from affray.reactive_combat.fighter import SYSTEM, Fighter, is_out
from affray.reactive_combat.initiative import Initiative, roll_initiative
from affray.reactive_combat.rulings import Rulings

TURN_COMMANDS = (
    "attack",
    "move",
    "act deep-breath",
    "act load",
    "act fill",
    "act use",
    "act flee",
)
"""What takes an action of one's turn; all else is asked of anybody at any time."""

NEW_ROUND = {"expert_struck": False, "pinpointed": False}
"""What a combatant is before a round, as far as something counts once a round."""


class Turns(Struct, frozen=True):
    """Whose turn it is and what is used of it.

    `round`: 0 before the fight begins. `acting`: who has the turn, at `place` in the
    order. `major` and `minor`: the actions of this turn that are used up.
    """

    round: int = 0
    acting: str | None = None
    place: int = 0
    major: int = 0
    minor: int = 0


class Given(Struct, frozen=True):
    """The turn given: the round, who may act (nobody, when all are out), and the order.

    `order` has everybody who can act, the first first.
    """

    round: int
    may_act: tuple[str, ...]
    order: tuple[str, ...]


def advance(fight: Fight, dice: Dice) -> Outcome:
    """End the present turn and give the next in the order of initiative.

    The first throws initiative for all, unless it was thrown for all by `roll
    initiative`; who joins later is put after the others (rules initiative,
    initiative.join). After the last a new round begins (rule round).
    """
    trace = Trace(SYSTEM, dice.explains)
    turns: Turns = fight.turns
    if turns.round == 0:
        _explain_out(fight.rulings, trace)
    effects = _places(fight, dice, trace)
    for fighter in fight.fighters:
        effects += changes(fighter, {"extra_bullets": 0}, fighter.name)
    order = ordered(fight.apply(effects))
    here = [f for f in order if turns.round and _comes_after(fight, f, turns)]
    round_, word = turns.round, "turn"
    if not here:
        round_, word, here = turns.round + 1, "new-round", order
        trace.add("round", "base", "a round begins: what counts once a round is free", round_)
        for fighter in fight.fighters:
            effects += changes(fighter, NEW_ROUND, fighter.name)
    after = Turns(round_)
    if here:
        now = here[0]
        assert now.place is not None
        after = Turns(round_, now.name, now.place)
        trace.add("initiative", "base", f"{now.name} has the turn, place in the order", now.place)
        trace.add("turn", "base", f"{now.name} has {left(after)}")
    effects += changes(turns, {f: getattr(after, f) for f in Turns.__struct_fields__}, THE_FIGHT)
    may_act = () if after.acting is None else (after.acting,)
    result = Given(round_, may_act, tuple(f.name for f in order))
    return Outcome(word, result, effects, tuple(trace.steps))


def _explain_out(rulings: Rulings, trace: Trace) -> None:
    limit = rulings.out_at_marks
    text = "out_at_marks: no figure, so marks take nobody out" if limit is None else ""
    trace.switch("marks.out", "out_at_marks", limit, text=text)


def _places(fight: Fight, dice: Dice, trace: Trace) -> tuple[Effect, ...]:
    """Places in the order for those who have none; at the beginning of a fight, for all."""
    able = [f for f in fight.fighters if not is_out(f, fight.rulings)]
    throwing = [f for f in able if f.place is None]
    if not throwing:
        return ()
    effects: tuple[Effect, ...] = ()
    last = 0
    if fight.turns.round == 0:
        throwing = able
        for fighter in fight.fighters:
            if fighter not in able:
                effects += changes(fighter, {"place": None}, fighter.name)
    else:
        last = max((f.place for f in fight.fighters if f.place is not None), default=0)
        names = ", ".join(f.name for f in throwing)
        trace.add("initiative.join", "ruling", f"joining after all others: {names}")
    thrown = roll_initiative(throwing, Initiative(), dice, fight.rulings)
    trace.steps += thrown.trace
    for place, one in enumerate(thrown.result.order, last + 1):  # type: ignore[attr-defined]
        effects += changes(fight.fighter(one.name), {"place": place}, one.name)
    return effects


def ordered(fight: Fight) -> list[Fighter]:
    """Everybody who can act and has a place, in the order of initiative."""
    able = [f for f in fight.fighters if f.place is not None and not is_out(f, fight.rulings)]
    return sorted(able, key=lambda f: f.place)


def _comes_after(fight: Fight, fighter: Fighter, turns: Turns) -> bool:
    """Whether someone's turn is still to come in this round.

    Places are told apart by who joined first where an overruled throw made two alike.
    """
    names = [f.name for f in fight.fighters]
    now = names.index(turns.acting) if turns.acting in names else -1
    place = fighter.place
    if place is None:
        # The throw of this very moment has put it behind all others.
        return True
    return (place, names.index(fighter.name)) > (turns.place, now)


def acting(fight: Fight) -> Fighter | None:
    """Who has the turn, able to act or not; None when nobody has, or they have left."""
    name = fight.turns.acting
    return next((f for f in fight.fighters if f.name == name), None)


def whose(fight: Fight) -> tuple[str, ...]:
    """Who may act now: the one who has the turn, while able and with an action left."""
    one = acting(fight)
    if one is None or is_out(one, fight.rulings) or not has_left(fight.turns, COSTS[MINOR]):
        return ()
    return (one.name,)


def has_left(turns: Turns, uses: Uses) -> bool:
    """Whether the present turn still has room for so many actions (rule turn)."""
    return turn_holds(turns.major + uses.major, turns.minor + uses.minor)


def left(turns: Turns) -> str:
    """The actions that a turn still has, in words."""
    if has_left(turns, COSTS[FULL_ROUND]):
        return "a major and a minor action, or two minor ones"
    if has_left(turns, COSTS[MAJOR]):
        return "a major or a minor action"
    return "a minor action" if has_left(turns, COSTS[MINOR]) else "no action"


def why(fight: Fight) -> str:
    """Whose turn it is and why, in a sentence."""
    turns: Turns = fight.turns
    if turns.round == 0:
        return f"the fight has not begun: {_before(fight)}"
    now = acting(fight)
    if now is None:
        head = "nobody has the turn"
    elif now.fled:
        head = f"{now.name} has fled"
    elif is_out(now, fight.rulings):
        head = f"{now.name} is out of the fight"
    elif not whose(fight):
        head = f"{now.name} has used all actions"
    else:
        still = "" if turns == Turns(turns.round, now.name, turns.place) else "still "
        head = f"{now.name} acts and {still}has {left(turns)}"
    return f"round {turns.round}: {head}; {_then(fight)}"


def _before(fight: Fight) -> str:
    able = [f for f in fight.fighters if not is_out(f, fight.rulings)]
    if any(f.place is None for f in able):
        names = ", ".join(f.name for f in able)
        return f"`next` throws initiative for {names}"
    names = ", ".join(f.name for f in ordered(fight))
    return f"the order is {names}; `next` gives the first turn"


def _then(fight: Fight) -> str:
    order = ordered(fight)
    rest = [f.name for f in order if _comes_after(fight, f, fight.turns)]
    rest += [f"{name} (joining)" for name in _joining(fight)]
    if rest:
        return f"then {', '.join(rest)}"
    first = f" with {order[0].name}" if order else ""
    return f"then round {fight.turns.round + 1} begins{first}"


def _joining(fight: Fight) -> Iterator[str]:
    for fighter in fight.fighters:
        if fighter.place is None and not is_out(fighter, fight.rulings):
            yield fighter.name


def cost(fight: Fight, deed: Deed, outcome: Outcome) -> tuple[Effect, ...]:
    """The actions that a deed has used up; an extra bullet only if it was fired."""
    if deed.command not in TURN_COMMANDS:
        return ()
    uses = COSTS[MAJOR]
    if deed.command == "attack":
        if any(effect.field == "extra_bullets" for effect in outcome.effects):
            uses = COSTS[FULL_ROUND]
    else:
        uses = COSTS[outcome.result.action]  # type: ignore[attr-defined]
    turns: Turns = fight.turns
    used = {"major": turns.major + uses.major, "minor": turns.minor + uses.minor}
    return changes(turns, used, THE_FIGHT)


def _allow(fight: Fight, deed: Deed) -> None:
    # What is refused has a module of its own, which needs to know whose turn it is.
    from affray.reactive_combat.allowing import allow

    allow(fight, deed)
