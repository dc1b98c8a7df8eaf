"""What commands take to start, side by side with a hello-world Typer program.

    python tests/benchmarks/startup.py [CHECKOUT ...] [-n 15] [--only PATTERN]

Runs the program and each command in turn (one, the other, one, the other …), on the same kind
of stream, and prints medians: of the ratios of their times, of their CPU times, which a busy
machine disturbs less, and of their sizes. With CHECKOUTs, each with a `.venv` that has it
installed, those are measured in the same turns, one beside the other; else this one, by the
Python that runs this. Exit status 1: the last is over a budget by its CPU time, by its size,
or by its seconds. Needs a POSIX system and nothing but affray.
"""

import argparse
import os
import pty
import re
import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HELLO = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    print(f"Hello {name}")


if __name__ == "__main__":
    app()
"""
AFFRAY = "import sys; sys.argv[0] = 'affray'; from affray_cli.main import main; main()"
HERE = Path(__file__).resolve().parents[2]
MEMORY = 1.2
RESOLVING, TERMINAL, LOOKING, PLAYING = 0.75, 1.25, 1.15, 1.5
A_NAME, AN_OPTION = 0.6, 0.85
CHANCE = 0.2
"""Seconds for a chance in an encounter, in all."""

SHEET = "examples/sheets/{}.toml"
PAIRS = {
    "troika": ("ardent-giant", "wick"),
    "iron-gauntlets": ("suenta", "kolby"),
    "reactive-combat": ("kessa", "orc"),
}
SHEETS = {n: [SHEET.format(f"{n}/{one}") for one in two] for n, two in PAIRS.items()}
FIGHTS = {"troika": "siege", "iron-gauntlets": "gatehouse", "reactive-combat": "battle"}
STEPS = {"troika": "falls", "iron-gauntlets": "tasks", "reactive-combat": "how-far"}
ENCOUNTER = "examples/encounters/{}/{}.encounter.toml"
JSON = "--seed 7 --json"
RULINGS = "examples/encounters/rulings.toml"
IN_NIGHT = f"--session NIGHT --dry-run {JSON}"


class Row(NamedTuple):
    """A command line, on what it writes, and the most it may cost; `line` may be typed so far."""

    title: str
    line: str
    budget: float | None
    terminal: bool = False
    completing: bool = False
    seconds: float | None = None


def rows() -> Iterator[Row]:
    """The design's matrix: what there is, in each system where it matters."""
    for name, two in SHEETS.items():
        pair = " ".join(two)
        attack = f"attack {pair} --seed 7"
        yield Row(f"attack --json, {name}", f"{attack} --json", RESOLVING)
        yield Row(f"attack, {name}", attack, RESOLVING)
        yield Row(f"attack --explain, {name}", f"{attack} --explain", RESOLVING)
        yield Row(f"attack, terminal, {name}", attack, TERMINAL, terminal=True)
        yield Row(f"odds attack, {name}", f"odds attack {pair} --json", LOOKING)
        yield Row(f"roll initiative, {name}", f"roll initiative {pair} {JSON}", RESOLVING)
        sides = " ".join(f"--side {one}" for one in two)
        simulate = f"simulate {sides} -n 100 --rulings {RULINGS} {JSON}"
        yield Row(f"simulate -n 100, {name}", simulate, PLAYING)
        yield Row(f"check, steps, {name}", f"check {ENCOUNTER.format(name, STEPS[name])}", PLAYING)
        yield Row(f"check, fight, {name}", f"check {ENCOUNTER.format(name, FIGHTS[name])}", PLAYING)
    (giant, _), (suenta, kolby), (kessa, _) = SHEETS.values()
    for title, rest in {
        "damage": "--weapon greatsword --armour 2",
        "move": f"{suenta} --mode run",
        "drown": "@goblin --failures 2",
        "fall": "@goblin 6",
        "hazard": "@goblin --kind fire",
        "roll reaction": f"{suenta} {kolby}",
        "roll task": f"{suenta} athletics",
        "roll test": f"{kessa} dexterity",
        "roll under": "@goblin swim",
        "roll dice": "2d6",
    }.items():
        yield Row(title, f"{title} {rest} {JSON}", RESOLVING)
    yield Row(
        "attack, in a session", f"attack 'Ardent Giant' Goblin-1 --anyway {IN_NIGHT}", RESOLVING
    )
    yield Row("session next", f"session next NIGHT --dry-run {JSON}", RESOLVING)
    yield Row("session show", "session show NIGHT --json", LOOKING)
    yield Row("rule", "rule drowning", LOOKING)
    yield Row("rule, terminal", "rule drowning", TERMINAL, terminal=True)
    yield Row("table", "table weapons", LOOKING)
    yield Row("odds duel", "odds duel @ogre @troll --json", None)
    chance = ENCOUNTER.format("troika", "bridge")
    yield Row("check, a chance, troika", f"check {chance}", None, seconds=CHANCE)
    for what, line, budget in (
        ("a command", "roll re", A_NAME),
        ("a path", f"attack {giant[:-9]}", A_NAME),
        ("a creature", "attack @gob", A_NAME),
        ("a second creature", "attack @goblin @tro", A_NAME),
        ("a name", "attack --session NIGHT Gob", A_NAME),
        ("an option", "attack @goblin @troll --cov", AN_OPTION),
        ("a value", f"attack {giant} @goblin --weapon ", AN_OPTION),
    ):
        yield Row(f"complete {what}", f"affray {line}", budget, completing=True)


class Cost(NamedTuple):
    """What a process took: seconds from start to end, of CPU, and its largest size in KiB."""

    seconds: float
    cpu: float
    kibibytes: float


def run(python: str, words: list[str], terminal: bool, environment: dict[str, str]) -> Cost:
    """Run a Python with these words and wait for its end."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, theirs, 1), (os.POSIX_SPAWN_DUP2, theirs, 2)]
    if terminal:
        actions.append((os.POSIX_SPAWN_DUP2, theirs, 0))
    start = time.perf_counter()
    process = os.posix_spawn(python, [python, *words], environment, file_actions=actions)
    os.close(theirs)
    shown = b"".join(read(ours))
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    os.close(ours)
    if status or not shown:
        raise SystemExit(f"{words} failed: {shown.decode(errors='replace')}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def read(descriptor: int) -> Iterator[bytes]:
    """What comes from a pipe or terminal until its writer ends."""
    while True:
        try:
            data = os.read(descriptor, 65536)
        except OSError:  # a terminal's way to say it
            return
        if not data:
            return
        yield data


class Checkout(NamedTuple):
    """Where affray is, the Python it is installed for, and a session of its own."""

    folder: Path
    python: str
    night: str

    def run(self, row: Row, kept: dict[str, str]) -> Cost:
        """Run a row's command once, or complete its line."""
        os.chdir(self.folder)
        line = row.line.replace("NIGHT", self.night)
        if not row.completing:
            return run(self.python, ["-c", AFFRAY, *shlex.split(line)], row.terminal, kept)
        asked = {"COMPLETE": "bash", "LINE": line, "WORD": line.rpartition(" ")[2]}
        more = {f"_AFFRAY_{name}": value for name, value in asked.items()}
        return run(self.python, ["-c", AFFRAY], False, {**kept, **more})


def compare(
    row: Row, hello: str, checkouts: list[Checkout], pairs: int, kept: dict[str, str]
) -> tuple[str, bool]:
    """A row of the table, and whether the last checkout is over its budget."""
    programs: list[Cost] = []
    commands: list[list[Cost]] = [[] for _ in checkouts]
    for pair in range(pairs + 1):
        costs = [one.run(row, kept) for one in checkouts]
        program = run(checkouts[-1].python, [hello], row.terminal, kept)
        if pair:  # the first compiles, and fills the caches of the disk
            programs.append(program)
            for found, cost in zip(commands, costs, strict=True):
                found.append(cost)
    line = f"{row.title:34}{statistics.median(one.seconds for one in programs) * 1000:5.0f} ms"
    over = False
    for costs in commands:
        median = statistics.median(one.seconds for one in costs)
        wall, cpu, size = (
            statistics.median(
                ours[i] / theirs[i] for ours, theirs in zip(costs, programs, strict=True)
            )
            for i in range(3)
        )
        line += f" |{median * 1000:5.0f} ms{wall:6.2f}{cpu:6.2f}{size:6.2f}"
        over = (row.budget is not None and cpu > row.budget) or size > MEMORY
        over |= row.seconds is not None and median > row.seconds
    budget = f"{row.budget:.2f}" if row.budget else f"{row.seconds} s" if row.seconds else "-"
    return f"{line} | {budget:6}{'OVER' if over else ''}", over


def main() -> int:
    """Measure and print; 1 when something is over its budget."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("checkouts", nargs="*", type=Path, help="else this one")
    parser.add_argument("-n", type=int, default=15, help="pairs of runs for each command")
    parser.add_argument("--only", default="", help="rows whose titles match this")
    asked = parser.parse_args()
    ours = ("AFFRAY", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    kept |= {"TERM": "xterm-256color", "COLUMNS": "80"}
    folders = [path.resolve() for path in asked.checkouts] or [HERE]
    over = []
    with tempfile.TemporaryDirectory() as scratch:
        hello = f"{scratch}/hello.py"
        Path(hello).write_text(HELLO, encoding="utf-8")
        checkouts = []
        for number, folder in enumerate(folders):
            python = str(folder / ".venv/bin/python") if asked.checkouts else sys.executable
            checkouts.append(Checkout(folder, python, f"{scratch}/night-{number}.toml"))
            begin = Row("", f"session new NIGHT {SHEETS['troika'][0]} @goblin:3", None)
            checkouts[-1].run(begin, kept)
            checkouts[-1].run(begin._replace(line="session next NIGHT --dice 1"), kept)
            print(f"[{number}] {folder}")
        heads = "".join(f" |{f'[{n}]':>5}     wall   CPU   RAM" for n in range(len(folders)))
        print(f"{asked.n} pairs each, medians, ratios to hello\n{'':34}   hello{heads} | budget")
        for row in rows():
            if re.search(asked.only, row.title):
                line, is_over = compare(row, hello, checkouts, max(1, asked.n), kept)
                over += [row.title] * is_over
                print(line, flush=True)
    print(f"\nover budget: {', '.join(over)}" if over else "\nall within budget")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
