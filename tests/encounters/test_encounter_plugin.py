"""The pytest plugin, through pytest's own pytester."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.encounters.conftest import FAILING

pytest_plugins = ("pytester",)

GOOD = """
title = "A test"
[sides]
a = ["@goblin"]
[[step]]
do = "drown"
who = "Goblin"
dice = [6, 5, 1]
expect = { result = { lost = 1 } }
"""


@pytest.fixture(name="folder")
def fixture_folder(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with a good encounter, a failing one, and an ordinary test."""
    (pytester.path / "good.encounter.toml").write_text(GOOD, "utf-8")
    (pytester.path / "bad.encounter.toml").write_text(FAILING.read_text("utf-8"), "utf-8")
    pytester.makepyfile(test_plain="def test_plain(): pass")
    return pytester


def test_it_is_off_unless_asked_for(folder: pytest.Pytester) -> None:
    folder.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_an_item_a_step_and_one_for_the_end(folder: pytest.Pytester) -> None:
    result = folder.runpytest("--affray", "-v", "good.encounter.toml")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*good.encounter.toml::1 drown Goblin*", "*::the end*"])


def test_failures_are_shown_at_their_line_without_a_traceback(folder: pytest.Pytester) -> None:
    result = folder.runpytest("--affray")
    result.assert_outcomes(passed=4, failed=4)
    result.stdout.fnmatch_lines(["*bad.encounter.toml:20: result.lost: expected 3, came 2"])
    result.stdout.fnmatch_lines(["*troika:7.9: (text) failure 2 in a row costs 2d6*"])
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_the_ini_file_turns_it_on(folder: pytest.Pytester) -> None:
    folder.makeini("[pytest]\naffray = true\naddopts = --strict-config")
    folder.runpytest("good.encounter.toml").assert_outcomes(passed=2)


def test_a_file_that_is_none_is_an_error_of_collection(folder: pytest.Pytester) -> None:
    (folder.path / "none.encounter.toml").write_text('title = "X"\n', "utf-8")
    result = folder.runpytest("--affray", "none.encounter.toml")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*none.encounter.toml:1: `sides` is missing*"])


def test_a_step_that_cannot_be_played_fails_with_its_line(folder: pytest.Pytester) -> None:
    text = GOOD.replace("[6, 5, 1]", "[6, 5, 1, 1]")
    (folder.path / "dice.encounter.toml").write_text(text, "utf-8")
    result = folder.runpytest("--affray", "dice.encounter.toml")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*dice.encounter.toml:8: step 1, drown Goblin: too many dice*"])


def test_having_it_costs_other_peoples_tests_nothing() -> None:
    code = "import sys, affray_cli.pytest_plugin; sys.exit('msgspec' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
