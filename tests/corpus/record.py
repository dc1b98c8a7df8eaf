"""Run the lines of the corpus in this process, and keep what came of them.

    python -m tests.corpus.record

Only to be done where the results are known to be right: `test_corpus.py` holds the
present program to them.
"""

import io
import lzma
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import msgspec

from affray_cli.main import run
from tests.corpus.lines import FILES, Line, Script, scripts

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDED = Path(__file__).with_name("recorded.jsonl.xz")
Said = str | list[Any]


class Result(msgspec.Struct):
    """A line with what came of it: JSON decoded, anything else as text."""

    words: list[str]
    status: int
    out: Said = ""
    err: Said = ""
    stdin: str = ""


class Recorded(msgspec.Struct):
    """A script as it was recorded."""

    name: str
    lines: list[Result]


def prepare(root: Path, files: dict[str, str]) -> None:
    """A folder to run lines in: the examples, and the corpus's own files."""
    shutil.copytree(EXAMPLES, root / "examples")
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, "utf-8")


def perform(script: Script, root: Path) -> Recorded:
    """Run a script's lines: in the root, or in a folder of its own where it has a name."""
    if not script.name:
        return Recorded("", [settle(line, root) for line in script.lines])
    with tempfile.TemporaryDirectory(dir=root) as own:
        for name in ("examples", "own"):
            os.symlink(root / name, os.path.join(own, name))
        return Recorded(script.name, [settle(line, Path(own)) for line in script.lines])


def settle(line: Line, folder: Path) -> Result:
    """Run one line as a process would be: its own streams, folder and environment."""
    kept = sys.stdin, sys.stdout, sys.stderr, dict(os.environ)
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    for name in [name for name in os.environ if name.startswith(("AFFRAY", "GITHUB", "FORCE"))]:
        del os.environ[name]
    os.environ["COLUMNS"] = "80"
    sys.stdin = io.TextIOWrapper(io.BytesIO(line.stdin.encode()), "utf-8")
    sys.stdout, sys.stderr = streams
    try:
        with chdir(folder):
            status = run(list(line.words))
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept[:3]
        os.environ.clear()
        os.environ.update(kept[3])
    out, err = (said(stream, folder) for stream in streams)
    return Result(list(line.words), int(status), out, err, line.stdin)


def said(stream: io.TextIOWrapper, folder: Path) -> Said:
    """What was written: lines of JSON as data, else text."""
    stream.flush()
    text = stream.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert str(folder) not in text, text
    try:
        return [msgspec.json.decode(line) for line in text.splitlines()] or ""
    except msgspec.DecodeError:
        return str(text)


def recording(root: Path) -> Iterator[Recorded]:
    """Every script as it comes out, and lines made of what came out."""
    found = sorted(str(path.relative_to(EXAMPLES.parent)) for path in EXAMPLES.rglob("*.toml"))
    encounters = [path for path in found if path.endswith(".encounter.toml")]
    number = 0
    for script in scripts(encounters, [path for path in found if "/sheets/" in path]):
        recorded = perform(script, root)
        if recorded != perform(script, root):  # it drew a seed
            continue
        yield recorded
        if script.name:
            continue
        for line in more(recorded.lines[0], number := number + 1):
            yield perform(Script("", (line,)), root)


def more(came: Result, number: int) -> Iterator[Line]:
    """The same line with its dice thrown by hand, also too few and too many; its replay."""
    whole = came.out[0] if isinstance(came.out, list) else None
    if not isinstance(whole, dict) or "--seed" not in came.words or not whole.get("dice"):
        return
    place = came.words.index("--seed")
    dice = {0: whole["dice"], 4: whole["dice"][:-1], 9: [*whole["dice"], 1]}.get(number % 12)
    if number % 3 == 0:
        dice = whole["dice"]
    if dice:
        by_hand = ["--dice", ",".join(map(str, dice))]
        yield Line((*came.words[:place], *by_hand, *came.words[place + 2 :]))
    if number % 10 == 5:
        yield Line(("replay", "-", "--json"), msgspec.json.encode(whole).decode())


def load() -> tuple[dict[str, str], list[Recorded]]:
    """The corpus's own files, and its scripts."""
    first, *rest = lzma.decompress(RECORDED.read_bytes()).splitlines()
    files = msgspec.json.decode(first, type=dict[str, str])
    return files, [msgspec.json.decode(line, type=Recorded) for line in rest]


def main() -> None:
    """Record everything anew."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder), FILES)
        found = [msgspec.json.encode(one) for one in (FILES, *recording(Path(folder)))]
    RECORDED.write_bytes(lzma.compress(b"\n".join(found), preset=9))
    print(f"{len(found) - 1} scripts, {RECORDED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
