"""Reading a line by the options there are: whatever is odd in it is left to Typer."""

from collections.abc import Mapping, Sequence
from typing import Any

from affray.option import Option


class Syntax:
    """Arguments by their place, and options by their flags, each with what a flag means."""

    def __init__(
        self, arguments: Sequence[Option], flags: Mapping[str, tuple[Option, bool]]
    ) -> None:
        self.arguments = tuple(arguments)
        self.flags = dict(flags)

    def read(self, words: Sequence[str]) -> dict[str, Any] | None:
        """What a well-formed line gives, as it is written; None: it is odd in some way."""
        given: dict[str, Any] = {}
        plain: list[str] = []
        rest = iter(words)
        for word in rest:
            if not word.startswith("-") or word == "-":
                plain.append(word)
                continue
            name, equals, value = word.partition("=")
            option, sense = self.flags.get(name, (None, True))
            if option is None or (equals and not name.startswith("--")):
                return None
            if option.shape == "flag":
                if equals:
                    return None
                given[option.name] = sense
                continue
            if not equals:
                following = next(rest, None)
                if following is None:
                    return None
                value = following
            if option.shape == "words":
                given.setdefault(option.name, []).append(value)
            else:
                given[option.name] = value
        if not self._place(plain, given):
            return None
        needed = (one.name for one, _ in self.flags.values() if one.required)
        return given if all(name in given for name in needed) else None

    def _place(self, plain: list[str], given: dict[str, Any]) -> bool:
        """Put the words that are no options where they belong; whether they fit."""
        single = [one.shape != "words" for one in self.arguments]
        if not all(single):
            start = single.index(False)
            end = len(plain) - (len(single) - start - 1)
            if end <= start:
                return False
            parts = [*plain[:start], plain[start:end], *plain[end:]]
            given |= {one.name: p for one, p in zip(self.arguments, parts, strict=True)}
            return True
        least = sum(one.required for one in self.arguments)
        if not least <= len(plain) <= len(single):
            return False
        given |= {one.name: p for one, p in zip(self.arguments, plain, strict=False)}
        return True
