"""The TOML tables that stand beside the code: weapons, ranges, creatures, rules."""

import os
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct


class Table(Struct, frozen=True):
    """A table to look things up in, and the id of the rule it belongs to."""

    title: str
    rule: str | None
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | None, ...], ...]


Maker = Callable[[], Table]


@cache
def load_table(beside: str, name: str) -> dict[str, Any]:
    """The table file `name` in the folder of `beside`, a module's file; empty: there is none."""
    path = os.path.join(os.path.dirname(beside), name)
    if not os.path.isfile(path):
        return {}
    import tomllib

    with open(path, "rb") as file:
        return tomllib.load(file)
