"""How sure a counted chance is."""

from math import sqrt

Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 %."""


def interval(count: int, of: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a chance that came off `count` times out of `of`.

    `z` is the normal quantile of how sure it is to be, 95 % unless said otherwise.
    """
    share, square = count / of, z * z
    middle = share + square / (2 * of)
    spread = z * sqrt(share * (1 - share) / of + square / (4 * of * of))
    below = 1 + square / of
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)
