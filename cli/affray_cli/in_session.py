"""Resolving inside a session: load it under its lock, play, save, print."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from affray import rulings as rulings_files
from affray.deed import Deed
from affray.fight import Fight, Played
from affray.harm import harm_of
from affray.outcome import Outcome
from affray.registry import system
from affray.session.file import Session, load, locked, save
from affray.session.play import perform
from affray.state import state_of
from affray_cli.asked import dice_maker, options_said, printed, rendered, seed_shown, warn_of_slips
from affray_cli.common import Asked
from affray_cli.envelope import Envelope, Input, Over, envelope
from affray_cli.terminal import complain


def play(deed: Deed, asked: Asked) -> int:
    """Do a deed, its options as they are written, in the session asked for; the exit status."""
    assert asked.session is not None
    with opened(asked.session) as before:
        sheets = [before.fight.fighter(name).sheet for name in deed.who]
        action = system(before.fight.system).action(deed.command)
        deed = replace(deed, options=options_said(action, deed.options, asked))
        warn_of_slips(before.fight.rules, action, sheets, deed.options)
        dice = dice_maker(asked)
        after, played = perform(before, deed, dice, turn="overruled" if asked.anyway else "kept")
        seed = seed_shown(asked, dice)
        result = result_of(before.fight, deed, played, dice.thrown, seed)
        what = rendered(result, played.whole, asked)
        if not asked.dry_run:
            save(after)
    return printed(what, played.whole, asked)


@contextmanager
def opened(path: str) -> Iterator[Session]:
    """The session in a file, under its lock for as long as it is open."""
    with locked(path):
        session = load(path)
        warn(session)
        yield session


def result_of(
    fight: Fight, deed: Deed, played: Played, dice: list[int], seed: int | None
) -> Envelope:
    """The result of a deed in `fight` as JSON has it, with all that a replay needs."""
    rules = system(fight.system)
    given = Input(
        sheets=tuple(f.sheet for f in played.fighters),
        names=tuple(f.name for f in played.fighters),
        states=tuple(state_of(f, rules.fresh(f)) for f in played.fighters),
        turn_effects=len(played.cost),
        overruled=len(played.overruled),
        options=deed.options,
        rulings=rulings_files.changed(fight.rulings),
    )
    after = fight.apply(played.whole.effects)
    return result_in(after, deed.command, played.whole, dice, seed, given)


def result_in(
    after: Fight, command: str, outcome: Outcome, dice: list[int], seed: int | None, given: Input
) -> Envelope:
    """The result of what brought a fight to where it stands, as JSON has it."""
    harm = harm_of(after.rules, after.fighters, after.rulings, outcome.effects)
    # A rest ends a fight that nobody has won.
    end = None if command == "session rest" else _over(after)
    return envelope(command, after.system, outcome, dice, seed, given, harm, end)


def _over(fight: Fight) -> Over | None:
    """The end of a fight; not while somebody who fell acts at once with the others."""
    end = fight.over()
    if end is None or any(fight.is_out(fight.fighter(name)) for name in fight.whose()):
        return None
    return Over(end.winner, end.rounds)


def warn(session: Session) -> None:
    """Say on standard error what a person should know of the session as it was found."""
    for note in session.notes:
        complain(f"affray: note: {note}")
