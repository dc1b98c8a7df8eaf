"""`affray simulate`."""

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from affray import sheets as sheet_files
from affray.action import Named
from affray.dice import draw_seed
from affray.encounter.sides import MOST_COMBATANTS
from affray.engine.many.batches import Runner, alone
from affray.engine.many.simulate import FIGHTS, Simulated, check_numbers, simulate
from affray.engine.many.sweep import Point, axes, changed, points
from affray.engine.step import MOST_ROUNDS
from affray.faults import BadRequest, Fault
from affray.fight import Fight, Joining, start
from affray.registry import system_of
from affray_cli import options, terminal
from affray_cli.asked import rulings_of
from affray_cli.common import OUTPUT
from affray_cli.declare import argument, option
from affray_cli.exits import Exit
from affray_cli.odds import Printing, finish
from affray_cli.progress import Bar
from affray_cli.text import simulate as words

MOST_JOBS = 256
FLAGS = {
    "`fights`": "-n",
    "`precision`": "--precision",
    "`most_rounds`": "--rounds",
    "the sweep": "--sweep",
}
"""How the library's messages begin, and which option that is here."""

Sides = Annotated[
    list[str] | None,
    option(
        "--side",
        metavar="[NAME=]SHEET[:N],…",
        help="A side, instead of an encounter: sheets or @creatures; repeat.",
    ),
]
Sweep = Annotated[
    list[str] | None,
    option(
        metavar="[WHO.]FIELD=VALUES",
        help="A sheet's field at each of 4..8 or 0,1,2; repeat for every combination.",
    ),
]
Given = tuple[Fight, int]


def simulate_command(
    encounter: Annotated[
        str | None, argument(metavar="[ENCOUNTER]", help="An encounter with a [free] fight.")
    ] = None,
    side: Sides = None,
    fights: Annotated[
        int | None,
        option("-n", "--fights", metavar="N", help=f"Fights to play; else {FIGHTS:,}."),
    ] = None,
    precision: Annotated[
        float | None,
        option(metavar="P", help="Play until every chance is known within ± this."),
    ] = None,
    rounds: Annotated[
        int | None,
        option(metavar="N", help=f"Stop a fight after N rounds; else {MOST_ROUNDS}."),
    ] = None,
    sweep: Sweep = None,
    jobs: Annotated[
        int, option("--jobs", "-j", help="Processes that play; 0: one for each core.")
    ] = 1,
    scheduler: Annotated[
        str | None,
        option(metavar="ADDRESS", help="Play on the Dask cluster there (extra affray[cluster])."),
    ] = None,
    seed: options.Seed = None,
    rulings: Annotated[
        str | None,
        option(
            metavar="FILE",
            help="TOML file that replaces rulings; those of an encounter too.",
            panel=OUTPUT,
        ),
    ] = None,
    plot: options.Plot = None,
    json: options.Json = False,
    get: options.Get = None,
    csv: Annotated[bool, option("--csv", help="The numbers as CSV.", panel=OUTPUT)] = False,
) -> int:
    """Play many fights by the same rules and tactics: how likely each end is.

    affray simulate examples/encounters/{system}/bridge.encounter.toml -n 2000

    affray simulate --side @ogre --side @goblin:3 --sweep skill=7..9 --json

    The same seed gives the same result, whatever --jobs and --scheduler. Every chance
    stands between its 95 % bounds. A sweep's field is the first sheet's; write foes.skill,
    or Ann.skill, for those of a side or a combatant. Ctrl-C prints what it has, and
    exits 130.
    """
    gc.freeze()
    gc.enable()
    if csv and (json or get is not None):
        raise BadRequest(Fault("--csv goes neither with --json nor with --get", "choose one"))
    if fights is not None and precision is not None:
        raise BadRequest(Fault("-n and --precision exclude each other", "give one of them"))
    count = FIGHTS if fights is None else fights
    with _of_options():
        check_numbers(count, precision, MOST_ROUNDS if rounds is None else rounds)
    fight, most_rounds = _given(encounter, side or [], rulings)
    with _of_options():
        asked = axes(sweep or [], fight)
    picture = _picture(plot, bool(asked))
    used = draw_seed() if seed is None else seed
    grid: list[Point] = list(points(asked)) if asked else [{}]
    found: list[tuple[Point, Simulated]] = []
    with ExitStack() as stack:
        stack.enter_context(_of_options())
        play_by = _runner(jobs, scheduler, stack)
        bar = stack.enter_context(Bar(len(grid)))
        for number, point in enumerate(grid):
            try:
                one = simulate(
                    changed(fight, asked, point),
                    count,
                    precision=precision,
                    most_rounds=rounds or most_rounds,
                    seed=used,
                    runner=play_by,
                    progress=lambda done, of, at=number: bar.show(at, done, of),  # type: ignore[misc]
                )
            except KeyboardInterrupt:
                if not found:
                    raise
                break
            found.append((point, one))
            if one.stopped:
                break
    stopped = _stopped(found, len(grid))
    if picture is not None:
        picture(found)
    numbers = {
        "encounter": encounter,
        "n": fights,
        "precision": precision,
        "rounds": rounds,
        "sweep": sweep,
    }
    given = {name: value for name, value in numbers.items() if value is not None}
    _say(fight, found, bool(asked), given, used, json, get, csv)
    if stopped is None:
        return Exit.OK
    terminal.flush()
    terminal.complain(f"affray: {stopped}")
    was_cut = found[-1][1].stopped in (None, "interrupted")
    return Exit.INTERRUPTED if was_cut else Exit.BAD_DATA


@contextmanager
def _of_options() -> Iterator[None]:
    """Let what the library refuses be said of the options it came from."""
    try:
        yield
    except BadRequest as error:
        faults = [replace(one, message=_flagged(one.message)) for one in error.faults]
        raise BadRequest(faults) from None


def _flagged(message: str) -> str:
    for begins, flag in FLAGS.items():
        if message.startswith(begins):
            return flag + message.removeprefix(begins)
    return message


def _given(encounter: str | None, sides: Sequence[str], rulings: str | None) -> Given:
    """The fight from where it is played, and how many rounds at most."""
    if (encounter is None) == (not sides):
        hint = "affray simulate FILE.encounter.toml, or --side SHEET --side SHEET"
        raise BadRequest(Fault("simulate takes an encounter, or sides", hint))
    if encounter is None:
        return _of_sides(sides, rulings or os.environ.get("AFFRAY_RULINGS") or None), MOST_ROUNDS
    # Sides need nothing of encounters, which take longer to import than a fight to play.
    from affray.encounter.file import load
    from affray.encounter.play import play_steps

    read = load(encounter)
    if read.file.free is None:
        raise read.fault((), "there is no free fight in it to be played", "add [free]")
    fight = read.fight
    for stepped in play_steps(read):
        fight = stepped.after
    if rulings is not None:
        fight = replace(fight, rulings=rulings_of(read.system, rulings))
    return fight, read.file.free.rounds


def _of_sides(sides: Sequence[str], rulings: str | None) -> Fight:
    named = [_side(text) for text in sides]
    wanted = [part for _, members in named for part in members]
    if [*(path for path, _ in wanted), rulings].count("-") > 1:
        raise BadRequest(Fault("standard input can give one file only", "save the other as a file"))
    if not 0 < sum(count for _, count in wanted) <= MOST_COMBATANTS:
        raise BadRequest(Fault(f"a fight takes 2 to {MOST_COMBATANTS} combatants"))
    joining: list[tuple[str, Named]] = []
    labels = dict.fromkeys(label for label, _ in named if label is not None)
    for label, members in named:
        loaded = [(sheet_files.load(path), count) for path, count in members]
        if label is None:
            label = _free(loaded[0][0].name, labels)
            labels[label] = None
        joining += [(label, sheet) for sheet, count in loaded for _ in range(count)]
    if len({label for label, _ in joining}) < 2:
        raise BadRequest(Fault("a fight takes two sides", "give --side twice"))
    sheets = [sheet for _, sheet in joining]
    rules = system_of(sheets)
    names = sheet_files.distinct(sheets)
    entries = [
        Joining(name, sheet, label) for name, (label, sheet) in zip(names, joining, strict=True)
    ]
    return start(rules.name, entries, rulings_of(rules, rulings))


def _side(text: str) -> tuple[str | None, list[tuple[str, int]]]:
    """The name of a side, if it has one, and each sheet with its count."""
    label, equals, rest = text.partition("=")
    members = []
    for word in (rest if equals else text).split(","):
        path, colon, number = word.rpartition(":")
        is_counted = colon and number.isascii() and number.isdigit() and len(number) < 6
        members.append((path, int(number)) if is_counted else (word, 1))
    return (label.strip() if equals else None), members


def _free(name: str, taken: dict[str, None]) -> str:
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def _runner(jobs: int, scheduler: str | None, stack: ExitStack) -> Runner:
    if not 0 <= jobs <= MOST_JOBS:
        raise BadRequest(Fault(f"--jobs cannot be {jobs}", f"0 to {MOST_JOBS}; 0: one for a core"))
    if scheduler is not None:
        if jobs != 1:
            raise BadRequest(Fault("--jobs and --scheduler exclude each other", "give one of them"))
        from affray.engine.many.cluster import cluster

        return cluster(scheduler)
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        return alone
    from affray.engine.many.pool import Processes

    return stack.enter_context(Processes(jobs))


def _picture(path: str | None, is_sweep: bool) -> Any:
    """What draws the result, if it is to be drawn; what it lacks is said before any fight."""
    if path is None:
        return None
    from affray_cli.plotting import canvas, draw_simulated, draw_sweep

    paper = canvas(path)
    if is_sweep:
        return lambda found: draw_sweep(paper, found)
    return lambda found: draw_simulated(paper, found[0][1])


def _stopped(found: Sequence[tuple[Point, Simulated]], of: int) -> str | None:
    """What is missing and why, where something is."""
    last = found[-1][1]
    if last.stopped is None and len(found) == of:
        return None
    why = last.stopped or "interrupted"
    where = f", at point {len(found)} of {of}" if of > 1 else ""
    return f"{why}: {last.tally.fights} of {last.wanted} fights were played{where}"


def _say(
    fight: Fight,
    found: Sequence[tuple[Point, Simulated]],
    is_sweep: bool,
    given: dict[str, Any],
    seed: int,
    json: bool,
    get: str | None,
    csv: bool,
) -> None:
    sides: dict[str, list[str]] = {}
    for name, side in fight.sides.items():
        sides.setdefault(side, []).append(name)
    sheets = {msgspec.json.encode(one.sheet): one.sheet for one in fight.fighters}
    asked = {"sides": sides, **given}
    finish(
        Printing(
            "simulate", fight.system, tuple(sheets.values()), asked, fight.rulings, json, get, csv
        ),
        "simulated",
        words.sweep_result(found) if is_sweep else words.result(found[0][1]),
        lambda: words.tell_sweep(found) if is_sweep else words.tell(found[0][1]),
        lambda: words.sweep_rows(found) if is_sweep else words.rows(found[0][1]),
        seed,
    )
