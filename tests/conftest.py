"""What all tests share: a process that keeps collecting its garbage."""

from __future__ import annotations

import gc

# The command line turns this off on import, for the tenth of a second that a command lives.
import affray_cli.main  # noqa: F401

gc.enable()
