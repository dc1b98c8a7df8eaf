"""Errors as data: how a fault reads, and what each error is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.faults import AffrayError, BadData, BadRequest, Fault, Forbidden, near


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (Fault("wrong"), "wrong"),
        (Fault("wrong", "do it right"), "wrong; do it right"),
        (Fault("wrong", None, "hero.toml"), "hero.toml: wrong"),
        (Fault("wrong", "do it right", "hero.toml", 12), "hero.toml:12: wrong; do it right"),
        (Fault("wrong", None, None, 12), "wrong"),
    ],
)
def test_a_fault_says_where_what_and_what_would_be_right(fault: Fault, text: str) -> None:
    assert str(fault) == text


def test_an_error_holds_one_fault_or_many() -> None:
    one, two = Fault("one"), Fault("two", "hint")
    assert BadData(one).faults == (one,)
    assert BadData(f for f in (one, two)).faults == (one, two)
    assert str(BadData([one, two])) == "one\ntwo; hint"


def test_what_the_rules_forbid_names_the_rule() -> None:
    error = Forbidden("no more actions", rule="troika:7.1", hint="wait a turn")
    assert error.rule == "troika:7.1"
    assert str(error) == "no more actions [troika:7.1]; wait a turn"


def test_each_error_has_its_code() -> None:
    assert [e.code for e in (BadRequest, BadData, Forbidden)] == ["usage", "data", "forbidden"]
    assert all(issubclass(e, AffrayError) for e in (BadRequest, BadData, Forbidden))


def test_the_nearest_name_is_suggested_in_its_own_spelling() -> None:
    assert near("SWROD", ["Sword", "axe"]) == "did you mean `Sword`?"
    assert near("x", ["Sword", "axe"]) is None
    assert near("x", ["Sword", "axe"], otherwise="one of: …") == "one of: …"
    assert near("x", []) is None


@given(st.text(), st.lists(st.text()))
def test_a_suggestion_is_always_one_of_the_known_names(name: str, known: list[str]) -> None:
    hint = near(name, known)
    assert hint is None or hint.removeprefix("did you mean `").removesuffix("`?") in known
