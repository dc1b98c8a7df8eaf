"""Real processes: pipes, closed streams, terminals, locales, a bad place to stand."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.scaffold.cli import COMMAND, affray, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and terminals of POSIX")

ATTACK = ["attack", "hero.toml", "imp.toml", "--dice", "4,4,2,2,3"]
ASCII = {
    "LC_ALL": "POSIX",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii",
}
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def shell(line: str, **env: str) -> tuple[int, str, str]:
    """Run a line of bash in which `affray` is the command line."""
    start = f'affray() {{ {" ".join(COMMAND)} "$@"; }}; set -o pipefail; '
    ran = started(["bash", "-c", start + line], env=env)
    return ran.status, ran.text, ran.errors


def terminal(*words: str, columns: int = 80, **env: str) -> tuple[int, str]:
    """Run on a pseudo-terminal of that width; the status and what was shown."""
    main, side = pty.openpty()
    full = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), **env}
    process = subprocess.Popen([*COMMAND, *words], stdin=side, stdout=side, stderr=side, env=full)
    os.close(side)
    shown = b""
    while True:
        ready, _, _ = select.select([main], [], [], 30)
        assert ready, "nothing came for 30 seconds"
        try:
            data = os.read(main, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    os.close(main)
    return process.wait(30), shown.decode().replace("\r\n", "\n")


# Pipes
@pytest.mark.parametrize("end", ["head -1", "true", "head -c 1"])
@pytest.mark.parametrize(
    "line",
    [
        "rulings", "rulings --json", "rule", "rule armour", "table weapons --csv", "attack --help",
        "--help", "attack hero.toml imp.toml --explain",
    ],
)  # fmt: skip
def test_a_reader_that_goes_away_is_no_error(line: str, end: str) -> None:
    status, _, errors = shell(f"affray {line} | {end}")
    assert (status, errors) == (0, "")


def test_a_reader_that_goes_away_under_colour() -> None:
    status, _, errors = shell("affray rulings | head -1", FORCE_COLOR="1")
    assert (status, errors) == (0, "")


def test_a_reader_of_errors_that_goes_away() -> None:
    status, out, errors = shell("affray attack none.toml imp.toml 2>&1 | true")
    assert (status, out, errors) == (3, "", "")
    status, out, errors = shell("affray attack none.toml imp.toml --json | true")
    assert status in (0, 3)
    assert (out, errors) == ("", "")


def test_piping_a_result_into_replay() -> None:
    line = "affray attack hero.toml imp.toml --json | affray replay -"
    status, out, errors = shell(line)
    assert (status, errors) == (0, "")
    assert out.startswith("The same: attack: ")


def test_a_sheet_from_a_pipe_of_the_shell() -> None:
    status, out, errors = shell("affray sheet show <(cat hero.toml)")
    assert (status, errors) == (0, "")
    assert out.startswith("Hero\n")


@pytest.mark.parametrize("form", ["", "--json", "--get outcome", "--help"])
def test_standard_output_can_be_closed(form: str) -> None:
    assert shell(f"affray attack hero.toml imp.toml {form} >&-") == (0, "", "")


@pytest.mark.parametrize("form", ["", "--json"])
def test_an_error_where_streams_are_closed(form: str) -> None:
    status, out, errors = shell(f"affray attack none.toml imp.toml {form} >&-")
    assert (status, out) == (3, "")
    assert errors == ("" if form else "affray: none.toml: there is no such file\n")
    status, out, errors = shell(f"affray attack none.toml imp.toml {form} 2>&-")
    assert (status, errors) == (3, "")
    assert bool(out) == bool(form)
    assert shell(f"affray attack none.toml imp.toml {form} >&- 2>&- <&-") == (3, "", "")


def test_standard_input_can_be_closed() -> None:
    status, _, errors = shell("affray attack - imp.toml <&-")
    assert (status, errors) == (3, "affray: <stdin>: standard input is closed\n")
    assert shell("affray attack hero.toml imp.toml --get outcome <&-")[0] == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("form", ["", "--json", "--get outcome", "--help"])
@pytest.mark.parametrize("sheet", ["hero.toml", "none.toml"])
def test_a_full_disk_is_said_to_be_one(sheet: str, form: str) -> None:
    status, _, errors = shell(f"affray attack {sheet} imp.toml {form} >/dev/full")
    assert status == 3
    if sheet == "none.toml" and form in ("", "--get outcome"):
        assert errors == "affray: none.toml: there is no such file\n"
    else:
        assert errors == ("affray: standard output cannot be written: No space left on device\n")


# Terminals
def test_a_terminal_has_colour_and_a_pipe_has_none() -> None:
    status, shown = terminal(*ATTACK)
    assert status == 0
    assert ESCAPES.search(shown)
    plain = ESCAPES.sub("", shown)
    assert "Hero hits Imp: 6 to Imp (sword)" in plain
    assert b"\x1b" not in affray.process(*ATTACK).out


def test_no_color_keeps_the_layout() -> None:
    coloured = terminal(*ATTACK)[1]
    status, shown = terminal(*ATTACK, NO_COLOR="1")
    assert status == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", shown)
    assert ESCAPES.sub("", shown) == ESCAPES.sub("", coloured)


def test_a_dumb_terminal_gets_no_escapes() -> None:
    status, shown = terminal(*ATTACK, TERM="dumb")
    assert status == 0
    assert "\x1b" not in shown
    assert "Hero hits Imp" in shown


def test_force_color_colours_a_pipe() -> None:
    assert b"\x1b[" in affray.process(*ATTACK, env={"FORCE_COLOR": "1"}).out
    assert b"\x1b[" not in affray.process(*ATTACK, env={"FORCE_COLOR": ""}).out
    both = affray.process(*ATTACK, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).out
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", both)
    assert json.loads(affray.process(*ATTACK, "--json", env={"FORCE_COLOR": "1"}).out)


@pytest.mark.parametrize("columns", [1, 2, 5, 20, 10_000])
@pytest.mark.parametrize(
    "words",
    [
        [*ATTACK, "--explain"],
        ["roll", "reaction", "ann.toml", "bob.toml", "--seed", "1"],
        ["attack", "kes.toml", "ork.toml", "--seed", "1"],
        ["table", "weapons", "--system", "troika"],
        ["rule", "7.4"],
        ["sheet", "show", "kes.toml"],
        ["attack", "--help"],
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_terminal_of_any_width(words: list[str], columns: int) -> None:
    status, shown = terminal(*words, columns=columns)
    assert status == 0
    assert "Traceback" not in shown
    assert shown.strip()
    if columns == 20 and "--help" not in words:
        assert all(len(line) <= 20 for line in ESCAPES.sub("", shown).split("\n"))


def test_nothing_is_lost_in_twenty_columns() -> None:
    wide = ESCAPES.sub("", terminal(*ATTACK, columns=300)[1])
    narrow = ESCAPES.sub("", terminal(*ATTACK, columns=20)[1])
    assert sorted(re.sub(r"\s", "", wide)) == sorted(re.sub(r"\s", "", narrow))


@pytest.mark.parametrize("columns", ["", "0", "-5", "many"])
def test_a_width_that_is_none(columns: str) -> None:
    status, shown = terminal(*ATTACK, COLUMNS=columns)
    assert (status, "Traceback" in shown) == (0, False)
    status, shown = terminal("attack", "--help", COLUMNS=columns)
    assert (status, "Traceback" in shown) == (0, False)


def test_an_error_on_a_terminal_is_plain() -> None:
    status, shown = terminal("attack", "hero.toml", "imp.toml", "--covr", "1")
    assert status == 2
    assert shown.startswith("affray: No such option: --covr")
    assert "\x1b" not in shown


# Locales
@pytest.mark.parametrize(
    "words",
    [
        ATTACK, [*ATTACK, "--explain"], ["rule"], ["rule", "9"], ["rulings"], ["table", "weapons"],
        ["sheet", "show", "hero.toml"], ["attack", "--help"], ["roll", "--help"],
        ["roll", "reaction", "ann.toml", "--seed", "1"],
    ],
    ids=lambda words: " ".join(words[:2]),
)  # fmt: skip
def test_an_ascii_locale(words: list[str]) -> None:
    ran = affray.process(*words, env=ASCII)
    assert (ran.status, ran.errors) == (0, "")
    assert ran.out.isascii()
    assert ran.out


def test_names_in_an_ascii_locale() -> None:
    sheet = 'system = "troika"\nname = "Zoë 🐉"\nskill = 5\nstamina = 9\n[skills]\n"épée" = 4\n'
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3", "--skill", "épée"]
    ran = affray.process(*words, stdin=sheet.encode(), env=ASCII)
    assert (ran.status, ran.errors) == (0, "")
    assert ran.text.startswith("Zo\\xeb \\U0001f409 hits Imp")
    assert "(6+5 and 9)" in ran.text
    data = affray.process(*words, "--json", stdin=sheet.encode(), env=ASCII)
    assert data.json["result"]["attacker"]["name"] == "Zoë 🐉"
    assert data.json["input"]["options"]["skill"] == "épée"


@pytest.mark.parametrize("env", [{}, ASCII])
def test_files_of_any_name_in_any_locale(tmp_path: Path, env: dict[str, str]) -> None:
    folder = tmp_path / "größe"
    folder.mkdir()
    path = folder / "żółw 🐢.toml"
    path.write_bytes(Path("hero.toml").read_bytes())
    assert affray.process("sheet", "show", str(path), env=env).lines[0] == "Hero"
    checked = affray.process("sheet", "check", str(folder), "--json", env=env)
    assert (checked.status, checked.errors) == (0, "")
    assert checked.json["files"] == [str(path)]
    missing = affray.process("sheet", "show", str(path) + "x", "--json", env=env)
    assert missing.status == 3
    assert missing.error["file"] == str(path) + "x"


@pytest.mark.parametrize("env", [{}, ASCII])
def test_arguments_that_are_no_text(env: dict[str, str]) -> None:
    for words in (
        [b"sheet", b"show", b"\xff.toml"],
        [b"attack", b"hero.toml", b"imp.toml", b"--weapon", b"\xff"],
        [b"attack", b"hero.toml", b"imp.toml", b"--skill", b"\xff", b"--seed", b"1"],
        [b"attack", b"hero.toml", b"imp.toml", b"--get", b"\xff"],
        [b"roll", b"dice", b"\xff"],
        [b"rule", b"\xff"],
        [b"\xff"],
    ):
        ran = affray.process(*words, env=env)
        assert ran.status in (0, 2, 3), words
        assert "Traceback" not in ran.errors
        said = affray.process(*words, b"--json", env=env)
        assert said.status == ran.status
        assert said.json


# A bad place to stand
def test_no_home_and_no_environment_at_all() -> None:
    for env in ({}, {"HOME": "/nonexistent"}, {"HOME": ""}):
        ran = subprocess.run(
            [*COMMAND, *ATTACK], capture_output=True, env=env, timeout=60, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert ran.stdout.startswith(b"Hero hits Imp")


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    line = f"cd {folder} && rmdir {folder} && affray attack @goblin @troll --seed 1 --get seed"
    assert shell(line) == (0, "1\n", "")
    line = f"mkdir {folder}; cd {folder} && rmdir {folder} && affray attack x.toml @troll"
    status, out, errors = shell(line)
    assert (status, out, errors) == (3, "", "affray: x.toml: there is no such file\n")


def test_a_folder_that_nothing_can_be_written_to(tmp_path: Path) -> None:
    sheet = tmp_path / "hero.toml"
    sheet.write_bytes(Path("hero.toml").read_bytes())
    sheet.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        ran = affray.process("attack", "hero.toml", "@troll", "--seed", "1", cwd=tmp_path)
        assert (ran.status, ran.errors) == (0, "")
        assert list(tmp_path.iterdir()) == [sheet]
    finally:
        tmp_path.chmod(0o755)


def test_a_session_replaces_no_pipe_and_no_device(tmp_path: Path) -> None:
    pipe = tmp_path / "night.toml"
    os.mkfifo(pipe)
    ran = affray.process("session", "new", str(pipe), "@goblin", "--force")
    assert (ran.status, ran.out) == (3, b"")
    assert ran.errors == f"affray: {pipe}: is a device or a pipe, not a file\n"
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_ctrl_c_while_it_waits_is_130() -> None:
    process = subprocess.Popen(
        [*COMMAND, "attack", "-", "imp.toml"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT)
    assert (out, errors) == (b"", b"")


def test_ctrl_c_while_it_starts_is_silent() -> None:
    code = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'msgspec':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from affray_cli.main import main\n"
        "sys.argv = ['affray', 'rule']\n"
        "main()\n"
    )
    ran = affray.python(code)
    assert ran.status in (130, -signal.SIGINT)
    assert (ran.out, ran.err) == (b"", b"")
