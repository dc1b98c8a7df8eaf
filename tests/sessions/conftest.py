"""Fixtures of the tests of sessions: a fight in a folder of its own, and commands on it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.scaffold.cli import Cli, Ran

HERO = """\
system = "troika"
name = "Hero"
kind = "character"
skill = 7
stamina = 40
luck = 9
weapons = ["sword"]
"""


Affray = Callable[..., Ran]


@pytest.fixture
def affray(tmp_path: Path) -> Affray:
    """Run a command in the test's folder; asserts its exit status (0 unless `status` is said)."""

    def run(*arguments: str, status: int = 0, **how: Any) -> Ran:
        ran = Cli().process(*arguments, cwd=tmp_path, **how)
        assert ran.status == status, ran.text + ran.errors
        return ran

    return run


@pytest.fixture
def night(tmp_path: Path, affray: Affray) -> Path:
    """A session file with Hero against three goblins, not begun."""
    (tmp_path / "hero.toml").write_text(HERO, "utf-8")
    affray("session", "new", "night.toml", "hero.toml", "@goblin:3")
    return tmp_path / "night.toml"
