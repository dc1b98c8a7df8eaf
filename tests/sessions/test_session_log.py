"""The log's text: whatever is written on a line is read back as it was."""

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from affray.session.log import Logged, count, entries, extended, last, toml_lines, without

SCALARS = st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=60)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=20), inner),
    max_leaves=30,
)


@given(st.dictionaries(st.text(min_size=1, max_size=20), VALUES, max_size=5))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_data_comes_back_from_its_lines(data: dict[str, object]) -> None:
    text = toml_lines(data)
    assert tomllib.loads(text) == data
    assert text.count("\n") == len(data)


def test_a_long_table_stays_on_its_line() -> None:
    data = {"state": {f"field_{n}": "a value of some length" for n in range(20)}}
    text = toml_lines(data)
    assert text.count("\n") == 1
    assert tomllib.loads(text) == data


def test_what_is_none_is_left_out() -> None:
    assert toml_lines({"a": None, "b": {"c": None, "d": 1}}) == "b = { d = 1 }\n"


def test_entries_come_back_in_order_and_from_the_end() -> None:
    log = ""
    for number in range(5):
        name = f'[[log]]\n"{number}'
        log = extended(log, Logged("fall", "landed", (name,), dice=(number + 1,)))
    assert count(log) == 5
    assert [entry.dice for entry in entries("x", log)] == [(1,), (2,), (3,), (4,), (5,)]
    assert last("x", log).who == ('[[log]]\n"4',)
    assert last("x", log, 2).dice == (3,)
    assert count(without(log, 3)) == 2
