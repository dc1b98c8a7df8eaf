"""What one does in a fight beside striking: delay, aim, eat, suffer, rest (rules 4, 5)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.action import Action, Nothing
from affray.dice import Dice, Sum
from affray.faults import Forbidden
from affray.option import option
from affray.outcome import Effect, Outcome, Trace, changes
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings

PROVISIONS_A_DAY = 3
PROVISION, SLEEP = Sum(1, 6), Sum(2, 6)


class ActResult(Struct, frozen=True):
    """Who did what, and the Stamina afterwards."""

    name: str
    what: str
    stamina: int
    gained: int = 0


def _done(fighter: Fighter, what: str, effects: tuple[Effect, ...], trace: Trace) -> Outcome:
    result = ActResult(fighter.name, what, fighter.stamina)
    return Outcome("done", result, effects, tuple(trace.steps))


def delay(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Wait (rule 6.4): the token goes back into the bag now."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("6.4", "text", f"{fighter.name} delays: the token goes back into the bag")
    return _done(fighter, "delay", (), trace)


def aim(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Aim (rule 6.2.2): with the next token, roll twice and keep the better."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("6.2.2", "text", f"{fighter.name} aims: the next attack rolls twice")
    effects = changes(fighter, {"aiming": True}, fighter.name)
    return _done(fighter, "aim", effects, trace)


def flee(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Leave the fight (rule 6.5): running off takes the Turn."""
    trace = Trace(SYSTEM, dice.explains)
    trace.add("6.5", "text", f"{fighter.name} runs from the fight")
    effects = changes(fighter, {"fled": True}, fighter.name)
    return _done(fighter, "flee", effects, trace)


def eat(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Eat a provision (rule 4.2): 1d6 Stamina, three a day, never above the start.

    Raises:
        Forbidden: three were eaten today, or the eater is dead.
    """
    _alive(fighter)
    if fighter.provisions >= PROVISIONS_A_DAY:
        raise Forbidden(
            f"{fighter.name} has eaten {PROVISIONS_A_DAY} provisions today",
            rule=f"{SYSTEM}:4.2",
            hint="a rest begins a new day",
        )
    return _heal(fighter, "eat", PROVISION, {"provisions": fighter.provisions + 1}, dice)


def rest(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Sleep eight hours (rule 4.2): 2d6 Stamina, never above the start; a new day.

    Raises:
        Forbidden: the sleeper is dead.
    """
    _alive(fighter)
    fresh = {
        "prone": False,
        "unconscious": 0,
        "aiming": False,
        "drowning": 0,
        "fire": 0,
        "poison": 0,
        "bleeding": 0,
        "provisions": 0,
        "fled": False,
    }
    return _heal(fighter, "rest", SLEEP, fresh, dice)


def _alive(fighter: Fighter) -> None:
    if fighter.is_dead:
        raise Forbidden(f"{fighter.name} is dead", rule=f"{SYSTEM}:4")


def _heal(
    fighter: Fighter, what: str, roll: Sum, updates: Mapping[str, object], dice: Dice
) -> Outcome:
    trace = Trace(SYSTEM, dice.explains)
    thrown = dice.throw(roll, f"what {fighter.name} regains")
    after = max(fighter.stamina, min(fighter.sheet.stamina, fighter.stamina + thrown))
    trace.add("4.2", "text", f"{fighter.name} regains Stamina", thrown)
    if after < fighter.stamina + thrown:
        trace.add("4.2", "text", "never above the starting Stamina", fighter.sheet.stamina)
    effects = changes(fighter, {"stamina": after, **updates}, fighter.name)
    result = ActResult(fighter.name, what, after, after - fighter.stamina)
    return Outcome("done", result, effects, tuple(trace.steps))


class Suffer(Struct, frozen=True, forbid_unknown_fields=True):
    """What begins to hurt at each End of the Round, and with how many dice (0: it ends)."""

    kind: Annotated[Literal["fire", "poison", "bleeding"], option("What someone suffers from.")]
    dice_count: Annotated[int, Meta(ge=0, le=100), option("Its dice a round; 0 ends it.")] = 1


def suffer(fighter: Fighter, asked: Suffer, dice: Dice, rulings: Rulings) -> Outcome:
    """Begin (or end) fire, poison or bleeding; it is tested at the End of the Round (7.9.2)."""
    trace = Trace(SYSTEM, dice.explains)
    text = f"{fighter.name}: {asked.kind}, tested at each End of the Round"
    trace.add("7.9.2", "text", text, asked.dice_count)
    effects = changes(fighter, {asked.kind: asked.dice_count}, fighter.name)
    return _done(fighter, asked.kind, effects, trace)


ACTS: dict[str, Action] = {
    "act delay": Action(
        Nothing,
        lambda f, s, d, r: delay(f[0], s, d, r),
        result=ActResult,
        examples=("affray act Goblin-1 delay --session night.toml",),
    ),
    "act aim": Action(Nothing, lambda f, s, d, r: aim(f[0], s, d, r), result=ActResult),
    "act eat": Action(Nothing, lambda f, s, d, r: eat(f[0], s, d, r), result=ActResult),
    "act flee": Action(Nothing, lambda f, s, d, r: flee(f[0], s, d, r), result=ActResult),
    "act suffer": Action(
        Suffer,
        lambda f, s, d, r: suffer(f[0], s, d, r),
        result=ActResult,
        examples=("affray act Hero suffer --kind fire --session night.toml",),
    ),
    "act rest": Action(Nothing, lambda f, s, d, r: rest(f[0], s, d, r), result=ActResult),
}
"""What is only done in a fight, by its command."""
