"""`affray shell`, driven through a pseudo-terminal."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from affray_cli.shell import Shell
from tests.scaffold.cli import PROJECT, affray

pexpect = pytest.importorskip("pexpect", reason="pexpect drives the terminal")
PROMPT = r"affray[^\r\n>]*> "


class Terminal:
    """affray shell at a terminal, with a home of its own."""

    def __init__(self, home: Path, *arguments: str) -> None:
        env = {**os.environ, "HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8"}
        for name in ("COLUMNS", "LINES"):
            env.pop(name, None)
        env.pop("XDG_STATE_HOME", None)
        env["INPUTRC"] = os.devnull
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", "from affray_cli.main import main; main()", "shell", *arguments],
            env=env,
            cwd=str(PROJECT),
            encoding="utf-8",
            dimensions=(40, 120),
            timeout=30,
        )

    def wait(self, text: str = PROMPT) -> str:
        """Wait for a text, the prompt at first; what came before it."""
        self.child.expect(text)
        return str(self.child.before)

    def say(self, line: str) -> str:
        """Type a line; what is printed until the next prompt."""
        self.child.sendline(line)
        return self.wait()


@pytest.fixture(name="terminal")
def _terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(*arguments: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments))
        return opened[-1]

    yield open_one
    for one in opened:
        one.child.close(force=True)


def test_an_evening(terminal: Any) -> None:
    shell = terminal()
    assert "Ctrl-D leaves" in shell.wait()
    assert "strikes back" in shell.say("attack @goblin @troll --seed 7")
    assert "strikes back" in shell.say("affray attack @goblin @troll --seed 7")
    assert "did you mean `goblin`" in shell.say("attack @gobln @troll")
    assert "Usage: affray roll luck" in shell.say("help roll luck")
    assert "no closing quotation" in shell.say("rule 'x")
    assert "standard input" in shell.say("sheet show -")
    assert shell.say("# nothing").count("affray:") == 0
    shell.child.sendline("exit")
    shell.wait(pexpect.EOF)
    shell.child.close()
    assert shell.child.exitstatus == 0


def test_tab_completes_at_the_prompt(terminal: Any) -> None:
    shell = terminal()
    shell.wait()
    shell.child.send("attack @gobl\t@trol\t--see\t7\n")
    assert "strikes back" in shell.wait()
    shell.child.send("sheet show examples/sheets/troika/marsh\t\n")
    assert "Marsh Goblin" in shell.wait()


def test_the_lines_of_an_evening_are_there_on_the_next(terminal: Any, tmp_path: Path) -> None:
    first = terminal()
    first.wait()
    first.say("roll dice 1d6 --dice 4")
    first.child.sendeof()
    first.wait(pexpect.EOF)
    second = terminal()
    second.wait()
    second.child.send("\x10\n")
    assert "1d6: 4" in second.wait()
    kept = tmp_path / ".local" / "state" / "affray" / "history"
    assert "roll dice 1d6 --dice 4" in kept.read_text(encoding="utf-8")


def test_ctrl_c_leaves_the_line_and_ctrl_d_the_shell(terminal: Any) -> None:
    shell = terminal()
    shell.wait()
    shell.child.send("attack @gob")
    shell.wait("attack @gob")
    for _ in range(20):
        # Python's line editor may miss a signal that comes while it shows a letter.
        shell.child.sendintr()
        if shell.child.expect([PROMPT, pexpect.TIMEOUT], timeout=1) == 0:
            break
    assert "1d6: 4" in shell.say("roll dice 1d6 --dice 4")
    shell.child.sendeof()
    shell.wait(pexpect.EOF)
    shell.child.close()
    assert shell.child.exitstatus == 0


def test_a_session_goes_without_saying(terminal: Any, tmp_path: Path) -> None:
    night = tmp_path / "night.toml"
    giant = "examples/sheets/troika/ardent-giant.toml"
    assert affray("session", "new", str(night), giant, "@goblin:2").status == 0
    shell = terminal("--session", str(night))
    shell.wait()
    assert "affray night> " in shell.child.after
    assert "Goblin-2" in shell.say("session show")
    shell.child.send("act Ard\tsuffer --kind fire\n")
    assert "fire 0 -> 1" in shell.wait()
    shell.child.send("fall Gob\t1 2 --dice 3\n")
    assert "stamina 6 -> 3" in shell.wait()


def test_a_session_that_is_none_is_refused(tmp_path: Path) -> None:
    assert affray("shell", "--session", str(tmp_path / "none.toml")).status == 3


@pytest.mark.parametrize(
    ("line", "begin", "offers"),
    [
        ("att", 0, ["attack "]),
        ("affray att", 7, ["attack "]),
        ("attack @gobl", 7, ["@goblin "]),
        ("sheet show exam", 11, ["examples/"]),
        ("attack '@gobl", 7, ["'@goblin' "]),
        ("attack @living\\ d", 15, []),
    ],
)
def test_what_the_prompt_offers(line: str, begin: int, offers: list[str]) -> None:
    shell = Shell("> ")
    assert shell.offers(line, begin) == offers


def test_a_name_of_two_words_is_quoted(tmp_path: Path) -> None:
    night = tmp_path / "night.toml"
    giant = "examples/sheets/troika/ardent-giant.toml"
    assert affray("session", "new", str(night), giant, "@goblin").status == 0
    shell = Shell("> ")
    line = f"turn --session {night} "
    assert shell.offers(f"{line}Ard", len(line)) == ["Ardent\\ Giant "]
    assert shell.offers(f"{line}Ardent\\ G", len(line) + 8) == ["Giant "]
    assert shell.offers(f'{line}"Ardent G', len(line) + 8) == ['Giant" ']
