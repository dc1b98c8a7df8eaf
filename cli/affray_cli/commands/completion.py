"""`affray completion`."""

from typing import Annotated

from affray.faults import BadRequest, Fault, near
from affray_cli import terminal
from affray_cli.completing import SCRIPTS
from affray_cli.declare import argument
from affray_cli.entries import SHELLS
from affray_cli.exits import Exit


def completion(
    shell: Annotated[str, argument(metavar="bash|zsh|fish", help="Which shell.")],
) -> int:
    """Print the script that lets a shell complete commands, sheets, creatures and names.

    affray completion bash > ~/.local/share/bash-completion/completions/affray

    affray completion fish > ~/.config/fish/completions/affray.fish

    zsh: put it as _affray into a folder of $fpath, or into .zshrc after compinit:
    source <(affray completion zsh). Open a new shell afterwards.
    """
    if shell not in SCRIPTS:
        hint = near(shell, SHELLS, otherwise="one of: " + ", ".join(SHELLS))
        raise BadRequest(Fault(f"there is no completion for `{shell}`", hint))
    terminal.write(SCRIPTS[shell].rstrip("\n"))
    return Exit.OK
