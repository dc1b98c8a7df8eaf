"""Sessions lose nothing: many commands at once, kills at any moment, full disks, bad files."""

import os
import re
import resource
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from affray.session.file import END, load
from affray.session.log import effects_of, entries
from affray.session.play import undo
from tests.scaffold.cli import Cli
from tests.sessions.conftest import Affray

WORKERS, EACH = 8, 50
KILLS = 300


LOSE = ["hazard", "Hero", "--kind", "fire", "--dice", "1", "--session", "night.toml"]
"""A command that costs the hero exactly one Stamina die of face 1."""


BATCH = """
import sys
from affray_cli.main import run
for _ in range({each}):
    status = run(["hazard", "Hero", "--kind", "fire", "--dice", "1", "--session", "night.toml"])
    assert status == 0, status
"""


def test_eight_processes_of_fifty_commands_lose_nothing(night: Path) -> None:
    before = load(str(night)).fight.fighter("Hero").stamina
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", BATCH.format(each=EACH)],
            cwd=night.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(WORKERS)
    ]
    for process in processes:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors.decode()
    session = load(str(night))
    assert session.entries == WORKERS * EACH
    assert session.fight.fighter("Hero").stamina == before - WORKERS * EACH
    chain = [effects_of(entry)[0] for entry in entries(session.path, session.log)]
    assert [effect.before for effect in chain] == list(range(before, before - WORKERS * EACH, -1))


def test_separate_processes_at_once_lose_nothing(night: Path) -> None:
    def one(_: int) -> int:
        return Cli().process(*LOSE, cwd=night.parent).status

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(one, range(40))) == {0}
    assert load(str(night)).entries == 40


FORKED = """
import os, random, signal, sys, time
from affray_cli.main import run
from affray.session.play import undo
from affray.session.file import END, load
import affray.systems.troika.turns, affray.systems.troika.hazards, fcntl, tomli_w
def lose():
    run(["hazard", "Hero", "--kind", "fire", "--dice", "1", "--session", "night.toml"])

lose()
began = time.perf_counter()
for _ in range(10):
    lose()
length = (time.perf_counter() - began) / 10
chance = random.Random(3)
start = load("night.toml").entries
kill = killed_between = 0
while kill < {kills} or (killed_between == 0 and kill < 5 * {kills}):
    kill += 1
    before = load("night.toml")
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        while True:
            lose()
    time.sleep(chance.uniform(0, 4 * length))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    after = load("night.toml")
    done = after.entries - before.entries
    lost = before.fight.fighter("Hero").stamina - after.fight.fighter("Hero").stamina
    assert lost == done >= 0, (kill, lost, done)
    killed_between += os.path.exists("night.toml.new")
print(after.entries - start, killed_between, file=sys.stderr)
"""


def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new(night: Path) -> None:
    done = Cli().python(FORKED.format(kills=KILLS), cwd=night.parent, timeout=120)
    assert done.status == 0, done.errors
    played, killed_between = map(int, done.errors.split())
    # Some commands come through between the kills, however busy the machine is.
    assert played > KILLS / 30
    # Some kills hit the middle of a write, or the test would show nothing.
    assert killed_between > 0
    tomllib.loads(night.read_text("utf-8"))
    # The lock of the killed does not block, and what they left changes nothing.
    assert Cli().process(*LOSE, cwd=night.parent, timeout=20).status == 0
    assert {path.name for path in night.parent.iterdir()} == {
        "night.toml", "night.toml.lock", "hero.toml",
    }  # fmt: skip


def test_a_full_disk_keeps_the_old_state(night: Path) -> None:
    old = night.read_bytes()

    def no_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    done = Cli().process(*LOSE, cwd=night.parent, preexec_fn=no_space)
    assert done.status == 3
    assert "cannot be written" in done.errors
    assert "Traceback" not in done.errors
    assert night.read_bytes() == old
    assert not (night.parent / "night.toml.new").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_said(night: Path, affray: Affray) -> None:
    night.parent.chmod(0o500)
    try:
        done = affray("fall", "Hero", "2", "--dice", "1", "--session", "night.toml", status=3)
    finally:
        night.parent.chmod(0o700)
    assert "night.toml" in done.errors


def test_a_folder_that_takes_no_files_is_said(affray: Affray) -> None:
    done = affray("session", "new", "/proc/night.toml", "@goblin", status=3)
    assert "/proc/night.toml" in done.errors
    assert "Traceback" not in done.errors


def test_a_folder_in_the_files_place_is_said(tmp_path: Path, affray: Affray) -> None:
    (tmp_path / "night.toml").mkdir()
    for arguments in (("session", "show", "night.toml"), ("session", "undo", "night.toml")):
        assert "is a folder" in affray(*arguments, status=3).errors


def test_what_is_not_there_is_said_and_makes_nothing(tmp_path: Path, affray: Affray) -> None:
    affray("session", "undo", "none.toml", status=3)
    affray("session", "undo", "no/such/folder.toml", status=3)
    affray("session", "new", "no/such/folder.toml", "@goblin", status=3)
    assert list(tmp_path.iterdir()) == []


def test_a_truncated_file_is_never_taken_for_a_whole_one(night: Path, affray: Affray) -> None:
    for seed in range(3):
        affray("session", "next", "night.toml", "--seed", str(seed))
    whole = night.read_bytes()
    for length in range(0, len(whole) - 2, 97):
        night.write_bytes(whole[:length])
        done = affray("fall", "Hero", "2", "--dice", "1", "--session", "night.toml", "--json",
                      status=3)  # fmt: skip
        assert '"error"' in done.text
        assert night.read_bytes() == whole[:length]


NONSENSE = {
    "affray = 1": "affray = 99",
    'system = "troika"': 'system = "chess"',
    'sheet = "hero.toml"': 'sheet = "gone.toml"',
    'name = "Goblin-1"': 'name = "Hero"',
    'side = "party"': "side = 3",
}


@pytest.mark.parametrize(("old", "new"), NONSENSE.items())
def test_hand_edited_nonsense_is_said_with_its_line(
    night: Path, affray: Affray, old: str, new: str
) -> None:
    text = night.read_text("utf-8")
    assert old in text
    night.write_text(text.replace(old, new, 1), "utf-8")
    edited = night.read_bytes()
    done = affray("session", "next", "night.toml", status=3)
    assert re.search(r"(night|gone)\.toml", done.errors)
    assert "Traceback" not in done.errors
    assert night.read_bytes() == edited


@pytest.mark.parametrize(
    "state", ["stamina = 'x'", "stamina = 99999999999", "wings = 2", "prone = 3"]
)
def test_a_state_no_combatant_can_have_is_said(night: Path, affray: Affray, state: str) -> None:
    text = night.read_text("utf-8")
    marked = text.replace('name = "Goblin-1"\n', f'name = "Goblin-1"\nstate = {{ {state} }}\n')
    night.write_text(marked, "utf-8")
    line = marked[: marked.index("state =")].count("\n") + 1
    assert f"night.toml:{line}" in affray("session", "show", "night.toml", status=3).errors


def test_a_number_mended_by_hand_counts(night: Path, affray: Affray) -> None:
    text = night.read_text("utf-8")
    night.write_text(
        text.replace('name = "Goblin-1"\n', 'name = "Goblin-1"\nstate = { stamina = 2 }\n'), "utf-8"
    )
    assert "Goblin-1: foes, stamina 2/6" in affray("session", "show", "night.toml").text


def test_a_long_log_is_not_parsed(
    night: Path, affray: Affray, monkeypatch: pytest.MonkeyPatch
) -> None:
    affray("fall", "Hero", "0", "--session", "night.toml")
    parsed: list[int] = []
    real = tomllib.loads

    def counting(text: str) -> dict[str, object]:
        parsed.append(len(text))
        return real(text)

    monkeypatch.setattr(tomllib, "loads", counting)
    monkeypatch.chdir(night.parent)
    load("night.toml")
    short = list(parsed)
    entry = (
        '[[log]]\ncommand = "hazard"\noutcome = "burning"\nwho = ["Hero"]\nseed = 12345\n'
        "dice = [1, 2, 3, 4, 5]\n"
        'effects = [{ who = "Hero", field = "stamina", before = 40, after = 40 }]\n\n'
    )
    text = night.read_text("utf-8").replace("entries = 1\n", "entries = 5001\n")
    night.write_text(text.replace(END, entry * 5000 + END), "utf-8")
    parsed.clear()
    session = load("night.toml")
    assert session.entries == 5001
    # What is parsed has grown by the three digits of the count, and by nothing else.
    assert sum(parsed) - sum(short) == 3
    undone, _ = undo(session)
    assert undone.undone == 1
    assert sum(parsed) < sum(short) + 1000
