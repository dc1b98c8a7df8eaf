"""What odds, simulation and checks cost: every system, every size, side by side in one run.

    python -m tests.benchmarks.matrix [PYTHON ...] [--seconds 1.0] [--only PATTERN]

Each cell is one question. affray answers it as it is installed for the Python that runs this
and for every PYTHON named (that of another checkout's `.venv`); icepool and dyce answer from a
formula where they can express it, the loops of `tests/reference` play simulated fights by
hand. They take turns (one, the other, one, the other …), each in a process of its own;
medians of processor time for one answer count, and of the ratios within a turn. A time in
brackets is the first answer's, everything made afresh. Exit status 1: the first affray is
over a budget, or behind another library, or two answers differ. What is not there is said
and left out: pip install icepool dyce
"""

import argparse
import json
import re
import resource
import signal
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping
from fractions import Fraction
from operator import truediv
from pathlib import Path
from typing import Any

from tests.benchmarks.questions import CELLS, HAND, HERE, Ask, Cell

TURNS = 7
LIBRARIES = "icepool", "dyce"
LONGEST = 20
"""Seconds of processor time after which an answer is given up."""


def plain(answer: object) -> object:
    """An answer that can be compared with another's."""
    if not isinstance(answer, Mapping):
        return answer if isinstance(answer, str) else None
    pairs = ((str(int(k) if isinstance(k, bool) else k), p) for k, p in answer.items() if p)
    return sorted((k, str(Fraction(p))) for k, p in pairs)


def too_long(*_: object) -> None:
    """Give up an answer."""
    raise TimeoutError(f"over {LONGEST} s")


def work() -> None:
    """Answer what is asked on standard input: a cell, whom to ask, how often."""
    warnings.simplefilter("ignore")  # of what dyce calls experimental
    made: dict[tuple[str, str], Ask] = {}
    signal.signal(signal.SIGXCPU, too_long)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    for line in sys.stdin:
        name, contender, times = json.loads(line)
        began = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + LONGEST, most))
        try:
            if (name, contender) not in made:
                made[name, contender] = CELLS[name].contenders[contender]()
            answer = made[name, contender](times)
        except Exception as error:  # whatever another checkout does not know is said
            print(json.dumps({"missing": f"{error or type(error).__name__}"}), flush=True)
            continue
        took = (time.process_time() - began) * 1000
        print(json.dumps({"ms": took, "answer": plain(answer)}), flush=True)


class Worker:
    """A Python that answers."""

    def __init__(self, python: str) -> None:
        command = [python, "-m", "tests.benchmarks.matrix", "--worker"]
        self.process = subprocess.Popen(
            command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *what: object) -> dict[str, Any]:
        """What it says of a cell."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(what), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"missing": "it died"}


class Contest:
    """One who answers a cell, and the times it took."""

    def __init__(self, name: str, contender: str, worker: Worker, seconds: float) -> None:
        self.what, self.worker, self.times = (name, contender), worker, 1
        first = worker.ask(*self.what, 1)
        self.missing: str | None = first.get("missing")
        self.answer, self.first = first.get("answer"), first.get("ms", 0.0)
        self.taken: list[float] = []
        wanted = seconds * 1000 / TURNS
        if self.first > 2000 * seconds:
            self.taken, self.times = [self.first], 0
        while self.missing is None and self.times:
            took = max(worker.ask(*self.what, self.times)["ms"], 0.01)
            if took > wanted / 2:
                break
            self.times = max(self.times + 1, int(self.times * min(20, wanted / took)))

    def turn(self) -> None:
        """Answer once more, so many times."""
        if self.missing is None and self.times:
            self.taken.append(self.worker.ask(*self.what, self.times)["ms"] / self.times)

    @property
    def median(self) -> float:
        return float(statistics.median(self.taken))

    def ratio(self, other: "Contest") -> float:
        """How often the other's time goes into this one's, turn by turn."""
        return float(statistics.median(map(truediv, self.taken, other.taken)))


def measured(cell: Cell, workers: Mapping[str, Worker], seconds: float) -> dict[str, Contest]:
    """Everybody's times for a cell, taken in turns."""
    by = {}
    for label, worker in workers.items():
        for contender in cell.contenders if label == "affray" else ["affray"]:
            name = contender if label == "affray" else label
            by[name] = Contest(cell.name, contender, worker, seconds)
    for _ in range(TURNS):
        for one in by.values():
            one.turn()
    return by


def told(one: Contest | None, than: Contest | None) -> str:
    """A column: milliseconds, those of the first answer, and how it stands to another."""
    if one is None:
        return "-"
    if one.missing is not None:
        return "no: " + one.missing[:22]
    ratio = "" if than in (None, one) or than.missing else f" {one.ratio(than):.3g}x"
    how = f" {one.answer}" if isinstance(one.answer, str) else ""
    return f"{one.median:.3g} ({one.first:.3g}){ratio}{how}"


def faults(cell: Cell, by: Mapping[str, Contest]) -> list[str]:
    """What is not as it has to be with a cell."""
    mine = by["affray"]
    if mine.missing is not None:
        return [mine.missing]
    spent = mine.ratio(by[HAND]) if HAND in by else mine.median
    wrong = [] if spent <= cell.budget else ["OVER"]
    for name, one in by.items():
        if one.missing is None and name in LIBRARIES:
            wrong += [f"behind {name}"] if one.ratio(mine) < 1 else []
            wrong += [f"{name} DIFFERS"] if one.answer != mine.answer else []
    return wrong


def main() -> int:
    """Print the table; 1 when something is not as it has to be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("pythons", nargs="*", help="of other checkouts")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--only", default="", help="cells whose names have this pattern")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        work()
        return 0
    workers = {"affray": Worker(sys.executable)}
    workers |= {Path(python).absolute().parts[-4]: Worker(python) for python in given.pythons}
    columns = [*workers, HAND, *LIBRARIES]
    print("milliseconds an answer or a fight (the first); ratios to affray, or to the loop")
    print(f"{'':38}{'budget':>8}  " + "".join(f"{name:28}" for name in columns))
    bad = 0
    for cell in CELLS.values():
        if not re.search(given.only, cell.name):
            continue
        by = measured(cell, workers, given.seconds)
        wrong = faults(cell, by)
        bad += bool(wrong)
        budget = f"{cell.budget:g}" + (" x" if HAND in by else " ms")
        than = by.get(HAND, by["affray"])
        row = "".join(f"{told(by.get(name), than):28}" for name in columns)
        print(f"{cell.name:38}{budget:>8}  {row}{', '.join(wrong) or 'met'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
