"""The recorded corpus comes out again: exit statuses, dice, and every key of version 1.

What is recorded has to be there; what is new may stand beside it. Simulated chances may
differ by chance. A fault that was mended on purpose is named in DIFFERENCES.
"""

import difflib
import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.corpus.lines import Line, Script
from tests.corpus.record import Recorded, Result, Said, load, perform, prepare

UNAWARE = "a target that threw nothing was missing from the headline"
DIFFERENCES: dict[str, str] = {
    "affray check .*(giant-against-goblin|gauntlets/duel)": "a chance is exact, or drawn anew",
    "affray odds duel .*kessa.*orc.* --penalties 1": "the moments of a duel are those of a fight",
    "affray roll$": "the list of rolls named the systems that have each; its help does that",
    "affray act Ogre load": "an act of other systems is one this system has no rule for",
    r"affray attack (?!.*(--json|--get)).*(--unaware|porter)": UNAWARE,
    r"affray run .*(ambush|heavy-load|on-the-floor)": UNAWARE,
    r"affray (odds )?attack .* --get (result.nothing|x$)": "results have keys that are new",
    "affray rule (drowning|--search cover)? ?--json": "the example's output says who is down",
    "affray sheet (show|check) .*own": "tactics have a key that is new, among those that are known",
    "affray fall .* x( |$)": "what a number is not is said in the same words for all options",
}
"""A pattern of command lines (`re.search`) to the fault that was mended, in a sentence."""

LONG = re.compile(r"\b\d\.\d{12,}(e-\d+)?")  # as near as `alike` takes it
CHUNKS = 24
SIGMAS = 4.5
MOST_SAID, MOST_FAULTS, MOST_TEXT = 5, 12, 300
THROWS = 20_000
"""How often a roll is thrown whose odds are not exact."""

recorded = cache(load)


def again(script: Recorded, root: Path) -> list[tuple[str, Result, Result]]:
    """Each line's title, what was recorded of it, and what comes now."""
    lines = tuple(Line(tuple(line.words), line.stdin) for line in script.lines)
    now = perform(Script(script.name, lines), root)
    pairs = zip(script.lines, now.lines, strict=True)
    return [(title_of(script, old), old, new) for old, new in pairs]


def title_of(script: Recorded, line: Result) -> str:
    """A line as it is named in DIFFERENCES and in what is said of it."""
    read = f" << {line.stdin[:70]}" if line.stdin else ""
    return f"{script.name}: affray {' '.join(line.words)}{read}".removeprefix(": ")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_recorded_lines_come_out_again(chunk: int, tmp_path: Path) -> None:
    files, scripts = recorded()
    prepare(tmp_path, files)
    found = []
    for script in scripts[chunk::CHUNKS]:
        for title, old, new in again(script, tmp_path):
            faults = list(faults_of(old, new))
            if faults and not any(re.search(mended, title) for mended in DIFFERENCES):
                found.append("\n  ".join([title, *faults[:MOST_FAULTS]]))
    more = f"\n… and {len(found) - MOST_SAID} lines more" if len(found) > MOST_SAID else ""
    assert not found, "\n".join(found[:MOST_SAID]) + more


def test_every_named_difference_is_there(tmp_path: Path) -> None:
    files, scripts = recorded()
    prepare(tmp_path, files)
    for mended, why in DIFFERENCES.items():
        named = [s for s in scripts if any(re.search(mended, title_of(s, o)) for o in s.lines)]
        lines = [one for script in named for one in again(script, tmp_path)]
        assert any(list(faults_of(old, new)) for _, old, new in lines), why


def test_the_same_seed_gives_the_same_simulation(tmp_path: Path) -> None:
    files, scripts = recorded()
    prepare(tmp_path, files)
    drawn = [one for one in scripts if not one.name and trials(one.lines[0])]
    assert len(drawn) > 10
    for script in drawn[::3]:
        first, second = (again(script, tmp_path)[0][2] for _ in range(2))
        assert first == second


def faults_of(old: Result, new: Result) -> Iterator[str]:
    """What of a recorded result is not there any more."""
    if old.status != new.status:
        said = f"{new.err or new.out}"[:MOST_TEXT]
        yield f"exit status {old.status} became {new.status}: {said}"
        return
    for name, before, now in (("stdout", old.out, new.out), ("stderr", old.err, new.err)):
        if isinstance(before, list) and isinstance(now, list):
            yield from missing(before, now, name, trials(old))
        elif before != now:
            yield from lost_lines(before, now, name)


def trials(line: Result) -> int | None:
    """How many fights or throws stand behind a result; None: it was not simulated."""
    whole = line.out[0] if isinstance(line.out, list) else None
    if not isinstance(whole, dict) or whole.get("outcome") != "simulated":
        return None
    result = whole["result"]
    at = result.get("sweep", [result])[0]
    return int(at.get("n") or at.get("fights") or THROWS)


def lost_lines(before: Said, now: Said, name: str) -> Iterator[str]:
    """The difference of two texts, where lines of the first are not in order in the second."""
    old, new = (
        LONG.sub(lambda number: f"{float(number[0]):.11f}", one).splitlines()
        if isinstance(one, str)
        else [msgspec.json.encode(x).decode() for x in one]
        for one in (before, now)
    )
    rest = iter(new)
    if not all(line in rest for line in old):
        yield f"{name}:"
        yield from difflib.unified_diff(old, new, "recorded", "now", lineterm="", n=1)


def missing(old: Any, new: Any, path: str, n: int | None) -> Iterator[str]:
    """What of recorded JSON is not there; of `n` trials the chances may differ by chance."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if "code" in old and key in ("hint", "faults"):  # of an error: code, message, place
                continue
            if key in new or (n and key.isdigit()):  # what never came is not listed
                yield from missing(value, new.get(key, 0.0), f"{path}.{key}", n)
            else:
                yield f"{path}.{key} is gone: {value!r}"
    elif isinstance(old, list) and isinstance(new, list):
        for place, (one, other) in enumerate(zip(old, new, strict=False)):
            yield from missing(one, other, f"{path}.{place}", n)
        if len(old) != len(new):
            yield f"{path}: of {len(old)} became of {len(new)}"
    elif not alike(old, new, path, n):
        yield f"{path}: {old!r} became {new!r}"[:MOST_TEXT]


def alike(old: object, new: object, path: str, n: int | None) -> bool:
    """Whether two values are the same, or as near as chance and rounding leave them."""
    if old == new or not (isinstance(old, int | float) and type(new) is type(old)):
        return old == new
    if n is None:
        return isinstance(old, float) and math.isclose(old, new, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(old, int):  # fights played until a precision is reached, and a percentile
        return path.endswith((".n", ".p90")) and max(old, new) <= 2 * min(old, new)
    if "mean" in path:  # of rounds or survivors: they spread less than they come to
        return abs(old - new) <= SIGMAS * math.sqrt(2 / n) * max(1.0, old)
    p = (n * (old + new) + 2) / (2 * n + 4)
    return abs(old - new) <= SIGMAS * math.sqrt(2 * p * (1 - p) / n)
