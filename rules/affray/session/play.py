"""Playing in a session: deeds, turns, undo and redo, who joins and who leaves.

Every function takes an open session and gives the next one; nothing is written until
`session.file.save`.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from affray import fight as fights
from affray.deed import Deed
from affray.dice import Dice
from affray.faults import BadData, BadRequest, Fault
from affray.fight import Fight, Hold, Joining, Played, act, advance
from affray.outcome import THE_FIGHT, Effect, Outcome
from affray.session.file import Session, sheet_of, stand_of
from affray.session.log import Logged, Stand, effects_data, effects_of, extended, last, without
from affray.state import state_of, with_state
from affray.validate import Invalid


def perform(
    session: Session, deed: Deed, dice: Dice, *, turn: Hold = "kept"
) -> tuple[Session, Played]:
    """Do a deed in the session (see `fight.act`, whose errors it raises)."""
    played = act(session.fight, deed, dice, turn=turn)
    return note(session, deed, played, dice), played


def note(session: Session, deed: Deed, played: Played, dice: Dice) -> Session:
    """The session after a deed that was played: its effects, and an entry in the log."""
    whole = played.whole
    entry = _logged(deed.command, whole, dice, deed.who, deed.options, bool(played.overruled))
    return _after(session, whole.effects, entry)


def next_turn(session: Session, dice: Dice) -> tuple[Session, Outcome]:
    """End the present turn and give the next one (see `fight.advance`)."""
    outcome = advance(session.fight, dice)
    return _after(session, outcome.effects, _logged("session next", outcome, dice)), outcome


def rest(session: Session, names: Sequence[str], dice: Dice) -> tuple[Session, Outcome]:
    """End the fight and heal (see `fight.rest`)."""
    outcome = fights.rest(session.fight, names, dice)
    entry = _logged("session rest", outcome, dice, tuple(names))
    return _after(session, outcome.effects, entry), outcome


def apply_result(session: Session, command: str, effects: Sequence[Effect]) -> Session:
    """Take over the effects of a result made elsewhere.

    Raises:
        BadData: an effect's `before` no longer holds, or it sets what no combatant can
            have; then nothing is taken over.
    """
    _vet(session.fight, effects)
    entry = Logged(f"session apply: {command}", "applied", effects=effects_data(effects))
    return _after(session, effects, entry)


def _logged(
    command: str,
    outcome: Outcome,
    dice: Dice,
    who: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    anyway: bool = False,
) -> Logged:
    return Logged(
        command,
        outcome.outcome,
        who,
        options or {},
        dice.replay_seed,
        tuple(dice.thrown),
        anyway,
        effects_data(outcome.effects),
        effects_data(outcome.choices),
    )


def _after(session: Session, effects: Sequence[Effect], entry: Logged) -> Session:
    return _record(replace(session, fight=session.fight.apply(effects)), entry)


def _record(session: Session, entry: Logged) -> Session:
    """The session with one more entry; what was undone can no longer be redone."""
    kept = without(session.log, session.undone)
    entries = session.entries - session.undone + 1
    return replace(session, log=extended(kept, entry), entries=entries, undone=0)


def undo(session: Session) -> tuple[Session, Logged]:
    """Take back the last command that is not taken back yet.

    Raises:
        BadRequest: there is none.
        BadData: the state was edited since, so that it cannot be taken back.
    """
    if session.undone >= session.entries:
        raise BadRequest(Fault("there is nothing to undo"))
    entry = last(session.path, session.log, session.undone)
    if entry.joined or entry.left:
        back = _moved(session, gone=entry.joined, come=entry.left)
    else:
        effects = effects_of(entry)
        _vet(session.fight, [replace(e, after=e.before) for e in effects])
        back = replace(session, fight=session.fight.undo(effects))
    return replace(back, undone=session.undone + 1), entry


def redo(session: Session) -> tuple[Session, Logged]:
    """Do again what was undone last, with the same effects.

    Raises:
        BadRequest: nothing is undone.
    """
    if session.undone == 0:
        raise BadRequest(Fault("there is nothing to redo"))
    entry = last(session.path, session.log, session.undone - 1)
    if entry.joined or entry.left:
        again = _moved(session, gone=entry.left, come=entry.joined)
    else:
        effects = effects_of(entry)
        _vet(session.fight, effects)
        again = replace(session, fight=session.fight.apply(effects))
    return replace(again, undone=session.undone - 1), entry


def _vet(fight: Fight, effects: Sequence[Effect]) -> None:
    """Raise BadData when effects from outside set what no combatant, or turn, can have."""
    targets = {THE_FIGHT: fight.turns, **{f.name: f for f in fight.fighters}}
    for effect in effects:
        target = targets.get(effect.who)
        if target is None:
            continue
        try:
            with_state(target, {effect.field: effect.after})
        except Invalid as invalid:
            name = effect.who or "the fight"
            raise BadData(Fault(f"{name}: {f.message}", f.hint) for f in invalid.findings) from None


def add(session: Session, entries: Sequence[tuple[Joining, str]]) -> Session:
    """Let combatants join, each with the path of its sheet as the user named it.

    Raises:
        BadRequest: a name is taken.
        BadData: a sheet is of another system.
    """
    joined = []
    for entry, path in entries:
        if any(f.name == entry.name for f in session.fight.fighters):
            raise BadRequest(Fault(f"somebody here is called `{entry.name}` already"))
        if entry.sheet.system != session.fight.system:
            raise BadData(Fault(f"{path} is no {session.fight.system} sheet"))
        joined.append(stand_of(session.path, entry.name, path, entry.side, entry.sheet))
    after = _moved(session, gone=(), come=joined)
    return _record(after, Logged("session add", "added", joined=tuple(joined)))


def remove(session: Session, names: Sequence[str]) -> Session:
    """Let combatants leave.

    Raises:
        BadRequest: nobody is called so, or nobody would be left.
    """
    leaving = list({f.name: f for f in map(session.fight.fighter, names)}.values())
    if len(leaving) == len(session.fight.fighters):
        raise BadRequest(Fault("nobody would be left in the fight"))
    places = {f.name: place for place, f in enumerate(session.fight.fighters)}
    by_name = {stand.name: stand for stand in session.stands}
    left = tuple(
        replace(
            by_name[f.name],
            state=state_of(f, session.rules.fresh(f)),
            place=places[f.name],
        )
        for f in leaving
    )
    after = _moved(session, gone=left, come=())
    return _record(after, Logged("session remove", "removed", left=left))


def _moved(session: Session, gone: Sequence[Stand], come: Sequence[Stand]) -> Session:
    """The session without those gone, and with those come in the places they had."""
    fight = session.fight
    names = {stand.name for stand in gone}
    fighters = [f for f in fight.fighters if f.name not in names]
    stands = [s for s in session.stands if s.name not in names]
    sides = {name: side for name, side in fight.sides.items() if name not in names}
    for stand in sorted(come, key=lambda s: len(fighters) if s.place is None else s.place):
        at = len(fighters) if stand.place is None else stand.place
        sheet = sheet_of(session.path, stand)
        fresh = session.rules.fighter(sheet, stand.name)
        fighters.insert(at, with_state(fresh, stand.state))
        stands.insert(at, replace(stand, state={}, place=None))
        sides[stand.name] = stand.side
    moved = replace(fight, fighters=tuple(fighters), sides=sides)
    return replace(session, fight=moved, stands=tuple(stands))
