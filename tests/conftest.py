"""What all tests share: a process that collects its garbage, a plain environment, the command line.

What they play with is in tests/scaffold: `cli` runs command lines, `game` makes combatants
and plays actions for them, `bout` plays fights.
"""

import gc
import os

import pytest
from hypothesis import settings

# The command line turns this off on import, for the tenth of a second that a command lives.
import affray_cli.main  # noqa: F401

pytest.register_assert_rewrite("tests.scaffold")

from tests.scaffold.cli import OURS, Cli  # noqa: E402

gc.enable()
settings.register_profile("affray", derandomize=True, deadline=None)
settings.load_profile("affray")
for name in OURS:
    os.environ.pop(name, None)


@pytest.fixture(scope="session")
def affray() -> Cli:
    """The command line."""
    return Cli()
