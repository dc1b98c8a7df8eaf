"""The toy system stands beside ours in these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.scaffold.plugins import TOY, install, reachable


@pytest.fixture(scope="package", autouse=True)
def _coin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The toy, installed."""
    folder = tmp_path_factory.mktemp("site")
    install(TOY, folder)
    with reachable(folder):
        yield
