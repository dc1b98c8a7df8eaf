"""Solving absorbing chains, against linear algebra written here."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from affray.engine import capped as engine_capped
from affray.engine import lengths as engine_lengths
from affray.engine.capped import SURE, capped
from affray.engine.chain import Chain, Ending, TooLarge, Way, lump
from affray.engine.lengths import lengths
from affray.engine.solve import Solution, solve
from affray.engine.walk import Walk

TOTAL = 60
CAP = 3
HURT = 2
State = tuple[int, int, int]


class Table(NamedTuple):
    """A chain written down, which ends at CAP; whoever is HURT goes on from `hurt` nodes later."""

    ways: Sequence[Sequence[Way]]
    total: int = TOTAL
    hurt: int = 0

    def ways_of(self, node: int) -> tuple[Sequence[Way], int]:
        return self.ways[node], self.total

    def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
        """What each took at most is the ending, so that overkill is one."""
        if harm_a >= CAP or harm_b >= CAP:
            return min(harm_a, CAP), min(harm_b, CAP)
        return node + self.hurt if self.hurt > node and harm_a >= HURT else node


def random_chain(seed: int, nodes: int, ticks: Sequence[int] = (1,), hurt: bool = False) -> Table:
    """Ties, turns, harm to one and to both, and moves to other nodes without any."""
    dice = Random(seed)
    moves = []
    for part in range(0, nodes * (1 + hurt), nodes):
        for _ in range(nodes):
            ways = {(part + dice.randrange(nodes), 1, 0, 1): 1}
            left = TOTAL - 1
            while left:
                weight = min(left, dice.randint(1, 25))
                harm = dice.choice([(0, 0), (0, 0), (1, 0), (0, 1), (2, 0), (0, 3), (1, 1)])
                way = (part + dice.randrange(nodes), *harm, dice.choice(ticks))
                ways[way] = ways.get(way, 0) + weight
                left -= weight
            moves.append([Way(weight, *way) for way, weight in ways.items()])
    return Table(moves, hurt=nodes * hurt)


def after(chain: Chain, state: State, way: Way) -> State | Ending:
    """Where a way from a state leads: an ending says nothing of a node."""
    _, a, b = state
    a, b = a + way.harm_a, b + way.harm_b
    landed = chain.land(way.to, a, b)
    return (landed, a, b) if isinstance(landed, int) else landed


def states_of(chain: Table) -> list[State]:
    found = [(0, 0, 0)]
    for state in found:
        for way in chain.ways[state[0]]:
            to = after(chain, state, way)
            if len(to) == 3 and to not in found:
                found.append(to)
    return found


def by_elimination(chain: Table) -> tuple[dict[Ending, Fraction], Fraction]:
    """Every ending's chance and the mean length, from one system of equations each."""
    states = states_of(chain)
    endings = sorted({(a, b) for a in range(CAP + 1) for b in range(CAP + 1) if CAP in (a, b)})
    rows = []
    for state in states:
        row = [Fraction(s == state) for s in states]
        right = [Fraction(0)] * (len(endings) + 1)
        for way in chain.ways[state[0]]:
            to, share = after(chain, state, way), Fraction(way.weight, TOTAL)
            right[-1] += share * way.ticks
            if len(to) == 3:
                row[states.index(to)] -= share
            else:
                right[endings.index(to)] += share
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


def by_ticks(chain: Table, most: int) -> dict[Ending, list[float]]:
    """The chance of each ending with each number of ticks, followed way by way."""
    mass: list[dict[State, float]] = [{} for _ in range(most + 3)]
    mass[0][0, 0, 0] = 1.0
    ended: dict[Ending, list[float]] = {}
    for now in range(most + 1):
        while mass[now]:
            state, share = mass[now].popitem()
            for way in chain.ways[state[0]]:
                to, then, more = after(chain, state, way), now + way.ticks, share * way.weight
                if len(to) == 3:
                    if more > 1e-18:
                        mass[then][to] = mass[then].get(to, 0.0) + more / chain.total
                else:
                    ended.setdefault(to, [0.0] * len(mass))[then] += more / chain.total
    return {ending: chances[: most + 1] for ending, chances in ended.items()}


KINDS = pytest.mark.parametrize(
    ("ticks", "hurt"), [((1,), False), ((1,), True), ((0, 1), False), ((0, 1, 1, 2), True)]
)


@KINDS
@pytest.mark.parametrize("nodes", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(12))
def test_a_chain_with_loops_of_every_kind(
    seed: int, nodes: int, ticks: Sequence[int], hurt: bool
) -> None:
    chain = random_chain(seed, nodes, ticks, hurt)
    ends, mean = by_elimination(chain)
    found = solve(Walk(chain, 1000))
    assert found.ends == ends
    assert found.ticks == mean
    assert found.endless == 0
    # Those only passed through in a loop need no visit of their own.
    assert found.states <= len(states_of(chain))


@KINDS
@pytest.mark.parametrize("nodes", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(6))
def test_how_long_it_takes(seed: int, nodes: int, ticks: Sequence[int], hurt: bool) -> None:
    chain = random_chain(seed, nodes, ticks, hurt)
    walk = Walk(chain, 1000)
    found = lengths(walk, solve(walk).ticks, Fraction(1, 10**6))
    assert found is not None
    chances, more = found
    for n, parts in enumerate(zip(*by_ticks(chain, max(chances)).values(), strict=True)):
        assert abs(chances.get(n, 0) - sum(parts)) < 1e-12
    assert more == 1 - sum(chances.values())
    assert more < Fraction(1, 10**6)


@KINDS
@pytest.mark.parametrize("most", [0, 3, 60])
@pytest.mark.parametrize("seed", range(6))
def test_what_ends_before_it_is_stopped(
    seed: int, most: int, ticks: Sequence[int], hurt: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the bound of what takes longer, where that is little, and tick by tick."""
    chain = random_chain(seed, 3, ticks, hurt)
    walk = Walk(chain, 1000)
    expected = {ending: sum(chances) for ending, chances in by_ticks(chain, most).items()}
    found = [capped(walk, most)]
    monkeypatch.setattr(engine_capped, "WEIGHED", ())
    found.append(capped(walk, most))
    for bounds in found:
        assert set(expected) <= set(bounds)
        for ending, (low, high) in bounds.items():
            right = expected.get(ending, 0) if ending else 1 - sum(expected.values())
            assert low - 1e-11 <= right <= high + 1e-11
            assert high - low <= SURE


def test_nodes_that_move_alike_are_one() -> None:
    """Twins of two colours: they lead to each other, and are told apart by colour alone."""
    ways = [[Way(1, to, 0, 0), Way(2, 3 - to, 1, 0)] for to in (1, 0, 3, 2)]
    one, total = lump(ways, [3, 3, 3, 3], "aaaa")
    assert (one, total) == ([[Way(1, 0, 0, 0), Way(2, 0, 1, 0)], [], [], []], 3)
    two, _ = lump(ways, [3, 3, 3, 3], "aabb")
    assert two == [[Way(1, 0, 0, 0), Way(2, 2, 1, 0)], [], [Way(1, 2, 0, 0), Way(2, 0, 1, 0)], []]
    # The same weights of another total are not alike.
    assert all(lump(ways, [3, 4, 3, 3], "aaaa")[0])


def test_a_loop_between_turns_is_exact_however_likely() -> None:
    """Two nodes that nearly always hand over: no series would ever sum it up."""
    often = 10**12
    moves = [[Way(often - 1, 1, 0, 0), Way(1, 1, 3, 0)], [Way(often - 3, 0, 0, 0), Way(3, 0, 0, 3)]]
    found = solve(Walk(Table(moves, often), 10))
    a, b = Fraction(1, often), Fraction(3, often)
    first = a / (1 - (1 - a) * (1 - b))
    assert found.ends == {(3, 0): first, (0, 3): 1 - first}
    assert found.ticks == (1 + (1 - a)) / (1 - (1 - a) * (1 - b))


def test_what_never_ends() -> None:
    """A trap that is entered half of the time."""
    moves = [
        [Way(30, 1, 0, 0), Way(30, 0, 3, 0)],
        [Way(45, 2, 0, 0), Way(15, 1, 0, 0)],
        [Way(60, 1, 0, 0)],
    ]
    found = solve(Walk(Table(moves), 10))
    assert found == Solution({(3, 0): Fraction(1, 2)}, Fraction(1, 2), None, 2)


def test_a_chain_that_is_over_before_it_begins() -> None:
    class Over(Table):
        def land(self, node: int, harm_a: int, harm_b: int) -> int | Ending:
            return ("done",)

    found = solve(Walk(Over([[]]), 10))
    assert found == Solution({("done",): Fraction(1)}, Fraction(0), Fraction(0), 0)


def test_the_bound_on_states() -> None:
    chain = random_chain(1, 3)
    walked = Walk(chain, 1000).states
    assert Walk(chain, walked).states == walked
    with pytest.raises(TooLarge):
        Walk(chain, walked - 1)


def test_lengths_that_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_lengths, "MOST_BYTES", 1_000)
    walk = Walk(random_chain(1, 3), 1000)
    assert lengths(walk, Fraction(5), Fraction(1, 100)) is None
    with pytest.raises(TooLarge):
        capped(walk, 3)
