"""Commands that are imported when they are called, so that none pays for the others."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from shutil import get_terminal_size
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from affray_cli.entries import Entry

LEAST_FOR_PANELS = 64

__all__ = ["Entry", "build", "build_group", "find", "lazy_group"]


class PlainHelp(TyperCommand):
    """A command whose help, when piped, is plain text with the same panels of options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options under their panels' names."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                default = "Arguments" if parameter.param_type_name == "argument" else "Options"
                panel = getattr(parameter, "rich_help_panel", None) or default
                panels.setdefault(panel, []).append(record)
        for title, records in panels.items():
            with formatter.section(title):
                formatter.write_dl(records)


def build(callback: Callable[..., Any], name: str, summary: str | None = None) -> Any:
    """The click command that Typer makes of a function; `summary` stands in lists of commands."""
    app = _app()
    text = _paragraphs(callback.__doc__ or "")
    app.command(name, cls=PlainHelp, help=text, short_help=summary)(callback)
    command: Any = typer.main.get_command(app)
    for parameter in command.params:
        # "N" says as much as "<int range>".
        if parameter.metavar is None and parameter.type.name in ("int", "int range"):
            parameter.metavar = "N"
    return command


def build_group(group: type[TyperGroup], name: str, text: str, version: str = "") -> Any:
    """A group of lazy commands as a click command; with a `version`, --version prints it."""
    app = _app()

    def bare() -> None: ...

    def say(asked: bool) -> None:
        if asked:
            print(f"{name} {version}")
            raise typer.Exit

    option = typer.Option("--version", callback=say, is_eager=True, help="Show the version.")

    def versioned(asked: Annotated[bool, option] = False) -> None: ...

    main = versioned if version else bare
    text = _paragraphs(text)
    app.callback(cls=group, help=text, invoke_without_command=False, no_args_is_help=True)(main)
    command = typer.main.get_command(app)
    command.name = name
    return command


def _paragraphs(text: str) -> str:
    """A help text with each paragraph on one line, for any width; nothing in it is markup."""
    whole = "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
    return re.sub(r"\[(?=[a-z/])", r"\\[", whole) if _is_rich() else whole


def _is_rich() -> bool:
    """Whether help comes in panels: on a terminal wide enough that none of it is cut."""
    return sys.stdout.isatty() and get_terminal_size().columns >= LEAST_FOR_PANELS


def _narrow() -> dict[str, int]:
    """The width of a terminal too narrow for panels, of which Typer would use 50 at least."""
    if not sys.stdout.isatty() or _is_rich():
        return {}
    return {"terminal_width": get_terminal_size().columns}


def _app() -> typer.Typer:
    return typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich" if _is_rich() else None,
        context_settings={"help_option_names": ["-h", "--help"], **_narrow()},
    )


def lazy_group(entries: dict[str, Entry]) -> type[TyperGroup]:
    """A group that knows its commands' names and imports only the one that is called."""

    class LazyGroup(TyperGroup):
        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes)
            # Only the names are read from here: by the suggestions for a typo.
            self.commands = cast(Any, dict.fromkeys(entries))
            self.built: dict[str, Any] = {}

        def list_commands(self, ctx: Any) -> list[str]:
            return list(entries)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            # The summaries are at hand: no command has to be imported for a list of them.
            with formatter.section("Commands"):
                formatter.write_dl([(name, entry.summary) for name, entry in entries.items()])

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            if cmd_name not in self.built and cmd_name in entries:
                entry = entries[cmd_name]
                target = find(entry)
                self.built[cmd_name] = (
                    build_group(lazy_group(target), cmd_name, entry.summary)
                    if isinstance(target, dict)
                    else build(target, cmd_name, entry.summary)
                )
            return self.built.get(cmd_name)

    return LazyGroup


def find(entry: Entry) -> Any:
    """What an entry names: a command's function, or a group's entries."""
    module, attribute = entry.where.split(":")
    return getattr(import_module(f"affray_cli.commands.{module}"), attribute)
