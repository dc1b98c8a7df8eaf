"""Commands that are imported when they are called, so that none pays for the others."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from shutil import get_terminal_size
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from affray import __version__
from affray.faults import BadRequest, Fault
from affray.option import Option
from affray.registry import default
from affray_cli.declare import owned, settled_beside
from affray_cli.entries import COMMANDS, HELP_OPTIONS, SETTLED, Entry, find, reach, within
from affray_cli.settle import forget_first

LEAST_FOR_PANELS = 64


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


def filled(text: str) -> str:
    """A help text with what only the systems know put in for its words in braces."""
    if "{origins}" in text:
        from affray.importing.reader import importers

        text = text.replace("{origins}", "; ".join(one.about for one in importers()))
    return text.replace("{system}", default().name)


def build(callback: Callable[..., Any], name: str, summary: str | None = None) -> Any:
    """The click command that Typer makes of a function; `summary` stands in lists of commands."""
    app = _app()
    text = _paragraphs(filled(callback.__doc__ or ""))
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


HELP = """Settle combat at the tabletop, and say which rule produced each number.

affray attack @goblin @troll --seed 7 --explain

affray rule drowning

Sheets are TOML files; their `system` picks the rules. `-` reads a sheet from standard
input, `@goblin` is a built-in creature.
"""


@cache
def root() -> Any:
    """The whole command line as one command, of which only what is called is imported."""
    return build_group(lazy_group(COMMANDS), "affray", HELP, __version__)


def call(arguments: list[str]) -> Any:
    """Run a command line; whatever goes wrong is raised.

    Raises:
        BadRequest: Typer makes no sense of it.
    """
    try:
        return root().main(arguments, prog_name="affray", standalone_mode=False)
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return 0
        context = getattr(error, "ctx", None)
        hint = None if context is None else f"see `{context.command_path} --help`"
        raise BadRequest(Fault(error.format_message().rstrip("."), hint)) from None
    finally:
        forget_first()


def lazy_group(entries: Mapping[str, Entry], path: tuple[str, ...] = ()) -> type[TyperGroup]:
    """A group that knows its commands' names and imports only the one that is called."""

    class LazyGroup(TyperGroup):
        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes)
            # Only the names are read from here: by the suggestions for a typo.
            self.commands = cast(Any, dict.fromkeys(entries))
            self.line: list[str] = []

        def list_commands(self, ctx: Any) -> list[str]:
            return [*within(path, entries)]

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            # The summaries are at hand: no command has to be imported for a list of them.
            with formatter.section("Commands"):
                formatter.write_dl(
                    [(name, entry.summary) for name, entry in within(path, entries).items()]
                )

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            # What a command takes hangs on the system, and that on the rest of the line.
            self.line = args[1:]
            return super().resolve_command(ctx, args)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            entry = entries.get(cmd_name) or within(path, entries).get(cmd_name)
            return None if entry is None else _made(entry, (*path, cmd_name), self.line)

    return LazyGroup


def _made(entry: Entry, path: tuple[str, ...], line: list[str]) -> Any:
    """The click command, or group, at `path`, for the line of words that follow it."""
    name = path[-1]
    if entry.inner is not None:
        return build_group(lazy_group(entry.inner, path), name, entry.summary)
    if entry.where == SETTLED:
        from affray_cli.typed import resolving

        command = " ".join(path)
        made = build(resolving(command, _clear(command, line, ())), name, entry.summary)
        return _shown(made, line)
    target = find(entry)
    from affray_cli.typed import fitted, plain

    hosted = _hosted(target, path, line)
    target = plain(target) if hosted is None else fitted(target, *hosted)
    return _shown(build(target, name, entry.summary), line)


def _hosted(target: Any, path: Sequence[str], line: Sequence[str]) -> tuple[str, str | None] | None:
    """The command beside which a function stands, and the system that a line of it is about."""
    command = settled_beside(target, path)
    flags = [flag for one in owned(target) for flag in one.flags]
    return None if command is None else (command, _clear(command, line, flags))


def _shown(command: Any, line: list[str]) -> Any:
    """A command whose help is wanted, with no panel wider than it has to be."""
    if _is_rich() and not HELP_OPTIONS.isdisjoint(line):
        for parameter in command.params:
            if parameter.secondary_opts:
                parameter.help += f" Or {', '.join(parameter.secondary_opts)}."
                parameter.secondary_opts = []
    return command


def _clear(command: str, line: Sequence[str], own: Sequence[str]) -> str | None:
    """The system a line is about, where it has every option that is named, or help is wanted."""
    from affray_cli.grammar import grammar
    from affray_cli.reader import system_of_line

    if not line:
        return None
    name = system_of_line(command, line)
    if name is None or not HELP_OPTIONS.isdisjoint(line):
        return name
    known = grammar(command, name).flags
    flags = (word.partition("=")[0] for word in line if word.startswith("--"))
    return name if all(flag in known or flag in own for flag in flags) else None


def declared(path: Sequence[str], line: Sequence[str] = ()) -> list[Option]:
    """The parameters of the command at `path`, for the words that follow it."""
    entry = reach(path)[1]
    assert entry is not None
    found = [_option_of(one) for one in _made(entry, tuple(path), [*line]).params]
    if entry.where == SETTLED:
        return found
    target = find(entry)
    hosted = _hosted(target, path, line)
    if hosted is None:
        return found
    from affray_cli.calling import grammar_beside, taken

    # Typer keeps no word of what a system has for an option.
    grammar = grammar_beside(target, *hosted)
    known = {one.name: one for one in taken(target, grammar)}
    return [known.get(one.name, one) for one in found]


def _option_of(parameter: Any) -> Option:
    """What a parameter says of itself."""
    return Option(
        name=_name_of(parameter),
        kind=str,
        shape="flag"
        if getattr(parameter, "is_flag", False)
        else "words"
        if _many(parameter)
        else "word",
        required=parameter.required,
        help=getattr(parameter, "help", None) or "",
        metavar=parameter.metavar or "",
        place=parameter.param_type_name == "argument",
        negatable=bool(parameter.secondary_opts),
    )


def _name_of(parameter: Any) -> str:
    """A parameter by what it is called on a command line."""
    if parameter.param_type_name == "argument":
        return str(parameter.name)
    return str(max(parameter.opts, key=len)).strip("-").replace("-", "_")


def _many(parameter: Any) -> bool:
    return bool(getattr(parameter, "multiple", False)) or parameter.nargs == -1
