"""Duels in the systems whose texts do not say when somebody is out."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from affray.engine import sampling as odds_sampling
from affray.engine.bout import Duel
from affray.engine.sampling import fought, sample
from affray.faults import Forbidden
from tests.odds.arena import game

GAUNTLETS = {"out_at_injury": 6, "out_at_fatigue": 9}
REACTIVE = {"out_at_marks": 3}


@pytest.mark.parametrize(
    ("of", "rule", "switch"),
    [
        ("reactive-combat", "marks.out", "out_at_marks"),
        ("iron-gauntlets", "damage.out", "out_at_injury"),
    ],
)
def test_without_a_ruling_there_is_no_end(of: str, rule: str, switch: str) -> None:
    with pytest.raises(Forbidden) as refused:
        game.duel(game.fighter("Ann", of=of), game.fighter("Bob", of=of))
    assert refused.value.rule == f"{of}:{rule}"
    assert switch in str(refused.value.faults[0].hint)


def test_iron_gauntlets_by_hand() -> None:
    """No defence: a hit does 3 and its overkill, out at 6 injury or 9 fatigue."""
    of = "iron-gauntlets"
    fist = {"name": "fist", "skill": "brawl", "amount": 1, "track": "fatigue"}
    a = game.fighter("Ann", of=of, skills={"melee": 5})
    b = game.fighter("Bob", of=of, skills={"athletics": 5}, weapons=[fist])
    idle = {"defence": "none"}
    found = game.duel(a, b, idle, answer=idle, rulings=game.rulings(of, **GAUNTLETS))
    ways = (1, 4, 6, 4, 1)
    steps = {n: Fraction(c, 16) for n, c in enumerate(ways)}
    blows = {n: Fraction(c * 9 ** (4 - n), 10**4) for n, c in enumerate(ways)}

    @cache
    def wins(injury: int, fatigue: int) -> Fraction:
        """The chance that Ann, about to attack, wins: both may miss, and all begins anew."""
        won, again = Fraction(0), Fraction(0)
        for mine, p in steps.items():
            hurt = injury + (3 + mine - 1 if mine else 0)
            if hurt >= 6:
                won += p
                continue
            for theirs, q in blows.items():
                tired = fatigue + (1 + theirs - 1 if theirs else 0)
                if tired >= 9:
                    continue
                if (hurt, tired) == (injury, fatigue):
                    again += p * q
                else:
                    won += p * q * wins(hurt, tired)
        return won / (1 - again)

    assert found.win["Ann"] == wins(0, 0)
    assert found.draw == 0
    assert found.measure == "injury and fatigue"


def test_a_track_that_takes_nobody_out_does_not_count() -> None:
    """Bob only tires Ann, and no ruling says how tired is too tired."""
    of = "iron-gauntlets"
    fist = {"name": "fist", "skill": "melee", "amount": 1, "track": "fatigue"}
    a, b = game.fighter("Ann", of=of), game.fighter("Bob", of=of, weapons=[fist])
    ruled = game.rulings(of, out_at_injury=6)
    found = game.duel(a, b, rulings=ruled)
    assert found.method == "exact"
    assert found.win == {"Ann": 1, "Bob": 0}
    assert found.left["Ann"] == {0: 1}
    cid = game.fighter("Cid", of=of, weapons=[fist])
    idle = game.duel(cid, b, rulings=ruled)
    assert (idle.method, idle.rounds_mean) == ("exact", None)
    assert idle.endless == 1
    given_up = game.duel(cid, b, rulings=ruled, most_pairs=1)
    assert (given_up.method, given_up.size) == ("simulated", odds_sampling.HOPELESS)
    assert given_up.endless == 1


def test_a_defence_is_there_again_in_every_turn() -> None:
    of = "iron-gauntlets"
    a, b = game.fighter("Ann", of=of), game.fighter("Bob", of=of)
    ruled = game.rulings(of, **GAUNTLETS)
    found = game.duel(a, b, rulings=ruled)
    duel = Duel(game.system(of), a, b, ({}, {}), ruled, "alternate")
    sampled = sample(fought(duel, 3), 2000)
    won = sum(sampled.left[0].values()) / 2000
    assert abs(won - float(found.win["Ann"])) < 5 * 0.5 / 2000**0.5
    assert found.win["Ann"] > found.win["Bob"]


def test_luck_is_spent_while_it_lasts() -> None:
    of = "iron-gauntlets"
    a = game.fighter("Ann", of=of, abilities={"fitness": 4, "awareness": 3, "luck": 3})
    b, ruled = game.fighter("Bob", of=of), game.rulings(of, **GAUNTLETS)
    chances = [game.duel(a, b, {"luck": n}, rulings=ruled).win["Ann"] for n in range(4)]
    assert len(set(chances)) == 4
    assert chances[0] == min(chances)


@pytest.mark.parametrize(
    "options", [{}, {"penalties": 1, "marks": 1}, {"stunt": ["riposte"]}, {"conviction": 1}]
)
def test_reactive_combat(options: dict[str, Any]) -> None:
    """Penalties that both have cancel out: against fights fought out with all of them."""
    of = "reactive-combat"
    ruled = game.rulings(of, **REACTIVE)
    a = game.fighter("Ann", of=of, toughness=2, conviction=1)
    weak = {"dexterity": 3, "strength": 1, "fighting": 2}
    b = game.fighter("Bob", of=of, toughness=1, abilities=weak)
    found = game.duel(a, b, options, rounds=True, rulings=ruled)
    assert found.method == "exact"
    assert sum(found.win.values()) + found.draw == 1
    simulated = game.duel(a, b, options, most_pairs=1, fights=3000, seed=2, rulings=ruled)
    assert simulated.method == "simulated"
    for name, chance in found.win.items():
        error = (float(chance) * (1 - float(chance)) / 3000) ** 0.5
        assert abs(float(simulated.win[name] - chance)) <= 5 * error
    assert set(found.left["Ann"]) <= {0, 1, 2}


def test_an_expert_strikes_once_in_every_round() -> None:
    of = "reactive-combat"
    ruled = game.rulings(of, **REACTIVE)
    warrior: dict[str, Any] = {"class": "warrior", "level": 1, "toughness": None}
    a = game.fighter("Ann", of=of, **warrior)
    strong = {"fighting": 3, "dexterity": 2, "strength": 4}
    b = game.fighter("Bob", of=of, toughness=2, abilities=strong)
    plain = game.duel(a, b, rulings=ruled)
    assert game.duel(a, b, {"expert_strike": True}, rulings=ruled).win["Ann"] > plain.win["Ann"]


def test_penalties_without_end_are_simulated() -> None:
    """Against a fixed TN every penalty counts, and there is no end to them."""
    of = "reactive-combat"
    bow = {"name": "bow", "group": "bows", "short": {"tn": 12, "power": 3}}
    a, b = (game.fighter(name, of=of, weapons=[bow], toughness=9) for name in "AB")
    ruled = game.rulings(of, **REACTIVE)
    found = game.duel(a, b, {"distance": 5}, most_pairs=20, fights=2, seed=1, rulings=ruled)
    assert found.method == "simulated"
    assert found.endless == 1


def test_no_gun_runs_empty_in_a_duel() -> None:
    """A repeater of two bullets shoots on as one that needs no loading would."""
    of = "reactive-combat"
    gun = {"name": "pistol", "group": "handguns", "short": {"tn": 12, "power": 9}}
    rulings = game.rulings(of, out_at_marks=20)
    found = [
        game.duel(
            game.fighter("Ann", of=of, weapons=[{**gun, **more}]),
            game.fighter("Bob", of=of),
            {"distance": 8},
            first="always-a",
            rulings=rulings,
        )
        for more in ({"reload": 2}, {"reload": "major"}, {})
    ]
    assert found[0].win == found[1].win == found[2].win
    assert found[0].win["Ann"] == 1
