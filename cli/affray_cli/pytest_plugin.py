"""A pytest plugin that collects *.encounter.toml: an item a step, and one for the end.

Off unless asked for, with `--affray` or `affray = true` in pytest's ini file, so that
having affray installed changes nobody's test run.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from affray.encounter.check import Item, Report

SUFFIX = ".encounter.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--affray`, and `affray` to the ini file."""
    group = parser.getgroup("affray", "encounters of affray")
    text = f"collect *{SUFFIX}: an item a step"
    group.addoption("--affray", action="store_true", default=False, help=text)
    parser.addini("affray", text, type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "CollectedEncounter | None":
    """Collect an encounter, where that is asked for."""
    config = parent.config
    wanted = config.getoption("--affray") or config.getini("affray")
    if not wanted or not file_path.name.endswith(SUFFIX):
        return None
    made: CollectedEncounter = CollectedEncounter.from_parent(parent, path=file_path)
    return made


class CollectedEncounter(pytest.File):
    """An encounter. It is played once, when the first of its items is run."""

    _report: "Report | None" = None

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each step and one for the end; a file with faults is no encounter.

        Raises:
            CollectError: the file is not what it has to be, with file and line.
        """
        from affray.encounter.file import load
        from affray.faults import AffrayError

        try:
            encounter = load(str(self.path))
        except AffrayError as error:
            raise self.CollectError("\n".join(map(str, error.faults))) from None
        for step in encounter.steps:
            line = encounter.line(("step", step.number))
            name = f"{step.number + 1} {step.words}"
            yield EncounterItem.from_parent(self, name=name, place=step.number, line=line)
        yield EncounterItem.from_parent(
            self, name="the end", place=len(encounter.steps), line=encounter.line(("expect",))
        )

    def checked(self, place: int) -> "Item":
        """The item at a place, after the whole encounter was played.

        Raises:
            Failed: it could not be played to its end.
        """
        from affray.encounter.check import check_file

        if self._report is None:
            self._report = check_file(str(self.path))
        if self._report.faults:
            raise Failed([str(fault) for fault in self._report.faults])
        return self._report.items[place]


class EncounterItem(pytest.Item):
    """A step of an encounter, or its end."""

    def __init__(self, *, place: int, line: int, **given: Any) -> None:
        """`place` counts items from 0, `line` lines of the file from 1."""
        super().__init__(**given)
        self._place = place
        self._line = line

    def runtest(self) -> None:
        """Raise Failed when anything came out otherwise than expected."""
        from affray_cli.text.encounter import sentence, step_text

        assert isinstance(self.parent, CollectedEncounter)
        lines = []
        for difference in self.parent.checked(self._place).differences:
            lines.append(f"{self.path}:{difference.line}: {sentence(difference)}")
            lines += [f"    {step.rule}: {step_text(step)}" for step in difference.trace]
        if lines:
            raise Failed(lines)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The differences, each at its line of the file; no traceback of ours."""
        if isinstance(excinfo.value, Failed):
            return "\n".join(excinfo.value.lines)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the step stands."""
        return self.path, self._line - 1, self.name


class Failed(Exception):
    """An encounter came out otherwise; `lines` say how."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
