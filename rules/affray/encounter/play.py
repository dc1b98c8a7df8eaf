"""Playing an encounter: its steps one by one, then the free fight to its end."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from affray.dice import Dice, ScriptedDice, SeededDice
from affray.encounter.file import Encounter
from affray.encounter.steps import NEXT, REST, TURN, Step
from affray.engine.tell import DeedDone, Event, play_out, take_turn
from affray.faults import AffrayError, BadData, Fault, Forbidden
from affray.fields import SEEDS
from affray.fight import Fight, Hold, act, advance, rest
from affray.outcome import Outcome
from affray.supply import ScriptedSupply, Supply
from affray.tactics import acting


class Nothing(Struct, frozen=True):
    """The result of a turn in which nothing was done."""


class Refused(NamedTuple):
    """The rule that forbade a step, and how it says so."""

    rule: str
    message: str


class Stepped(NamedTuple):
    """A step that was played: what came of it all, or why it was refused.

    `dice` are all faces thrown; `seed` threw them, None where the file gives the faces.
    `done` are its deeds: one, those of a turn by tactics, or none where nobody acts.
    """

    step: Step
    before: Fight
    after: Fight
    outcome: Outcome | None
    refused: Refused | None
    dice: tuple[int, ...]
    seed: int | None
    done: tuple[DeedDone, ...] = ()


def play_steps(encounter: Encounter, seed: int | None = None) -> Iterator[Stepped]:
    """Play the steps in order; one that the rules forbid changes nothing.

    `seed` replaces the file's. A step without dice or seed of its own has the file's,
    plus its number.

    Raises:
        BadData: what a step asks for makes no sense there, dice are too few or left over,
            or the fight is over already; with file and line.
    """
    fight, base = encounter.fight, encounter.file.seed if seed is None else seed
    two_sides = len(fight.standing()) > 1
    for step in encounter.steps:
        over = two_sides and fight.turns.round > 0 and len(fight.standing()) < 2
        if over and step.deed.command != REST:
            hint = "take the step out, or `anyway = true`"
            if not step.head.anyway:
                at = ("step", step.number)
                raise encounter.fault(at, "a step after the end of the fight", hint)
        try:
            played = _play(step, fight, (base + step.number) % SEEDS)
        except Forbidden as forbidden:
            refusal = Refused(forbidden.rule or fight.system, forbidden.message)
            played = Stepped(step, fight, fight, None, refusal, (), None)
        except AffrayError as error:
            raise _at_step(encounter, step, error) from None
        yield played
        fight = played.after


def _at_step(encounter: Encounter, step: Step, error: AffrayError) -> BadData:
    about_dice = any(re.search(r"\b(die|dice)\b", fault.message) for fault in error.faults)
    at = ("step", step.number, "dice" if step.head.dice is not None and about_dice else "do")
    line = encounter.line(at)
    return BadData(
        Fault(f"step {step.number + 1}, {step.words}: {f.message}", f.hint, encounter.path, line)
        for f in error.faults
    )


def _play(step: Step, fight: Fight, default_seed: int) -> Stepped:
    seed = None
    if step.head.dice is None:
        seed = default_seed if step.head.seed is None else step.head.seed
    if step.deed.command == TURN:
        return _turn(step, fight, seed)
    dice: Dice
    dice = ScriptedDice(step.head.dice or ()) if seed is None else SeededDice(seed)
    dice.strict = seed is not None  # of given dice it is told what they come to
    done: tuple[DeedDone, ...] = ()
    if step.deed.command == NEXT:
        outcome = advance(fight, dice)
        after = fight.apply(outcome.effects)
    elif step.deed.command == REST:
        outcome = rest(fight, step.deed.who, dice)
        after = fight.apply(outcome.effects)
    else:
        hold = _hold(step, fight)
        played = act(fight, step.deed, dice, turn=hold)
        outcome = played.whole
        after = fight.apply(outcome.effects)
        done = (DeedDone(fight, after, step.deed, played, dice),)
    thrown = tuple(dice.thrown)
    return Stepped(step, fight, after, outcome, None, thrown, seed if thrown else None, done)


def _hold(step: Step, fight: Fight) -> Hold:
    """Turns bind once they have begun, unless the step overrules them."""
    if fight.turns.round == 0:
        return "ignored"
    return "overruled" if step.head.anyway else "kept"


def _turn(step: Step, fight: Fight, seed: int | None) -> Stepped:
    supply = ScriptedSupply(step.head.dice or ()) if seed is None else Supply(seed)
    name = step.deed.who[0] if step.deed.who else acting(fight, supply.choices)
    done = tuple(take_turn(fight, name, supply, turn=_hold(step, fight)))
    now = done[-1].after if done else fight
    supply.finish()
    thrown = tuple(face for one in done for face in one.dice.thrown)
    return Stepped(step, fight, now, _together(done), None, thrown, seed, done)


def _together(done: tuple[DeedDone, ...]) -> Outcome:
    """A turn as one outcome: how the last deed came out, and the effects of all."""
    if not done:
        return Outcome("nothing", Nothing(), (), (), False)
    wholes = [one.played.whole for one in done]
    last = wholes[-1]
    return Outcome(
        last.outcome,
        last.result,
        tuple(effect for whole in wholes for effect in whole.effects),
        tuple(step for whole in wholes for step in whole.trace),
        last.success,
        choices=tuple(one for whole in wholes for one in whole.choices),
    )


def free_supply(encounter: Encounter, seed: int | None = None) -> Supply:
    """Dice for the free fight: they go on where those of the steps end."""
    base = encounter.file.seed if seed is None else seed
    return Supply((base + len(encounter.steps)) % SEEDS)


def play_free(
    encounter: Encounter, fight: Fight, seed: int | None = None, until: int | None = None
) -> Iterator[Event]:
    """Play the free fight on from `fight`, to its end or through round `until`.

    Raises:
        BadData: the rules have no way for it to go on, with the line of [free].
    """
    assert encounter.file.free is not None
    most = encounter.file.free.rounds
    try:
        yield from play_out(
            fight, free_supply(encounter, seed), most if until is None else min(most, until)
        )
    except AffrayError as error:
        raise BadData(
            Fault(f.message, f.hint, encounter.path, encounter.line(("free",)))
            for f in error.faults
        ) from None
