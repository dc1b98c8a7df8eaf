"""Chances as bars."""

from typing import SupportsFloat

BAR = 32
"""Characters in the bar of a certainty."""
EIGHTHS = " ▏▎▍▌▋▊▉"
COVERED = 0.99
"""How much of a long distribution a person is shown."""


def bar(chance: SupportsFloat) -> str:
    """A chance as a bar of eighths of a character."""
    whole, eighths = divmod(round(float(chance) * BAR * 8), 8)
    return "█" * whole + (EIGHTHS[eighths] if eighths else "")
