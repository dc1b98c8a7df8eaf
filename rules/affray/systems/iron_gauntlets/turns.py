"""The turns of Iron Gauntlets: reactions, then pass after pass in order of speed.

A round of the fight is a turn of the rules. It begins with reactions (rule reaction),
then come all first actions by speed, all second ones, and so on (rule actions.passes).
"""

from bisect import bisect_right
from operator import attrgetter, itemgetter

from msgspec import Struct
from msgspec.structs import replace

from affray.deed import Deed
from affray.dice import Dice
from affray.outcome import UNTOLD, Outcome, Trace, changes
from affray.systems.iron_gauntlets.acts import NEW_TURN
from affray.systems.iron_gauntlets.allowing import TURN_COMMANDS
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter, is_out
from affray.systems.iron_gauntlets.initiative import (
    Rank,
    Reaction,
    Standing,
    begin,
    explain_order,
    most_given,
    rank,
    react,
)
from affray.systems.iron_gauntlets.order import OwnState, Turns, by_place, waiting
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.slots import slots_of


class TurnResult(Struct, frozen=True):
    """The turn given: turn of the rules, which of their actions (0: reactions), who may act.

    `order` has all by speed, the fastest first; it is empty while reactions are rolled.
    """

    round: int
    action: int
    may_act: tuple[str, ...]
    order: tuple[str, ...]


def advance(fight: OwnState, dice: Dice) -> Outcome:
    """Roll the reactions still missing and begin the passes, or go on in them.

    After the last pass a new turn begins: what lasted a turn is over, unused actions have
    lapsed, and everybody may roll a reaction again.
    """
    trace = Trace(SYSTEM, dice.explains)
    turns = fight.turns
    if turns.action == 0:
        if trace.on:
            _explain_out(fight.rulings, trace)
        _reactions(fight, dice, trace)
        order, actions = _order(fight, trace)
        draft = Turns(max(1, turns.round), 1, 0, order, actions)
    else:
        draft = turns
    after = _following(fight, draft)
    word = "turn"
    if after is None:
        word, after = "new-turn", Turns(draft.round + 1)
        for fighter in list(fight.fighters):
            fight.undergo(_renewed, fighter, dice)
        trace.add("actions.passes", "text", "nobody has an action left, or it lapses")
        trace.add("turn", "text", "a new turn: what lasted a turn is over", after.round)
    elif trace.on:
        names = " and ".join(after.acting)
        trace.add("actions.passes", "text", f"{names}: action number", after.action)
    fight.turns = after
    if not trace.on:
        return UNTOLD
    result = TurnResult(after.round, after.action, after.acting, tuple(after.order))
    return Outcome(word, result, (), tuple(trace.steps))


def _explain_out(rulings: Rulings, trace: Trace) -> None:
    """Say what harm takes anybody out; that none does is worth knowing too."""
    limits = {"out_at_injury": rulings.out_at_injury, "out_at_fatigue": rulings.out_at_fatigue}
    for switch, limit in limits.items():
        text = "" if limit is not None else f"{switch}: no figure, so nobody is"
        trace.switch("damage.out", switch, limit, "house", text)


def _reactions(fight: OwnState, dice: Dice, trace: Trace) -> None:
    """The rolls of those who have not rolled yet, giving points as their tactics say."""
    for fighter in list(fight.fighters):
        if fighter.speed is None and not fight.is_out(fighter):
            trace.steps += fight.undergo(_reaction, fighter, dice).trace


def _reaction(fighter: Fighter, dice: Dice, rulings: Rulings) -> Outcome:
    trace = Trace(SYSTEM, dice.explains)
    asked = Reaction(**{a: _points(fighter, a, rulings) for a in ("fitness", "awareness")})
    effects = begin(fighter, react(fighter, asked, dice, rulings, trace))
    return replace(UNTOLD, effects=effects, trace=tuple(trace.steps))


def _renewed(fighter: Fighter, dice: Dice, rulings: Rulings) -> Outcome:
    return replace(UNTOLD, effects=changes(fighter, NEW_TURN, fighter.name))


def _points(fighter: Fighter, ability: str, rulings: Rulings) -> int:
    """The points of an ability that the sheet's tactics give up, as far as they may."""
    wish: int = getattr(fighter.sheet.tactics, ability)
    return min(wish, most_given(getattr(fighter.sheet.abilities, ability), rulings))


def _order(fight: OwnState, trace: Trace) -> tuple[dict[str, int], dict[str, int]]:
    """Everybody's place by speed, from 1, and number of actions (rule reaction.order)."""
    standing = [(one.name, fight.recall(_standing, one)) for one in fight.fighters]
    found = sorted(
        [Standing(name, *stands) for name, stands in standing if stands is not None],
        key=attrgetter("rank"),
    )
    if trace.on:
        explain_order(found, fight.rulings, trace)
    places: dict[str, int] = {}
    last, before = 0, None
    for one in found:
        if before != one.rank or fight.rulings.full_tie != "simultaneous":
            last += 1
        places[one.name] = last
        before = one.rank
    return places, {one.name: one.actions for one in found}


def _standing(fighter: Fighter, rulings: Rulings) -> tuple[int, Rank, int] | None:
    """Speed, rank and number of actions of somebody who takes part in the turn."""
    slots = slots_of(fighter)
    if fighter.speed is None or slots is None or is_out(fighter, rulings):
        return None
    place = rank(fighter, fighter.speed, fighter.defaulted, rulings)
    return fighter.speed, place, sum(slots)


def _following(fight: OwnState, turns: Turns) -> Turns | None:
    """The turns when the next in order act; None when the turn is over."""
    places = fight.once(by_place, turns.order)
    for action in range(turns.action, fight.once(_most, turns.actions) + 1):
        same = action == turns.action
        acted = turns.acted if same else ()
        for place, together in places[bisect_right(places, turns.place, key=_place) * same :]:
            names = tuple(waiting(fight, turns, action, together, acted))
            if names:
                return Turns(turns.round, action, place, turns.order, turns.actions, names, acted)
    return None


_place = itemgetter(0)


def _most(actions: dict[str, int]) -> int:
    return max(actions.values(), default=0)


def spend(fight: OwnState, deed: Deed, outcome: Outcome) -> None:
    """Who has acted in this pass; the action itself the rule function has charged.

    A declared attack that became a parry was the first action of its owner.
    """
    if deed.command not in TURN_COMMANDS:
        return
    turns = fight.turns
    acted = [fight.fighter(deed.who[0]).name]
    if deed.options.get("declared") is True and getattr(outcome.result, "defence", None):
        acted.append(fight.fighter(deed.who[1]).name)
    fight.turns = replace(turns, acted=(*turns.acted, *acted))


def loosen(fighter: Fighter) -> Fighter:
    """Let a combatant act whatever the turn says; what limits its defences stays."""
    free = slots_of(fighter) is None and not fighter.stopped
    return fighter if free else replace(fighter, unbound=True)
