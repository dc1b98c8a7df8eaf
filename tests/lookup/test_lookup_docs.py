"""Help that teaches: it opens with two examples (tests/cli runs them); docs made from it."""

import shutil
import subprocess
from typing import Any

import pytest

from affray_cli.entries import COMMANDS
from tests.scaffold.cli import PROJECT, affray, script


def pages() -> list[Any]:
    return [page for page in script("make_docs").pages() if not page.is_group]


def test_each_help_opens_with_two_examples() -> None:
    few = [
        page.name
        for page in pages()
        if len(page.text) < 3 or not all(one.startswith("affray ") for one in page.text[1:3])
    ]
    assert few == []


@pytest.mark.parametrize("name", ["commands.md", "affray.1"])
def test_the_docs_are_not_stale(name: str) -> None:
    expected = script("make_docs").whole()[name]
    stale = "run python docs/scripts/make_docs.py"
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


def test_alone_it_shows_what_to_do_first() -> None:
    ran = affray()
    assert ran.status == 0
    assert "affray attack @goblin @troll" in ran.text
    for line in ran.text.splitlines():
        words = line.split()
        if words[:1] == ["affray"] and len(words) > 1 and line.startswith("  "):
            assert words[1] in COMMANDS


def test_the_help_opens_with_two_examples() -> None:
    ran = affray("--help")
    assert ran.status == 0
    body = [line.strip() for line in ran.text.split("\n\n")]
    assert body[2].startswith("affray attack @goblin @troll")
    assert body[3] == "affray rule drowning"
    for name, entry in COMMANDS.items():
        assert f"{name} " in ran.text
        assert " ".join(entry.summary.split()[:4]) in " ".join(ran.text.split())


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
def test_a_typo_suggests(arguments: list[str], meant: str) -> None:
    ran = affray(*arguments)
    assert ran.status != 0
    assert meant in ran.errors
