"""`affray run` and `affray check` as a person, a script and a CI see them."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import msgspec
import pytest

from affray.session.file import load as load_session
from affray_cli.commands.check import checked, found
from tests.encounters.conftest import FAILING, Write
from tests.scaffold.cli import EXAMPLES, Cli

TROIKA = EXAMPLES / "encounters" / "troika"
BRIDGE = TROIKA / "bridge.encounter.toml"
SWIM = TROIKA / "third-failed-swim.encounter.toml"


def test_check_says_a_line_for_each_file(affray: Cli) -> None:
    said = affray.said("check", TROIKA, "-k", "swim").splitlines()
    assert said[0].startswith(f"ok {SWIM}: A third failed swim")
    assert said[-1] == "1 encounter, none failed"


def test_check_selects_by_title_too(affray: Cli) -> None:
    said = affray.said("check", TROIKA, "-k", "DICE")
    assert str(SWIM) in said
    assert str(BRIDGE) not in said


def test_check_says_what_differs_where_and_why(affray: Cli) -> None:
    said = affray.said("check", FAILING, status=1)
    assert f"{FAILING}:20: step 2, drown Goblin: result.lost: expected 3, came 2" in said
    assert "troika:7.9: (text) failure 2 in a row costs 2d6 Stamina = 2" in said
    assert f"{FAILING}:32: step 4, attack Goblin Orc: refused by troika:3.1" in said
    assert said.splitlines()[-1] == "1 encounter, 1 failed"


def test_nothing_found_is_an_error(affray: Cli, tmp_path: Path) -> None:
    assert "no encounter in it" in affray.said("check", tmp_path, status=3)
    assert "no encounter has `zzz`" in affray.said("check", TROIKA, "-k", "zzz", status=3)
    assert "there is no such file" in affray.said("check", tmp_path / "a.encounter.toml", status=3)


def test_a_bad_file_does_not_keep_the_others_from_being_checked(affray: Cli, write: Write) -> None:
    bad = write("[sides]\n")
    said = affray.said("check", bad, SWIM, status=3)
    assert f"ERROR {bad}" in said
    assert f"ok {SWIM}" in said
    assert "2 encounters, none failed, 1 could not be played" in said


def test_github_puts_differences_on_their_lines(
    affray: Cli, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    said = affray.said("check", "--format", "github", FAILING, status=1)
    assert f"::error file={FAILING},line=20,title=One too many%3A step 2%2C drown Goblin::" in said
    assert "%0Atroika:7.9 (text) failure 2" in said
    bad = write("[sides]\n")
    assert f"::error file={bad},line=2,title=affray::" in affray.said(
        "check", "--format", "github", bad, status=3
    )
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert "::error " in affray.said("check", FAILING, status=1)
    assert "::error " not in affray.said("check", FAILING, "--format", "text", status=1)


def test_junit_is_xml_with_a_case_for_each_step(affray: Cli, write: Write) -> None:
    odd = write('[sides]\na = ["@gob"]\n[[step]]\ndo = "next"\n', head='title = "<&\\u0007>"\n')
    said = affray.said("check", "--format", "junit", FAILING, SWIM, odd, status=3)
    root = ElementTree.fromstring(said.encode())
    failing, swim, bad = root.findall("testsuite")
    assert failing.get("failures") == "4"
    assert [case.get("line") for case in failing.findall("testcase")][:2] == ["9", "15"]
    assert failing.find("testcase/failure") is not None
    assert (swim.get("tests"), swim.get("failures")) == ("5", "0")
    assert bad.get("errors") == "1"


def test_json_has_a_line_for_each_file(affray: Cli) -> None:
    said = affray.said("check", FAILING, SWIM, "--json", "--rules", status=1).splitlines()
    failing, swim, *systems = map(json.loads, said)
    assert (failing["outcome"], swim["outcome"]) == ("failed", "ok")
    difference = failing["items"][1]["differences"][1]
    assert (difference["line"], difference["expected"], difference["came"]) == (20, 3, 2)
    assert difference["trace"]
    assert [one["system"] for one in systems] == ["troika", "iron-gauntlets", "reactive-combat"]


@pytest.mark.parametrize(
    "arguments", [("--format", "xml"), ("--format", "junit", "--json")], ids=["unknown", "both"]
)
def test_a_wrong_format_is_a_usage_error(affray: Cli, arguments: tuple[str, ...]) -> None:
    affray.said("check", SWIM, *arguments, status=2)


def test_update_rewrites_and_then_passes(affray: Cli, tmp_path: Path) -> None:
    path = tmp_path / FAILING.name
    shutil.copy(FAILING, path)
    assert "updated:" in affray.said("check", path, "--update")
    text = path.read_text("utf-8")
    assert affray.said("check", path, "--update").startswith("ok ")
    assert path.read_text("utf-8") == text


def test_update_leaves_a_file_alone_that_passes(affray: Cli, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    folder = tmp_path / "examples" / "encounters" / "troika"
    affray.said("check", folder, "--update")
    for path in folder.iterdir():
        assert path.read_bytes() == (TROIKA / path.name).read_bytes()


def test_every_rule_of_the_texts_is_exercised_by_an_example(affray: Cli) -> None:
    affray.said("check", EXAMPLES, "--rules")


def test_a_rule_that_nothing_exercises_fails(affray: Cli) -> None:
    said = affray.said("check", SWIM, "--rules", status=1)
    assert "troika:7.9: 1 encounter" in said
    assert "troika:7.1: NEVER (text): Cover" in said
    assert "troika:7.11: exempt: " in said


def test_other_processes_give_the_same_in_the_same_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = found([str(TROIKA)])
    alone = list(checked(files))
    monkeypatch.setattr("affray_cli.commands.check.ALONE", 0)
    assert [r.path for r in alone] == files
    assert msgspec.json.encode(list(checked(files))) == msgspec.json.encode(alone)


def test_run_is_a_play_by_play(affray: Cli) -> None:
    said = affray.said("run", BRIDGE).splitlines()
    assert said[0] == "Three goblins hold the bridge"
    assert "party: Ardent Giant, Red Tamsin, Wick the Lantern-Bearer" in said
    assert "Round 1" in said
    assert "Party won after 1 round" in said
    assert said == affray.said("run", BRIDGE).splitlines()
    assert said != affray.said("run", BRIDGE, "--seed", 5).splitlines()


def test_run_says_what_is_refused(affray: Cli) -> None:
    said = affray.said("run", TROIKA / "initiative.encounter.toml")
    assert "attack Goblin-1 Ardent Giant: refused [troika:5]" in said


def test_run_explains(affray: Cli) -> None:
    assert "troika:7.9: (text) failure 3 in a row costs 3d6 Stamina = 8" in affray.said(
        "run", SWIM, "--explain"
    )


def test_run_gives_json_lines(affray: Cli) -> None:
    objects = [json.loads(line) for line in affray.said("run", BRIDGE, "--json").splitlines()]
    events = [one["event"] for one in objects if "event" in one]
    assert (events[0], events[-1]) == ("begin", "end")
    assert "round" in events
    assert objects[-1]["winner"] == "party"


@pytest.mark.parametrize(
    "name",
    [
        "troika/bridge",
        "troika/initiative",
        "iron-gauntlets/duel",
        "iron-gauntlets/titus-moves",
        "reactive-combat/toll",
        "reactive-combat/a-round",
    ],
)
def test_what_run_gives_can_be_replayed(affray: Cli, tmp_path: Path, name: str) -> None:
    said = affray.said("run", EXAMPLES / "encounters" / f"{name}.encounter.toml", "--json")
    # Acts and turns happen in a fight, which `replay` does not play.
    alone = [
        line
        for line in said.splitlines()
        if not json.loads(line)["command"].startswith(("run", "session ", "act "))
    ]
    assert alone
    path = tmp_path / "results.jsonl"
    path.write_text("\n".join(alone), "utf-8")
    affray.said("replay", path)


def test_run_stops_after_a_round_and_leaves_a_session(affray: Cli, tmp_path: Path) -> None:
    session = tmp_path / "night.toml"
    siege = TROIKA / "siege.encounter.toml"
    said = affray.said("run", siege, "--until-round", 1, "--session", session)
    assert "Round 2" not in said
    left = load_session(str(session))
    assert left.fight.turns.round == 2
    assert any(f.stamina < f.sheet.stamina for f in left.fight.fighters)
    assert left.fight.fighter("Lantern-Bearer-1").sheet.shield
    assert "is there already" in affray.said("run", siege, "--session", session, status=3)
    affray.said("run", siege, "--session", session, "--force")
    affray.said("session", "show", session)


def test_run_refuses_what_is_no_encounter(affray: Cli, write: Write) -> None:
    path = write("[sides]\na = 1\n")
    assert f"{path}:3" in affray.said("run", path, status=3)
    said = affray.said("run", path, "--json", status=3)
    assert json.loads(said.splitlines()[0])["error"]["line"] == 3


def test_nothing_is_said_of_an_encounter_that_goes_wrong_halfway(affray: Cli, write: Write) -> None:
    path = write(
        '[sides]\na = ["@goblin"]\n[[step]]\ndo = "drown"\nwho = "Goblin"\nseed = 1\n'
        '[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [1]\n'
    )
    said = affray.said("run", path, status=3)
    assert said.startswith(f"affray: {path}:11: step 2, drown Goblin: too few dice")


def test_run_names_no_winner_where_there_was_nobody_to_win_against(
    affray: Cli, write: Write
) -> None:
    path = write(
        '[sides]\nparty = ["@goblin"]\n[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [6, 5, 1]\n'
    )
    said = affray.said("run", path)
    assert "won" not in said
    assert "The steps end here" in said
    last = json.loads(affray.said("run", path, "--json").splitlines()[-1])
    assert (last["reason"], last["winner"]) == (None, None)
