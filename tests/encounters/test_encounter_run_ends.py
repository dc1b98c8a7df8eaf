"""What `affray run` leaves behind: the end that `check` sees, and sheets that overwrite nothing."""

from pathlib import Path

from affray.session.file import load
from tests.scaffold.cli import Cli

LATE = """\
title = "The steps reach the second round"
seed = 4
[sides]
heroes = ["@ogre"]
foes = [{ sheet = "@goblin", count = 2 }]
[[step]]
do = "next"
dice = [6]
expect = { outcome = "end-of-round" }
[free]
[expect]
winner = "heroes"
"""


def test_a_free_fight_after_late_steps_is_played(tmp_path: Path, affray: Cli) -> None:
    file = tmp_path / "late.encounter.toml"
    file.write_text(LATE, "utf-8")
    affray.said("check", file)
    end = affray.ok("run", file, "--json").many[-1]
    assert (end["event"], end["winner"], end["reason"]) == ("end", "heroes", "won")


INLINE = """\
title = "Two whose names have no Latin letter"
[sides]
a = [{ sheet = { system = "troika", name = "Анна", skill = 5, stamina = 29 } }]
b = [{ sheet = { system = "troika", name = "Борис", skill = 5, stamina = 5 } }]
[[step]]
do = "fall"
who = "Анна"
metres = 2
dice = [1]
expect = { outcome = "landed" }
"""


def test_sheets_made_for_a_session_overwrite_nothing(tmp_path: Path, affray: Cli) -> None:
    file = tmp_path / "two.encounter.toml"
    file.write_text(INLINE, "utf-8")
    mine = tmp_path / "night.sheet.toml"
    mine.write_text("mine", "utf-8")
    session = tmp_path / "night.toml"
    affray.said("run", file, "--session", session)
    assert mine.read_text("utf-8") == "mine"
    fight = load(str(session)).fight
    assert [(f.name, f.stamina, f.sheet.stamina) for f in fight.fighters] == [
        ("Анна", 28, 29),
        ("Борис", 5, 5),
    ]
    affray.said("run", file, "--session", session, status=3)
