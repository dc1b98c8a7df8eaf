"""An attack from the throw to the harm."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.faults import BadRequest, Forbidden
from affray.outcome import Effect, Outcome, apply
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Armour, Weapon
from tests.iron_gauntlets.ig_bout import played, someone
from tests.scaffold.game import result

SWORD = Weapon("sword", "melee", 3)
SUENTA = someone(
    "Suenta",
    fitness=5,
    awareness=3,
    luck=2,
    skills={"melee": 6, "marksmanship": 4},
    weapons=(
        SWORD,
        Weapon("bow", "marksmanship", 2, ranged=True, ability="awareness"),
        Weapon("hex", "sorcery", 0, track="fatigue", magic=True),
    ),
)
KOLBY = someone(
    "Kolby",
    fitness=4,
    awareness=3,
    skills={"melee": 5, "athletics": 4},
    armour=Armour(1, "injury"),
    weapons=(SWORD,),
)


def attack(
    *faces: int, attacker: Fighter = SUENTA, defender: Fighter = KOLBY, **options: Any
) -> Outcome:
    return played("attack", attacker, defender, faces=faces, **options)


FOUR = (1, 1, 1, 1, 10)


@pytest.mark.rule(
    "iron-gauntlets:attack", "iron-gauntlets:damage.formula", "iron-gauntlets:damage.tracks"
)
def test_an_undefended_hit() -> None:
    outcome = attack(*FOUR, defence="none")
    assert (outcome.outcome, outcome.success) == ("hit", True)
    assert result(outcome) == {
        "attacker": {"name": "Suenta"},
        "defender": {"name": "Kolby"},
        "weapon": "sword",
        "attack": {"dice_count": 5, "threshold": 6, "steps": 4, "difficulty": 1, "overkill": 3},
        "defence": None,
        "damage": {"track": "injury", "amount": 5},
    }
    assert outcome.effects == (Effect("Kolby", "injury", 0, 5),)
    kolby = apply({"Kolby": KOLBY}, outcome.effects)["Kolby"]
    (again,) = attack(*FOUR, defence="none", defender=kolby).effects
    assert again == Effect("Kolby", "injury", 5, 10)


@pytest.mark.rule("iron-gauntlets:defence.steps", "iron-gauntlets:tasks.resisted")
@pytest.mark.parametrize(
    ("steps", "word", "calamity"),
    [(4, "defended", False), (3, "hit", False), (1, "hit", False), (0, "hit", True)],
)
def test_kolby_faster_parries_four_steps(steps: int, word: str, calamity: bool) -> None:
    parry = [1] * steps + [10] * (4 - steps)
    outcome = attack(*FOUR, *parry, speed=5, target_speed=3, defence="parry")
    assert (outcome.outcome, outcome.success) == (word, word == "hit")
    assert result(outcome)["defence"] == {
        "kind": "parry",
        "dice_count": 4,
        "threshold": 5,
        "steps": steps,
        "difficulty": 4,
        "calamity": calamity,
    }
    assert (result(outcome)["damage"] is None) == (word == "defended")
    assert outcome.effects[0] == Effect("Kolby", "defended", False, True)


@pytest.mark.rule("iron-gauntlets:attack.miss")
def test_no_steps_no_defence() -> None:
    outcome = attack(10, 10, 10, 10, 10, defence="parry")
    assert (outcome.outcome, outcome.success) == ("miss", False)
    assert (result(outcome)["defence"], result(outcome)["damage"]) == (None, None)
    assert outcome.effects == ()


@pytest.mark.rule("iron-gauntlets:attack.miss", "iron-gauntlets:attack.difficulty")
def test_a_failed_task_misses_even_with_steps() -> None:
    outcome = attack(1, 1, 10, 10, 10, difficulty=3)
    assert (outcome.outcome, result(outcome)["attack"]["difficulty"]) == ("miss", 3)
    lands = Rulings(failed_attack="any-step-hits")
    outcome = attack(1, 1, 10, 10, 10, difficulty=3, defence="none", rulings=lands)
    assert (outcome.outcome, result(outcome)["damage"]["amount"]) == ("hit", 2)
    zero = attack(10, 10, 10, 10, 10, difficulty=0, rulings=lands)
    assert zero.outcome == "miss"


@pytest.mark.rule("iron-gauntlets:attack.difficulty", "iron-gauntlets:tasks.routine")
def test_an_attack_is_a_routine_task_unless_it_is_switched_off() -> None:
    assert result(attack(*FOUR, defence="none"))["attack"]["difficulty"] == 1
    none = attack(*FOUR, defence="none", rulings=Rulings(attack_difficulty="none"))
    assert (result(none)["attack"]["difficulty"], result(none)["attack"]["overkill"]) == (0, 4)
    routine = attack(*FOUR, defence="none", rulings=Rulings(routine_difficulty=2))
    assert result(routine)["attack"]["overkill"] == 2


@pytest.mark.rule("iron-gauntlets:defence.equal")
def test_equal_steps_favour_the_defender() -> None:
    parry: dict[str, Any] = {"defence": "parry", "speed": 5, "target_speed": 3}
    assert attack(*FOUR, 1, 1, 1, 1, **parry).outcome == "defended"
    other = attack(*FOUR, 1, 1, 1, 1, rulings=Rulings(equal_steps="attacker"), **parry)
    assert (other.outcome, result(other)["defence"]["difficulty"]) == ("hit", 5)


@pytest.mark.rule("iron-gauntlets:defence.failed", "iron-gauntlets:damage.overkill")
def test_a_failed_defence_takes_the_whole_hit() -> None:
    parry: dict[str, Any] = {"defence": "parry"}
    full = attack(*FOUR, 1, 1, 10, 10, **parry)
    assert result(full)["damage"]["amount"] == 3 + 3 - 1
    lessened = attack(*FOUR, 1, 1, 10, 10, rulings=Rulings(failed_defence="steps-lessen"), **parry)
    assert result(lessened)["damage"]["amount"] == 3 + 3 - 1 - 2
    against = attack(*FOUR, 1, 1, 10, 10, rulings=Rulings(overkill_against="defence"), **parry)
    assert result(against)["damage"]["amount"] == 3 + 2 - 1
    assert result(against)["attack"]["overkill"] == 3


@pytest.mark.rule("iron-gauntlets:attack")
def test_the_weapon_names_skill_and_ability() -> None:
    outcome = attack(4, 5, 10, weapon="Bow", defence="none")
    made = result(outcome)["attack"]
    assert (made["dice_count"], made["threshold"], made["steps"]) == (3, 4, 1)
    with pytest.raises(BadRequest, match="did you mean `sword`"):
        attack(weapon="sowrd")
    with pytest.raises(BadRequest, match="one weapon"):
        attack(weapon=["sword", "bow"])
    assert attack(*FOUR, weapon=["sword"], defence="none").outcome == "hit"


def test_nobody_strikes_without_a_weapon() -> None:
    unarmed = enter(replace(SUENTA.sheet, weapons=()))
    with pytest.raises(BadRequest, match="no weapon"):
        attack(attacker=unarmed)


def test_nobody_attacks_themselves() -> None:
    with pytest.raises(BadRequest, match="named twice"):
        attack(attacker=KOLBY)


@pytest.mark.rule("iron-gauntlets:tasks.luck")
def test_the_attackers_luck_adds_dice() -> None:
    outcome = attack(1, 1, 1, 1, 1, 1, 10, luck=2, defence="none")
    assert result(outcome)["attack"]["dice_count"] == 7
    assert outcome.effects[0] == Effect("Suenta", "luck", 2, 0)
    with pytest.raises(Forbidden):
        attack(luck=3)


@pytest.mark.rule("iron-gauntlets:tasks.skill-floor")
def test_the_skill_floor_reaches_attack_and_defence() -> None:
    floor = Rulings(skill_floor=6)
    outcome = attack(*FOUR, 6, 6, 10, 10, defence="parry", rulings=floor)
    assert result(outcome)["defence"]["threshold"] == 6
    assert result(outcome)["defence"]["steps"] == 2
    clumsy = enter(replace(SUENTA.sheet, skills={"melee": 4}))
    cut = attack(*FOUR, attacker=clumsy, defence="none", rulings=floor)
    assert result(cut)["attack"]["overkill"] == 1


@pytest.mark.rule("iron-gauntlets:damage.magic")
def test_magic_without_a_number_of_its_own_harms_nobody() -> None:
    outcome = attack(1, 1, 10, 10, 10, weapon="hex", defence="none")
    assert (outcome.outcome, result(outcome)["damage"]) == (
        "hit",
        {"track": "fatigue", "amount": 0},
    )
    assert outcome.effects == ()


def test_circumstances_are_dice_on_either_side() -> None:
    outcome = attack(1, 1, 10, 1, 1, 1, modifier=-2, target_modifier=-1, defence="parry")
    assert result(outcome)["attack"]["dice_count"] == 3
    assert result(outcome)["defence"]["dice_count"] == 3


@pytest.mark.rule("iron-gauntlets:tasks.calamity")
def test_a_calamitous_attack_is_a_miss_that_says_so() -> None:
    outcome = attack(1, 10, 10, 10, 10, difficulty=5)
    assert outcome.outcome == "miss"
    assert "iron-gauntlets:tasks.calamity" in {step.rule for step in outcome.trace}


@pytest.mark.parametrize(
    "options",
    [
        {"speed": 0}, {"speed": 11}, {"defence": "duck"}, {"cover": 1}, {"extra_actions": -1},
        {"declared": True, "defence": "dodge"}, {"speed": 4}, {"target_speed": 4},
    ],
)  # fmt: skip
def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        attack(**options)
