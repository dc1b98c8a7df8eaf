"""`affray run`."""

import gc
import itertools
import os
import re
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from affray.encounter.check import ended
from affray.encounter.file import Encounter, load
from affray.encounter.play import Stepped, play_free, play_steps
from affray.engine.tell import DeedDone, Event, Round, TurnGiven
from affray.faults import BadData, Fault
from affray.fight import End, Fight
from affray.outcome import THE_FIGHT, Outcome
from affray.session.file import Session, create, locked, refuse_existing, save
from affray.starter import dump
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.declare import argument, option
from affray_cli.envelope import Envelope, Input
from affray_cli.exits import Exit
from affray_cli.in_session import result_in, result_of
from affray_cli.report import change_line, fallen, tell
from affray_cli.text.session import sentence, table


def run(
    file: Annotated[str, argument(metavar="FILE", help="The encounter.")],
    seed: options.Seed = None,
    until_round: Annotated[
        int | None, option(least=1, metavar="N", help="Stop when round N is over.")
    ] = None,
    session: Annotated[
        str | None,
        option(metavar="FILE", help="Leave the end as a session, to be played on."),
    ] = None,
    force: Annotated[bool, option("--force", help="Replace a session that is there.")] = False,
    explain: options.Explain = False,
    json: options.Json = False,
) -> int:
    """Play an encounter as it happens, to its end.

    affray run examples/encounters/{system}/bridge.encounter.toml

    affray run examples/encounters/{system}/bridge.encounter.toml --seed 7 --json

    With --json one object a line: begin, each action, each new round, end.
    """
    gc.enable()
    encounter = load(file)
    for _ in play_steps(encounter, seed):  # so that nothing goes wrong halfway
        pass
    if session is not None:
        refuse_existing(session, force)
    teller: _Teller = _JsonTeller(encounter) if json else _TextTeller(encounter, explain)
    teller.begin(encounter.file.seed if seed is None else seed)
    fight = encounter.fight
    for stepped in play_steps(encounter, seed):
        if until_round is not None and stepped.after.turns.round > until_round:
            break
        teller.step(stepped)
        fight = stepped.after
    end = fight.over()
    reached = until_round is not None and until_round < fight.turns.round
    if encounter.file.free is not None and not reached:
        for event in play_free(encounter, fight, seed, until_round):
            if isinstance(event, End):
                end, fight = event, event.fight
            else:
                teller.event(event)
    teller.end(end, fight)
    if session is not None:
        _leave(encounter, fight, session, force)
    return Exit.OK


class _Teller:
    """Says what happens, as it happens."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter

    def begin(self, seed: int) -> None: ...
    def step(self, stepped: Stepped) -> None: ...
    def event(self, event: Event) -> None: ...
    def end(self, end: End | None, fight: Fight) -> None: ...

    def result(self, done: DeedDone) -> Envelope:
        """A deed as every command gives it."""
        return result_of(
            done.before, done.deed, done.played, list(done.dice.thrown), done.dice.replay_seed
        )

    def given(
        self, after: Fight, command: str, outcome: Outcome, dice: list[int], seed: int | None
    ) -> Envelope:
        """What is nobody's deed, such as the next turn."""
        given = Input(turn_effects=len(outcome.effects))
        return result_in(after, f"session {command}", outcome, dice, seed, given)


class _TextTeller(_Teller):
    """A play-by-play for a person."""

    def __init__(self, encounter: Encounter, explain: bool) -> None:
        super().__init__(encounter)
        self._explain = explain

    def begin(self, seed: int) -> None:
        file, sides = self.encounter.file, self.encounter.fight.sides
        lines = [Line("headline", "", file.title)]
        lines += [Line("note", "", text) for text in file.about.strip().splitlines() if text]
        for side in file.sides:
            names = ", ".join(name for name, own in sides.items() if own == side)
            lines.append(Line("note", side, names))
        self._write([*lines, Line("aside", "seed", str(seed))])

    def step(self, stepped: Stepped) -> None:
        step = stepped.step
        if step.head.say:
            self._write([Line("note", "", step.head.say)])
        if stepped.refused is not None:
            text = f"{step.words}: refused [{stepped.refused.rule}]"
            self._write([Line("headline", "", text), Line("note", "", stepped.refused.message)])
            return
        for done in stepped.done:
            self.event(done)
        outcome = stepped.outcome
        if outcome is not None and not stepped.done:
            words = self.encounter.system.why(stepped.after)
            head = sentence(words) if step.deed.command == "next" else sentence(outcome.outcome)
            rest = self._rest(stepped.after, step.deed.command, outcome)
            self._write([Line("headline", "", head), *rest])

    def event(self, event: Event) -> None:
        if isinstance(event, Round):
            self._write([Line("headline", "", f"Round {event.number}")])
        elif isinstance(event, DeedDone):
            whole = event.played.whole
            result = self._before_the_end(self.result(event))
            lines = list(tell(result, whole, self._explain))
            if not self._explain:
                heads = [line for line in lines if line.kind == "headline"]
                lines = [*heads, *self._changes(whole), *fallen(result)]
            self._write(lines, whole.success)
        elif isinstance(event, TurnGiven):
            why = self.encounter.system.why(event.after)
            head = [Line("note", "turn", why)] if self._explain else []
            self._write([*head, *self._rest(event.after, "next", event.outcome)])

    def _rest(self, after: Fight, command: str, outcome: Outcome) -> Iterable[Line]:
        result = self._before_the_end(self.given(after, command, outcome, [], None))
        if self._explain:
            return tell(result, outcome, True)
        return [*self._changes(outcome), *fallen(result)]

    def _before_the_end(self, result: Envelope) -> Envelope:
        """The result without the end of the fight, of which `end` tells."""
        return replace(result, over=None)

    def end(self, end: End | None, fight: Fight) -> None:
        text = "The steps end here" if end is None else sentence(ended(end))
        standing = table(Session(self.encounter.path, fight, (), 0, 0, ""))
        lines = [Line("headline", "", text), *(line for line in standing if line.kind == "roll")]
        self._write(lines)

    def _changes(self, outcome: Outcome) -> list[Line]:
        told = self.encounter.system.followed
        return [change_line(e) for e in outcome.effects if e.who != THE_FIGHT and e.field in told]

    def _write(self, lines: list[Line], success: bool = False) -> None:
        if lines:
            terminal.write_lines(lines, success)
            terminal.flush()


class _JsonTeller(_Teller):
    """JSON Lines, each flushed as it is written."""

    def begin(self, seed: int) -> None:
        sides: dict[str, list[str]] = {side: [] for side in self.encounter.file.sides}
        for name, side in self.encounter.fight.sides.items():
            sides[side].append(name)
        system = self.encounter.fight.system
        self._mark("begin", file=self.encounter.path, title=self.encounter.file.title,
                   system=system, seed=seed, sides=sides)  # fmt: skip

    def step(self, stepped: Stepped) -> None:
        number = stepped.step.number + 1
        if stepped.refused is not None:
            rule, message = stepped.refused
            self._mark("refused", step=number, rule=rule, message=message)
            return
        if stepped.after.turns.round > stepped.before.turns.round:
            self._mark("round", round=stepped.after.turns.round)
        for done in stepped.done:
            self.event(done)
        if stepped.outcome is not None and not stepped.done:
            command, dice = stepped.step.deed.command, list(stepped.dice)
            given = self.given(stepped.after, command, stepped.outcome, dice, stepped.seed)
            terminal.write_json(given)

    def event(self, event: Event) -> None:
        if isinstance(event, Round):
            self._mark("round", round=event.number)
        elif isinstance(event, DeedDone):
            terminal.write_json(self.result(event))
        elif isinstance(event, TurnGiven):
            dice = event.dice
            seed = dice.replay_seed
            result = self.given(event.after, "next", event.outcome, dice.thrown, seed)
            terminal.write_json(result)

    def end(self, end: End | None, fight: Fight) -> None:
        combatants = [
            {"name": f.name, "side": fight.sides[f.name], "out": fight.is_out(f)}
            for f in fight.fighters
        ]
        self._mark(
            "end",
            reason=None if end is None else end.reason,
            winner=None if end is None else end.winner,
            rounds=fight.turns.round if end is None else end.rounds,
            combatants=combatants,
        )

    def _mark(self, event: str, **facts: Any) -> None:
        terminal.write_json({"affray": 1, "command": "run", "event": event, **facts})


def _leave(encounter: Encounter, fight: Fight, path: str, force: bool) -> None:
    """Write the fight as it stands as a session; sheets that are no files become some."""
    with locked(path, new=True):
        refuse_existing(path, force)
        paths: dict[str, str] = {}
        written: dict[bytes, str] = {}
        for one in encounter.placed:
            sheet, name = one.fighter.sheet, one.fighter.name
            if one.sheet is not None:
                paths[name] = one.sheet
                continue
            key = msgspec.json.encode(sheet)
            if key not in written:
                written[key] = _write_sheet(sheet, name, path)
            paths[name] = written[key]
        save(create(path, fight, paths))


def _write_sheet(sheet: Any, name: str, session: str) -> str:
    """A sheet of its own beside the session, under a name that no file has yet."""
    stem = re.sub(r"\.toml$", "", session)
    slug = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "sheet"
    for number in itertools.count(1):
        path = f"{stem}.{slug}{f'-{number}' if number > 1 else ''}.toml"
        try:
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(f"# Made by `affray run` for {os.path.basename(session)}.\n")
                file.write(dump(sheet))
        except FileExistsError:
            continue
        except OSError as error:
            raise BadData(Fault(f"cannot be written: {error.strerror}", None, path)) from None
        return path
    raise AssertionError("numbers do not end")
