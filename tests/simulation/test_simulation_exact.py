"""Simulated fights are the fights that `run` plays: dice by dice, and as distributions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from affray.encounter.file import load
from affray.fight import Fight
from affray.odds.duel import duel
from affray.odds.pairs import First
from affray.odds.sampling import QuietDice
from affray.run import End, QuietSupply, play_out
from affray.simulation import driver
from affray.simulation.chain import Chain, TooLarge
from affray.simulation.exchanges import Exchanges
from affray.simulation.machine import Machine, played, player
from affray.simulation.plain import is_plain
from affray.system import system

if TYPE_CHECKING:
    from tests.simulation.conftest import Ring

ENCOUNTERS = Path(__file__).parents[2] / "examples" / "encounters"
FREE = sorted(
    path
    for path in ENCOUNTERS.glob("*/*.encounter.toml")
    if re.search(r"^\[free\]", path.read_text(encoding="utf-8"), re.MULTILINE)
)

Make = Callable[["Ring"], Fight]

SMALL = {
    "enemies": lambda r: r.fight({"stamina": 4}, {"stamina": 3}),
    "characters": lambda r: r.fight({"stamina": 2, "luck": 7}, {"stamina": 3, "initiative": 2}),
    "luck": lambda r: r.fight(
        {"stamina": 3, "luck": 2, "tactics": {"luck": True, "luck_on_tie": True}},
        {"stamina": 3, "shield": True, "armour": 2},
    ),
    "weapons shatter": lambda r: r.fight({"stamina": 4, "weapons": ["axe", "knife"]}, {}),
    "natural weapons": lambda r: r.fight(
        {"stamina": 5, "weapons": ["claws"]}, {"stamina": 2, "weapons": ["modest beast"]}
    ),
    "archers": lambda r: r.fight({"stamina": 3, "weapons": ["bow"], "tactics": {"aim": True}}, {}),
}


@pytest.mark.parametrize("path", FREE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_driver_throws_the_same_dice_as_run_and_comes_to_the_same_end(path: Path) -> None:
    encounter = load(str(path))
    fight = encounter.fight
    for seed in range(12 if len(fight.fighters) < 8 else 2):
        *_, told = play_out(fight, QuietSupply(seed), 50)
        *_, played = driver.play(fight, QuietDice(seed), 50)
        assert isinstance(told, End)
        assert told == played


@pytest.mark.parametrize("make", SMALL.values(), ids=list(SMALL))
def test_cached_play_and_chains_agree_exactly_with_direct_play(ring: Ring, make: Make) -> None:
    fight = make(ring)
    direct = ring.exact(fight, 1)
    assert sum(direct.values()) == 1
    assert ring.exact(fight, 1, Exchanges(fight).deal) == direct
    assert is_plain(fight)
    assert ring.of_chain(Chain(fight, Exchanges(fight).deal), 1) == direct


def test_so_they_do_over_more_rounds(ring: Ring) -> None:
    fight = ring.fight({"stamina": 2}, {"stamina": 1})
    assert ring.of_chain(Chain(fight, Exchanges(fight).deal), 4) == ring.exact(fight, 4)


@pytest.mark.parametrize("full_tie", ["simultaneous", "in-turn"])
def test_so_it_does_where_those_tied_act_at_once(ring: Ring, full_tie: str) -> None:
    """Iron Gauntlets: reactions, passes, defences, and two who fell each other at once."""
    weak = {"abilities": {"fitness": 1, "awareness": 1}}
    fight = ring.fight(weak, weak, of="iron-gauntlets", full_tie=full_tie)
    direct = ring.exact(fight, 1)
    assert ring.exact(fight, 1, Exchanges(fight).deal) == direct
    assert ring.of_chain(Chain(fight, Exchanges(fight).deal), 1) == direct


def test_cached_and_direct_play_agree_in_a_melee(ring: Ring) -> None:
    fight = ring.fight([{"stamina": 1}, {"stamina": 1}], [{"stamina": 1, "luck": 5}])
    assert ring.exact(fight, 1, Exchanges(fight).deal) == ring.exact(fight, 1)


def test_exchanges_are_shared_by_those_who_are_alike(ring: Ring) -> None:
    goblins: list[dict[str, Any]] = [{"stamina": n} for n in (1, 2, 3)]
    fight = ring.fight([{"stamina": 20}], goblins)
    exchanges, dice = Exchanges(fight), QuietDice(1)
    for _ in range(30):
        list(driver.play(fight, dice, 50, exchanges.deal))
    plain = fight.fighters[1:]
    assert len({exchanges.key(goblin)[1:] for goblin in plain}) == 1
    # Stamina is no part of a key, but it is of a sheet, and these have three.
    assert len({exchanges.key(goblin) for goblin in plain}) == 3


@pytest.mark.parametrize("first", ["a", "b"])
def test_win_chances_are_those_of_the_exact_duel(ring: Ring, first: First) -> None:
    """Who attacks makes no difference to a Troika! exchange, so tokens make none to who wins."""
    fight = ring.fight({"stamina": 14, "armour": 1}, {"stamina": 12, "skill": 7})
    a, b = fight.fighters
    odds = duel(system("troika"), a, b, {}, fight.rulings, first=first)
    play, by_machine = player(fight, 500, 200_000)
    assert by_machine
    count = 200_000
    winners = play(count, 9).winners()
    for name, side in fight.sides.items():
        p = float(odds.win[name])
        assert abs(winners[side] / count - p) < 5 * (p * (1 - p) / count) ** 0.5


def test_the_machine_draws_what_its_chain_says(ring: Ring) -> None:
    fight = ring.fight({"stamina": 4}, {"stamina": 3, "initiative": 2})
    chain = Chain(fight, Exchanges(fight).deal)
    exact = ring.of_chain(chain, 2)
    count = 30_000
    tally = Machine(chain, 2).play(count, 4)
    assert set(tally.endings) <= set(exact)
    for end, chance in exact.items():
        p = float(chance)
        seen = tally.endings.get(end, 0) / count
        assert abs(seen - p) < 5.5 * (p * (1 - p) / count) ** 0.5 + 1e-4, end


def test_the_driver_and_the_machine_tell_of_the_same_fights(ring: Ring) -> None:
    fight = ring.fight({"stamina": 8, "luck": 6}, {"stamina": 9})
    play, _ = player(fight, 50, 10_000)
    fast, slow = play(20_000, 1), played(fight, 50)(1_500, 2)
    mean = [sum(n * c for n, c in t.rounds().items()) / t.fights for t in (fast, slow)]
    spread = sum((n - mean[1]) ** 2 * c for n, c in slow.rounds().items()) / slow.fights
    assert abs(mean[0] - mean[1]) < 5 * (spread / slow.fights) ** 0.5
    won = slow.winners()["one"] / slow.fights
    assert abs(fast.winners()["one"] / fast.fights - won) < 5 * (0.25 / slow.fights) ** 0.5


def test_a_fight_that_nobody_can_win_is_told_as_one(ring: Ring) -> None:
    """Armour that no blow goes through: quiet rounds, then a stalemate, as `run` has it."""
    wall = {"weapons": [{"name": "feather", "damage": [0] * 7}], "stamina": 3}
    fight = ring.fight(wall, wall)
    *_, told = play_out(fight, QuietSupply(3))
    assert isinstance(told, End)
    play, by_machine = player(fight, 50, 10_000)
    found = play(200, 1)
    assert by_machine
    assert told.reason == "stalemate"
    for reasons in (found.reasons(), played(fight, 50)(100, 7).reasons()):
        # A clinch now and then leaves somebody with bare hands, which do hurt.
        assert reasons["stalemate"] > 0.8 * reasons.total()


def test_a_chain_that_grows_too_large_is_given_up(ring: Ring) -> None:
    fight = ring.fight({}, {})
    with pytest.raises(TooLarge):
        Chain(fight, Exchanges(fight).deal, most_places=3)
    with pytest.raises(TooLarge):
        Chain(fight, Exchanges(fight).deal, most_ways=3)
    lucky = {"luck": 9, "tactics": {"luck": True, "luck_on_tie": True}}
    _, by_machine = player(ring.fight(lucky, lucky), 50, 30)
    assert not by_machine


def test_fights_in_which_harm_is_looked_at_are_not_for_the_machine(ring: Ring) -> None:
    coward = {"tactics": {"flee_at": 3}}
    assert not is_plain(ring.fight(coward, {}))
    assert not is_plain(ring.fight([{}, {}], [{}]))
    _, by_machine = player(ring.fight(coward, {}), 50, 10_000)
    assert not by_machine


def test_who_fell_first_is_counted(ring: Ring) -> None:
    fight = ring.fight([{"stamina": 30, "skill": 12}], [{"stamina": 1}, {"stamina": 20}])
    tally = played(fight, 50)(60, 3)
    assert tally.first()["B"] > tally.first()["C"]
    assert tally.survivors(fight.sides, "one")[1] > 50
    exact = ring.exact(ring.fight({"stamina": 2}, {"stamina": 2}), 2)
    assert sum(p for end, p in exact.items() if end.first == ("A", "B")) > Fraction(0)
