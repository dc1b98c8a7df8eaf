"""`--precision`: no bound is farther from the chance that is printed."""

import pytest

from affray.engine.many.simulate import fights_for, simulate
from affray.fight import Joining, start
from affray.sheets import creature


@pytest.mark.parametrize("precision", [0.02, 0.05])
@pytest.mark.parametrize("foe", ["goblin", "orc", "dragon"])
def test_every_bound_is_within_what_was_asked(foe: str, precision: float) -> None:
    fight = start(
        "troika", [Joining("Orc", creature("orc"), "a"), Joining("Foe", creature(foe), "b")]
    )
    done = simulate(fight, precision=precision, seed=1)
    assert done.tally.fights <= fights_for(precision)
    for side in done.sides:
        share, low, high = done.chance(done.tally.winners()[side])
        assert max(high - share, share - low) <= precision
