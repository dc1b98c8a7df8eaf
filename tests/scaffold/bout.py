"""Fights that go on by scripted dice; what tests ask of a fight."""

from typing import Any

import pytest

from affray import fight as fights
from affray.deed import Deed
from affray.dice import ScriptedDice
from affray.faults import BadRequest, Forbidden
from affray.fight import Fight, Joining
from affray.outcome import Effect, Outcome
from affray.registry import system
from tests.scaffold.game import bare

SIDES = ("party", "foes")


def facing(*group: Any, rulings: Any = None, numbered: bool = False) -> Fight:
    """A fight of sheets, one for the party, one for its foes, and so on."""
    entries = [
        Joining(
            f"{one.name}-{number}" if numbered else one.name, one, ("party", "foes")[number % 2]
        )
        for number, one in enumerate(group)
    ]
    return fights.start(group[0].system, entries, rulings)


class Bout:
    """A fight that goes on by scripted dice."""

    def __init__(self, fight: Fight) -> None:
        self.fight = self.first = fight
        self.last: Outcome
        self.done: list[tuple[Effect, ...]] = []

    def _after(self, outcome: Outcome) -> Outcome:
        self.last = outcome
        self._change(outcome.effects)
        return outcome

    def _change(self, effects: tuple[Effect, ...]) -> None:
        self.fight = self.fight.apply(effects)
        self.done.append(effects)

    def next(self, *dice: int) -> set[str]:
        """Go on; whose turn it then is."""
        self._after(fights.advance(self.fight, ScriptedDice(dice)))
        return self.whose

    def next_to(self, name: str) -> None:
        """Go on until it is someone's turn."""
        while self.next() != {name}:
            pass

    def act(
        self,
        command: str,
        *who: str,
        dice: tuple[int, ...] = (),
        hold: Any = "kept",
        **options: Any,
    ) -> Outcome:
        """Do something."""
        deed = Deed(command, who, options)
        return self._after(fights.act(self.fight, deed, ScriptedDice(dice), turn=hold).whole)

    def refused(self, command: str, *who: str, **options: Any) -> str:
        """The rule that a deed is refused with."""
        with pytest.raises(Forbidden) as refusal:
            self.act(command, *who, **options)
        assert f"[{refusal.value.rule}]" in str(refusal.value)
        return bare(str(refusal.value.rule))

    def senseless(self, command: str, *who: str, **options: Any) -> str:
        """What is said of a request that makes no sense."""
        with pytest.raises(BadRequest) as refusal:
            self.act(command, *who, **options)
        return str(refusal.value)

    def suffers(self, who: str, **fields: object) -> None:
        """Change fields of a combatant, as something outside the rules might."""
        before = self.fighter(who)
        self._change(
            tuple(Effect(who, field, getattr(before, field), one) for field, one in fields.items())
        )

    def joins(self, sheet: Any, side: str) -> None:
        """Let someone join."""
        late = system(sheet.system).fighter(sheet)
        sides = {**self.fight.sides, sheet.name: side}
        self.fight = Fight(
            self.fight.system,
            (*self.fight.fighters, late),
            sides,
            self.fight.turns,
            self.fight.rulings,
        )

    def undo_all(self) -> Fight:
        """The fight after everything is taken back."""
        fight = self.fight
        for effects in reversed(self.done):
            fight = fight.undo(effects)
        return fight

    def fighter(self, name: str) -> Any:
        return self.fight.fighter(name)

    @property
    def turns(self) -> Any:
        return self.fight.turns

    @property
    def whose(self) -> set[str]:
        return set(self.fight.whose())

    @property
    def why(self) -> str:
        return system(self.fight.system).why(self.fight)

    @property
    def cited(self) -> set[str]:
        """The rules that what came last cites."""
        return {bare(step.rule) for step in self.last.trace}
