"""Iron Gauntlets in words: one headline, then facts."""

from typing import Any

import pytest
from msgspec.structs import replace

from affray.deed import Deed
from affray.dice import ScriptedDice
from affray.fight import Joining, act, start
from affray.outcome import Effect
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Weapon
from affray.systems.iron_gauntlets.words import tell
from tests.iron_gauntlets.ig_bout import played, someone

FIGURES = Rulings(asphyxiation_damage=2, fire_damage=3, fall_damage=1)


def armed(name: str) -> Fighter:
    return someone(
        name,
        fitness=3,
        awareness=3,
        skills={"melee": 6, "athletics": 5},
        weapons=(Weapon("sword", "melee", 2),),
    )


SUENTA, KOLBY = armed("Suenta"), armed("[Kolby]")


def lines(command: str, faces: tuple[int, ...], *fighters: Fighter, **options: Any) -> list[str]:
    """What is printed, as piped output has it."""
    outcome = played(command, *fighters, faces=faces, rulings=FIGURES, **options)
    told = list(tell(command, outcome))
    assert [line.kind for line in told].count("headline") == 1
    assert told[0].kind == "headline"
    return [f"{line.label}: {line.text}" if line.label else line.text for line in told]


def test_a_hit() -> None:
    assert lines("attack", (1, 6, 10, 1, 7, 10), SUENTA, KOLBY, defence="parry") == [
        "Suenta attacks [Kolby] with sword: a hit, 3 injury",
        "attack: 3D up to 6: 2 steps against 1, overkill 1",
        "parry: 3D up to 6: 1 step against 2",
        "damage: 3 injury",
    ]


def test_a_hit_without_a_defence() -> None:
    assert lines("attack", (1, 10, 10), SUENTA, KOLBY, defence="none") == [
        "Suenta attacks [Kolby] with sword: a hit, 2 injury",
        "attack: 3D up to 6: 1 step against 1",
        "defence: none",
        "damage: 2 injury",
    ]


def test_a_defended_attack_and_a_calamity() -> None:
    assert lines("attack", (1, 10, 10, 1, 10, 10), SUENTA, KOLBY, defence="dodge") == [
        "Suenta attacks [Kolby] with sword: stopped by a dodge",
        "attack: 3D up to 6: 1 step against 1",
        "dodge: 3D up to 5: 1 step against 1",
    ]
    strong = replace(SUENTA, luck=1)
    told = lines("attack", (1, 1, 1, 1, 9, 9, 9), strong, KOLBY, defence="parry", luck=1)
    assert told[2] == "parry: 3D up to 6: 0 steps against 4, a calamity"


def test_a_miss() -> None:
    assert lines("attack", (10, 10, 10), SUENTA, KOLBY) == [
        "Suenta attacks [Kolby] with sword: a miss",
        "attack: 3D up to 6: 0 steps against 1",
    ]


def test_a_task() -> None:
    assert lines("roll task", (1, 2, 3), SUENTA, skill="sailing", ability="awareness") == [
        "Suenta tries sailing with awareness: success",
        "task: 3D on a 1: 1 step against 1",
    ]
    assert lines("roll task", (), SUENTA, skill="melee", modifier=-3)[1] == (
        "task: no dice: 0 steps against 1"
    )


@pytest.mark.parametrize(
    ("faces", "options", "told"),
    [
        (
            (),
            {"mode": "swim", "distance": 13},
            ["Suenta swims, automatic: 13 ft", "fitness left: 0 (cost 3)"],
        ),
        (
            (1, 1, 10),
            {"mode": "run", "method": "advanced", "distance": 75},
            [
                "Suenta runs, advanced: 50 ft, not all the way",
                "athletics: 2 steps against 3",
                "fitness left: 3 (cost 0)",
            ],
        ),
        (
            (1, 1, 10),
            {"mode": "run", "method": "advanced", "distance": 75, "on_fail": "trip"},
            [
                "Suenta runs, advanced: 37 ft, and trips",
                "athletics: 2 steps against 3",
                "fitness left: 3 (cost 0)",
            ],
        ),
        (
            (1, 1, 10),
            {"mode": "crawl", "method": "basic"},
            ["Suenta crawls, basic: 6 ft", "athletics: 2 steps", "fitness left: 3 (cost 0)"],
        ),
    ],
)
def test_moves(faces: tuple[int, ...], options: dict[str, Any], told: list[str]) -> None:
    assert lines("move", faces, SUENTA, **options) == told


def test_standing_up() -> None:
    assert lines("move", (), replace(KOLBY, prone=True), stand=True) == ["[Kolby] stands up"]


def test_what_is_done_beside_striking() -> None:
    fight = start("iron-gauntlets", [Joining("Suenta", SUENTA.sheet, "us")])
    for what, options, told in (
        ("declare", {"kind": "attack"}, "Suenta declares: attack"),
        ("use", {"kind": "magic"}, "Suenta takes an action for a task of magic"),
        ("down", {}, "Suenta is knocked down, and does nothing more this turn"),
        ("stop", {}, "Suenta is stopped, and does nothing more this turn"),
        ("stand", {}, "Suenta stands up"),
        ("flee", {}, "Suenta runs from the fight"),
        ("rest", {}, "Suenta rests"),
    ):
        command = f"act {what}"
        outcome = act(fight, Deed(command, ("Suenta",), options), ScriptedDice(()), turn="ignored")
        assert [line.text for line in tell(command, outcome.whole)] == [told]
        if what == "down":
            fight = fight.apply(outcome.whole.effects)
    fight = fight.apply([Effect("Suenta", "fatigue", 0, 2)])
    outcome = act(fight, Deed("act rest", ("Suenta",)), ScriptedDice(()))
    assert [f"{line.label}: {line.text}" for line in tell("act rest", outcome.whole)][1:] == [
        "harm left: injury 0, fatigue 2"
    ]


def test_reaction() -> None:
    assert lines("roll reaction", (4, 8), SUENTA, awareness=1) == [
        "Suenta acts at speed 4",
        "Suenta: speed 4 (2D); actions: 1 of any kind, "
        "1 of awareness, reasoning or influence; fitness 3, awareness 2",
    ]
    assert lines("roll initiative", (4, 4), SUENTA, KOLBY) == [
        "Order: Suenta, [Kolby]",
        "Suenta: speed 4 (1D), tied; actions: 1 of any kind; fitness 3, awareness 3",
        "[Kolby]: speed 4 (1D), tied; actions: 1 of any kind; fitness 3, awareness 3",
    ]
    told = lines("roll reaction", (), SUENTA, fitness=1, modifier=-2)
    assert told[1] == (
        "Suenta: speed 9 (by default); actions: 1 of any kind, 1 of fitness; fitness 2, awareness 3"
    )


def test_damage() -> None:
    assert lines("damage", (), SUENTA, KOLBY, overkill=1) == ["Damage: 3 injury to [Kolby]"]
    assert lines("damage", (), weapon_number=2) == ["Damage: 2 injury"]
    assert lines("damage", (), weapon_number=0) == ["Damage: no harm"]


def test_hazards() -> None:
    found = lines("drown", (1, 10, 10), SUENTA)
    assert found == ["Afloat", "athletics: 1 step against 1", "turns without breath: 0"]
    assert lines("drown", (), SUENTA, failed=True, failures=1) == [
        "Drowning: 2 fatigue",
        "turns without breath: 2",
    ]
    assert lines("fall", (), SUENTA, metres=4) == ["A fall of 4 m: 4 injury"]
    assert lines("fall", (), SUENTA, metres=0) == ["A fall of 0 m: no harm"]
    assert lines("hazard", (), SUENTA, kind="fire", overkill=1) == ["Burning: 4 injury"]
