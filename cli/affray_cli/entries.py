"""Where commands are, by name: all that a group has to know before one is called."""

import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

SETTLED = "settled"
"""Where a command is that systems settle: it is made of what they declare."""


class Entry(NamedTuple):
    """Where a command is: "module:function" under affray_cli.commands, and its summary.

    A group has `inner` commands.
    """

    where: str
    summary: str
    inner: "Mapping[str, Entry] | None" = None


def find(entry: Entry) -> Any:
    """The function that an entry names."""
    module, attribute = entry.where.split(":")
    return getattr(import_module(f"affray_cli.commands.{module}"), attribute)


def within(path: Sequence[str], entries: "Mapping[str, Entry]") -> "Mapping[str, Entry]":
    """The commands of a group, with what only systems of others settle there."""
    where = OTHERS.get(tuple(path))
    if where is None or not _others():
        return entries
    from affray_cli.grammar import of_others

    more = {name: Entry(where, text) for name, text in of_others(" ".join(path[-1:])).items()}
    return {**entries, **{name: more[name] for name in more if name not in entries}}


@cache
def _others() -> bool:
    """Whether a distribution says that systems are in it; it is told without importing any."""
    from contextlib import suppress
    from glob import glob

    for folder in sys.path:
        for path in glob("*-info/entry_points.txt", root_dir=folder or "."):
            with suppress(OSError), open(os.path.join(folder, path), "rb") as file:
                if b"[affray.systems]" in file.read():
                    return True
    return False


def reach(words: Sequence[str]) -> tuple[list[str], Entry | None, Mapping[str, Entry]]:
    """How far words lead: the path gone, the command if one is reached, else what is there."""
    path: list[str] = []
    entries: Mapping[str, Entry] = COMMANDS
    for word in words:
        entry = entries.get(word)
        if entry is None:
            entries = within(path, entries)
            entry = entries.get(word)
        if entry is None:
            return path, None, entries
        path.append(word)
        if entry.inner is None:
            return path, entry, {}
        entries = entry.inner
    return path, None, within(path, entries)


HELP_OPTIONS = frozenset(("--help", "-h"))
SHELLS = ("bash", "zsh", "fish")


class Candidate(NamedTuple):
    """A word that may come next, and what it is."""

    value: str
    help: str = ""


SESSIONS = {
    "new": Entry("session:new", "Begin a session."),
    "show": Entry("session:show", "The fight as it stands."),
    "next": Entry("session:advance", "End this turn and give the next."),
    "end-turn": Entry("session:advance", "The same, by its other name."),
    "log": Entry("session:log", "What was done."),
    "undo": Entry("session:undo", "Take back what was done last."),
    "redo": Entry("session:redo", "Do again what was taken back."),
    "rest": Entry("session:rest", "End the fight and heal."),
    "apply": Entry("session:apply", "Apply a result made elsewhere."),
    "add": Entry("session:add", "Let combatants join."),
    "remove": Entry("session:remove", "Let combatants leave."),
}

SHEETS = {
    "new": Entry("sheet_new:new", "Write a sheet to edit."),
    "show": Entry("sheet:show", "Show a sheet as affray reads it."),
    "check": Entry("sheet:check", "Check sheets: every fault, with its line."),
}

ROLLS = {
    "reaction": Entry(SETTLED, "Who acts when, this turn."),
    "initiative": Entry(SETTLED, "Who acts when, in this fight."),
    "task": Entry(SETTLED, "A task, in steps."),
    "under": Entry(SETTLED, "Roll under a skill."),
    "versus": Entry(SETTLED, "Roll one against another."),
    "luck": Entry(SETTLED, "Test one's luck."),
    "test": Entry(SETTLED, "An ability test, alone or opposed."),
    "dice": Entry(SETTLED, "Plain dice, such as 2d6+3."),
}
"""The rolls that ours have; what only others have is asked of them."""

ODDS_ROLL = "odds_rolls:roll"
ODDS = {
    "attack": Entry("odds:attack", "One attack: outcomes, damage, who is out."),
    "duel": Entry("odds:duel_command", "Attack after attack until somebody is out."),
    "roll": Entry(
        "",
        "Any roll: reaction, initiative, tasks, tests, luck, dice.",
        {name: Entry(ODDS_ROLL, roll.summary) for name, roll in ROLLS.items()},
    ),
}

COMMANDS = {
    "roll": Entry(SETTLED, "Reaction, initiative, tasks, tests, luck, or plain dice.", ROLLS),
    "attack": Entry(SETTLED, "Resolve one attack between two sheets."),
    "damage": Entry(SETTLED, "Roll damage, from two sheets or from bare numbers."),
    "move": Entry(SETTLED, "How far a turn's movement goes, and what it costs."),
    "drown": Entry(SETTLED, "A swimmer's test, and what failing it costs."),
    "fall": Entry(SETTLED, "What a fall costs."),
    "hazard": Entry(SETTLED, "A turn of fire, poison or bleeding."),
    "session": Entry("", "A fight that remembers, between commands.", SESSIONS),
    "turn": Entry("turn:turn", "Play one combatant's turn by its sheet's tactics."),
    "act": Entry(SETTLED, "What one does in a fight beside striking and moving."),
    "odds": Entry("", "Exact odds of an attack, a duel, a roll.", ODDS),
    "run": Entry("run:run", "Play an encounter as it happens, to its end."),
    "simulate": Entry("simulate:simulate_command", "Play many fights: how likely each end is."),
    "check": Entry("check:check", "Check encounters: does what is expected come?"),
    "sheet": Entry("", "Show and check character sheets.", SHEETS),
    "rule": Entry("rule:rule", "Look up a rule by id or word."),
    "table": Entry("table:table", "Look up a table: weapons, movement, ranges, creatures."),
    "rulings": Entry("rulings:rulings", "Every switch and house figure, and its reason."),
    "import": Entry("import_:import_", "Make a sheet of a character kept elsewhere."),
    "shell": Entry("shell:shell", "A prompt with history and completion, for a night of play."),
    "batch": Entry("batch:batch", "Answer command lines from standard input in JSON."),
    "schema": Entry("schema:schema", "JSON Schema of the files and the results."),
    "completion": Entry("completion:completion", "The completion script of your shell."),
    "replay": Entry("replay:replay", "Run a JSON result again: does it come out the same?"),
}


OTHERS = {(): SETTLED, ("roll",): SETTLED, ("odds", "roll"): ODDS_ROLL}
"""The groups that systems of others add to, and where their commands are then."""


def command_of(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """The command a line begins with, if systems settle it, and the words after it."""
    path, entry, _ = reach(words)
    if entry is None or entry.where != SETTLED:
        return None, words
    return " ".join(path), words[len(path) :]
