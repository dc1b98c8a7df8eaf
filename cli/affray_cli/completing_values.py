"""What may come next within a command: its options, and the values of its parameters."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from affray.action import ACT
from affray.option import Option
from affray.plain import PLAIN
from affray.registry import each, known, names, system, system_of, systems
from affray.sheets import load
from affray.system import System
from affray_cli.entries import SETTLED, Candidate, Entry

FOLDER = "/"


class SoFar(NamedTuple):
    """A command line as far as it is typed: the command, and what its parameters have."""

    path: tuple[str, ...]
    given: Mapping[str, list[str]]
    holders: Sequence[str] = ()
    """The parameters that hold whoever acts, or sheets."""

    def first(self, name: str) -> str | None:
        """The first value of a parameter."""
        return next(iter(self.given.get(name, [])), None)

    @property
    def session(self) -> str | None:
        """The session that is played in."""
        named = self.first("session") or (self.first("file") if self.path[0] == "session" else None)
        return named or os.environ.get("AFFRAY_SESSION")

    @property
    def sheet(self) -> Any:
        """The first sheet typed so far that can be read."""
        words = (word for name in self.holders for word in self.given.get(name, []))
        found = (_sheet(word, self.session) for word in words)
        return next((sheet for sheet in found if sheet is not None), None)

    @property
    def system(self) -> System | None:
        """The rules it is about, where that is clear."""
        named = self.first("system") or self.first("system_name")
        if named is not None and known(named):
            return system(named)
        sheet = self.sheet
        return None if sheet is None else system_of([sheet])


SHEETS = ("sheet", "name", "combatants", "origin")
"""Parameters that hold a sheet in commands that no system settles."""


def of_command(
    path: Sequence[str], entry: Entry, words: Sequence[str], incomplete: str
) -> Iterator[Candidate]:
    """What may come next in the command at `path`, which `words` follow."""
    if not words and not incomplete.startswith("-") and _begins_with_sheet(path, entry):
        yield from _sheets(SoFar(tuple(path), {}), incomplete)
        return
    parameters = _parameters(path, entry, words, incomplete)
    arguments = [one for one in parameters if one.place]
    options = {
        flag: one for one in parameters if not one.place for flag in (one.flag, one.off) if flag
    }
    given, open_option, places = _parsed(words, arguments, options)
    acting = [one.name for one in parameters if one.values == "sheet"][:1]
    line = SoFar(tuple(path), given, acting or SHEETS)
    if open_option is not None:
        yield from values(open_option, line, incomplete)
        return
    name, equals, value = incomplete.partition("=")
    if equals and name in options:
        for one in values(options[name], line, value):
            yield Candidate(f"{name}={one.value}", one.help)
        return
    if incomplete.startswith("-"):
        for flag, option in options.items():
            if option.name not in given or option.shape == "words":
                yield Candidate(flag, option.help)
        yield Candidate("--help", "Show help.")
        return
    for place, argument in enumerate(arguments):
        if place == places or (argument.shape == "words" and place <= places):
            yield from values(argument, line, incomplete)
            break


def _begins_with_sheet(path: Sequence[str], entry: Entry) -> bool:
    """Whether a command begins with a combatant in all systems: no rule has to be imported."""
    return entry.where == SETTLED and path[0] != "act" and " ".join(path) not in PLAIN


def _parameters(
    path: Sequence[str], entry: Entry, words: Sequence[str], incomplete: str
) -> Sequence[Option]:
    """What a command takes, in the system that the line is about, where that is clear."""
    if entry.where != SETTLED:
        from affray_cli.lazy import declared

        return declared(path, words)
    from affray_cli.grammar import grammar
    from affray_cli.reader import settles, system_of_line

    command = " ".join(path)
    name = None if command in PLAIN else system_of_line(command, words)
    if name is None and not any(word.startswith("-") for word in (*words, incomplete)):
        # Combatants are the same in all systems.
        name = next((one.name for one in systems() if settles(one.name, command)), None)
    known = grammar(command, name)
    return (*known.arguments, *known.options)


def _parsed(
    words: Sequence[str], arguments: Sequence[Option], options: Mapping[str, Option]
) -> tuple[dict[str, list[str]], Option | None, int]:
    """What is given, the option that still wants its value, and how many arguments there are."""
    given: dict[str, list[str]] = {}
    places, wanting, literal = 0, None, False
    for word in words:
        if wanting is not None:
            given.setdefault(wanting.name, []).append(word)
            wanting = None
        elif word == "--":
            literal = True
        elif word.startswith("-") and word != "-" and not literal:
            name, equals, value = word.partition("=")
            option = options.get(name)
            if option is None:
                continue
            if equals or option.shape == "flag":
                given.setdefault(option.name, []).append(value)
            else:
                wanting = option
        elif arguments:
            one = arguments[min(places, len(arguments) - 1)]
            given.setdefault(one.name, []).append(word)
            places += one.shape != "words"
    return given, wanting, places


def values(one: Option, line: SoFar, incomplete: str) -> Iterator[Candidate]:
    """What a parameter may be given."""
    maker = MAKERS.get((*line.path, one.name)) or MAKERS.get((one.values or one.name,))
    if maker is not None:
        yield from maker(line, incomplete)
    elif one.words:
        yield from (Candidate(word) for word in one.words)
    elif one.values:
        yield from _valued(one.values, line)
    elif "SHEET" in one.metavar:
        yield from _sheets(line, incomplete)
    elif "|" in one.metavar:
        for word in one.metavar.strip("[]").split("|"):
            if word.islower() and ":" not in word:
                yield Candidate(word)
    elif "NAME" in one.metavar and line.session is not None:
        yield from _combatants(line.session)
    elif "FILE" in one.metavar or "PATH" in one.metavar:
        yield from files(incomplete, (".toml",))


def files(incomplete: str, endings: tuple[str, ...]) -> Iterator[Candidate]:
    """Folders and the files that end so, which begin with what is typed."""
    folder, _, start = incomplete.rpartition("/")
    at = os.path.expanduser(folder) if folder else ("/" if incomplete.startswith("/") else ".")
    prefix = incomplete[: len(incomplete) - len(start)]
    try:
        found = sorted(os.scandir(at), key=lambda one: one.name)
    except OSError:
        return
    for one in found:
        if one.name.startswith(start) and (start.startswith(".") or not one.name.startswith(".")):
            if one.is_dir():
                yield Candidate(f"{prefix}{one.name}{FOLDER}")
            elif one.name.endswith(endings):
                yield Candidate(f"{prefix}{one.name}")


def _sheets(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    if line.session is not None and line.path[0] != "session":
        yield from _combatants(line.session)
        return
    if not incomplete or incomplete.startswith("@"):
        for _, some in each(lambda one: [(n, one.about_creature(n)) for n in one.creatures()]):
            for name, about in some:
                yield Candidate(f"@{name.replace(' ', '-')}", about)
    if not incomplete.startswith("@"):
        yield from files(incomplete, (".toml",))


def _combatants(session: str) -> Iterator[Candidate]:
    for name, side in combatants(session):
        yield Candidate(name, side)


def combatants(session: str) -> list[tuple[str, str]]:
    """The names and sides in the session's file; none when it cannot be read."""
    from affray.faults import AffrayError
    from affray.session.file import load as load_session

    try:
        fight = load_session(session).fight
    except AffrayError:
        return []
    return [(one.name, fight.sides[one.name]) for one in fight.fighters]


def _sheet(word: str, session: str | None) -> Any:
    from affray.faults import AffrayError

    try:
        if session is not None:
            from affray.session.file import load as load_session

            return load_session(session).fight.fighter(word).sheet
        return None if word == "-" else load(word)
    except AffrayError:
        return None


def _valued(kind: str, line: SoFar) -> Iterator[Candidate]:
    """What the systems know of a kind: weapons, skills, sizes."""
    sheet = line.sheet
    for _, some in each(lambda one: [*one.values(kind, sheet)], _chosen(line)):
        for value, note in some:
            yield Candidate(value, note)


def _systems(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    for name in names():
        yield Candidate(name, system(name).title)


def _chosen(line: SoFar) -> list[str] | None:
    """The system it is about, where that is clear; else all."""
    return [line.system.name] if line.system else None


def _rulings(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    from affray.rulings import describe

    for _, some in each(lambda one: [*describe(one.rulings_type)], _chosen(line)):
        for one in some:
            yield Candidate(one.name, one.reason)


def _rules(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    from affray.lookup import whole

    for some in whole(_chosen(line)):
        for one in some:
            yield Candidate(one.full_id if ":" in incomplete else one.id, one.title)


def _tables(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    made = each(lambda one: {k: make().title for k, make in one.tables().items()}, _chosen(line))
    for _, some in made:
        for key, title in some.items():
            yield Candidate(key, title)


def _acts(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    for owner, commands in each(lambda one: one.commands, _chosen(line)):
        for command in commands:
            if command.startswith(ACT):
                yield Candidate(command.removeprefix(ACT), owner.title)


def _kinds(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    from affray.schema.make import KINDS

    for name in KINDS:
        yield Candidate(name)


def _json_files(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    yield from files(incomplete, (".json",))


def _encounters(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    yield from files(incomplete, (".encounter.toml",))


def _shells(line: SoFar, incomplete: str) -> Iterator[Candidate]:
    from affray_cli.entries import SHELLS

    for name in SHELLS:
        yield Candidate(name)


MAKERS: dict[tuple[str, ...], Any] = {
    ("sheet",): _sheets,
    ("system",): _systems,
    ("system_name",): _systems,
    ("what",): _acts,
    ("result",): _json_files,
    ("completion", "shell"): _shells,
    ("import", "file"): _json_files,
    ("replay", "result"): _json_files,
    ("rule", "query"): _rules,
    ("rulings", "name"): _rulings,
    ("schema", "kind"): _kinds,
    ("schema", "system_name"): _systems,
    ("table", "name"): _tables,
    ("run", "path"): _encounters,
    ("check", "paths"): _encounters,
}
"""Makers of values by command and parameter, or by the parameter's name alone."""
