"""Dice for many actions in a row: a maker for each, so that each result replays alone."""

from collections.abc import Sequence

from affray.dice import Dice, ScriptedDice, SeededDice
from affray.fields import SEEDS


class Supply:
    """Hands out a maker of dice for each action; `choices` throws for tactics.

    Choices have dice of their own: whom to attack is no roll of the rules, and no part of
    the dice that a result is replayed from.
    """

    def __init__(self, seed: int) -> None:
        """Seeds of the makers are `seed`, seed + 1, … (0 … 2**53 − 1)."""
        self.seed = seed
        self.choices: Dice = SeededDice(seed + SEEDS)

    def next(self) -> Dice:
        """The maker for the next action."""
        maker = SeededDice(self.seed % SEEDS)
        self.seed += 1
        return maker

    def finish(self) -> None:
        """Say that nothing more is thrown; raises BadRequest for hand-rolled dice left over."""


class OneSupply(Supply):
    """One maker of dice for everything, where nobody replays a result."""

    def __init__(self, dice: Dice) -> None:
        self.choices = dice

    def next(self) -> Dice:
        """The same maker."""
        return self.choices


class ScriptedSupply(Supply):
    """Hands out the faces it was given, action by action, and insists that they fit."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(sum(faces))
        self._rest = tuple(faces)
        self._last: Dice | None = None

    def next(self) -> Dice:
        """The maker for the next action: what the one before it left."""
        self._take()
        self._last = ScriptedDice(self._rest)
        return self._last

    def finish(self) -> None:
        """Raise BadRequest when faces were given that no action asked for."""
        self._take()
        ScriptedDice(self._rest).finish()

    def _take(self) -> None:
        if self._last is not None:
            self._rest = self._rest[len(self._last.thrown) :]
            self._last = None
