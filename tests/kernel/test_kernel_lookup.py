"""Looking rules up: by id, by word, in the texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray import lookup
from affray.faults import BadRequest
from affray.systems import OURS

RULES = [(name, rule) for name in OURS for rule in lookup.rules(name)]


@pytest.mark.parametrize("name", OURS)
def test_ids_are_unique_and_texts_are_whole(name: str) -> None:
    rules = lookup.rules(name)
    assert len({rule.id for rule in rules}) == len(rules) > 40
    for rule in rules:
        assert rule.full_id == f"{name}:{rule.id}"
        assert rule.title
        assert rule.section
        assert len(rule.text) > 15
        assert rule.text.endswith((".", "?", '"', ")")), rule.id
        assert "  " not in rule.text


@pytest.mark.parametrize(("name", "rule"), RULES, ids=lambda v: getattr(v, "full_id", str(v)))
def test_every_rule_is_found_by_its_id(name: str, rule: lookup.Rule) -> None:
    assert lookup.find(rule.full_id) == [rule]
    assert rule in lookup.find(rule.id)
    assert rule in lookup.find(f"  {rule.full_id.upper()} ")
    assert lookup.find(rule.id, (name,)) == [rule]


def test_words_find_titles_and_keywords_however_they_end() -> None:
    drowning = {rule.full_id for rule in lookup.find("drowning")}
    assert "troika:7.9" in drowning
    assert drowning == {rule.full_id for rule in lookup.find("drown")}
    assert {rule.system for rule in lookup.find("armour")} == set(OURS)


def test_a_system_alone_is_looked_in() -> None:
    assert {rule.system for rule in lookup.find("armour", ("troika",))} == {"troika"}


def test_searching_wants_all_words() -> None:
    found = lookup.search("mighty fumble", ("troika",))
    assert "troika:7.4/against-fumble" in [rule.full_id for rule in found]
    assert lookup.search("mighty zebra") == []
    assert lookup.search("") == []
    assert lookup.search("   ") == []


def test_nothing_found_suggests_the_nearest() -> None:
    with pytest.raises(BadRequest, match="no rule matches `drwoning`"):
        lookup.find("drwoning")
    with pytest.raises(BadRequest, match="`affray rule` lists them all"):
        lookup.find("qqqqqqqq")


@pytest.mark.parametrize("query", ["", " "])
def test_an_empty_query_is_refused(query: str) -> None:
    with pytest.raises(BadRequest):
        lookup.find(query)


@given(st.text(max_size=30))
def test_any_query_finds_rules_or_is_refused(query: str) -> None:
    try:
        found = lookup.find(query)
    except BadRequest:
        found = []
    assert all(isinstance(rule, lookup.Rule) for rule in found)
    assert all(isinstance(rule, lookup.Rule) for rule in lookup.search(query))


def test_rules_as_data_have_full_ids() -> None:
    rule = lookup.find("troika:7.6")[0]
    data = lookup.as_data(rule)
    assert (data["id"], data["system"], data["status"]) == ("troika:7.6", "troika", rule.status)
