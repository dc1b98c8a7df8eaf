"""Where commands are, by name: all that a group has to know before one is called."""

from typing import NamedTuple


class Entry(NamedTuple):
    """Where a command is: "module:function" under affray_cli.commands, and its summary.

    An attribute in capitals is no function but a group's own commands.
    """

    where: str
    summary: str

    @property
    def is_group(self) -> bool:
        """Whether more commands are below it."""
        return self.where.rpartition(":")[2].isupper()


SHELLS = ("bash", "zsh", "fish")


class Candidate(NamedTuple):
    """A word that may come next, and what it is."""

    value: str
    help: str = ""
