"""What a rule set lacks of the protocol, mypy says where the module ends in `SYSTEM = …`."""

import ast
import subprocess
import sys
from pathlib import Path

from affray.joined import JoinOrder
from tests.scaffold.cli import PROJECT
from tests.scaffold.plugins import COIN

CODE = COIN.read_text("utf-8")


def without(member: str) -> str:
    """The toy's code without one method or attribute of its system."""
    tree = ast.parse(CODE)
    system = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Coin")
    lines = CODE.splitlines()
    for node in system.body:
        if isinstance(node, ast.FunctionDef) and node.name == member:
            assert node.end_lineno is not None
            return "\n".join([*lines[: node.lineno - 1], *lines[node.end_lineno :]]) + "\n"
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=True))
            kept = [pair for pair in pairs if ast.unparse(pair[0]) != member]
            if len(kept) < len(pairs):
                said = [f"    {ast.unparse(name)} = {ast.unparse(what)}" for name, what in kept]
                return "\n".join([*lines[: node.lineno - 1], *said, *lines[node.end_lineno :]])
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == member:
            return "\n".join([*lines[: node.lineno - 1], *lines[node.end_lineno :]])
    raise AssertionError(f"the toy has no {member}")


def test_mypy_names_whatever_is_deleted(tmp_path: Path) -> None:
    needed = sorted(JoinOrder.__abstractmethods__)
    assert len(needed) > 5
    paths = {name: tmp_path / f"without_{name}.py" for name in needed}
    for name, path in paths.items():
        path.write_text(without(name), "utf-8")
    (tmp_path / "whole.py").write_text(CODE, "utf-8")
    cache = PROJECT / ".mypy_cache"
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(cache), str(tmp_path)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in ran.stdout.splitlines() if ": error: " in line]
    said = {Path(line.partition(":")[0]).stem: line for line in errors}
    assert len(errors) == len(needed), ran.stdout + ran.stderr
    for name, path in paths.items():
        place = path.read_text("utf-8").splitlines().index("SYSTEM = Coin()") + 1
        line = said[path.stem]
        assert f":{place}: error: Cannot instantiate abstract class" in line
        assert f'"{name}"' in line
