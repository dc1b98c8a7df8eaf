"""A fight: one immutable value, and what every system can do with it.

Sessions keep a fight in a file, encounters drive one to its end, simulation drives
many. All of them go through `act` and `advance` here; what a turn is, each system says
in its `turns.py`, whose KEEPER is a `Keeper`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from affray.dice import Dice
from affray.faults import BadRequest, Fault, Forbidden, near
from affray.outcome import THE_FIGHT, Effect, Outcome, Step, apply, changes
from affray.play import ACT, Deed, resolve
from affray.system import System, system


class Fight(Struct, frozen=True):
    """Combatants as they stand, their sides, whose turn it is, and the rulings."""

    system: str
    fighters: tuple[Any, ...]
    sides: dict[str, str]
    turns: Any
    rulings: Any

    def fighter(self, name: str) -> Any:
        """The combatant called `name`, case aside when that is clear.

        Raises:
            BadRequest: nobody here is called so.
        """
        for one in self.fighters:
            if one.name == name:
                return one
        folded = [one for one in self.fighters if one.name.casefold() == name.casefold()]
        if len(folded) == 1:
            return folded[0]
        names = [one.name for one in self.fighters]
        raise BadRequest(
            Fault(
                f"nobody in this fight is called `{name}`",
                near(name, names, otherwise=("here are: " + ", ".join(names))),
            )
        )

    def apply(self, effects: Iterable[Effect]) -> "Fight":
        """The fight after the effects.

        Raises:
            BadData: an effect's `before` does not hold. Then nothing is applied.
        """
        before = {THE_FIGHT: self.turns, **{one.name: one for one in self.fighters}}
        after = apply(before, effects)
        turns = after.pop(THE_FIGHT)
        return replace(self, fighters=tuple(after.values()), turns=turns)

    def undo(self, effects: Sequence[Effect]) -> "Fight":
        """The fight before the effects.

        Raises:
            BadData: an effect's `after` does not hold.
        """
        return self.apply(Effect(e.who, e.field, e.after, e.before) for e in reversed(effects))


class Keeper(Struct, frozen=True):
    """What a turn is in one system; a system's turns.py has one as KEEPER.

    `state` is the struct of its turns, every field with a default. `advance` ends the
    present turn and gives the next (or begins the fight). `whose` names who may act now.
    `allow` raises Forbidden, with the rule, when a deed is not allowed now; `cost` gives
    the effects of what a deed uses up. `loosen` frees a combatant from what limits a
    turn, for a director who overrules. `is_out` says who fights no more. `acts` are the
    actions that only make sense in a fight, by name, as "module:ATTRIBUTE"; "rest" ends
    it for a combatant and heals as the rules have it. `rule` is the id of the rule that
    says whose turn it is.
    """

    state: type[Struct]
    advance: Callable[[Fight, Dice], Outcome]
    whose: Callable[[Fight], tuple[str, ...]]
    why: Callable[[Fight], str]
    allow: Callable[[Fight, Deed], None]
    cost: Callable[[Fight, Deed, Outcome], tuple[Effect, ...]]
    loosen: Callable[[Any], Any]
    is_out: Callable[[Any, Any], bool]
    acts: Mapping[str, str]
    rule: str


def keeper(rules: System) -> Keeper:
    """The turns of a system."""
    return cast(Keeper, rules.part("turns", "KEEPER"))


class Entry(NamedTuple):
    """Someone who joins a fight: the name, the sheet, and the side."""

    name: str
    sheet: Struct
    side: str


def start(system_name: str, entries: Sequence[Entry], rulings: Struct | None = None) -> Fight:
    """A fight that has not begun: everybody fresh, no turn taken yet."""
    rules = system(system_name)
    return Fight(
        system=system_name,
        fighters=tuple(rules.fighter(entry.sheet, entry.name) for entry in entries),
        sides={entry.name: entry.side for entry in entries},
        turns=keeper(rules).state(),
        rulings=rulings or rules.rulings_type(),
    )


class Played(NamedTuple):
    """A deed done in a fight: what the rules made of it, what it used up of the turn, the
    steps in which the director overruled, and the combatants as they acted."""

    outcome: Outcome
    cost: tuple[Effect, ...]
    overruled: tuple[Step, ...]
    fighters: tuple[Any, ...]

    @property
    def whole(self) -> Outcome:
        """All of it as one outcome: overruled steps first, what the turn cost last."""
        return replace(
            self.outcome,
            effects=(*self.outcome.effects, *self.cost),
            trace=(*self.overruled, *self.outcome.trace),
        )


Hold = Literal["kept", "overruled", "ignored"]
"""How the turn binds a deed: as the rules have it; overruled by the director, which the
trace says; or not at all, where no turns are played."""


def act(fight: Fight, deed: Deed, dice: Dice, *, turn: Hold = "kept", more: bool = False) -> Played:
    """What a deed does in the fight, and what it uses up of the turn.

    With `more` the same dice go on to another deed.

    Raises:
        Forbidden: it is not allowed now, or by the rules at all.
        BadRequest: nobody of that name, or options that do not fit.
    """
    rules = system(fight.system)
    keep = keeper(rules)
    fighters = [fight.fighter(name) for name in deed.who]
    overruled: tuple[Step, ...] = ()
    if turn != "ignored":
        try:
            keep.allow(fight, deed)
        except Forbidden as forbidden:
            if turn == "kept":
                raise
            text = f"overruled by the director: {forbidden.message}"
            overruled = (Step(forbidden.rule, "ruling", text),)
    if turn == "ignored" or overruled:
        fighters[:1] = [keep.loosen(one) for one in fighters[:1]]
    rules = with_act(rules, deed.command)
    outcome = resolve(rules, deed.command, fighters, deed.options, dice, fight.rulings)
    if not more:
        dice.finish()
    binds = turn != "ignored" and not overruled
    cost = keep.cost(fight, deed, outcome) if binds else ()
    return Played(outcome, cost, overruled, tuple(fighters))


def with_act(rules: System, command: str) -> System:
    """The system as a fight has it: with the turn's own action behind "act …" as well.

    Raises:
        BadRequest: it has no such action.
    """
    if not command.startswith(ACT):
        return rules
    acts = keeper(rules).acts
    name = command.removeprefix(ACT)
    if name not in acts:
        hint = near(name, acts, otherwise="there is: " + ", ".join(acts))
        raise BadRequest(Fault(f"{rules.title} has no action called `{name}`", hint))
    return replace(rules, actions={**rules.actions, command: acts[name]})


def advance(fight: Fight, dice: Dice) -> Outcome:
    """End the present turn and give the next one (or begin the fight), as effects."""
    outcome = keeper(system(fight.system)).advance(fight, dice)
    dice.finish()
    return outcome


def whose(fight: Fight) -> tuple[str, ...]:
    """Who may act now, in no order; empty before the fight begins."""
    return keeper(system(fight.system)).whose(fight)


def is_out(fight: Fight, fighter: Any) -> bool:
    """Whether a combatant fights no more."""
    return keeper(system(fight.system)).is_out(fighter, fight.rulings)


class Rested(Struct, frozen=True):
    """Who rested."""

    who: tuple[str, ...]


def rest(fight: Fight, names: Sequence[str], dice: Dice) -> Outcome:
    """End the fight, and let those named (none: all but the fallen) heal as the rules have it.

    Raises:
        BadRequest: nobody of that name; Forbidden: the rules let somebody not rest.
    """
    able = tuple(f.name for f in fight.fighters if not is_out(fight, replace(f, fled=False)))
    who = tuple(dict.fromkeys(fight.fighter(name).name for name in names)) or able
    effects: list[Effect] = []
    steps: list[Step] = []
    turns = fight.turns
    for name in who:
        outcome = act(fight, Deed("act rest", (name,)), dice, turn="ignored", more=True).outcome
        effects += outcome.effects
        steps += outcome.trace
        fight = fight.apply(outcome.effects)
    dice.finish()
    fresh = {field: getattr(type(turns)(), field) for field in turns.__struct_fields__}
    effects += changes(turns, fresh, THE_FIGHT)
    return Outcome("rested", Rested(who), tuple(effects), tuple(steps))
