"""Resolving inside a session: load it under its lock, play, save, print."""

import sys
from typing import Any

from affray import rulings as rulings_files
from affray.fight import Played
from affray.outcome import Outcome
from affray.play import Deed
from affray.session import perform
from affray.session_file import Session, load, locked, save
from affray.state import state_of

from affray_cli.envelope import Envelope, Input, envelope
from affray_cli.resolving import Asked, dice_maker, printed, rendered, seed_shown
from affray_cli.terminal import safe


def play(deed: Deed, asked: Asked) -> int:
    """Do a deed in the session that is asked for; the exit status."""
    assert asked.session is not None
    with locked(asked.session):
        before = load(asked.session)
        warn(before)
        dice = dice_maker(asked)
        after, played = perform(before, deed, dice, turn="overruled" if asked.anyway else "kept")
        seed = seed_shown(asked, dice)
        result = result_of(before, deed, played, dice.thrown, seed)
        what = rendered(result, played.whole, asked)
        if not asked.dry_run:
            save(after)
    return printed(what, played.whole, asked)


def result_of(
    before: Session, deed: Deed, played: Played, dice: list[int], seed: int | None
) -> Envelope:
    """The result as JSON has it, with all that a replay needs."""
    fight, rules = before.fight, before.rules
    fighters: list[Any] = [fight.fighter(name) for name in deed.who]
    given = Input(
        sheets=tuple(f.sheet for f in fighters),
        names=tuple(f.name for f in fighters),
        states=tuple(state_of(f, rules.fighter(f.sheet, f.name)) for f in fighters),
        turn_effects=len(played.cost),
        overruled=len(played.overruled),
        options=deed.options,
        rulings=rulings_files.changed(fight.rulings),
    )
    outcome: Outcome = played.whole
    return envelope(deed.command, fight.system, outcome, dice, seed, given)


def warn(session: Session) -> None:
    """Say on standard error what a person should know of the session as it was found."""
    for note in session.notes:
        print(safe(f"affray: note: {note}"), file=sys.stderr)
