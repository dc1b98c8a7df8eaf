"""Counting the ways that dice can fall."""

from fractions import Fraction
from functools import partial
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from affray.dice import Dice, Lowest, Pool, Roll, Sum
from affray.engine.chain import TooLarge
from affray.engine.exact import Shares, distribution, mean, tally


def two_or_three(dice: Dice) -> int:
    """A die that decides how many more are thrown: totals of different size."""
    first = dice.throw(Sum(1, 6), "first")
    return first + dice.throw(Sum(first, 4), "then")


def throw(roll: Roll[int], dice: Dice) -> int:
    return dice.throw(roll, "dice")


def test_branches_of_different_size_come_over_one_total() -> None:
    found, total = tally(two_or_three, lambda value: value)
    assert sum(found.values()) == total == 6 * 4**6
    oracle = icepool.d6.map(lambda first: first + first @ icepool.d4)
    assert distribution(two_or_three, lambda value: value) == {
        value: Fraction(n, oracle.denominator()) for value, n in oracle.items()
    }


@pytest.mark.parametrize("count", range(1, 6))
def test_sums_pools_and_lowest_agree_with_icepool(count: int) -> None:
    pairs: tuple[tuple[Roll[int], Any], ...] = (
        (Sum(count, 6), count @ icepool.d6),
        (Pool(count, 4), count @ (icepool.d(10) <= 4)),
        (Lowest(count, 10), icepool.d(10).lowest(count)),
    )
    for roll, oracle in pairs:
        found = distribution(partial(throw, roll), lambda value: value)
        assert found == {int(v): Fraction(n, oracle.denominator()) for v, n in oracle.items()}


def test_too_many_ways_are_not_played() -> None:
    found, _ = tally(two_or_three, lambda value: value, limit=69)
    assert found
    with pytest.raises(TooLarge):
        tally(two_or_three, lambda value: value, limit=5)


def test_the_mean_is_exact() -> None:
    found = distribution(lambda dice: dice.throw(Sum(2, 6), "2d6"), lambda value: value)
    assert mean(found) == 7
    assert mean({}) == 0


def test_shares_keep_the_order_they_came_in_or_sort() -> None:
    shares = Shares(4)
    for key, weight in ((3, 1), (1, 2), (3, 1)):
        shares.add(key, weight)
    assert list(shares.chances()) == [3, 1]
    assert shares.ordered() == {1: Fraction(1, 2), 3: Fraction(1, 2)}
