"""What the tests of look-ups share: the command line in this process, and the scripts."""

import contextlib
import importlib.util
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from affray_cli.main import run

PROJECT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What a command line came to."""

    status: int
    output: str
    errors: str


def affray(*arguments: str) -> Ran:
    """Run one command line in this process, piped."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    errors = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = run(list(arguments))
        output.flush()
        written: Any = output.buffer
        return Ran(int(status), written.getvalue().decode(), errors.getvalue())


def script(name: str) -> ModuleType:
    """A script of the project's as a module."""
    spec = importlib.util.spec_from_file_location(name, PROJECT / "docs" / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _in_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are given relative to the project; nobody's own settings take part."""
    monkeypatch.chdir(PROJECT)
    for name in ("AFFRAY_SESSION", "AFFRAY_RULINGS", "AFFRAY_DEBUG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(name="affray")
def _affray() -> Callable[..., Ran]:
    return affray


@pytest.fixture(name="script")
def _script() -> Callable[[str], ModuleType]:
    return script
