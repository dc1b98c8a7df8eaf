"""What many fights came to, counted, so that counts of batches add up in any order."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from msgspec import Struct

from affray.fight import Reason, Scene

K = TypeVar("K")


class Ending(NamedTuple):
    """What one fight came to, as far as it is counted.

    `standing` names who fights on at the end, `first` who fell first: none, one, or those
    who fell at once.
    """

    reason: Reason
    winner: str | None
    rounds: int
    standing: tuple[str, ...]
    first: tuple[str, ...]


class Tally(Struct):
    """How often each ending came."""

    fights: int = 0
    endings: dict[Ending, int] = {}

    def count(self, ending: Ending, times: int = 1) -> None:
        """Count an ending."""
        self.fights += times
        self.endings[ending] = self.endings.get(ending, 0) + times

    def plus(self, other: "Tally") -> "Tally":
        """What both have counted; neither is changed, whenever somebody interrupts."""
        both = Tally(self.fights, dict(self.endings))
        for ending, times in other.endings.items():
            both.count(ending, times)
        return both

    def winners(self) -> Counter[str | None]:
        """Fights won by each side; None: by nobody."""
        return self._by(lambda ending: (ending.winner,))

    def reasons(self) -> Counter[str]:
        """Fights by why they were over."""
        return self._by(lambda ending: (ending.reason,))

    def rounds(self) -> Counter[int]:
        """Fights by the number of rounds begun."""
        return self._by(lambda ending: (ending.rounds,))

    def standing(self) -> Counter[str]:
        """Fights at whose end each combatant still stood."""
        return self._by(lambda ending: ending.standing)

    def first(self) -> Counter[str]:
        """Fights in which each combatant fell first, or at once with others."""
        return self._by(lambda ending: ending.first)

    def survivors(self, sides: dict[str, str], side: str) -> Counter[int]:
        """Fights by how many of a side stood at the end."""
        return self._by(lambda ending: (sum(sides[name] == side for name in ending.standing),))

    def _by(self, what: Callable[[Ending], tuple[K, ...]]) -> Counter[K]:
        found: Counter[K] = Counter()
        for ending, times in self.endings.items():
            for one in what(ending):
                found[one] += times
        return found


def fallen(fight: Scene) -> tuple[str, ...]:
    """Who is out of a fight, those who fled aside."""
    able, fallen = {one.name for one in fight.able()}, fight.rules.has_fallen
    out = [one for one in fight.fighters if one.name not in able]
    return tuple([one.name for one in out if fallen(one, fight.rulings)])
