"""The turns of Iron Gauntlets: reactions, then pass after pass in order of speed.

A round of the fight is a turn of the rules. It begins with reactions (rule reaction),
then come all first actions by speed, all second ones, and so on (rule actions.passes).
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from affray.dice import Dice
from affray.faults import Forbidden
from affray.fight import Fight, Keeper
from affray.iron_gauntlets.actions import slots_of
from affray.iron_gauntlets.acts import NEW_TURN
from affray.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.iron_gauntlets.initiative import (
    Reaction,
    Standing,
    begin,
    explain_order,
    most_given,
    rank,
    react,
)
from affray.iron_gauntlets.rulings import Rulings
from affray.outcome import THE_FIGHT, Effect, Outcome, Trace, changes
from affray.play import Deed

REACTIONS = ("roll reaction", "roll initiative")
TURN_COMMANDS = {
    "attack": "attack",
    "move": "move",
    "act stand": "stand",
    "act flee": "flee",
    "act use": "use",
}
"""What takes an action of one's own, and how it is declared; all else is asked at any time."""

NEXT = "`affray session next` goes on; --anyway overrules"


class Turns(Struct, frozen=True):
    """Where a fight stands.

    `round`: the turn (0: not begun). `action`: which of their actions all are at, 1 the
    first; 0: reactions are rolled. `order`: everybody's place by speed, equal ones at once,
    and `actions` how many each began the turn with. `place`: whose it is now; `acting`:
    who of that place could act when it came up; `acted`: who has, in this pass.
    """

    round: int = 0
    action: int = 0
    place: int = 0
    order: dict[str, int] = {}
    actions: dict[str, int] = {}
    acting: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


class Given(Struct, frozen=True):
    """The turn given: turn of the rules, which of their actions (0: reactions), who may act.

    `order` has all by speed, the fastest first; it is empty while reactions are rolled.
    """

    round: int
    action: int
    may_act: tuple[str, ...]
    order: tuple[str, ...]


def advance(fight: Fight, dice: Dice) -> Outcome:
    """Roll the reactions still missing and begin the passes, or go on in them.

    After the last pass a new turn begins: what lasted a turn is over, unused actions have
    lapsed, and everybody may roll a reaction again.
    """
    trace = Trace(SYSTEM, dice.explains)
    turns: Turns = fight.turns
    effects: tuple[Effect, ...] = ()
    if turns.action == 0:
        _explain_out(fight.rulings, trace)
        effects = _reactions(fight, dice, trace)
        fight = fight.apply(effects)
        order, actions = _order(fight, trace)
        draft = Turns(max(1, turns.round), 1, 0, order, actions)
    else:
        draft = turns
    after = _following(fight, draft)
    word = "turn"
    if after is None:
        word, after = "new-turn", Turns(draft.round + 1)
        for fighter in fight.fighters:
            effects += changes(fighter, NEW_TURN, fighter.name)
        trace.add("actions.passes", "text", "nobody has an action left, or it lapses")
        trace.add("turn", "text", "a new turn: what lasted a turn is over", after.round)
    else:
        names = " and ".join(after.acting)
        trace.add("actions.passes", "text", f"{names}: action number", after.action)
    effects += changes(turns, {f: getattr(after, f) for f in Turns.__struct_fields__}, THE_FIGHT)
    result = Given(after.round, after.action, after.acting, tuple(after.order))
    return Outcome(word, result, effects, tuple(trace.steps))


def _explain_out(rulings: Rulings, trace: Trace) -> None:
    """Say what harm takes anybody out; that none does is worth knowing too."""
    limits = {"out_at_injury": rulings.out_at_injury, "out_at_fatigue": rulings.out_at_fatigue}
    for switch, limit in limits.items():
        text = "" if limit is not None else f"{switch}: no figure, so nobody is"
        trace.switch("damage.out", switch, limit, "house", text)


def _reactions(fight: Fight, dice: Dice, trace: Trace) -> tuple[Effect, ...]:
    """The rolls of those who have not rolled yet, giving points as their tactics say."""
    effects: list[Effect] = []
    for fighter in fight.fighters:
        if fighter.speed is not None or is_out(fighter, fight.rulings):
            continue
        asked = Reaction(
            **{a: _points(fighter, a, fight.rulings) for a in ("fitness", "awareness")}
        )
        effects += begin(fighter, react(fighter, asked, dice, fight.rulings, trace))
    return tuple(effects)


def _points(fighter: Fighter, ability: str, rulings: Rulings) -> int:
    """The points of an ability that the sheet's tactics give up, as far as they may."""
    wish: int = getattr(fighter.sheet.tactics, ability)
    return min(wish, most_given(getattr(fighter.sheet.abilities, ability), rulings))


def _order(fight: Fight, trace: Trace) -> tuple[dict[str, int], dict[str, int]]:
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


def _following(fight: Fight, turns: Turns) -> Turns | None:
    """The turns when the next in order act; None when the turn is over."""
    for action in range(turns.action, max(turns.actions.values(), default=0) + 1):
        same = action == turns.action
        acted = turns.acted if same else ()
        for place in sorted(set(turns.order.values())):
            if same and place <= turns.place:
                continue
            names = tuple(_waiting(fight, turns, action, place, acted))
            if names:
                return replace(turns, action=action, place=place, acting=names, acted=acted)
    return None


def _waiting(
    fight: Fight, turns: Turns, action: int, place: int, acted: tuple[str, ...]
) -> Iterator[str]:
    """Who of a place has an action of that number, and is able to take it."""
    for fighter in fight.fighters:
        name = fighter.name
        if turns.order.get(name) != place or name in acted or turns.actions[name] < action:
            continue
        if _ready(fighter) and not is_out(fighter, fight.rulings):
            yield name


def _ready(fighter: Fighter) -> bool:
    """Whether somebody can act at all: there, not stopped, with an action left."""
    slots = slots_of(fighter)
    return not fighter.fled and not fighter.stopped and (slots is None or sum(slots) > 0)


def whose(fight: Fight) -> tuple[str, ...]:
    """Who may act now.

    Those tied act at once, so that harm by one of them does not keep the others from it
    (rule reaction.tie).
    """
    turns: Turns = fight.turns
    tied = len(turns.acting) > 1
    return tuple(
        f.name
        for f in fight.fighters
        if f.name in turns.acting
        and f.name not in turns.acted
        and _ready(f)
        and (tied or not is_out(f, fight.rulings))
    )


def why(fight: Fight) -> str:
    """Whose turn it is and why, in a sentence."""
    turns: Turns = fight.turns
    if turns.action == 0:
        begins = f"turn {turns.round} begins" if turns.round else "the fight has not begun"
        waiting = [
            f.name for f in fight.fighters if f.speed is None and not is_out(f, fight.rulings)
        ]
        if not waiting:
            return f"{begins}: all reactions are rolled; `next` gives the first action"
        rolls = ", ".join(waiting)
        return f"{begins}: reactions are rolled, still by {rolls}; `next` rolls for them"
    now = whose(fight)
    begun = f"turn {turns.round}, {_ordinal(turns.action)} actions"
    if now:
        verb = "act at once" if len(now) > 1 else "acts"
        head = f"{' and '.join(now)} {verb}{_speed(fight, now[0])}"
    else:
        verb = "have had their action" if len(turns.acting) > 1 else "has had the action"
        head = f"{' and '.join(turns.acting)} {verb}"
    following = list(_rest_of_pass(fight))
    return f"{begun}: {head}; then {', '.join(following) or 'the pass is over'}"


def _rest_of_pass(fight: Fight) -> Iterator[str]:
    turns: Turns = fight.turns
    for place in range(turns.place + 1, max(turns.order.values(), default=0) + 1):
        names = tuple(_waiting(fight, turns, turns.action, place, turns.acted))
        if names:
            yield " and ".join(names) + _speed(fight, names[0])


def _speed(fight: Fight, name: str) -> str:
    speed = fight.fighter(name).speed
    return "" if speed is None else f" ({speed})"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def allow(fight: Fight, deed: Deed) -> None:
    """Raise Forbidden when a deed cannot be done now, with the rule in the way."""
    if deed.command in REACTIONS:
        for name in deed.who:
            _allow_reaction(fight, fight.fighter(name))
    elif deed.who and deed.command == "act declare":
        _allow_declaring(fight, fight.fighter(deed.who[0]))
    elif deed.who and deed.command in TURN_COMMANDS:
        actor = fight.fighter(deed.who[0])
        _allow_acting(fight, actor)
        _allow_declared(fight, actor, _kind(deed))
        if deed.command == "attack" and len(deed.who) > 1:
            _allow_attack(fight, fight.fighter(deed.who[1]), deed)


def _kind(deed: Deed) -> str:
    """How a deed is declared."""
    if deed.command == "move" and deed.options.get("stand"):
        return "stand"
    return TURN_COMMANDS[deed.command]


def _allow_in(fighter: Fighter, rulings: Rulings) -> None:
    if fighter.fled:
        raise Forbidden(f"{fighter.name} has fled from the fight", rule=f"{SYSTEM}:actions.flee")
    if is_out(fighter, rulings):
        raise Forbidden(f"{fighter.name} is out of the fight", rule=f"{SYSTEM}:damage.out")


def _allow_reaction(fight: Fight, fighter: Fighter) -> None:
    _allow_in(fighter, fight.rulings)
    if fight.turns.action:
        raise Forbidden(
            "the reactions of this turn are rolled",
            rule=f"{SYSTEM}:reaction",
            hint="they are rolled again when a new turn begins; --anyway overrules",
        )
    if fighter.speed is not None:
        raise Forbidden(
            f"{fighter.name} has rolled already: speed {fighter.speed}",
            rule=f"{SYSTEM}:reaction",
            hint="`affray session undo` takes the roll back",
        )


def _allow_declaring(fight: Fight, fighter: Fighter) -> None:
    _allow_in(fighter, fight.rulings)
    if fight.turns.action:
        raise Forbidden(
            "first actions are declared at the beginning of a turn, while reactions are rolled",
            rule=f"{SYSTEM}:actions.declared",
            hint="later actions are not declared",
        )


def _allow_acting(fight: Fight, actor: Fighter) -> None:
    turns: Turns = fight.turns
    name = actor.name
    if name in whose(fight):
        return
    _allow_in(actor, fight.rulings)
    if turns.action == 0:
        raise Forbidden(
            f"{name} cannot act before the reactions are rolled",
            rule=f"{SYSTEM}:reaction",
            hint=NEXT,
        )
    if actor.stopped:
        raise Forbidden(
            f"{name} was knocked down or stopped and does nothing more this turn",
            rule=f"{SYSTEM}:actions.down",
            hint="a new turn begins after the last action of this one",
        )
    if name not in turns.order:
        raise Forbidden(
            f"{name} has rolled no reaction this turn, and waits for the next",
            rule=f"{SYSTEM}:reaction",
            hint=NEXT,
        )
    slots = slots_of(actor)
    if slots is not None and not sum(slots):
        message = f"{name} has no action left this turn"
        raise Forbidden(message, rule=f"{SYSTEM}:actions", hint=NEXT)
    raise Forbidden(
        f"it is not {name}'s turn to act: {why(fight)}",
        rule=f"{SYSTEM}:actions.passes",
        hint=NEXT,
    )


def _allow_declared(fight: Fight, actor: Fighter, kind: str) -> None:
    """Of the actions of a turn only the first is bound by what was declared."""
    if fight.turns.action == 1 and actor.declared not in (None, kind):
        raise Forbidden(
            f"{actor.name} has declared to {actor.declared} with the first action",
            rule=f"{SYSTEM}:actions.declared",
            hint="`affray session next` lets it lapse; --anyway overrules",
        )


def _allow_attack(fight: Fight, defender: Fighter, deed: Deed) -> None:
    turns: Turns = fight.turns
    if defender.fled:
        _allow_in(defender, fight.rulings)
    if deed.options.get("declared") is not True:
        return
    if turns.action != 1 or defender.name in turns.acted:
        raise Forbidden(
            f"{defender.name}'s first action is over, and later ones are not declared",
            rule=f"{SYSTEM}:actions.declared",
            hint="leave out --declared",
        )
    in_use = any(f.declared is not None for f in fight.fighters)
    if in_use and defender.declared != "attack":
        raise Forbidden(
            f"{defender.name} has not declared an attack that could become a parry",
            rule=f"{SYSTEM}:defence.declared",
            hint="leave out --declared",
        )


def cost(fight: Fight, deed: Deed, outcome: Outcome) -> tuple[Effect, ...]:
    """Who has acted in this pass; the action itself the rule function has charged.

    A declared attack that became a parry was the first action of its owner.
    """
    if deed.command not in TURN_COMMANDS:
        return ()
    turns: Turns = fight.turns
    acted = [fight.fighter(deed.who[0])]
    if deed.options.get("declared") is True and _defended(outcome):
        acted.append(fight.fighter(deed.who[1]))
    effects: tuple[Effect, ...] = ()
    for one in acted:
        effects += changes(one, {"declared": None}, one.name)
    names = (*turns.acted, *(one.name for one in acted))
    return effects + changes(turns, {"acted": names}, THE_FIGHT)


def _defended(outcome: Outcome) -> bool:
    return getattr(outcome.result, "defence", None) is not None


def loosen(fighter: Fighter) -> Fighter:
    """Let a combatant act whatever the turn says; what limits its defences stays."""
    free = slots_of(fighter) is None and not fighter.stopped
    return fighter if free else replace(fighter, unbound=True)


def is_out(fighter: Fighter, rulings: Rulings) -> bool:
    """Fled, or with so much harm as a ruling says (rule damage.out); without one, never."""
    limits: tuple[tuple[int, Any], ...] = (
        (fighter.injury, rulings.out_at_injury),
        (fighter.fatigue, rulings.out_at_fatigue),
    )
    return fighter.fled or any(limit is not None and harm >= limit for harm, limit in limits)


KEEPER = Keeper(
    state=Turns,
    advance=advance,
    whose=whose,
    why=why,
    allow=allow,
    cost=cost,
    loosen=loosen,
    is_out=is_out,
    acts={
        "stand": "acts:STAND",
        "flee": "acts:FLEE",
        "use": "acts:USE",
        "declare": "acts:DECLARE",
        "down": "acts:DOWN",
        "stop": "acts:STOP",
        "rest": "acts:REST",
    },
)
