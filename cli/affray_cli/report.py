"""A whole result in words: the system's own lines, then what all systems share."""

from collections.abc import Iterator

from msgspec import UNSET

from affray.outcome import THE_FIGHT, Effect, Outcome
from affray.plain import PLAIN
from affray.registry import system
from affray.words import Line, shown
from affray_cli.envelope import Envelope
from affray_cli.text import dice


def tell(result: Envelope, outcome: Outcome, explain: bool) -> Iterator[Line]:
    """Every line a person sees, headline first, dice and seed last."""
    if not result.command.startswith("session "):
        teller = dice.tell if result.command in PLAIN else system(str(result.system)).tell
        yield from teller(result.command, outcome)
    yield from (Line("note", "", note) for note in result.notes)
    for effect in outcome.effects:
        # What nobody counted before, or counts any more, is no change to a person.
        if effect.who == THE_FIGHT or effect.before is None or effect.after is None:
            continue
        yield change_line(effect)
    yield from fallen(result)
    if result.over is not None:
        yield Line("note", "", f"The fight is over: {_end(result.over.winner)}")
    for one in outcome.choices:
        if explain or one.by not in ("option", "default"):
            about = "" if one.about is UNSET else f" ({one.about})"
            yield Line("aside", one.choice, f"{one.who}{about}: {one.answer}, by {one.by}")
    if explain:
        for step in outcome.trace:
            shown = step.value is not None and step.switch is UNSET
            value = f" = {step.value}" if shown else ""
            yield Line("aside", step.rule, f"({step.status}) {step.text}{value}")
    if result.dice:
        yield Line("aside", "dice", ",".join(map(str, result.dice)))
    if result.seed is not None:
        yield Line("aside", "seed", str(result.seed))


def fallen(result: Envelope) -> Iterator[Line]:
    """Who fights no more after the harm that was done, each once."""
    for who, state in dict.fromkeys((one.who, one.state) for one in result.harm):
        if state is not None:
            yield Line("damage", "", f"{who} is {state}")


def _end(winner: str | None) -> str:
    if winner is None:
        return "nobody is left"
    return f"{winner} win" if winner.endswith("s") else f"{winner} wins"


def change_line(effect: Effect) -> Line:
    """One effect for a person."""
    name = effect.field.replace("_", " ")
    change = f"{name} {shown(effect.before)} -> {shown(effect.after)}"
    return Line("change", effect.who or "the fight", change)
