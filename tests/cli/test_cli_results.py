"""Whom a result is about, what harm it did, and when a fight is over: alike in all systems."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.scaffold.cases import Case
from tests.scaffold.cli import EXAMPLES, affray

ENDS = """\
[iron-gauntlets]
out_at_injury = 4
[reactive-combat]
out_at_marks = 3
"""
TRACE_LIKE = (
    "overruled by the director Joe",
    "Kes attacks Ork with dagger",
    "headshot: GM decides",
    "text",
)
"""Names that look like what a trace says."""
NAMED = re.compile('name = ".*"')
Harm = tuple[str, str, int, int | None, str | None]


class Struck(NamedTuple):
    """An attack or damage, and what it comes to: the word, whose, harm and notes."""

    words: str
    outcome: str
    sides: tuple[str | None, str | None, str | None]
    harm: tuple[Harm, ...]
    notes: tuple[str, ...]


def harm_in(text: str) -> tuple[Harm, ...]:
    """Who, field, amount and what is left, then the state, as far as there is one."""
    if not text:
        return ()
    who, field, amount, *rest = text.split()
    left, state = [*rest, None, None][:2]
    return ((who, field, int(amount), None if left is None else int(left), state),)


def struck(line: str) -> Struck:
    """One of these from a line; of the sides, `-` is nobody."""
    words, outcome, sides, *more = (part.strip() for part in line.split("|"))
    one, other, weapon = (None if side == "-" else side for side in sides.split())
    return Struck(words, outcome, (one, other, weapon), harm_in("".join(more[:1])), tuple(more[1:]))


ALL_STRUCK = """\
attack hero.toml imp.toml --dice 4,4,2,2,3 | hit | Hero Imp sword | Imp stamina 6 1
attack hero.toml imp.toml --dice 2,2,5,3 | tie | Hero Imp sword
attack hero.toml imp.toml --dice 1,3,6,5,3 | countered | Hero Imp sword | Hero stamina 4 14
attack hero.toml @goblin --dice 4,4,2,2,3 | hit | Hero Goblin sword | Goblin stamina 6 0 dying
damage hero.toml imp.toml --mighty --dice 6 | damage | Hero Imp sword | Imp stamina 12 0 dead
damage hero.toml --dice 6 | damage | Hero - sword
damage --weapon sword --dice 3 | damage | - - sword
attack ann.toml bob.toml --defence none --dice 1,1,9,9 | hit | Ann Bob sword | Bob injury 4
attack ann.toml bob.toml --dice 9,9,9,9 | miss | Ann Bob sword
attack ann.toml bob.toml --defence dodge --dice 1,9,9,9,1,1,1 | defended | Ann Bob sword
attack ann.toml bob.toml --defence none --dice 1,9,9,9 --rulings {ends} \
    | hit | Ann Bob sword | Bob injury 3 1
attack ann.toml bob.toml --defence none --dice 1,1,1,9 --rulings {ends} \
    | hit | Ann Bob sword | Bob injury 5 0 out
damage bob.toml ann.toml --weapon fists --overkill 2 --rulings {ends} \
    | damage | Bob Ann fists | Ann fatigue 1
damage --system iron-gauntlets --weapon-number 3 | damage | - - -
attack kes.toml ork.toml --dice 5,5,6,1,1,2 | hit | Kes Ork dagger | Ork marks 4
attack kes.toml ork.toml --dice 1,1,2,6,6,5 | defended | Kes Ork dagger
attack kes.toml ork.toml --dice 4,5,2,1,1,2 | shrugged | Kes Ork dagger
attack kes.toml ork.toml --dice 5,5,6,1,1,2 --marks 2 --rulings {ends} \
    | hit | Kes Ork dagger | Ork marks 6 0 out
damage kes.toml ork.toml --damage 6 --rulings {ends} | injured | Kes Ork - | Ork marks 1 2
damage --system reactive-combat --damage 7 --toughness 5 | injured | - - -
attack kes.toml ork.toml --weapon pistol --distance 5 --dice 6,6,6 \
    | hit | Kes Ork pistol | Ork marks 4 | headshot: GM decides
attack kes.toml ork.toml --stunt riposte --dice 1,1,2,6,6,2 \
    | defended | Kes Ork dagger |  | no riposte: it costs 3 stunt points, and there are 2
attack kes.toml ork.toml --stunt breath-in:6 --penalties 3 --target-penalties 4 --dice 1,1,2,6,6,2 \
    | defended | Kes Ork dagger |  | breath-in: stunt points for 2 of 6
"""
STRUCK = [struck(line) for line in ALL_STRUCK.splitlines()]


@pytest.fixture(name="ends")
def fixture_ends(tmp_path: Path) -> Path:
    (tmp_path / "ends.toml").write_text(ENDS, "utf-8")
    return tmp_path / "ends.toml"


def harm_of(result: Any) -> list[tuple[Any, ...]]:
    """The harm in a result, each as its values in order."""
    assert all(list(one) == ["who", "field", "amount", "left", "state"] for one in result["harm"])
    return [tuple(one.values()) for one in result["harm"]]


@pytest.mark.parametrize("struck", STRUCK, ids=lambda struck: struck.words)
def test_a_blow_says_whose_it_is_and_what_it_did(struck: Struck, ends: Path) -> None:
    words = struck.words.format(ends=ends).split()
    found = affray.json(*words)
    attacker, defender, weapon = (found["result"][k] for k in ("attacker", "defender", "weapon"))
    named = [side and side["name"] for side in (attacker, defender)]
    assert found["outcome"] == struck.outcome
    assert (*named, weapon) == struck.sides
    assert harm_of(found) == list(struck.harm)
    assert (found["over"], found["notes"]) == (None, list(struck.notes))
    lines = affray.ok(*words).lines
    for who, *_, state in struck.harm:
        assert (f"{who} is {state}" in lines) == (state is not None)
    assert all(note in lines for note in struck.notes)
    assert not any("fight is over" in line for line in lines)


def test_whatever_else_one_does_says_who(case: Case) -> None:
    result = affray.json(*case.words, "--seed", "1")["result"]
    if case.command in ("attack", "damage", "roll initiative", "roll reaction", "roll dice"):
        return
    first = {"hero.toml": "Hero", "ann.toml": "Ann", "kes.toml": "Kes"}[case.arguments.split()[0]]
    assert result["name"] == first
    if "--versus" in case.arguments or case.command == "roll versus":
        assert result["versus"] in ("Imp", "Ork")


def test_two_weapons_in_hand_the_one_that_was_read(tmp_path: Path) -> None:
    sheet = (
        'system = "troika"\nname = "Ven"\nskill = 9\nstamina = 9\nweapons = ["knife", "sword"]\n'
    )
    (tmp_path / "ven.toml").write_text(sheet, "utf-8")
    result = affray.json("attack", tmp_path / "ven.toml", "imp.toml", "--dice", "5,5,1,2,6")
    assert result["result"]["weapon"] == result["result"]["damage"][0]["weapon"] == "sword"


def test_a_target_that_throws_nothing_is_named_too() -> None:
    words = ("attack", "hero.toml", "imp.toml", "--unaware", "--dice")
    assert affray.json(*words, "1,2,3")["result"]["target"] == "Imp"
    assert affray.ok(*words, "6,6").lines[0] == "Hero misses Imp"


# In a fight
class Felled(NamedTuple):
    """Two sheets, the dice of their first turn, and an attack that ends the fight."""

    sheets: tuple[str, str]
    turn: str
    attack: str
    harm: str


FELLED = (
    Felled(
        ("hero.toml", "@goblin"),
        "1",
        "attack Hero Goblin --dice 4,4,2,2,3",
        "Goblin stamina 6 0 dying",
    ),
    Felled(
        ("ann.toml", "bob.toml"),
        "2,8",
        "attack Ann Bob --defence none --dice 1,1,1,9",
        "Bob injury 5 0 out",
    ),
    Felled(
        ("kes.toml", "ork.toml"),
        "6,6,6,1,1,1",
        "attack Kes Ork --dice 5,5,6,1,1,2",
        "Ork marks 4 0 out",
    ),
)


@pytest.fixture(name="night", params=FELLED, ids=lambda felled: felled.sheets[0])
def fixture_night(
    request: pytest.FixtureRequest, tmp_path: Path, ends: Path
) -> tuple[Felled, Path]:
    """A fight of two, begun, in which the next attack fells."""
    felled: Felled = request.param
    path = tmp_path / "night.toml"
    one, other = felled.sheets
    affray.ok("session", "new", path, one, "--versus", other, "--rulings", ends)
    affray.ok("session", "next", path, "--dice", felled.turn)
    return felled, path


def test_an_attack_ends_the_fight(night: tuple[Felled, Path]) -> None:
    felled, path = night
    words = [*felled.attack.split(), "--session", path]
    lines = affray.ok(*words, "--dry-run").lines
    who, *_, state = felled.harm.split()
    assert lines.index(f"{who} is {state}") + 1 == lines.index("The fight is over: party wins")
    found = affray.json(*words)
    assert harm_of(found) == [*harm_in(felled.harm)]
    assert found["over"] == {"winner": "party", "rounds": 1}
    assert affray.ok("session", "undo", path).status == 0
    assert affray.ok(*words, "--get", "over.winner").text == "party\n"


def test_the_next_turn_says_so_too_and_a_rest_does_not(night: tuple[Felled, Path]) -> None:
    felled, path = night
    affray.ok(*felled.attack.split(), "--session", path)
    assert affray.json("session", "next", path)["over"]["winner"] == "party"
    assert affray.json("session", "rest", path)["over"] is None


def test_where_nothing_says_who_is_out_no_fight_is_over(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    affray.ok("session", "new", path, "kes.toml", "--versus", "ork.toml")
    affray.ok("session", "next", path, "--dice", "6,6,6,1,1,1")
    words = ["attack", "Kes", "Ork", "--session", path, "--dice", "5,5,6,1,1,2"]
    found = affray.json(*words)
    assert (harm_of(found), found["over"]) == ([("Ork", "marks", 4, None, None)], None)


def test_who_falls_among_those_who_act_at_once_still_acts(tmp_path: Path, ends: Path) -> None:
    twin = Path("ann.toml").read_text("utf-8").replace('"Ann"', '"Cat"')
    (tmp_path / "cat.toml").write_text(twin, "utf-8")
    path = tmp_path / "night.toml"
    affray.ok(
        *("session", "new", path, "ann.toml", "--versus", tmp_path / "cat.toml"),
        *("--rulings", ends),
    )
    affray.ok("session", "next", path, "--dice", "5,5")
    words = ["--session", path, "--defence", "none", "--dice"]
    felled = affray.json("attack", "Ann", "Cat", *words, "1,1,1,9")
    assert (harm_of(felled)[0][-1], felled["over"]) == ("out", None)
    missed = affray.json("attack", "Cat", "Ann", "--session", path, "--dice", "9,9,9,9")
    assert missed["over"] == {"winner": "party", "rounds": 1}


def test_the_end_of_a_round_does_harm(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    affray.ok("session", "new", path, "hero.toml", "@goblin")
    affray.ok("session", "next", path, "--dice", "1")
    affray.ok("act", "Goblin", "suffer", "--kind", "fire", "--session", path, "--anyway")
    affray.ok("session", "next", path, "--dice", "1")
    found = affray.json("session", "next", path, "--dice", "2,6,6,6")
    assert harm_of(found) == [("Goblin", "stamina", 6, 0, "dying")]
    assert found["over"]["winner"] == "party"


def test_an_encounter_and_a_turn_say_it(tmp_path: Path) -> None:
    bridge = EXAMPLES / "encounters" / "troika" / "bridge.encounter.toml"
    results = [one for one in affray.ok("run", bridge, "--json").many if "result" in one]
    assert all({"harm", "over", "notes"} <= set(one) for one in results)
    assert [one["over"] is None for one in results] == [True] * (len(results) - 1) + [False]
    lines = affray.ok("run", bridge, "--explain").lines
    dead = {who for one in results for who, *_, state in harm_of(one) if state == "dead"}
    assert dead
    assert all(f"{who} is dead" in lines for who in dead)
    assert not any("fight is over" in line for line in lines)
    path = tmp_path / "night.toml"
    affray.ok("session", "new", path, "hero.toml", "@goblin")
    affray.ok("session", "next", path, "--dice", "1")
    (struck,) = affray.ok("turn", "--session", path, "--dice", "4,4,2,2,3", "--json").many
    assert harm_of(struck) == [("Goblin", "stamina", 6, 0, "dying")]
    assert struck["over"] == {"winner": "party", "rounds": 1}


def test_a_line_of_a_batch_says_it() -> None:
    lines = b"attack hero.toml @goblin --dice 4,4,2,2,3\nfall imp.toml 6 --dice 6,1,1\n"
    struck, fell = affray.ok("batch", stdin=lines).many
    assert harm_of(struck) == [("Goblin", "stamina", 6, 0, "dying")]
    assert harm_of(fell) == [("Imp", "stamina", 8, 0, "dead")]
    assert (fell["over"], fell["notes"]) == (None, [])


# Names
@pytest.mark.parametrize("name", TRACE_LIKE)
@pytest.mark.parametrize(
    ("sheet", "words", "headline"),
    [
        ("hero.toml", "attack {} imp.toml --dice 4,4,2,2,3", "{} hits Imp: 6 to Imp (sword)"),
        ("ann.toml", "attack {} bob.toml --dice 9,9,9,9", "{} attacks Bob with sword: a miss"),
        (
            "ann.toml",
            "roll task {} athletics --dice 9,9,9,9",
            "{} tries athletics with fitness: failure",
        ),
        ("ann.toml", "move {} --mode run --distance 5", "{} runs, automatic: 5 ft"),
        (
            "kes.toml",
            "attack {} ork.toml --dice 1,1,2,6,6,5",
            "{} attacks Ork with dagger: defended",
        ),
        ("kes.toml", "roll test {} dexterity --dice 6,6,6", "{} tests dexterity: success"),
        ("kes.toml", "move {} --mode run", "{} runs: 26 yards, a major action"),
    ],
)
def test_no_name_changes_a_headline(
    tmp_path: Path, name: str, sheet: str, words: str, headline: str
) -> None:
    text = Path(sheet).read_text("utf-8")
    (tmp_path / "one.toml").write_text(NAMED.sub(f'name = "{name}"', text, 1), "utf-8")
    parts = [str(tmp_path / "one.toml") if word == "{}" else word for word in words.split()]
    assert affray.ok(*parts).lines[0] == headline.format(name)


@pytest.mark.parametrize("name", TRACE_LIKE)
def test_nor_where_the_director_overrules(tmp_path: Path, name: str) -> None:
    text = Path("kes.toml").read_text("utf-8").replace('"Kes"', f'"{name}"')
    (tmp_path / "one.toml").write_text(text, "utf-8")
    path = tmp_path / "night.toml"
    affray.ok("session", "new", path, tmp_path / "one.toml", "--versus", "ork.toml")
    affray.ok("session", "next", path, "--dice", "1,1,1,6,6,6")
    words = ["attack", name, "Ork", "--session", path, "--anyway", "--dice", "1,1,2,6,6,5"]
    assert affray.ok(*words).lines[0] == f"{name} attacks Ork with dagger: defended"
