"""What a person or a script gets: plain lines, --get, --explain, --exit-status, the look-ups."""

import csv
import io
import json

import pytest

from affray import lookup
from affray.registry import system
from affray.systems import OURS
from tests.scaffold.cases import Case
from tests.scaffold.cli import affray

HIT = ["attack", "hero.toml", "imp.toml", "--dice", "4,4,2,2,3"]
MISS = ["attack", "hero.toml", "imp.toml", "--dice", "1,2,6,5,3"]


# For people
def test_a_result_is_a_headline_and_a_fact_a_line() -> None:
    assert affray.ok(*HIT).lines == [
        "Hero hits Imp: 6 to Imp (sword)",
        "Hero: 17 (4+4 and 9)",
        "Imp: 9 (2+2 and 5)",
        "damage: die 3, sword column 2: 6 to Imp",
        "Imp: stamina 7 -> 1",
        "dice: 4,4,2,2,3",
    ]


def test_a_seed_is_shown_only_where_it_threw(case: Case) -> None:
    lines = affray.ok(*case.words, "--seed", "4").lines
    dice = affray.ok(*case.words, "--seed", "4", "--json").json["dice"]
    assert ("seed: 4" in lines) is True
    assert (f"dice: {','.join(map(str, dice))}" in lines) == bool(dice)
    drawn = affray.ok(*case.words).lines
    assert any(line.startswith("seed: ") for line in drawn) == bool(dice)


def test_text_says_what_json_says(case: Case) -> None:
    text = affray.ok(*case.words, "--seed", "4").text
    data = affray.ok(*case.words, "--seed", "4", "--json").json
    for effect in data["effects"]:
        if effect["before"] is not None:
            assert f"{effect['who']}: {effect['field'].replace('_', ' ')} " in text
    assert text.splitlines()[0].strip()
    assert "\x1b" not in text
    assert "None" not in text
    assert "()" not in text


def test_explain_adds_every_step_with_its_rule(case: Case) -> None:
    plain = affray.ok(*case.words, "--seed", "4").lines
    if case.command == "roll dice":
        return
    explained = affray.ok(*case.words, "--seed", "4", "--explain").lines
    data = affray.ok(*case.words, "--seed", "4", "--explain", "--json").json
    added = [line for line in explained if line not in plain]
    for step in data["trace"]:
        assert any(
            line.startswith(f"{step['rule']}: ({step['status']}) {step['text']}")
            for line in explained
        )
    # Who decided otherwise than by rote is said without being asked for.
    chosen = [one for one in data["choices"] if one["by"] in ("option", "default")]
    for one in chosen:
        assert any(line.startswith(f"{one['choice']}: {one['who']}: ") for line in added)
    assert len(explained) == len(plain) + len(data["trace"]) + len(chosen)
    assert added


def test_explain_changes_no_json(case: Case) -> None:
    if case.command != "roll dice":
        plain = affray.ok(*case.words, "--seed", "4", "--json")
        assert affray.ok(*case.words, "--seed", "4", "--json", "--explain") == plain


def test_no_line_is_cut_or_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    sheet = b'system = "troika"\nname = "' + b"long " * 40 + b'"\nskill = 5\nstamina = 9\n'
    lines = affray.ok("attack", "-", "imp.toml", "--dice", "6,5,1,2,1", stdin=sheet).lines
    assert lines[0].startswith("long " * 40 + " hits Imp")


# One value
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("outcome", "hit"), ("command", "attack"), ("seed", "null"), ("dice", "[4,4,2,2,3]"),
        ("dice.0", "4"), ("result.damage.0.amount", "6"), ("result.damage.0.to", "Imp"),
        ("result.damage.0.doubled", "false"),
        ("result.attacker", '{"name":"Hero","dice":[4,4],"total":17,"special":null}'),
        ("effects.0.field", "stamina"), ("input.sheets.1.name", "Imp"),
        ("trace.0.rule", "troika:2"), ("result.attacker.special", "null"),
    ],
)  # fmt: skip
def test_get_gives_one_value_bare(path: str, value: str) -> None:
    assert affray.ok(*HIT, "--get", path).text == value + "\n"


def test_get_reaches_everything_in_the_json(case: Case) -> None:
    data = affray.ok(*case.words, "--seed", "4", "--json").json
    for key, value in data.items():
        got = affray.ok(*case.words, "--seed", "4", "--get", key).text.rstrip("\n")
        assert (got if isinstance(value, str) else json.loads(got)) == value
    for key, value in data["result"].items():
        got = affray.ok(*case.words, "--seed", "4", "--get", f"result.{key}").text.rstrip("\n")
        assert (got if isinstance(value, str) else json.loads(got)) == value


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("outcom", "there is no `outcom` in this result; did you mean `outcome`?"),
        (
            "result.zzz",
            "there is no `zzz` in this result; there is: "
            + "attacker, defender, weapon, target, damage",
        ),
        ("result.damage.1", "there is no `1` in this result; 1 there, counted from 0"),
        ("result.damage.-1", "there is no `-1`"),
        ("result.damage.²", "there is no `²`"),
        ("result.damage." + "9" * 5000, "in this result; 1 there, counted from 0"),
        ("outcome.x", "there is no `x` in this result; the path goes past a value"),
        ("", "there is no `` in this result"),
        ("result..x", "there is no `` in this result"),
    ],
)
def test_get_says_what_there_is(path: str, message: str) -> None:
    ran = affray(*HIT, "--get", path)
    assert (ran.status, ran.out) == (2, b"")
    assert message in ran.errors
    assert affray(*HIT, "--get", path, "--json").error["code"] == "usage"


# Exit status
def test_exit_status_is_asked_for() -> None:
    assert affray(*HIT).status == affray(*MISS).status == 0
    assert affray(*HIT, "--exit-status").status == 0
    missed = affray(*MISS, "--exit-status")
    assert (missed.status, missed.errors) == (1, "")
    assert missed.out == affray(*MISS).out


@pytest.mark.parametrize("form", [[], ["--json"], ["--get", "outcome"]])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("roll under hero.toml --dice 1,1", 0), ("roll under hero.toml --dice 6,6", 1),
        ("roll luck hero.toml --dice 6,6", 1), ("roll versus hero.toml imp.toml --dice 1,1,6,6", 1),
        ("roll task ann.toml melee --dice 1,1,1,1", 0),
        ("roll task ann.toml melee --dice 9,9,9,9", 1),
        ("roll test kes.toml strength --dice 1,1,1", 1),
        ("attack ann.toml bob.toml --dice 9,9,9,9", 1),
        ("attack kes.toml ork.toml --dice 1,1,1,6,6,5", 1),
        ("attack hero.toml imp.toml --dice 1,1,6,6,3", 1), ("drown hero.toml --dice 6,6,1", 1),
        ("damage hero.toml imp.toml --dice 1", 0), ("move hero.toml", 0),
    ],
)  # fmt: skip
def test_exit_status_is_one_where_it_did_not_come_off(
    words: str, status: int, form: list[str]
) -> None:
    assert affray(*words.split(), "--exit-status", *form).status == status


# Look-ups
def test_the_index_of_rules_and_one_of_them() -> None:
    index = affray.ok("rule").lines
    assert len(index) == sum(len(lookup.rules(name)) for name in OURS)
    assert all(line.split(": ")[0].count(":") == 1 for line in index)
    lines = affray.ok("rule", "troika:7.4").lines
    assert lines[0].startswith("troika:7.4 ")
    assert [line.split(":")[0] for line in lines[1:3]] == ["rule", "source"]


def test_rules_as_json_lines() -> None:
    for rule in affray.ok("rule", "--json").many:
        assert list(rule)[:4] == ["id", "title", "section", "status"]
        (again,) = affray.ok("rule", rule["id"], "--json").many
        assert again == rule


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rule", "qqqq"], "no rule matches `qqqq`"),
        (["rule", ""], "an empty word finds no rule"),
        (["rule", "--search", "qqqq"], "no rule's text has `qqqq`"),
        (["rule", "7.6", "--search", "x"], "give an id or word, or --search, not both"),
        (["rule", "--system", "troka"], "unknown system `troka`; did you mean `troika`?"),
        (["table", "waepons"], "no table is called `waepons`; did you mean `weapons`?"),
        (["table", "weapons", "--match", "zzz"], "no row of weapons has `zzz`"),
        (["rulings", "--system", "x"], "unknown system `x`"),
    ],
)
def test_what_is_not_there_is_refused(words: list[str], message: str) -> None:
    ran = affray(*words)
    assert (ran.status, ran.out) == (2, b"")
    assert message in ran.errors
    assert message.split(";")[0] in affray(*words, "--json").error["message"]


def test_the_tables_there_are() -> None:
    listed = [line.split("\t") for line in affray.ok("table").lines]
    assert ["weapons", "troika"] in listed
    assert [[t["table"], t["system"]] for t in affray.ok("table", "--json").many] == listed
    for name, owner in listed:
        (data,) = affray.ok("table", name, "--system", owner, "--json").many
        assert list(data) == ["system", "title", "rule", "columns", "rows"]
        assert data["rule"] in {rule.full_id for rule in lookup.rules(owner)}
        assert all(len(row) == len(data["columns"]) for row in data["rows"])
        plain = affray.ok("table", name, "--system", owner).lines
        assert plain[0].split("\t") == data["columns"]
        assert len(plain) == 1 + len(data["rows"])
        read = list(
            csv.reader(io.StringIO(affray.ok("table", name, "--system", owner, "--csv").text))
        )
        assert read == [
            data["columns"],
            *(["" if c is None else str(c) for c in row] for row in data["rows"]),
        ]
        markdown = affray.ok("table", name, "--system", owner, "--md").lines
        assert len({line.count("|") - line.count("\\|") for line in markdown}) == 1
        assert len(markdown) == 2 + len(data["rows"])
        assert "None" not in "".join(markdown)


def test_rows_of_a_table_are_matched_case_aside() -> None:
    lines = affray.ok("table", "WEAPONS", "--match", "MAUL", "--system", "troika").lines
    assert [line.split("\t")[0] for line in lines] == ["weapon", "maul"]


def test_the_rulings_there_are() -> None:
    data = affray.ok("rulings", "--json").many
    for name in OURS:
        kind = system(name).rulings_type
        found = [r["name"] for r in data if r["system"] == name]
        assert found == list(kind.__struct_fields__)
        text = affray.ok("rulings", "--system", name).text
        assert all(f"{name}.{switch} = " in text for switch in found)
    assert all(
        list(r) == ["system", "name", "rule", "status", "default", "allowed", "reason"]
        for r in data
    )


def test_a_sheet_is_shown_as_it_is_read() -> None:
    lines = affray.ok("sheet", "show", "hero.toml").lines
    assert lines[0] == "Hero"
    assert {"skill: 6", "skills: sword fighting: 3", "weapons: sword", "shield: true"} <= set(lines)
    data = affray.ok("sheet", "show", "hero.toml", "--json").json
    assert (data["system"], data["weapons"]) == ("troika", ["sword", "pistolet", "knife"])


@pytest.mark.parametrize("name", ["hero.toml", "ann.toml", "kes.toml", "@dragon"])
def test_every_kind_of_sheet_is_shown(name: str) -> None:
    lines = affray.ok("sheet", "show", name).lines
    assert len(lines) > 4
    assert not any("{" in line or "None" in line for line in lines)


# Help
def test_nothing_asked_for_is_help() -> None:
    assert "affray --help" in affray.ok().text
    for words in (["--help"], ["-h"]):
        ran = affray.ok(*words)
        assert ran.text.startswith("Usage: affray [OPTIONS] COMMAND")
        assert all(f"\n  {name} " in ran.text for name in ("roll", "attack", "rule", "replay"))
    assert affray.ok("roll").text.startswith("Usage: affray roll")
    assert affray.ok("sheet").text.startswith("Usage: affray sheet")
