"""Names hold anything: they print as written, and drive no terminal."""

import json
from pathlib import Path

import pytest

from tests.scaffold.cli import SHEETS, affray

NAMES = {
    "markup": "[bold]Ann[/bold] [/b] [red",
    "emoji codes": ":smile: :dragon:",
    "quotes": "\"Ann\" 'the' `Bold`",
    "backslashes": "\\Ann\\n {0} %s $HOME",
    "emoji": "🐉 Drache 👨‍👩‍👧",
    "right to left": "\u202eאבג\u202c عربي",
    "accents": "Zoë Čapek Æon",
    "wide": "龍の戦士",
    "combining": "Z̸̡͝a̷l̴g̶o̵",
    "separators": "a\u2028b\u2029c\u00a0d\ufeff",
    "arrow and colon": "x: y -> z",
    "blank": "   ",
}
CONTROL = {
    "escape": ("\x1b[31mAnn\x1b[0m\x1b]0;title\x07", "\\x1b[31mAnn\\x1b[0m\\x1b]0;title\\x07"),
    "NUL": ("Ann\x00Bob", "Ann\\x00Bob"),
    "backspace and return": ("Ann\b\b\rBob", "Ann\\x08\\x08\\x0dBob"),
    "C1": ("Ann\x9b31mBob", "Ann\\x9b31mBob"),
    "delete": ("Ann\x7f", "Ann\\x7f"),
}


def sheet(name: str) -> bytes:
    text = json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f'system = "troika"\nname = {text}\nskill = 5\nstamina = 99\n'.encode()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_print_as_written(name: str) -> None:
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3"]
    plain = affray.ok(*words, stdin=sheet(name)).text
    assert plain.startswith(f"{name} hits Imp: ")
    assert f"\n{name}: 16 (6+5 and 5)\n" in plain
    data = affray.ok(*words, "--json", stdin=sheet(name))
    assert data.json["result"]["attacker"]["name"] == name
    assert name.encode() in data.out or '"' in name or "\\" in name
    got = affray.ok(*words, "--get", "result.attacker.name", stdin=sheet(name))
    assert got.text == name + "\n"
    shown = affray.ok("sheet", "show", "-", stdin=sheet(name))
    assert shown.text.startswith(name + "\n")


@pytest.mark.parametrize(("name", "shown"), CONTROL.values(), ids=CONTROL)
def test_control_characters_are_made_visible(name: str, shown: str) -> None:
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3", "--explain"]
    text = affray.ok(*words, stdin=sheet(name)).text
    assert text.startswith(f"{shown} hits Imp: ")
    assert not any((c < " " and c != "\n") or "\x7f" <= c <= "\x9f" for c in text)
    data = affray.ok(*words, "--json", stdin=sheet(name))
    assert data.json["result"]["attacker"]["name"] == name


def test_a_line_break_in_a_name_prints_as_written() -> None:
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3"]
    text = affray.ok(*words, stdin=sheet("Ann\nof Bree")).text
    assert text.startswith("Ann\nof Bree hits Imp: ")


@pytest.mark.parametrize("name", [*NAMES.values(), *(n for n, _ in CONTROL.values())])
def test_names_are_the_same_on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "300")
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3"]
    text = affray.ok(*words, stdin=sheet(name)).text
    known = dict(CONTROL.values())
    wanted = known.get(name, name)
    assert text.replace("\x1b[1m", "").replace("\x1b[0m", "").startswith(f"{wanted} hits Imp: ")


@pytest.mark.parametrize("name", [n for n, _ in CONTROL.values()])
def test_errors_drive_no_terminal_either(name: str) -> None:
    forbidden = affray("attack", "-", "imp.toml", "--luck", "attacker", stdin=sheet(name))
    assert forbidden.status == 4
    missing = affray("attack", name, "imp.toml")
    assert missing.status == 3
    weapon = affray("attack", "hero.toml", "imp.toml", "--weapon", name)
    assert weapon.status == 2
    for ran in (forbidden, missing, weapon):
        assert not any(c < " " and c != "\n" for c in ran.errors)


def test_the_same_name_twice_is_told_apart() -> None:
    data = affray.ok("attack", "imp.toml", "imp.toml", "--dice", "6,5,1,2,3", "--json").json
    assert data["result"]["attacker"]["name"] == "Imp"
    assert [e["who"] for e in data["effects"]] == ["Imp-2"]


def test_names_of_weapons_and_skills_hold_anything_too(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(
        'system = "troika"\nname = "Odd"\nskill = 5\nstamina = 9\n'
        'weapons = [{ name = "[i]✂[/i]", damage = [1, 2, 3, 4, 5, 6, 7], skill = "été \\u001b" }]\n'
        '[skills]\n"ÉTÉ \\u001b" = 4\n',
        encoding="utf-8",
    )
    ran = affray.ok("attack", str(path), "imp.toml", "--dice", "6,5,1,2,3", "--explain")
    assert "(6+5 and 9)" in ran.text
    assert "[i]✂[/i]" in ran.text
    assert "\\x1b" in ran.text
    named = affray.ok("attack", str(path), "imp.toml", "--weapon", "[I]✂[/I]", "--seed", "1")
    assert named.status == 0


@pytest.mark.parametrize("length", [1, 200])
def test_the_shortest_and_the_longest_name(length: int) -> None:
    words = ["attack", "-", "imp.toml", "--dice", "6,5,1,2,3"]
    assert affray.ok(*words, stdin=sheet("N" * length)).text.startswith("N" * length + " hits")


@pytest.mark.parametrize(
    ("name", "message"), [("", "no shorter than 1"), ("N" * 201, "no longer than 200")]
)
def test_names_have_bounds(name: str, message: str) -> None:
    ran = affray("sheet", "show", "-", stdin=sheet(name))
    assert ran.status == 3
    assert message in ran.errors


@pytest.mark.parametrize(
    ("skill", "note"),
    [
        ("swin", "note: Ardent Giant has no skill `swin`, and tries untrained; did you mean"),
        ("SWIM", ""),
        ("juggling", ""),
    ],
)
def test_a_skill_that_looks_like_a_slip_is_said(skill: str, note: str) -> None:
    giant = str(SHEETS / "troika/ardent-giant.toml")
    ran = affray("roll", "under", giant, skill, "--dice", "1,2")
    assert ran.status == 0
    assert note in ran.errors
    assert bool(ran.errors) == bool(note)
