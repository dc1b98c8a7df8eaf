"""What the tests of look-ups share: a place to stand."""

import pytest

from tests.scaffold.cli import PROJECT


@pytest.fixture(autouse=True)
def _in_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are given relative to the project."""
    monkeypatch.chdir(PROJECT)
