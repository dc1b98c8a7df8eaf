"""Completion: what is offered, how fast, and in the real shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from affray.systems import OURS
from affray_cli.completing import SCRIPTS, answer, candidates, split
from affray_cli.entries import COMMANDS, ROLLS
from affray_cli.grammar import grammar
from affray_cli.reader import settles
from tests.scaffold.cli import COMMAND, PROJECT, affray

pexpect = pytest.importorskip("pexpect", reason="pexpect drives the shells")
TROIKA = "examples/sheets/troika"
GAUNTLETS = "examples/sheets/iron-gauntlets"


def offered(line: str) -> list[str]:
    *before, incomplete = split(line)
    return [one.value for one in candidates(before, incomplete)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("att", ["attack"]), ("roll ta", ["task"]), ("session re", ["redo", "rest", "remove"]),
        ("attack @gob", ["@goblin"]), ("attack @knight", ["@knight-of-the-road"]),
        (f"attack {TROIKA}/bell", [f"{TROIKA}/bell-archer.toml"]),
        ("sheet show exam", ["examples/"]),
        (f"attack {TROIKA}/bell-archer.toml @goblin --weapon ", ["bow", "axe", "knife"]),
        (f"odds attack {TROIKA}/bell-archer.toml @goblin --weapon ", ["bow", "axe", "knife"]),
        (f"odds duel {TROIKA}/bell-archer.toml @goblin --weapon b", ["bow"]),
        ("odds duel @goblin @troll --luck-on-tie ", ["attacker", "defender", "both"]),
        ("odds duel @goblin @troll --into", []),
        ("odds duel @goblin @troll --fi", ["--first", "--fights"]),
        (f"odds roll under {TROIKA}/bell-archer.toml ", ["bow fighting", "axe fighting"]),
        (f"attack {TROIKA}/bell-archer.toml @goblin --weapon=a", ["--weapon=axe"]),
        ("attack @goblin @troll --cov", ["--cover"]), ("attack @goblin @troll --cover 2 --cov", []),
        ("attack @goblin @troll --into", ["--into-melee"]),
        ("attack @goblin @troll --luck-on-tie ", ["attacker", "defender", "both"]),
        (f"attack {GAUNTLETS}/suenta.toml {GAUNTLETS}/kolby.toml --defence p", ["parry"]),
        (f"attack {GAUNTLETS}/suenta.toml {GAUNTLETS}/kolby.toml --unaw", []),
        ("attack @goblin @troll --defence p", []), ("attack --defence p", ["parry"]),
        ("rulings fall_r", ["fall_rounding"]), ("rulings --system troika drow", ["drowned"]),
        ("rule 7.8.1", ["7.8.1", "7.8.1/rounding"]), ("rule troika:7.6", ["troika:7.6"]),
        ("table cre", ["creatures"]), ("schema ru", ["rulings"]),
        ("schema sheet iron", ["iron-gauntlets"]),
        ("roll task examples/sheets/iron-gauntlets/suenta.toml a", ["athletics"]),
        ("roll test examples/sheets/reactive-combat/kessa.toml dex", ["dexterity"]),
        ("completion ", ["bash", "zsh", "fish"]), ("nothing-like-it ", []),
        ("attack 'no such.toml' @goblin --weapon kn", ["knife"]),
    ],
)  # fmt: skip
def test_what_is_offered(line: str, expected: list[str]) -> None:
    found = offered(line)
    if line == "session re":
        assert sorted(found) == sorted(expected)
    else:
        assert found[: len(expected)] == expected
        assert bool(found) == bool(expected)


TWINS = [
    *(("attack", f"odds {odds}") for odds in ("attack", "duel")),
    *((f"roll {roll}", f"odds roll {roll}") for roll in ROLLS),
]


@pytest.mark.parametrize(("command", "twin"), TWINS)
@pytest.mark.parametrize("name", [None, *OURS])
def test_odds_offer_what_their_command_does(command: str, twin: str, name: str | None) -> None:
    if name is not None and not settles(name, command):
        pytest.skip("it has no such rule")
    known = grammar(command, name)
    out = known.seats[2:] if twin == "odds duel" else ()
    sheet = next(iter(sorted(Path(f"examples/sheets/{name}").glob("*.toml"))), "")
    given = [str(sheet)] * (len([one for one in known.seats if one not in out]) if name else 0)
    lines = [" ".join([*given[:place], ""]) for place in range(len(known.arguments) + 1)]
    lines += [
        " ".join([*given, one.flag, ""])
        for one in known.own
        if one.shape != "flag" and one.name not in out
    ]
    for line in lines:
        assert offered(f"{twin} {line}") == offered(f"{command} {line}"), line


def test_every_command_is_offered() -> None:
    assert offered("") == list(COMMANDS)
    assert offered("-") == ["--help"]


def test_in_a_session_its_combatants_are_offered(tmp_path: Path) -> None:
    night = tmp_path / "night.toml"
    assert affray("session", "new", str(night), "@goblin:2", "--versus", "@troll").status == 0
    assert offered(f"attack --session {night} ") == ["Goblin-1", "Goblin-2", "Troll"]
    assert offered(f"attack --session {night} Tr") == ["Troll"]
    assert offered(f"attack --session {night} Troll Goblin-1 --weapon ") == ["sword"]
    assert offered(f"session remove {night} Goblin-") == ["Goblin-1", "Goblin-2"]
    assert offered(f"turn --session {night} T") == ["Troll"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a b", ["a", "b"]), ("a b ", ["a", "b", ""]), ("a 'b c", ["a", "b c"]),
        ('a "b \\" c" d', ["a", 'b " c', "d"]), ("a b\\ c", ["a", "b c"]), ("", [""]),
        ("a '' ", ["a", "", ""]),
    ],
)  # fmt: skip
def test_a_line_that_is_still_being_typed(line: str, words: list[str]) -> None:
    assert split(line) == words


def test_a_fault_while_completing_offers_nothing(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("affray_cli.completing.reach", None)
    answer("zsh", ["attack", ""])
    assert capfdbinary.readouterr() == (b"", b"")


def test_a_command_is_completed_without_importing_any() -> None:
    code = (
        "import os, sys; os.environ['_AFFRAY_COMPLETE'] = 'zsh'; sys.argv = ['affray', 'at']\n"
        "import affray_cli.main as m; os._exit = lambda status: None\n"
        "try: m.main()\n"
        "except BaseException: pass\n"
        "heavy = {'typer', 'rich', 'msgspec', 'affray'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    stopped = code.replace("os._exit = lambda status: None", "os._exit = sys.exit")
    ran = affray.python(stopped)
    assert ran.status == 0, ran.errors
    assert ran.text.startswith("attack\t")


@pytest.mark.parametrize("sheet", ["-", "pipe"])
def test_completion_never_waits_for_a_sheet(tmp_path: Path, sheet: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading, writing = os.pipe()
    try:
        ran = subprocess.run(
            [*COMMAND, "attack", sheet, "--cov"],
            stdin=reading,
            cwd=tmp_path,
            env={**os.environ, "_AFFRAY_COMPLETE": "zsh"},
            capture_output=True,
            timeout=60,
            check=True,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert ran.stdout.startswith(b"--cover\t")


def test_the_script_of_no_shell() -> None:
    ran = affray("completion", "bsh")
    assert ran.status == 2
    assert "did you mean `bash`" in ran.errors


SETUP = {
    "bash": (
        ["--norc", "--noprofile", "-i"],
        "source <(affray completion bash)",
        'bind -x \'"\\C-g": printf "\\nLINE[%s]\\n" "$READLINE_LINE"\'',
    ),
    "zsh": (
        ["-f", "-i"],
        "autoload -Uz compinit; compinit -u -d $HOME/dump; source <(affray completion zsh)",
        "show() { print; print -r -- \"LINE[$BUFFER]\" }; zle -N show; bindkey '^G' show",
    ),
    "fish": (
        ["--no-config", "-i"],
        "affray completion fish | source",
        "bind \\cg 'printf \"\\nLINE[%s]\\n\" (commandline | string collect)'",
    ),
}


class Shell:
    """A real shell at a pseudo-terminal, asked what Tab makes of a line."""

    def __init__(self, name: str, home: Path) -> None:
        flags, load, show = SETUP[name]
        folder = os.path.dirname(sys.executable)
        env = {
            "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
            "TERM": "xterm",
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "fish_features": "no-query-term",
        }
        self.child = pexpect.spawn(
            shutil.which(name),
            flags,
            env=env,
            cwd=str(PROJECT),
            encoding="utf-8",
            dimensions=(50, 200),
            timeout=30,
        )
        for line in (load, show):
            self.child.sendline(f"{line}; echo do''ne")
            self.child.expect("done\r")

    def complete(self, line: str) -> str:
        """The line after one Tab."""
        self.child.send(f"{line}\t")
        self.child.expect(r"(?s).+?(?=$)", timeout=5)
        for _ in range(50):
            self.child.send("\x07")
            self.child.expect(r"LINE\[([^\]\r\n]*)\]", timeout=20)
            found = str(self.child.match[1])
            if found != line:
                break
        self.child.send("\x15")
        return found

    def close(self) -> None:
        self.child.close(force=True)


@pytest.fixture(scope="module", params=SCRIPTS)
def shell(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Each of the three shells that is here."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    opened = Shell(request.param, tmp_path_factory.mktemp(request.param))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("affray atta", "affray attack "),
        ("affray roll tas", "affray roll task "),
        ("affray attack @gobl", "affray attack @goblin "),
        ("affray attack @goblin @trol", "affray attack @goblin @troll "),
        ("affray attack @goblin @troll --cov", "affray attack @goblin @troll --cover "),
        ("affray sheet show exam", "affray sheet show examples/"),
        (f"affray sheet show {TROIKA}/bell", f"affray sheet show {TROIKA}/bell-archer.toml "),
        (
            f"affray attack {TROIKA}/bell-archer.toml @goblin --weapon kn",
            f"affray attack {TROIKA}/bell-archer.toml @goblin --weapon knife ",
        ),
        ("affray rulings fall_r", "affray rulings fall_rounding "),
        ("affray rule troika:7.5", "affray rule troika:7.5 "),
        (
            f"affray attack {GAUNTLETS}/suenta.toml --defence=p",
            f"affray attack {GAUNTLETS}/suenta.toml --defence=parry ",
        ),
    ],
)
def test_tab(shell: Any, line: str, expected: str) -> None:
    assert shell.complete(line) == expected


def test_tab_with_a_name_of_two_words(shell: Any, tmp_path: Path) -> None:
    night = tmp_path / "night.toml"
    giant = f"{TROIKA}/ardent-giant.toml"
    assert affray("session", "new", str(night), giant, "@goblin").status == 0
    found = shell.complete(f"affray turn --session {night} Ard")
    assert found in (
        f"affray turn --session {night} Ardent\\ Giant ",
        f"affray turn --session {night} 'Ardent Giant' ",
    )
