"""Rulings in words."""


def setting(value: object) -> str:
    """How a switch stands, as a rulings file would write it; None is no setting at all."""
    if value is None:
        return "unset"
    return str(value).lower() if isinstance(value, bool) else str(value)
