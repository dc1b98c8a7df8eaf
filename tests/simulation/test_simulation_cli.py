"""`affray simulate`: what it prints, for people and for scripts, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.scaffold.cli import COMMAND, EXAMPLES, Cli, started

BRIDGE = str(EXAMPLES / "encounters" / "troika" / "bridge.encounter.toml")
GIANT = str(EXAMPLES / "sheets" / "troika" / "ardent-giant.toml")
SUENTA = str(EXAMPLES / "sheets" / "iron-gauntlets" / "suenta.toml")
DUEL = ("simulate", "--side", "@ogre", "--side", "@goblin")


def test_the_json_contract(affray: Cli) -> None:
    found = affray.json(*DUEL, "-n", "3000", "--seed", "7")
    assert list(found) == [
        "affray", "command", "system", "seed", "dice", "choices", "outcome", "result", "harm",
        "over", "effects", "trace", "notes", "input",
    ]  # fmt: skip
    head = {key: found[key] for key in ("command", "system", "seed", "dice", "outcome")}
    assert head == {
        "command": "simulate",
        "system": "troika",
        "seed": 7,
        "dice": [],
        "outcome": "simulated",
    }
    result = found["result"]
    assert result["n"] == result["wanted"] == 3000
    assert result["stopped"] is None
    assert list(result["win"]) == ["Ogre", "Goblin"]
    for chance in (*result["win"].values(), result["nobody"]):
        assert 0 <= chance["low"] <= chance["p"] <= chance["high"] <= 1
    chances = [one["p"] for one in (*result["win"].values(), result["nobody"])]
    assert sum(chances) == pytest.approx(1)
    rounds = {int(n): p for n, p in result["rounds"]["chances"].items()}
    assert sum(rounds.values()) == pytest.approx(1)
    assert sum(n * p for n, p in rounds.items()) == pytest.approx(result["rounds"]["mean"])
    p90 = result["rounds"]["p90"]
    assert sum(p for n, p in rounds.items() if n < p90) < 0.9
    assert sum(p for n, p in rounds.items() if n <= p90) >= 0.9
    assert result["survivors"]["Ogre"]["mean"] == pytest.approx(result["standing"]["Ogre"])
    assert result["first_to_fall"]["Goblin"] >= result["win"]["Ogre"]["p"]
    assert sum(result["ended"].values()) == pytest.approx(1)


def test_jobs_change_nothing(affray: Cli) -> None:
    asked = (*DUEL, "-n", "12000", "--seed", "5", "--json")
    assert affray.said(*asked) == affray.said(*asked, "--jobs", "2")


def test_for_a_person_it_is_a_line_a_fact(affray: Cli) -> None:
    lines = affray.ok("simulate", "--side", "@ogre", "--side", "@goblin:2", "-n", "200").lines
    assert lines[0].startswith("Ogre wins ")
    labels = [line.partition(": ")[0] for line in lines[1:]]
    for label in ("Ogre wins", "Goblin wins", "rounds", "1 round", "0 of Goblin", "seed"):
        assert label in labels
    assert labels[-2:] == ["fights", "seed"]
    assert " to " in lines[1]


def test_on_a_terminal_there_are_bars(affray: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "█" in affray.said(*DUEL, "-n", "200")
    assert "█" in affray.said(*DUEL, "-n", "200", "--sweep", "skill=4,5")


@pytest.mark.parametrize("system", ["troika", "iron-gauntlets", "reactive-combat"])
def test_every_system_can_be_simulated(affray: Cli, system: str) -> None:
    for path in sorted((EXAMPLES / "encounters" / system).glob("*.encounter.toml")):
        if "\n[free]" in path.read_text(encoding="utf-8"):
            found = affray.json("simulate", str(path), "-n", "10", "--seed", "1")
            assert (found["system"], found["result"]["n"]) == (system, 10)
            assert found["input"]["options"]["encounter"] == str(path)
            return
    raise AssertionError(f"no example of {system} has a free fight")


def test_an_encounter_is_played_from_where_its_steps_leave_it(affray: Cli) -> None:
    found = affray.json("simulate", BRIDGE, "-n", "60", "--seed", "1")
    assert list(found["result"]["win"]) == ["party", "foes"]
    assert found["input"]["options"]["sides"]["foes"] == ["Goblin-1", "Goblin-2", "Goblin-3"]


def test_sides_have_names_and_counts(affray: Cli) -> None:
    sides = ("--side", f"us={GIANT},@goblin:2", "--side", "@ogre", "--side", "@ogre")
    found = affray.json("simulate", *sides, "-n", "20")
    assert found["input"]["options"]["sides"] == {
        "us": ["Ardent Giant", "Goblin", "Goblin-2"],
        "Ogre": ["Ogre"],
        "Ogre-2": ["Ogre-2"],
    }


def test_rounds_bound_a_fight(affray: Cli) -> None:
    result = affray.json(*DUEL, "-n", "2000", "--rounds", "1")["result"]
    assert result["ended"]["cap"] > 0.1
    assert result["rounds"]["chances"] == {"1": 1}


def test_rulings(affray: Cli, tmp_path: Path) -> None:
    asked = ("simulate", "--side", SUENTA, "--side", SUENTA, "-n", "20")
    assert "damage.out" in affray.said(*asked, status=4)
    file = tmp_path / "house.toml"
    file.write_text("[iron-gauntlets]\nout_at_injury = 3\n", encoding="utf-8")
    assert affray.json(*asked, "--rulings", str(file))["result"]["n"] == 20


def test_csv(affray: Cli) -> None:
    asked = (*DUEL, "-n", "500", "--seed", "3")
    result, rows = affray.json(*asked)["result"], affray.rows(*asked)
    wins = {row["who"]: float(row["p"]) for row in rows if row["kind"] == "win"}
    assert wins == {side: one["p"] for side, one in result["win"].items()}
    kinds = {row["kind"] for row in rows}
    assert kinds == {"win", "nobody", "ended", "rounds", "survivors", "standing", "first_to_fall"}


def test_a_sweep_is_a_table(affray: Cli) -> None:
    asked = (
        *DUEL,
        "-n",
        "800",
        "--seed",
        "3",
        "--sweep",
        "skill=4..6",
        "--sweep",
        "goblin.armour=0,2",
    )
    lines = affray.said(*asked).splitlines()
    assert lines[0] == "skill and goblin.armour: 800 fights each, with 95 % bounds"
    assert lines[1].startswith("skill 4, goblin.armour 0: Ogre ")
    assert len(lines) == 8
    found = affray.json(*asked)["result"]
    assert found["n"] == 4800
    assert [one["with"] for one in found["sweep"]] == [
        {"skill": skill, "goblin.armour": armour} for skill in (4, 5, 6) for armour in (0, 2)
    ]
    rows = affray.rows(*asked)
    assert [row["skill"] for row in rows] == ["4", "4", "5", "5", "6", "6"]
    assert [float(row["win Ogre"]) for row in rows] == [
        one["win"]["Ogre"]["p"] for one in found["sweep"]
    ]
    alone = affray.json("simulate", "--side", "@ogre", "--side", "@goblin", "-n", "800",
                        "--seed", "3", "--sweep", "skill=5")  # fmt: skip
    assert alone["result"]["sweep"][0]["n"] == 800


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("simulate",), 2, "takes an encounter, or sides"),
        (("simulate", BRIDGE, "--side", "@ogre"), 2, "takes an encounter, or sides"),
        (("simulate", "--side", "@ogre"), 2, "two sides"),
        (("simulate", "--side", "@ogre:0", "--side", "@goblin:0"), 2, "2 to 200 combatants"),
        (("simulate", "--side", "@ogre:150", "--side", "@goblin:150"), 2, "2 to 200 combatants"),
        (("simulate", "--side", "@ogre", "--side", "@goblinn"), 2, "did you mean `goblin`"),
        (("simulate", "--side", "@ogre", "--side", SUENTA), 3, "different systems"),
        (("simulate", "no.encounter.toml"), 3, "there is no such file"),
        ((*DUEL, "-n", "0"), 2, "-n cannot be 0"),
        ((*DUEL, "-n", "-5"), 2, "-n cannot be -5"),
        ((*DUEL, "-n", "100000000000"), 2, "1 to 100000000 fights"),
        ((*DUEL, "-n", "many"), 2, "is not a valid int"),
        ((*DUEL, "-n", "5", "--precision", "0.1"), 2, "exclude each other"),
        ((*DUEL, "--precision", "0"), 2, "--precision cannot be 0"),
        ((*DUEL, "--rounds", "0"), 2, "--rounds cannot be 0"),
        ((*DUEL, "--jobs", "-1"), 2, "--jobs cannot be -1"),
        ((*DUEL, "--jobs", "1000"), 2, "0 to 256"),
        ((*DUEL, "--csv", "--get", "result.n"), 2, "--csv goes neither"),
        ((*DUEL, "--sweep", "skil=4"), 2, "did you mean `skill`?"),
        ((*DUEL, "--sweep", "skil=4"), 2, "affray: --sweep skil: a sheet has no field `skil`"),
        ((*DUEL, "--sweep", "stamina=1..999"), 2, "200 at most at once"),
        ((*DUEL, "--plot", "x.gif"), 2, "neither .svg nor .png"),
        ((*DUEL, "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), 2, "exclude each other"),
    ],
)
def test_what_is_refused(affray: Cli, arguments: tuple[str, ...], status: int, said: str) -> None:
    assert said in affray.said(*arguments, status=status)


def test_a_scripted_encounter_has_nothing_to_simulate(affray: Cli) -> None:
    scripted = EXAMPLES / "encounters" / "troika" / "cover.encounter.toml"
    assert "no free fight" in affray.said("simulate", str(scripted), status=3)


def test_an_error_is_one_object_with_json(affray: Cli) -> None:
    ran = affray(*DUEL, "-n", "0", "--json")
    assert ran.status == 2
    assert ran.error["message"] == "-n cannot be 0"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_there_is(jobs: str) -> None:
    asked = [*COMMAND, "simulate", BRIDGE, "-n", "1000000", "--seed", "1", "--jobs", jobs, "--json"]
    for delay in (4, 12, 30):  # until something has been played, on a slow machine too
        playing = subprocess.Popen(
            asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        time.sleep(delay)
        # As a terminal does it: to everybody at once.
        os.killpg(playing.pid, signal.SIGINT)
        out, err = playing.communicate(timeout=60)
        assert playing.returncode == 130
        if out:
            break
    result = json.loads(out)["result"]
    assert 0 < result["n"] < 1_000_000
    assert result["wanted"] == 1_000_000
    assert result["stopped"] == "interrupted"
    assert err.decode() == f"affray: interrupted: {result['n']} of 1000000 fights were played\n"


def test_progress_is_shown_on_a_terminal_and_nowhere_else() -> None:
    asked = [*COMMAND, "simulate", BRIDGE, "-n", "10000", "--seed", "1", "--get", "result.n"]
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    playing = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(ours)
    out, _ = playing.communicate(timeout=60)
    assert out == b"10000\n"
    assert b"fights" in seen
    assert started(asked) == (0, b"10000\n", b"")


def test_neither_rich_nor_pictures_nor_clusters_are_loaded_unasked(affray: Cli) -> None:
    code = (
        "import sys; from affray_cli.main import run;"
        f"run({[*DUEL, '-n', '5', '--json']!r});"
        "print([m for m in ('rich.console', 'matplotlib', 'distributed', 'pydantic', 'concurrent')"
        " if m in sys.modules])"
    )
    ran = affray.python(code)
    assert (ran.status, ran.lines[-1]) == (0, "[]")
