"""Simulated fights are the fights that `run` plays: dice by dice, and as distributions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from affray import sheets
from affray.deed import Deed
from affray.dice import QuietDice, ScriptedDice, SeededDice
from affray.encounter.file import load
from affray.engine.answer import chance
from affray.engine.book import Book
from affray.engine.bout import First
from affray.engine.chain import TooLarge
from affray.engine.draw import Machine, player, stepped
from affray.engine.duel import duel
from affray.engine.hopeless import _may_harm, hopeless
from affray.engine.space import Space
from affray.engine.step import DIRECT, step
from affray.engine.tell import play_out
from affray.fight import End, Fight, Joining, State, start
from affray.registry import system
from affray.supply import OneSupply, Supply
from affray.systems.reactive_combat.rulings import Rulings
from tests.scaffold.cli import EXAMPLES
from tests.scaffold.game import AnyGame
from tests.simulation.ends import Ends, ends_of_space, every_end, spread

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


def with_book(fight: Fight, most_rounds: int) -> Ends:
    return every_end(fight, most_rounds, Book(fight))


def in_space(fight: Fight, most_rounds: int) -> Ends:
    return ends_of_space(Space(fight, Book(fight)), most_rounds)


@pytest.mark.parametrize("path", FREE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_step_throws_the_same_dice_as_run_and_comes_to_the_same_end(path: Path) -> None:
    fight = load(str(path)).fight
    for seed in range(12 if len(fight.fighters) < 8 else 2):
        thrown, dice = SeededDice(seed), SeededDice(seed)
        *_, told = play_out(fight, OneSupply(thrown), 50)
        state, supply, end = State(fight), OneSupply(dice), None
        while end is None:
            end = step(state, supply, DIRECT, 50)
        assert told == End(state.kept(), *end)
        assert dice.thrown == thrown.thrown


@pytest.mark.parametrize("make", SMALL.values(), ids=list(SMALL))
def test_books_and_spaces_agree_exactly_with_direct_play(game: AnyGame, make: Make) -> None:
    fight = make(game)
    direct = every_end(fight, 1)
    assert sum(direct.values()) == 1
    assert with_book(fight, 1) == direct
    assert all(map(fight.rules.terms.plain, fight.fighters))
    assert in_space(fight, 1) == direct


def test_so_they_do_over_more_rounds(game: AnyGame) -> None:
    fight = game.fight({"stamina": 2}, {"stamina": 1})
    assert in_space(fight, 4) == every_end(fight, 4)


@pytest.mark.parametrize("full_tie", ["simultaneous", "in-turn"])
def test_so_it_does_where_those_tied_act_at_once(game: AnyGame, full_tie: str) -> None:
    """Iron Gauntlets: reactions, passes, defences, and two who fell each other at once."""
    weak = {"abilities": {"fitness": 1, "awareness": 1}}
    fight = game.fight(weak, weak, of="iron-gauntlets", full_tie=full_tie)
    direct = every_end(fight, 1)
    assert with_book(fight, 1) == direct
    assert in_space(fight, 1) == direct


def test_book_and_direct_play_agree_in_a_melee(game: AnyGame) -> None:
    fight = game.fight([{"stamina": 1}, {"stamina": 1}], [{"stamina": 1, "luck": 5}])
    assert with_book(fight, 1) == every_end(fight, 1)


FEATHER = [{"name": "feather", "damage": [0] * 7}]
WALL = {"toughness": 40, "tactics": {"stunts": []}}
ODD: dict[str, list[dict[str, Any]]] = {
    "troika": [
        {"stamina": 2, "tactics": {"flee_at": 1}},
        {"stamina": 3, "luck": 3, "tactics": {"luck": True, "keep_luck": 2}},
        {"stamina": 2, "luck": 7, "tactics": {"luck_on_tie": True}},
        {"stamina": 1, "weapons": ["axe", "bow"], "tactics": {"weapon": "bow", "aim": True}},
        {"stamina": 3, "armour": 1, "shield": True, "skill": 9},
    ],
    "iron-gauntlets": [
        {"abilities": {"fitness": 1, "awareness": 1}, "tactics": {"defend": "dodge"}},
        {
            "abilities": {"fitness": 1, "awareness": 0, "luck": 1},
            "tactics": {"luck": 1, "defend": "parry"},
        },
        {"abilities": {"fitness": 2, "awareness": 0}, "tactics": {"flee_at": 1}},
        {
            "abilities": {"fitness": 1, "awareness": 1},
            "shield": True,
            "tactics": {"defend": "none"},
        },
    ],
    "reactive-combat": [
        {"tactics": {"stunts": ["breath-in:3", "riposte"], "flee_at": 2}},
        {"conviction": 2, "tactics": {"conviction": 1, "soak": 1, "keep_conviction": 1}},
        {"kind": "warrior", "defense": 9, "tactics": {"breathe_at": 2}},
        {"defense": 8, "toughness": 2, "tactics": {"stunts": []}},
    ],
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("of", ODD)
def test_what_a_book_keeps_is_what_direct_play_comes_to(game: AnyGame, of: str, seed: int) -> None:
    """By what rules were seen to read, all along a fight, whatever tactics ask for."""
    picked, supply = Random(f"{of} {seed}"), OneSupply(SeededDice(seed))
    # All the initiatives of many at once are too many to enumerate where each is three dice.
    most = 1 if of == "reactive-combat" else 2
    sides = [picked.choices(ODD[of], k=picked.randint(1, most)) for _ in "ab"]
    fight = game.fight(*sides, of=of)
    book, left, end = Book(fight), 8, None
    state = book.opened(fight)
    while end is None and left:
        if picked.random() < 0.3 and (state.idle or picked.random() < 0.2):
            left -= 1
            kept = State(state.kept())
            for field in ("actor", "deeds", "idle", "since"):
                setattr(kept, field, getattr(state, field))
            assert spread(state, book) == spread(kept, DIRECT)
        end = step(state, supply, book)


def test_what_deeds_come_to_is_shared_by_those_who_are_alike(game: AnyGame) -> None:
    goblins: list[dict[str, Any]] = [{"stamina": n} for n in (2, 2, 3)]
    fight = game.fight([{"stamina": 20}], goblins)
    book = Book(fight)
    state = book.opened(fight)
    fight.rules.advance(state, ScriptedDice([1, 1]))
    state.change(state.fighter("C"), {"stamina": 1})

    def roll(name: str) -> object:
        deed = Deed("attack", ("A", name))
        return book.roll(state, deed, [state.fighter(who) for who in deed.who])

    # Stamina is no part of what is read, but it is of a sheet, and D has another.
    assert roll("B") is roll("C") is not roll("D")


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


def test_the_machine_draws_what_its_space_says(game: AnyGame) -> None:
    fight = game.fight({"stamina": 4}, {"stamina": 3, "initiative": 2})
    book = Book(fight)
    space = Space(fight, book)
    exact = ends_of_space(space, 2)
    count = 30_000
    tally = Machine(space, book, 2).play(count, 4)
    assert set(tally.endings) <= set(exact)
    for end, part in exact.items():
        p = float(part)
        seen = tally.endings.get(end, 0) / count
        assert abs(seen - p) < 5.5 * (p * (1 - p) / count) ** 0.5 + 1e-4, end


def test_steps_and_the_machine_tell_of_the_same_fights(game: AnyGame) -> None:
    fight = game.fight({"stamina": 8, "luck": 6}, {"stamina": 9})
    play, _ = player(fight, 50, 10_000)
    fast, slow = play(20_000, 1), stepped(fight, 50)(1_500, 2)
    mean = [sum(n * c for n, c in t.rounds().items()) / t.fights for t in (fast, slow)]
    spread = sum((n - mean[1]) ** 2 * c for n, c in slow.rounds().items()) / slow.fights
    assert abs(mean[0] - mean[1]) < 5 * (spread / slow.fights) ** 0.5
    won = slow.winners()["one"] / slow.fights
    assert abs(fast.winners()["one"] / fast.fights - won) < 5 * (0.25 / slow.fights) ** 0.5


def test_a_fight_that_nobody_can_win_is_told_as_one(game: AnyGame) -> None:
    """Armour that no blow goes through: quiet rounds, then a stalemate, as `run` has it."""
    fight = game.fight(WALL, WALL, of="reactive-combat")
    *_, told = play_out(fight, OneSupply(QuietDice(3)))
    assert isinstance(told, End)
    play, by_machine = player(fight, 50, 10_000)
    found = play(200, 1)
    assert by_machine
    assert told.reason == "stalemate"
    for reasons in (found.reasons(), stepped(fight, 50)(100, 7).reasons()):
        assert reasons["stalemate"] == reasons.total()


def test_a_space_that_grows_too_large_is_given_up(game: AnyGame) -> None:
    fight = game.fight({}, {})
    with pytest.raises(TooLarge):
        Space(fight, Book(fight), most_places=3).explore()
    with pytest.raises(TooLarge):
        Space(fight, Book(fight)).explore(most_ways=3)
    lucky = {"luck": 9, "tactics": {"luck": True, "luck_on_tie": True}}
    _, by_machine = player(game.fight(lucky, lucky), 50, 30)
    assert not by_machine


def test_where_harm_is_looked_at_it_is_part_of_a_place(game: AnyGame) -> None:
    fight = game.fight({"stamina": 4, "tactics": {"flee_at": 3}}, {"stamina": 2})
    assert not all(map(fight.rules.terms.plain, fight.fighters))
    assert in_space(fight, 1) == every_end(fight, 1)
    _, by_machine = player(game.fight([{}, {}], [{}]), 50, 10_000)
    assert not by_machine


def test_who_fell_first_is_counted(game: AnyGame) -> None:
    fight = game.fight([{"stamina": 30, "skill": 12}], [{"stamina": 1}, {"stamina": 20}])
    tally = stepped(fight, 50)(60, 3)
    assert tally.first()["B"] > tally.first()["C"]
    assert tally.survivors(fight.sides, "one")[1] > 50
    exact = every_end(game.fight({"stamina": 2}, {"stamina": 2}), 2)
    assert sum(p for end, p in exact.items() if end.first == ("A", "B")) > Fraction(0)


def test_whether_anybody_can_be_hurt(game: AnyGame) -> None:
    fight = game.fight({"weapons": FEATHER}, {})
    # Whoever attacks in Troika!, B may be the one that strikes.
    assert [_may_harm(fight, one) for one in fight.fighters] == [True, True]
    assert not hopeless(State(fight))
    # A clinch leaves both with bare hands, which do hurt.
    assert not hopeless(State(game.fight({"weapons": FEATHER}, {"weapons": FEATHER})))
    fight = game.fight(WALL, WALL, of="reactive-combat")
    assert [_may_harm(fight, one) for one in fight.fighters] == [False, False]
    assert hopeless(State(fight))


def test_joe_and_the_orc_cannot_hurt_each_other() -> None:
    folder = EXAMPLES / "sheets" / "reactive-combat"
    pair = [(name, sheets.load(str(folder / f"{name}.toml"))) for name in ("joe", "orc")]
    entries = [Joining(name, sheet, name) for name, sheet in pair]
    fight = start("reactive-combat", entries, Rulings(out_at_marks=6))
    assert stepped(fight, 50)(200, 1).reasons() == {"stalemate": 200}
    for seed in range(20):
        *_, told = play_out(fight, Supply(seed))
        assert isinstance(told, End)
        assert told.reason == "stalemate"


@pytest.mark.parametrize(
    ("of", "sides", "rounds"),
    [
        ("troika", ({"luck": 7, "stamina": 2}, {"luck": 7, "stamina": 3}), 1),
        ("troika", ({"luck": 7, "stamina": 1}, {"initiative": 5, "stamina": 2}), 2),
        ("troika", ({"initiative": 1, "stamina": 1}, {"initiative": 2, "stamina": 1}), 3),
        ("iron-gauntlets", tuple(ODD["iron-gauntlets"][:2]), 1),
        ("iron-gauntlets", tuple(ODD["iron-gauntlets"][2:]), 2),
        ("reactive-combat", ({"toughness": 20}, {"defense": 9, "tactics": {"stunts": []}}), 1),
    ],
)
def test_a_chance_within_few_rounds_is_the_sum_of_every_end(
    game: AnyGame, of: str, sides: tuple[Any, Any], rounds: int
) -> None:
    """Also where how many deeds fit into a round is a matter of tokens."""
    fight = game.fight(*sides, of=of)
    ends = every_end(fight, rounds)
    for side in ("one", "two"):
        found = chance(fight, side, rounds)
        assert found is not None
        right = sum(float(p) for end, p in ends.items() if end.winner == side)
        assert abs(found - right) < 1e-9


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
        ({"tactics": {"weapon": "sword"}}, True),
    ],
)
def test_who_trades_blows_may_attack_or_be_attacked(
    game: AnyGame, fields: dict[str, Any], trades: bool
) -> None:
    """Then the chance of a fight is that of the duel, but for what the cap cuts off."""
    fight = game.fight({"stamina": 5, **fields}, {"stamina": 5})
    back = game.fight({"stamina": 5}, {"stamina": 5, **fields})
    ways = chance(fight, "one", 500), chance(back, "two", 500)
    assert None not in ways
    orders: tuple[First, ...] = ("always-a", "always-b", "alternate")
    a, b = fight.fighters
    found = [duel(system("troika"), a, b, {}, fight.rulings, first=first) for first in orders]
    wins = {odds.win["A"] for odds in found}
    if trades and "bow" not in str(fields):
        assert len(wins) == 1
        for way in ways:
            assert way == pytest.approx(float(found[0].win["A"]), abs=1e-8)


def test_elsewhere_only_the_attacker_strikes(game: AnyGame) -> None:
    fight = game.fight(*ODD["iron-gauntlets"][:2], of="iron-gauntlets")
    a, b = fight.fighters
    orders: tuple[First, ...] = ("always-a", "always-b")
    wins = {duel(fight.rules, a, b, {}, fight.rulings, first=o).win["A"] for o in orders}
    assert len(wins) == 2
    assert chance(game.fight({}, [{}, {}]), "one", 50) is None
