"""What the tests of encounters share: files written where they are needed, and commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from affray_cli.main import run

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
FAILING = Path(__file__).parent / "failing" / "one-too-many.encounter.toml"

Write = Callable[..., Path]
Command = Callable[..., str]

HEAD = 'title = "A test"\n'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an encounter, by default with the title a test needs, and give its path."""

    def make(text: str, name: str = "a", head: str = HEAD) -> Path:
        path = tmp_path / f"{name}.encounter.toml"
        path.write_text(head + text, encoding="utf-8")
        return path

    return make


@pytest.fixture
def affray(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, and give what it wrote (errors where `exits` is not 0)."""
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def command(*arguments: object, exits: int = 0) -> str:
        capfd.readouterr()
        status = run([str(argument) for argument in arguments])
        said = capfd.readouterr()
        assert status == exits, said.out + said.err
        return said.out + said.err

    return command
