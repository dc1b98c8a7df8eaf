"""A new character: starting scores (rule creation)."""

from affray.dice import Dice, Sum
from affray.starter import Score
from affray.systems.troika.rolls import SYSTEM

RULE = f"{SYSTEM}:creation"


def scores(dice: Dice) -> dict[str, Score]:
    """Skill, Stamina and Luck of a new character (rule creation).

    Thrown in that order; the d3 is half a d6, fractions going up.
    """
    skill = (dice.throw(Sum(1, 6), "Skill, a d3") + 1) // 2 + 3
    stamina = dice.throw(Sum(2, 6), "Stamina") + 12
    luck = dice.throw(Sum(1, 6), "Luck") + 6
    return {
        "skill": Score("1d3+3", skill, RULE),
        "stamina": Score("2d6+12", stamina, RULE),
        "luck": Score("1d6+6", luck, RULE),
    }
