"""What affray says in words: facts as lines, and text that no terminal obeys."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def safe(text: str) -> str:
    """The text with control characters made visible, so that no name drives a terminal.

    Line breaks and tabs stay as they are.
    """
    return _CONTROL.sub(lambda m: f"\\x{ord(m[0]):02x}", text)
