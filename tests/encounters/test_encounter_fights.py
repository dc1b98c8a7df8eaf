"""Generated free fights: they end, nothing is raised, and everybody acts as the rules say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from affray import sheets
from affray.dice import QuietDice, SeededDice, Sum
from affray.engine.tell import DeedDone, Event, Round, TurnGiven, play_out
from affray.fight import End, Fight, Joining, start
from affray.registry import system
from affray.supply import OneSupply, Supply
from affray.systems.troika.sheet import END, ENEMIES, HENCHMEN
from tests.scaffold.cli import EXAMPLES

ROUNDS = 40
TROIKA_FIGHTS, OTHER_FIGHTS = 1_000, 60
CREATURES = tuple(
    name for name in system("troika").creatures() if name not in ("dragon", "bonshad")
)
LIMITS = {
    "troika": {},
    "iron-gauntlets": {"out_at_injury": 8, "out_at_fatigue": 8},
    "reactive-combat": {"out_at_marks": 8},
}


def pick(dice: SeededDice, options: Any) -> Any:
    """One of several, thrown for."""
    return options[dice.throw(Sum(1, len(options)), "which") - 1]


def fight(name: str, seed: int) -> Fight:
    """A small fight, two sides of one to three, from the examples' sheets and creatures."""
    dice = SeededDice(seed)
    folder = EXAMPLES / "sheets" / name
    paths = [str(path) for path in sorted(folder.glob("*.toml"))]
    chosen: list[tuple[Any, str]] = []
    for side in ("one", "two"):
        for _ in range(dice.throw(Sum(1, 3), "how many")):
            creature = name == "troika" and (side == "two" or dice.throw(Sum(1, 2), "") == 1)
            path = f"@{pick(dice, CREATURES)}" if creature else pick(dice, paths)
            chosen.append((sheets.load(path), side))
    names = sheets.distinct([sheet for sheet, _ in chosen])
    entries = [Joining(n, sheet, side) for n, (sheet, side) in zip(names, chosen, strict=True)]
    rules = system(name)
    return start(name, entries, rules.rulings_type(**LIMITS[name]))


def plain(events: list[Event]) -> list[Any]:
    """What happened, to be compared."""
    found: list[Any] = []
    for event in events:
        if isinstance(event, DeedDone):
            found.append((event.deed, event.played.whole, tuple(event.dice.thrown)))
        elif isinstance(event, TurnGiven):
            found.append((event.outcome, tuple(event.dice.thrown)))
        elif isinstance(event, Round):
            found.append(event.number)
        else:
            found.append((event.reason, event.winner, event.rounds))
    return found


def check_end(begun: Fight, events: list[Event]) -> None:
    """The fight ends once, for a reason that holds."""
    assert [isinstance(event, End) for event in events] == [False] * (len(events) - 1) + [True]
    end = events[-1]
    assert isinstance(end, End)
    left = {begun.sides[f.name] for f in end.fight.fighters if not end.fight.is_out(f)}
    if end.reason == "won":
        assert left == {end.winner}
    else:
        assert end.winner is None
        assert len(left) == (0 if end.reason == "all-out" else 2)
    assert end.rounds <= ROUNDS
    assert [e.number for e in events if isinstance(e, Round)] == list(range(1, end.rounds + 1))


def check_harm(events: list[Event], field: str, sign: int) -> None:
    """No harm is undone: nothing in a fight by tactics heals."""
    for event in events:
        outcome = (
            event.played.whole
            if isinstance(event, DeedDone)
            else event.outcome
            if isinstance(event, TurnGiven)
            else None
        )
        for effect in outcome.effects if outcome else ():
            if effect.field == field:
                assert (effect.after - effect.before) * sign > 0, effect


def check_tokens(begun: Fight, events: list[Event]) -> None:
    """Every token that somebody could use was used, by somebody whom it lets act."""
    token: str | None = None
    may_act: tuple[str, ...] = ()
    used = True
    drawn: Counter[str] = Counter()
    for event in events:
        if isinstance(event, TurnGiven):
            assert used or not may_act, f"the token {token} was not used"
            result: Any = event.outcome.result
            token, may_act = result.token, result.may_act
            used = False
            drawn[token] += 1
            if token == END:
                for fighter in begun.fighters:
                    assert drawn[fighter.name] <= 2
                drawn.clear()
        elif isinstance(event, DeedDone):
            assert not used
            assert event.deed.who[0] in may_act
            kind = event.before.fighter(event.deed.who[0]).sheet.kind
            assert token == {"enemy": ENEMIES, "henchman": HENCHMEN}.get(kind, event.deed.who[0])
            used = True


@pytest.mark.parametrize("part", range(10))
def test_a_thousand_fights_of_troika(part: int) -> None:
    size = TROIKA_FIGHTS // 10
    for seed in range(part * size, (part + 1) * size):
        begun = fight("troika", seed)
        events = list(play_out(begun, Supply(seed), ROUNDS))
        check_end(begun, events)
        check_harm(events, "stamina", -1)
        check_tokens(begun, events)
        if seed % 10 == 0:
            assert plain(list(play_out(begun, Supply(seed), ROUNDS))) == plain(events)


@pytest.mark.parametrize(
    ("name", "fields"),
    [("iron-gauntlets", ("injury", "fatigue")), ("reactive-combat", ("marks",))],
)
def test_fights_of_the_others(name: str, fields: tuple[str, ...]) -> None:
    for seed in range(OTHER_FIGHTS):
        begun = fight(name, seed)
        events = list(play_out(begun, Supply(seed), ROUNDS))
        check_end(begun, events)
        for field in fields:
            check_harm(events, field, 1)
        check_turns(events)
        if seed % 10 == 0:
            assert plain(list(play_out(begun, Supply(seed), ROUNDS))) == plain(events)


def check_turns(events: list[Event]) -> None:
    """Whoever acts was given the turn, and all who were given one could use it."""
    may_act: tuple[str, ...] = ()
    for event in events:
        if isinstance(event, TurnGiven):
            result: Any = event.outcome.result
            may_act = result.may_act
        elif isinstance(event, DeedDone):
            assert event.deed.who[0] in may_act


def test_passes_are_taken_in_order() -> None:
    for seed in range(OTHER_FIGHTS):
        begun = fight("iron-gauntlets", seed)
        taken: Counter[str] = Counter()
        had: dict[str, int] = {}
        for event in play_out(begun, Supply(seed), ROUNDS):
            if isinstance(event, TurnGiven):
                if event.outcome.outcome == "new-turn":
                    taken.clear()
                had = event.after.turns.actions
            elif isinstance(event, DeedDone):
                actor = event.deed.who[0]
                taken[actor] += 1
                assert taken[actor] <= had[actor]


def test_quiet_dice_play_the_same_rules() -> None:
    begun = fight("troika", 3)
    ends = [list(play_out(begun, OneSupply(QuietDice(seed)), ROUNDS))[-1] for seed in range(20)]
    assert all(isinstance(end, End) for end in ends)
    again = [list(play_out(begun, OneSupply(QuietDice(seed)), ROUNDS))[-1] for seed in range(20)]
    assert ends == again
