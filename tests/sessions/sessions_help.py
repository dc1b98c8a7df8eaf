"""What the tests of sessions share beside fixtures."""

import os
import subprocess
import sys
from collections.abc import Callable

HERO = """\
system = "troika"
name = "Hero"
kind = "character"
skill = 7
stamina = 40
luck = 9
weapons = ["sword"]
"""

Affray = Callable[..., "subprocess.CompletedProcess[str]"]


def command(*arguments: str) -> list[str]:
    """The argument vector of a real affray process."""
    return [sys.executable, "-m", "affray_cli.main", *arguments]


def environment() -> dict[str, str]:
    """The environment without what would change affray's ways."""
    gone = ("AFFRAY_SESSION", "AFFRAY_RULINGS", "NO_COLOR", "FORCE_COLOR")
    return {key: value for key, value in os.environ.items() if key not in gone}
