"""`--choose`, `choose` in encounters, and `[tactics.choose]`: from what is said to what is kept."""

import json
from pathlib import Path

import pytest

from affray import sheets
from affray.faults import BadData
from tests.scaffold.cli import Ran, affray

HERO = """\
system = "troika"
name = "Hero"
kind = "character"
skill = 9
stamina = 18
luck = 7
weapons = ["sword"]
"""
TACTICS = """\
[tactics.choose]
luck-damage = [
    { when = { luck = { at_most = 6 } }, answer = "no" },
    { when = { luck = { at_least = 7 }, mighty = { is = false } }, answer = "yes" },
]
"""
HIT = ("--dice", "4,4,1,2,3,3,5")
"""Hero hits, tests Luck, and hurts."""


@pytest.fixture
def hero(tmp_path: Path) -> Path:
    path = tmp_path / "hero.toml"
    path.write_text(HERO + TACTICS, "utf-8")
    return path


def test_an_answer_is_told_and_replayed(hero: Path, tmp_path: Path) -> None:
    line = ("attack", hero, "@goblin", *HIT, "--choose", "hero:luck-damage=yes")
    said = {"choice": "luck-damage", "who": "Hero", "answer": "yes", "by": "given"}
    found = affray.json(*line)
    assert found["choices"] == [said]
    assert "luck-damage" in affray.ok(*line).text
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(found), "utf-8")
    affray.ok("replay", kept)
    found["choices"][0]["by"] = "default"
    kept.write_text(json.dumps(found), "utf-8")
    assert affray("replay", kept).status == 1
    asked = affray.json("attack", hero, "@goblin", "--dice", "4,4,1,2,5")
    assert asked["choices"] == [{**said, "answer": "no", "by": "default"}]


@pytest.mark.parametrize(
    ("choose", "what"),
    [
        ("defence=none", "it can ask: luck-tie, luck-damage"),
        ("luck-tie=yes", "these dice did not come to that choice"),
        ("Imp:luck-damage=yes", "nobody here is called `Imp`"),
        ("luck-damage=perhaps", "one of: no, yes"),
        ("luck-damage", "no answer to a choice"),
        ("tactics=yes", "no such choice comes up in this"),
    ],
)
def test_what_answers_nothing_is_an_error(hero: Path, choose: str, what: str) -> None:
    dice = ("--dice", "4,4,1,2,5")
    assert what in affray.said("attack", hero, "@goblin", *dice, "--choose", choose, status=2)


def test_plain_dice_ask_for_nothing() -> None:
    assert "it asks for none" in affray.said("roll", "dice", "2d6", "--choose", "a=b", status=2)


def test_a_session_keeps_who_chose_and_a_turn_is_played_by_tactics(
    hero: Path, tmp_path: Path
) -> None:
    night = tmp_path / "night.toml"
    affray.ok("session", "new", night, hero, "--versus", "@ogre")
    line = f"attack Hero Ogre --session {night} --anyway --dice 4,4,1,2,3,3,1".split()
    affray.ok(*line, "--choose", "luck-damage=yes")
    assert 'by = "given"' in night.read_text("utf-8")
    affray.ok("session", "undo", night)
    affray.ok("session", "redo", night)
    batch = " ".join([*line, "--choose", "luck-damage=no"]).replace("3,3,1", "1")
    assert affray("batch", stdin=batch.encode()).json["choices"][0]["answer"] == "no"
    affray.ok("session", "undo", night)
    affray.ok("session", "undo", night)
    ran = affray.ok("turn", "Hero", "--session", night, "--anyway", "--json", *HIT)
    assert [one["by"] for one in ran.json["choices"]] == ["tactics"]
    log = affray("session", "log", night).text
    assert "attack Hero Ogre: hit" in log
    assert "luck-damage: Hero: yes, by tactics" in log
    assert affray("replay", "-", stdin=ran.out).status == 0


def check(folder: Path, step: str) -> Ran:
    path = folder / "one.encounter.toml"
    head = 'title = "One"\n[sides]\nparty = ["hero.toml"]\nfoes = ["@goblin"]\n'
    path.write_text(f'{head}[[step]]\ndo = "attack"\nwho = ["Hero", "Goblin"]\n{step}', "utf-8")
    return affray("check", path)


def test_a_step_chooses_and_given_dice_need_not_come_to_it(hero: Path, tmp_path: Path) -> None:
    lucky = 'dice = [4, 4, 1, 2, 3, 3, 5]\nchoose = { luck-damage = "yes" }\n'
    effects = '[[step.expect.effects]]\nfield = "luck"\nafter = 6\n'
    assert check(tmp_path, lucky + effects).status == 0
    missed = 'dice = [1, 2, 5, 5, 1]\nchoose = { luck-damage = ["yes"] }\n'
    assert check(tmp_path, missed).status == 0
    assert "it can ask: luck-tie" in check(tmp_path, "choose = { sing = 1 }").text


def test_tactics_speak_in_simulation_and_not_for_a_bare_command(hero: Path) -> None:
    fight = ("simulate", "--side", hero, "--side", "@ogre", "-n", 300, "--seed", 1)
    with_them = affray.json(*fight)
    assert (
        affray.json("attack", hero, "@goblin", "--dice", "4,4,1,2,5")["choices"][0]["by"]
        == "default"
    )
    hero.write_text(HERO, "utf-8")
    assert affray.json(*fight)["result"] != with_them["result"]


def test_tactics_about_what_nobody_asks_are_a_fault_of_the_sheet() -> None:
    wrong = '[tactics.choose]\nluck-damages = [{ answer = "no" }]\n'
    with pytest.raises(BadData, match="no choice is called `luck-damages`"):
        sheets.loads(HERO + wrong)
    wrong = '[tactics.choose]\nluck-tie = [{ when = { moon = { is = 1 } }, answer = "no" }]\n'
    with pytest.raises(BadData, match="luck-tie has no fact `moon`"):
        sheets.loads(HERO + wrong)


def test_odds_are_told_of_an_answer_too(hero: Path) -> None:
    given, plain = ("--choose", "luck-damage=yes"), ("odds", "attack", hero, "@goblin", "--json")
    found = affray.json(*plain, *given)["result"]
    assert found == affray.json(*plain, "--luck", "attacker")["result"]
    assert found != affray.json(*plain)["result"]
    assert affray.said(*plain, "--choose", "luck=yes", status=2)


def test_a_duel_is_by_options_so_tactics_leave_it_exact(hero: Path) -> None:
    assert affray.json("odds", "duel", hero, "@ogre")["result"]["method"] == "exact"
