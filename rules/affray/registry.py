"""Which systems there are: ours, and those of other distributions.

Ours are a literal table. Others say `[affray.systems]` among their entry points; they are
looked for only when a name is none of ours, or when all systems are asked for, by reading
the entry points' own files: asking the standard library costs more than a whole command. What a
stranger's code does wrong is no fault of affray: it is named, and the others go on.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import TypeVar

from msgspec import Struct

from affray.action import ACT, OWN, ROLL, Action, Named
from affray.faults import BadData, BadRequest, Fault, near
from affray.system import System
from affray.systems import OURS

T = TypeVar("T")

GROUP = "affray.systems"


class Broken(Struct, frozen=True):
    """A system of somebody else's that cannot be used: its name, and why."""

    name: str
    why: str


def default() -> System:
    """The system that is meant where nothing says which."""
    return system(next(iter(OURS)))


def system(name: str) -> System:
    """The system called `name`.

    Raises:
        BadRequest: there is none of that name, or it cannot be used.
    """
    if name in OURS:
        return _loaded(OURS[name])
    if name not in others():
        raise BadRequest(unknown(name))
    found = _checked(name)
    if isinstance(found, Broken):
        raise BadRequest(Fault(f"the system `{name}` cannot be used: {found.why}"))
    return found


def known(name: str) -> bool:
    """Whether a system is called so; one that cannot be used is."""
    return name in OURS or name in others()


@cache
def names() -> tuple[str, ...]:
    """The name of every system that can be used, ours first; the others are left out."""
    found = {name: _checked(name) for name in others()}
    for name, one in found.items():
        if isinstance(one, Broken):
            leave_out(name, one.why)
    return (*OURS, *(name for name, one in found.items() if isinstance(one, System)))


_left_out: dict[str, Broken] = {}


def systems() -> tuple[System, ...]:
    """Every system that can be used, ours first."""
    return tuple(map(system, names()))


def each(
    ask: Callable[[System], T], only: Iterable[str] | None = None
) -> Iterator[tuple[System, T]]:
    """What each system answers, ours first; with `only`, what those answer.

    Where all are asked, one of others whose code raises is left out. What is asked has to
    be worked out when `ask` returns: no iterator.
    """
    for one in systems() if only is None else map(system, only):
        try:
            answer = ask(one)
        except (Exception, SystemExit) as error:  # whatever a stranger's code raises
            if only is not None or one.name in OURS:
                raise
            leave_out(one.name, _raised(error))
            continue
        yield one, answer


def culprit(error: BaseException) -> str | None:
    """The name of the system of others in whose code something was raised; None: in ours."""
    modules = {where.partition(":")[0]: name for name, where in others().items()}
    at: TracebackType | None = error.__traceback__
    while at is not None:
        inside = str(at.tb_frame.f_globals.get("__name__"))
        for module, name in modules.items():
            if f"{inside}.".startswith(f"{module}."):
                return name
        # A method that it did not write itself works on what it has given.
        owner = at.tb_frame.f_locals.get("self")
        if isinstance(owner, System) and type(owner).__module__ in modules:
            return modules[type(owner).__module__]
        at = at.tb_next
    return None


def leave_out(name: str, why: str) -> None:
    """Let it be known that a system of others was left out, once until that is asked."""
    _left_out.setdefault(name, Broken(name, why))


def broken() -> tuple[Broken, ...]:
    """The systems of others that cannot be used."""
    found = (_checked(name) for name in others())
    return tuple(one for one in found if isinstance(one, Broken))


def left_out() -> tuple[Broken, ...]:
    """The systems that were left out since this was last asked."""
    found = tuple(_left_out.values())
    _left_out.clear()
    return found


@cache
def commands() -> tuple[str, ...]:
    """Every command that some system settles."""
    return tuple(dict.fromkeys(command for one in systems() for command in one.commands))


def unknown(name: str) -> Fault:
    """What is wrong with a name that no system has."""
    hint = near(name, names(), otherwise="one of: " + ", ".join(names()))
    return Fault(f"unknown system `{name}`", hint)


def system_of(sheets: Sequence[Named]) -> System:
    """The one system all `sheets` (at least one) are written for.

    Raises:
        BadData: they are of different systems.
    """
    if len({sheet.system for sheet in sheets}) > 1:
        pairs = ", ".join(f"{sheet.name} is {sheet.system}" for sheet in sheets)
        raise BadData(Fault(f"the sheets are of different systems: {pairs}"))
    return system(sheets[0].system)


@cache
def others() -> dict[str, str]:
    """The entry points of other systems, by name: "module:ATTRIBUTE"."""
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            inside = sorted(os.listdir(folder or "."))
        except OSError:
            continue
        for one in inside:
            if one.endswith((".dist-info", ".egg-info")):
                for name, where in _entries(os.path.join(folder, one, "entry_points.txt")):
                    found.setdefault(name, where)
    return {name: where for name, where in found.items() if name not in OURS}


def _entries(path: str) -> list[tuple[str, str]]:
    """The entry points of our group in a file, if there is one."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return []
    found, inside = [], False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{GROUP}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, where = line.partition("=")
            found.append((name.strip(), where.strip()))
    return found


@cache
def _checked(name: str) -> System | Broken:
    """A system of somebody else's, or what is wrong with it."""
    try:
        found = _loaded(others()[name])
        if not isinstance(found, System):
            return Broken(name, f"{others()[name]} is no affray.system.System")
        why = _amiss(found, name)
    except (Exception, SystemExit) as error:  # whatever a stranger's module raises
        return Broken(name, _raised(error))
    return found if why is None else Broken(name, why)


def _amiss(found: System, name: str) -> str | None:
    """What is wrong with what a system says of itself; None: nothing."""
    said: tuple[object, object, object] = found.name, found.title, found.commands
    called, title, settled = said
    if called != name:
        return f"it calls itself `{called}`"
    if not isinstance(title, str):
        return "its title is no text"
    if not (isinstance(settled, tuple) and all(isinstance(one, str) for one in settled)):
        return "its commands are no tuple of texts"
    for command in settled:
        head, _, last = command.partition(" ")
        if command in OWN or head in OWN:
            return f"its command `{command}` is called like one of affray's own"
        if (head + " " in (ROLL, ACT)) != bool(last) or len(command.split()) != 1 + bool(last):
            return f"its command `{command}` is neither one word, nor `{ROLL}…` nor `{ACT}…`"
        if not isinstance(found.settles(command), Action):
            return f"it has no action behind its command `{command}`"
    return None


def _raised(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


@cache
def _loaded(where: str) -> System:
    module, _, attribute = where.partition(":")
    found: System = getattr(import_module(module), attribute or "SYSTEM")
    return found
