"""Outcomes: applying effects, undoing them, and the trace."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from affray.faults import BadData
from affray.outcome import Effect, Trace, apply, changes
from affray.sheets import creature
from affray.systems.troika.fighter import Fighter, enter


@pytest.fixture(name="goblin")
def fixture_goblin() -> Fighter:
    return enter(creature("goblin"), "Goblin")  # type: ignore[arg-type]


def test_an_effect_sets_after_where_before_holds(goblin: Fighter) -> None:
    after = apply({"Goblin": goblin}, [Effect("Goblin", "stamina", 6, 2)])
    assert after["Goblin"].stamina == 2
    assert goblin.stamina == 6


def test_effects_on_one_field_chain(goblin: Fighter) -> None:
    chain = [Effect("Goblin", "stamina", 6, 2), Effect("Goblin", "stamina", 2, -1)]
    assert apply({"Goblin": goblin}, chain)["Goblin"].stamina == -1


def test_undoing_is_applying_backwards(goblin: Fighter) -> None:
    chain = [Effect("Goblin", "stamina", 6, 2), Effect("Goblin", "prone", False, True)]
    back = [Effect(e.who, e.field, e.after, e.before) for e in reversed(chain)]
    assert apply(apply({"Goblin": goblin}, chain), back) == {"Goblin": goblin}


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        (Effect("Goblin", "stamina", 5, 2), "stamina is 6, not 5"),
        (Effect("Orc", "stamina", 6, 2), "nobody called `Orc`"),
        (Effect("Goblin", "marks", 0, 2), "Goblin has no `marks`"),
    ],
)
def test_an_effect_that_does_not_fit_is_refused(
    goblin: Fighter, effect: Effect, message: str
) -> None:
    fighters = {"Goblin": goblin}
    with pytest.raises(BadData, match=message):
        apply(fighters, [Effect("Goblin", "prone", False, True), effect])
    assert fighters == {"Goblin": goblin}


def test_lists_are_tuples_again_once_applied(goblin: Fighter) -> None:
    broken = apply({"Goblin": goblin}, [Effect("Goblin", "shattered", [], ["sword"])])
    assert broken["Goblin"].shattered == ("sword",)
    again = apply(broken, [Effect("Goblin", "shattered", ["sword"], [])])
    assert again["Goblin"].shattered == ()


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8))
def test_any_chain_applies_and_undoes(scores: list[int]) -> None:
    goblin = enter(creature("goblin"), "Goblin")  # type: ignore[arg-type]
    befores = [goblin.stamina, *scores]
    chain = [Effect("Goblin", "stamina", b, a) for b, a in zip(befores, scores, strict=False)]
    after = apply({"Goblin": goblin}, chain)
    assert after["Goblin"].stamina == scores[-1]
    back = [Effect(e.who, e.field, e.after, e.before) for e in reversed(chain)]
    assert apply(after, back)["Goblin"] == goblin


def test_changes_are_only_what_differs(goblin: Fighter) -> None:
    found = changes(goblin, {"stamina": 6, "prone": True}, "Goblin")
    assert found == (Effect("Goblin", "prone", False, True),)


def test_a_trace_cites_full_ids() -> None:
    trace = Trace("troika")
    trace.add("7.6", "text", "shield", -1)
    (step,) = trace.steps
    assert (step.rule, step.status, step.text, step.value) == ("troika:7.6", "text", "shield", -1)
    assert step.switch is UNSET


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [("once", "clamp = once", "once"), (True, "clamp = true", None), (3, "clamp = 3", 3)],
)
def test_a_switch_says_how_it_stands(value: object, text: str, shown: object) -> None:
    trace = Trace("troika")
    trace.switch("8/clamp", "clamp", value)
    (step,) = trace.steps
    assert (step.rule, step.status, step.text) == ("troika:8/clamp", "ruling", text)
    assert (step.value, step.switch) == (shown, "clamp")


def test_a_trace_that_is_off_keeps_nothing() -> None:
    trace = Trace("troika", on=False)
    trace.add("7.6", "text", "shield", -1)
    trace.switch("8/clamp", "clamp", "once")
    assert trace.steps == []
