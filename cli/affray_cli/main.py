"""The entry point: find the command, run it, turn whatever happens into an exit status."""

import gc
import os
import sys
from types import TracebackType


def _excepthook(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, at)


# Most of a command's time goes into the imports below: a Ctrl-C there ends it in silence too.
sys.excepthook = _excepthook

# A command lives for a tenth of a second: collecting its garbage costs more than it frees.
gc.disable()

from affray_cli.entries import Entry  # noqa: E402

COMMANDS = {
    "roll": Entry("rolls:ROLLS", "Reaction, initiative, tasks, tests, luck, or plain dice."),
    "attack": Entry("attack:attack", "Resolve one attack between two sheets."),
    "damage": Entry("damage:damage", "Roll damage, from two sheets or from bare numbers."),
    "move": Entry("move:move", "How far a turn's movement goes, and what it costs."),
    "drown": Entry("hazards:drown", "A swimmer's test, and what failing it costs."),
    "fall": Entry("hazards:fall", "What a fall costs."),
    "hazard": Entry("hazards:hazard", "A turn of fire, poison or bleeding."),
    "session": Entry("session:SESSIONS", "A fight that remembers, between commands."),
    "turn": Entry("turn:turn", "Play one combatant's turn by its sheet's tactics."),
    "act": Entry("act:act", "What one does in a fight beside striking and moving."),
    "odds": Entry("odds:ODDS", "Exact odds of an attack, a duel, a roll."),
    "run": Entry("run:run", "Play an encounter as it happens, to its end."),
    "simulate": Entry("simulate:simulate_command", "Play many fights: how likely each end is."),
    "check": Entry("check:check", "Check encounters: does what is expected come?"),
    "sheet": Entry("sheet:SHEETS", "Show and check character sheets."),
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

COMPLETE = "_AFFRAY_COMPLETE"
"""Set by the scripts of `affray completion`: the shell that asks what may come next."""

HELP = """Settle combat at the tabletop, and say which rule produced each number.

affray attack @goblin @troll --seed 7 --explain

affray rule drowning

Sheets are TOML files; their `system` picks the rules: Iron Gauntlets, Troika! or
Reactive Combat. `-` reads a sheet from standard input, `@goblin` is a built-in creature.
"""


def run(arguments: list[str]) -> int:
    """Run one command line in this process; its exit status.

    Raises nothing, except that with AFFRAY_DEBUG set a fault of ours comes through.
    """
    from affray_cli.running import run

    return run(arguments, COMMANDS, HELP)


def main() -> None:
    """Run the process's own command line and end it."""
    if COMPLETE in os.environ:
        from affray_cli.completing import answer

        answer(os.environ[COMPLETE], sys.argv[1:], COMMANDS)
        os._exit(0)
    from affray_cli import terminal

    terminal.prepare()
    status = run([terminal.as_text(argument) for argument in sys.argv[1:]])
    # Skips tearing down the interpreter, a tenth of the time of a command: nothing here
    # holds anything that has to be closed.
    os._exit(int(status))


if __name__ == "__main__":
    main()
