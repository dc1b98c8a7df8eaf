"""A line that is read without Typer means what Typer makes of it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.option import options_of
from affray.plain import PLAIN
from affray.registry import commands, names, system, systems
from affray.validate import Invalid
from affray_cli import lazy, reader, typed
from affray_cli.common import Asked
from affray_cli.grammar import Grammar, grammar
from tests.scaffold.cli import affray

SETTLED = sorted({*(c for c in commands() if not c.startswith("act ")), "act", *PLAIN})


def words_of(known: Grammar) -> st.SearchStrategy[str]:
    """Words that a line of a command is likely made of, and some that make it odd."""
    flags = [
        word
        for one in known.options
        for word in (one.flag, f"{one.flag}=4", f"--no-{one.flag[2:]}", f"{one.flag}=")
    ]
    vocabulary = [word for one in known.options for word in one.words]
    plain = ["@goblin", "-", "3", "1d6", "sword", "4,3", "-1", "+2", "", "--", "nul", "-x"]
    return st.sampled_from([*flags, *vocabulary, *plain])


@pytest.mark.parametrize("command", SETTLED)
@pytest.mark.parametrize("name", [None, *names()])
def test_both_readers_read_the_same(command: str, name: str | None) -> None:
    if name is not None and command in PLAIN:
        return
    if name is not None and not reader.settles(name, command):
        return
    known = grammar(command, name)
    command_of_typer = lazy.build(typed.resolving(command, None), command.split()[-1])
    found: list[dict[str, Any]] = []
    command_of_typer.callback = lambda **values: found.append(typed.said(values))

    @settings(max_examples=60, deadline=None)
    @given(st.lists(words_of(known), max_size=8))
    def holds(words: list[str]) -> None:
        fast = known.read(words)
        if fast is None:
            return
        try:
            expected = known.asking(fast)
        except Invalid:
            return  # left to Typer, whose message it is
        found.clear()
        command_of_typer.main(words, prog_name="affray", standalone_mode=False)
        assert [known.asking(one) for one in found] == [expected]

    holds()


@pytest.mark.parametrize("command", SETTLED)
def test_a_name_has_one_shape_in_all_systems(command: str) -> None:
    shapes: dict[str, set[tuple[str, bool]]] = {}
    for one in systems():
        settled = [c for c in one.commands if c == command or c.startswith(f"{command} ")]
        for action in map(one.action, settled):
            for option in (*options_of(action.situation), *options_of(Asked)):
                shapes.setdefault(option.name, set()).add((option.shape, option.place))
    assert not {name: found for name, found in shapes.items() if len(found) > 1}


@pytest.mark.parametrize("name", names())
def test_every_option_has_words_of_its_own(name: str) -> None:
    rules = system(name)
    bare = [
        (command, one.flag)
        for command in rules.commands
        for one in options_of(rules.action(command).situation)
        if not one.help.endswith(".")
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("@goblin @troll", "troika"), ("--seed 4 ann.toml bob.toml", "iron-gauntlets"),
        ("--json kes.toml ork.toml", "reactive-combat"), ("--cover 2 hero.toml imp.toml", "troika"),
        ("--unaware @goblin ann.toml", "iron-gauntlets"),
        ("--system reactive-combat", "reactive-combat"), ("--system=troika x y", "troika"),
        ("--help --system troika", "troika"), ("-h @goblin ann.toml", "troika"),
        ("none.toml @goblin", None), ("--covr", None), ("", None),
    ],
)  # fmt: skip
def test_whose_line_it_is(words: str, expected: str | None) -> None:
    assert reader.system_of_line("attack", words.split()) == expected


def test_a_session_says_whose_line_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    night = str(tmp_path / "night.toml")
    affray.ok("session", "new", night, "kes.toml", "--versus", "ork.toml")
    words = ["Kes", "Ork", "--session", night]
    assert reader.system_of_line("attack", words) == "reactive-combat"
    monkeypatch.setenv("AFFRAY_SESSION", night)
    assert reader.system_of_line("act", ["Kes", "deep-breath"]) == "reactive-combat"
    assert reader.read(["act", "Kes", "deep-breath"]) is not None


@pytest.mark.parametrize(
    ("words", "mine", "not_mine"),
    [
        (["hero.toml"], ["--unaware", "--cover 1-6"], ["--distance", "--speed", "light"]),
        (["ann.toml"], ["--speed", "--luck 0-20"], ["--distance", "--unaware", "--cover"]),
        (["--system", "reactive-combat"], ["--cover light|heavy"], ["--speed", "--unaware"]),
        ([], ["--speed", "--unaware", "--distance"], []),
    ],
)
def test_help_is_of_the_system_that_is_named(
    words: list[str], mine: list[str], not_mine: list[str]
) -> None:
    text = affray.ok("attack", *words, "--help").text
    assert all(one in text for one in mine)
    assert not any(one in text for one in not_mine)
    assert affray.ok("attack", "--help", *words).text == text


def test_numbers_are_written_in_more_than_one_way() -> None:
    words = ["damage", "--weapon", "sword", "--seed", "2", "--json", "--bonus"]
    plain = affray.ok(*words, "2").json
    assert affray.ok(*words, "+2").json == plain
    assert affray.ok(*words, "02").json == plain


def test_dashes_and_underscores_are_one() -> None:
    asked = ["odds", "attack", "kes.toml", "ork.toml", "--json", "--compare"]
    assert (
        affray.ok(*asked, "target-penalties=0,3").json
        == affray.ok(*asked, "target_penalties=0,3").json
    )
