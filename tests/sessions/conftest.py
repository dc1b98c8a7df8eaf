"""Fixtures of the tests of sessions: a fight in a folder of its own, and commands on it."""

import subprocess
from pathlib import Path

import pytest

from tests.sessions.sessions_help import HERO, Affray, command, environment


@pytest.fixture
def affray(tmp_path: Path) -> Affray:
    """Run a command in the test's folder; asserts its exit status (0 unless `exits`)."""

    def run(*arguments: str, exits: int = 0) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            command(*arguments),
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == exits, done.stdout + done.stderr
        return done

    return run


@pytest.fixture
def night(tmp_path: Path, affray: Affray) -> Path:
    """A session file with Hero against three goblins, not begun."""
    (tmp_path / "hero.toml").write_text(HERO, "utf-8")
    affray("session", "new", "night.toml", "hero.toml", "@goblin:3")
    return tmp_path / "night.toml"
