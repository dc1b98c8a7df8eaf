"""The makers of dice: seeded, scripted, enumerating; and what each roll can read."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray import dice as makers
from affray import enumerate_play, play
from affray.contest import Contest
from affray.dice import Dice, Lowest, Pool, Roll, ScriptedDice, SeededDice, Sum
from affray.faults import BadRequest
from affray.sheets import creature, loads


def faces_of(seed: int, sides: list[int]) -> list[int]:
    """The faces of a seed, thrown here a second time from the generator's raw bits."""
    bits = random.Random(seed).getrandbits
    found = []
    for most in sides:
        width = 0
        while 2**width < most:
            width += 1
        face = bits(width) if width else 0
        while not face < most:
            face = bits(width)
        found.append(1 + face)
    return found


# Seeded
def test_a_seed_throws_these_faces_for_ever() -> None:
    dice = SeededDice(7)
    dice.throw(Sum(10, 6), "six-sided")
    assert dice.thrown == [3, 2, 4, 6, 1, 1, 5, 1, 3, 5]
    dice = SeededDice(7)
    dice.throw(Sum(10, 10), "ten-sided")
    assert dice.thrown == [6, 3, 7, 1, 2, 9, 2, 6, 10, 1]


@given(st.integers(0, 2**53 - 1), st.lists(st.integers(1, 1000), max_size=30))
def test_seeded_dice_are_the_generators_raw_bits(seed: int, sides: list[int]) -> None:
    dice = SeededDice(seed)
    for most in sides:
        dice.throw(Sum(1, most), "one die")
    assert dice.thrown == faces_of(seed, sides)


def test_seeded_dice_are_fair() -> None:
    dice = SeededDice(1)
    dice.throw(Sum(60_000, 6), "many")
    counts = Counter(dice.thrown)
    chi_squared = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(1, 7))
    assert chi_squared < 20.5  # one seed in a thousand would pass it


def test_dice_remember_what_was_thrown_and_what_was_thrown_last() -> None:
    dice = SeededDice(3)
    first = dice.throw(Sum(2, 6), "a")
    second = dice.throw(Sum(3, 10), "b")
    assert sum(dice.thrown[:2]) == first
    assert sum(dice.last) == second
    assert dice.last == tuple(dice.thrown[2:])
    dice.finish()


def test_a_drawn_seed_fits_every_reader_of_json() -> None:
    drawn = {makers.draw_seed() for _ in range(20)}
    assert len(drawn) > 1
    assert all(0 <= seed < 2**32 for seed in drawn)


def test_only_the_dice_import_random() -> None:
    import ast
    from pathlib import Path

    importers = []
    for path in Path(makers.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if "random" in names:
                importers.append(path.name)
    assert importers == ["dice.py"]


# Scripted
def test_scripted_dice_are_handed_out_in_order() -> None:
    dice = ScriptedDice([1, 6, 3])
    assert dice.throw(Sum(2, 6), "two") == 7
    assert dice.last == (1, 6)
    assert dice.throw(Lowest(1, 10), "one") == 3
    dice.finish()


@pytest.mark.parametrize(
    ("faces", "message", "hint"),
    [
        ([], "too few dice: 0 given, and die 1 is wanted for Ann's attack", "2 more d6"),
        ([3], "too few dice: 1 given, and die 2 is wanted for Ann's attack", "1 more d6"),
        ([3, 7], "die 2 is 7, but Ann's attack throws d6", "1 to 6"),
        ([0, 3], "die 1 is 0, but Ann's attack throws d6", "1 to 6"),
        ([-1, 3], "die 1 is -1, but Ann's attack throws d6", "1 to 6"),
    ],
)
def test_scripted_dice_are_strict(faces: list[int], message: str, hint: str) -> None:
    with pytest.raises(BadRequest) as caught:
        ScriptedDice(faces).throw(Sum(2, 6), "Ann's attack")
    (fault,) = caught.value.faults
    assert fault.message == message
    assert hint in (fault.hint or "")


def test_the_die_wanted_is_counted_over_all_rolls() -> None:
    dice = ScriptedDice([1, 2, 3])
    dice.throw(Sum(2, 6), "the attack")
    with pytest.raises(BadRequest, match="3 given, and die 4 is wanted for the defence"):
        dice.throw(Sum(2, 6), "the defence")


def test_scripted_dice_left_over_are_named() -> None:
    dice = ScriptedDice([1, 2, 3, 4])
    dice.throw(Sum(2, 6), "the attack")
    with pytest.raises(BadRequest, match="4 given, 2 used; leave out 3,4"):
        dice.finish()


# What a roll reads, and how often
def brute_force(roll: Roll[Any]) -> Counter[Any]:
    """Every reading of a roll by throwing all its faces."""
    faces = product(range(1, roll.sides + 1), repeat=roll.count)
    return Counter(roll.read(f) for f in faces)


ROLLS: list[tuple[str, Roll[Any]]] = [
    *((f"sum of {n}d{s}", Sum(n, s)) for n, s in [(0, 6), (1, 6), (2, 6), (4, 6), (3, 10), (1, 1)]),
    *((f"{n}d10 up to {t}", Pool(n, t)) for n in (0, 1, 2, 4) for t in (-3, 0, 1, 5, 9, 10, 14)),
    *((f"lowest of {n}d{s}", Lowest(n, s)) for n, s in [(1, 10), (2, 10), (4, 10), (3, 6)]),
]


@pytest.mark.parametrize("roll", [r for _, r in ROLLS], ids=[name for name, _ in ROLLS])
def test_the_classes_of_a_roll_are_all_its_readings(roll: Roll[Any]) -> None:
    classes = roll.classes()
    readings = [reading for reading, _ in classes]
    assert len(readings) == len(set(readings))
    assert sum(weight for _, weight in classes) == roll.sides**roll.count
    assert dict(classes) == brute_force(roll)


# Enumerating
def test_enumeration_walks_every_way_once() -> None:
    def two_rolls(dice: Dice) -> tuple[int, int | None]:
        first = dice.throw(Sum(1, 6), "first")
        return first, dice.throw(Pool(2, 4), "second") if first > 4 else None

    found = {w.result: Fraction(w.weight, w.total) for w in enumerate_play(two_rolls)}
    assert len(found) == 4 + 2 * 3
    assert sum(found.values()) == 1
    assert found[1, None] == Fraction(1, 6)
    assert found[5, 2] == Fraction(1, 6) * Fraction(16, 100)


def test_a_play_without_dice_has_one_way() -> None:
    (only,) = enumerate_play(lambda dice: "done")
    assert (only.result, only.weight, only.total) == ("done", 1, 1)


def test_enumerating_dice_have_no_faces_and_explain_nothing() -> None:
    def look(dice: Dice) -> tuple[bool, int, int]:
        dice.throw(Sum(2, 6), "any")
        return dice.explains, len(dice.thrown), len(dice.last)

    assert {w.result for w in enumerate_play(look)} == {(False, 0, 0)}


def fight(a: Any, b: Any) -> Callable[[Dice], str]:
    """One attack of a on b, read as its word."""
    return lambda dice: play("attack", [a, b], {}, dice).outcome


GAUNTLETS = """
system = "iron-gauntlets"
name = "Ann"
abilities = { fitness = 3, awareness = 2 }
skills = { melee = 5 }
weapons = [{ name = "sword", skill = "melee", amount = 3, track = "injury" }]
"""
REACTIVE = """
system = "reactive-combat"
name = "Ann"
defense = 12
toughness = 1
weapons = [{ name = "dagger" }]
"""


@pytest.mark.parametrize(
    ("system", "sheet"),
    [
        ("troika", creature("goblin")),
        ("iron-gauntlets", loads(GAUNTLETS)),
        ("reactive-combat", loads(REACTIVE)),
    ],
)
def test_the_weights_of_one_attack_add_up_to_one(system: str, sheet: Any) -> None:
    ways = list(enumerate_play(fight(sheet, sheet)))
    assert sum(Fraction(w.weight, w.total) for w in ways) == 1
    assert all(w.weight > 0 for w in ways)
    assert len({w.result for w in ways}) > 1


@pytest.mark.parametrize("sheet", [creature("goblin"), loads(GAUNTLETS), loads(REACTIVE)])
def test_what_a_seed_throws_is_one_of_the_ways(sheet: Any) -> None:
    words = {w.result for w in enumerate_play(fight(sheet, sheet))}
    assert {fight(sheet, sheet)(SeededDice(seed)) for seed in range(60)} <= words


class Watching(Dice):
    """Hands every roll on to other dice, and keeps it."""

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self.explains = dice.explains
        self.dice = dice
        self.rolls: list[Roll[Any]] = []

    def throw(self, roll: Roll[Any], what: str) -> Any:
        self.rolls.append(roll)
        reading = self.dice.throw(roll, what)
        self.last = self.dice.last
        return reading


@pytest.mark.parametrize("sheet", [creature("goblin"), loads(GAUNTLETS), loads(REACTIVE)])
def test_the_rolls_of_an_attack_leave_no_throw_out(sheet: Any) -> None:
    """Also where a rule merges readings it cannot tell apart, to have fewer ways."""
    rolls: dict[object, Roll[Any]] = {}

    def watched(dice: Dice) -> str:
        watching = Watching(dice)
        word = fight(sheet, sheet)(watching)
        rolls.update((type(r).__name__ + str(r.classes()), r) for r in watching.rolls)
        return word

    assert list(enumerate_play(watched))
    for roll in rolls.values():
        assert sum(weight for _, weight in roll.classes()) == roll.sides**roll.count
        if roll.sides**roll.count <= 50_000:
            assert {reading for reading, _ in roll.classes()} <= set(brute_force(roll))


@pytest.mark.parametrize("seed", range(8))
def test_a_contest_is_two_rolls_of_which_alike_pairs_are_one(seed: int) -> None:
    luck = random.Random(seed)
    rolls: list[Roll[int]] = [luck.choice((Sum(n, 6), Lowest(n, 6))) for n in (2, 3)]
    ahead, step = luck.randint(-8, 8), luck.randint(1, 4)

    def kind(a: int, d: int) -> tuple[bool, int]:
        return a + ahead > d, (a if a > d else d) // step

    both, expected = Contest(rolls[0], rolls[1], kind), Counter[object]()
    thrown = brute_force(both)
    for (a, ways), (d, more) in product(rolls[0].classes(), rolls[1].classes()):
        assert thrown[a, d] == ways * more
        expected[kind(a, d)] += ways * more
    assert Counter({kind(*pair): weight for pair, weight in both.classes()}) == expected
    assert len(both.classes()) == len(expected)
