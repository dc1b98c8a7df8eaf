"""Comparing what came with what was expected, and settling chances."""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from statistics import NormalDist
from typing import Any, get_args

import msgspec
import pytest
import tomlkit

from affray.dice import QuietDice
from affray.encounter.check import Report, check_file
from affray.encounter.compare import unlike
from affray.encounter.file import load
from affray.encounter.keys import REASONS, is_range
from affray.encounter.update import update, updated
from affray.engine.answer import (
    FIRST_LOOK,
    LOOKS,
    MOST_FIGHTS,
    Z_OF_ALL_LOOKS,
    answer,
    chance,
)
from affray.engine.bounds import interval
from affray.engine.many.tallies import Tally
from affray.engine.tell import play_out
from affray.faults import BadRequest
from affray.fight import End, Reason
from affray.supply import OneSupply
from affray.systems import OURS
from affray.systems.iron_gauntlets import move as gauntlets_move
from affray.systems.reactive_combat import ranges
from affray.systems.troika.weapons import rows
from affray_cli.text.encounter import sentence
from tests.encounters.conftest import FAILING, Write
from tests.scaffold.cli import EXAMPLES

ENCOUNTERS = sorted((EXAMPLES / "encounters").rglob("*.encounter.toml"))


def lines(report: Report) -> list[tuple[int, str]]:
    """Line and subject of every difference."""
    return [(d.line, d.what) for item in report.items for d in item.differences]


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda p: f"{p.parent.name}/{p.name[:-15]}")
def test_every_example_comes_out_as_it_says(path: Path) -> None:
    report = check_file(str(path))
    assert not report.faults
    assert lines(report) == []


def test_the_failing_file_fails_at_its_lines() -> None:
    assert lines(check_file(str(FAILING))) == [
        (19, "outcome"),
        (20, "result.lost"),
        (26, "to be refused"),
        (32, "to be allowed"),
        (35, "Goblin.stamina"),
        (4, "trace"),
    ]


def broken(
    monkeypatch: pytest.MonkeyPatch, mapping: Any, key: str, change: Callable[[Any], Any]
) -> None:
    """Break one number in a table of rules."""
    monkeypatch.setitem(mapping, key, change(mapping[key]))


def where(path: str, fragment: str) -> int:
    """The line of a file that holds a text."""
    text = (EXAMPLES / "encounters" / path).read_text("utf-8")
    return next(n for n, line in enumerate(text.splitlines(), 1) if fragment in line)


def test_a_broken_damage_row_is_found_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(row: Any) -> Any:
        return msgspec.structs.replace(row, damage=(*row.damage[:5], 9, row.damage[6]))

    path = "troika/mighty-blows-and-fumbles.encounter.toml"
    broken(monkeypatch, rows(), "sword", one_more)
    found = lines(check_file(str(EXAMPLES / "encounters" / path)))
    assert found == [(where(path, "column = 6, amount = 8"), "result.damage[0].amount")]


def test_a_broken_distance_is_found_at_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "iron-gauntlets/titus-moves.encounter.toml"
    broken(monkeypatch, gauntlets_move.table(), "crawl", lambda feet: feet + 1)
    found = lines(check_file(str(EXAMPLES / "encounters" / path)))
    assert found == [(where(path, "feet = 9, steps = 3"), "result.feet")]


def test_a_broken_size_is_found_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "reactive-combat/how-far.encounter.toml"
    sizes = ranges.sizes()
    broken(monkeypatch, sizes, "cat", lambda size: size._replace(tn=3))
    found = lines(check_file(str(EXAMPLES / "encounters" / path)))
    assert found == [(where(path, "total = 17, tn = 18"), "result.attack.tn")]


@pytest.mark.parametrize(
    ("expected", "came", "wrong"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, []),
        ({"a": 1}, {"a": True}, ["x.a"]),
        ({"a": True}, {"a": 1}, ["x.a"]),
        ({"a": "none"}, {"a": None}, []),
        ({"a": 1}, {}, ["x.a"]),
        ({"a": [1, 2]}, {"a": (1, 2)}, []),
        ({"a": [1]}, {"a": [1, 2]}, ["x.a"]),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}]}, ["x.a[0].b"]),
        ({"a": {"at_least": 2}}, {"a": 2}, []),
        ({"a": {"at_least": 2, "at_most": 3}}, {"a": 4}, ["x.a"]),
        ({"a": {"at_least": 2}}, {"a": {"at_least": 2}}, []),
    ],
)
def test_comparison_is_by_subset(expected: Any, came: Any, wrong: list[str]) -> None:
    assert [d.what for d in unlike(expected, came, ("expect",), "x")] == wrong


def test_effects_have_to_come_in_order(write: Write) -> None:
    one = '{ who = "Goblin", field = "drowning" }'
    two = '{ who = "Goblin", field = "stamina" }'
    step = '[sides]\na = ["@goblin"]\n[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [6, 5, 1]\n'
    assert not check_file(str(write(f"{step}expect.effects = [{two}, {one}]\n"))).failed
    wrong = check_file(str(write(f"{step}expect.effects = [{one}, {two}]\n", name="b")))
    assert lines(wrong) == [(8, "effects[1]")]


def test_rules_that_nothing_cites_are_a_difference(write: Write) -> None:
    path = write(
        'rules = ["troika:7.9",\n"troika:7.1"]\n[sides]\na = ["@goblin"]\n'
        '[[step]]\ndo = "drown"\nwho = "Goblin"\nseed = 3\n'
    )
    (difference,) = check_file(str(path)).items[-1].differences
    assert (difference.expected, difference.line) == ("troika:7.1", 2)


GIANT = str(EXAMPLES / "sheets" / "troika" / "ardent-giant.toml")


SWORDSMAN = (
    '{ sheet = { system = "troika", name = "Giant", kind = "character", skill = 5, stamina = 18, '
    'luck = 9, armour = 2, weapons = ["sword"], skills = { "sword fighting" = 3 } } }'
)
WALL = (
    '{ sheet = { system = "troika", name = "%s", skill = 5, stamina = 99, armour = 3, '
    "weapons = [%s] } }"
)
FEATHER = '{ name = "feather", damage = [0, 0, 0, 0, 0, 0, 0] }'


def share(fight: Any, side: str, rounds: int, fights: int = 600) -> tuple[float, float]:
    """The chance of a side as it is played, in a 99.9 % interval."""
    won = 0
    for seed in range(fights):
        *_, end = play_out(fight, OneSupply(QuietDice(seed)), rounds)
        won += isinstance(end, End) and end.winner == side
    return interval(won, fights, NormalDist().inv_cdf(0.9995))


@pytest.mark.parametrize("foe", ["@troll", "@ogre", "@living dead"])
def test_the_exact_chance_is_that_of_the_fight_as_it_is_played(write: Write, foe: str) -> None:
    fight = load(str(write(f'[sides]\na = [{SWORDSMAN}]\nb = ["{foe}"]\n[free]\n'))).fight
    exact = answer(fight, "a", 0.5, None, 50)
    assert "(exact)" in exact.words
    assert exact.low == exact.high == chance(fight, "a", 50)
    # The token bag and its rounds, played: the same chance, from a long way off.
    low, high = share(fight, "a", 50)
    assert low < exact.low <= exact.high < high


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_what_the_cap_of_rounds_stops_is_in_the_exact_chance(write: Write, rounds: int) -> None:
    fight = load(str(write(f'[sides]\na = [{SWORDSMAN}]\nb = ["@goblin"]\n[free]\n'))).fight
    exact = answer(fight, "a", 0.5, None, rounds)
    assert "(exact)" in exact.words
    low, high = share(fight, "a", rounds)
    assert low < exact.low == exact.high < high


def test_no_exact_chance_is_claimed_where_the_cap_leaves_too_much_to_reckon(write: Write) -> None:
    path = write(
        f"[sides]\na = [{WALL % ('A', '')}]\nb = [{WALL % ('B', '')}]\n[free]\n"
        '[expect]\nended = "cap"\nwin = { side = "a", at_least = 0.45 }\n'
    )
    report = check_file(str(path))
    assert lines(report) == [(8, "win.at_least")]
    assert re.search(r"a wins with 0\.000 to 0\.\d+ \(99\.9 %, \d+ fights\)", report.notes[1])


def test_a_shot_after_the_sword_has_shattered_is_in_the_exact_chance(write: Write) -> None:
    bow = SWORDSMAN.replace('["sword"]', '["sword", "bow"]')
    for weapons in (SWORDSMAN, bow):
        path = write(f'[sides]\na = [{weapons}]\nb = ["@troll"]\n[free]\n')
        fight = load(str(path)).fight
        found = answer(fight, "a", 0.5, None, 50)
        assert "(exact)" in found.words
        low, high = share(fight, "a", 50)
        assert low < found.low == found.high < high


def test_so_is_what_only_what_comes_after_can_do(write: Write) -> None:
    """No stalemate: the fight goes on until the feathers have shattered, or it is stopped."""
    a, b = (WALL.replace("99", "5") % (name, FEATHER) for name in "AB")
    fight = load(str(write(f"[sides]\na = [{a}]\nb = [{b}]\n[free]\n"))).fight
    first, second = chance(fight, "a", 50), chance(fight, "b", 50)
    assert first is not None
    assert second == pytest.approx(first, abs=1e-8)
    assert 0.01 < first < 0.5


DUEL = str(EXAMPLES / "sheets" / "iron-gauntlets")


def test_a_chance_of_iron_gauntlets_is_exact(write: Write) -> None:
    """20,000 fights came to the same within 5 sigma."""
    path = write(
        f'[sides]\na = ["{DUEL}/suenta.toml"]\nb = ["{DUEL}/kolby.toml"]\n[free]\n'
        '[rulings]\nout_at_injury = 6\n[expect]\nwin = { side = "a", at_least = 0.64 }\n'
    )
    report = check_file(str(path))
    assert not report.failed, lines(report)
    assert report.notes[1] == "a wins with 0.6437 (exact)"


@pytest.mark.parametrize("module", ["../engine/answer.py", "check.py", "play.py"])
def test_nothing_about_encounters_names_a_system(module: str) -> None:
    text = Path(EXAMPLES.parent, "rules", "affray", "encounter", module).read_text("utf-8")
    assert not [name for name in OURS if name in text or name.replace("-", "_") in text]


def test_a_chance_is_simulated_until_it_is_decided(write: Write) -> None:
    path = write(
        f'[sides]\na = ["{GIANT}"]\nb = [{{ sheet = "@goblin", count = 2 }}]\n[free]\n'
        '[expect]\nwin = { side = "a", at_least = 0.6 }\n'
    )
    report = check_file(str(path))
    assert not report.failed
    assert re.search(r"a wins with 0\.\d+ to \d\.\d+ \(99\.9 %, \d+ fights\)", report.notes[1])


def test_an_undecided_chance_fails_and_says_so(write: Write) -> None:
    path = write(f'[sides]\na = ["{GIANT}"]\nb = [{{ sheet = "@goblin", count = 2 }}]\n[free]\n')
    settled = answer(load(str(path)).fight, "a", 0.935, None, 50, most=200)
    assert settled.low < settled.high
    assert "the most that are played" in settled.words


def test_all_looks_together_are_as_sure_as_is_said() -> None:
    each = 0.001 / LOOKS
    assert pytest.approx(NormalDist().inv_cdf(1 - each / 2)) == Z_OF_ALL_LOOKS
    assert FIRST_LOOK * 2 ** (LOOKS - 2) < MOST_FIGHTS <= FIRST_LOOK * 2 ** (LOOKS - 1)


def test_a_simulation_is_looked_at_no_more_often(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    def look(count: int, of: int, z: float) -> tuple[float, float]:
        looks.append(of)
        assert z == Z_OF_ALL_LOOKS
        return 0.0, 1.0

    monkeypatch.setattr("affray.engine.answer.interval", look)
    monkeypatch.setattr("affray.engine.answer.stepped", lambda *_: lambda *_: Tally())
    path = write(f'[sides]\na = ["{GIANT}"]\nb = [{{ sheet = "@goblin", count = 2 }}]\n[free]\n')
    answer(load(str(path)).fight, "a", 0.5, None, 50)
    assert len(looks) == LOOKS
    assert (looks[0], looks[-1]) == (FIRST_LOOK, MOST_FIGHTS)


def test_a_chance_that_was_drawn_comes_as_an_interval(write: Write) -> None:
    path = write(
        f'[sides]\na = ["{GIANT}"]\nb = [{{ sheet = "@goblin", count = 4 }}]\n[free]\n'
        '[expect]\nwin = { side = "a", at_least = 0.999 }\n'
    )
    (one,) = [d for item in check_file(str(path)).items for d in item.differences]
    assert one.between is not None
    assert one.came == one.between[0] < one.between[1]
    assert sentence(one).endswith("came {:.3f} to {:.3f}".format(*one.between))


def test_why_a_fight_ends_is_said_in_one_place() -> None:
    assert get_args(Reason) == REASONS


ONE_SIDE = (
    '[sides]\nparty = ["@goblin"]\n[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [6, 5, 1]\n'
)


def test_where_there_never_were_two_sides_nobody_wins(write: Write) -> None:
    nobody = write(f'{ONE_SIDE}[expect]\nwinner = "nobody"\n')
    assert not check_file(str(nobody)).failed
    fight = load(str(nobody)).fight
    assert fight.over() is None
    with pytest.raises(BadRequest, match="two sides"):
        next(play_out(fight, OneSupply(QuietDice(1))))
    party = write(f'{ONE_SIDE}[expect]\nwinner = "party"\n', name="b")
    assert lines(check_file(str(party))) == [(9, "winner")]


def test_a_fight_that_does_not_end_stops_and_says_so(write: Write) -> None:
    wall = '{ system = "troika", name = "%s", skill = 5, stamina = 900, armour = 3 }'
    path = write(
        f"[sides]\na = [{{ sheet = {wall % 'A'} }}]\nb = [{{ sheet = {wall % 'B'} }}]\n"
        '[free]\nrounds = 3\n[expect]\nended = "cap"\nwinner = "nobody"\nrounds = 3\n'
    )
    report = check_file(str(path))
    assert not report.failed
    assert report.notes == ("stopped after 3 rounds without an end",)


def test_a_fight_in_which_nobody_can_be_hurt_stops_and_says_so(write: Write) -> None:
    folder = EXAMPLES / "sheets" / "reactive-combat"
    path = write(
        f'[sides]\na = ["{folder}/joe.toml"]\nb = ["{folder}/orc.toml"]\n[free]\n'
        '[rulings]\nout_at_marks = 6\n[expect]\nended = "stalemate"\n'
    )
    report = check_file(str(path))
    assert not report.faults
    assert lines(report) == []
    assert "nobody could be hurt any more" in report.notes[0]


def test_updating_sets_what_came_and_touches_nothing_else() -> None:
    text = FAILING.read_text("utf-8")
    report = check_file(str(FAILING))
    after = updated(text, [d for item in report.items for d in item.differences])
    changed = {
        number
        for number, (old, new) in enumerate(
            itertools.zip_longest(text.splitlines(), after.splitlines()), 1
        )
        if old != new
    }
    assert changed <= {4, 19, 20, 26, 27, 32, 33, 34, 35, 36}
    for comment in ("# The tests' own", "# line 20", "# an enemy has none", "# line 35"):
        assert comment in after


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_updating_round_trips(tmp_path: Path, end: str) -> None:
    path = tmp_path / FAILING.name
    path.write_bytes(FAILING.read_text("utf-8").replace("\n", end).encode())
    assert update(check_file(str(path))) > 0
    for _ in range(3):
        update(check_file(str(path)))
    report = check_file(str(path))
    assert not report.failed, lines(report)
    before = path.read_bytes()
    assert update(report) == 0
    assert path.read_bytes() == before
    if end == "\r\n":
        assert before.count(b"\n") == before.count(b"\r\n")


def bumped(value: Any) -> None:
    """Make every whole number in what is expected of a step wrong by one."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        if isinstance(inner, int) and not isinstance(inner, bool):
            value[key] = inner + 1
        elif isinstance(inner, dict | list) and not is_range(inner):
            bumped(inner)


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda p: f"{p.parent.name}/{p.name[:-15]}")
def test_updating_brings_a_spoilt_example_back(path: Path, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    copy = tmp_path / "examples" / path.relative_to(EXAMPLES)
    document = tomlkit.parse(path.read_text("utf-8"))
    if document.get("expect", {}).get("win") is not None:
        pytest.skip("a chance is not brought back to the same bound")
    for step in document.get("step", []):
        bumped(step.get("expect", {}))
    copy.write_text(tomlkit.dumps(document), "utf-8")
    for _ in range(5):
        update(check_file(str(copy)))
    assert copy.read_text("utf-8") == path.read_text("utf-8")


def test_updating_moves_only_the_bound_that_is_wrong(write: Write) -> None:
    path = write(
        f'[sides]\na = ["{GIANT}"]\nb = ["@goblin"]\n[free]\n[expect]\n'
        "rounds = { at_least = 7, at_most = 9 } # far too many\n"
        'win = { side = "a", at_least = 0.999, at_most = 1.0 }\n'
    )
    assert update(check_file(str(path))) == 2
    text = path.read_text("utf-8")
    assert "rounds = { at_least = 1, at_most = 9 } # far too many" in text
    assert 'win = { side = "a", at_least = 0.98, at_most = 1.0 }' in text
    assert not check_file(str(path)).failed
