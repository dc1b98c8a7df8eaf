"""The file of a session: a fight kept in TOML between commands, with a log below it.

The file has a head (combatants as they stand, the turn) and a log (an entry a command,
with its effects). A command parses the head only, so that a long log costs nothing; the
log is read where someone asks for it. Writing is atomic: a new file takes the old one's
place, so that whoever is killed at any instant leaves the one or the other.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from affray import sheets as sheet_files
from affray.action import Combatant, Named
from affray.faults import AffrayError, BadData, BadRequest, Fault
from affray.fight import Fight
from affray.registry import known, system, unknown
from affray.rulings import changed
from affray.session.log import LOG, Stand, count, toml_lines
from affray.state import state_of, with_state
from affray.system import System
from affray.toml_source import parse, read_bytes
from affray.validate import Finding, Invalid, convert

HEAD_NOTE = """\
# A session of affray: a fight as it stands, and below it the log of what was done.
# Commands with --session change it; `affray session undo` takes them back.
# You may mend a number here by hand: state holds what differs from the sheet.
"""

END = "# The end: a file without this line was cut short.\n"

MOST_BYTES = 64 << 20


class SessionHead(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a command reads. `entries` counts the log, `undone` those taken back at its end."""

    affray: Literal[1]
    system: str
    entries: int = 0
    undone: int = 0
    rulings: dict[str, Any] = {}
    turns: dict[str, Any] = {}
    combatant: tuple[Stand, ...] = ()


class Session(Struct, frozen=True):
    """An open session: the fight, how its combatants stand in the file, and the log's text."""

    path: str
    fight: Fight
    stands: tuple[Stand, ...]
    entries: int
    undone: int
    log: str
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> System:
        """The system it is played by."""
        return system(self.fight.system)


def create(path: str, fight: Fight, sheet_paths: Mapping[str, str]) -> Session:
    """A session that is not yet written; `sheet_paths` by combatant as the user named them.

    Raises:
        BadRequest: a sheet came from standard input, and could not be read again.
    """
    if "-" in sheet_paths.values():
        raise BadRequest(
            Fault("a session reads its sheets again, so none can come from standard input")
        )
    stands = tuple(
        stand_of(path, f.name, sheet_paths[f.name], fight.sides[f.name], f.sheet)
        for f in fight.fighters
    )
    return Session(path, fight, stands, 0, 0, "")


def refuse_existing(path: str, force: bool) -> None:
    """Raise BadData when there is something at `path` that may not be replaced.

    `force` replaces a session, and nothing else: a sheet is never written to.
    """
    if not os.path.exists(path):
        return
    if not force:
        raise BadData(Fault("is there already", "--force replaces a session", path))
    if os.path.isfile(path) and not _is_session(path):
        raise BadData(Fault("is there already, and no session", "choose another name", path))


def _is_session(path: str) -> bool:
    """Whether a file is a session, sound or not, or empty."""
    try:
        with open(path, "rb") as file:
            start = file.read(len(HEAD_NOTE) + 200)
    except OSError:
        return False
    return not start or b"\naffray = " in b"\n" + start


def stand_of(session: str, name: str, sheet_path: str, side: str, sheet: Named) -> Stand:
    """How a fresh combatant stands in the file of a session.

    Raises:
        BadRequest: the sheet's path is no text, which TOML could hold.
    """
    stored = _stored(session, sheet_path)
    try:
        stored.encode("utf-8")
    except UnicodeEncodeError:
        raise BadRequest(Fault(f"a session cannot name {stored!r}", "rename the sheet")) from None
    return Stand(name, stored, side, fingerprint(sheet))


def fingerprint(sheet: Named) -> str:
    """A short mark that changes when a sheet does."""
    from zlib import crc32

    return f"{crc32(msgspec.json.encode(sheet)):08x}"


def _stored(session: str, sheet_path: str) -> str:
    """A sheet's path as the file keeps it: seen from the session's own folder."""
    if sheet_path.startswith("@") or os.path.isabs(sheet_path):
        return sheet_path
    folder = os.path.dirname(os.path.abspath(session))
    return os.path.relpath(os.path.abspath(sheet_path), folder)


def _found(session: str, stored: str) -> str:
    if stored.startswith("@") or os.path.isabs(stored):
        return stored
    return os.path.normpath(os.path.join(os.path.dirname(session), stored))


def load(path: str) -> Session:
    """The session in the file at `path`, its sheets read afresh.

    Raises:
        BadData: the file, or a sheet it names, is not what it has to be.
    """
    raw = read_bytes(path, MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadData(Fault("not UTF-8 text", None, path, line)) from None
    if not text.strip():
        raise BadData(Fault("empty, which no session is", "`affray session new` makes one", path))
    if "\naffray = " not in f"\n{text}":
        raise BadData(Fault("no session of affray", "`affray session new` makes one", path, 1))
    if not text.rstrip().endswith(END.rstrip()):
        line = text.count("\n") + 1
        raise BadData(Fault("cut short: its last line is missing", "use a copy", path, line))
    text = text[: text.rindex(END.rstrip())]
    start = text.find(LOG)
    top, log = (text, "") if start < 0 else (text[: start + 1], text[start + 1 :])
    source = parse(top, path)
    try:
        head = convert(source.data, SessionHead)
        _sound(head, log)
        return _open(path, head, log)
    except Invalid as invalid:
        raise source.faults(invalid.findings) from None


def _sound(head: SessionHead, log: str) -> None:
    """Raise Invalid when the system is none, or the head does not go with the log."""
    if not known(head.system):
        fault = unknown(head.system)
        raise Invalid([Finding(("system",), fault.message, fault.hint)])
    found = count(log)
    if head.entries != found:
        message = f"`entries` is {head.entries}, but the log has {found}"
        raise Invalid([Finding(("entries",), message, "an entry was added or taken out by hand")])
    if not 0 <= head.undone <= head.entries:
        raise Invalid([Finding(("undone",), f"`undone` cannot be {head.undone}")])


def _open(path: str, head: SessionHead, log: str) -> Session:
    rules = system(head.system)
    findings: list[Finding] = []
    notes: list[str] = []
    rulings = _part(head.rulings, rules.rulings_type, ("rulings",), findings)
    turns = _part(head.turns, rules.turns_type, ("turns",), findings)
    fighters: list[Any] = []
    names: set[str] = set()
    for place, stand in enumerate(head.combatant):
        at = ("combatant", place)
        if stand.name in names:
            findings.append(Finding((*at, "name"), f"two combatants are called {stand.name!r}"))
        names.add(stand.name)
        sheet = sheet_of(path, stand)
        if sheet.system != head.system:
            findings.append(Finding((*at, "sheet"), f"{stand.sheet} is no {head.system} sheet"))
            continue
        try:
            fighters.append(with_state(rules.fighter(sheet, stand.name), stand.state))
        except Invalid as invalid:
            state = (*at, "state")
            findings += [Finding((*state, *f.path), f.message, f.hint) for f in invalid.findings]
        if stand.print and stand.print != fingerprint(sheet):
            notes.append(f"{stand.name}: {stand.sheet} was edited; the fight goes on with it")
    if findings:
        raise Invalid(findings)
    sides = {stand.name: stand.side for stand in head.combatant}
    fight = Fight(head.system, tuple(fighters), sides, turns, rulings)
    notes += [note for one in fighters for note in _conflicts(rules, one)]
    return Session(path, fight, head.combatant, head.entries, head.undone, log, tuple(notes))


def sheet_of(session: str, stand: Stand) -> Named:
    """The sheet of a combatant in a session's file.

    Raises:
        BadData: it is not there any more, or no longer valid.
    """
    try:
        return sheet_files.load(_found(session, stand.sheet))
    except BadRequest as error:
        raise BadData(Fault(f.message, f.hint, session) for f in error.faults) from None
    except AffrayError as error:
        whose = Fault(f"the sheet of {stand.name} cannot be used", None, session)
        raise BadData((whose, *error.faults)) from None


def _conflicts(rules: System, fighter: Combatant) -> Iterator[str]:
    """Where a combatant's present state goes beyond what its sheet gives."""
    fresh = rules.fresh(fighter)
    for field in rules.bounded:
        now, most = getattr(fighter, field, None), getattr(fresh, field, None)
        if isinstance(now, int) and isinstance(most, int) and now > most:
            yield f"{fighter.name}: {field} is {now}, above the sheet's {most}"


def _part(
    data: dict[str, Any], kind: type[Struct], at: tuple[str], findings: list[Finding]
) -> Struct:
    try:
        return convert(data, kind)
    except Invalid as invalid:
        findings += [Finding((*at, *f.path), f.message, f.hint) for f in invalid.findings]
        return kind()


def text_of(session: Session) -> str:
    """The whole file of a session."""
    rules = session.rules
    by_name = {stand.name: stand for stand in session.stands}
    stands = [
        replace(
            by_name[f.name],
            state=state_of(f, rules.fresh(f)),
            side=session.fight.sides[f.name],
            print=fingerprint(f.sheet),
        )
        for f in session.fight.fighters
    ]
    turns = session.fight.turns
    head: dict[str, Any] = {
        "affray": 1,
        "system": session.fight.system,
        "entries": session.entries,
        "undone": session.undone,
    }
    tables = {
        "[rulings]": changed(session.fight.rulings),
        "[turns]": state_of(turns, type(turns)()),
    }
    text = HEAD_NOTE + toml_lines(head)
    for title, table in tables.items():
        text += f"\n{title}\n{toml_lines(table)}" if table else ""
    for stand in stands:
        text += f"\n[[combatant]]\n{toml_lines(msgspec.to_builtins(stand))}"
    return text + "\n" + session.log + END


def save(session: Session) -> None:
    """Put the session into its file, all of it or nothing.

    Raises:
        BadData: the disk is full, the folder read-only, the path a folder, …
    """
    # Whoever writes holds the lock, so that one left by a killed command is nobody's.
    path = os.path.realpath(session.path)
    temporary = f"{path}.new"
    try:
        try:
            with open(temporary, "w", encoding="utf-8", newline="\n") as file:
                file.write(text_of(session))
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(path):
                os.chmod(temporary, os.stat(path).st_mode & 0o7777)
            os.replace(temporary, path)
        except BaseException:
            if os.path.lexists(temporary):
                os.unlink(temporary)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadData(
            Fault(f"cannot be written: {reason}", "nothing was changed", session.path)
        ) from None


@contextmanager
def locked(path: str, *, new: bool = False) -> Iterator[None]:
    """Hold the session's lock: one command at a time, however many there are.

    The system frees the lock of a process that dies. `new`: the file need not be there.

    Raises:
        BadData: there is no such file or folder, or the lock file beside it cannot be made.
    """
    if os.path.isdir(path):
        raise BadData(Fault("is a folder, not a file", file=path))
    if os.path.exists(path) and not os.path.isfile(path):  # which a session would replace
        raise BadData(Fault("is a device or a pipe, not a file", file=path))
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise BadData(Fault("there is no such folder", file=path))
    if not new and not os.path.exists(path):
        raise BadData(Fault("there is no such file", "`affray session new` makes one", path))
    try:
        release = _acquired(f"{os.path.realpath(path)}.lock")
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadData(Fault(f"cannot be locked: {reason}", None, path)) from None
    try:
        yield
    finally:
        release()


def _acquired(path: str) -> Callable[[], object]:
    """Wait for the lock of a file, made if need be; what lets go of it."""
    try:
        from fcntl import LOCK_EX, lockf
    except ImportError:  # Windows; elsewhere fasteners does the same, and imports for 7 ms
        from fasteners import InterProcessLock  # type: ignore[import-untyped]

        lock = InterProcessLock(path)
        lock.acquire()
        release: Callable[[], object] = lock.release
        return release
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
    try:
        lockf(descriptor, LOCK_EX)
    except BaseException:
        os.close(descriptor)
        raise
    return partial(os.close, descriptor)
