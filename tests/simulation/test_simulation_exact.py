"""Simulated fights are the fights that `run` plays: dice by dice, and as distributions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from affray.engine.exchanges import Exchanges
from affray.engine.plain import deeds_within, is_plain, trades_blows

from affray.dice import QuietDice
from affray.encounter.file import load
from affray.engine import driver
from affray.engine.bout import First
from affray.engine.chain import TooLarge
from affray.engine.draw import Machine, played, player
from affray.engine.duel import duel
from affray.engine.space import FightChain
from affray.engine.tell import OneSupply, harms, play_out
from affray.fight import End, Fight
from affray.registry import system
from tests.scaffold.cli import EXAMPLES
from tests.scaffold.game import AnyGame
from tests.simulation.ends import ends_of_chain, every_end

ENCOUNTERS = EXAMPLES / "encounters"
FREE = sorted(
    path
    for path in ENCOUNTERS.glob("*/*.encounter.toml")
    if re.search(r"^\[free\]", path.read_text(encoding="utf-8"), re.MULTILINE)
)

Make = Callable[[AnyGame], Fight]

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
        *_, told = play_out(fight, OneSupply(QuietDice(seed)), 50)
        *_, played = driver.play(fight, QuietDice(seed), 50)
        assert isinstance(told, End)
        assert told == played


@pytest.mark.parametrize("make", SMALL.values(), ids=list(SMALL))
def test_cached_play_and_chains_agree_exactly_with_direct_play(game: AnyGame, make: Make) -> None:
    fight = make(game)
    direct = every_end(fight, 1)
    assert sum(direct.values()) == 1
    assert every_end(fight, 1, Exchanges(fight).deal) == direct
    assert is_plain(fight)
    assert ends_of_chain(FightChain(fight, Exchanges(fight).deal), 1) == direct


def test_so_they_do_over_more_rounds(game: AnyGame) -> None:
    fight = game.fight({"stamina": 2}, {"stamina": 1})
    assert ends_of_chain(FightChain(fight, Exchanges(fight).deal), 4) == every_end(fight, 4)


@pytest.mark.parametrize("full_tie", ["simultaneous", "in-turn"])
def test_so_it_does_where_those_tied_act_at_once(game: AnyGame, full_tie: str) -> None:
    """Iron Gauntlets: reactions, passes, defences, and two who fell each other at once."""
    weak = {"abilities": {"fitness": 1, "awareness": 1}}
    fight = game.fight(weak, weak, of="iron-gauntlets", full_tie=full_tie)
    direct = every_end(fight, 1)
    assert every_end(fight, 1, Exchanges(fight).deal) == direct
    assert ends_of_chain(FightChain(fight, Exchanges(fight).deal), 1) == direct


def test_cached_and_direct_play_agree_in_a_melee(game: AnyGame) -> None:
    fight = game.fight([{"stamina": 1}, {"stamina": 1}], [{"stamina": 1, "luck": 5}])
    assert every_end(fight, 1, Exchanges(fight).deal) == every_end(fight, 1)


def test_exchanges_are_shared_by_those_who_are_alike(game: AnyGame) -> None:
    goblins: list[dict[str, Any]] = [{"stamina": n} for n in (1, 2, 3)]
    fight = game.fight([{"stamina": 20}], goblins)
    exchanges, dice = Exchanges(fight), QuietDice(1)
    for _ in range(30):
        list(driver.play(fight, dice, 50, exchanges.deal))
    plain = fight.fighters[1:]
    assert len({exchanges.key(goblin)[1:] for goblin in plain}) == 1
    # Stamina is no part of a key, but it is of a sheet, and these have three.
    assert len({exchanges.key(goblin) for goblin in plain}) == 3


@pytest.mark.parametrize("first", ["a", "b"])
def test_win_chances_are_those_of_the_exact_duel(game: AnyGame, first: First) -> None:
    """Who attacks makes no difference to a Troika! exchange, so tokens make none to who wins."""
    fight = game.fight({"stamina": 14, "armour": 1}, {"stamina": 12, "skill": 7})
    a, b = fight.fighters
    odds = duel(system("troika"), a, b, {}, fight.rulings, first=first)
    play, by_machine = player(fight, 500, 200_000)
    assert by_machine
    count = 200_000
    winners = play(count, 9).winners()
    for name, side in fight.sides.items():
        p = float(odds.win[name])
        assert abs(winners[side] / count - p) < 5 * (p * (1 - p) / count) ** 0.5


def test_the_machine_draws_what_its_chain_says(game: AnyGame) -> None:
    fight = game.fight({"stamina": 4}, {"stamina": 3, "initiative": 2})
    chain = FightChain(fight, Exchanges(fight).deal)
    exact = ends_of_chain(chain, 2)
    count = 30_000
    tally = Machine(chain, 2).play(count, 4)
    assert set(tally.endings) <= set(exact)
    for end, chance in exact.items():
        p = float(chance)
        seen = tally.endings.get(end, 0) / count
        assert abs(seen - p) < 5.5 * (p * (1 - p) / count) ** 0.5 + 1e-4, end


def test_the_driver_and_the_machine_tell_of_the_same_fights(game: AnyGame) -> None:
    fight = game.fight({"stamina": 8, "luck": 6}, {"stamina": 9})
    play, _ = player(fight, 50, 10_000)
    fast, slow = play(20_000, 1), played(fight, 50)(1_500, 2)
    mean = [sum(n * c for n, c in t.rounds().items()) / t.fights for t in (fast, slow)]
    spread = sum((n - mean[1]) ** 2 * c for n, c in slow.rounds().items()) / slow.fights
    assert abs(mean[0] - mean[1]) < 5 * (spread / slow.fights) ** 0.5
    won = slow.winners()["one"] / slow.fights
    assert abs(fast.winners()["one"] / fast.fights - won) < 5 * (0.25 / slow.fights) ** 0.5


def test_a_fight_that_nobody_can_win_is_told_as_one(game: AnyGame) -> None:
    """Armour that no blow goes through: quiet rounds, then a stalemate, as `run` has it."""
    wall = {"weapons": [{"name": "feather", "damage": [0] * 7}], "stamina": 3}
    fight = game.fight(wall, wall)
    *_, told = play_out(fight, OneSupply(QuietDice(3)))
    assert isinstance(told, End)
    play, by_machine = player(fight, 50, 10_000)
    found = play(200, 1)
    assert by_machine
    assert told.reason == "stalemate"
    for reasons in (found.reasons(), played(fight, 50)(100, 7).reasons()):
        # A clinch now and then leaves somebody with bare hands, which do hurt.
        assert reasons["stalemate"] > 0.8 * reasons.total()


def test_a_chain_that_grows_too_large_is_given_up(game: AnyGame) -> None:
    fight = game.fight({}, {})
    with pytest.raises(TooLarge):
        FightChain(fight, Exchanges(fight).deal, most_places=3)
    with pytest.raises(TooLarge):
        FightChain(fight, Exchanges(fight).deal, most_ways=3)
    lucky = {"luck": 9, "tactics": {"luck": True, "luck_on_tie": True}}
    _, by_machine = player(game.fight(lucky, lucky), 50, 30)
    assert not by_machine


def test_fights_in_which_harm_is_looked_at_are_not_for_the_machine(game: AnyGame) -> None:
    coward = {"tactics": {"flee_at": 3}}
    assert not is_plain(game.fight(coward, {}))
    assert not is_plain(game.fight([{}, {}], [{}]))
    _, by_machine = player(game.fight(coward, {}), 50, 10_000)
    assert not by_machine


def test_who_fell_first_is_counted(game: AnyGame) -> None:
    fight = game.fight([{"stamina": 30, "skill": 12}], [{"stamina": 1}, {"stamina": 20}])
    tally = played(fight, 50)(60, 3)
    assert tally.first()["B"] > tally.first()["C"]
    assert tally.survivors(fight.sides, "one")[1] > 50
    exact = every_end(game.fight({"stamina": 2}, {"stamina": 2}), 2)
    assert sum(p for end, p in exact.items() if end.first == ("A", "B")) > Fraction(0)


FEATHER = [{"name": "feather", "damage": [0] * 7}]


def test_run_and_the_driver_ask_the_same_whether_anybody_can_be_hurt(game: AnyGame) -> None:
    fight = game.fight({"weapons": FEATHER}, {})
    # Whoever attacks in Troika!, B may be the one that strikes.
    assert [harms(fight, name, {"stamina"}) for name in "AB"] == [True, True]
    assert driver.can_hurt(fight)
    fight = game.fight({"weapons": FEATHER}, {"weapons": FEATHER})
    assert [harms(fight, name, {"stamina"}) for name in "AB"] == [False, False]
    assert not driver.can_hurt(fight)


def test_how_many_deeds_fit_into_rounds_is_a_matter_of_tokens(game: AnyGame) -> None:
    """Of n tokens and the End of the Round, any number up to n comes first alike likely."""
    fight = game.fight({"luck": 7}, {"luck": 7})
    assert deeds_within(fight, 1, 6) == [Fraction(n, 5) for n in (0, 1, 2, 3, 4, 5, 5)]
    assert deeds_within(fight, 2, 2) == [0, Fraction(1, 25), Fraction(3, 25)]
    fight = game.fight({"luck": 7}, {"initiative": 5})
    assert deeds_within(fight, 1, 3) == [Fraction(n, 8) for n in range(4)]
    fight = game.fight({"initiative": 1}, {"initiative": 2})
    assert deeds_within(fight, 3, 1) == [0, Fraction(1, 64)]


@pytest.mark.parametrize(
    ("fields", "trades"),
    [
        ({}, True),
        ({"luck": 7, "armour": 2, "shield": True}, True),
        ({"weapons": ["sword", "bow"]}, True),
        ({"weapons": ["bow"]}, False),
        ({"slots": 18}, False),
        ({"luck": 7, "tactics": {"luck": True}}, False),
        ({"tactics": {"flee_at": 3}}, False),
        ({"tactics": {"aim": True}}, False),
        ({"tactics": {"weapon": "sword"}}, False),
    ],
)
def test_who_trades_blows_may_attack_or_be_attacked(
    game: AnyGame, fields: dict[str, Any], trades: bool
) -> None:
    fight = game.fight(fields, {})
    assert trades_blows(fight) == trades_blows(game.fight({}, fields)) == trades
    if trades and "bow" not in str(fields):
        orders: tuple[First, ...] = ("always-a", "always-b", "alternate")
        a, b = fight.fighters
        found = [
            duel(system("troika"), a, b, {}, fight.rulings, first=first).win for first in orders
        ]
        assert found[0] == found[1] == found[2]


def test_elsewhere_only_the_attacker_strikes(game: AnyGame) -> None:
    assert not trades_blows(game.fight({}, {}, of="iron-gauntlets"))
    assert not trades_blows(game.fight({}, [{}, {}]))
