"""Solving absorbing chains, against linear algebra written here."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from affray.engine.lengths import lengths
from affray.engine.solve import DuelChain, Move, Solution, TooLarge, solve

TOTAL = 60
CAP = 3
State = tuple[int, int, int]


def over(node: int, harm_a: int, harm_b: int) -> tuple[int, int] | None:
    """Out at 3: what each took at most, so that overkill is one ending."""
    if harm_a < CAP and harm_b < CAP:
        return None
    return min(harm_a, CAP), min(harm_b, CAP)


def random_chain(seed: int, nodes: int) -> DuelChain:
    """Ties, turns, harm to one and to both, and moves to other nodes without any."""
    dice = Random(seed)
    moves = []
    for _ in range(nodes):
        ways = {(dice.randrange(nodes), 1, 0): 1}
        left = TOTAL - 1
        while left:
            weight = min(left, dice.randint(1, 25))
            harm = dice.choice([(0, 0), (0, 0), (1, 0), (0, 1), (2, 0), (0, 3), (1, 1)])
            way = (dice.randrange(nodes), *harm)
            ways[way] = ways.get(way, 0) + weight
            left -= weight
        moves.append([Move(weight, *way) for way, weight in ways.items()])
    return DuelChain(moves, TOTAL, over)


def states_of(chain: DuelChain) -> list[State]:
    found, work = [(0, 0, 0)], [(0, 0, 0)]
    while work:
        node, a, b = work.pop()
        for move in chain.moves[node]:
            state = move.to, a + move.harm_a, b + move.harm_b
            if over(*state) is None and state not in found:
                found.append(state)
                work.append(state)
    return found


def by_elimination(chain: DuelChain) -> tuple[dict[tuple[int, int], Fraction], Fraction]:
    """Every ending's chance and the mean length, from one system of equations each."""
    states = states_of(chain)
    endings = sorted({(a, b) for a in range(CAP + 1) for b in range(CAP + 1) if CAP in (a, b)})
    rows = []
    for state in states:
        row = [Fraction(s == state) for s in states]
        right = [Fraction(0)] * (len(endings) + 1)
        right[-1] = Fraction(1)
        node, a, b = state
        for move in chain.moves[node]:
            to = move.to, a + move.harm_a, b + move.harm_b
            ending = over(*to)
            if ending is None:
                row[states.index(to)] -= Fraction(move.weight, TOTAL)
            else:
                right[endings.index(ending)] += Fraction(move.weight, TOTAL)
        rows.append(row + right)
    size = len(states)
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [v / rows[column][column] for v in rows[column]]
        for r in range(size):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [v - factor * w for v, w in zip(rows[r], rows[column], strict=True)]
    start = rows[0][size:]
    return {e: p for e, p in zip(endings, start, strict=False) if p}, start[-1]


@pytest.mark.parametrize("nodes", [1, 2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_a_chain_with_loops_of_every_kind(seed: int, nodes: int) -> None:
    chain = random_chain(seed, nodes)
    ends, steps = by_elimination(chain)
    found = solve(chain, 1000)
    assert found.ends == ends
    assert found.steps == steps
    assert found.endless == 0
    # Those only passed through in a loop need no visit of their own.
    assert found.states <= len(states_of(chain))


@pytest.mark.parametrize("nodes", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_how_long_it_takes(seed: int, nodes: int) -> None:
    chain = random_chain(seed, nodes)
    solution = solve(chain, 1000)
    found = lengths(chain, solution.states, solution.steps, Fraction(1, 10**6))
    assert found is not None
    chances, more = found
    mass: dict[State, Fraction] = {(0, 0, 0): Fraction(1)}
    for number in range(1, max(chances) + 1):
        after: dict[State, Fraction] = {}
        ended = Fraction(0)
        for (node, a, b), p in mass.items():
            for move in chain.moves[node]:
                state = move.to, a + move.harm_a, b + move.harm_b
                share = p * Fraction(move.weight, TOTAL)
                if over(*state) is None:
                    after[state] = after.get(state, Fraction(0)) + share
                else:
                    ended += share
        assert chances.get(number, 0) == ended
        mass = after
    assert more == 1 - sum(chances.values())
    assert more < Fraction(1, 10**6)


def test_a_loop_between_turns_is_exact_however_likely() -> None:
    """Two nodes that nearly always hand over: no series would ever sum it up."""
    often = 10**12
    moves = [
        [Move(often - 1, 1, 0, 0), Move(1, 1, 3, 0)],
        [Move(often - 3, 0, 0, 0), Move(3, 0, 0, 3)],
    ]
    found = solve(DuelChain(moves, often, over), 10)
    a, b = Fraction(1, often), Fraction(3, often)
    first = a / (1 - (1 - a) * (1 - b))
    assert found.ends == {(3, 0): first, (0, 3): 1 - first}
    assert found.steps == (1 + (1 - a)) / (1 - (1 - a) * (1 - b))


def test_what_never_ends() -> None:
    """A trap that is entered half of the time."""
    moves = [
        [Move(30, 1, 0, 0), Move(30, 0, 3, 0)],
        [Move(45, 2, 0, 0), Move(15, 1, 0, 0)],
        [Move(60, 1, 0, 0)],
    ]
    found = solve(DuelChain(moves, TOTAL, over), 10)
    assert found == Solution({(3, 0): Fraction(1, 2)}, Fraction(1, 2), None, 2)


def test_a_chain_that_is_over_before_it_begins() -> None:
    found = solve(DuelChain([[]], 1, lambda node, a, b: ("done",)), 10)
    assert found == Solution({("done",): Fraction(1)}, Fraction(0), Fraction(0), 0)


def test_the_bound_on_states() -> None:
    chain = random_chain(1, 3)
    walked = solve(chain, 1000).states
    assert solve(chain, walked).states == walked
    with pytest.raises(TooLarge):
        solve(chain, walked - 1)


def test_lengths_that_would_not_fit() -> None:
    chain = random_chain(1, 3)
    assert lengths(chain, 10**9, Fraction(5), Fraction(1, 100)) is None
