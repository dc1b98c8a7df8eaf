"""A fight of Iron Gauntlets that the tests play step by step."""

from typing import Any

import pytest

from affray import fight as fights
from affray.dice import ScriptedDice
from affray.faults import Forbidden
from affray.fight import Entry, Fight, start
from affray.outcome import Effect, Outcome
from affray.play import Deed
from affray.registry import system
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.order import Turns
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Abilities, Sheet, Weapon

SWORD = Weapon("sword", "melee", 3)
MISS = (10, 10, 10, 10)
HIT = (1, 10, 10, 10)


def sheet(name: str, fitness: int = 4, awareness: int = 3, **more: Any) -> Sheet:
    return Sheet(
        system="iron-gauntlets",
        name=name,
        abilities=Abilities(fitness=fitness, awareness=awareness, creativity=2, luck=1),
        skills={"melee": 6, "athletics": 5},
        weapons=(SWORD,),
        **more,
    )


class Bout:
    """A fight that goes on by scripted dice."""

    def __init__(self, *sheets: Sheet, rulings: Rulings | None = None) -> None:
        entries = [
            Entry(one.name, one, "party" if number % 2 == 0 else "foes")
            for number, one in enumerate(sheets)
        ]
        self.fight: Fight = start("iron-gauntlets", entries, rulings)
        self.last: Outcome
        self.done: list[tuple[Effect, ...]] = []

    def _after(self, outcome: Outcome) -> Outcome:
        self.last = outcome
        self.fight = self.fight.apply(outcome.effects)
        self.done.append(outcome.effects)
        return outcome

    def next(self, *dice: int) -> set[str]:
        """Go on; whose turn it then is."""
        self._after(fights.advance(self.fight, ScriptedDice(dice)))
        return self.whose

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
        return str(refusal.value.rule).removeprefix("iron-gauntlets:")

    def fighter(self, name: str) -> Fighter:
        found = self.fight.fighter(name)
        assert isinstance(found, Fighter)
        return found

    def slots(self, name: str) -> tuple[int | None, int, int]:
        one = self.fighter(name)
        return one.free_actions, one.fitness_actions, one.awareness_actions

    @property
    def turns(self) -> Turns:
        turns = self.fight.turns
        assert isinstance(turns, Turns)
        return turns

    @property
    def whose(self) -> set[str]:
        return set(fights.whose(self.fight))

    @property
    def why(self) -> str:
        return system("iron-gauntlets").why(self.fight)

    @property
    def cited(self) -> set[str]:
        return {step.rule.removeprefix("iron-gauntlets:") for step in self.last.trace}


def trio(**more: Any) -> Bout:
    """Suenta, Kolby and Titus before the first reaction."""
    return Bout(sheet("Suenta"), sheet("Kolby", fitness=3), sheet("Titus", fitness=3), **more)


def begun(*speeds: int, **more: Any) -> Bout:
    """The same once they have rolled these speeds."""
    bout = trio(**more)
    bout.next(*speeds)
    return bout
