"""What a fight does not allow now, with the rule in the way."""

from affray.deed import Deed
from affray.faults import Forbidden
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter, is_out
from affray.systems.iron_gauntlets.order import OwnScene, whose, why
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.slots import slots_of

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


def allow(fight: OwnScene, deed: Deed) -> None:
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


def _allow_reaction(fight: OwnScene, fighter: Fighter) -> None:
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


def _allow_declaring(fight: OwnScene, fighter: Fighter) -> None:
    _allow_in(fighter, fight.rulings)
    if fight.turns.action:
        raise Forbidden(
            "first actions are declared at the beginning of a turn, while reactions are rolled",
            rule=f"{SYSTEM}:actions.declared",
            hint="later actions are not declared",
        )


def _allow_acting(fight: OwnScene, actor: Fighter) -> None:
    turns = fight.turns
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


def _allow_declared(fight: OwnScene, actor: Fighter, kind: str) -> None:
    """Of the actions of a turn only the first is bound by what was declared."""
    if fight.turns.action == 1 and actor.declared not in (None, kind):
        raise Forbidden(
            f"{actor.name} has declared to {actor.declared} with the first action",
            rule=f"{SYSTEM}:actions.declared",
            hint="`affray session next` lets it lapse; --anyway overrules",
        )


def _allow_attack(fight: OwnScene, defender: Fighter, deed: Deed) -> None:
    turns = fight.turns
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
