"""A prompt for a night of play: the same commands, without their start-up."""

import os
import shlex
import sys

from affray import sheets
from affray.faults import Fault
from affray_cli import errors, terminal
from affray_cli.completing import candidates, split
from affray_cli.exits import Exit
from affray_cli.process import call, perform

LEAVE = ("exit", "quit")
MOST_REMEMBERED = 2000
GREETING = "Commands as after `affray`; Tab completes, `--help` helps, `exit` or Ctrl-D leaves."


class Shell:
    """Reads lines at a prompt and runs each; what goes wrong is said, and the next one read."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        self.offered: list[str] = []

    def run(self) -> Exit:
        """Read and run until the end of the input, or `exit`."""
        history = self._begin()
        try:
            with sheets.remembered():
                self._loop()
        finally:
            self._end(history)
        return Exit.OK

    def _loop(self) -> None:
        while True:
            try:
                line = input(self.prompt)
            except EOFError:
                if sys.stdin.isatty():
                    terminal.write("")
                return
            except KeyboardInterrupt:
                terminal.write("")
                continue
            words = self._words(line)
            if words and words[0] in LEAVE:
                return
            if words:
                self.one(words)

    def _words(self, line: str) -> list[str]:
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            errors.say("usage", (Fault(str(error).lower()),), False)
            return []
        return words[1:] if words[:1] == ["affray"] else words

    def one(self, words: list[str]) -> None:
        """Run one command line; Ctrl-C ends it, not the shell."""
        if words[0] in ("shell", "batch"):
            errors.say("usage", (Fault(f"this is a {words[0]} already"),), False)
            return
        if words[0] == "help":
            words = [*words[1:], "--help"]
        if words[-1] == "-" or "-" in words[1:]:
            errors.say("usage", (Fault("standard input gives the commands", "name a file"),), False)
            return
        try:
            perform(lambda: call(words), errors.wants_json(words))
            terminal.flush()
        except KeyboardInterrupt:
            terminal.write("")

    def _begin(self) -> str | None:
        """Line editing, history and completion, where the input is a terminal."""
        if not sys.stdin.isatty():
            self.prompt = ""
            return None
        import readline

        readline.set_completer(self.complete)
        readline.set_completer_delims(" \t\n")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        readline.set_history_length(MOST_REMEMBERED)
        path = history_file()
        try:
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            readline.read_history_file(path)
        except OSError:
            # No history yet, or none that can be read: the evening goes on without.
            pass
        terminal.write(GREETING)
        return path

    def _end(self, history: str | None) -> None:
        if history is None:
            return
        import readline

        try:
            readline.write_history_file(history)
        except OSError as error:
            errors.say("data", (Fault(f"history not kept: {error.strerror}", file=history),), False)

    def complete(self, text: str, state: int) -> str | None:
        """What readline asks for: the `state`-th word that may stand for `text`."""
        if state == 0:
            import readline

            line = readline.get_line_buffer()[: readline.get_endidx()]
            self.offered = self.offers(line, readline.get_begidx())
        return self.offered[state] if state < len(self.offered) else None

    def offers(self, line: str, begin: int) -> list[str]:
        """What may stand from `begin` on in a line, quoted as it has to be."""
        *before, incomplete = split(line)
        before = before[1:] if before[:1] == ["affray"] else before
        start = _start_of_word(line)
        raw = line[start:]
        quote = raw[:1] if raw[:1] in ("'", '"') else ""
        try:
            found = [one.value for one in candidates(before, incomplete)]
        except Exception:
            # Whoever is typing a command wants no traceback in the middle of it.
            return []
        offers = []
        for value in found:
            whole = f"{quote}{value}{quote}" if quote else _escaped(value)
            if not value.endswith("/"):
                whole += " "
            offers.append(whole[begin - start :])
        return offers


def history_file() -> str:
    """Where the lines of other evenings are kept."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(state, "affray", "history")


def _start_of_word(line: str) -> int:
    """Where the word under the cursor begins."""
    start, quote, escaped = 0, "", False
    for place, letter in enumerate(line):
        if escaped:
            escaped = False
        elif letter == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter.isspace():
            start = place + 1
    return start


def _escaped(value: str) -> str:
    return "".join(f"\\{letter}" if letter in " \t\"'\\#" else letter for letter in value)
