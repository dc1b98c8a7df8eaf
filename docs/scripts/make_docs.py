"""Write the command reference (docs/commands.md) and the man page (docs/affray.1).

    python docs/scripts/make_docs.py

Both are made from the commands themselves; a test holds the files to them.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from affray.fields import SEEDS
from affray_cli.exits import Exit
from affray_cli.lazy import HELP, root
from affray_cli.process import first_steps

LARGEST = f"[0<=x<={SEEDS - 1}]"
FOLDER = Path(__file__).resolve().parents[1]


class Page(NamedTuple):
    """One command: how it is called, what it says of itself, its options by panel."""

    name: str
    usage: str
    text: list[str]
    panels: dict[str, list[tuple[str, str]]]
    is_group: bool

    @property
    def examples(self) -> list[str]:
        """The paragraphs that are command lines."""
        return [one for one in self.text if one.startswith("affray ")]

    @property
    def prose(self) -> list[str]:
        """The paragraphs that are words."""
        return [one for one in self.text if not one.startswith("affray ")]


def pages() -> list[Page]:
    """Every command of the tree, a group before what is in it."""
    top = root()
    context = top.make_context("affray", ["attack"], resilient_parsing=True)
    return list(_pages(top, context))


def whole_line() -> Page:
    """The options that stand before any command."""
    top = root()
    return _page(top, top.make_context("affray", ["attack"], resilient_parsing=True))


def _pages(command: Any, context: Any) -> Iterator[Page]:
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        inner = type(context)(child, info_name=name, parent=context)
        yield _page(child, inner)
        if hasattr(child, "list_commands"):
            yield from _pages(child, inner)


def _page(command: Any, context: Any) -> Page:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    paragraphs = re.split(r"\n\s*\n", (command.help or "").strip())
    text = [" ".join(one.split()) for one in paragraphs]
    panels: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None:
            kind = "Arguments" if parameter.param_type_name == "argument" else "Options"
            panel = getattr(parameter, "rich_help_panel", None) or kind
            what = record[1].replace(LARGEST, "")
            panels.setdefault(panel, []).append((record[0], " ".join(what.split())))
    is_group = hasattr(command, "list_commands")
    return Page(
        context.command_path, usage.replace("{", "").replace("}", ""), text, panels, is_group
    )


def markdown(found: list[Page]) -> str:
    """The command reference."""
    lines = [
        "# Commands",
        "",
        "Made by `docs/scripts/make_docs.py` from the commands themselves.",
        "",
        "```text",
        first_steps(),
        "```",
        "",
    ]
    for page in found:
        depth = "#" * (page.name.count(" ") + 1)
        lines += [f"{depth} {page.name}", ""]
        for paragraph in page.prose:
            lines += [paragraph, ""]
        if page.examples:
            lines += ["```sh", *page.examples, "```", ""]
        if page.is_group:
            continue
        lines += ["```text", page.usage, "```", ""]
        for title, records in page.panels.items():
            lines += [f"{title}:", ""]
            lines += [f"- `{name}`: {what}" if what else f"- `{name}`" for name, what in records]
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def man(found: list[Page]) -> str:
    """The man page, in the man macros."""
    lines = [
        '.\\" Made by docs/scripts/make_docs.py from the commands themselves.',
        '.TH AFFRAY 1 "" "affray" "User Commands"',
        ".SH NAME",
        "affray \\- settle combat at the tabletop, and cite the rule behind each number",
        ".SH SYNOPSIS",
        ".B affray",
        "[OPTIONS] COMMAND [ARGS]...",
        ".SH DESCRIPTION",
    ]
    for paragraph in re.split(r"\n\s*\n", HELP.strip())[1:]:
        text = " ".join(paragraph.split())
        lines += [".PP", *([".B " + _roff(text)] if text.startswith("affray ") else [_roff(text)])]
    lines += [".SH OPTIONS", *_options(whole_line())]
    lines += [".SH COMMANDS"]
    for page in found:
        lines += [f".SS {_roff(page.name)}"]
        for paragraph in page.prose:
            lines += [_roff(paragraph), ".PP"]
        for example in page.examples:
            lines += [".RS 4", ".nf", _roff(example), ".fi", ".RE"]
        lines += _options(page)
    lines += [".SH EXIT STATUS"]
    for status in Exit:
        meaning = f"{status.means[0].upper()}{status.means[1:]}."
        lines += [".TP", f".B {status.value}", _roff(meaning)]
    lines += [".SH ENVIRONMENT"]
    for name, meaning in ENVIRONMENT.items():
        lines += [".TP", f".B {name}", _roff(meaning)]
    return "\n".join(lines) + "\n"


def _options(page: Page) -> list[str]:
    return [
        line
        for records in page.panels.values()
        for name, what in records
        for line in (".TP", f".B {_roff(name)}", _roff(what or "\\&"))
    ]


ENVIRONMENT = {
    "AFFRAY_SESSION": "The session that commands play in.",
    "AFFRAY_RULINGS": "The file that replaces rulings.",
    "AFFRAY_DEBUG": "Show where a fault of affray's own happened.",
    "FORCE_COLOR": "Colour and layout though standard output is no terminal.",
    "NO_COLOR": "No colour.",
}


def _roff(text: str) -> str:
    """Text as roff takes it: no escapes, no request at the beginning of a line."""
    safe = text.replace("\\", "\\e").replace("-", "\\-") if text != "\\&" else text
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def whole() -> dict[str, str]:
    """Every file's name and text."""
    found = pages()
    return {"commands.md": markdown(found), "affray.1": man(found)}


def main() -> None:
    """Write them both."""
    for name, text in whole().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
