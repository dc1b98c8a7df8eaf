"""How sheets play themselves."""

from typing import Any

import pytest

from affray import fight as fights
from affray.deed import Deed
from affray.dice import ScriptedDice, SeededDice
from affray.engine.tell import take_turn
from affray.supply import Supply
from affray.systems.reactive_combat.sheet import Sheet
from affray.systems.reactive_combat.tactics import decide
from affray.validate import Invalid
from tests.reactive_combat.rc_bout import HIT, MISS, PISTOL, duel, sheet
from tests.scaffold.bout import Bout, facing


def decided(bout: Bout, name: str = "Ann") -> Deed | None:
    return decide(bout.fight, bout.fighter(name), SeededDice(1))


def with_tactics(name: str = "Ann", **wishes: Any) -> Sheet:
    more: dict[str, Any] = {"conviction": wishes.pop("conviction_held", 0)}
    more |= {key: wishes.pop(key) for key in ("kind",) if key in wishes}
    weapons = wishes.pop("weapons", [{"name": "longsword"}, PISTOL])
    return sheet(name, weapons=weapons, tactics=wishes, **more)


def options(bout: Bout, name: str = "Ann") -> dict[str, Any]:
    deed = decided(bout, name)
    assert deed is not None
    assert deed.command == "attack"
    return deed.options


def test_an_attack_with_the_first_weapon_or_the_one_wished_for() -> None:
    stunts = ["riposte", "breath-in:6"]
    assert decided(duel()) == Deed(
        "attack", ("Ann", "Bob"), {"weapon": ["longsword"], "stunt": stunts}
    )
    shot = options(duel(with_tactics(weapon="PISTOL")))
    assert shot == {"weapon": ["pistol"], "distance": 8, "extra_bullet": True}
    far = options(duel(with_tactics(weapon="pistol", distance=20, extra_bullet=False)))
    assert far == {"weapon": ["pistol"], "distance": 20}
    close = options(duel(with_tactics(weapon="pistol", distance=1)))
    assert close["stunt"] == stunts
    bare = options(duel(sheet("Ann", weapons=[])))
    assert bare["weapon"] == ["unarmed"]


@pytest.mark.rule("reactive-combat:ranged.between")
def test_a_distance_that_a_ruling_takes_out_of_reach() -> None:
    medium = {key: value for key, value in PISTOL.items() if key != "short"}
    ann = with_tactics(weapons=[medium], distance=8.5)
    assert options(duel(ann))["distance"] == 8.5
    assert options(duel(ann, between_bands="nearer"))["distance"] == 26


def test_the_target_is_chosen_and_defends_as_its_own_tactics_say() -> None:
    ann = with_tactics(target="Dan", conviction=2, keep_conviction=1, conviction_held=2)
    dan = with_tactics("Dan", soak=3, stunts=["breath-in:2"], conviction_held=5)
    bout = Bout(facing(ann, sheet("Bob"), sheet("Cat"), dan))
    bout.next(6, 6, 6, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    deed = decided(bout)
    assert deed is not None
    assert deed.who == ("Ann", "Dan")
    assert deed.options == {
        "weapon": ["longsword"],
        "conviction": 1,
        "target_conviction": 3,
        "stunt": ["breath-in:2"],
    }
    bout.suffers("Dan", fled=True)
    bout.suffers("Bob", marks=2)
    deed = decided(bout)
    assert deed is not None
    assert deed.who == ("Ann", "Bob")


@pytest.mark.parametrize(("wish", "whom"), [("weakest", "Bob"), ("strongest", "Dan")])
def test_the_weakest_and_the_strongest(wish: str, whom: str) -> None:
    strong = sheet("Dan", abilities={"fighting": 3}, focuses={"fighting": "heavy blades"})
    bout = Bout(facing(with_tactics(target=wish), sheet("Bob"), sheet("Cat"), strong))
    bout.next(6, 6, 6, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    deed = decided(bout)
    assert deed is not None
    assert deed.who[1] == whom


@pytest.mark.rule("reactive-combat:expert-strike")
def test_a_warrior_strikes_expertly_once_a_round() -> None:
    bout = duel(sheet("Ann", kind="warrior"))
    assert options(bout)["expert_strike"] is True
    bout.suffers("Ann", expert_struck=True)
    assert "expert_strike" not in options(bout)
    assert "expert_strike" not in options(duel(with_tactics(kind="warrior", expert_strike=False)))


@pytest.mark.rule("reactive-combat:deep-breath")
def test_who_has_penalties_breathes_before_attacking() -> None:
    bout = duel(with_tactics(breathe_at=2))
    bout.suffers("Ann", penalties=1)
    assert options(bout)
    bout.suffers("Ann", penalties=2)
    assert decided(bout) == Deed("act deep-breath", ("Ann",), {})
    bout.act("act deep-breath", "Ann")
    assert options(bout)
    bout.act("attack", "Ann", "Bob", dice=MISS)
    assert bout.whose == set()
    never = duel(with_tactics(breathe_at=0))
    never.suffers("Ann", penalties=9)
    assert options(never)


@pytest.mark.rule("reactive-combat:flee")
def test_who_has_had_enough_flees() -> None:
    bout = duel(with_tactics(flee_at=3))
    bout.suffers("Ann", marks=3)
    assert decided(bout) == Deed("act flee", ("Ann",), {})
    bout.act("act use", "Ann", kind="major")
    assert decided(bout) is None


@pytest.mark.rule("reactive-combat:repeaters.load", "reactive-combat:repeaters.load-empty")
def test_an_empty_gun_is_loaded_first_and_a_used_one_after() -> None:
    one = Deed("act load", ("Ann",), {"weapon": "pistol"})
    bout = duel(with_tactics(weapon="pistol", extra_bullet=False))
    bout.act("attack", "Ann", "Bob", weapon="pistol", distance=8, dice=(1, 1, 2))
    assert decided(bout) == one
    bout.next_to("Ann")
    assert options(bout)
    bout.suffers("Ann", ammunition={"pistol": 0})
    assert decided(bout) == one
    bout.act(one.command, *one.who, **one.options)
    assert options(bout) == {"weapon": ["pistol"], "distance": 8}
    whole = duel(with_tactics(weapon="pistol", load="all"))
    whole.suffers("Ann", ammunition={"pistol": 0})
    assert decided(whole) == Deed("act fill", ("Ann",), {"weapon": "pistol"})
    forced = duel(with_tactics(weapon="pistol"), empty_loads_one=False)
    forced.suffers("Ann", ammunition={"pistol": 0})
    assert decided(forced) == Deed("act fill", ("Ann",), {"weapon": "pistol"})
    forced.act("move", "Ann")
    assert decided(forced) is None


@pytest.mark.rule("reactive-combat:repeaters.extra-bullet")
def test_an_extra_bullet_while_there_is_a_second_one_and_an_action_for_it() -> None:
    bout = duel(with_tactics(weapon="pistol"))
    assert options(bout)["extra_bullet"] is True
    bout.suffers("Ann", ammunition={"pistol": 1})
    assert "extra_bullet" not in options(bout)
    bout.suffers("Ann", ammunition={"pistol": 2})
    bout.act("move", "Ann")
    assert "extra_bullet" not in options(bout)


def test_nobody_left_to_fight_is_nothing_to_do() -> None:
    bout = duel(out_at_marks=1)
    bout.suffers("Bob", marks=1)
    assert decided(bout) is None


def test_out_of_turn_a_director_gets_an_attack() -> None:
    bout = duel(with_tactics("Ann"), with_tactics("Bob", weapon="pistol"))
    bout.suffers("Bob", penalties=2)
    assert options(bout, "Bob")
    taken = take_turn(bout.fight, "Bob", Supply(1), turn="overruled")
    assert [done.deed.command for done in taken] == ["attack"]


@pytest.mark.parametrize(
    ("wishes", "about"),
    [
        ({"weapon": "longbow"}, "weapon"), ({"distance": 30}, "distance"),
        ({"weapon": "pistol", "distance": 30}, "distance"),
        ({"weapon": "pistol", "distance": 61}, "distance"),
        ({"stunts": ["breath-in:1", "breath-in:2"]}, "stunts"), ({"stunts": ["dodge"]}, "stunts"),
        ({"flee_at": 0}, "flee_at"), ({"load": "two"}, "load"), ({"courage": 3}, "courage"),
    ],
)  # fmt: skip
def test_tactics_that_make_no_sense_are_refused(wishes: dict[str, Any], about: str) -> None:
    with pytest.raises(Invalid) as refusal:
        with_tactics(**wishes)
    (found,) = refusal.value.findings
    assert found.path[:2] == ("tactics", about)


def test_tactics_that_make_sense() -> None:
    for wishes in ({"weapon": "mace"}, {"weapon": "Pistol", "distance": 2}, {"distance": 0}):
        assert options(duel(with_tactics(**wishes)))["weapon"]


def test_a_hit_in_the_dark_is_as_scripted() -> None:
    """A turn by tactics takes hand-rolled dice like any other."""
    bout = duel()
    deed = decided(bout)
    assert deed is not None
    played = fights.act(bout.fight, deed, ScriptedDice(HIT))
    assert played.outcome.outcome == "shrugged"
