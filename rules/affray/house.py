"""A system in many modules: a room for each subject, called the same in every such system."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from affray.action import Action
from affray.system import System

if TYPE_CHECKING:
    from affray.tables import Maker


class _Room:
    def __init__(self, place: str) -> None:
        self.place = place

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, system: System | None, owner: type) -> Any:
        if system is None:
            return self
        # Next time it is the instance's own, so that it costs no more than an attribute.
        found = system.__dict__[self.name] = _found(system, self.place)
        return found


def room(place: str) -> Any:
    """What a module of a system's package has ("turns.advance"), loaded when it is asked for."""
    return _Room(place)


def _found(system: System, place: str) -> Any:
    module, _, name = place.partition(".")
    return getattr(import_module(f"{type(system).__module__}.{module}"), name)


class Housed(System):
    """A system whose modules are those of the house: the same names, the same content in each.

    `actions` says where the action behind each command stands ("attack.ATTACK"), or a mapping
    that has it under the command.
    """

    actions: Mapping[str, str]

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of its actions."""
        return tuple(self.actions)

    def settles(self, command: str) -> Action | None:
        """The action behind a command."""
        found = _found(self, self.actions[command]) if command in self.actions else None
        action: Action | None = found[command] if isinstance(found, Mapping) else found
        return action

    sheet_type = room("sheet.Sheet")
    check = room("sheet.check")
    fighter_type = room("fighter.Fighter")
    enter = room("fighter.enter")
    is_out = room("fighter.is_out")
    rulings_type = room("rulings.Rulings")
    turns_type = room("order.Turns")
    whose = room("order.whose")
    why = room("order.why")
    allow = room("allowing.allow")
    advance = room("turns.advance")
    spend = room("turns.spend")
    terms = room("harm.TERMS")
    decide = room("tactics.decide")
    tell = room("words.tell")
    values = room("words.values")

    def tables(self) -> "Mapping[str, Maker]":
        """What can be looked up."""
        found: Mapping[str, Maker] = _found(self, "tables.TABLES")
        return found
