"""Every example is run: README.md, the help of each command, the scripts in examples/.

In README.md a fence that opens with ```console holds commands (lines that start with `$ `;
a backslash at the end goes on in the next line) and after each the exact text it shows,
standard error among it. The commands run in order, by `sh -c`, in one copy of the repository's
root, so a later one finds what an earlier one left. Only ```console norun is not run.
"""

import ast
import os
import re
import stat
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import affray_cli.commands
from affray.plain import PLAIN
from affray.registry import commands, systems
from affray_cli.commands import odds_rolls
from affray_cli.entries import ROLLS
from affray_cli.grammar import grammar
from affray_cli.lazy import filled
from tests.scaffold.cli import COMMAND, PROJECT, affray

pytestmark = pytest.mark.skipif(os.name != "posix", reason="runs sh")

README = PROJECT / "README.md"
COMMANDS = Path(affray_cli.commands.__file__).parent
SCRIPTS = sorted((PROJECT / "examples").rglob("*.sh"))


class Fence(NamedTuple):
    """A fenced block: the line it opens on, its info string, and what is in it."""

    line: int
    info: str
    text: str


def fences(text: str) -> list[Fence]:
    """The fenced blocks of a Markdown text."""
    found = re.finditer(r"^```(.*)\n(?s:(.*?))^```$", text, re.MULTILINE)
    return [Fence(text.count("\n", 0, m.start()) + 1, m[1].strip(), m[2]) for m in found]


def steps(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it has to show."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if found and not found[-1][1] and found[-1][0].endswith("\\"):
            found[-1] = f"{found[-1][0]}\n{line.removeprefix('> ')}", ""
        elif line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            assert found, f"a console block that begins with no command: {line}"
            found[-1] = found[-1][0], f"{found[-1][1]}{line}\n"
    return found


@pytest.fixture(scope="module", name="environment")
def fixture_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a shell that finds `affray`."""
    folder = tmp_path_factory.mktemp("bin")
    shim = folder / "affray"
    words = " ".join(f"'{word}'" for word in COMMAND)
    shim.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def root(folder: Path) -> Path:
    """A folder that looks like the repository's root, and keeps what is written to it."""
    for entry in PROJECT.iterdir():
        if not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    return folder


def shell(line: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a line as a person would; its status and what it shows."""
    ran = subprocess.run(
        ["sh", "-c", line],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment,
        timeout=120,
        check=False,
    )
    return ran.returncode, ran.stdout.decode()


# README.md
def test_the_readme_shows_what_its_commands_show(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    blocks = [f for f in fences(README.read_text(encoding="utf-8")) if f.info == "console"]
    assert blocks, "README.md has no console block"
    folder = root(tmp_path)
    wrong = []
    for block in blocks:
        assert steps(block.text), f"README.md:{block.line}: no command"
        for command, expected in steps(block.text):
            _, shown = shell(command, folder, environment)
            if shown != expected:
                wrong.append(f"README.md:{block.line}: $ {command}\n{shown}instead of\n{expected}")
    assert not wrong, "\n\n".join(wrong)


def test_no_block_of_the_readme_hides_from_being_run() -> None:
    for block in fences(README.read_text(encoding="utf-8")):
        if re.search(r"^\$ ", block.text, re.MULTILINE):
            assert block.info in ("console", "console norun"), f"README.md:{block.line}"


def test_the_readme_speaks_of_commands_and_files_there_are() -> None:
    text = README.read_text(encoding="utf-8")
    for path in set(re.findall(r"\bexamples/[\w./-]*[\w/]", text)):
        assert list(PROJECT.glob(path)), path
    for block in fences(text):
        for line in re.findall(r"^\s*affray ([a-z]+)", block.text, re.MULTILINE):
            assert affray(line, "--help").status == 0, f"README.md:{block.line}: affray {line}"


def test_the_toml_and_python_of_the_readme(tmp_path: Path, environment: dict[str, str]) -> None:
    import sys

    folder = root(tmp_path)
    for block in fences(README.read_text(encoding="utf-8")):
        if block.info == "toml":
            assert tomllib.loads(block.text), f"README.md:{block.line}"
        if block.info == "python":
            (tmp_path / "example.py").write_text(block.text, encoding="utf-8")
            status, shown = shell(f"'{sys.executable}' example.py", folder, environment)
            assert status == 0, f"README.md:{block.line}: {shown}"


# Help
def examples(path: Path) -> list[str]:
    """The lines of a module's docstrings that start with `affray `, joined over pipes."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            lines = filled(ast.get_docstring(node) or "").splitlines()
            for number, line in enumerate(lines):
                follows = number > 0 and lines[number - 1].rstrip().endswith(("|", "\\"))
                if follows and found:
                    found[-1] = f"{found[-1]}\n{line}"
                elif line.startswith("affray "):
                    found.append(line)
    return found


def declared() -> dict[str, str]:
    """Each example that the systems declare, and its command; of a roll also for its odds."""
    found: dict[str, str] = {}
    for command in commands():
        having = [action for one in systems() if (action := one.settles(command)) is not None]
        for action in having:
            found |= dict.fromkeys(action.examples, command.split()[0])
    for action in PLAIN.values():
        found |= dict.fromkeys(action.examples, "roll")
    for roll in ROLLS:
        shown = odds_rolls.text(grammar(f"roll {roll}")).split("\n\n")[1:]
        found |= dict.fromkeys(shown, "odds")
    return found


EXAMPLES = [(p.stem, e) for p in sorted(COMMANDS.glob("*.py")) for e in examples(p)]
EXAMPLES += [(command, example) for example, command in declared().items()]
HERO = 'system = "troika"\nname = "Hero"\nkind = "character"\nskill = 5\nstamina = 40\nluck = 9\n'
SESSION = (
    "affray session new night.toml hero.toml @goblin:3 --force",
    "affray session next night.toml --seed 1",
    "affray attack Hero Goblin-1 --session night.toml --anyway --seed 1 --json > result.json",
    "affray attack Hero Goblin-1 --session night.toml --anyway --seed 2",
    "affray attack Hero Goblin-2 --session night.toml --anyway --seed 3",
    "affray attack Hero Goblin-2 --session night.toml --anyway --seed 4",
    "affray session undo night.toml --count 4",
)
"""A fight with three actions taken back, and one more that was never taken."""


@pytest.mark.parametrize(("command", "example"), EXAMPLES, ids=[e for _, e in EXAMPLES])
def test_every_example_of_the_help(
    command: str, example: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = root(tmp_path)
    own = {**environment, "HOME": str(tmp_path / "home")}
    for place in re.findall(r"> ~/(\S*)/", example):
        (tmp_path / "home" / place).mkdir(parents=True)
    (folder / "commands.txt").write_text("attack @goblin @troll\nroll dice 2d6\n", "utf-8")
    allowed = [0]
    if "night.toml" in example and "session new" not in example:
        (folder / "hero.toml").write_text(HERO, encoding="utf-8")
        for line in SESSION:
            status, shown = shell(line, folder, environment)
            assert status == 0, (line, shown)
        if "undo" in example or "log" in example:
            assert shell("affray session redo night.toml --count 4", folder, environment)[0] == 0
        if command in ("act", "turn") or "apply" in example:
            allowed.append(4)  # not every one's turn comes up; that is said with its rule
    status, shown = shell(example, folder, own)
    assert status in allowed, shown
    assert shown or ">" in example or command == "shell"
    assert "Traceback" not in shown


def test_every_command_has_examples() -> None:
    having = {command for command, _ in EXAMPLES}
    resolving = {"attack", "damage", "move", "drown", "fall", "hazard", "roll", "act", "odds"}
    assert resolving | {"replay", "sheet", "rule", "table", "rulings"} <= having


# Scripts
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_script(script: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    assert os.access(script, os.X_OK), f"{script.name} cannot be executed"
    folder = root(tmp_path)
    before = sorted(p.name for p in folder.iterdir())
    status, shown = shell(f"./{script.relative_to(PROJECT)}", folder, environment)
    assert status == 0, shown
    assert shown.strip()
    assert "Traceback" not in shown
    assert sorted(p.name for p in folder.iterdir()) == before, "it leaves files behind"


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) >= 2
