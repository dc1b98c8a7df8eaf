"""Whose field a sweep varies, where a side is called as one of its own."""

from affray.engine.many.sweep import axes
from affray.fight import Joining, start
from affray.sheets import creature


def test_a_side_stands_before_a_name_called_the_same() -> None:
    goblin, ogre = creature("goblin"), creature("ogre")
    fight = start(
        "troika",
        [
            Joining("Ogre", ogre, "Ogre"),
            Joining("Goblin", goblin, "Goblin"),
            Joining("Goblin-2", goblin, "Goblin"),
        ],
    )
    (whole,) = axes(["Goblin.skill=3,12"], fight)
    assert whole.who == ("Goblin", "Goblin-2")
    (one,) = axes(["Goblin-2.skill=3,12"], fight)
    assert one.who == ("Goblin-2",)
