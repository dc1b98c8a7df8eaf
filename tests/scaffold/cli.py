"""The command line as the tests run it: in this process, or in one of its own."""

import csv
import importlib.util
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from affray_cli.main import run

PROJECT = Path(__file__).resolve().parents[2]
EXAMPLES = PROJECT / "examples"
SHEETS = EXAMPLES / "sheets"
COMMAND = (sys.executable, "-m", "affray_cli.main")
"""How a process of affray is started."""

OURS = (
    "AFFRAY_RULINGS", "AFFRAY_SESSION", "AFFRAY_DEBUG", "FORCE_COLOR", "NO_COLOR", "COLUMNS",
    "TTY_COMPATIBLE", "TTY_INTERACTIVE", "GITHUB_ACTIONS",
)  # fmt: skip
"""What in the environment changes affray's ways: no test begins with any of it."""


class Ran(NamedTuple):
    """What a command line came to."""

    status: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Standard output."""
        return self.out.decode()

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.text.splitlines()

    @property
    def errors(self) -> str:
        """Standard error."""
        return self.err.decode()

    @property
    def json(self) -> Any:
        """The one JSON object on standard output."""
        assert self.out.endswith(b"\n")
        assert self.out.count(b"\n") == 1
        return json.loads(self.out)

    @property
    def many(self) -> list[Any]:
        """The JSON objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> Any:
        """What the one JSON object says is wrong."""
        assert self.err == b""
        assert list(self.json) == ["error"]
        return self.json["error"]


class Cli:
    """Runs command lines; where a test may choose, in this process, as that is quick."""

    def __call__(self, *arguments: object, stdin: bytes = b"") -> Ran:
        """Run `affray arguments…` in this process."""
        streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (stdin, b"", b"")]
        for stream in streams[1:]:
            stream.reconfigure(errors="backslashreplace")
        kept = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = streams
        try:
            status = run([str(argument) for argument in arguments])
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
        written = []
        for stream in streams[1:]:
            stream.flush()
            assert isinstance(stream.buffer, io.BytesIO)
            written.append(stream.buffer.getvalue())
        return Ran(int(status), *written)

    def ok(self, *arguments: object, stdin: bytes = b"") -> Ran:
        """Run a command line that has to succeed without a word of complaint."""
        ran = self(*arguments, stdin=stdin)
        assert (ran.status, ran.errors) == (0, "")
        return ran

    def said(self, *arguments: object, status: int = 0) -> str:
        """All that a command line prints that has to end in this status."""
        ran = self(*arguments)
        assert ran.status == status, ran.text + ran.errors
        return ran.text + ran.errors

    def json(self, *arguments: object, status: int = 0) -> Any:
        """The one JSON object a command line prints that has to end in this status."""
        return json.loads(self.said(*arguments, "--json", status=status))

    def rows(self, *arguments: object) -> list[dict[str, str]]:
        """The rows a command line prints as CSV."""
        return list(csv.DictReader(io.StringIO(self.said(*arguments, "--csv"))))

    def process(self, *arguments: str | bytes, **how: Any) -> Ran:
        """Run `affray arguments…` in a process of its own; `how` as `started` takes it."""
        return started([*COMMAND, *arguments], **how)

    def python(self, code: str, *arguments: str, **how: Any) -> Ran:
        """Run a program of Python in a process of its own; `how` as `started` takes it."""
        return started([sys.executable, "-c", code, *arguments], **how)


affray = Cli()
"""The command line."""


def started(
    words: Sequence[str | bytes],
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: str | Path | None = None,
    timeout: float = 60,
    preexec_fn: Callable[[], None] | None = None,
) -> Ran:
    """Run a program to its end; `env` is added to the environment."""
    ran = subprocess.run(
        words,
        input=stdin,
        capture_output=True,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        timeout=timeout,
        preexec_fn=preexec_fn,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def script(name: str) -> ModuleType:
    """One of the project's scripts as a module."""
    spec = importlib.util.spec_from_file_location(name, PROJECT / "docs" / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
