"""The registry of systems, and what each of them offers.

A system is a folder with the same module names in each: `sheet` (Sheet and its
`check`), `fighter` (Fighter: a sheet and what changes in a fight), `rulings`
(Rulings), and a module for each group of rules, whose actions the folder's
`SYSTEM` lists by command. Adding a system touches its own folder and one line here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, cast

from msgspec import Struct

from affray.dice import Dice
from affray.faults import BadData, BadRequest, Fault, Forbidden, near
from affray.outcome import Outcome
from affray.validate import Finding

REGISTRY = {
    "troika": "affray.systems.troika",
    "iron-gauntlets": "affray.systems.iron_gauntlets",
    "reactive-combat": "affray.systems.reactive_combat",
}


OF_ALL = {"roll dice": ("affray.plain", "DICE")}
"""Commands that are no rule of a system, and the same in each: where their action is."""


class Fighter(Protocol):
    """A combatant: its sheet, and each field that can change in a fight."""

    @property
    def name(self) -> str: ...


class Play(Protocol):
    """How an action is resolved: the combatants in the order the command names them."""

    def __call__(
        self, fighters: Sequence[Any], situation: Any, dice: Dice, rulings: Any, /
    ) -> Outcome: ...


class Action(Struct, frozen=True):
    """Something a command does: its options as a struct, and the rule that settles it.

    `least` and `most` bound the number of combatants it takes (most None: no bound);
    `result` is the struct its outcome's result is.
    """

    situation: type[Struct]
    play: Play
    least: int = 1
    most: int | None = 1
    result: type[Struct] | None = None


class Silence(Struct, frozen=True):
    """A command the system has no rule for: what its source does say, and the rule id."""

    rule: str
    says: str
    hint: str | None = None


class System(Struct, frozen=True):
    """One rule set. `actions` maps a command to "module:ATTRIBUTE" inside `package`."""

    name: str
    title: str
    package: str
    actions: Mapping[str, str]
    silent: Mapping[str, Silence]

    def part(self, module: str, attribute: str) -> Any:
        """`attribute` of this system's `module`, imported when it is first asked for."""
        return getattr(_module(f"{self.package}.{module}"), attribute)

    @property
    def sheet_type(self) -> type[Struct]:
        """The struct of this system's sheets."""
        return cast(type[Struct], self.part("sheet", "Sheet"))

    @property
    def rulings_type(self) -> type[Struct]:
        """The struct of this system's rulings, every field with its default."""
        return cast(type[Struct], self.part("rulings", "Rulings"))

    @property
    def fighter_type(self) -> type[Struct]:
        """The struct of a combatant of this system."""
        return cast(type[Struct], self.part("fighter", "Fighter"))

    def check(self, sheet: Struct) -> Iterable[Finding]:
        """Every fault of a well-typed sheet (a weapon nobody knows, …)."""
        checker = cast(Callable[[Struct], Iterable[Finding]], self.part("sheet", "check"))
        return checker(sheet)

    def fighter(self, sheet: Struct, name: str | None = None) -> Struct:
        """A fresh combatant from a sheet, called `name` or as its sheet says."""
        enter = cast(Callable[[Struct, str | None], Struct], self.part("fighter", "enter"))
        return enter(sheet, name)

    def fresh(self, fighter: Any) -> Struct:
        """A combatant as its sheet alone has it, before anything happened to it."""
        return self.fighter(fighter.sheet, fighter.name)

    def action(self, command: str) -> Action:
        """The action behind a command.

        Raises:
            Forbidden: this system has no such rule; says what the source does say.
            BadRequest: no system has such a command.
        """
        if command in OF_ALL:
            module, attribute = OF_ALL[command]
            return cast(Action, getattr(_module(module), attribute))
        where = self.actions.get(command)
        if where is None:
            if command not in self.silent:
                hint = near(command, [*self.actions, *self.silent])
                raise BadRequest(Fault(f"no command that a system settles is `{command}`", hint))
            silence = self.silent[command]
            raise Forbidden(silence.says, rule=f"{self.name}:{silence.rule}", hint=silence.hint)
        module, attribute = where.split(":")
        return cast(Action, self.part(module, attribute))


@cache
def _module(name: str) -> ModuleType:
    return import_module(name)


def unknown(name: str) -> Fault:
    """What is wrong with a name that no system has."""
    hint = near(name, REGISTRY, otherwise="one of: " + ", ".join(REGISTRY))
    return Fault(f"unknown system `{name}`", hint)


@cache
def system(name: str) -> System:
    """The system called `name`.

    Raises:
        BadRequest: there is none of that name.
    """
    if name not in REGISTRY:
        raise BadRequest(unknown(name))
    return cast(System, import_module(REGISTRY[name]).SYSTEM)


def system_of(sheets: Sequence[Struct]) -> System:
    """The one system all `sheets` (at least one) are written for.

    Raises:
        BadData: they are of different systems.
    """
    names = [cast(str, getattr(sheet, "system")) for sheet in sheets]  # noqa: B009
    if len(set(names)) > 1:
        pairs = ", ".join(f"{getattr(s, 'name')} is {n}" for s, n in zip(sheets, names))  # noqa: B009, B905
        raise BadData(Fault(f"the sheets are of different systems: {pairs}"))
    return system(names[0])
