"""The examples as an editor sees them: taplo holds each to the schema its first line names."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.scaffold.cli import PROJECT

TAPLO = shutil.which("taplo")
pytestmark = pytest.mark.skipif(TAPLO is None, reason="taplo is not installed")


def lint(*paths: Path) -> subprocess.CompletedProcess[str]:
    assert TAPLO is not None
    return subprocess.run(
        [TAPLO, "lint", *map(str, paths)], capture_output=True, text=True, cwd=PROJECT
    )


def test_every_example_is_what_its_schema_says() -> None:
    paths = sorted((PROJECT / "examples").rglob("*.toml"))
    ran = lint(*paths)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_a_slip_is_seen(tmp_path: Path) -> None:
    text = (PROJECT / "examples/sheets/troika/marsh-goblin.toml").read_text(encoding="utf-8")
    wrong = text.replace("../../schemas", str(PROJECT / "examples" / "schemas")).replace(
        "skill", "skil"
    )
    path = tmp_path / "wrong.toml"
    path.write_text(wrong, encoding="utf-8")
    ran = lint(path)
    assert ran.returncode == 1
    assert "'skil' was unexpected" in ran.stderr
