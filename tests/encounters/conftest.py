"""What the tests of encounters share: files written where they are needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FAILING = Path(__file__).parent / "failing" / "one-too-many.encounter.toml"

Write = Callable[..., Path]

HEAD = 'title = "A test"\n'


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an encounter, by default with the title a test needs, and give its path."""

    def make(text: str, name: str = "a", head: str = HEAD) -> Path:
        path = tmp_path / f"{name}.encounter.toml"
        path.write_text(head + text, encoding="utf-8")
        return path

    return make
