"""Troika! fights of characters against enemies, as one plain loop.

Written from the rules alone: what it plays has to agree with what affray plays, and what it
costs is what affray's speed is measured by. All on a side have the same numbers, fight by
hand, and strike at the foe with the least Stamina left.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from typing import NamedTuple

from tests.reference.tally import CAP, Chance, Tally, tallied

SWORD = (4, 6, 6, 6, 6, 8, 10)
FUSIL = (2, 4, 4, 6, 12, 18, 24)
UNARMED = (1, 1, 1, 2, 2, 3, 4)
NOTHING = (0,) * 7
FALLEN = 999
"""Stands for the Stamina of who has fallen: nobody strikes at the most of all."""
ENEMY, END = -1, -2
BOTH_FUMBLE, CLINCH = (-1, 0), (-2, 0)
"""Cells of an exchange that take two more dice."""


class Fighter(NamedTuple):
    """Skill alone, the total with the weapon, and what it takes and does; tokens each."""

    skill: int
    total: int
    stamina: int
    armour: int
    tokens: int
    row: tuple[int, ...] = SWORD
    natural: bool = False
    has_fusil: bool = False


GIANT = Fighter(5, 8, 18, 2, 2, has_fusil=True)
GOBLIN = Fighter(5, 5, 6, 1, 1)
GENTLE_GIANT = GIANT._replace(total=5, row=NOTHING, natural=True)
GENTLE_GOBLIN = GOBLIN._replace(stamina=18, row=NOTHING, natural=True)
PAIR, HOPELESS = (GIANT, GOBLIN), (GENTLE_GIANT, GENTLE_GOBLIN)
Sides = tuple[tuple[Fighter, int], tuple[Fighter, int]]


def harm(row: tuple[int, ...], roll: int, doubled: bool = False) -> int:
    """The number found in a row, doubled by a Mighty Blow."""
    return row[max(1, min(7, roll)) - 1] * (2 if doubled else 1)


def settle(x: int, y: int, ahead: int, both: bool = True) -> tuple[str, int, int]:
    """Rules 7.4, 7.5, 6.1, by the sums of 2d6: the word, what joins the damage roll, how often.

    `ahead` is the attacker's total less the defender's, cover included; `both` is the
    ruling on a Mighty Blow against a Fumble.
    """
    if x == y == 12:
        return "clinch", 0, 0
    if x == y == 2:
        return "double-fumble", 1, 1
    if 12 in (x, y):
        return "hit" if x == 12 else "countered", int(both and 2 in (x, y)), 2
    if 2 in (x, y):
        return "countered" if x == 2 else "hit", 1, 1
    difference = x + ahead - y
    return "hit" if difference > 0 else "countered" if difference < 0 else "tie", 0, 1


@cache
def exchange(a: Fighter, a_broke: bool, d: Fighter, d_broke: bool) -> list[tuple[int, int]]:
    """Harm to attacker and defender for each throw of 2d6, 2d6 and the damage die.

    Whose weapon is broken has bare hands, but for an attacker with a fusil, who shoots.
    """
    shot = a_broke and a.has_fusil
    row, total = (FUSIL if shot else UNARMED, a.skill) if a_broke else (a.row, a.total)
    answer, against = (UNARMED, d.skill) if d_broke or shot else (d.row, d.total)
    armour = max(0, d.armour - 1) if shot else d.armour

    def cells() -> Iterator[tuple[int, int]]:
        for a1, a2, d1, d2, die in product(range(1, 7), repeat=5):
            x, y = a1 + a2, d1 + d2
            ahead = x + total - y - against
            if x == y == 12 and not shot:
                yield CLINCH
            elif x == y == 2 and not shot:
                yield BOTH_FUMBLE
            elif x == 12 or (x != 2 and (y == 2 or (ahead > 0 and (shot or y != 12)))):
                yield 0, harm(row, die - armour + (y == 2), x == 12)
            elif not shot and (y == 12 or x == 2 or ahead < 0):
                yield harm(answer, die - a.armour + (x == 2), y == 12), 0
            else:
                yield 0, 0

    return list(cells())


def fights(sides: Sides, n: int, seed: int) -> Tally:
    """Play fights of characters, named first, against enemies."""
    return tallied(partial(_fight, sides), n, seed)


def _fight(sides: Sides, random: Chance) -> tuple[int, int]:
    (a, na), (b, nb) = sides
    left_a, left_b = [a.stamina] * na, [b.stamina] * nb
    alive_a, alive_b = list(range(na)), list(range(nb))
    broke_a, broke_b = [False] * na, [False] * nb
    strikes, answers = exchange(a, False, b, False), exchange(b, False, a, False)
    for rounds in range(1, CAP + 1):
        bag = alive_a * a.tokens + [ENEMY] * (len(alive_b) * b.tokens) + [END]
        size = len(bag)
        while True:
            at = int(random() * size)
            i = bag[at]
            if i == END:
                break
            size -= 1
            bag[at] = bag[size]
            if i != ENEMY:
                if left_a[i] == FALLEN:
                    continue
                j = left_b.index(min(left_b))
                table = strikes
                if broke_a[i] or broke_b[j]:
                    table = exchange(a, broke_a[i], b, broke_b[j])
                to_a, to_b = table[int(random() * 7776)]
            else:
                i, j = left_a.index(min(left_a)), alive_b[int(random() * len(alive_b))]
                table = answers
                if broke_a[i] or broke_b[j]:
                    table = exchange(b, broke_b[j], a, broke_a[i])
                to_b, to_a = table[int(random() * 7776)]
            if to_a < 0 or to_b < 0:
                to_a, to_b = _both(a, broke_a, i, b, broke_b, j, -1 in (to_a, to_b), random)
            if to_a:
                left_a[i] -= to_a
                if left_a[i] <= 0:
                    left_a[i] = FALLEN
                    alive_a.remove(i)
            if to_b:
                left_b[j] -= to_b
                if left_b[j] <= 0:
                    left_b[j] = FALLEN
                    alive_b.remove(j)
            if not alive_a or not alive_b:
                return (not alive_a) + 2 * (not alive_b), rounds
    return 0, CAP


def _both(
    a: Fighter,
    broke_a: list[bool],
    i: int,
    b: Fighter,
    broke_b: list[bool],
    j: int,
    is_fumble: bool,
    random: Chance,
) -> tuple[int, int]:
    """What two double 1s, or two double 6s, do to both; these may break weapons."""
    die, other = int(random() * 6) + 1, int(random() * 6) + 1
    bare_a, bare_b = broke_a[i], broke_b[j]
    if is_fumble:
        row_a, row_b = UNARMED if bare_a else a.row, UNARMED if bare_b else b.row
        return harm(row_b, die + 1 - a.armour), harm(row_a, other + 1 - b.armour)
    broke_a[i], broke_b[j] = not a.natural, not b.natural
    return die * (a.natural or bare_a), other * (b.natural or bare_b)
