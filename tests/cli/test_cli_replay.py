"""`affray replay`: the same again, or what differs, or why it cannot be run."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scaffold.cases import CASES, Case
from tests.scaffold.cli import affray

ATTACK = ["attack", "hero.toml", "imp.toml"]


@pytest.fixture(name="result")
def fixture_result() -> Any:
    return affray.ok(*ATTACK, "--seed", "7", "--json").json


def replayed(data: Any) -> tuple[int, Any]:
    ran = affray("replay", "-", "--json", stdin=json.dumps(data).encode())
    return ran.status, ran.json


@pytest.mark.parametrize("dice", ["seed", "dice"])
def test_every_result_comes_out_the_same(case: Case, dice: str) -> None:
    seeded = affray.ok(*case.words, "--seed", "11", "--json")
    result = seeded
    if dice == "dice":
        faces = ",".join(map(str, seeded.json["dice"]))
        result = affray.ok(*case.words, "--dice", faces, "--json")
    again = affray.ok("replay", "-", stdin=result.out)
    assert again.text == f"The same: {case.command}: {seeded.json['outcome']}\n"
    data = affray.ok("replay", "-", "--json", stdin=result.out).json
    assert data == {"affray": 1, "command": "replay", "line": 1, "same": True, "differences": []}


def test_a_result_stands_without_its_files(tmp_path: Path) -> None:
    sheet = tmp_path / "hero.toml"
    sheet.write_bytes(Path("hero.toml").read_bytes())
    result = affray.ok("attack", str(sheet), "imp.toml", "--json").out
    sheet.unlink()
    kept = tmp_path / "result.json"
    kept.write_bytes(result)
    assert affray.ok("replay", str(kept)).text.startswith("The same: attack: ")


def test_a_result_laid_out_over_lines(result: Any) -> None:
    laid_out = json.dumps(result, indent=2).encode()
    assert affray.ok("replay", "-", stdin=laid_out).text.startswith("The same")
    assert affray.ok("replay", "-", stdin=b"\n\n" + laid_out + b"\n\n").status == 0


def test_many_results_a_line_each(result: Any) -> None:
    changed = {**result, "outcome": "hit" if result["outcome"] != "hit" else "miss"}
    lines = "\n\n".join(json.dumps(r) for r in (result, changed, result)).encode()
    ran = affray("replay", "-", stdin=lines + b"\r\n")
    assert ran.status == 1
    shown = [line.split(":")[0] for line in ran.lines if "ame: " in line]
    assert shown == ["The same", "Not the same", "The same"]
    found = affray("replay", "-", "--json", stdin=lines).many
    assert [(r["line"], r["same"]) for r in found] == [(1, True), (2, False), (3, True)]


def test_a_result_of_old_had_fewer_keys(result: Any) -> None:
    new = {"harm", "over", "notes"}
    old = {key: value for key, value in result.items() if key not in new}
    old["result"] = {k: v for k, v in result["result"].items() if k not in ("weapon", "target")}
    assert replayed(old)[0] == 0
    assert replayed({**result, "result": old["result"]})[0] == 1
    old["result"]["damage"] = []
    status, data = replayed(old)
    assert (status, data["differences"][0].split(":")[0]) == (1, "result")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("outcome", "unheard-of"), ("dice", [1, 1, 1, 1]), ("result", {}), ("effects", []),
        ("trace", []), ("seed", 8),
    ],
)  # fmt: skip
def test_what_came_out_differently_is_named(result: Any, key: str, value: object) -> None:
    status, data = replayed({**result, key: value})
    assert status == 1
    assert data["same"] is False
    names = [difference.split(":")[0] for difference in data["differences"]]
    if key == "seed":
        assert "dice" in names
    else:
        assert names == [key]
    ran = affray("replay", "-", stdin=json.dumps({**result, key: value}).encode())
    assert ran.status == 1
    assert ran.lines[0] == f"Not the same: attack: {({**result, key: value})['outcome']}"
    assert all(line.startswith("differs: ") for line in ran.lines[1:])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.pop("dice"), "no result of affray: `dice` is missing"),
        (lambda r: r.pop("input"), "no result of affray: `input` is missing"),
        (lambda r: r.update(affray=2), "version 2 of the JSON is not known"),
        (lambda r: r.update(seed=1.5), "`seed` has to be a whole number or nothing, not 1.5"),
        (lambda r: r.update(seed="7"), "`seed` has to be a whole number or nothing, not '7'"),
        (lambda r: r.update(seed=None, dice=[9, 9]), "die 1 is 9, but Hero's attack throws d6"),
        (lambda r: r.update(seed=None, dice=[]), "too few dice: 0 given"),
        (lambda r: r.update(seed=None, dice=[3] * 99), "too many dice: 99 given"),
        (lambda r: r.update(seed=None, dice=[10**30]), "die 1 is 1000000000000"),
        (lambda r: r.update(command="atack"), "`atack`; did you mean `attack`?"),
        (lambda r: r.update(command="roll dice"), "--expression is missing"),
        (lambda r: r.update(command="roll test"), "[troika:"),
        (lambda r: r.update(system="troka"), "unknown system `troka`"),
        (lambda r: r.update(system="iron-gauntlets"), "a sheet of another system"),
        (lambda r: r.update(system=None), "the result names none"),
        (lambda r: r["input"].update(sheets=["hero.toml", "imp.toml"]), "the sheet in it:"),
        (lambda r: r["input"].update(sheets=[1, None]), "the sheet in it:"),
        (lambda r: r["input"].update(sheets=None), "`input.sheets` has to be a list"),
        (lambda r: r["input"]["sheets"].pop(), "attack takes 2 combatants here, not 1"),
        (lambda r: r["input"].update(sheets=[]), "attack takes 2 combatants here, not 0"),
        (lambda r: r["input"]["sheets"][0].update(skill=-1), "`skill` has to be"),
        (lambda r: r["input"]["sheets"][0].update(system="x"), "unknown system 'x'"),
        (lambda r: r["input"].update(options={"cover": "x"}), "--cover has to be"),
        (lambda r: r["input"].update(options={"fly": 1}), "--fly is no option"),
        (lambda r: r["input"].update(options=[]), "`input.options` has to be a table"),
        (lambda r: r["input"].update(rulings={"clamp": "x"}), "`clamp` cannot be 'x'"),
        (lambda r: r["input"].update(rulings={"clmap": "once"}), "unknown key `clmap`"),
        (lambda r: r["input"].update(names=["one"]), "names"),
        (lambda r: r["input"].update(states=[{"stamina": "x"}, {}]), "stamina"),
        (lambda r: r["input"].update(states=[{"name": "x"}, {}]), "name"),
    ],
)
def test_a_result_that_cannot_be_run(
    result: Any, change: Callable[[Any], object], message: str
) -> None:
    changed = copy.deepcopy(result)
    change(changed)
    status, data = replayed(changed)
    assert status == 3
    error = data["error"]
    assert (error["code"], error["file"], error["line"]) == ("data", "<stdin>", 1)
    assert message in f"{error['message']}; {error['hint']}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "<stdin>: empty: there is no result in it"),
        (b" \n\n", "<stdin>: empty: there is no result in it"),
        (b"{", "<stdin>:1: not valid JSON"),
        (b"nan", "<stdin>:1: not valid JSON"),
        (b"\xff", "<stdin>:1: not valid JSON"),
        (b'"\\ud800"', "<stdin>:1: not valid JSON"),
        (b"[" * 100_000, "<stdin>:1: not valid JSON"),
        (b'{"a":' * 100_000, "<stdin>:1: not valid JSON"),
        (b"1", "<stdin>:1: no result of affray: `the data` has to be a table, not 1"),
        (b"null", "<stdin>:1: no result of affray: `the data` has to be a table, not nothing"),
        (b"[]", "<stdin>:1: no result of affray: `the data` has to be a table"),
        (b"{}", "<stdin>:1: no result of affray: `command` is missing; add it"),
        (b"Hero hits Imp: 6 to Imp (sword)\n", "<stdin>:1: not valid JSON"),
        (b'{"error":{"code":"usage"}}', "<stdin>:1: no result of affray: `command` is missing"),
    ],
)
def test_garbage_is_no_result(text: bytes, message: str) -> None:
    ran = affray("replay", "-", stdin=text)
    assert (ran.status, ran.out) == (3, b"")
    assert ran.errors.startswith(f"affray: {message}")
    assert affray("replay", "-", "--json", stdin=text).error["code"] == "data"


SHEETS_OF = {"troika": ("@goblin", "@troll"), "iron-gauntlets": ("ann.toml", "bob.toml")}


def begun(tmp_path: Path, *sheets: str) -> tuple[str, Any]:
    """A session of a fight that has begun, and what `session next` gave."""
    night = str(tmp_path / "night.toml")
    affray.ok("session", "new", night, *sheets)
    return night, affray.ok("session", "next", night, "--seed", "3", "--json").json


@pytest.mark.parametrize(
    ("system", "act"), [("troika", "delay"), ("troika", "flee"), ("iron-gauntlets", "flee")]
)
def test_a_turn_s_own_action_comes_out_the_same(tmp_path: Path, system: str, act: str) -> None:
    night, _ = begun(tmp_path, *SHEETS_OF[system])
    show = affray.ok("session", "show", night, "--json").json
    acted = affray.ok("act", show["whose"][0], act, "--session", night, "--json")
    assert acted.json["command"] == f"act {act}"
    assert affray.ok("replay", "-", stdin=acted.out).text == f"The same: act {act}: done\n"
    status, data = replayed({**acted.json, "outcome": "undone"})
    assert (status, data["differences"][0].split(":")[0]) == (1, "outcome")
    status, data = replayed({**acted.json, "command": f"act {act}y"})
    assert status == 3
    assert f"has no action called `{act}y`" in data["error"]["message"]
    assert data["error"]["hint"] == f"did you mean `{act}`?"


@pytest.mark.parametrize("command", ["session next", "session rest"])
def test_a_turn_is_replayed_in_its_session(tmp_path: Path, command: str) -> None:
    _, result = begun(tmp_path, "@goblin", "@troll")
    assert result["command"] == "session next"
    ran = affray("replay", "-", stdin=json.dumps({**result, "command": command}).encode())
    assert (ran.status, ran.out) == (3, b"")
    assert ran.errors == (
        f"affray: <stdin>:1: `{command}` is no one's action: it is replayed in its session; "
        "`affray session undo FILE` takes it back, and `redo` does it again\n"
    )


def test_a_result_that_is_not_there() -> None:
    ran = affray("replay", "none.json")
    assert (ran.status, ran.errors) == (3, "affray: none.json: there is no such file\n")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@settings(max_examples=100)
@given(case=st.sampled_from(CASES), data=st.data())
def test_no_change_to_a_result_breaks_replay(case: Case, data: st.DataObject) -> None:
    result = affray.ok(*case.words, "--seed", "11", "--json").json
    for _ in range(data.draw(st.integers(1, 3))):
        here: Any = result
        while True:
            keys = list(here) if isinstance(here, dict) else list(range(len(here)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            deeper = isinstance(here[key], dict | list) and data.draw(st.booleans())
            if not deeper:
                if data.draw(st.booleans()):
                    here[key] = data.draw(JSON)
                else:
                    del here[key]
                break
            here = here[key]
    ran = affray("replay", "-", "--json", stdin=json.dumps(result).encode())
    assert ran.status in (0, 1, 3), ran
    assert ran.json
