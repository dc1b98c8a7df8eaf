"""What stands beside the commands: the version, and what the exit statuses mean."""

import re
from importlib.metadata import version

import pytest

import affray as library
from affray_cli.exits import Exit
from tests.scaffold.cli import PROJECT, affray


def test_the_version() -> None:
    assert affray.ok("--version").text == f"affray {library.__version__}\n"
    assert "--version" in affray.ok("--help").text


def test_the_package_has_the_library_s_version() -> None:
    assert version("affray") == library.__version__
    assert "\nversion =" not in (PROJECT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [("sheet", "--version"), ("attack", "--version")])
def test_a_command_has_no_version(words: tuple[str, ...]) -> None:
    assert affray(*words).status == 2


def test_the_readme_says_what_each_exit_status_means() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8").replace("`", "")
    found = re.findall(r"^\| (\d+) \| (.+) \|$", readme, re.MULTILINE)
    assert found == [(str(status.value), status.means) for status in Exit]
    assert Exit(3) is Exit.BAD_DATA
