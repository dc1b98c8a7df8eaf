"""What a terminal shows, wide or narrow: all that a pipe gets, and nothing cut off."""

import os
import re
import shlex
import sys

import pytest

from tests.scaffold.cli import PROJECT, affray

pexpect = pytest.importorskip("pexpect", reason="pexpect is the terminal")
T, G, R = (f"examples/sheets/{s}/" for s in ("troika", "iron-gauntlets", "reactive-combat"))
FACTS = [
    f"attack {T}ardent-giant.toml @goblin --luck attacker --dice 5,4,3,3,2,2,3 --explain",
    f"attack {G}suenta.toml {G}kolby.toml --dice 1,2,3,8,1,2,9,9 --explain",
    f"attack {R}kessa.toml {R}orc.toml --dice 1,2,3,5,5,3 --stunt riposte", "rule 7.6",
    "rule iron-gauntlets:hazards", "rulings out_at_marks", f"sheet show {R}titus.toml",
    f"sheet show {T}clockwork-bailiff.toml", "roll initiative @goblin @dragon --seed 3",
]  # fmt: skip
TABLES = ["table weapons", "table creatures", "table movement", "table armour", "table ranges"]
HELPS = ["attack --help", "rule --help", "turn --help", "--help", "roll --help"]


def screen(line: str, width: int) -> str:
    """What a terminal of that width shows, escapes taken out."""
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from affray_cli.main import main; main()", *shlex.split(line)],
        env={**env, "TERM": "xterm", "LANG": "C.UTF-8"},
        cwd=str(PROJECT),
        encoding="utf-8",
        dimensions=(500, width),
        timeout=30,
    )
    text = str(child.read())
    child.close()
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


def fits(text: str, width: int) -> bool:
    return max(len(line.rstrip()) for line in text.splitlines()) <= width


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("line", FACTS)
def test_no_fact_is_cut(line: str, width: int) -> None:
    shown = screen(line, width)
    assert fits(shown, width)
    close = re.sub(r"[\s:]+", "", shown)
    for fact in affray(*shlex.split(line)).text.splitlines():
        label, _, text = fact.partition(": ")
        if line.endswith("explain") and ":" in label:
            assert label in shown
        whole = re.sub(r"[\s:]+", "", text or label)
        assert whole in close, fact


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("line", TABLES)
def test_no_cell_is_cut(line: str, width: int) -> None:
    shown = screen(line, width)
    assert fits(shown, width)
    for row in affray(*line.split()).text.splitlines():
        # In a narrow terminal the first column goes without saying.
        for cell in row.split("\t")[row.startswith(("creature", "mode", "weapon")) :]:
            for word in cell.split():
                assert word in shown, cell


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("line", HELPS)
def test_no_help_is_cut(line: str, width: int) -> None:
    shown = screen(line, width)
    # A narrow terminal breaks a long option itself.
    assert width < 64 or fits(shown, width)
    words = re.sub(r"[^\w-]+", " ", shown)
    for word in re.findall(r"--[a-z-]+|\[tactics\]", affray(*line.split()).text):
        assert word.strip("[]") in words, word
    assert "…" not in shown.replace("SHEET…", "")
