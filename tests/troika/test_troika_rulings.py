"""The switches of the rulings: their defaults, their alternatives, the rules they settle."""

from typing import get_args, get_type_hints

import pytest

from affray.lookup import rules
from affray.rulings import describe
from affray.systems.troika.rulings import Rulings

# Name: the rule it settles, the default, the alternatives (True and False for a yes or no).
SWITCHES: dict[str, tuple[str, object, set[object]]] = {
    "clamp": ("8/clamp", "once", {"each"}),
    "mighty_against_fumble": ("7.4/against-fumble", "both", {"mighty-blow"}),
    "unaware_double_six": ("7.3/double-six", "miss", {"mighty-blow"}),
    "unaware_double_one": ("7.3/double-one", "hit", {"fumble"}),
    "unaware_cover": ("7.3/cover", "lowers-target", {"ignored"}),
    "helpless": ("7.3/helpless", "unaware", {"fights-on"}),
    "two_weapon_skill": ("7.7/skill", "first", {"best"}),
    "ranged_in_melee": ("6.1/ranged-in-hand", "next-weapon", {"as-held"}),
    "weapon_choice": ("7.7/best-row", "best", {"first"}),
    "luck_tie_both": ("3.3/both", "tie", {"attacker", "defender"}),
    "shot_lost": ("6.2/shot-lost", "miss", {"countered"}),
    "shot_mighty": ("6.2/shot-mighty", "shooter", {"either"}),
    "shot_fumble": ("6.2/shot-fumble", "miss", {"as-melee"}),
    "hash_ignores_shield": ("8/shield-hash", False, {True}),
    "overburdened_damage_roll": ("10/damage-roll", False, {True}),
    "drowned": ("7.9/drowned", "dead", {"dying"}),
    "swim_load_rounding": ("7.9/swim-load", "down", {"up"}),
    "fall_rounding": ("7.8.1/rounding", "down", {"up"}),
    "enemy_token_cap": ("5/cap", False, {True}),
    "cap_counts_henchmen": ("5/cap-henchmen", False, {True}),
}
"""Every alternative here has its tests in the module of its rule."""


@pytest.mark.parametrize("name", Rulings.__struct_fields__)
def test_a_switch_has_its_default_and_alternatives(name: str) -> None:
    rule, default, others = SWITCHES[name]
    assert getattr(Rulings(), name) == default
    kind = get_type_hints(Rulings)[name]
    assert set(get_args(kind) or (True, False)) == {default, *others}
    (shown,) = (ruling for ruling in describe(Rulings) if ruling.name == name)
    assert (shown.rule, shown.default) == (rule, default)
    assert shown.reason


def test_every_switch_is_known_here() -> None:
    assert set(Rulings.__struct_fields__) == set(SWITCHES)


def test_each_rule_names_its_switch_and_is_a_ruling() -> None:
    named = {rule.id: (rule.status, rule.switches) for rule in rules("troika") if rule.switches}
    assert named == {rule: ("ruling", (name,)) for name, (rule, _, _) in SWITCHES.items()}
