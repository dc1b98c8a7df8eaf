"""Reactive Combat fights of two sides in melee, as one plain loop.

Written from the rules alone: what it plays has to agree with what affray plays, and what it
costs is what affray's speed is measured by. All on a side have the same numbers; they draw
breath when they have `breathe_at` penalties, strike at the foe nearest to falling (or, where
all foes are alike, at the first), riposte where they can, and breathe in with the rest.
"""

from functools import partial
from itertools import product
from typing import NamedTuple

from tests.reference.tally import CAP, Chance, Tally, tallied

FALLEN = -1
"""Stands for the marks of who has fallen: nobody strikes at them."""
THROWS = [
    # Total, stunt die, and whether two dice agree: 3d6 in one number, to be compared as one.
    (x + y + z) << 4 | z << 1 | (len({x, y, z}) < 3)
    for x, y, z in product(range(1, 7), repeat=3)
]


class Fighter(NamedTuple):
    """What is added to each throw, what a blow does and is taken with, and the tactics.

    `riposte` is the stunt points that one takes.
    """

    initiative: int
    attack: int
    fighting: int
    defence: int
    dexterity: int
    damage: int
    toughness: int
    is_rogue: bool = False
    conviction: int = 0
    breathe_at: int = 1
    strikes_first: bool = False
    riposte: int = 3
    out_at: int = 6


KESSA = Fighter(5, 6, 4, 3, 3, 3, 5, is_rogue=True, conviction=3)
ORC = Fighter(1, 5, 3, 1, 1, 5, 6, breathe_at=2, strikes_first=True)
UNSOAKED_KESSA = KESSA._replace(conviction=0)
STEEL_KESSA = KESSA._replace(toughness=30)
STEEL_ORC = ORC._replace(toughness=30)
PAIR, HOPELESS = (KESSA, ORC), (STEEL_KESSA, STEEL_ORC)
Sides = tuple[tuple[Fighter, int], tuple[Fighter, int]]


def fights(sides: Sides, n: int, seed: int) -> Tally:
    """Play fights of two sides."""
    return tallied(partial(_fight, sides), n, seed)


def order(sides: Sides, random: Chance) -> list[int]:
    """Who acts when, the second side's numbers after the first's."""
    places: list[tuple[int, int, int]] = []
    for one, many in sides:
        for _ in range(many):
            thrown = (THROWS[int(random() * 216)] >> 1) + (one.initiative << 3)
            places.append((-thrown, -one.dexterity, len(places)))
    return [i for _, _, i in sorted(places)]


def edge(one: Fighter, foe: Fighter) -> tuple[int, int, bool]:
    """What an attack is ahead by, before dice; its damage above toughness; any stunt die."""
    ahead = 2 * ((one.attack - foe.defence) << 3) + (1 if one.fighting > foe.dexterity else -1)
    return ahead, one.damage - foe.toughness, one.is_rogue and foe.dexterity < one.dexterity


def _fight(sides: Sides, random: Chance) -> tuple[int, int]:
    (a, na), (b, nb) = sides
    alive = list(range(na)), list(range(na, na + nb))
    marks, penalties = [0] * (na + nb), [0] * (na + nb)
    conviction = [a.conviction] * na + [b.conviction] * nb
    edges, turns = (edge(a, b), edge(b, a)), order(sides, random)
    out_at = a.out_at, b.out_at
    tactics = [(x.breathe_at, x.strikes_first, y.riposte) for x, y in ((a, b), (b, a))]
    for rounds in range(1, CAP + 1):
        for i in turns:
            if marks[i] == FALLEN:
                continue
            side = i >= na
            breathe_at, strikes_first, riposte = tactics[side]
            if 0 < breathe_at <= penalties[i]:
                penalties[i] = 0
            foes = alive[not side]
            j = foes[0] if strikes_first else max(foes, key=marks.__getitem__)
            penalties[j] += 1
            won, lost = THROWS[int(random() * 216)], THROWS[int(random() * 216)]
            ahead, blow, pinpoints = edges[side]
            if 2 * ((won >> 1) - (lost >> 1) + ((penalties[j] - penalties[i]) << 3)) + ahead > 0:
                struck = j
            else:
                points = lost >> 1 & 7 if lost & 1 else 0
                answers = points >= riposte
                penalties[j] = max(0, penalties[j] - points + (riposte if answers else 0))
                if not answers:
                    continue
                won, lost, struck = lost, won, i
                _, blow, pinpoints = edges[not side]
            harm = blow + marks[struck] + (won >> 1 & 7 if pinpoints else 0)
            if harm <= 0:
                continue
            if harm > 1 and conviction[struck]:
                conviction[struck] -= 1
                harm = max(1, harm - (lost >> 1 & 7))
            marks[struck] += harm
            hurt = struck >= na
            if marks[struck] >= out_at[hurt]:
                marks[struck] = FALLEN
                alive[hurt].remove(struck)
                if not alive[hurt]:
                    return 1 + hurt, rounds
    return 0, CAP
