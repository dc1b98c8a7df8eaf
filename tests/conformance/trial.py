"""A rule set on trial: its sheets, and fights and deeds made of them at random."""

import random
from collections.abc import Iterable
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from msgspec import Meta, Struct

from affray import fight as fights
from affray import rulings, sheets
from affray.action import Action
from affray.deed import Deed
from affray.dice import Dice, SeededDice, enumerate_play
from affray.engine.exact import changed
from affray.engine.tell import DeedDone, TurnGiven, play_out
from affray.faults import BadData, BadRequest, Forbidden
from affray.fight import End, Fight, Joining
from affray.option import options_of
from affray.outcome import Outcome
from affray.registry import system
from affray.supply import Supply
from affray.validate import stand_in

RULINGS = Path(__file__).parent / "rulings.toml"
"""What says when somebody is out, where a text does not."""

MOST_WAYS = 1_000
"""Ways of one attack that are looked at."""
TRIES = 100
"""How often each command is tried."""


class Acted(NamedTuple):
    """A deed that the rules let through: the fight before it, and what it came to."""

    fight: Fight
    deed: Deed
    outcome: Outcome
    dice: SeededDice


class Trial:
    """A system and sheets of it, at least two."""

    def __init__(self, name: str, files: Iterable[Path], ruled: Path | None = None) -> None:
        self.system = system(name)
        self.paths = sorted(files)
        self.sheets: list[Any] = [sheets.load(str(path)) for path in self.paths]
        self.rulings: Any = self.system.rulings_type()
        if ruled is not None:
            self.rulings = rulings.load(str(ruled), self.system)

    def fight(self, *places: int) -> Fight:
        """A fight of the sheets at these places (counted round), by turns on either side."""
        chosen = [self.sheets[place % len(self.sheets)] for place in places]
        names = sheets.distinct(chosen)
        entries = [
            Joining(name, sheet, ("party", "foes")[at % 2])
            for at, (name, sheet) in enumerate(zip(names, chosen, strict=True))
        ]
        return fights.start(self.system.name, entries, self.rulings)

    @cached_property
    def events(self) -> tuple[TurnGiven | DeedDone, ...]:
        """All that happens in some fights that the sheets' own tactics play."""
        found: list[TurnGiven | DeedDone] = []
        for seed in range(len(self.sheets)):
            fight = self.fight(seed, seed + 1, seed + 2)
            for event in play_out(fight, Supply(seed), 12):
                if isinstance(event, TurnGiven | DeedDone):
                    found.append(event)
                elif isinstance(event, End):
                    break
        return tuple(found)

    @cached_property
    def stands(self) -> tuple[Fight, ...]:
        """Some of the fights on the way there, fresh ones first."""
        fresh = [self.fight(place, place + 1, place + 2) for place in range(len(self.sheets))]
        every = [event.after for event in self.events]
        return (*fresh, *every[:: max(1, len(every) // 30)])

    @cached_property
    def deeds(self) -> tuple[Acted, ...]:
        """What random deeds with random options came to, each command many times."""
        chance = random.Random(self.system.name)
        found: list[Acted] = []
        for command in self.system.commands:
            action = self.system.action(command)
            for _ in range(TRIES):
                fight = chance.choice(self.stands)
                most = len(fight.names) if action.most is None else action.most
                count = chance.randint(action.least, min(most, len(fight.names)))
                who = tuple(chance.sample(fight.names, count))
                options = self._options(chance, action.situation, fight, who)
                dice = SeededDice(chance.getrandbits(32))
                deed = Deed(command, who, options)
                try:
                    played = fights.act(fight, deed, dice, turn="ignored")
                except (BadData, BadRequest, Forbidden):
                    continue
                found.append(Acted(fight, deed, played.outcome, dice))
        return tuple(found)

    @cached_property
    def attacks(self) -> tuple[tuple[Fight, list[Outcome]], ...]:
        """What some plain attacks can come to, every way they can go."""
        every: list[tuple[Fight, list[Outcome]]] = []
        action = self.system.action("attack")
        for fight in self.stands:
            play = partial(_attack, action, fight.fighters[:2], self.rulings)
            found: dict[Any, Outcome] = {}
            try:
                for line in islice(enumerate_play(play), MOST_WAYS):
                    outcome = line.result
                    found.setdefault((outcome.outcome, *changed(outcome.effects)), outcome)
            except (BadRequest, Forbidden):
                continue
            every.append((fight, list(found.values())))
        return tuple(every)

    def _options(
        self, chance: random.Random, kind: type[Struct], fight: Fight, who: tuple[str, ...]
    ) -> dict[str, Any]:
        """Any few of the options there are, and those that are needed; none a fight keeps."""
        sheet = fight.fighter(who[0]).sheet if who else None
        found: dict[str, Any] = {}
        often = chance.choice((0, 0.2))
        for one in options_of(kind):
            if one.required or (chance.random() < often and not one.kept):
                words = [word for word, _ in self.system.values(one.values or "", sheet)]
                found[one.name] = _value(chance, one.kind, words or ["Somebody"])
        return {name: value for name, value in found.items() if value is not None}


def _attack(action: Action, group: tuple[Any, ...], rulings: Any, dice: Dice) -> Outcome:
    dice.explains = True
    return action.play(group, action.situation(), dice, rulings)


def _value(chance: random.Random, hint: Any, words: list[str], low: int = -3, high: int = 9) -> Any:
    """A value that a field may have; a bounded one within its bounds."""
    kind, notes = hint, []
    while get_origin(kind) is Annotated:
        notes += [note for note in get_args(kind)[1:] if isinstance(note, Meta)]
        kind = get_args(kind)[0]
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _value(
            chance, chance.choice([k for k in get_args(kind) if k is not NoneType]), words
        )
    if origin is Literal:
        return chance.choice(get_args(kind))
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        least = max([low, *(int(note.ge) for note in notes if note.ge is not None)])
        most = max(least, min([high, *(int(note.le) for note in notes if note.le is not None)]))
        return chance.randint(least, most)
    return chance.choice(words) if kind is str else stand_in(hint)
