"""Combatants made from few words, and actions played for them; what tests ask of a system."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar, cast

import msgspec

from affray import fight as fights
from affray import sheets
from affray.deed import play, resolve, situate
from affray.dice import Dice, Roll, ScriptedDice, Weighted, enumerate_play
from affray.engine.duel import DuelOdds, duel
from affray.fight import Fight, Joining
from affray.outcome import Outcome, TraceStep
from affray.registry import system
from affray.system import System
from affray.systems.reactive_combat.fighter import Fighter as ReactiveFighter
from affray.systems.reactive_combat.sheet import Sheet as ReactiveSheet
from affray.systems.troika.fighter import Fighter as TroikaFighter
from affray.systems.troika.sheet import Sheet as TroikaSheet

S = TypeVar("S")
F = TypeVar("F")
R = TypeVar("R")
T = TypeVar("T")
Switches = Mapping[str, object] | msgspec.Struct | None
"""Rulings: some switches as a file throws them, all of them, or None for the usual ones."""


def bare(rule: str) -> str:
    """A rule's id without the system."""
    return rule.partition(":")[2]


def result(outcome: Outcome) -> dict[str, Any]:
    """An outcome's result as plain data."""
    return dict(msgspec.to_builtins(outcome.result))


class Seen:
    """An outcome, read the way the tests ask about it; rules go without the system."""

    def __init__(self, outcome: Outcome, thrown: Sequence[int]) -> None:
        self.outcome = outcome
        self.word = outcome.outcome
        self.success = outcome.success
        self.result: Any = outcome.result
        self.thrown = list(thrown)

    @property
    def effects(self) -> list[tuple[str, str, object, object]]:
        """Who, field, before, after."""
        return [(e.who, e.field, e.before, e.after) for e in self.outcome.effects]

    def changes(self, field: str) -> list[tuple[str, object, object]]:
        """Who, before, after of the effects on one field."""
        return [(e.who, e.before, e.after) for e in self.outcome.effects if e.field == field]

    @property
    def hurt(self) -> list[tuple[str, int]]:
        """Who loses how much by the blows of a Troika! attack, in order."""
        return [(b.to, b.amount) for b in self.result.damage]

    @property
    def columns(self) -> list[int | None]:
        """The column of each such blow."""
        return [b.column for b in self.result.damage]

    @property
    def blows(self) -> list[tuple[str, str, int, int | None, int, bool]]:
        """To, weapon, die, column, amount, doubled."""
        return [(b.to, b.weapon, b.die, b.column, b.amount, b.doubled) for b in self.result.damage]

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
        """The rules in the trace."""
        return {bare(step.rule) for step in self.outcome.trace}

    def steps(self, rule: str) -> list[TraceStep]:
        """The steps that cite a rule, in order."""
        return [step for step in self.outcome.trace if bare(step.rule) == rule]

    def values(self, rule: str) -> list[object]:
        """What the steps of a rule added, or came to."""
        return [step.value for step in self.steps(rule)]

    def texts(self, rule: str) -> list[str]:
        """What the steps of a rule say."""
        return [step.text for step in self.steps(rule)]

    def statuses(self, rule: str) -> set[str]:
        """Who says so, in the steps of a rule."""
        return {step.status for step in self.steps(rule)}

    def switches(self, rule: str | None = None) -> set[object]:
        """The rulings named by the steps of a rule, or by any."""
        steps = self.outcome.trace if rule is None else self.steps(rule)
        return {step.switch for step in steps if step.switch is not msgspec.UNSET}


class NamingDice(ScriptedDice):
    """Scripted dice that keep what each roll was for, and its kind of die."""

    def __init__(self, *faces: int) -> None:
        super().__init__(faces)
        self.rolls: list[tuple[str, int, int]] = []

    def throw(self, roll: Roll[T], what: str) -> T:
        self.rolls.append((what, roll.count, roll.sides))
        return super().throw(roll, what)


class Game(Generic[S, F]):
    """Makes sheets, combatants and fights, and plays actions with given dice or with all.

    `plain` has the fields of a plain sheet by system, the usual one first, `switches` what
    the usual rulings are. S and F are its sheet and its fighter, Any where several systems
    take part.
    """

    def __init__(
        self,
        plain: Mapping[str, Mapping[str, object]],
        switches: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        self.plain = plain
        self.switches = switches or {}
        self.usual = next(iter(plain))

    def system(self, of: str = "") -> System:
        return system(of or self.usual)

    def rulings(self, of: str = "", /, **switches: object) -> Any:
        """The rulings with some switches thrown, as a rulings file would."""
        thrown = {**self.switches.get(of or self.usual, {}), **switches}
        return msgspec.convert(thrown, self.system(of).rulings_type)

    def ruled(self, rulings: Switches, of: str = "") -> Any:
        """The same for whatever says them."""
        if isinstance(rulings, msgspec.Struct):
            return rulings
        return self.rulings(of, **(rulings or {}))

    def sheet(self, name: str = "Ann", of: str = "", **fields: Any) -> S:
        """A plain sheet but for `fields`; those that are None are left out.

        Where it has Luck, one of Troika! is a character. `kind` is the class of Reactive
        Combat, which makes its own toughness.
        """
        of = of or self.usual
        data: dict[str, Any] = {"system": of, "name": name, **self.plain[of]}
        if of == "troika":
            data["kind"] = "character" if "luck" in fields else "enemy"
        elif of == "reactive-combat" and "kind" in fields:
            fields = {"class": fields.pop("kind"), "toughness": None, **fields}
        data.update(fields)
        made = sheets.from_data({key: one for key, one in data.items() if one is not None})
        return cast(S, made)

    def enter(self, sheet: Any, called: str | None = None) -> F:
        """A fresh combatant with that sheet."""
        return cast(F, system(sheet.system).fighter(sheet, called))

    def fighter(
        self,
        name: str = "Ann",
        now: Mapping[str, object] | None = None,
        of: str = "",
        **fields: Any,
    ) -> F:
        """A combatant with such a sheet; `now` says what a fight has changed."""
        made: Any = self.enter(self.sheet(name, of, **fields))
        return cast(F, msgspec.structs.replace(made, **(now or {})))

    def creature(self, name: str, called: str | None = None) -> F:
        """A built-in creature as a combatant."""
        return self.enter(sheets.creature(name), called)

    def play(
        self,
        command: str,
        who: S | F | Sequence[S | F] = (),
        dice: Sequence[int] | Dice = (),
        rulings: Switches = None,
        **options: Any,
    ) -> Seen:
        """Play one action for sheets, or for combatants as they stand; all dice are used."""
        thrower = dice if isinstance(dice, Dice) else ScriptedDice(dice)
        group: list[Any] = [*who] if isinstance(who, Sequence) else [who]
        rules = system(_sheet(group[0]).system if group else self.usual)
        chosen = self.ruled(rulings, rules.name)
        if group and all(_sheet(one) is one for one in group):
            outcome = play(command, group, options, thrower, chosen)
        else:
            outcome = resolve(rules, command, self._standing(group), options, thrower, chosen)
            thrower.finish()
        return Seen(outcome, thrower.thrown)

    def attack(
        self,
        attacker: F,
        defender: F,
        dice: Sequence[int] | Dice,
        rulings: Switches = None,
        melee: Sequence[F] = (),
        **options: Any,
    ) -> Seen:
        """Play an attack; `melee` are the others in a melee shot into."""
        return self.play("attack", (attacker, defender, *melee), dice, rulings, **options)

    def after(self, fighter: F, seen: Seen) -> F:
        """A combatant after an outcome; each effect starts from what the last one left."""
        now: Any = fighter
        for who, field, before, after in seen.effects:
            if who == now.name:
                assert getattr(now, field) == before
                assert before != after
                now = msgspec.structs.replace(now, **{field: after})
        return cast(F, now)

    def every(
        self,
        command: str,
        who: Sequence[S | F],
        rulings: Switches = None,
        merges: bool = False,
        **options: Any,
    ) -> list[Weighted[Outcome]]:
        """Every way an action can go, with its weight."""
        rules = self.system()
        action = rules.action(command)
        situation, chosen = situate(rules, action, options), self.ruled(rulings)
        group = self._standing(who)

        def ask(dice: Dice) -> Outcome:
            return action.play(group, situation, dice, chosen)

        return list(enumerate_play(ask, merges))

    def odds(
        self,
        command: str,
        who: Sequence[S | F],
        reading: Callable[[Outcome], T],
        rulings: Switches = None,
        **options: Any,
    ) -> dict[T, Fraction]:
        """The exact chance of each reading of an outcome, over all dice.

        Merging throws that are alike, as the odds do, has to leave words and effects alone.
        """
        lines = self.every(command, who, rulings, **options)
        merged = self.every(command, who, rulings, merges=True, **options)
        assert chances(merged, what_counts) == chances(lines, what_counts)
        return chances(lines, reading)

    def duel(self, a: Any, b: Any, options: Any = None, **more: Any) -> DuelOdds:
        """The odds of a duel, under the rulings given or the usual ones."""
        rules = system(a.sheet.system)
        rulings = more.pop("rulings", None) or self.rulings(rules.name)
        return duel(rules, a, b, options or {}, rulings, **more)

    def fight(self, *sides: Any, of: str = "", **switches: object) -> Fight:
        """One combatant for each table of sheet fields, or side by side in a list."""
        entries: list[Joining] = []
        for side, group in zip(("one", "two"), sides, strict=False):
            for fields in group if isinstance(group, list) else [group]:
                name = "ABCDEFGH"[len(entries)]
                made: Any = self.sheet(**{"name": name, "of": of, **fields})
                entries.append(Joining(name, made, side))
        return fights.start(of or self.usual, entries, self.rulings(of, **switches))

    def _standing(self, who: Sequence[Any]) -> list[Any]:
        return [self.enter(one) if _sheet(one) is one else one for one in who]


def _sheet(one: Any) -> Any:
    """The sheet of a combatant, or the sheet that it is."""
    return getattr(one, "sheet", one)


AnyGame = Game[Any, Any]
Troika = Game[TroikaSheet, TroikaFighter]
Reactive = Game[ReactiveSheet, ReactiveFighter]


def what_counts(outcome: Outcome) -> bytes:
    """An outcome's word and effects."""
    return msgspec.json.encode((outcome.outcome, outcome.effects))


def chances(lines: Iterable[Weighted[R]], reading: Callable[[R], T]) -> dict[T, Fraction]:
    """The chance of each reading; they add up to exactly 1."""
    weights: dict[tuple[T, int], int] = defaultdict(int)
    for line in lines:
        weights[reading(line.result), line.total] += line.weight
    found: dict[T, Fraction] = defaultdict(Fraction)
    for (key, total), weight in weights.items():
        found[key] += Fraction(weight, total)
    assert sum(found.values()) == 1
    return dict(found)
