"""The protocol: what a rule set is.

A system is a package whose last line is `SYSTEM = Coin()`, an instance of a `System`: what
a rule set must say is abstract, what most say alike has a working default. Its methods
import their modules when they are called, so that a command loads what it needs alone.
"""

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct

from affray.action import ACT, Action, Combatant, Named, Silence
from affray.faults import BadRequest, Fault, Forbidden, near
from affray.harm import Terms
from affray.outcome import Outcome
from affray.validate import Finding

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from affray.deed import Deed
    from affray.dice import Dice
    from affray.engine.report import RollReport
    from affray.fight import Scene, State
    from affray.importing.draft import Importer
    from affray.lookup import Rule, Shown
    from affray.may import May
    from affray.starter import Score
    from affray.tables import Maker
    from affray.words import Line

    S = TypeVar("S", bound=Named, default=Any)
    F = TypeVar("F", bound=Combatant, default=Any)
    T = TypeVar("T", bound=Struct, default=Any)
    R = TypeVar("R", bound=Struct, default=Any)
else:
    from typing import TypeVar

    S, F, T, R = (TypeVar(name) for name in "SFTR")

Counts = Mapping[str, Callable[[Any], int | str]]
"""Numbers, or names, to read off a result, each by what it is called."""


class System(ABC, Generic[S, F, T, R]):
    """One rule set: its sheets, combatants (Fighter), turns and rulings, and what they do.

    Everything of it that others may ask is a method here. What it lacks it refuses
    with `Forbidden`, and says so.
    """

    # What it is, and the types of its data.

    @property
    @abstractmethod
    def name(self) -> str:
        """The word sheets have it by: `system = "…"`."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Its name for people."""

    @property
    @abstractmethod
    def sheet_type(self) -> type[S]:
        """The struct of its sheets; has `system` and `name`."""

    @property
    @abstractmethod
    def fighter_type(self) -> type[F]:
        """The struct of a combatant: `name`, `sheet`, and each field a fight can change."""

    @property
    @abstractmethod
    def turns_type(self) -> type[T]:
        """The struct of a fight's turns: `round`, and whatever else; all with defaults."""

    @property
    @abstractmethod
    def rulings_type(self) -> type[R]:
        """The struct of its rulings, every field with its default."""

    def full_id(self, rule: str | None) -> str | None:
        """The id of a rule as a trace cites it, with the system's name before it."""
        return None if rule is None else f"{self.name}:{rule}"

    # Sheets and combatants.

    def check(self, sheet: S) -> Iterable[Finding]:
        """Every fault of a well-typed sheet (a weapon nobody knows, …); none by default."""
        return ()

    @abstractmethod
    def enter(self, sheet: S, name: str) -> F:
        """A fresh combatant from a sheet, called `name`.

        Raises:
            BadRequest: nobody can be called so.
        """

    def fighter(self, sheet: S, name: str | None = None) -> F:
        """A fresh combatant from a sheet, called `name` or as its sheet says."""
        return self.enter(sheet, name or sheet.name)

    def fresh(self, fighter: F) -> F:
        """A combatant as its sheet alone has it, before anything happened to it."""
        return self.enter(fighter.sheet, fighter.name)

    def side(self, sheet: S) -> str:
        """The side somebody is on unless it is said: "party" or "foes"."""
        return "party"

    # What can be done.

    @property
    @abstractmethod
    def commands(self) -> tuple[str, ...]:
        """Every command it settles: "attack", "roll initiative", "act delay".

        One word, or `roll` or `act` and a word; none of affray's own (`affray.action.OWN`).
        """

    @abstractmethod
    def settles(self, command: str) -> Action[F, Any, R] | None:
        """The action behind one of `commands`; None for any other."""

    @property
    def silent(self) -> Mapping[str, Silence]:
        """Commands of others that it has no rule for, and what its source says instead."""
        return {}

    def action(self, command: str) -> Action[F, Any, R]:
        """The action behind a command.

        Raises:
            Forbidden: this system has no such rule; says what the source does say.
            BadRequest: no system has such a command.
        """
        from affray.plain import PLAIN

        found = PLAIN.get(command) or self.settles(command)
        if found is None:
            raise self.refusal(command)
        return found

    def refusal(self, command: str) -> Forbidden | BadRequest:
        """Why there is no action behind a command."""
        if command in self.silent:
            silence = self.silent[command]
            return Forbidden(silence.says, rule=f"{self.name}:{silence.rule}", hint=silence.hint)
        from affray.registry import commands

        if command in commands():
            return self.lacks(f"`{command}`")
        if command.startswith(ACT):
            acts = [one.removeprefix(ACT) for one in self.commands if one.startswith(ACT)]
            name = command.removeprefix(ACT)
            hint = near(name, acts, otherwise=("there is: " + ", ".join(acts)) if acts else "")
            return BadRequest(Fault(f"{self.title} has no action called `{name}`", hint))
        hint = near(command, [*self.commands, *self.silent])
        return BadRequest(Fault(f"no command that a system settles is `{command}`", hint))

    def lacks(self, what: str) -> Forbidden:
        """The refusal of something this system has no rule for."""
        return Forbidden(f"{self.title} has no rule for {what}", rule=None)

    # Turns of a fight.

    @abstractmethod
    def advance(self, fight: "State[F, T, R]", dice: "Dice") -> Outcome:
        """End the present turn and give the next one, or begin the fight.

        Changes the state; the outcome has no effects, for they are what has changed.
        """

    @abstractmethod
    def whose(self, fight: "Scene[F, T, R]") -> tuple[str, ...]:
        """Who may act now, in no order; nobody before the fight begins."""

    @abstractmethod
    def why(self, fight: "Scene[F, T, R]") -> str:
        """Whose turn it is and why, in a sentence without its full stop."""

    @property
    def turn_rule(self) -> str | None:
        """The id of the rule that says whose turn it is."""
        return None

    def allow(self, fight: "Scene[F, T, R]", deed: "Deed") -> None:
        """Let a deed be done now, or raise Forbidden with the rule in the way.

        By default everybody acts in their own turn only.
        """
        actor = fight.fighter(deed.who[0]) if deed.who else None
        if actor is not None and actor.name not in self.whose(fight):
            rule = self.full_id(self.turn_rule)
            hint = "`affray session next` goes on; --anyway overrules"
            raise Forbidden(f"{actor.name} cannot act now: {self.why(fight)}", rule=rule, hint=hint)

    def spend(self, fight: "State[F, T, R]", deed: "Deed", outcome: Outcome) -> None:
        """Take off the turn what a deed uses up of it; the combatants are as they acted."""

    @property
    def deeds(self) -> tuple[str, ...]:
        """Those of `commands` that somebody does in a turn of theirs, or beside it."""
        own = ("attack", "move")
        return tuple(one for one in self.commands if one in own or one.startswith(ACT))

    def probe(self, fight: "Scene[F, T, R]", fighter: F, command: str) -> "Deed":
        """A deed of `deeds` as `may` asks the law about it, with the options it has to have.

        By default none, and the first foes where it is done to somebody.
        """
        from affray.may import at_foes

        return at_foes(self, fight, fighter, command)

    def price(self, fight: "Scene[F, T, R]", deed: "Deed") -> str:
        """What a deed that is allowed costs of the turn, in words; "": nothing."""
        return ""

    def answers(self, fight: "Scene[F, T, R]", fighter: F) -> "Iterable[May]":
        """How somebody may answer what others do now, at what price, and how not.

        The rules that let them answer ask the same function.
        """
        return ()

    def may(self, fight: "Scene[F, T, R]", fighter: F) -> "Iterator[May]":
        """All that somebody may do now, and what not, and why: deeds first, then answers."""
        from affray.may import acts

        yield from acts(self, fight, fighter)
        yield from self.answers(fight, fighter)

    def loosen(self, fighter: F) -> F:
        """A combatant free of what limits a turn, for a director who overrules."""
        return fighter

    def about_turns(self, fight: "Scene[F, T, R]") -> "Iterable[Line]":
        """What a director wants to see of the turns beside whose it is."""
        return ()

    # Harm.

    @property
    @abstractmethod
    def terms(self) -> Terms[F]:
        """Where harm is counted, and what odds have to know of it."""

    @abstractmethod
    def is_out(self, fighter: F, rulings: R) -> bool:
        """Whether a combatant fights no more."""

    def has_fallen(self, fighter: F, rulings: R) -> bool:
        """Whether somebody is out who could not simply come back, having fled."""
        return self.is_out(self.terms.returned(fighter), rulings)

    def condition(self, fighter: F, rulings: R) -> str | None:
        """How somebody stands who is out: "dead", "fled"; None while they are not."""
        return "out" if self.is_out(fighter, rulings) else None

    def left(self, fighter: F, field: str, rulings: R) -> int | None:
        """What of a field of harm is left before somebody falls, 0 or more; None: unknown.

        By default what a field that counts down says.
        """
        counts_down = (field, -1) in self.terms.harm
        return max(0, getattr(fighter, field)) if counts_down else None

    # How a sheet plays itself.

    def decide(self, fight: "Scene[F, T, R]", fighter: F, dice: "Dice") -> "Deed | None":
        """What somebody does next by the tactics of its sheet; None: nothing more.

        By default it attacks the first of those who stand against it, if it has attacks.
        """
        if "attack" not in self.commands:
            return None
        from affray.deed import Deed

        foes = fight.foes(fighter)
        return Deed("attack", (fighter.name, foes[0].name)) if foes else None

    # Words.

    def tell(self, command: str, outcome: Outcome) -> "Iterable[Line]":
        """An outcome in words, headline first."""
        from affray.words import plainly

        return plainly(command, outcome)

    @property
    def standing(self) -> tuple[str, ...]:
        """The fields a director is always shown of a combatant."""
        return self.terms.fields

    @property
    def followed(self) -> tuple[str, ...]:
        """The fields whose changes a play-by-play tells; the rest is bookkeeping."""
        fields: tuple[str, ...] = getattr(self.fighter_type, "__struct_fields__")  # noqa: B009
        return tuple(field for field in fields if field not in ("name", "sheet"))

    @property
    def bounded(self) -> tuple[str, ...]:
        """Fields that are never above what the sheet gives."""
        return tuple(field for field, sign in self.terms.harm if sign < 0)

    def follows(self, sheet: S) -> "Iterable[Line]":
        """What the rules make of a sheet's figures."""
        return ()

    def unmodelled(self, sheet: S) -> Sequence[str]:
        """What the source says of somebody that nothing here plays: a sentence each.

        It is told wherever they act or are reckoned with.
        """
        return ()

    def counts(self, command: str) -> Counts:
        """What the odds of a roll count of its result, beside its word; its numbers by default."""
        from operator import attrgetter
        from typing import get_type_hints

        kind = self.action(command).result
        hints = {} if kind is None else get_type_hints(kind)
        return {field: attrgetter(field) for field, hint in hints.items() if hint is int}

    def odds(
        self, command: str, fighters: Sequence[F], asked: Any, rulings: R
    ) -> "RollReport | None":
        """The odds of a roll that has more to say than each outcome's chance; None: it has not."""
        return None

    # Content: rules in words, tables, creatures, starters, imports.

    @property
    def folder(self) -> str:
        """Where its files stand: TOML beside its code."""
        at = sys.modules[type(self).__module__].__file__
        assert at is not None
        return os.path.dirname(at)

    def rules(self) -> "tuple[Rule, ...]":
        """Its rules in our words, in the order of the source: `rules.json`, if there is one."""
        from affray.lookup import read_rules

        return read_rules(self)

    def examples(self) -> "Mapping[str, Shown]":
        """What the rules' examples print, by rule id: `examples.json`, if there is one."""
        from affray.lookup import read_examples

        return read_examples(self)

    def tables(self) -> "Mapping[str, Maker]":
        """Tables to look things up in, by name."""
        return {}

    def creatures(self) -> Mapping[str, Mapping[str, Any]]:
        """The creatures that come with it, by name: `creatures.toml`, if there is one."""
        from affray.tables import load_table

        return load_table(os.path.join(self.folder, ""), "creatures.toml")

    def creature(self, name: str) -> dict[str, Any]:
        """The data of the sheet of one of `creatures`."""
        return {"system": self.name, "name": name, **self.creatures()[name]}

    def about_creature(self, name: str) -> str:
        """A creature in a few words, for whoever chooses one."""
        return ""

    def notes_on(self, name: str) -> Sequence[str]:
        """What a sheet made from one of `creatures` says of itself, a comment a line."""
        return ()

    def starter(self) -> str:
        """A commented sheet to edit: `starter.toml`, or one made of the sheet's fields."""
        from affray.starter import starter_of

        return starter_of(self)

    def scores(self, dice: "Dice") -> "dict[str, Score]":
        """The starting scores of a new character, thrown.

        Raises:
            Forbidden: no text says how they come about.
        """
        message = f"no text of {self.title} that we have rolls a character's scores"
        hint = "leave out --roll, and fill in the sheet"
        raise Forbidden(message, rule=self.full_id(self.scores_rule), hint=hint)

    @property
    def scores_rule(self) -> str | None:
        """The id of the rule that says what a character's scores are."""
        return None

    def importers(self) -> "Sequence[Importer]":
        """What reads characters of it that are kept elsewhere."""
        return ()

    def values(self, kind: str, sheet: S | None) -> "Iterator[tuple[str, str]]":
        """What an option may be given that declares `values=kind`, each with a note on it.

        "weapon", "skill" and the like: those of the sheet, or all there are.
        """
        yield from ()
