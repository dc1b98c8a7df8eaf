"""Actions: what a command does, its options, and who it is done by and to."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol

from msgspec import Struct

from affray.dice import Dice
from affray.option import SHEET, Seat
from affray.outcome import Outcome


class Named(Protocol):
    """A sheet of whichever system."""

    @property
    def name(self) -> str: ...
    @property
    def system(self) -> str: ...


class Combatant(Protocol):
    """Somebody in a fight of whichever system: a sheet, and each field a fight can change."""

    @property
    def name(self) -> str: ...
    @property
    def sheet(self) -> Any: ...


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    F = TypeVar("F", bound=Combatant, default=Any)
    Q = TypeVar("Q", bound=Struct, default=Any)
    R = TypeVar("R", bound=Struct, default=Any)
else:
    from typing import TypeVar

    F, Q, R = (TypeVar(name) for name in "FQR")

ACT = "act "
"""How the command of a turn's own action begins: "act delay", "act stand"."""
ROLL = "roll "
"""How the command of a roll begins: "roll initiative"."""

OWN = frozenset(
    (
        *("roll dice", "session", "turn", "odds", "run", "simulate", "check", "sheet", "rule"),
        *("table", "rulings", "import", "shell", "batch", "schema", "completion", "replay"),
    )
)
"""Commands of affray itself, and the first words of some: no system settles any so called."""


class Action(Struct, Generic[F, Q, R], frozen=True):
    """Something a command does: its options as a struct, and the rule that settles it.

    `play` is handed the combatants in the order the command names them, the options, the
    dice and the rulings. `seats` are the combatants it takes, as a command line names them;
    `result` is the struct its outcome's result is; `summary` is what a command does
    that no other system has; `examples` are command lines, two or more; `choices` the keys of
    those it can ask for, with the names of their facts.
    """

    situation: type[Q]
    play: Callable[[Sequence[F], Q, Dice, R], Outcome]
    seats: tuple[Seat, ...] = SHEET
    result: type[Struct] | None = None
    summary: str = ""
    examples: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = {}

    @property
    def least(self) -> int:
        """The fewest combatants it takes."""
        return sum(seat.required for seat in self.seats)

    @property
    def most(self) -> int | None:
        """The most combatants it takes; None: no bound."""
        return None if any(seat.many for seat in self.seats) else len(self.seats)


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of an action that has none."""


class Silence(Struct, frozen=True):
    """A command the system has no rule for: what its source does say, and the rule id."""

    rule: str
    says: str
    hint: str | None = None
