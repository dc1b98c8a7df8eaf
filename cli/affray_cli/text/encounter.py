"""Checked encounters in words: for a person, for GitHub, as JUnit's XML, as JSON."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from affray.encounter.check import LAST_STEPS, Item, Report
from affray.encounter.compare import ALLOWED, REFUSED, Difference
from affray.encounter.coverage import Coverage
from affray.faults import Fault
from affray.outcome import TraceStep
from affray.words import Line


def line_of(report: Report) -> Line:
    """A checked encounter in one line."""
    if report.faults:
        return Line("headline", "", f"ERROR {report.path}")
    steps = [item for item in report.items if item.number is not None]
    wrong = sum(len(item.differences) for item in report.items)
    facts = [f"{len(steps)} step" + ("" if len(steps) == 1 else "s")] if steps else []
    facts += report.notes
    if wrong:
        facts.insert(0, f"{wrong} difference" + ("" if wrong == 1 else "s"))
    word = "FAIL" if wrong else "ok"
    return Line("headline", "", f"{word} {report.path}: {report.title} ({'; '.join(facts)})")


def details(report: Report) -> Iterator[Line]:
    """Every difference with its place and the reasoning that led there."""
    for fault in report.faults:
        yield Line("note", _place(fault, report), _said(fault))
    for item in report.items:
        told: tuple[TraceStep, ...] = ()
        for difference in item.differences:
            place = f"{report.path}:{difference.line}"
            yield Line("damage", place, f"{_whose(item)}: {sentence(difference)}")
            if difference.trace != told:
                told = difference.trace
                for step in told[-LAST_STEPS:]:
                    yield Line("aside", f"  {step.rule}", step_text(step))


def sentence(difference: Difference) -> str:
    """A difference as one sentence."""
    if difference.what == ALLOWED:
        return f"refused by {difference.came}: {difference.expected}"
    if difference.what == REFUSED:
        return f"expected a refusal by {difference.expected}, came {shown(difference.came)}"
    if difference.what == "trace":
        return f"expected the rule {difference.expected}; cited were {shown(difference.came)}"
    if difference.path[:1] == ("rules",):
        return f"the rule {difference.expected} is cited by nothing in it"
    came = shown(difference.came)
    if difference.between is not None:
        low, high = difference.between
        came = f"{low:.3f} to {high:.3f}"
    return f"{difference.what}: expected {shown(difference.expected)}, came {came}"


def shown(value: Any) -> str:
    """A value as a person reads it: text bare, all else as in JSON."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple) and value and all(isinstance(v, str) for v in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def step_text(step: TraceStep) -> str:
    """A step of the reasoning: who says so, what it did, and its number."""
    value = f" = {step.value}" if step.value is not None and step.switch is UNSET else ""
    return f"({step.status}) {step.text}{value}"


def _whose(item: Item) -> str:
    return item.name if item.number is None else f"step {item.number + 1}, {item.name}"


def _place(fault: Fault, report: Report) -> str:
    file = fault.file or report.path
    return file if fault.line is None else f"{file}:{fault.line}"


def _said(fault: Fault) -> str:
    return fault.message if fault.hint is None else f"{fault.message}; {fault.hint}"


def summary(reports: Sequence[Report]) -> Line:
    """How many encounters were checked, and how they came out."""
    errors = sum(bool(r.faults) for r in reports)
    failed = sum(r.failed and not r.faults for r in reports)
    parts = [f"{len(reports)} encounter" + ("" if len(reports) == 1 else "s")]
    parts.append(f"{failed} failed" if failed else "none failed")
    parts += [f"{errors} could not be played"] if errors else []
    return Line("headline", "", ", ".join(parts))


def github(report: Report) -> Iterator[str]:
    """Workflow commands that put each difference on its line of a pull request."""
    for fault in report.faults:
        place = f"file={_property(fault.file or report.path)},line={fault.line or 1}"
        yield f"::error {place},title=affray::{_data(_said(fault))}"
    for item in report.items:
        for d in item.differences:
            title = _property(f"{report.title}: {_whose(item)}")
            steps = [f"{s.rule} {step_text(s)}" for s in d.trace[-LAST_STEPS:]]
            message = _data("\n".join([sentence(d), *steps]))
            yield f"::error file={_property(report.path)},line={d.line},title={title}::{message}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def junit(reports: Sequence[Report]) -> str:
    """All reports as JUnit's XML: a suite a file, a case a step."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="affray">']
    for report in reports:
        failures = sum(bool(item.differences) for item in report.items)
        lines.append(
            f'  <testsuite name={_attribute(report.path)} tests="{len(report.items) or 1}" '
            f'failures="{failures}" errors="{1 if report.faults else 0}">'
        )
        if report.faults:
            text = "\n".join(f"{_place(f, report)}: {_said(f)}" for f in report.faults)
            lines.append(_case(report, "reading it", 1, "error", text))
        for item in report.items:
            text = "\n".join(f"{report.path}:{d.line}: {sentence(d)}" for d in item.differences)
            lines.append(_case(report, _whose(item), item.line, "failure", text))
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _case(report: Report, name: str, line: int, kind: str, text: str) -> str:
    where = f'file={_attribute(report.path)} line="{line}"'
    head = f"    <testcase classname={_attribute(report.title)} name={_attribute(name)} {where}"
    if not text:
        return head + "/>"
    return f"{head}>\n      <{kind} message={_attribute(text)}/>\n    </testcase>"


def _attribute(text: str) -> str:
    """Text as an attribute of XML 1.0, which has no place for most control characters."""
    from xml.sax.saxutils import quoteattr  # loads urllib, which only JUnit pays for

    kept = "".join(c for c in text if c in "\t\n\r" or " " <= c not in "\ufffe\uffff")
    return quoteattr(kept.replace("\ud800", "?"), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def as_data(report: Report) -> dict[str, Any]:
    """A report as plain data for JSON."""
    return {
        "affray": 1,
        "command": "check",
        "file": report.path,
        "title": report.title,
        "outcome": "error" if report.faults else "failed" if report.failed else "ok",
        "notes": report.notes,
        "rules": report.rules,
        "faults": [msgspec.to_builtins(fault) for fault in report.faults],
        "items": [
            {
                "step": None if item.number is None else item.number + 1,
                "line": item.line,
                "name": item.name,
                "differences": [
                    {
                        "line": d.line,
                        "what": d.what,
                        "expected": d.expected,
                        "came": d.came,
                        **({} if d.between is None else {"between": d.between}),
                        "trace": msgspec.to_builtins(d.trace),
                    }
                    for d in item.differences
                ],
            }
            for item in report.items
        ],
    }


def coverage_lines(found: Sequence[Coverage]) -> Iterator[Line]:
    """Which rules the encounters exercised, system by system, and which never."""
    for one in found:
        total = len(one.cited) + len(one.missing) + len(one.silent) + len(one.exempt)
        yield Line("headline", "", f"{one.system}: {len(one.cited)} of {total} rules exercised")
        for rule, count in one.cited.items():
            yield Line("aside", rule, f"{count} encounter" + ("" if count == 1 else "s"))
        for missed in one.silent:
            yield Line("note", missed.full_id, f"never ({missed.status}): {missed.title}")
        for exempt in one.exempt:
            yield Line("note", exempt.full_id, f"exempt: {exempt.exempt}")
        for missed in one.missing:
            yield Line("damage", missed.full_id, f"NEVER (text): {missed.title}")


def coverage_data(one: Coverage) -> dict[str, Any]:
    """A system's coverage as plain data for JSON."""
    return {
        "affray": 1,
        "command": "check --rules",
        "system": one.system,
        "cited": one.cited,
        "missing": [rule.full_id for rule in one.missing],
        "never": [rule.full_id for rule in one.silent],
        "exempt": {exempt.full_id: exempt.exempt for exempt in one.exempt},
    }
