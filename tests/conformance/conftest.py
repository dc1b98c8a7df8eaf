"""The systems on trial: ours and the toy, or one of somebody's own.

    python -m pytest tests/conformance/test_system.py --system NAME --sheets FOLDER

tries the system called NAME, installed beside affray, with the sheets (*.toml) in a
folder, under the rulings of `--rulings FILE` if its text does not say who is out.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from affray.registry import system
from affray.systems import OURS
from tests.conformance.trial import RULINGS, Trial
from tests.scaffold.cli import SHEETS
from tests.scaffold.plugins import TOY, install, reachable


def pytest_addoption(parser: pytest.Parser) -> None:
    """Whose rules to try, and with what."""
    for name, what in (
        ("system", "the system to try, by name"),
        ("sheets", "a folder with sheets of it"),
        ("rulings", "a rulings file to try it under"),
    ):
        parser.addoption(f"--{name}", help=what)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test of a system, for each of them."""
    if "trial" in metafunc.fixturenames:
        named = metafunc.config.getoption("--system", default=None)
        metafunc.parametrize("name", [named] if named else [*OURS, "coin"])


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The toy, installed; and where sheets of it are."""
    site = tmp_path_factory.mktemp("site")
    install(TOY, site)
    with reachable(site):
        yield site


@pytest.fixture
def trial(name: str, folder: Path, request: pytest.FixtureRequest) -> Trial:
    """One of the systems, with sheets."""
    option = request.config.getoption
    given = option("--sheets", default=None)
    ruled = option("--rulings", default=None)
    if given is not None:
        return _trial(name, Path(given), ruled and Path(ruled))
    if name in OURS:
        return _trial(name, SHEETS / name, RULINGS)
    return _trial(name, _starters(name, folder), None)


@cache
def _trial(name: str, sheets: Path, ruled: Path | None) -> Trial:
    return Trial(name, sheets.glob("*.toml"), ruled)


def _starters(name: str, folder: Path) -> Path:
    """Two sheets made from the one that a system begins with."""
    place = folder / name
    place.mkdir(exist_ok=True)
    text = system(name).starter()
    for called in ("Ann", "Bob"):
        (place / f"{called}.toml").write_text(text.replace("New Character", called), "utf-8")
    return place
