"""What the tests of the command line share: sheets, and every command that is played on them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scaffold.cases import CASES, FILES


@pytest.fixture(scope="session", name="_sheets")
def fixture_sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def _table(_sheets: Path) -> Iterator[None]:
    """Every module plays in the folder of the sheets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(_sheets)
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a `case` gets every command of every system."""
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=str)
