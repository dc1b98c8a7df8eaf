"""Iron Gauntlets fights of two sides with swords, as one plain loop.

Written from the rules alone: what it plays has to agree with what affray plays, and what it
costs is what affray's speed is measured by. All on a side have the same numbers, give up no
points for reaction, strike at the foe who is nearest to falling, and block whatever hits
them while their action is unspent: as a block is as good as any defence they have, who is
faster settles the order and nothing else. Of equals in speed and fitness chance says who is
settled first.
"""

from functools import cache, partial
from math import comb
from typing import NamedTuple

from tests.reference.tally import CAP, Chance, Tally, tallied

FALLEN = 999
"""Stands for what is left of who has fallen: nobody strikes at the most of all."""


class Fighter(NamedTuple):
    """Fitness, the skills of attack and defence, what a sword does and armour stops, luck."""

    fitness: int
    skill: int
    block: int
    weapon: int
    armour: int
    luck: int = 0
    keep_luck: int = 0
    out_at: int = 6

    @property
    def spare_luck(self) -> int:
        """The attacks that get a die more."""
        return max(0, self.luck - self.keep_luck)


SUENTA = Fighter(4, 6, 6, 3, 1, luck=2, keep_luck=1)
KOLBY = Fighter(4, 5, 6, 3, 2)
STEEL_SUENTA = SUENTA._replace(armour=9)
STEEL_KOLBY = KOLBY._replace(armour=9)
PAIR, HOPELESS = (SUENTA, KOLBY), (STEEL_SUENTA, STEEL_KOLBY)
Sides = tuple[tuple[Fighter, int], tuple[Fighter, int]]


@cache
def steps(dice: int, skill: int) -> list[int]:
    """The steps of each of the throws there are of so many d10."""
    ways = [comb(dice, k) * skill**k * (10 - skill) ** (dice - k) for k in range(dice + 1)]
    return [k for k, many in enumerate(ways) for _ in range(many)]


@cache
def plan(one: Fighter, foe: Fighter) -> tuple[list[int], list[int], list[int], list[int]]:
    """Steps of an attack, with a point of luck too, and of the block; harm by the attack's."""
    attacks = steps(one.fitness, one.skill), steps(one.fitness + 1, one.skill)
    harm = [max(0, one.weapon + made - 1 - foe.armour) for made in range(one.fitness + 2)]
    return *attacks, steps(foe.fitness, foe.block), harm


def fights(sides: Sides, n: int, seed: int) -> Tally:
    """Play fights of two sides."""
    return tallied(partial(_fight, sides), n, seed)


def _fight(sides: Sides, random: Chance) -> tuple[int, int]:
    (a, na), (b, nb) = sides
    standing = [na, nb]
    left = [a.out_at] * na, [b.out_at] * nb
    luck = [a.spare_luck] * na + [b.spare_luck] * nb
    slow = [8 - a.fitness] * na + [8 - b.fitness] * nb
    plans = plan(a, b), plan(b, a)
    alive = list(range(na + nb))
    spent = [False] * (na + nb)
    for rounds in range(1, CAP + 1):
        # The whole of a number is speed, then fitness; what is left of it splits ties.
        order = sorted([((r := random() * 10) + 9 * int(r) + slow[i], i) for i in alive])
        for _, i in order:
            spent[i] = False
        for _, i in order:
            if spent[i]:
                continue
            spent[i] = True
            side = i >= na
            plain, lucky, block, harm = plans[side]
            if luck[i]:
                luck[i] -= 1
                made = lucky[int(random() * len(lucky))]
            else:
                made = plain[int(random() * len(plain))]
            if not made:
                continue
            foes = left[not side]
            at = foes.index(min(foes))
            j = at if side else na + at
            if not spent[j]:
                spent[j] = True
                if block[int(random() * len(block))] >= made:
                    continue
            foes[at] -= harm[made]
            if foes[at] <= 0:
                foes[at] = FALLEN
                spent[j] = True
                alive.remove(j)
                standing[not side] -= 1
                if not standing[not side]:
                    return 1 + (not side), rounds
    return 0, CAP
