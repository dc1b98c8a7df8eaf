"""`affray batch`."""

import gc
import sys

from affray import sheets
from affray_cli.batch import answer, lines_of


def batch() -> int:
    """Read command lines from standard input, one a line, and answer each in JSON.

    affray batch < commands.txt

    affray batch < commands.txt > results.jsonl

    Blank lines and # comments are passed over. A line that goes wrong is answered by an
    error object, and the next one is read; the exit status is then 1.
    """
    # This process lives on: what it drops has to be collected.
    gc.enable()
    with sheets.remembered():
        return answer(lines_of(sys.stdin.buffer))
