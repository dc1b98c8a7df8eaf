"""Pictures, drawn with matplotlib (the extra `affray[plot]`). The only module that draws."""

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from affray.engine.duel import DuelOdds
from affray.engine.many.simulate import Simulated
from affray.engine.many.sweep import Point
from affray.faults import BadData, BadRequest, Fault
from affray.outcome import written

ENDINGS = (".svg", ".png")
SALT = "affray"
"""Makes the ids in an SVG the same each time it is drawn."""
LONGEST_AXIS = 60
"""Bars of a distribution; what lies beyond has become too rare to see."""


class Paper(NamedTuple):
    """Where a picture goes."""

    path: str
    ending: str


def canvas(path: str) -> Paper:
    """A file to draw into.

    Raises:
        BadRequest: neither .svg nor .png, or nothing here can draw.
        BadData: there is no such folder.
    """
    ending = os.path.splitext(path)[1].lower()
    if ending not in ENDINGS:
        raise BadRequest(Fault(f"--plot {path} is neither .svg nor .png", "name it so"))
    if find_spec("matplotlib") is None:
        hint = "pip install 'affray[plot]'"
        raise BadRequest(Fault("--plot needs matplotlib, which is not installed", hint))
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise BadData(Fault("there is no such folder", None, folder))
    return Paper(path, ending[1:])


def draw_sweep(paper: Paper, found: Sequence[tuple[Point, Simulated]]) -> None:
    """The chance of each side along the first field; a panel for each other combination."""
    labels = list(found[0][0])
    panels: dict[tuple[Any, ...], list[tuple[Any, Simulated]]] = {}
    for point, one in found:
        first, *rest = (point[label] for label in labels)
        panels.setdefault(tuple(rest), []).append((first, one))
    figure, axes = _figure(len(panels))
    for place, (rest_of, line) in enumerate(panels.items()):
        axis = axes[place]
        for side in found[0][1].sides:
            chances = [one.chance(one.tally.winners()[side]) for _, one in line]
            heights = [p for p, _, _ in chances]
            below = [p - low for p, low, _ in chances]
            above = [high - p for p, _, high in chances]
            axis.errorbar(
                range(len(line)), heights, yerr=(below, above), marker="o", capsize=3, label=side
            )
        axis.set_xticks(range(len(line)), [written(value) for value, _ in line])
        axis.set_xlabel(_safe(labels[0]))
        pairs = zip(labels[1:], rest_of, strict=True)
        axis.set_title(_safe(", ".join(f"{label} {written(value)}" for label, value in pairs)))
        _chances(axis)
    axes[0].legend([_safe(side) for side in found[0][1].sides])
    _save(figure, paper)


def draw_simulated(paper: Paper, one: Simulated) -> None:
    """Who wins, with bounds, and how many rounds it takes."""
    n, winners, rounds = one.tally.fights, one.tally.winners(), one.tally.rounds()
    figure, (left, right) = _figure(2)
    chances = [one.chance(winners[side]) for side in one.sides]
    heights = [p for p, _, _ in chances]
    bounds = [p - low for p, low, _ in chances], [high - p for p, _, high in chances]
    _bars(left, [_safe(side) for side in one.sides], heights, bounds)
    left.set_title("Who wins")
    _chances(left)
    shares = {number: rounds[number] / n for number in sorted(rounds)}
    _distribution(right, shares, "rounds")
    _save(figure, paper)


def draw_duel(paper: Paper, odds: DuelOdds) -> None:
    """Who wins, how many exchanges it takes, and what the winner has left."""
    lengths = {number: float(p) for number, p in (odds.rounds or {}).items()}
    figure, axes = _figure(2 + len(odds.left))
    names = [*odds.win, "draw"]
    _bars(axes[0], [_safe(n) for n in names], [float(p) for p in (*odds.win.values(), odds.draw)])
    axes[0].set_title("Who wins")
    _chances(axes[0])
    _distribution(axes[1], lengths, "exchanges")
    for axis, (name, left) in zip(axes[2:], odds.left.items(), strict=True):
        chances = {number: float(p) for number, p in left.items()}
        _distribution(axis, chances, f"{odds.measure} of {name}, who wins")
    _save(figure, paper)


def _figure(panels: int) -> tuple[Any, Sequence[Any]]:
    # Not pyplot: that would look for a display, and keep every figure.
    from matplotlib.figure import Figure

    columns = 2 if panels == 4 else min(panels, 3)
    rows = -(-panels // columns)
    figure = Figure(figsize=(4.2 * columns, 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    flat = [axis for row in axes for axis in row]
    for spare in flat[panels:]:
        spare.set_visible(False)
    return figure, flat[:panels]


def _bars(axis: Any, names: Sequence[str], heights: Sequence[float], bounds: Any = None) -> None:
    colours = [f"C{place % 10}" for place in range(len(names))]
    axis.bar(range(len(names)), heights, yerr=bounds, color=colours, capsize=4)
    axis.set_xticks(range(len(names)), names)


def _distribution(axis: Any, chances: Mapping[int, float], what: str) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    kept = sorted(chances)[:LONGEST_AXIS]
    axis.bar(kept, [chances[number] for number in kept])
    axis.set_xlabel(_safe(what))
    axis.set_ylim(bottom=0)


def _chances(axis: Any) -> None:
    axis.set_ylim(0, 1)
    axis.set_ylabel("chance")
    axis.grid(axis="y", alpha=0.3)


def _safe(text: str) -> str:
    """A name as it stands: a dollar sign would begin a formula."""
    return text.replace("$", r"\$")


def _save(figure: Any, paper: Paper) -> None:
    from matplotlib import rc_context

    # No date, and ids that do not change: the same fights give the same file.
    metadata = {"Date": None} if paper.ending == "svg" else {"Software": None}
    try:
        with rc_context({"svg.hashsalt": SALT}), catch_warnings():
            # A letter that the font lacks is drawn as a box.
            simplefilter("ignore")
            figure.savefig(paper.path, format=paper.ending, metadata=metadata)
    except OSError as error:
        raise BadData(Fault(f"cannot be written: {error.strerror}", None, paper.path)) from None
