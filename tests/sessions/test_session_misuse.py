"""Sessions under misuse: each of these once lost or spoiled one."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from affray.deed import Deed
from affray.dice import SeededDice
from affray.fight import Joining, start
from affray.outcome import Effect
from affray.session.file import load
from affray.sheets import creature, loads
from tests.sessions.conftest import Affray


def test_removing_somebody_twice_removes_them_once(night: Path, affray: Affray) -> None:
    affray("session", "remove", "night.toml", "Goblin-1", "goblin-1")
    affray("session", "undo", "night.toml")
    assert [f.name for f in load(str(night)).fight.fighters].count("Goblin-1") == 1


BAD_EFFECTS = [
    {"who": "Hero", "field": "stamina", "before": 40, "after": "lots"},
    {"who": "Hero", "field": "stamina", "before": 40, "after": 10**12},
    {"who": "Hero", "field": "name", "before": "Hero", "after": "Goblin-1"},
    {"who": "Hero", "field": "sheet", "before": None, "after": None},
    {"who": "Hero", "field": "wings", "before": 0, "after": 2},
    {"who": "", "field": "round", "before": 0, "after": "three"},
    {"who": "Nobody", "field": "stamina", "before": 1, "after": 2},
]


@pytest.mark.parametrize("effect", BAD_EFFECTS, ids=lambda e: f"{e['who']}.{e['field']}")
def test_no_result_makes_a_state_of_nonsense(night: Path, affray: Affray, effect: object) -> None:
    before = night.read_bytes()
    result = {"affray": 1, "command": "fall", "system": "troika", "effects": [effect]}
    (night.parent / "bad.json").write_text(json.dumps(result), "utf-8")
    affray("session", "apply", "night.toml", "bad.json", status=3)
    assert night.read_bytes() == before


def test_a_result_of_another_version_is_refused(night: Path, affray: Affray) -> None:
    result = {"affray": 99, "command": "fall", "system": "troika", "effects": []}
    (night.parent / "bad.json").write_text(json.dumps(result), "utf-8")
    assert "version 99" in affray("session", "apply", "night.toml", "bad.json", status=3).errors


def test_a_log_mended_into_nonsense_spoils_nothing(night: Path, affray: Affray) -> None:
    affray("fall", "Hero", "2", "--dice", "3", "--session", "night.toml")
    text = night.read_text("utf-8").replace("before = 40", 'before = "x"')
    night.write_text(text, "utf-8")
    affray("session", "undo", "night.toml", status=3)
    assert night.read_text("utf-8") == text


def test_a_bag_without_an_end_is_said_and_does_not_hang(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    lines = night.read_text("utf-8").splitlines(keepends=True)
    night.write_text("".join(line for line in lines if not line.startswith("bag = ")), "utf-8")
    assert "End of the Round" in affray("session", "next", "night.toml", status=3).errors


def test_only_one_of_many_begins_a_session(tmp_path: Path, affray: Affray) -> None:
    def new(_: int) -> bool:
        try:
            affray("session", "new", "race.toml", "@goblin")
        except AssertionError:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(new, range(6))) == 1


def test_rest_heals_nobody_twice(night: Path, affray: Affray) -> None:
    affray("fall", "Hero", "12", "--dice", "6,6,6,6,6,6", "--session", "night.toml")
    rest = ("session", "rest", "night.toml", "--who", "Hero", "--who", "hero")
    affray(*rest, "--dice", "1,1")
    assert load(str(night)).fight.fighter("Hero").stamina == 6


def test_rest_passes_over_who_fled_and_died(night: Path, affray: Affray) -> None:
    anyway = ("--session", "night.toml", "--anyway")
    affray("act", "Goblin-1", "flee", *anyway)
    affray("fall", "Goblin-1", "4", "--dice", "6,6", "--session", "night.toml")
    affray("session", "rest", "night.toml", "--seed", "1")
    assert load(str(night)).fight.fighter("Goblin-1").is_dead


@pytest.mark.rule("troika:5.2")
def test_after_a_delay_the_director_is_told(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    affray("act", "Hero", "delay", "--session", "night.toml")
    shown = affray("session", "show", "night.toml").text
    assert shown.startswith("Round 1: the token was put back; draw the next")


@pytest.mark.parametrize("again", ["Hero", "hero"])
def test_nobody_is_in_an_action_twice(night: Path, affray: Affray, again: str) -> None:
    done = affray("attack", "Hero", again, "--session", "night.toml", "--anyway", status=2)
    assert "named twice" in done.errors


def test_a_fight_counts_stamina_itself(night: Path, affray: Affray) -> None:
    done = affray("fall", "Hero", "4", "--stamina", "5", "--session", "night.toml", status=2)
    assert "--stamina: this fight keeps count of it itself" in done.errors


@pytest.mark.rule("troika:4")
def test_who_is_dying_swims_no_more(night: Path, affray: Affray) -> None:
    affray("fall", "Goblin-1", "2", "--dice", "6", "--session", "night.toml")
    affray("drown", "Goblin-1", "--session", "night.toml", status=4)


@pytest.mark.skipif(sys.platform != "linux", reason="file names of any bytes")
def test_a_sheet_whose_path_is_no_text_is_refused(tmp_path: Path, affray: Affray) -> None:
    path = tmp_path / "b\udcff.toml"
    path.write_text('system = "troika"\nname = "B"\nskill = 5\nstamina = 5\n', "utf-8")
    affray("session", "new", "night.toml", str(path), status=2)
    assert not (tmp_path / "night.toml").exists()


def test_a_name_that_is_a_token_is_refused_wherever_it_comes_from(
    tmp_path: Path, affray: Affray, night: Path
) -> None:
    (tmp_path / "e.encounter.toml").write_text(
        'title = "x"\n[sides]\na = [{ sheet = "hero.toml", name = "enemies" }]\n'
        'b = ["@goblin"]\n[[step]]\ndo = "next"\nexpect = { outcome = "turn" }\n',
        "utf-8",
    )
    done = affray("check", "e.encounter.toml", status=3)
    assert "a token is called `enemies`" in done.text + done.errors


@pytest.mark.rule("troika:7.4")
def test_tactics_know_a_shattered_weapon_case_aside() -> None:
    text = (
        'system = "troika"\nname = "A"\nskill = 5\nstamina = 9\nweapons = ["sword"]\n'
        '[tactics]\nweapon = "Sword"\n'
    )
    fight = start("troika", [Joining("A", loads(text), "a"), Joining("B", creature("goblin"), "b")])
    broken = fight.apply([Effect("A", "shattered", (), ("sword",))])
    attack = Deed("attack", ("A", "B"))
    assert fight.decide("A", SeededDice(1)) == Deed("attack", ("A", "B"), {"weapon": ["Sword"]})
    assert broken.decide("A", SeededDice(1)) == attack


def test_force_replaces_a_session_and_nothing_else(
    night: Path, affray: Affray, tmp_path: Path
) -> None:
    sheet = (tmp_path / "hero.toml").read_bytes()
    done = affray("session", "new", "hero.toml", "@goblin", "--force", status=3)
    assert "no session" in done.errors
    assert (tmp_path / "hero.toml").read_bytes() == sheet
    affray("session", "new", "night.toml", "@goblin", "--force")


def test_a_creature_is_no_file_to_make(affray: Affray, tmp_path: Path) -> None:
    affray("session", "new", "@ogre", "@goblin", status=2)
    assert not (tmp_path / "@ogre").exists()


def test_undoing_more_than_there_is_says_how_much_there_is(night: Path, affray: Affray) -> None:
    affray("fall", "Hero", "2", "--dice", "3", "--session", "night.toml")
    done = affray("session", "undo", "night.toml", "--count", "9", status=2)
    assert "only 1 can be undone" in done.errors


def test_too_many_combatants_are_said_so(affray: Affray) -> None:
    done = affray("session", "new", "n.toml", "@goblin:100000", status=2)
    assert "200 combatants" in done.errors


@pytest.mark.rule("troika:7.3/helpless")
def test_the_dying_answer_no_attack(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    affray("fall", "Goblin-1", "2", "--dice", "6", "--session", "night.toml")
    attack = ("attack", "Hero", "Goblin-1", "--session", "night.toml", "--dice", "3,3,1", "--json")
    result = affray(*attack).json
    assert result["outcome"] == "hit"
    assert result["result"]["defender"] is None
    assert {"7.3/helpless"} == {
        s["rule"].split(":")[1] for s in result["trace"] if s.get("switch") == "helpless"
    }


@pytest.mark.rule("troika:5.3")
def test_who_dies_of_a_hazard_leaves_its_tokens_in_for_a_round(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    affray(
        "act", "Hero", "suffer", "--kind", "fire", "--dice-count", "9", "--session", "night.toml"
    )
    dice = ("--dice", "5,6,6,6,6,6,6,6,6,6,6,6")
    end = affray("session", "next", "night.toml", *dice, "--json").json
    assert end["outcome"] == "end-of-round"
    session = load(str(night))
    assert session.fight.fighter("Hero").is_dead
    assert session.fight.turns.bag["Hero"] == 2
