"""Time and memory of commands, side by side with a hello-world Typer program.

    python tests/benchmarks/startup.py [-n 20]

Runs each command and the program in turn (one, the other, one, the other …), in the same
environment and on the same kind of stream, and prints the median of the ratios beside its
budget. Exit status 1: something is over. Needs a POSIX system and nothing but affray.
"""

import argparse
import os
import pty
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
AFFRAY = "from affray_cli.main import main; main()"
SHEETS = ("examples/sheets/troika/ardent-giant.toml", "@goblin")
MEMORY = 1.5


class Measured(NamedTuple):
    """One command: how it is called, on what it writes, and the most it may cost."""

    title: str
    words: tuple[str, ...]
    budget: float
    terminal: bool = False
    extra: tuple[tuple[str, str], ...] = ()


COMMANDS = (
    Measured("attack --json, piped", ("attack", *SHEETS, "--seed", "7", "--json"), 1.25),
    Measured("attack, piped", ("attack", *SHEETS, "--seed", "7"), 1.25),
    Measured("attack, on a terminal", ("attack", *SHEETS, "--seed", "7"), 1.75, True),
    Measured("roll dice 2d6, piped", ("roll", "dice", "2d6"), 1.25),
    Measured(
        "completing a sub-command",
        (),
        1.15,
        extra=(
            ("_AFFRAY_COMPLETE", "bash"),
            ("_AFFRAY_LINE", "affray roll re"),
            ("_AFFRAY_WORD", "re"),
        ),
    ),
)


class Cost(NamedTuple):
    """What a process took: seconds from start to end, and its largest size in KiB."""

    seconds: float
    kibibytes: int


def run(words: list[str], terminal: bool, environment: dict[str, str]) -> Cost:
    """Run a Python of our own with these words and wait for its end."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, theirs, 1), (os.POSIX_SPAWN_DUP2, theirs, 2)]
    if terminal:
        actions.append((os.POSIX_SPAWN_DUP2, theirs, 0))
    start = time.perf_counter()
    process = os.posix_spawn(
        sys.executable, [sys.executable, *words], environment, file_actions=actions
    )
    os.close(theirs)
    shown = b"".join(read(ours))
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    os.close(ours)
    if status or not shown:
        raise SystemExit(f"{words} failed: {shown.decode(errors='replace')}")
    kibibytes = usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    return Cost(seconds, kibibytes)


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


def compare(
    measured: Measured, hello: str, pairs: int, environment: dict[str, str]
) -> tuple[list[Cost], list[Cost]]:
    """The costs of the program and of the command, run in turn."""
    commanded = {**environment, **dict(measured.extra)}
    programs, commands = [], []
    for pair in range(pairs + 1):
        program = run([hello], measured.terminal, environment)
        command = run(["-c", AFFRAY, *measured.words], measured.terminal, commanded)
        if pair:  # the first compiles, and fills the caches of the disk
            programs.append(program)
            commands.append(command)
    return programs, commands


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of what each of ours is to its own of theirs."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def verdict(ratio: float, budget: float) -> str:
    """A ratio beside its budget, in words."""
    return f"{ratio:5.2f} x  of {budget:.2f} x  {'within' if ratio <= budget else 'OVER'}"


def main() -> int:
    """Measure and print; 1 when something is over its budget."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("-n", type=int, default=20, help="pairs of runs for each command")
    pairs = max(1, parser.parse_args().n)
    os.chdir(Path(__file__).parents[2])
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("AFFRAY", "PYTHON"))}
    environment = {**kept, "TERM": "xterm-256color", "COLUMNS": "80"}
    over = False
    print(f"{pairs} pairs each; medians\n")
    print(f"{'command':26}{'time':>8}{'hello':>9}  {'time, to hello':32}memory, to hello")
    with tempfile.TemporaryDirectory() as folder:
        hello = str(Path(folder) / "hello.py")
        Path(hello).write_text(HELLO, encoding="utf-8")
        for measured in COMMANDS:
            programs, commands = compare(measured, hello, pairs, environment)
            ours = [cost.seconds for cost in commands]
            theirs = [cost.seconds for cost in programs]
            time_ratio = median_ratio(ours, theirs)
            memory_ratio = median_ratio(
                [float(cost.kibibytes) for cost in commands],
                [float(cost.kibibytes) for cost in programs],
            )
            over |= time_ratio > measured.budget or memory_ratio > MEMORY
            print(
                f"{measured.title:26}"
                f"{statistics.median(ours) * 1000:5.0f} ms"
                f"{statistics.median(theirs) * 1000:6.0f} ms"
                f"  {verdict(time_ratio, measured.budget):32}{verdict(memory_ratio, MEMORY)}",
                flush=True,
            )
    print("\nover budget" if over else "\nall within budget")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
