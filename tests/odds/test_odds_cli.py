"""`affray odds`: what it prints, for people and for scripts."""

from fractions import Fraction
from pathlib import Path

import pytest

from affray.engine.duel import duel
from affray.words import percent
from affray_cli.entries import ODDS, ROLLS
from affray_cli.text.bars import bar
from tests.scaffold.cli import SHEETS, affray

SUENTA, KOLBY = (str(SHEETS / "iron-gauntlets" / f"{n}.toml") for n in ("suenta", "kolby"))
KESSA, ORC = (str(SHEETS / "reactive-combat" / f"{n}.toml") for n in ("kessa", "orc"))


def test_an_attack_as_json() -> None:
    found = affray.json("odds", "attack", "@ogre", "@goblin")
    keys = ["affray", "command", "system", "seed", "dice", "choices", "outcome", "result"]
    assert list(found)[:8] == keys
    assert (found["command"], found["system"]) == ("odds attack", "troika")
    assert (found["seed"], found["dice"], found["outcome"]) == (None, [], "exact")
    result = found["result"]
    assert list(result)[:4] == ["outcomes", "measure", "damage", "mean_damage"]
    assert result["outcomes"]["hit"] == {"p": float(Fraction(535, 648)), "exact": "535/648"}
    exact = (Fraction(one["exact"]) for one in result["outcomes"].values())
    assert sum(exact) == 1
    assert sum(result["damage"].values()) == pytest.approx(1)
    assert sum(int(n) * p for n, p in result["damage"].items()) == pytest.approx(
        result["mean_damage"]
    )
    assert 0 < result["drop"]["defender"]["p"] < 1
    assert "compare" not in result


def test_every_option_of_an_attack_is_there() -> None:
    plain = affray.said("odds", "attack", "@ogre", "@goblin", "--get", "result.outcomes.hit.p")
    cover = affray.said(
        "odds", "attack", "@ogre", "@goblin", "--cover", "4", "--get", "result.outcomes.hit.p"
    )
    assert float(cover) < float(plain)
    shot = affray.said(
        "odds", "attack", "@ogre", "@goblin", "--weapon", "bow", "--into-melee", "@troll", "--aim",
        "--get", "result.mean_damage",
    )  # fmt: skip
    assert float(shot) > 0


def test_comparing_is_one_table() -> None:
    asked = ("odds", "attack", "@ogre", "@goblin", "--compare", "cover=0,2,4")
    result = affray.json(*asked)["result"]
    assert [one["options"] for one in result["compare"]] == [{"cover": n} for n in (0, 2, 4)]
    for one in result["compare"]:
        alone = affray.json(*asked[:4], "--cover", str(one["options"]["cover"]))["result"]
        assert {k: v for k, v in one.items() if k != "options"} == alone
    lines = affray.said(*asked).splitlines()
    assert [line.split(":")[0] for line in lines[1:]] == ["cover 0", "cover 2", "cover 4"]
    assert {row["variant"] for row in affray.rows(*asked)} == {"cover=0", "cover=2", "cover=4"}


def test_comparing_two_options_gives_every_combination() -> None:
    result = affray.json(
        "odds", "attack", "@goblin", "@troll",
        "--compare", "weapon=sword,axe+knife", "--compare", "unaware=true,false",
    )["result"]  # fmt: skip
    assert [one["options"] for one in result["compare"]] == [
        {"weapon": weapon, "unaware": unaware}
        for weapon in (["sword"], ["axe", "knife"])
        for unaware in (True, False)
    ]
    defences = affray.json("odds", "attack", SUENTA, KOLBY, "--compare", "defence=parry,dodge,none")
    hits = [one["outcomes"]["hit"]["p"] for one in defences["result"]["compare"]]
    assert hits[2] == max(hits)
    penalised = affray.json("odds", "attack", KESSA, ORC, "--compare", "target-penalties=0,3")
    hits = [one["outcomes"]["hit"]["p"] for one in penalised["result"]["compare"]]
    assert hits[0] < hits[1]


@pytest.mark.parametrize(
    ("compare", "says"),
    [
        ("covr=1", "did you mean `cover`?"),
        ("cover", "names no value"),
        ("cover=9", "no cover gives 9"),
        ("cover=x", "--cover has to be a whole number, not 'x'"),
        ("defence=parry", "an attack has no option `defence` here"),
        ("luck=attacker", "only characters have Luck"),
    ],
)
def test_what_cannot_be_compared(compare: str, says: str) -> None:
    status = 4 if compare.startswith(("luck", "cover=9")) else 2
    asked = ("odds", "attack", "@ogre", "@goblin", "--compare", compare)
    assert says in affray.said(*asked, status=status)
    error = affray.json(*asked, status=status)["error"]
    assert says in f"{error['message']} {error['hint']}"


def test_an_option_is_not_given_and_compared() -> None:
    asked = ("odds", "attack", "@ogre", "@goblin", "--compare", "cover=1")
    affray.said(*asked, "--cover", "2", status=2)
    affray.said(*asked, "--compare", "cover=2", status=2)
    many = ",".join(["1"] * 201)
    assert "too many" in affray.said(*asked[:4], "--compare", f"cover={many}", status=2)


def test_an_attack_in_words() -> None:
    lines = affray.said("odds", "attack", "@ogre", "@goblin").splitlines()
    assert lines[0] == "Ogre attacks Goblin: 7.74 stamina on average"
    assert lines[1] == "hit: 82.56 %  535/648"
    assert "Goblin is out: 69.77 %" in lines
    assert "█" not in "".join(lines)


def test_bars_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "█" in affray.said("odds", "attack", "@ogre", "@goblin")
    assert "█" in affray.said("odds", "duel", "@ogre", "@goblin")
    assert "█" in affray.said("odds", "roll", "dice", "2d6")


def test_a_duel_as_json() -> None:
    found = affray.json("odds", "duel", "@ogre", "@troll", "--fractions")
    result = found["result"]
    assert (found["outcome"], found["seed"], result["method"]) == ("exact", None, "exact")
    assert list(result)[:5] == ["win", "draw", "endless", "rounds_mean", "method"]
    exact = result["exact"]
    for name, p in result["win"].items():
        assert float(Fraction(exact["win"][name])) == p
    assert sum(map(Fraction, exact["win"].values())) + Fraction(exact["draw"]) == 1
    assert sum(result["rounds"].values()) + result["rounds_more"] == pytest.approx(1)
    for name, left in result["left"].items():
        assert sum(left.values()) == pytest.approx(result["win"][name])
    assert "low" not in result
    assert "exact" not in affray.json("odds", "duel", "@ogre", "@troll")["result"]


def test_a_duel_in_words_and_rows() -> None:
    lines = affray.said("odds", "duel", "@ogre", "@troll").splitlines()
    assert lines[0] == "Ogre wins 94.08 % of these duels"
    assert "method: exact, over 249 states" in lines
    rows = affray.rows("odds", "duel", "@ogre", "@troll")
    wins = {row["who"]: float(row["p"]) for row in rows if row["kind"] == "win"}
    assert wins == affray.json("odds", "duel", "@ogre", "@troll")["result"]["win"]
    assert {row["kind"] for row in rows} == {"win", "draw", "endless", "rounds", "left"}


def test_who_begins_a_duel_and_what_the_second_does() -> None:
    asked = ("odds", "duel", "@ogre", "@troll", "--cover", "3", "--get", "result.win.Ogre")
    chances = [float(affray.said(*asked, "--first", first)) for first in ("a", "b", "always-a")]
    assert chances[2] < chances[0] < chances[1]
    assert float(affray.said(*asked, "--answer", "cover=3")) > chances[0]
    assert "always-a" in affray.said(*asked, "--first", "alway-a", status=2)
    assert "alternate" in affray.said(*asked, "--first", "?", status=2)


def test_two_of_the_same_name() -> None:
    assert set(affray.json("odds", "duel", "@goblin", "@goblin")["result"]["win"]) == {
        "Goblin",
        "Goblin-2",
    }


def test_a_duel_that_has_to_be_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past a bound on states that is set lower here."""
    defaults = duel.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "most_states", 50)
    asked = ("odds", "duel", "@ogre", "@troll", "--fights", "20")
    found = affray.json(*asked, "--seed", "4")
    result = found["result"]
    assert (found["outcome"], found["seed"], result["fights"]) == ("simulated", 4, 20)
    for name, p in result["win"].items():
        assert result["low"][name] <= p <= result["high"][name]
    assert found == affray.json(*asked, "--seed", "4")
    text = affray.said(*asked).splitlines()
    assert text[-2] == "method: simulated: 20 fights, with 95 % bounds"
    assert text[-1].startswith("seed: ")


def test_a_long_duel_is_shown_in_ranges(tmp_path: Path) -> None:
    giant = tmp_path / "giant.toml"
    giant.write_text('system = "troika"\nname = "Giant"\nskill = 9\nstamina = 60\n')
    text = affray.said("odds", "duel", str(giant), str(giant))
    assert len([line for line in text.splitlines() if "exchange" in line]) <= 26


def test_a_duel_without_a_ruling_is_refused(tmp_path: Path) -> None:
    assert "out_at_marks" in affray.said("odds", "duel", KESSA, ORC, status=4)
    rulings = tmp_path / "out.toml"
    rulings.write_text("[reactive-combat]\nout_at_marks = 4\n")
    found = affray.json("odds", "duel", KESSA, ORC, "--rulings", str(rulings))
    assert (found["outcome"], found["result"]["measure"]) == ("exact", "marks")
    assert found["input"]["rulings"] == {"out_at_marks": 4}


def test_output_options_that_exclude_each_other() -> None:
    affray.said("odds", "attack", "@ogre", "@goblin", "--csv", "--json", status=2)
    affray.said("odds", "duel", "@ogre", "@goblin", "--csv", "--get", "result.win", status=2)
    affray.said("odds", "duel", "@ogre", "@goblin", "--fights", "0", status=2)
    affray.said("odds", "duel", "@ogre", SUENTA, status=3)


ASKED: dict[str, tuple[str, ...]] = {
    "reaction": (SUENTA, KOLBY, "--awareness", "1"),
    "initiative": (KESSA, ORC),
    "task": (SUENTA, "melee", "--difficulty", "2"),
    "under": ("@goblin",),
    "versus": ("@goblin", "@troll"),
    "luck": (str(SHEETS / "troika" / "ardent-giant.toml"),),
    "test": (KESSA, "dexterity", "--versus", ORC),
    "dice": ("2d6+3",),
}


@pytest.mark.parametrize("roll", sorted(ROLLS))
def test_every_roll(roll: str) -> None:
    asked = ("odds", "roll", roll, *ASKED[roll])
    found = affray.json(*asked)
    assert (found["command"], found["outcome"], found["dice"]) == (f"odds roll {roll}", "exact", [])
    if roll != "reaction":
        exact = (Fraction(one["exact"]) for one in found["result"]["outcomes"].values())
        assert sum(exact) == 1
    assert affray.said(*asked).splitlines()
    assert {"p", "exact"} <= set(affray.rows(*asked)[0])


def test_reaction_says_what_points_do() -> None:
    result = affray.json("odds", "roll", "reaction", SUENTA, KOLBY)["result"]
    names = list(result["first"])
    assert len(names) == 2
    best = result["best"]
    assert best in result["allocations"]
    assert best["first"]["p"] == max(one["first"]["p"] for one in result["allocations"])
    assert best["actions"] == {"any": 1, "fitness": best["fitness"], "awareness": best["awareness"]}
    text = affray.said("odds", "roll", "reaction", SUENTA, KOLBY)
    assert f"best for {names[0]}: " in text
    alone = affray.said("odds", "roll", "reaction", SUENTA)
    assert "speed 1: 10.00 %  1/10" in alone


def test_dice_that_are_none_or_too_many() -> None:
    assert affray.said("odds", "roll", "dice", "2x", status=2)
    assert affray.said("odds", "roll", "dice", "", status=2)
    assert "too many sums" in affray.said("odds", "roll", "dice", "1000d1000", status=2)
    assert affray.said("odds", "roll", "dice", "d6", "--get", "result.mean_total") == "3.5\n"


@pytest.mark.parametrize("name", sorted(ODDS))
def test_help(name: str) -> None:
    assert "odds" in affray.said("odds", name, "--help")


def test_chances_for_a_person() -> None:
    shown = [percent(Fraction(n, 100_000)) for n in (0, 1, 12345, 99_999, 100_000)]
    assert shown == ["0.00 %", "<0.01 %", "12.35 %", ">99.99 %", "100.00 %"]
    assert bar(Fraction(1, 64)) == "▌"
    assert len(bar(1)) == 32
    assert bar(0) == ""
