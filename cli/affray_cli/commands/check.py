"""`affray check`."""

import gc
import os
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Annotated, Literal

from affray.encounter.check import Report, check_file
from affray.encounter.coverage import coverage
from affray.encounter.file import SUFFIX
from affray.faults import BadData, BadRequest, Fault
from affray.words import Line
from affray_cli import terminal
from affray_cli.declare import argument, option
from affray_cli.exits import Exit
from affray_cli.text import encounter as texts
from affray_cli.text import safe

FORMATS = ("text", "github", "junit", "json")
Format = Literal["text", "github", "junit", "json"]

ALONE = 0.5
"""Seconds after which other processes help: starting them costs about a tenth of that."""

MOST_UPDATES = 5
"""Rewriting one value can bring the next to light, but not for ever."""


def check(
    paths: Annotated[
        list[str], argument(metavar="PATH…", help=f"Encounters (*{SUFFIX}), or folders.")
    ],
    format_: Annotated[
        str | None,
        option(
            "--format",
            metavar="|".join(FORMATS),
            help="How it is said; GitHub's by itself where GITHUB_ACTIONS is set.",
        ),
    ] = None,
    json: Annotated[bool, option("--json", help="The same as --format json.")] = False,
    select: Annotated[
        str | None,
        option("-k", metavar="WORD", help="Only those with WORD in path or title."),
    ] = None,
    update: Annotated[
        bool, option("--update", help="Rewrite what is expected to what came.")
    ] = False,
    rules: Annotated[
        bool,
        option("--rules", help="Which rules they exercise; 1 when one of the text is not."),
    ] = False,
) -> int:
    """Play encounters and compare what comes with what they expect.

    affray check examples

    affray check examples/encounters/{system} -k swim --format junit

    Exit status: 1 when anything differs, 3 when an encounter cannot be played.
    """
    gc.freeze()
    gc.enable()
    said = _format(format_, json)
    reports = []
    for report in checked(_selected(found(paths), select)):
        if update:
            report = _updated(report, said)
        reports.append(report)
        _say(report, said)
    if said == "junit":
        terminal.write(texts.junit(reports))
    elif said != "json":
        terminal.write_lines([texts.summary(reports)], not any(r.failed for r in reports))
    lacking = _say_rules(reports, said) if rules else False
    if any(report.faults for report in reports):
        return Exit.BAD_DATA
    failed = lacking or any(report.failed for report in reports)
    return Exit.CHECK_FAILED if failed else Exit.OK


def _format(named: str | None, json: bool) -> Format:
    if json and named not in (None, "json"):
        raise BadRequest(Fault(f"--json, but --format {named}", "give one of them"))
    if json:
        return "json"
    if named is None:
        return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    for known in FORMATS:
        if named == known:
            return known  # type: ignore[return-value]
    raise BadRequest(Fault(f"--format {named} is not known", "one of: " + ", ".join(FORMATS)))


def found(paths: Sequence[str]) -> list[str]:
    """The encounters at the paths, in order: files as named, those in folders by name.

    Raises:
        BadData: a path that is not there; a folder without any.
    """
    files: dict[str, None] = {}
    for path in paths:
        if not os.path.isdir(path):
            files[path] = None
            continue
        inside = [
            os.path.join(folder, name)
            for folder, folders, names in os.walk(path)
            for name in sorted(names)
            if name.endswith(SUFFIX)
        ]
        if not inside:
            raise BadData(Fault(f"no encounter in it (*{SUFFIX})", file=path))
        files.update(dict.fromkeys(sorted(inside)))
    return list(files)


def _selected(files: list[str], word: str | None) -> list[str]:
    if word is None:
        return files
    kept = [file for file in files if word.casefold() in file.casefold() or _titled(file, word)]
    if not kept:
        raise BadData(Fault(f"no encounter has `{word}` in its path or title"))
    return kept


def _titled(file: str, word: str) -> bool:
    """Whether a file's title has the word; one that cannot be read has no title."""
    from affray.faults import AffrayError
    from affray.toml_source import read

    try:
        title = read(file).data.get("title")
    except AffrayError:
        return False
    return word.casefold() in str(title).casefold()


def checked(files: Sequence[str]) -> Iterator[Report]:
    """A report for each file, in order; other processes help where there is much to do."""
    began = monotonic()
    for place, file in enumerate(files):
        left = len(files) - place
        if left > 1 and monotonic() - began > ALONE and (os.cpu_count() or 1) > 1:
            yield from _together(files[place:])
            return
        yield check_file(file)


def _together(files: Sequence[str]) -> Iterator[Report]:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(len(files), os.cpu_count() or 1)) as pool:
        yield from pool.map(check_file, files)


def _updated(report: Report, said: Format) -> Report:
    from affray.encounter.update import update

    changed = 0
    for _ in range(MOST_UPDATES):
        now = update(report) if not report.faults else 0
        if not now:
            break
        changed += now
        report = check_file(report.path)
    if changed and said == "text":
        terminal.write_lines([Line("note", "updated", f"{report.path}: {changed} values")], True)
    return report


def _say(report: Report, said: Format) -> None:
    if said == "json":
        terminal.write_json(texts.as_data(report))
    elif said != "junit":
        lines = [texts.line_of(report), *texts.details(report)]
        terminal.write_lines(lines, not report.failed)
        if said == "github":
            for command in texts.github(report):
                terminal.write(safe(command))
        terminal.flush()


def _say_rules(reports: Sequence[Report], said: Format) -> bool:
    """Say which rules were exercised; whether one of a text was not."""
    by_system = coverage(reports)
    lacking = any(one.missing for one in by_system)
    if said == "json":
        for one in by_system:
            terminal.write_json(texts.coverage_data(one))
    elif said != "junit":
        terminal.write_lines(texts.coverage_lines(by_system), not lacking)
    return lacking
