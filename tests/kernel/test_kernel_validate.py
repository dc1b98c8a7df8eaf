"""From plain data to structs: every fault at once, with what would be right."""

from datetime import date, time
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from affray.validate import Finding, Invalid, convert, dotted


class Blade(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    row: tuple[int, int]
    edge: Literal["keen", "blunt"] = "blunt"


class Hero(Struct, forbid_unknown_fields=True):
    name: str
    skill: Annotated[int, Meta(ge=0, le=99)]
    kind: Literal["character", "enemy"] = "enemy"
    luck: int | None = None
    shield: bool = False
    weapons: tuple[str | Blade, ...] = ()
    ranks: dict[Annotated[str, Meta(min_length=1)], Annotated[int, Meta(le=9)]] = {}


GOOD: dict[str, Any] = {"name": "Ann", "skill": 5}


def findings(data: object) -> list[Finding]:
    with pytest.raises(Invalid) as caught:
        convert(data, Hero)
    return list(caught.value.findings)


def only(data: object) -> Finding:
    (finding,) = findings(data)
    return finding


def test_data_that_fits_becomes_a_struct() -> None:
    blade = {"name": "sword", "row": [1, 2], "edge": "keen"}
    hero = convert({**GOOD, "weapons": ["axe", blade], "ranks": {"swim": 2}}, Hero)
    assert hero == Hero(
        "Ann", 5, weapons=("axe", Blade("sword", (1, 2), "keen")), ranks={"swim": 2}
    )


def test_all_faults_are_found_at_once() -> None:
    found = findings(
        {
            "skil": 5,
            "kind": "enemmy",
            "luck": "much",
            "shield": 1,
            "weapons": ["axe", 3, {"name": "", "row": [1], "hands": 2}],
            "ranks": {"swim": 10, "run": "x"},
        }
    )
    assert [(f.path, f.message) for f in found] == [
        (("skil",), "unknown key `skil`"),
        (("kind",), "`kind` cannot be 'enemmy'"),
        (("luck",), "`luck` has to be a whole number or nothing, not 'much'"),
        (("shield",), "`shield` has to be true or false, not 1"),
        (("weapons", 1), "`weapons[1]` has to be text or a table, not 3"),
        (("weapons", 2, "name"), "`weapons[2].name` has to be text no shorter than 1, not ''"),
        (("weapons", 2, "row"), "`weapons[2].row` has to be a list of length 2, got 1"),
        (("weapons", 2, "hands"), "unknown key `hands`"),
        (("ranks", "swim"), "`ranks.swim` has to be a whole number of at most 9, not 10"),
        (("ranks", "run"), "`ranks.run` has to be a whole number, not 'x'"),
        ((), "`name` is missing"),
        ((), "`skill` is missing"),
    ]


def test_unknown_keys_get_the_nearest_known_one() -> None:
    assert only({**GOOD, "shiled": True}).hint == "did you mean `shield`?"
    hint = only({**GOOD, "zzz": True}).hint or ""
    assert hint.startswith("known here: kind, luck, name, ranks")


def test_words_get_the_nearest_choice() -> None:
    assert only({**GOOD, "kind": "Charakter"}).hint == "did you mean `character`?"
    assert only({**GOOD, "kind": "zzz"}).hint == "one of: character, enemy"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("7", "not '7'"), (7.5, "not 7.5"), (True, "not true"), (None, "not nothing"),
        (float("nan"), "not nan"), (date(1979, 5, 27), "not 1979-05-27"),
        (time(7, 32), "not 07:32:00"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_shown_as_the_file_has_it(value: object, shown: str) -> None:
    assert only({**GOOD, "skill": value}).message == f"`skill` has to be a whole number, {shown}"


def test_huge_numbers_are_out_of_range_and_long_values_are_not_repeated() -> None:
    message = only({**GOOD, "skill": 10**30}).message
    assert message.startswith("`skill` has to be a whole number of at most 99, not 1000000")
    assert (
        only({**GOOD, "skill": 10**60}).message == "`skill` has to be a whole number of at most 99"
    )
    assert len(only({**GOOD, "kind": "x" * 10_000}).message) < 200
    assert len(only({**GOOD, "x" * 10_000: 1}).message) < 200


@pytest.mark.parametrize("data", [3, "x", None, [], [1]])
def test_what_is_no_table_is_said_to_be_none(data: object) -> None:
    assert only(data).message.startswith("`the data` has to be a table")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("name",), "name"),
        (("weapons", 1, "skill"), "weapons[1].skill"),
        (("skills", "sword fighting"), 'skills."sword fighting"'),
        (("a b",), '"a b"'),
    ],
)
def test_paths_read_as_a_person_writes_them(path: tuple[str | int, ...], text: str) -> None:
    assert dotted(path) == text


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*Hero.__struct_fields__, "skil", ""]), JUNK))
def test_any_data_becomes_a_struct_or_findings(data: dict[str, Any]) -> None:
    hero, messages = None, list[str]()
    try:
        hero = convert(data, Hero)
    except Invalid as invalid:
        messages = [f.message for f in invalid.findings]
    assert isinstance(hero, Hero) or (messages and all(messages))
