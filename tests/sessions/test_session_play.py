"""Sessions play: names, turns, undo and redo, who joins and leaves, sheets edited meanwhile."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.deed import Deed
from affray.dice import SeededDice
from affray.faults import AffrayError
from affray.fight import Joining, start
from affray.session.file import END, Session, create, load, save, text_of
from affray.session.play import add, next_turn, perform, redo, remove, rest, undo
from affray.sheets import load as load_sheet
from affray.sheets import loads
from tests.sessions.conftest import HERO, Affray


def without_log(session: Session) -> str:
    """The text of the head, the counts of the log aside."""
    head = text_of(session).removesuffix(END).split("[[log]]")[0]
    return re.sub(r"(entries|undone) = \d+\n", "", head).rstrip()


def fresh() -> Session:
    sheets = [("Hero", loads(HERO), "party"), ("Goblin-1", load_sheet("@goblin"), "foes"),
              ("Goblin-2", load_sheet("@goblin"), "foes")]  # fmt: skip
    fight = start("troika", [Joining(*one) for one in sheets])
    return create(
        "night.toml", fight, {"Hero": "@goblin", "Goblin-1": "@goblin", "Goblin-2": "@goblin"}
    )


DEEDS = st.sampled_from(
    [
        Deed("attack", ("Hero", "Goblin-1")),
        Deed("attack", ("Hero", "Goblin-2"), {"luck": "attacker"}),
        Deed("attack", ("Goblin-1", "Hero"), {"cover": 3}),
        Deed("attack", ("Goblin-2", "Hero"), {"grapple": "hurt"}),
        Deed("move", ("Hero",), {"distance": 20}), Deed("move", ("Goblin-1",), {"stand": True}),
        Deed("act aim", ("Hero",)), Deed("act delay", ("Goblin-1",)),
        Deed("act suffer", ("Hero",), {"kind": "fire"}), Deed("act flee", ("Goblin-2",)),
        Deed("act eat", ("Hero",)), Deed("drown", ("Goblin-1",)),
        Deed("hazard", ("Hero",), {"kind": "poison", "test": "luck"}), Deed("roll luck", ("Hero",)),
    ]
)  # fmt: skip
MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("deed"), DEEDS, st.sampled_from(["kept", "overruled"])),
        st.tuples(st.sampled_from(["next", "undo", "redo", "rest", "remove"])),
    ),
    max_size=30,
)


@given(MOVES, st.integers(0, 2**20))
@settings(max_examples=60, deadline=None, derandomize=True,
          suppress_health_check=[HealthCheck.too_slow])  # fmt: skip
def test_undoing_everything_gives_back_the_start(
    moves: list[tuple[object, ...]], seed: int
) -> None:
    session = fresh()
    beginning = without_log(session)
    for place, move in enumerate(moves):
        dice = SeededDice(seed + place)
        try:
            if move[0] == "deed":
                session, _ = perform(session, move[1], dice, turn=move[2])  # type: ignore[arg-type]
            elif move[0] == "next":
                session, _ = next_turn(session, dice)
            elif move[0] == "rest":
                session, _ = rest(session, (), dice)
            elif move[0] == "remove" and "Goblin-2" in session.fight.sides:
                session = remove(session, ["Goblin-2"])
            elif move[0] in ("undo", "redo"):
                session, _ = (undo if move[0] == "undo" else redo)(session)
        except AffrayError:
            continue
    end = without_log(session)
    undone = session
    while undone.undone < undone.entries:
        undone, _ = undo(undone)
    assert without_log(undone) == beginning
    for _ in range(session.entries - session.undone):
        undone, _ = redo(undone)
    assert without_log(undone) == end


def test_a_saved_session_is_the_session(tmp_path: Path, affray: Affray, night: Path) -> None:
    for seed in range(6):
        affray("session", "next", "night.toml", "--seed", str(seed))
        affray(
            "attack", "Hero", "Goblin-1", "--session", "night.toml", "--anyway", "--seed", str(seed)
        )
    text = night.read_text("utf-8")
    session = load(str(night))
    save(session)
    assert night.read_text("utf-8") == text


@pytest.mark.rule("troika:5")
def test_only_the_holder_of_the_token_acts(night: Path, affray: Affray) -> None:
    refused = affray("attack", "Hero", "Goblin-1", "--session", "night.toml", status=4)
    assert "[troika:5]" in refused.errors
    affray("session", "next", "night.toml", "--dice", "1")  # the first token is Hero's
    before = night.read_bytes()
    affray("attack", "Goblin-1", "Hero", "--session", "night.toml", status=4)
    assert night.read_bytes() == before
    affray("attack", "Hero", "Goblin-1", "--session", "night.toml", "--dice", "5,4,1,2,3")
    affray("attack", "Hero", "Goblin-1", "--session", "night.toml", status=4)
    done = affray(
        "attack", "Hero", "Goblin-1", "--session", "night.toml", "--anyway", "--seed", "1"
    )
    assert "Hero" in done.text
    assert "[overruled]" in affray("session", "log", "night.toml").text


def test_state_comes_from_the_session_and_goes_into_it(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    result = affray("attack", "Hero", "Goblin-2", "--session", "night.toml", "--dice", "6,5,1,2,2",
                    "--json")  # fmt: skip
    assert result.json["effects"][0] == {
        "who": "Goblin-2", "field": "stamina", "before": 6, "after": 2,
    }  # fmt: skip
    affray("fall", "Goblin-2", "2", "--dice", "1", "--session", "night.toml")
    shown = affray("session", "show", "night.toml", "--json").json
    goblin = next(c for c in shown["combatants"] if c["name"] == "Goblin-2")
    assert goblin["fields"]["stamina"] == 1


def test_a_dry_run_changes_nothing(night: Path, affray: Affray) -> None:
    before = night.read_bytes()
    affray("session", "next", "night.toml", "--dry-run")
    affray("fall", "Hero", "2", "--session", "night.toml", "--dry-run")
    assert night.read_bytes() == before


def test_a_wrong_get_changes_nothing(night: Path, affray: Affray) -> None:
    before = night.read_bytes()
    affray("fall", "Hero", "2", "--session", "night.toml", "--get", "result.wings", status=2)
    assert night.read_bytes() == before


def test_the_environment_names_the_session(night: Path, affray: Affray) -> None:
    done = affray("session", "next", "night.toml", "--dice", "1", "--json")
    assert done.json["result"]["may_act"] == ["Hero"]
    shown = affray("session", "show", env={"AFFRAY_SESSION": "night.toml"}).text
    assert "Hero: party, may act, stamina 40/40, luck 9/9" in shown


def test_undo_and_redo_over_restarts(night: Path, affray: Affray) -> None:
    start_text = affray("session", "show", "night.toml").text
    affray("session", "next", "night.toml", "--dice", "1")
    affray("attack", "Hero", "Goblin-1", "--session", "night.toml", "--dice", "6,5,1,2,2")
    after = affray("session", "show", "night.toml").text
    affray("session", "undo", "night.toml", "--count", "2")
    assert affray("session", "show", "night.toml").text == start_text
    affray("session", "redo", "night.toml")
    affray("session", "redo", "night.toml")
    assert affray("session", "show", "night.toml").text == after
    affray("session", "redo", "night.toml", status=2)


def test_a_new_command_forgets_what_was_undone(night: Path, affray: Affray) -> None:
    affray("fall", "Hero", "2", "--dice", "3", "--session", "night.toml")
    affray("session", "undo", "night.toml")
    affray("fall", "Hero", "2", "--dice", "5", "--session", "night.toml")
    assert affray("session", "log", "night.toml").text.count("fall") == 1
    affray("session", "redo", "night.toml", status=2)
    affray("session", "undo", "night.toml")
    affray("session", "undo", "night.toml", status=2)


def test_a_result_made_elsewhere_applies_once(night: Path, affray: Affray, tmp_path: Path) -> None:
    (tmp_path / "goblin.toml").write_text(
        'system = "troika"\nname = "Goblin-1"\nskill = 5\nstamina = 6\n', "utf-8"
    )
    result = affray("fall", "goblin.toml", "2", "--dice", "4", "--json").text
    (tmp_path / "result.json").write_text(result, "utf-8")
    affray("session", "apply", "night.toml", "result.json")
    assert "stamina 2/6" in affray("session", "show", "night.toml").text
    again = affray("session", "apply", "night.toml", "result.json", status=3)
    assert "stamina is 2, not 6" in again.errors


def test_who_joins_and_leaves(night: Path, affray: Affray) -> None:
    affray("session", "add", "night.toml", "@goblin", "--versus", "@troll:2")
    shown = affray("session", "show", "night.toml", "--json").json
    names = [combatant["name"] for combatant in shown["combatants"]]
    assert names == ["Hero", "Goblin-1", "Goblin-2", "Goblin-3", "Goblin", "Troll-1", "Troll-2"]
    affray("fall", "Goblin-2", "2", "--dice", "4", "--session", "night.toml")
    affray("session", "remove", "night.toml", "goblin-2", "Troll-1")
    affray("session", "undo", "night.toml")
    assert "Goblin-2: foes, stamina 2/6" in affray("session", "show", "night.toml").text


def test_an_edited_sheet_is_picked_up_and_said(night: Path, affray: Affray, tmp_path: Path) -> None:
    (tmp_path / "hero.toml").write_text(HERO.replace("skill = 7", "skill = 9"), "utf-8")
    shown = affray("session", "show", "night.toml")
    assert "hero.toml was edited" in shown.errors
    affray("fall", "Hero", "2", "--dice", "1", "--session", "night.toml")
    assert affray("session", "show", "night.toml").errors == ""
    (tmp_path / "hero.toml").write_text(HERO.replace("stamina = 40", "stamina = 20"), "utf-8")
    assert "stamina is 39, above the sheet's 20" in affray("session", "show", "night.toml").errors


def test_a_sheet_is_never_written(night: Path, affray: Affray, tmp_path: Path) -> None:
    sheet = tmp_path / "hero.toml"
    sheet.chmod(0o400)
    before = (sheet.read_bytes(), sheet.stat().st_mtime_ns)
    affray("session", "next", "night.toml", "--dice", "1")
    affray("attack", "Hero", "Goblin-1", "--session", "night.toml", "--seed", "1")
    affray("session", "rest", "night.toml", "--seed", "1")
    assert (sheet.read_bytes(), sheet.stat().st_mtime_ns) == before


def test_a_missing_sheet_is_named(night: Path, affray: Affray, tmp_path: Path) -> None:
    (tmp_path / "hero.toml").unlink()
    assert "Hero" in affray("session", "show", "night.toml", status=3).errors


def test_a_name_nobody_has_suggests(night: Path, affray: Affray) -> None:
    done = affray("attack", "Heroo", "Goblin-1", "--session", "night.toml", status=2)
    assert "did you mean `Hero`?" in done.errors


@pytest.mark.rule("troika:4.2")
def test_rest_heals_and_ends_the_fight(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "1")
    affray("fall", "Hero", "12", "--dice", "6,6,6,6,6,6", "--session", "night.toml")
    affray("session", "rest", "night.toml", "--dice", "3,4,1,1,1,1,1,1")
    shown = affray("session", "show", "night.toml").text
    assert shown.startswith("No token is drawn yet")
    assert "Hero: party, stamina 11/40" in shown


def test_a_turn_played_by_tactics_is_logged_and_replays(night: Path, affray: Affray) -> None:
    affray("session", "next", "night.toml", "--dice", "3")  # one of the goblins' tokens
    result = affray("turn", "--session", "night.toml", "--seed", "5", "--json")
    (line,) = result.lines
    assert json.loads(line)["command"] == "attack"
    assert "attack Goblin-" in affray("session", "log", "night.toml").text
    affray("session", "undo", "night.toml")
    affray("turn", "Hero", "--session", "night.toml", status=4)


def test_joining_with_the_same_name_is_refused() -> None:
    session = fresh()
    with pytest.raises(AffrayError, match="called `Hero` already"):
        add(session, [(Joining("Hero", load_sheet("@goblin"), "foes"), "@goblin")])
