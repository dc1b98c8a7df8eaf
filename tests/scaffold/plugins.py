"""Rule sets of others: installed as pip would, for as long as a test wants them."""

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from affray import registry
from tests.scaffold.cli import PROJECT

TOY = PROJECT / "tests" / "toy"
COIN = TOY / "affray_coin.py"


def install(project: Path, folder: Path) -> None:
    """Put a project's one module into a folder, with the `*.dist-info` an installer makes.

    What pip does of a wheel, but for the wheel, which takes a build back end and a network.
    """
    with (project / "pyproject.toml").open("rb") as file:
        said = tomllib.load(file)["project"]
    for module in project.glob("affray_*.py"):
        shutil.copy(module, folder)
    groups = "".join(
        f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in entries.items())
        for group, entries in said["entry-points"].items()
    )
    _info(folder, said["name"], said["version"], groups)


def plug(folder: Path, name: str, code: str, where: str = "SYSTEM") -> None:
    """A distribution whose one module has this code, and that says a system is in it."""
    module = f"plugged_{name.replace('-', '_')}"
    (folder / f"{module}.py").write_text(code, "utf-8")
    _info(folder, name, "1.0", f"[affray.systems]\n{name} = {module}:{where}\n")


def _info(folder: Path, name: str, version: str, entry_points: str) -> None:
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(entry_points)


@contextmanager
def reachable(folder: Path) -> Iterator[None]:
    """Let this process and those it starts import what is in a folder; forget it afterwards."""
    before = os.environ.get("PYTHONPATH")
    sys.path.insert(0, str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder), before]))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None)).startswith(str(folder)):
                del sys.modules[name]
        _forget()


def _forget() -> None:
    """Empty what affray remembers of the systems there are."""
    registry.left_out()
    for name, module in list(sys.modules.items()):
        if name.startswith("affray"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
