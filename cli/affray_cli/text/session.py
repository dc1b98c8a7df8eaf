"""A session in words: the table a director runs the fight from, and its log."""

from collections.abc import Iterator
from typing import Any

import msgspec

from affray.deed import CHOOSE
from affray.outcome import Effect
from affray.session.file import Session
from affray.session.log import Logged
from affray.state import state_of
from affray.words import Line
from affray_cli.report import change_line


def as_data(session: Session) -> dict[str, Any]:
    """The fight as it stands, for JSON."""
    fight = session.fight
    return {
        "affray": 1,
        "command": "session show",
        "system": fight.system,
        "turn": msgspec.to_builtins(fight.turns),
        "whose": fight.whose(),
        "why": session.rules.why(fight),
        "combatants": [
            {
                "name": f.name,
                "side": fight.sides[f.name],
                "out": fight.is_out(f),
                "fields": {
                    field: getattr(f, field)
                    for field in f.__struct_fields__
                    if field not in ("name", "sheet")
                },
            }
            for f in fight.fighters
        ],
        "log": session.entries,
        "undone": session.undone,
    }


def table(session: Session) -> Iterator[Line]:
    """Whose turn it is and why, then a line for each combatant."""
    fight = session.fight
    yield Line("headline", "", sentence(session.rules.why(fight)))
    acting = fight.whose()
    for fighter in fight.fighters:
        marks = [fight.sides[fighter.name]]
        marks += ["may act"] if fighter.name in acting else []
        condition = session.rules.condition(fighter, fight.rulings)
        marks += [condition] if condition is not None else []
        yield Line("roll", fighter.name, ", ".join([*marks, *_standing(session, fighter)]))
    yield from session.rules.about_turns(fight)
    yield Line("aside", "log", f"{session.entries - session.undone} commands")


def _standing(session: Session, fighter: Any) -> Iterator[str]:
    """What a director needs of a combatant: its health, and whatever is not as at first."""
    fresh = session.rules.fresh(fighter)
    differs = state_of(fighter, fresh)
    for field in session.rules.standing:
        if isinstance(getattr(fighter, field), int):
            most = getattr(fresh, field)
            of = f"/{most}" if most else ""
            yield f"{field} {getattr(fighter, field)}{of}"
            differs.pop(field, None)
    for field, value in differs.items():
        word = field.replace("_", " ")
        yield word if value is True else f"{word} {_plain(value)}"


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k} {v}" for k, v in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def entry_line(number: int, entry: Logged, undone: bool) -> Line:
    """An entry of the log in one line."""
    words = [entry.command, *entry.who]
    options = {key: value for key, value in entry.options.items() if key != CHOOSE}
    words += [f"{key}={_plain(value)}" for key, value in options.items()]
    words += [s.name for s in (*entry.joined, *entry.left)]
    text = f"{' '.join(words)}: {entry.outcome}"
    effects = [
        change_line(Effect(e.get("who", ""), e["field"], e.get("before"), e.get("after")))
        for e in entry.effects
        if e.get("who")
    ]
    text += "".join(f"; {line.label} {line.text}" for line in effects)
    for one in entry.choices:
        if one["by"] not in ("option", "default"):
            text += f"; {one['choice']}: {one['who']}: {one['answer']}, by {one['by']}"
    text += f" [dice {','.join(map(str, entry.dice))}]" if entry.dice else ""
    text += f" [seed {entry.seed}]" if entry.seed is not None else ""
    text += " [overruled]" if entry.overruled else ""
    return Line("note", str(number), text + (" [undone]" if undone else ""))


def sentence(text: str) -> str:
    """A text with its first letter large."""
    return text[:1].upper() + text[1:]
