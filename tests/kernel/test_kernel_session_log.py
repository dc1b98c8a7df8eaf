"""The TOML that sessions are written in: a line a key, whatever a key holds."""

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from affray.session.log import toml_lines

TEXTS = st.text() | st.sampled_from(["a\nb, \n]", "[", ",\n    0,\n]", "]\n", '"', "\x00\x7f"])
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(TEXTS, inner, max_size=12),
    max_leaves=20,
)


@settings(max_examples=50)
@given(st.dictionaries(TEXTS, VALUES, max_size=6))
def test_a_line_a_key_and_read_back_the_same(data: dict[str, Any]) -> None:
    text = toml_lines(data)
    assert text.count("\n") == len(data)
    assert tomllib.loads(text) == data


def test_a_long_table_stays_on_its_line() -> None:
    state = {f"a_field_of_some_length_{number}": number for number in range(40)}
    text = toml_lines({"state": state})
    assert text.startswith("state = { a_field")
    assert text.count("\n") == 1
    assert tomllib.loads(text) == {"state": state}
