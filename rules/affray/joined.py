"""A system in one module, whose combatants simply act in the order in which they joined."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct

from affray.action import Action, Combatant, Named
from affray.deed import Deed
from affray.dice import Dice
from affray.fight import Scene, State
from affray.outcome import Outcome
from affray.system import System

S = TypeVar("S", bound=Named)
F = TypeVar("F", bound=Combatant)
R = TypeVar("R", bound=Struct)


class NoRulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings of a system whose text leaves nothing open."""


class JoinedTurns(Struct, frozen=True):
    """The round (0: not begun), whose turn it is, and whether they have acted in it."""

    round: Annotated[int, Meta(ge=0, le=99_999)] = 0
    acting: str | None = None
    used: bool = False


class TurnResult(Struct, frozen=True):
    """The round, and who may act now."""

    round: int
    may_act: tuple[str, ...]


class JoinOrder(System[S, F, JoinedTurns, R], Generic[S, F, R]):
    """A system of which everybody has one action a round, in the order they joined."""

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, Action[F, Any, R]]:
        """What its commands do, by command."""

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of its actions."""
        return tuple(self.actions)

    def settles(self, command: str) -> Action[F, Any, R] | None:
        """One of its actions."""
        return self.actions.get(command)

    @property
    def turns_type(self) -> type[JoinedTurns]:
        """Round, turn, and whether it is used."""
        return JoinedTurns

    def advance(self, fight: State[F, JoinedTurns, R], dice: Dice) -> Outcome:
        """Give the turn to the next who is not out; after the last a new round begins."""
        able = [one.name for one in fight.fighters if not fight.is_out(one)]
        now = fight.turns
        places = {name: place for place, name in enumerate(fight.names)}
        here = places.get(now.acting or "", -1)
        rest = [name for name in able if places[name] > here] if now.round else []
        round_ = now.round if rest else now.round + 1
        who = next(iter(rest or able), None)
        word = "turn" if rest else "new-round"
        fight.turns = JoinedTurns(round_, who)
        return Outcome(word, TurnResult(round_, () if who is None else (who,)), (), ())

    def whose(self, fight: Scene[F, JoinedTurns, R]) -> tuple[str, ...]:
        """Whoever has the turn, until they have acted or are out."""
        name = fight.turns.acting
        if name is None or fight.turns.used or name not in fight.names:
            return ()
        return () if self.is_out(fight.fighter(name), fight.rulings) else (name,)

    def why(self, fight: Scene[F, JoinedTurns, R]) -> str:
        """The round, and whose turn it is."""
        if fight.turns.round == 0:
            return "the fight has not begun"
        now = fight.turns
        if now.used:
            return f"round {now.round}: {now.acting} has acted"
        return f"round {now.round}: {' and '.join(self.whose(fight)) or 'nobody'} may act"

    def spend(self, fight: State[F, JoinedTurns, R], deed: Deed, outcome: Outcome) -> None:
        """Whatever is done takes the turn."""
        fight.turns = JoinedTurns(fight.turns.round, fight.turns.acting, True)
