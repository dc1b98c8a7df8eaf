"""`affray batch`: every line answered in JSON, as the command alone answers, and fast."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from affray import sheets
from affray_cli.batch import answer
from affray_cli.exits import Exit
from tests.scaffold.cli import Cli, affray
from tests.scaffold.work import calls

T = "examples/sheets/troika/"
G = "examples/sheets/iron-gauntlets/"


def batch(text: str) -> tuple[int, list[Any]]:
    """What a process of its own answers to the lines."""
    ran = Cli().process("batch", stdin=text.encode())
    assert ran.err == b""
    return ran.status, ran.many


LINES = [
    "attack @goblin @troll --seed 7",
    f"attack {T}ardent-giant.toml @goblin --cover 2 --seed 9007199254740991",
    "attack @goblin @troll --cover=2 --dice 5,4,3,3,2",
    "attack --seed 7 @goblin --prone defender @troll",
    f"attack {T}bell-archer.toml @goblin --weapon axe --weapon knife --seed 2",
    f"attack {T}bell-archer.toml @goblin --weapon bow --into-melee @troll --seed 2",
    "damage --weapon sword --no-shield --seed 2",
    "damage --weapon sword --shield --bonus -1 --seed 2", "damage @ogre @goblin --seed 2",
    f"roll reaction {G}suenta.toml {G}kolby.toml --seed 2",
    f"roll task {G}suenta.toml 'athletics' --seed 2", "roll dice 2d6+3 --seed 1",
    "move @goblin --distance 15 --explain", "table armour --system troika", "rule 7.6",
]  # fmt: skip


def test_each_answer_is_what_the_command_alone_answers() -> None:
    status, answers = batch("\n".join(LINES) + "\n")
    assert status == Exit.OK
    alone = [affray(*line.replace("'", "").split(), "--json").text for line in LINES]
    assert answers == [json.loads(text) for text in alone]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("attack @gobln @troll", "usage", "`@gobln`"),
        ("atack @goblin", "usage", "Did you mean 'attack'"),
        ("roll tsk", "usage", "Did you mean 'task'"),
        ("roll", "usage", "wants a command"),
        ("attack @goblin", "usage", "Missing argument"),
        ("attack @goblin @troll @orc", "usage", "unexpected extra argument"),
        ("attack @goblin @troll --covr 2", "usage", "--cover"),
        ("attack @goblin @troll --seed -1", "usage", "--seed"),
        ("attack @goblin @troll --seed many", "usage", "--seed"),
        ("attack @goblin @troll --seed", "usage", "--seed"),
        ("attack @goblin @troll --cover 100", "usage", "cover"),
        ("attack @goblin @troll --get outcome", "usage", "--get"),
        ("attack --help", "usage", "--help"),
        ("--help", "usage", "--help"),
        ("attack - @troll", "usage", "standard input"),
        ("attack no.toml @troll", "data", "no such file"),
        ("attack 'a b", "usage", "no closing quotation"),
        ("sheet new --system troika", "usage", "does not answer in JSON"),
        ("batch", "usage", "does not answer in JSON"),
        ("roll reaction @goblin", "forbidden", "reaction"),
    ],
)
def test_a_line_that_goes_wrong_is_answered_and_the_next_one_read(
    line: str, code: str, said: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    lines = ["roll dice 1d6 --seed 1", line, "", "# a comment", "roll dice 1d6 --seed 2"]
    status = answer(lines)
    out, err = capsysbinary.readouterr()
    assert status == Exit.CHECK_FAILED
    assert err == b""
    first, error, last = map(json.loads, out.splitlines())
    assert first["seed"] == 1
    assert last["seed"] == 2
    assert error["error"]["code"] == code
    assert said in error["error"]["message"] + (error["error"]["hint"] or "")
    assert error["error"]["line"] in ((None,) if "no.toml" in line else (2,))


def test_a_sheet_that_changes_is_read_anew(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "one.toml"
    text = 'system = "troika"\nname = "{}"\nskill = 5\nstamina = 6\n'
    with sheets.remembered():
        for number, name in enumerate(("First", "Second", "Second")):
            path.write_text(text.format(name), encoding="utf-8")
            os.utime(path, ns=(number, number))
            answer([f"roll under {path} --seed 1"])
        names = [
            json.loads(line)["input"]["sheets"][0]["name"]
            for line in capsysbinary.readouterr().out.splitlines()
        ]
        assert names == ["First", "Second", "Second"]
        assert sheets.load(str(path)) is sheets.load(str(path))
        assert sheets.load("@goblin") is sheets.load("@goblin")


def test_an_attack_of_a_batch_takes_little_work(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    lines = [f"attack {T}ardent-giant.toml @goblin --seed {seed}" for seed in range(1000)]
    with sheets.remembered():
        assert calls(lambda: answer(lines)) < 320 * 1000
    assert len(capsysbinary.readouterr().out.splitlines()) == 2000
