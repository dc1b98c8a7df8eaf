"""What the Reactive Combat tests share: a table that makes sheets and plays actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

import msgspec
import pytest

from affray import sheets
from affray.dice import Dice, ScriptedDice, SeededDice, enumerate_play
from affray.outcome import Outcome, Step
from affray.play import play, resolve, situate
from affray.registry import system
from affray.system import System
from affray.systems.reactive_combat.fighter import Fighter, enter
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet

NAME = "reactive-combat"
Odds = dict[Any, Fraction]


class Seen:
    """An outcome, read the way the tests ask about it."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.word = outcome.outcome
        self.success = outcome.success
        self.result: Any = outcome.result

    @property
    def effects(self) -> list[tuple[str, str, object, object]]:
        """Who, field, before, after."""
        return [(e.who, e.field, e.before, e.after) for e in self.outcome.effects]

    def changes(self, field: str) -> list[tuple[str, object, object]]:
        """Who, before, after of the effects on one field."""
        return [(e.who, e.before, e.after) for e in self.outcome.effects if e.field == field]

    def steps(self, rule: str) -> list[Step]:
        """The steps that cite a rule, by its id without the system."""
        return [step for step in self.outcome.trace if step.rule == f"{NAME}:{rule}"]

    def values(self, rule: str) -> list[object]:
        """What the steps of a rule added, or came to."""
        return [step.value for step in self.steps(rule)]

    def switches(self) -> set[object]:
        """The switches that decided."""
        return {step.switch for step in self.outcome.trace if step.switch is not msgspec.UNSET}


class Table:
    """Makes sheets and combatants, and plays with dice that are given."""

    system: System = system(NAME)

    def sheet(self, name: str = "Ann", **data: Any) -> Sheet:
        """A sheet of Defense 13 and toughness 6, or as `data` says (`kind` is the class)."""
        if "kind" in data:
            data["class"] = data.pop("kind")
        elif "toughness" not in data:
            data["toughness"] = 6
        return cast(Sheet, sheets.from_data({"system": NAME, "name": name, "defense": 13, **data}))

    def fighter(
        self, name: str = "Ann", state: dict[str, Any] | None = None, **data: Any
    ) -> Fighter:
        """A combatant with some fields changed."""
        fresh = enter(self.sheet(name, **data))
        return msgspec.structs.replace(fresh, **(state or {}))

    def play(
        self,
        command: str,
        combatants: Sequence[Sheet | Fighter],
        faces: Sequence[int] = (),
        rulings: Rulings | None = None,
        **options: Any,
    ) -> Seen:
        """Play with exactly these faces, for sheets or combatants as they stand."""
        return self.with_dice(command, combatants, ScriptedDice(faces), rulings, **options)

    def with_dice(
        self,
        command: str,
        combatants: Sequence[Sheet | Fighter],
        dice: Dice,
        rulings: Rulings | None = None,
        **options: Any,
    ) -> Seen:
        """Play with any dice."""
        if all(isinstance(one, Sheet) for one in combatants) and combatants:
            whole = [one for one in combatants if isinstance(one, Sheet)]
            return Seen(play(command, whole, options, dice, rulings))
        fighters = [enter(one) if isinstance(one, Sheet) else one for one in combatants]
        chosen = rulings or Rulings()
        outcome = resolve(self.system, command, fighters, options, dice, chosen)
        dice.finish()
        return Seen(outcome)

    def odds(
        self,
        command: str,
        combatants: Sequence[Sheet | Fighter],
        key: Callable[[Outcome], Any],
        rulings: Rulings | None = None,
        **options: Any,
    ) -> Odds:
        """The exact chance of each `key` of an outcome."""
        fighters = [enter(one) if isinstance(one, Sheet) else one for one in combatants]
        action = self.system.action(command)
        asked = situate(self.system, action, options)
        chosen = rulings or Rulings()
        found: Counter[Any] = Counter()
        for line in enumerate_play(lambda dice: action.play(fighters, asked, dice, chosen)):
            found[key(line.result)] += Fraction(line.weight, line.total)  # type: ignore[assignment]
        return cast(Odds, dict(found))


class QuietDice(SeededDice):
    """Seeded dice whose reasoning nobody reads."""

    explains = False


@pytest.fixture(scope="session")
def table() -> Table:
    return Table()


@pytest.fixture(scope="session")
def quiet() -> type[QuietDice]:
    return QuietDice
