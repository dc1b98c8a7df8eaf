"""Batches: one seed, one result, whoever plays; and what is kept when somebody stops."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from typing import Any

import pytest
from msgspec.structs import replace

from affray.encounter.file import load
from affray.engine.bounds import interval
from affray.engine.draw import Player
from affray.engine.many.batches import Gone, Plan, Played, alone, batches
from affray.engine.many.pool import Processes, packed, play_batch
from affray.engine.many.simulate import MOST_FIGHTS, fights_for, simulate
from affray.engine.many.tallies import Ending, Tally
from affray.faults import BadData, BadRequest, Forbidden
from tests.scaffold.cli import EXAMPLES
from tests.scaffold.game import AnyGame

BRIDGE = EXAMPLES / "encounters" / "troika" / "bridge.encounter.toml"


def test_batches_cover_a_plan_and_have_seeds_of_their_own(game: AnyGame) -> None:
    plan = Plan(game.fight({}, {}), 50, 103, 7)
    found = list(batches(plan, 25))
    assert [one.fights for one in found] == [25, 25, 25, 25, 3]
    others = batches(plan._replace(seed=8), 25)
    assert len({one.seed for one in (*found, *others)}) == 10


def test_a_seed_gives_one_result_and_another_seed_another(game: AnyGame) -> None:
    fight = game.fight({}, {"luck": 7})
    one = simulate(fight, 7_000, seed=3)
    assert one.tally == simulate(fight, 7_000, seed=3).tally
    assert one.tally != simulate(fight, 7_000, seed=4).tally
    assert one.tally.fights == one.wanted == 7_000
    assert one.stopped is None


@pytest.mark.parametrize("is_duel", [True, False])
def test_other_processes_play_the_same_fights(game: AnyGame, is_duel: bool) -> None:
    fight = game.fight({}, {}) if is_duel else load(str(BRIDGE)).fight
    count = 17_000 if is_duel else 230
    here = simulate(fight, count, seed=5)
    with Processes(2) as runner:
        for _ in range(2):
            there = simulate(fight, count, seed=5, runner=runner)
            assert there.tally == here.tally
            assert there.tally.endings == here.tally.endings
    assert not active_children()


def test_a_precision_is_reached_and_then_it_stops(game: AnyGame) -> None:
    fight = game.fight({"skill": 9}, {})
    found = simulate(fight, precision=0.008, seed=1)
    n = found.tally.fights
    assert n == found.wanted
    assert n < fights_for(0.008)
    for side in found.sides:
        low, high = interval(found.tally.winners()[side], n)
        assert high - low <= 0.016
    assert simulate(fight, n, seed=1).tally == found.tally


def test_fights_for_a_precision_are_enough_at_even_odds() -> None:
    for precision in (0.1, 0.02, 0.005):
        n = fights_for(precision)
        low, high = interval(n // 2, n)
        assert high - low <= 2 * precision


@pytest.mark.parametrize("error", [KeyboardInterrupt(), Gone("they went home")])
def test_what_was_played_before_an_interruption_counts(game: AnyGame, error: BaseException) -> None:
    def run(plan: Plan, play: Player, size: int) -> Played:
        yield from list(alone(plan._replace(fights=2 * size), play, size))
        raise error

    fight = game.fight({}, {})
    found = simulate(fight, 50_000, seed=2, runner=run)
    assert found.tally == simulate(fight, 10_000, seed=2).tally
    assert found.wanted == 50_000
    assert found.stopped == ("interrupted" if isinstance(error, KeyboardInterrupt) else str(error))


@pytest.mark.parametrize(
    ("error", "told"), [(KeyboardInterrupt(), KeyboardInterrupt), (Gone("gone"), BadData)]
)
def test_before_anything_was_played_there_is_nothing_to_keep(
    game: AnyGame, error: BaseException, told: type[BaseException]
) -> None:
    def run(plan: Plan, play: Player, size: int) -> Played:
        raise error
        yield Tally()

    with pytest.raises(told):
        simulate(game.fight({}, {}), 100, runner=run)


def test_a_process_that_dies_is_missed(game: AnyGame) -> None:
    def kill(done: int, of: int) -> None:
        for child in active_children():
            child.kill()

    fight = load(str(BRIDGE)).fight
    with Processes(2) as runner:
        found = simulate(fight, 100_000, seed=2, runner=runner, progress=kill)
    assert found.stopped is not None
    assert "ended from outside" in found.stopped
    assert found.tally == simulate(fight, found.tally.fights, seed=2).tally


@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_no_process_outlives_its_parent(how: str) -> None:
    """Each holds its parent's output open, which comes to an end when the last is gone."""
    code = (
        "from affray.encounter.file import load\n"
        "from affray.engine.many.pool import Processes\n"
        "from affray.engine.many.simulate import simulate\n"
        "with Processes(2) as runner:\n"
        f"    fight = load({str(BRIDGE)!r}).fight\n"
        "    told = lambda done, of: print(done, flush=True)\n"
        "    simulate(fight, 100_000_000, runner=runner, progress=told)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        assert playing.stdout.readline()
        playing.send_signal(signal.Signals[how])
        playing.communicate(timeout=20)
        assert playing.returncode == -signal.Signals[how]


def test_an_error_elsewhere_is_told_here(game: AnyGame) -> None:
    """Tactics that the rules refuse: a weapon for two hands beside a shield."""
    plan = Plan(game.fight({}, {}), 50, 10, 1)

    def refuse(fights: int, seed: int) -> Tally:
        raise Forbidden("no", rule="troika:8")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("affray.engine.many.pool.unpacked", lambda data: refuse)
        assert play_batch(packed(plan), 1, 1) is None


@pytest.mark.parametrize(
    "numbers",
    [
        {"fights": 0},
        {"fights": -3},
        {"fights": MOST_FIGHTS + 1},
        {"precision": 0},
        {"precision": -0.1},
        {"precision": 0.00001},
        {"precision": 0.5},
        {"precision": float("nan")},
        {"most_rounds": 0},
        {"most_rounds": 5_000},
    ],
)
def test_numbers_that_make_no_sense_are_refused(game: AnyGame, numbers: dict[str, Any]) -> None:
    with pytest.raises(BadRequest) as raised:
        simulate(game.fight({}, {}), **numbers)
    assert raised.value.faults[0].hint


def test_a_fight_without_an_end_is_refused(game: AnyGame) -> None:
    fight = game.fight({}, {}, of="iron-gauntlets", out_at_injury=None)
    with pytest.raises(Forbidden, match=r"damage\.out"):
        simulate(fight, 10)


def test_a_fight_of_one_side_is_refused(game: AnyGame) -> None:
    with pytest.raises(BadRequest, match="two sides"):
        simulate(game.fight([{}, {}]), 10)


def test_a_fight_that_is_over_is_refused(game: AnyGame) -> None:
    fight = game.fight({}, {})
    dead = replace(fight.fighters[0], stamina=0)
    with pytest.raises(BadRequest, match="over before it begins"):
        simulate(replace(fight, fighters=(dead, fight.fighters[1])), 10)


def test_tallies_add_up(game: AnyGame) -> None:
    ends: Iterator[Ending] = iter(
        [
            Ending("won", "one", 3, ("A",), ("B",)),
            Ending("won", "two", 1, ("B", "C"), ("A",)),
            Ending("all-out", None, 2, (), ("A", "B")),
        ]
    )
    one, two = Tally(), Tally()
    one.count(next(ends), 3)
    two.count(next(ends), 2)
    two.count(next(ends))
    both = one.plus(two)
    assert (one.fights, two.fights, both.fights) == (3, 3, 6)
    assert both == two.plus(one)
    assert both.winners() == {"one": 3, "two": 2, None: 1}
    assert both.rounds() == {3: 3, 1: 2, 2: 1}
    assert both.first() == {"B": 4, "A": 3}
    assert both.standing() == {"A": 3, "B": 2, "C": 2}
    assert both.survivors({"A": "one", "B": "two", "C": "two"}, "two") == {0: 4, 2: 2}
