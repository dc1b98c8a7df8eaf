"""`affray session …`."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec

from affray import sheets as sheet_files
from affray.dice import Dice
from affray.faults import BadData, BadRequest, Fault
from affray.fight import Joining, start
from affray.outcome import Effect, Outcome
from affray.registry import system_of
from affray.session import play as sessions
from affray.session.file import Session, create, load, locked, refuse_existing, save
from affray.session.log import entries
from affray.toml_source import name_of, read_bytes
from affray.validate import Invalid, convert
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.asked import dice_maker, printed, rendered, rulings_of, seed_shown
from affray_cli.common import Asked
from affray_cli.declare import argument, option
from affray_cli.envelope import Input
from affray_cli.exits import Exit
from affray_cli.in_session import opened, result_in, warn
from affray_cli.report import change_line
from affray_cli.text.session import as_data, entry_line, sentence, table

MOST_COMBATANTS = 200
FOES = "foes"

File = Annotated[
    str,
    argument(metavar="FILE", variable="AFFRAY_SESSION", help="The session; AFFRAY_SESSION."),
]
Combatants = Annotated[
    list[str],
    argument(metavar="SHEET[:N]…", help="Sheets or @creatures, with a count if many."),
]
Versus = Annotated[
    list[str] | None,
    option(metavar="SHEET[:N]", help="One on the other side; repeat."),
]
Count = Annotated[int, option("--count", "-n", least=1, help="How many commands.")]


def new(
    file: Annotated[str, argument(metavar="FILE", help="The file to make.")],
    combatants: Combatants,
    versus: Versus = None,
    rulings: options.RulingsFile = None,
    force: Annotated[bool, option("--force", help="Replace a file that is there.")] = False,
) -> int:
    """Begin a session: a fight that lasts from one command to the next.

    affray session new night.toml examples/sheets/{system}/ardent-giant.toml @goblin:3

    affray session new duel.toml @ogre --versus @troll --force

    Counts get names of their own: Goblin-1, Goblin-2. Without --versus, those
    whom their system counts as enemies are the other side.
    """
    if file.startswith("@"):
        raise BadRequest(Fault(f"{file} is a creature, not a file to make", "name the file first"))
    refuse_existing(file, force)
    joining = _joining([*_counted(combatants, None), *_counted(versus or [], FOES)], set())
    rules = system_of([entry.sheet for entry, _ in joining])
    fight = start(rules.name, [entry for entry, _ in joining], rulings_of(rules, rulings))
    with locked(file, new=True):
        refuse_existing(file, force)
        made = create(file, fight, {entry.name: path for entry, path in joining})
        save(made)
    terminal.write_lines(table(made), True)
    return Exit.OK


def _counted(words: Sequence[str], side: str | None) -> Iterator[tuple[str, int, str | None]]:
    """Each "path:3" as its path, its count and its side."""
    for word in words:
        path, colon, number = word.rpartition(":")
        if colon and number.isascii() and number.isdigit() and len(number) < 10:
            yield path, int(number), side
        else:
            yield word, 1, side


def _joining(
    wanted: Sequence[tuple[str, int, str | None]], taken: set[str]
) -> list[tuple[Joining, str]]:
    """Combatants with names no two of which are alike."""
    if not 0 < sum(count for _, count, _ in wanted) <= MOST_COMBATANTS:
        raise BadRequest(Fault(f"a session takes 1 to {MOST_COMBATANTS} combatants"))
    loaded = [(path, n, side, sheet_files.load(path)) for path, n, side in wanted]
    names = [sheet.name for _, n, _, sheet in loaded for _ in range(n)]
    found: list[tuple[Joining, str]] = []
    for path, count, side, sheet in loaded:
        own = side or system_of([sheet]).side(sheet)
        for _ in range(count):
            name = _free_name(sheet.name, names, taken)
            taken.add(name)
            found.append((Joining(name, sheet, own), path))
    return found


def _free_name(name: str, names: list[str], taken: set[str]) -> str:
    """The name itself when it is the only one; else with the first number that is free."""
    if names.count(name) == 1 and name not in taken:
        return name
    number = 1
    while f"{name}-{number}" in taken:
        number += 1
    return f"{name}-{number}"


def show(file: File, json: options.Json = False) -> int:
    """The fight as it stands: who, what is left, whose turn, and why.

    affray session show night.toml

    affray session show night.toml --json
    """
    session = load(file)
    warn(session)
    if json:
        terminal.write_json(as_data(session))
    else:
        terminal.write_lines(table(session), True)
    return Exit.OK


def log(file: File, json: options.Json = False) -> int:
    """What was done, oldest first, with seed, dice and effects.

    affray session log night.toml

    affray session log night.toml --json
    """
    session = load(file)
    done = session.entries - session.undone
    for number, entry in enumerate(entries(session.path, session.log), 1):
        if json:
            said = {"affray": 1, "entry": number, "undone": number > done}
            data = {**said, **msgspec.to_builtins(entry)}
            terminal.write_json(data)
        else:
            terminal.write_lines([entry_line(number, entry, number > done)], True)
    return Exit.OK


def undo(file: File, count: Count = 1) -> int:
    """Take back what was done last, as often as you like.

    affray session undo night.toml

    affray session undo night.toml --count 3
    """
    return _walk(file, count, sessions.undo, "undone")


def redo(file: File, count: Count = 1) -> int:
    """Do again what was taken back.

    affray session redo night.toml

    affray session redo night.toml --count 3
    """
    return _walk(file, count, sessions.redo, "redone")


def _walk(file: str, count: int, step: Any, word: str) -> int:
    lines: list[Line] = []
    with opened(file) as session:
        left = session.undone if step is sessions.redo else session.entries - session.undone
        if 1 <= left < count:
            raise BadRequest(Fault(f"only {left} can be {word}", f"--count {left}"))
        for _ in range(count):
            session, entry = step(session)
            lines.append(Line("note", word, " ".join([entry.command, *entry.who])))
        save(session)
    terminal.write_lines([*lines, *table(session)], True)
    return Exit.OK


def advance(
    file: File,
    seed: options.Seed = None,
    dice: options.GivenDice = None,
    json: options.Json = False,
    get: options.Get = None,
    explain: options.Explain = False,
    dry_run: options.DryRun = False,
) -> int:
    """End the present turn and give the next one: draw a token, go on in the order.

    affray session next night.toml

    affray session next night.toml --dice 3 --explain
    """
    asked = Asked(seed=seed, dice=dice, json=json, get=get, explain=explain)
    with opened(file) as before:
        maker = dice_maker(asked)
        after, outcome = sessions.next_turn(before, maker)
        what = _rendered(after, "session next", outcome, maker, asked)
        if isinstance(what, list):
            why = after.rules.why(after.fight)
            what = [Line("headline", "", sentence(why)), *what]
        if not dry_run:
            save(after)
    return printed(what, outcome, asked)


def rest(
    file: File,
    who: Annotated[list[str] | None, option(metavar="NAME", help="Only this one; repeat.")] = None,
    seed: options.Seed = None,
    dice: options.GivenDice = None,
    json: options.Json = False,
    get: options.Get = None,
    explain: options.Explain = False,
    dry_run: options.DryRun = False,
) -> int:
    """Rest: the fight is over, and everybody able heals as the rules have it.

    affray session rest night.toml

    affray session rest night.toml --who Hero --seed 4
    """
    asked = Asked(seed=seed, dice=dice, json=json, get=get, explain=explain)
    with opened(file) as before:
        maker = dice_maker(asked)
        names = [before.fight.fighter(name).name for name in who or []]
        after, outcome = sessions.rest(before, names, maker)
        what = _rendered(after, "session rest", outcome, maker, asked)
        if isinstance(what, list):
            what = [Line("headline", "", "Rested"), *what, *table(after)]
        if not dry_run:
            save(after)
    return printed(what, outcome, asked)


def _rendered(
    after: Session, command: str, outcome: Outcome, maker: Dice, asked: Asked
) -> str | bytes | list[Line]:
    """What is to be printed of a turn that was given, or a rest."""
    given = Input(turn_effects=len(outcome.effects))
    seen = seed_shown(asked, maker)
    result = result_in(after.fight, command, outcome, maker.thrown, seen, given)
    return rendered(result, outcome, asked)


class Applied(msgspec.Struct, frozen=True):
    """What `apply` reads of a result."""

    affray: int
    command: str
    system: str | None
    effects: tuple[Effect, ...]


def apply(
    file: File,
    result: Annotated[
        str, argument(metavar="RESULT.json", help="A result as --json wrote it; - for stdin.")
    ],
) -> int:
    """Apply the effects of a result made elsewhere; refused when they no longer fit.

    affray session apply night.toml result.json

    affray fall Goblin-1 4 --session night.toml --dry-run --json |
    affray session apply night.toml -
    """
    name = name_of(result)
    try:
        found = convert(msgspec.json.decode(read_bytes(result)), Applied)
    except msgspec.DecodeError as error:
        raise BadData(Fault(f"not valid JSON: {error}", None, name)) from None
    except Invalid as invalid:
        raise BadData(Fault(f.message, f.hint, name) for f in invalid.findings) from None
    if found.affray != 1:
        raise BadData(Fault(f"version {found.affray} of the JSON is not known", None, name))
    with opened(file) as session:
        if found.system not in (None, session.fight.system):
            raise BadData(
                Fault(f"a result of {found.system} does not fit this session", None, name)
            )
        session = sessions.apply_result(session, found.command, found.effects)
        save(session)
    terminal.write_lines([*map(change_line, found.effects), *table(session)], True)
    return Exit.OK


def add(file: File, combatants: Combatants, versus: Versus = None) -> int:
    """Let combatants join the fight.

    affray session add night.toml @goblin:2

    affray session add night.toml @ogre --versus @troll
    """
    with opened(file) as session:
        wanted = [*_counted(combatants, None), *_counted(versus or [], FOES)]
        taken = {f.name for f in session.fight.fighters}
        session = sessions.add(session, _joining(wanted, taken))
        save(session)
    terminal.write_lines(table(session), True)
    return Exit.OK


def remove(
    file: File,
    names: Annotated[list[str], argument(metavar="NAME…", help="Who leaves.")],
) -> int:
    """Let combatants leave the fight.

    affray session remove night.toml Goblin-2

    affray session remove night.toml Goblin-1 Goblin-3
    """
    with opened(file) as session:
        session = sessions.remove(session, names)
        save(session)
    terminal.write_lines(table(session), True)
    return Exit.OK
