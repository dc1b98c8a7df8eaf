"""Encounters bent out of shape: a report or faults with the file's name, and nothing raised."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.encounter.check import check_file
from tests.scaffold.cli import EXAMPLES

# Only Troika!: its sheets and steps stand for those of all.
FILES = sorted((EXAMPLES / "encounters" / "troika").glob("*.toml"))
ODD: list[Any] = [
    *(0, -1, 1, 7, 10**9, 2**70, 0.5, float("inf"), True, "", "none", "x" * 300, "a\nb", "\x00"),
    *("@goblin", "@", "-", "..", "next", "turn", "rest", "act ", "attack", "troika:7.1"),
    *([], [1], [[]], ["Goblin"], {}, {"a": 1}, {"at_least": 2}, [{}], [{"who": ""}]),
]


def paths(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in items:
        found.append((*at, key))
        if isinstance(value, dict | list):
            found += paths(value, (*at, key))
    return found


def bend(data: dict[str, Any], draw: Any) -> None:
    """Take something out, put something odd in its place, or give it a wrong name."""
    *parents, last = draw(st.sampled_from(paths(data)))
    holder: Any = data
    for part in parents:
        holder = holder[part]
    how = draw(st.sampled_from(("out", "odd", "name", "twice")))
    if how == "odd":
        holder[last] = draw(st.sampled_from(ODD))
    elif how == "name" and isinstance(holder, dict):
        holder[draw(st.sampled_from(("who", "do", "expect", "dice", "name", "zz")))] = holder[last]
    elif how == "twice" and isinstance(holder, list):
        holder.append(deepcopy(holder[last]))
    else:
        del holder[last]


@pytest.fixture(name="place", scope="module")
def fixture_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder from which the sheets are where the examples look for them."""
    root = tmp_path_factory.mktemp("fuzz")
    (root / "sheets").symlink_to(EXAMPLES / "sheets")
    place = root / "encounters" / "troika"
    place.mkdir(parents=True)
    return place


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_nothing_but_faults_comes_of_it(place: Path, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(FILES))
    bent = tomllib.loads(source.read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        bend(bent, data.draw)
    bent.get("expect", {}).pop("win", None) if isinstance(bent.get("expect"), dict) else None
    if isinstance(bent.get("free"), dict):
        bent["free"]["rounds"] = 3
    path = place / "bent.encounter.toml"
    path.write_bytes(tomli_w.dumps(bent).encode("utf-8", "surrogateescape"))
    for fault in check_file(str(path)).faults:
        assert fault.file
        assert fault.line is None or 1 <= fault.line <= path.read_text("utf-8").count("\n") + 1
