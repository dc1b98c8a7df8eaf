"""Run each rule's example and keep what it prints beside the rule (examples.json).

    python docs/scripts/make_examples.py

`affray rule` shows them; a test holds them to what the commands print today.
"""

import contextlib
import io
import json
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from affray.lookup import EXAMPLES, Rule, rules
from affray.systems import OURS
from affray_cli.main import run

PROJECT = Path(__file__).resolve().parents[2]


def call(line: str, *flags: str) -> tuple[str, str]:
    """Run one command line in this process: standard output and standard error."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    errors = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        run([*shlex.split(line)[1:], *flags])
        output.flush()
        return output.buffer.getvalue().decode(), errors.getvalue()


@contextlib.contextmanager
def table() -> Iterator[None]:
    """An empty folder to run in, with the project's examples."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(PROJECT / "examples", os.path.join(folder, "examples"))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def output_of(lines: list[str]) -> str:
    """What the last of the command lines prints, the ones before it having been run."""
    with table():
        for line in lines[:-1]:
            call(line)
        return "".join(call(lines[-1])).rstrip("\n")


def cited(lines: list[str]) -> list[dict[str, Any]]:
    """The steps of the last command line's result; of a refusal, the rule behind it."""
    with table():
        for line in lines[:-1]:
            call(line)
        said, _ = call(lines[-1], "--json")
    try:
        found = json.loads(said)
    except json.JSONDecodeError:
        return []
    if "error" in found:
        message = found["error"]["message"]
        named = re.findall(r"\[([\w-]+:[^\]]+)\]", message)
        return [{"rule": rule, "status": "", "text": ""} for rule in named]
    steps: list[dict[str, Any]] = found.get("trace", [])
    return steps


def made(rule: Rule) -> dict[str, Any]:
    """The entry of one rule: what its example prints, and the steps that cite the rule."""
    steps = [step for step in cited(rule.example_lines) if step["rule"] == rule.full_id]
    shown = [
        f"({s['status']}) {s['text']}"
        + (f" = {s['value']}" if s.get("value") is not None and "switch" not in s else "")
        for s in steps
        if s["text"]
    ]
    return {
        "example": "\n".join(rule.example_lines),
        "output": output_of(rule.example_lines),
        "steps": list(dict.fromkeys(shown)),
    }


def whole(system: str) -> str:
    """The text of a system's examples.json: a field a line."""
    found = {rule.id: made(rule) for rule in rules(system) if rule.example}
    entries = [f"{json.dumps(rule)}: {{\n{_fields(entry)}\n  }}" for rule, entry in found.items()]
    return "{\n  " + ",\n  ".join(entries) + "\n}\n"


def _fields(entry: dict[str, Any]) -> str:
    return ",\n".join(f'    "{k}": {json.dumps(v, ensure_ascii=False)}' for k, v in entry.items())


def path_of(system: str) -> Path:
    """Where a system's examples.json is."""
    package = import_module(OURS[system].partition(":")[0]).__file__
    assert package is not None
    return Path(package).with_name(EXAMPLES)


def main() -> None:
    """Write the three files."""
    for system in OURS:
        path_of(system).write_text(whole(system), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
