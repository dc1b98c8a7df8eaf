"""What may come next on a command line: for the completion of shells, and our own.

Names of commands are known without importing any of them, so that completing one is
faster than running one; options and values come from the command's own parameters.
"""

import os
import sys
from collections.abc import Iterator, Sequence

from affray_cli.entries import Candidate, reach


def candidates(words: Sequence[str], incomplete: str) -> list[Candidate]:
    """What may stand for `incomplete` after `words` (those after `affray`)."""
    path, entry, there = reach(words)
    rest = words[len(path) :]
    if entry is None and rest:
        return []
    if entry is None:
        found: Iterator[Candidate] = (Candidate(name, one.summary) for name, one in there.items())
        if incomplete.startswith("-"):
            found = iter([Candidate("--help", "Show help.")])
        return [one for one in found if one.value.startswith(incomplete)]
    import affray_cli.swift  # noqa: F401  (before anything imports msgspec)
    from affray_cli.completing_values import of_command

    found = of_command(path, entry, rest, incomplete)
    return _distinct(one for one in found if _fits(one.value, incomplete))


def _fits(value: str, incomplete: str) -> bool:
    return value.startswith(incomplete) or value.casefold().startswith(incomplete.casefold())


def _distinct(found: Iterator[Candidate]) -> list[Candidate]:
    return list({one.value: one for one in found}.values())


def answer(shell: str, arguments: Sequence[str]) -> None:
    """Print what may come next, a line each, as the script of a shell wants it.

    zsh and fish give the words up to the cursor, the one under it last. bash takes words
    apart at `@`, `=` and `:`, so it gives its line and the part it is about to replace.
    """
    cut = 0
    if shell == "bash":
        words = split(os.environ.get("_AFFRAY_LINE", ""))[1:]
        part = os.environ.get("_AFFRAY_WORD", "")
        cut = _cut(words[-1] if words else "", part)
    else:
        words = list(arguments)
    *before, incomplete = (_readable(word) for word in words or [""])
    lines = []
    try:
        for one in candidates(before, incomplete):
            value = one.value[cut:]
            lines.append(value if shell == "bash" else f"{value}\t{_brief(one.help)}")
    except Exception:
        # Whoever is typing a command wants no traceback in the middle of it.
        if os.environ.get("AFFRAY_DEBUG"):
            raise
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
    sys.stdout.flush()


def _readable(word: str) -> str:
    """A word; for what is read only once, or never ends, standard input, which is empty here."""
    return (
        "-" if os.path.exists(word) and not (os.path.isfile(word) or os.path.isdir(word)) else word
    )


def _cut(word: str, part: str) -> int:
    """How much of the word stands before what bash replaces."""
    if part in ("=", ":"):
        part = ""
    for quote in ("'", '"'):
        part = part.removeprefix(quote)
    part = part.replace("\\", "")
    if part == word or not word.endswith(part):
        return 0
    cut = len(word) - len(part)
    # It shows the word without its `@`, and replaces both.
    return cut - 1 if word[cut - 1 : cut] == "@" else cut


def _brief(text: str) -> str:
    return " ".join(text.split())


def split(line: str) -> list[str]:
    """The words of a line that is still being typed: an open quote counts as closed."""
    words: list[str] = []
    word, quote, escaped, begun = "", "", False, False
    for letter in line:
        if escaped:
            word, escaped, begun = word + letter, False, True
        elif letter == "\\" and quote != "'":
            escaped = True
        elif quote:
            if letter == quote:
                quote = ""
            else:
                word += letter
        elif letter in "'\"":
            quote, begun = letter, True
        elif letter.isspace():
            if begun:
                words.append(word)
            word, begun = "", False
        else:
            word, begun = word + letter, True
    return [*words, word]


SCRIPTS = {
    "bash": """\
_affray() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(_AFFRAY_COMPLETE=bash _AFFRAY_LINE="${COMP_LINE:0:COMP_POINT}" \\
        _AFFRAY_WORD="${COMP_WORDS[COMP_CWORD]}" "$1" 2>/dev/null)
    [[ ${COMPREPLY[0]} == @* ]] || compopt -o filenames
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace
}
complete -F _affray affray
""",
    "zsh": """\
#compdef affray
_affray() {
    local line value
    local -a values shown folders
    while IFS= read -r line; do
        value="${line%%$'\\t'*}"
        if [[ $value == */ ]]; then
            folders+=("$value")
        else
            values+=("$value")
            shown+=("$value${${line#*$'\\t'}:+  -- ${line#*$'\\t'}}")
        fi
    done < <(_AFFRAY_COMPLETE=zsh "${words[1]}" "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    compadd -S '' -a folders
    compadd -l -d shown -a values
}
if [[ $funcstack[1] == _affray ]]; then
    _affray "$@"
else
    compdef _affray affray
fi
""",
    "fish": """\
function __affray_complete
    set -l words (commandline -opc)
    _AFFRAY_COMPLETE=fish $words[1] $words[2..] (commandline -ct) 2>/dev/null
end
complete -c affray -f -a '(__affray_complete)'
""",
}
