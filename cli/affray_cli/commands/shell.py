"""`affray shell`."""

import gc
import os

from affray.session.file import load
from affray_cli import options
from affray_cli.exits import Exit
from affray_cli.shell import Shell


def shell(session: options.SessionFile = None) -> Exit:
    """A prompt for a night of play: the same commands, with history and completion.

    affray shell --session night.toml

    affray shell < commands.txt

    Without a terminal it reads lines as they come, and prints what the commands print.
    """
    # This process lives on: what it drops has to be collected.
    gc.enable()
    prompt = "affray> "
    if session is not None:
        load(session)
        os.environ["AFFRAY_SESSION"] = os.path.abspath(session)
        prompt = f"affray {os.path.basename(session).removesuffix('.toml')}> "
    return Shell(prompt).run()
