"""Which rules checked encounters exercised, and which of them never."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from affray.encounter.check import Report
from affray.lookup import Rule, rules
from affray.registry import each


class Coverage(Struct, frozen=True):
    """The rules of one system: how many encounters cite each, and who says so.

    `missing` are `text` rules that none cites and that are not exempt; `silent` all
    others that none cites.
    """

    system: str
    cited: dict[str, int]
    missing: tuple[Rule, ...]
    silent: tuple[Rule, ...]
    exempt: tuple[Rule, ...]


def coverage(reports: Iterable[Report]) -> tuple[Coverage, ...]:
    """The coverage of every system by these reports."""
    counts: dict[str, int] = {}
    for report in reports:
        for rule in report.rules:
            counts[rule] = counts.get(rule, 0) + 1
    every = each(lambda one: rules(one.name))
    return tuple(_of(one.name, own, counts) for one, own in every)


def _of(name: str, own: Sequence[Rule], counts: Mapping[str, int]) -> Coverage:
    never = [rule for rule in own if rule.full_id not in counts]
    missing = [r for r in never if r.status == "text" and r.exempt is None]
    return Coverage(
        name,
        {rule.full_id: counts[rule.full_id] for rule in own if rule.full_id in counts},
        tuple(missing),
        tuple(r for r in never if r not in missing and r.exempt is None),
        tuple(r for r in never if r.exempt is not None),
    )
