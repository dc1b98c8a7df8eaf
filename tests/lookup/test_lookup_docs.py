"""Help that teaches: two examples that run in each command's help, and docs made from it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from affray_cli.main import COMMANDS

Run = Callable[..., Any]
PROJECT = Path(__file__).resolve().parents[2]
BEFORE = """
sed 's/^name = .*/name = "Hero"/' examples/sheets/troika/ardent-giant.toml > hero.toml
affray session new night.toml hero.toml @goblin:3
affray act Hero suffer --kind fire --session night.toml
affray act Hero suffer --kind poison --session night.toml
affray act Goblin-3 suffer --kind fire --session night.toml
affray session next night.toml --dice 3
affray attack Goblin-1 Hero --session night.toml --dry-run --json > result.json
mkdir -p ~/.local/share/bash-completion/completions ~/.config/fish/completions
"""
"""What a reader of the examples has at hand: a hero, a fight in which a goblin may act."""
STARTS = {
    "affray session new": "rm night.toml\n",
    "affray session redo": "affray session undo night.toml --count 4\n",
}


def pages(script: Any) -> list[Any]:
    return [page for page in script("make_docs").pages() if not page.is_group]


def in_bash(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell script in a folder that has the project's examples, and affray."""
    path = f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"
    env = {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8"}
    bash = shutil.which("bash")
    assert bash is not None
    return subprocess.run(
        [bash, "-e", "-o", "pipefail", "-c", text],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table")
    os.symlink(PROJECT / "examples", folder / "examples")
    ran = in_bash(BEFORE, folder)
    assert ran.returncode == 0, ran.stderr
    return folder


def test_each_help_opens_with_two_examples(script: Any) -> None:
    few = [
        page.name
        for page in pages(script)
        if len(page.text) < 3 or not all(one.startswith("affray ") for one in page.text[1:3])
    ]
    assert few == []


def test_each_example_of_the_help_runs(script: Any, prepared: Path, tmp_path: Path) -> None:
    wrong = []
    examples = [(page.name, line) for page in pages(script) for line in page.examples]
    for number, (name, line) in enumerate(examples):
        folder = tmp_path / str(number)
        shutil.copytree(prepared, folder, symlinks=True)
        ran = in_bash(STARTS.get(name, "") + line, folder)
        if ran.returncode != 0:
            wrong.append((line, ran.returncode, ran.stderr))
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("name", ["commands.md", "affray.1"])
def test_the_docs_are_not_stale(name: str, script: Any) -> None:
    expected = script("make_docs").whole()[name]
    stale = "run python scripts/make_docs.py"
    assert (PROJECT / "docs" / name).read_text(encoding="utf-8") == expected, stale


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_man_page_is_sound() -> None:
    ran = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-Kutf8", str(PROJECT / "docs" / "affray.1")],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "affray attack" in ran.stdout


def test_alone_it_shows_what_to_do_first(affray: Run) -> None:
    ran = affray()
    assert ran.status == 0
    assert "affray attack @goblin @troll" in ran.output
    for line in ran.output.splitlines():
        words = line.split()
        if words[:1] == ["affray"] and len(words) > 1 and line.startswith("  "):
            assert words[1] in COMMANDS


def test_the_help_opens_with_two_examples(affray: Run) -> None:
    ran = affray("--help")
    assert ran.status == 0
    body = [line.strip() for line in ran.output.split("\n\n")]
    assert body[2].startswith("affray attack @goblin @troll")
    assert body[3] == "affray rule drowning"
    for name, entry in COMMANDS.items():
        assert f"{name} " in ran.output
        assert " ".join(entry.summary.split()[:4]) in " ".join(ran.output.split())


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["atack"], "attack"),
        (["roll", "tsk"], "task"),
        (["sheet", "shwo"], "show"),
        (["attack", "@goblin", "@troll", "--covr", "2"], "--cover"),
        (["attack", "@gobln", "@troll"], "goblin"),
        (["attack", "@goblin", "@troll", "--weapon", "swrod"], "sword"),
        (["table", "weapns"], "weapons"),
        (["rulings", "clmp"], "clamp"),
    ],
)
def test_a_typo_suggests(arguments: list[str], meant: str, affray: Run) -> None:
    ran = affray(*arguments)
    assert ran.status != 0
    assert meant in ran.errors
