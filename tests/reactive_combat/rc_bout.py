"""A fight of Reactive Combat that the tests play step by step."""

from __future__ import annotations

from typing import Any, cast

import pytest

from affray import fight as fights
from affray import sheets
from affray.dice import ScriptedDice
from affray.faults import BadRequest, Forbidden
from affray.fight import Entry, Fight, start
from affray.outcome import Effect, Outcome
from affray.play import Deed
from affray.registry import system
from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.order import Turns
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet

NAME = "reactive-combat"
PISTOL = {
    "name": "pistol",
    "group": "handguns",
    "reload": 3,
    "short": {"tn": 11, "power": 8},
    "medium": {"tn": 13, "power": 8},
}
HIT, MISS = (6, 5, 4, 1, 2, 1), (1, 2, 1, 6, 5, 4)
"""An attack roll and a defence roll, without doubles where it matters."""


def sheet(name: str, **data: Any) -> Sheet:
    """A sheet of toughness 4 with a longsword and Fighting 3, or as `data` says."""
    whole: dict[str, Any] = {
        "system": NAME,
        "name": name,
        "defense": 11,
        "weapons": [{"name": "longsword"}],
        "abilities": {"fighting": 3, "strength": 2, "accuracy": 2},
        **data,
    }
    if "kind" in whole:
        whole["class"] = whole.pop("kind")
    elif "toughness" not in whole:
        whole["toughness"] = 4
    return cast(Sheet, sheets.from_data(whole))


class Bout:
    """A fight that goes on by scripted dice."""

    def __init__(self, *fighters: Sheet, rulings: Rulings | None = None) -> None:
        entries = [
            Entry(one.name, one, "party" if number % 2 == 0 else "foes")
            for number, one in enumerate(fighters)
        ]
        self.fight: Fight = start(NAME, entries, rulings)
        self.first = self.fight
        self.last: Outcome
        self.done: list[tuple[Effect, ...]] = []

    def _after(self, outcome: Outcome) -> Outcome:
        self.last = outcome
        self.fight = self.fight.apply(outcome.effects)
        self.done.append(outcome.effects)
        return outcome

    def next(self, *dice: int) -> str | None:
        """Go on; whose turn it then is."""
        self._after(fights.advance(self.fight, ScriptedDice(dice)))
        return next(iter(fights.whose(self.fight)), None)

    def next_to(self, name: str) -> None:
        """Go on until it is someone's turn."""
        while self.next() != name:
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
            fights.act(self.fight, Deed(command, who, options), ScriptedDice(()))
        assert f"[{refusal.value.rule}]" in str(refusal.value)
        return str(refusal.value.rule).removeprefix(f"{NAME}:")

    def senseless(self, command: str, *who: str, **options: Any) -> str:
        """What is said of a request that makes no sense."""
        with pytest.raises(BadRequest) as refusal:
            fights.act(self.fight, Deed(command, who, options), ScriptedDice(()))
        return str(refusal.value)

    def suffers(self, who: str, **fields: object) -> None:
        """Change fields of a combatant, as something outside the rules might."""
        fighter = self.fight.fighter(who)
        effects = tuple(
            Effect(who, field, getattr(fighter, field), after) for field, after in fields.items()
        )
        self.fight = self.fight.apply(effects)
        self.done.append(effects)

    def joins(self, one: Sheet, side: str) -> None:
        """Let someone join."""
        fighters = (*self.fight.fighters, system(NAME).fighter(one))
        self.fight = Fight(
            NAME,
            fighters,
            {**self.fight.sides, one.name: side},
            self.fight.turns,
            self.fight.rulings,
        )

    def undo_all(self) -> Fight:
        """The fight after everything is taken back."""
        fight = self.fight
        for effects in reversed(self.done):
            fight = fight.undo(effects)
        return fight

    def fighter(self, name: str) -> Fighter:
        found = self.fight.fighter(name)
        assert isinstance(found, Fighter)
        return found

    @property
    def turns(self) -> Turns:
        turns = self.fight.turns
        assert isinstance(turns, Turns)
        return turns

    @property
    def used(self) -> tuple[int, int]:
        """Major and minor actions used of the turn."""
        return self.turns.major, self.turns.minor

    @property
    def whose(self) -> tuple[str, ...]:
        return fights.whose(self.fight)

    @property
    def why(self) -> str:
        return system(NAME).why(self.fight)

    @property
    def cited(self) -> set[str]:
        return {step.rule.removeprefix(f"{NAME}:") for step in self.last.trace}


def duel(first: Sheet | None = None, second: Sheet | None = None, **rulings: Any) -> Bout:
    """Ann's turn in a fight with Bob, just begun."""
    bout = Bout(first or sheet("Ann"), second or sheet("Bob"), rulings=Rulings(**rulings))
    assert bout.next(6, 6, 6, 1, 1, 1) == bout.fight.fighters[0].name
    return bout
