"""Commands that only a rule set of others has are commands like any other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from affray import fight as fights
from affray.dice import SeededDice
from affray.fight import Joining
from affray.registry import system
from affray.sheets import load
from affray_cli.completing import candidates
from tests.scaffold.cli import affray
from tests.scaffold.plugins import COIN, plug, reachable

TAUNTER = COIN.read_text("utf-8").replace(
    'actions: ClassVar = {"attack": Action(Attack, attack, DUEL, Tossed)}',
    "actions: ClassVar = {\n"
    '        "taunt": Action(Attack, attack, DUEL, Tossed, "Taunt somebody."),\n'
    '        "roll toss": Action(Attack, attack, DUEL, Tossed),\n'
    "    }",
)
"""The toy without an attack: one taunts, with coins."""


@pytest.fixture(autouse=True)
def _taunter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The system alone, and two sheets of it."""
    monkeypatch.chdir(tmp_path)
    site = tmp_path / "site"
    site.mkdir()
    plug(site, "coin", TAUNTER)
    for name in ("Ann", "Bob"):
        text = f'system = "coin"\nname = "{name}"\nchips = 3\n'
        Path(f"{name.lower()}.toml").write_text(text, "utf-8")
    with reachable(site):
        yield


def offered(*words: str) -> list[str]:
    return [one.value for one in candidates(words[:-1], words[-1])]


def test_batch_answers_them() -> None:
    lines = b"taunt ann.toml bob.toml --seed 1\nroll toss ann.toml bob.toml\ntaunt --help\ntount\n"
    ran = affray("batch", stdin=lines)
    taunt, toss, odd, none = ran.many
    assert (taunt["command"], toss["command"]) == ("taunt", "roll toss")
    assert taunt["result"]["attacker"]["name"] == "Ann"
    assert odd["error"]["message"] == "--help gives no JSON"
    assert none["error"]["message"].startswith("No such command 'tount'")


def test_completion_offers_them() -> None:
    assert offered("tau") == ["taunt"]
    assert offered("roll", "to") == ["toss"]
    assert offered("odds", "roll", "to") == ["toss"]
    assert offered("taunt", "ann.toml", "bob") == ["bob.toml"]
    assert offered("taunt", "ann.toml", "bob.toml", "--co") == ["--coins"]
    assert offered("odds", "roll", "toss", "ann.toml", "bob.toml", "--co") == ["--coins"]
    ran = affray.process("tau", env={"_AFFRAY_COMPLETE": "fish"})
    assert (ran.text, ran.errors) == ("taunt\tTaunt somebody.\n", "")


def test_help_and_odds_have_them() -> None:
    assert "Taunt somebody." in affray.said("--help")
    assert "toss" in affray.said("roll", "--help")
    assert "--coins" in affray.said("taunt", "--help")
    assert "heads" in affray.said("odds", "roll", "toss", "ann.toml", "bob.toml")


@pytest.mark.parametrize("line", ["attack", "odds attack", "odds duel"])
def test_who_has_no_attack_says_so(line: str) -> None:
    said = affray.said(*line.split(), "ann.toml", "bob.toml", status=4)
    assert said == "affray: Coin has no rule for `attack`\n"


def test_who_has_no_attack_does_nothing_unasked() -> None:
    rules = system("coin")
    joining = [Joining(side, load(f"{side}.toml"), side) for side in ("ann", "bob")]
    fight = fights.start("coin", joining, rules.rulings_type())
    assert rules.decide(fight, fight.fighters[0], SeededDice(1)) is None
