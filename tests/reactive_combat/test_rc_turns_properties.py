"""Whole fights: whatever is asked ends in a result or a reason, and all of it can be undone."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray import fight as fights
from affray.deed import Deed
from affray.engine.tell import DeedDone, Round, play_out, take_turn
from affray.faults import AffrayError
from affray.fight import End, Fight, Joining, start
from affray.session import play as sessions
from affray.session.file import create, save
from affray.session.file import load as load_session
from affray.sheets import load
from affray.supply import Supply
from affray.systems.reactive_combat.fighter import Fighter
from affray.systems.reactive_combat.order import ordered
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Sheet
from affray.systems.reactive_combat.tactics import decide
from tests.reactive_combat.rc_bout import NAME, PISTOL, sheet
from tests.scaffold.bout import facing

EXAMPLES = Path(__file__).parents[2] / "examples" / "sheets" / "reactive-combat"
SHEETS = [load(str(path)) for path in sorted(EXAMPLES.glob("*.toml"))]


def arena(sheets: list[Any], rulings: Rulings | None = None) -> Fight:
    """A fight of sheets, the first, third, … against the others."""
    return facing(*sheets, rulings=rulings or Rulings(out_at_marks=8), numbered=True)


WISHES = st.fixed_dictionaries(
    {},
    optional={
        "target": st.sampled_from(["nearest-to-falling", "weakest", "strongest", "random", "Bob"]),
        "weapon": st.sampled_from(["longsword", "pistol", "crossbow", "unarmed"]),
        "expert_strike": st.booleans(),
        "extra_bullet": st.booleans(),
        "conviction": st.integers(0, 3),
        "soak": st.integers(0, 3),
        "keep_conviction": st.integers(0, 2),
        "stunts": st.sampled_from([[], ["riposte"], ["breath-in:2", "riposte"]]),
        "breathe_at": st.integers(0, 3),
        "load": st.sampled_from(["one", "all"]),
        "flee_at": st.integers(1, 6),
    },
)
FIGHTERS = st.builds(
    lambda kind, reload, wishes: sheet(
        "Ann",
        **({} if kind is None else {"kind": kind}),
        conviction=2,
        weapons=[
            {"name": "longsword"},
            {**PISTOL, "reload": 2},
            {**PISTOL, "name": "crossbow", "reload": reload},
        ],
        tactics=wishes,
    ),
    st.sampled_from([None, "warrior", "rogue"]),
    st.sampled_from(["minor", "major", "full round"]),
    WISHES,
)
RULINGS = st.builds(
    Rulings,
    out_at_marks=st.integers(3, 9),
    empty_loads_one=st.booleans(),
    deep_breath=st.sampled_from(["all", "one"]),
    pinpoint_per_round=st.sampled_from(["unlimited", "once"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(FIGHTERS, min_size=2, max_size=4), RULINGS, st.integers(0, 999))
def test_what_is_decided_is_never_refused_and_everybody_has_a_turn_a_round(
    sheets: list[Sheet], rulings: Rulings, seed: int
) -> None:
    first = fight = arena(sheets, rulings)
    supply = Supply(seed)
    history = []
    turns: list[tuple[int, int, int]] = []
    for _ in range(24):
        outcome = fights.advance(fight, supply.next())
        history.append(outcome.effects)
        fight = fight.apply(outcome.effects)
        if not (now := fight.whose()):
            break
        turns.append((fight.turns.round, fight.turns.place, len(ordered(fight))))
        # take_turn raises when a deed is refused.
        for done in take_turn(fight, now[0], supply):
            assert done.deed.who[0] == now[0]
            history.append(done.played.whole.effects)
            fight = done.after
        assert decide(fight, fight.fighter(now[0]), supply.choices) is None or not fight.whose()
    # Nobody comes up twice in a round, and nobody is left out who is able.
    for (round_, place, _), (later, next_place, able) in pairwise(turns):
        assert (later, next_place) > (round_, place)
        assert later in (round_, round_ + 1)
        assert later == round_ or next_place <= len(sheets) - able + 1
    for effects in reversed(history):
        fight = fight.undo(effects)
    assert fight == first


COMMANDS = st.sampled_from(
    [
        ("attack", {}), ("attack", {"weapon": "pistol", "distance": 5, "extra_bullet": True}),
        ("attack", {"weapon": "crossbow", "distance": 20}),
        ("attack", {"expert_strike": True, "conviction": 1, "stunt": ["riposte", "breath-in:3"]}),
        ("attack", {"marks": 1}), ("attack", {"distance": 61}), ("move", {}),
        ("move", {"mode": "run"}), ("move", {"distance": 15}), ("move", {"mode": "fly"}),
        ("damage", {}), ("roll test", {"ability": "dexterity"}), ("roll initiative", {}),
        ("roll luck", {}), ("act deep-breath", {}), ("act load", {}),
        ("act load", {"weapon": "crossbow"}), ("act load", {"bullets": "all"}),
        ("act fill", {"weapon": "pistol"}), ("act use", {"kind": "major"}),
        ("act use", {"kind": "minor"}), ("act use", {}), ("act flee", {}), ("act rest", {}),
        ("act dance", {}), ("next", {}), ("next", {}),
    ]
)  # fmt: skip
DEEDS = st.lists(
    st.tuples(
        COMMANDS,
        st.lists(st.integers(0, 3), min_size=0, max_size=3),
        st.sampled_from(["kept", "kept", "kept", "overruled", "ignored"]),
    ),
    max_size=30,
)


@settings(max_examples=80, deadline=None)
@given(st.lists(FIGHTERS, min_size=2, max_size=3), RULINGS, DEEDS, st.integers(0, 999))
def test_whatever_is_asked_ends_in_a_result_or_a_reason(
    sheets: list[Sheet], rulings: Rulings, deeds: list[Any], seed: int
) -> None:
    first = fight = arena(sheets, rulings)
    names = [f.name for f in fight.fighters] + ["Nobody"]
    supply = Supply(seed)
    history = []
    for (command, more), who, hold in deeds:
        used = fight.turns.major, fight.turns.minor
        try:
            if command == "next":
                effects = fights.advance(fight, supply.next()).effects
            else:
                deed = Deed(command, tuple(names[i % len(names)] for i in who), dict(more))
                effects = fights.act(fight, deed, supply.next(), turn=hold).whole.effects
            fight = fight.apply(effects)
        except AffrayError:
            continue
        history.append(effects)
        assert fight.turns.major <= 1
        assert fight.turns.major + fight.turns.minor <= 2
        if hold == "ignored" and command != "next":
            assert used == (fight.turns.major, fight.turns.minor)
        for fighter in fight.fighters:
            assert isinstance(fighter, Fighter)
            assert not fighter.unbound
            assert all(0 <= left <= 2 for left in fighter.ammunition.values())
            assert min(fighter.penalties, fighter.conviction, fighter.marks) >= 0
    for effects in reversed(history):
        fight = fight.undo(effects)
    assert fight == first


@pytest.mark.rule("reactive-combat:round")
@pytest.mark.parametrize("seed", range(3))
def test_the_example_sheets_fight_it_out(seed: int) -> None:
    events = list(play_out(arena([*SHEETS]), Supply(seed), most_rounds=40))
    end = events[-1]
    assert isinstance(end, End)
    assert end.reason == "won"
    rounds = [event.number for event in events if isinstance(event, Round)]
    assert rounds == list(range(1, end.rounds + 1))
    assert {e.deed.command for e in events if isinstance(e, DeedDone)} >= {
        "attack",
        "act deep-breath",
    }


def test_a_fight_in_a_file_is_taken_back_to_its_beginning(tmp_path: Path) -> None:
    """Played by tactics through the file, with somebody joining, then undone and redone."""
    path = str(tmp_path / "night.toml")
    names = ("Kessa", "Joe", "Hamish", "Orc", "Cave cat")
    files = {one: str(EXAMPLES / f"{one.lower().replace(' ', '-')}.toml") for one in names}
    sides = dict.fromkeys(("Orc", "Cave cat"), "foes")
    entries = [Joining(n, load(f), sides.get(n, "party")) for n, f in files.items()]
    late = entries.pop()
    save(create(path, start(NAME, entries, Rulings(out_at_marks=6)), files))
    first = head_of(path)
    supply = Supply(4)
    for turn in range(14):
        session = load_session(path)
        if turn == 5:
            session = sessions.add(session, [(late, files[late.name])])
        session, _ = sessions.next_turn(session, supply.next())
        save(session)
        for name in session.fight.whose():
            for event in take_turn(session.fight, name, supply):
                deed, dice, played = event.deed, event.dice, event.played
                save(sessions.note(load_session(path), deed, played, dice))
    last = head_of(path)
    count = load_session(path).entries
    for _ in range(count):
        save(sessions.undo(load_session(path))[0])
    assert head_of(path) == first
    for _ in range(count):
        save(sessions.redo(load_session(path))[0])
    assert head_of(path) == last


def head_of(path: str) -> str:
    """The state that a session's file keeps, log and its counts aside."""
    text = Path(path).read_text(encoding="utf-8").partition("[[log]]")[0]
    return "\n".join(
        line
        for line in text.splitlines()
        if line and not line.startswith(("entries =", "undone =", "# The end"))
    )
