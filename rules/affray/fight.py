"""A fight: one immutable value, the same while it is played, and what every system does with it.

Sessions keep a fight in a file, encounters drive one to its end, simulation drives
many. What changes one goes through `act` and `advance` here; in what order things come,
`affray.engine.step` says, and what a turn is, each system.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from affray.action import ACT, Combatant, Named
from affray.deed import Deed, refuse_kept, resolve
from affray.dice import Dice
from affray.faults import BadRequest, Fault, Forbidden, near
from affray.harm import replaced
from affray.outcome import THE_FIGHT, Effect, Outcome, TraceStep, apply, changes
from affray.registry import system
from affray.system import System

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    F = TypeVar("F", bound=Combatant, default=Any)
    T = TypeVar("T", default=Any)
    R = TypeVar("R", default=Any)
else:
    from typing import TypeVar

    F, T, R = (TypeVar(name) for name in "FTR")

S = TypeVar("S")
V = TypeVar("V")
K = TypeVar("K", bound=Hashable)


class Scene(Generic[F, T, R]):
    """What rules may read of a fight, whether it is kept (Fight) or being played (State)."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def system(self) -> str: ...
        @property
        def fighters(self) -> Sequence[F]: ...
        @property
        def sides(self) -> Mapping[str, str]: ...
        @property
        def turns(self) -> T: ...
        @property
        def rulings(self) -> R: ...

    @property
    def rules(self) -> System:
        """The system it is played by."""
        return system(self.system)

    @property
    def names(self) -> tuple[str, ...]:
        """The combatants' names, in the order they joined."""
        return tuple(self.sides)

    @property
    def round(self) -> int:
        """The number of the round; 0: it has not begun."""
        found: int = self.turns.round  # type: ignore[attr-defined]
        return found

    def fighter(self, name: str) -> F:
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
        names = list(self.names)
        raise BadRequest(
            Fault(
                f"nobody in this fight is called `{name}`",
                near(name, names, otherwise=("here are: " + ", ".join(names))),
            )
        )

    def whose(self) -> tuple[str, ...]:
        """Who may act now, in no order; empty before the fight begins."""
        return self.rules.whose(self)

    def is_out(self, fighter: F) -> bool:
        """Whether a combatant fights no more."""
        return self.rules.is_out(fighter, self.rulings)

    def decide(self, name: str, dice: Dice) -> Deed | None:
        """What the combatant called `name` does next by its sheet's tactics; None: nothing."""
        return self.rules.decide(self, self.fighter(name), dice)

    def recall(self, make: Callable[..., V], *about: F, given: Hashable = None) -> V:
        """What `make` says of one or two combatants as they stand, and the rulings: all that it
        may read, but for what is `given` last.

        Where many fights are played, it is asked but once.
        """
        return make(*about, self.rulings) if given is None else make(*about, self.rulings, given)

    def once(self, make: Callable[[S], V], value: S) -> V:
        """What `make` says of a value that nobody changes; where it was the last, asked once."""
        return make(value)

    def able(self) -> Sequence[F]:
        """Those who fight on, in the order they joined."""
        return [one for one in self.fighters if not self.is_out(one)]

    def foes(self, fighter: F) -> Sequence[F]:
        """Those on other sides who still fight, in the order they joined."""
        own = self.sides[fighter.name]
        return [one for one in self.able() if self.sides[one.name] != own]

    def opposed(self, fighter: F) -> bool:
        """Whether anybody on another side still fights."""
        return bool(self.foes(fighter))

    def least(self, fighter: F, measure: Callable[[F, R], float]) -> F:
        """The foe, of one or more, for whom a measure is least; the first of those who joined."""
        return min(self.foes(fighter), key=lambda foe: self.recall(measure, foe))

    def grouped(self, sort: Callable[[F, R], K | None]) -> Mapping[K, Sequence[str]]:
        """The names of combatants by what `sort` says of them as they stand; None: nowhere."""
        found: dict[K, list[str]] = {}
        for one in self.fighters:
            key = self.recall(sort, one)
            if key is not None:
                found.setdefault(key, []).append(one.name)
        return found

    def has_sides(self) -> bool:
        """Whether there ever were two sides."""
        return len(set(self.sides.values())) > 1

    def standing(self) -> tuple[str, ...]:
        """The sides of which somebody still fights, in the order they joined."""
        return tuple(dict.fromkeys([self.sides[one.name] for one in self.able()]))

    def won(self) -> "Ended | None":
        """The end of a fight of which one side, or none, is left standing."""
        left = self.standing()
        if len(left) > 1:
            return None
        return Ended("won", left[0], self.round) if left else Ended("all-out", None, self.round)


class Fight(Scene[F, T, R], Struct, Generic[F, T, R], frozen=True):
    """Combatants as they stand, their sides, whose turn it is, and the rulings."""

    system: str
    fighters: tuple[F, ...]
    sides: dict[str, str]
    turns: T
    rulings: R

    def apply(self, effects: Iterable[Effect]) -> "Fight[F, T, R]":
        """The fight after the effects.

        Raises:
            BadData: an effect's `before` does not hold. Then nothing is applied.
        """
        before: dict[str, Any] = {THE_FIGHT: self.turns, **{one.name: one for one in self.fighters}}
        after = apply(before, effects)
        turns = after.pop(THE_FIGHT)
        return replace(self, fighters=tuple(after.values()), turns=turns)

    def undo(self, effects: Sequence[Effect]) -> "Fight[F, T, R]":
        """The fight before the effects.

        Raises:
            BadData: an effect's `after` does not hold.
        """
        return self.apply(Effect(e.who, e.field, e.after, e.before) for e in reversed(effects))

    def over(self: "Fight") -> "End | None":
        """The end of a fight that is won; never, where there were no two sides to win against."""
        end = self.won() if self.has_sides() else None
        return None if end is None else End(self, *end)


class State(Scene[F, T, R]):
    """A fight while it is played: what turns and deeds change in place.

    `turns` is set to another value, never changed; combatants go through `change`. Of the
    present turn: `actor` is playing it and has done `deeds` things; `idle` have had theirs.
    `since` is the last round with harm; `touched`: whose fields were changed, in that order.
    `places`: where in `fighters` each stands.
    """

    __slots__ = (
        *("system", "rules", "sides", "rulings", "turns", "fighters", "places", "_harm"),
        *("actor", "deeds", "idle", "since", "touched"),
    )
    system: str
    rules: System
    sides: Mapping[str, str]
    rulings: R
    turns: T

    def __init__(self, fight: Fight[F, T, R]) -> None:
        self.system, self.sides, self.rulings = fight.system, fight.sides, fight.rulings
        self.fighters: list[F] = list(fight.fighters)
        self.turns = fight.turns
        self.rules = fight.rules
        self.places = {one.name: place for place, one in enumerate(self.fighters)}
        self._harm = frozenset(self.rules.terms.fields)
        self.actor: str | None = None
        self.deeds = 0
        self.idle: tuple[str, ...] = ()
        self.since: int = self.round
        self.touched: dict[tuple[str, str], None] = {}

    def fighter(self, name: str) -> F:
        """The combatant called `name` (see Scene)."""
        place = self.places.get(name)
        return super().fighter(name) if place is None else self.fighters[place]

    def undergo(self, play: Callable[[F, Dice, R], Outcome], fighter: F, dice: Dice) -> Outcome:
        """Let something befall a combatant: `play` says what, and reads nobody else."""
        outcome = play(fighter, dice, self.rulings)
        self.suffer(outcome.effects)
        return outcome

    def change(self, fighter: F, fields: Mapping[str, Any]) -> F:
        """Give a combatant other values in some fields; who they then are."""
        other = {k: v for k, v in fields.items() if getattr(fighter, k) != v}
        if not other:
            return fighter
        self.touched.update(dict.fromkeys((fighter.name, field) for field in other))
        after = replaced(fighter, other)
        self.put(fighter, after, not self._harm.isdisjoint(other))
        return after

    def put(self, fighter: F, after: F, harm: bool) -> None:
        """Let somebody stand as another does; whether there is harm in that."""
        if harm:
            self.since = self.round
        self.fighters[self.places[fighter.name]] = after

    def suffer(self, effects: Iterable[Effect]) -> None:
        """Take over the effects of an action."""
        for effect in effects:
            if effect.who == THE_FIGHT:
                self.turns = replaced(self.turns, {effect.field: effect.after})
            else:
                self.change(self.fighter(effect.who), {effect.field: effect.after})

    def kept(self) -> Fight[F, T, R]:
        """The fight as it now stands."""
        fighters = tuple(self.fighters)
        return Fight(self.system, fighters, dict(self.sides), self.turns, self.rulings)


def _difference(before: Fight, after: State) -> tuple[Effect, ...]:
    """The effects that lead from one to the other, in the order of what was changed first."""
    origin = {one.name: one for one in before.fighters}
    found = [
        Effect(who, field, was, now)
        for who, field in after.touched
        if (was := getattr(origin[who], field)) != (now := getattr(after.fighter(who), field))
    ]
    turns = {field: getattr(after.turns, field) for field in before.turns.__struct_fields__}
    return *found, *changes(before.turns, turns, THE_FIGHT)


class Joining(NamedTuple):
    """Someone who joins a fight: the name, the sheet, and the side."""

    name: str
    sheet: Named
    side: str


def start(system_name: str, entries: Sequence[Joining], rulings: Struct | None = None) -> Fight:
    """A fight that has not begun: everybody fresh, no turn taken yet."""
    rules = system(system_name)
    return Fight(
        system=system_name,
        fighters=tuple(rules.fighter(entry.sheet, entry.name) for entry in entries),
        sides={entry.name: entry.side for entry in entries},
        turns=rules.turns_type(),
        rulings=rulings or rules.rulings_type(),
    )


class Played(NamedTuple):
    """A deed done in a fight: what the rules made of it, what it used up of the turn, the
    steps in which the director overruled, and the combatants as they acted."""

    outcome: Outcome
    cost: tuple[Effect, ...]
    overruled: tuple[TraceStep, ...]
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
    rules = fight.rules
    rules.action(deed.command)  # what there is no rule for is refused as that, whose turn it may be
    fighters = [fight.fighter(name) for name in deed.who]
    overruled: tuple[TraceStep, ...] = ()
    if turn != "ignored":
        refuse_kept(rules.action(deed.command), deed)
        try:
            rules.allow(fight, deed)
        except Forbidden as forbidden:
            if turn == "kept":
                raise
            text = f"overruled by the director: {forbidden.message}"
            overruled = (TraceStep(forbidden.rule or fight.system, "ruling", text),)
    if turn == "ignored" or overruled:
        fighters[:1] = [rules.loosen(one) for one in fighters[:1]]
    outcome = resolve(rules, deed.command, fighters, deed.options, dice, fight.rulings)
    if not more:
        dice.finish()
    binds = turn != "ignored" and not overruled
    cost = spent(fight, deed, outcome) if binds else ()
    return Played(outcome, cost, overruled, tuple(fighters))


def spent(fight: Fight, deed: Deed, outcome: Outcome) -> tuple[Effect, ...]:
    """What a deed uses up of the turn, as effects."""
    state = State(fight)
    fight.rules.spend(state, deed, outcome)
    return _difference(fight, state)


def advance(fight: Fight, dice: Dice) -> Outcome:
    """End the present turn and give the next one (or begin the fight), as effects."""
    state = State(fight)
    outcome = fight.rules.advance(state, dice)
    dice.finish()
    return replace(outcome, effects=_difference(fight, state))


Reason = Literal["won", "all-out", "stalemate", "cap"]
"""Why a fight is over: one side is left; none is; nobody can be hurt any more; too long."""


class Ended(NamedTuple):
    """Why a fight is over, the side that won it (None: none did), and in which round."""

    reason: Reason
    winner: str | None
    rounds: int


class End(Struct, frozen=True):
    """The fight is over, for this reason; `winner` is a side, or None."""

    fight: Fight
    reason: Reason
    winner: str | None
    rounds: int


REST = f"{ACT}rest"
"""The act that a rest is, for each who rests."""


class Rested(Struct, frozen=True):
    """Who rested."""

    who: tuple[str, ...]


def rest(fight: Fight, names: Sequence[str], dice: Dice) -> Outcome:
    """End the fight, and let those named (none: all but the fallen) heal as the rules have it.

    Raises:
        BadRequest: nobody of that name; Forbidden: the rules let somebody not rest.
    """
    rules = fight.rules
    rules.action(REST)
    able = tuple(f.name for f in fight.fighters if not rules.has_fallen(f, fight.rulings))
    who = tuple(dict.fromkeys(fight.fighter(name).name for name in names)) or able
    effects: list[Effect] = []
    steps: list[TraceStep] = []
    turns = fight.turns
    for name in who:
        outcome = act(fight, Deed(REST, (name,)), dice, turn="ignored", more=True).outcome
        effects += outcome.effects
        steps += outcome.trace
        fight = fight.apply(outcome.effects)
    dice.finish()
    fresh = {field: getattr(type(turns)(), field) for field in turns.__struct_fields__}
    effects += changes(turns, fresh, THE_FIGHT)
    return Outcome("rested", Rested(who), tuple(effects), tuple(steps))
