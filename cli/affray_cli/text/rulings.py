"""Rulings in words."""

from affray.outcome import written


def setting(value: object) -> str:
    """How a switch stands, as a rulings file would write it; None is no setting at all."""
    return "unset" if value is None else written(value)
