"""A bar of progress on standard error: only on a terminal, and only for what takes time."""

import sys
from time import monotonic
from types import TracebackType
from typing import Any

PATIENCE = 0.7
"""Seconds after which somebody wants to know how far it is."""

Kind = type[BaseException] | None


class Bar:
    """Progress through a number of simulations, one after the other."""

    def __init__(self, points: int) -> None:
        self._points = points
        self._began = monotonic()
        self._shown: Any = None
        self._task: Any = None
        self._is_wanted = sys.stderr.isatty()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._shown is not None:
            self._shown.stop()

    def show(self, point: int, done: int, of: int) -> None:
        """Say that so many fights of a simulation have been played."""
        if not self._is_wanted:
            return
        if self._shown is None:
            if monotonic() - self._began < PATIENCE:
                return
            self._begin()
        text = f"{done:,} fights" if self._points == 1 else f"point {point + 1} of {self._points}"
        self._shown.update(self._task, completed=(point + done / of) / self._points, what=text)

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._shown = Progress(
            TextColumn("{task.fields[what]}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._shown.add_task("", total=1.0, what="")
        self._shown.start()
