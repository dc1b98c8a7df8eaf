"""What all tests share: a process that collects its garbage, and examples that stay the same."""

from __future__ import annotations

import gc

from hypothesis import settings

# The command line turns this off on import, for the tenth of a second that a command lives.
import affray_cli.main  # noqa: F401

gc.enable()
settings.register_profile("affray", derandomize=True, deadline=None)
settings.load_profile("affray")
