"""The turns of Iron Gauntlets: reactions, then pass after pass in order of speed.

A round of the fight is a turn of the rules. It begins with reactions (rule reaction),
then come all first actions by speed, all second ones, and so on (rule actions.passes).
"""

from msgspec import Struct
from msgspec.structs import replace

from affray.deed import Deed
from affray.dice import Dice
from affray.outcome import Outcome, Trace
from affray.systems.iron_gauntlets.acts import NEW_TURN
from affray.systems.iron_gauntlets.allowing import TURN_COMMANDS
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter, is_out
from affray.systems.iron_gauntlets.initiative import (
    Reaction,
    Standing,
    begin,
    explain_order,
    most_given,
    rank,
    react,
)
from affray.systems.iron_gauntlets.order import OwnState, Turns, waiting
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
            fight.change(fighter, NEW_TURN)
        trace.add("actions.passes", "text", "nobody has an action left, or it lapses")
        trace.add("turn", "text", "a new turn: what lasted a turn is over", after.round)
    else:
        names = " and ".join(after.acting)
        trace.add("actions.passes", "text", f"{names}: action number", after.action)
    fight.turns = after
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
        if fighter.speed is not None or is_out(fighter, fight.rulings):
            continue
        asked = Reaction(
            **{a: _points(fighter, a, fight.rulings) for a in ("fitness", "awareness")}
        )
        fight.suffer(begin(fighter, react(fighter, asked, dice, fight.rulings, trace)))


def _points(fighter: Fighter, ability: str, rulings: Rulings) -> int:
    """The points of an ability that the sheet's tactics give up, as far as they may."""
    wish: int = getattr(fighter.sheet.tactics, ability)
    return min(wish, most_given(getattr(fighter.sheet.abilities, ability), rulings))


def _order(fight: OwnState, trace: Trace) -> tuple[dict[str, int], dict[str, int]]:
    """Everybody's place by speed, from 1, and number of actions (rule reaction.order)."""
    found = []
    for fighter in fight.fighters:
        slots = slots_of(fighter)
        if fighter.speed is None or slots is None or is_out(fighter, fight.rulings):
            continue
        place = rank(fighter, fighter.speed, fighter.defaulted, fight.rulings)
        found.append(Standing(fighter.name, fighter.speed, place, sum(slots)))
    found.sort(key=lambda one: one.rank)
    if trace.on:
        explain_order(found, fight.rulings, trace)
    places: dict[str, int] = {}
    before = None
    for one in found:
        together = before == one.rank and fight.rulings.full_tie == "simultaneous"
        last = max(places.values(), default=0)
        places[one.name] = last if together else last + 1
        before = one.rank
    return places, {one.name: one.actions for one in found}


def _following(fight: OwnState, turns: Turns) -> Turns | None:
    """The turns when the next in order act; None when the turn is over."""
    for action in range(turns.action, max(turns.actions.values(), default=0) + 1):
        same = action == turns.action
        acted = turns.acted if same else ()
        for place in sorted(set(turns.order.values())):
            if same and place <= turns.place:
                continue
            names = tuple(waiting(fight, turns, action, place, acted))
            if names:
                return replace(turns, action=action, place=place, acting=names, acted=acted)
    return None


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
