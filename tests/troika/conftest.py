"""What the Troika! tests share: an arena that makes combatants and plays actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

import msgspec
import pytest

from affray import sheets
from affray.dice import Dice, Roll, ScriptedDice, Weighted, enumerate_play
from affray.outcome import Outcome
from affray.play import resolve, situate
from affray.registry import system
from affray.system import System
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import Sheet

T = TypeVar("T")
Change = tuple[str, str, object, object]
Blow = tuple[str, str, int, int | None, int, bool]


class Seen:
    """An outcome, read the way the tests ask about it."""

    def __init__(self, outcome: Outcome, thrown: Sequence[int]) -> None:
        self.outcome = outcome
        self.word = outcome.outcome
        self.success = outcome.success
        self.result: Any = outcome.result
        self.thrown = list(thrown)

    @property
    def effects(self) -> list[Change]:
        """Who, field, before, after."""
        return [(e.who, e.field, e.before, e.after) for e in self.outcome.effects]

    @property
    def blows(self) -> list[Blow]:
        """To, weapon, die, column, amount, doubled."""
        return [(b.to, b.weapon, b.die, b.column, b.amount, b.doubled) for b in self.result.damage]

    @property
    def hurt(self) -> list[tuple[str, int]]:
        """Who loses how much, in order."""
        return [(b.to, b.amount) for b in self.result.damage]

    @property
    def columns(self) -> list[int | None]:
        """The column of each blow."""
        return [b.column for b in self.result.damage]

    @property
    def totals(self) -> tuple[int, int | None]:
        """The attacker's total and the target's, None where it throws nothing."""
        defender = self.result.defender
        return self.result.attacker.total, None if defender is None else defender.total

    @property
    def specials(self) -> tuple[str | None, str | None]:
        """What each side's dice are called."""
        defender = self.result.defender
        return self.result.attacker.special, None if defender is None else defender.special

    @property
    def cited(self) -> set[str]:
        """The rules in the trace, without the system."""
        return {step.rule.removeprefix("troika:") for step in self.outcome.trace}

    def values(self, rule: str) -> list[object]:
        """The values of the steps that cite a rule, in order."""
        return [s.value for s in self.outcome.trace if s.rule == f"troika:{rule}"]

    def texts(self, rule: str) -> list[str]:
        """What the steps that cite a rule say, in order."""
        return [s.text for s in self.outcome.trace if s.rule == f"troika:{rule}"]

    def statuses(self, rule: str) -> set[str]:
        """Who says so, in the steps that cite a rule."""
        return {s.status for s in self.outcome.trace if s.rule == f"troika:{rule}"}

    def switches(self, rule: str) -> set[object]:
        """The rulings named by the steps that cite a rule."""
        return {s.switch for s in self.outcome.trace if s.rule == f"troika:{rule}"}


class NamingDice(ScriptedDice):
    """Scripted dice that keep what each roll was for, and its kind of die."""

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(faces)
        self.rolls: list[tuple[str, int, int]] = []

    def throw(self, roll: Roll[T], what: str) -> T:
        self.rolls.append((what, roll.count, roll.sides))
        return super().throw(roll, what)


class Arena:
    """Makes combatants, and plays actions for them with given dice or with all."""

    @property
    def troika(self) -> System:
        return system("troika")

    def sheet(self, name: str = "Ann", **fields: Any) -> Sheet:
        """A sheet: Skill 5, Stamina 20, one sword; a character where it has Luck."""
        kind = "character" if "luck" in fields else "enemy"
        plain = {"system": "troika", "name": name, "kind": kind, "skill": 5, "stamina": 20}
        made = sheets.from_data({**plain, "weapons": ["sword"], **fields})
        assert isinstance(made, Sheet)
        return made

    def fighter(
        self, name: str = "Ann", now: Mapping[str, object] | None = None, **fields: Any
    ) -> Fighter:
        """A combatant from such a sheet; `now` says what a fight has changed."""
        made = self.troika.fighter(self.sheet(name, **fields))
        assert isinstance(made, Fighter)
        return msgspec.structs.replace(made, **(now or {}))

    def creature(self, name: str, called: str | None = None) -> Fighter:
        """A built-in creature as a combatant."""
        made = self.troika.fighter(sheets.creature(name), called)
        assert isinstance(made, Fighter)
        return made

    def rulings(self, **switches: object) -> Rulings:
        """The rulings with some switches thrown, as a rulings file would."""
        return msgspec.convert(switches, Rulings)

    def naming(self, *faces: int) -> NamingDice:
        """Scripted dice that keep what each roll was for."""
        return NamingDice(faces)

    def play(
        self,
        command: str,
        fighters: Fighter | Sequence[Fighter],
        dice: Sequence[int] | Dice = (),
        rulings: Mapping[str, object] | None = None,
        **options: object,
    ) -> Seen:
        """Play one action; scripted dice have to fit exactly."""
        maker = dice if isinstance(dice, Dice) else ScriptedDice(dice)
        group = (fighters,) if isinstance(fighters, Fighter) else fighters
        outcome = resolve(
            self.troika, command, group, options, maker, self.rulings(**(rulings or {}))
        )
        maker.finish()
        return Seen(outcome, maker.thrown)

    def after(self, fighter: Fighter, seen: Seen) -> Fighter:
        """A combatant after an outcome; each effect starts from what the last one left."""
        for who, field, before, after in seen.effects:
            if who == fighter.name:
                assert getattr(fighter, field) == before
                assert before != after
                fighter = msgspec.structs.replace(fighter, **{field: after})
        return fighter

    def attack(
        self,
        attacker: Fighter,
        defender: Fighter,
        dice: Sequence[int] | Dice,
        rulings: Mapping[str, object] | None = None,
        melee: Sequence[Fighter] = (),
        **options: object,
    ) -> Seen:
        """Play an attack; `melee` are the others in a melee shot into."""
        return self.play("attack", (attacker, defender, *melee), dice, rulings, **options)

    def odds(
        self,
        command: str,
        fighters: Sequence[Fighter],
        reading: Callable[[Outcome], T],
        rulings: Mapping[str, object] | None = None,
        **options: object,
    ) -> dict[T, Fraction]:
        """The exact chance of each reading of an outcome, over all dice.

        Merging throws that are alike, as the odds do, has to leave words and effects alone.
        """
        action = self.troika.action(command)
        situation = situate(self.troika, action, options)
        switches = self.rulings(**(rulings or {}))

        def play(dice: Dice) -> Outcome:
            return action.play(fighters, situation, dice, switches)

        lines = list(enumerate_play(play))
        merged = _chances((what_counts(line.result), line) for line in enumerate_play(play, True))
        assert merged == _chances((what_counts(line.result), line) for line in lines)
        return _chances((reading(line.result), line) for line in lines)


def what_counts(outcome: Outcome) -> tuple[object, ...]:
    """An outcome's word and effects."""
    return outcome.outcome, outcome.effects


def _chances(lines: Iterable[tuple[T, Weighted[Outcome]]]) -> dict[T, Fraction]:
    """The chance of each key; they add up to exactly 1."""
    weights: dict[tuple[T, int], int] = defaultdict(int)
    for key, line in lines:
        weights[key, line.total] += line.weight
    found: dict[T, Fraction] = defaultdict(Fraction)
    for (key, total), weight in weights.items():
        found[key] += Fraction(weight, total)
    assert sum(found.values()) == 1
    return dict(found)


@pytest.fixture(scope="session")
def arena() -> Arena:
    """Makes combatants and plays actions."""
    return Arena()


@cache
def _rows() -> dict[str, tuple[int, ...]]:
    """The damage rows as the rules file prints them, columns 1 … 6 and 7+."""
    table = """
    sword 4 6 6 6 6 8 10          | unarmed 1 1 1 2 2 3 4
    axe 2 2 6 6 8 10 12           | shield 2 2 2 4 4 6 8
    knife 2 2 2 2 4 8 10          | fusil 2 4 4 6 12 18 24
    staff 2 4 4 4 4 6 8           | bow 2 4 6 8 8 10 12
    hammer 1 2 4 6 8 10 12        | crossbow 4 4 6 8 8 8 10
    spear 4 4 6 6 8 8 10          | pistolet 2 2 4 4 6 12 16
    longsword 4 6 8 8 10 12 14    | small beast 2 2 3 3 4 5 6
    mace 2 4 4 6 6 8 10           | modest beast 4 6 6 8 8 10 12
    polearm 2 4 4 8 12 14 18      | large beast 4 6 8 10 12 14 16
    maul 1 2 3 6 12 13 14         | gigantic beast 4 8 12 12 16 18 24
    greatsword 2 4 8 10 12 14 18  | jolt 2 2 3 3 5 7 9
    club 1 1 2 3 6 8 10           | fire bolt 3 3 5 7 9 12 16
    dragon-fire 6 8 12 16 18 24 36
    """
    found = {}
    for entry in table.replace("|", "\n").split("\n"):
        words = entry.split()
        if words:
            found[" ".join(words[:-7])] = tuple(map(int, words[-7:]))
    return found


@pytest.fixture(scope="session")
def rows() -> dict[str, tuple[int, ...]]:
    """The damage rows of the rules file, typed in again."""
    return _rows()


@pytest.fixture(scope="session")
def hash_rows() -> frozenset[str]:
    """The rows marked `#`: they ignore 1 point of armour."""
    return frozenset(
        ("hammer", "mace", "polearm", "maul", "fusil", "pistolet", "large beast", "gigantic beast")
    )


@pytest.fixture(scope="session")
def star_rows() -> frozenset[str]:
    """The rows marked `*`: they need two hands."""
    return frozenset(("polearm", "maul", "greatsword", "fusil", "bow", "crossbow"))
