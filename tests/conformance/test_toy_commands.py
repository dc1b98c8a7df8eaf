"""A rule set in one file has all that affray does, with no edit anywhere else."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.scaffold.cli import affray
from tests.scaffold.plugins import COIN, plug, reachable

ENCOUNTER = """
title = "Three chips each"
rules = ["coin:1"]
[sides]
a = ["ann.toml"]
b = ["bob.toml"]
[[step]]
do = "attack"
who = ["Ann", "Bob"]
coins = 2
dice = [1, 1]
expect = { outcome = "hit", result = { heads = 2 }, trace = ["coin:1"] }
[[step]]
do = "drown"
who = "Ann"
expect = { refused = "coin" }
[free]
[expect]
winner = "a"
survivors = ["Ann"]
win = { side = "a", at_least = 0.6 }
"""

LACKING = {
    "drown": "drown ann.toml",
    "fall": "fall ann.toml 5",
    "hazard": "hazard ann.toml --kind fire",
    "move": "move ann.toml --mode run",
    "damage": "damage ann.toml bob.toml",
    "roll reaction": "roll reaction ann.toml",
    "roll initiative": "roll initiative ann.toml bob.toml",
    "roll task": "roll task ann.toml swim",
    "roll under": "roll under ann.toml swim",
    "roll versus": "roll versus ann.toml bob.toml",
    "roll luck": "roll luck ann.toml",
    "roll test": "roll test ann.toml swim",
}


@pytest.fixture(autouse=True)
def _two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann and Bob, of three chips each, here."""
    monkeypatch.chdir(tmp_path)
    for name in ("Ann", "Bob"):
        text = f'system = "coin"\nname = "{name}"\nchips = 3\n'
        Path(f"{name.lower()}.toml").write_text(text, "utf-8")
    Path("coins.encounter.toml").write_text(ENCOUNTER, "utf-8")


def test_it_is_one_file_of_at_most_80_lines() -> None:
    assert len(COIN.read_text("utf-8").splitlines()) <= 80


def test_it_attacks() -> None:
    ran = affray.ok("attack", "ann.toml", "bob.toml", "--dice", "1", "--explain")
    assert ran.lines == [
        "Ann and Bob: hit",
        "attacker: Ann",
        "defender: Bob",
        "heads: 1",
        "Bob: chips 3 -> 2",
        "coin:1: (text) each head takes a chip = 1",
        "dice: 1",
    ]
    data = affray.json("attack", "ann.toml", "bob.toml", "--seed", "1")
    assert (data["system"], data["outcome"], data["result"]["heads"]) == ("coin", "hit", 1)


def test_its_option_is_read_in_every_way() -> None:
    words = ("attack", "ann.toml", "bob.toml", "--coins", "3")
    assert affray.json(*words, "--dice", "1,2,1")["result"]["heads"] == 2
    line = f"{' '.join(words)} --dice 1,2,1\n".encode()
    assert affray("batch", stdin=line).json["result"]["heads"] == 2
    assert affray.json("odds", *words)["result"]["mean_damage"] == 1.5
    assert affray.json("odds", "duel", *words[1:])["input"]["options"]["coins"] == 3
    affray.ok("session", "new", "night.toml", "ann.toml", "--versus", "bob.toml")
    affray.ok("session", "next", "night.toml")
    ran = affray("attack", "Ann", "Bob", "--coins=2", "--dice", "1,1", "--session", "night.toml")
    assert "Bob: chips 3 -> 1" in ran.lines
    assert affray.said(*words[:-1], "12", status=2) == (
        "affray: --coins has to be a whole number of at most 9, not 12\n"
    )
    assert affray.said(*words[:-2], "--weapon", "axe", status=2) == (
        "affray: --weapon is no option of this command in Coin\n"
    )


@pytest.mark.parametrize("command", ["attack", "odds attack", "odds duel"])
def test_its_sheet_has_the_help_of_its_options_only(command: str) -> None:
    said = affray.ok(*command.split(), "ann.toml", "--help").text
    assert "--coins 1-9  How many coins are tossed." in said
    assert "--weapon" not in said
    assert "Troika" not in said
    assert "--coins" in affray.ok(*command.split(), "--help").text


def test_it_does_so_in_a_process_of_its_own() -> None:
    ran = affray.process("attack", "ann.toml", "bob.toml", "--dice", "2", "--get", "outcome")
    assert (ran.status, ran.text, ran.errors) == (0, "miss\n", "")


@pytest.mark.parametrize("command", LACKING)
def test_what_it_lacks_is_said(command: str) -> None:
    said = affray.said(*LACKING[command].split(), status=4)
    assert said == f"affray: Coin has no rule for `{command}`\n"
    if command.startswith("roll"):
        assert affray.said("odds", *LACKING[command].split(), status=4) == said


@pytest.mark.parametrize("act", ["aim", "flee", "rest"])
def test_acts_it_lacks_are_said(act: str) -> None:
    affray.ok("session", "new", "night.toml", "ann.toml", "--versus", "bob.toml")
    said = affray.said("act", "Ann", act, "--session", "night.toml", status=4)
    assert said == f"affray: Coin has no rule for `act {act}`\n"


def test_scores_tables_and_switches_it_lacks() -> None:
    assert "no text of Coin" in affray.said("sheet", "new", "--system", "coin", "--roll", status=4)
    assert "there is: coin" in affray.said("table", "weapons", "--system", "coin", status=2)
    assert affray.said("rulings", "--system", "coin") == ""


def test_a_session_with_undo_and_redo() -> None:
    affray.ok("session", "new", "night.toml", "ann.toml", "--versus", "bob.toml")
    here = ("--session", "night.toml")

    def stand() -> Any:
        data = affray.json("session", "show", "night.toml")
        return data["whose"], [one["fields"]["chips"] for one in data["combatants"]]

    assert stand() == ([], [3, 3])
    affray.ok("session", "next", "night.toml")
    assert stand() == (["Ann"], [3, 3])
    affray.ok("attack", "Ann", "Bob", "--dice", "1", *here)
    assert stand() == ([], [3, 2])
    refused = affray.said("attack", "Ann", "Bob", *here, status=4)
    assert "Ann cannot act now: round 1: Ann has acted" in refused
    affray.ok("session", "undo", "night.toml")
    assert stand() == (["Ann"], [3, 3])
    affray.ok("session", "redo", "night.toml")
    assert stand() == ([], [3, 2])
    affray.ok("session", "next", "night.toml")
    affray.ok("turn", "--seed", "3", *here)
    assert stand() == ([], [2, 2])
    assert "3: session next: turn" in affray.ok("session", "log", "night.toml").lines
    assert "no rule for `act rest`" in affray.said("session", "rest", "night.toml", status=4)
    affray.ok("session", "add", "night.toml", "bob.toml")
    affray.ok("session", "remove", "night.toml", "Bob")
    assert len(stand()[1]) == 2


def test_an_encounter_is_checked_and_run() -> None:
    data = affray.json("check", "coins.encounter.toml")
    assert (data["outcome"], data["rules"]) == ("ok", ["coin:1"])
    lines = affray.ok("run", "coins.encounter.toml", "--seed", "1").lines
    assert "Bob: chips 3 -> 1" in lines
    assert "Bob: b, out, chips 0/3" in lines
    assert affray.said("run", "coins.encounter.toml", "--seed", "1", "--json").count("\n") > 3


def test_an_expectation_is_updated() -> None:
    path = Path("coins.encounter.toml")
    path.write_text(ENCOUNTER.replace("heads = 2", "heads = 9").replace('"coin" }', '"coin:1" }'))
    assert affray("check", path).status == 1
    affray.said("check", path, "--update")
    assert path.read_text("utf-8") == ENCOUNTER


def test_the_odds_of_an_attack_are_exact() -> None:
    found = affray.json("odds", "attack", "ann.toml", "bob.toml")["result"]
    assert {word: one["exact"] for word, one in found["outcomes"].items()} == {
        "miss": "1/2",
        "hit": "1/2",
    }


def test_a_duel_is_exact() -> None:
    """By hand, from the chance of whoever tosses next at each number of heads still needed."""
    data = affray.json("odds", "duel", "ann.toml", "bob.toml")
    assert data["outcome"] == "exact"

    def chance(own: int, others: int) -> Fraction:
        # c = (mine + 1 - d) / 2 and d = (theirs + 1 - c) / 2, where d is the other's chance.
        mine = 1 - chance(others, own - 1) if own > 1 else Fraction(1)
        theirs = 1 - chance(own, others - 1) if others > 1 else Fraction(1)
        return (2 * mine + 1 - theirs) / 3

    assert data["result"]["win"]["Ann"] == pytest.approx(float(chance(3, 3)), abs=1e-15)


def test_it_is_simulated() -> None:
    words = ("simulate", "--side", "ann.toml", "--side", "bob.toml", "-n", "400", "--seed", "1")
    one = affray.json(*words)
    assert one["result"]["win"]["Ann"]["low"] < 0.5679 < one["result"]["win"]["Ann"]["high"]
    assert affray.json(*words, "--jobs", "2")["result"] == one["result"]
    swept = affray.said(*words, "--sweep", "chips=1..2")
    assert [line.split(":")[0] for line in swept.splitlines()][1:3] == ["chips 1", "chips 2"]


def test_a_sheet_of_it_is_made_shown_and_checked() -> None:
    text = affray.ok("sheet", "new", "--system", "coin").text
    Path("new.toml").write_text(text, "utf-8")
    assert affray.ok("sheet", "check", "new.toml").lines == ["new.toml: New Character (coin)"]
    assert affray.ok("sheet", "show", "ann.toml").lines == ["Ann", "system: coin", "chips: 3"]
    Path("ann-2.toml").write_text(affray.ok("sheet", "new", "--from", "ann.toml").text, "utf-8")
    assert affray.json("sheet", "show", "ann-2.toml") == affray.json("sheet", "show", "ann.toml")
    Path("new.toml").write_text(text + "gold = 3\n", "utf-8")
    assert "new.toml:5: unknown key `gold`" in affray.said("sheet", "check", "new.toml", status=3)


def test_rules_and_tables_are_looked_up() -> None:
    shown = affray.ok("rule", "toss").lines
    assert shown == ["coin:1 Heads", "rule: Each head takes a chip.", "source: Attacks (text)"]
    assert "coin:1: Heads (text)" in affray.ok("rule").lines
    assert affray.ok("table", "coin").lines == ["up\tcost", "head\t1", "tail\t0"]
    assert "coin\tcoin" in affray.ok("table").lines


def test_it_has_schemas() -> None:
    for kind in ("sheet", "encounter", "session", "result", "rulings"):
        for words in ((kind,), (kind, "coin")):
            assert json.loads(affray.ok("schema", *words).text)["$schema"]
    sheet = json.loads(affray.ok("schema", "sheet", "coin").text)
    assert sheet["properties"]["system"] == {"enum": ["coin"]}


def test_batch_and_replay() -> None:
    lines = b"attack ann.toml bob.toml --seed 1\ndrown ann.toml\n"
    ran = affray("batch", stdin=lines)
    good, bad = ran.many
    assert (ran.status, good["outcome"]) == (1, "hit")
    assert (bad["error"]["code"], bad["error"]["line"]) == ("forbidden", 2)
    Path("result.json").write_text(json.dumps(good), "utf-8")
    assert affray.ok("replay", "result.json").lines == ["The same: attack: hit"]
    affray.ok("session", "new", "night.toml", "ann.toml", "--versus", "bob.toml")
    affray.ok("session", "apply", "night.toml", "result.json")


def test_its_name_and_file_are_completed() -> None:
    def complete(*words: str) -> list[str]:
        lines = affray.process(*words, env={"_AFFRAY_COMPLETE": "fish"}).lines
        return [line.partition("\t")[0] for line in lines]

    assert complete("sheet", "new", "--system", "c") == ["coin"]
    assert complete("table", "co") == ["coin"]
    assert complete("attack", "ann") == ["ann.toml"]
    assert complete("attack", "ann.toml", "bob.toml", "--co") == ["--coins"]
    assert complete("attack", "ann.toml", "bob.toml", "--we") == []


def test_a_roll_of_its_own_is_a_command(tmp_path: Path) -> None:
    """A rule set may have what no other has, and says what its odds count by its result."""
    tossing = 'actions: ClassVar = {"roll toss": Action(Attack, attack, DUEL, Tossed), '
    code = COIN.read_text("utf-8").replace("actions: ClassVar = {", tossing)
    plug(tmp_path, "tosser", code.replace('"coin"', '"tosser"'))
    for name in ("ann", "bob"):
        text = Path(f"{name}.toml").read_text("utf-8")
        Path(f"{name}.toml").write_text(text.replace('"coin"', '"tosser"'), "utf-8")
    words = ("roll", "toss", "ann.toml", "bob.toml", "--coins", "2")
    with reachable(tmp_path):
        assert affray.process(*words, "--dice", "1,2", "--get", "result.heads").text == "1\n"
        odds = affray.process("odds", *words, "--json").json["result"]
        assert odds["heads"] == {"0": 0.25, "1": 0.5, "2": 0.25}
        help_ = affray.process("roll", "--help").text
        assert "  toss " in help_
