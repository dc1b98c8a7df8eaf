"""Sheets of every system, and every command that is played on them."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "sheets"
FILES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.toml"))}
"""The text of each file that these are played with."""


class Case(NamedTuple):
    """A command that a system settles, and one way to ask for it."""

    system: str | None
    command: str
    arguments: str

    @property
    def words(self) -> list[str]:
        """The whole command line after `affray`."""
        return [*self.command.split(), *self.arguments.split()]

    def __str__(self) -> str:
        return f"{self.system or 'dice'} {self.command}"


CASES = (
    Case("troika", "attack", "hero.toml imp.toml"),
    Case("troika", "attack", "hero.toml imp.toml --weapon pistolet --aim --luck attacker"),
    Case("troika", "damage", "hero.toml imp.toml"),
    Case("troika", "damage", "--weapon greatsword --armour 2 --shield --bonus 1 --mighty"),
    Case("troika", "move", "hero.toml --distance 15"),
    Case("troika", "drown", "hero.toml --failures 1"),
    Case("troika", "fall", "hero.toml 7"),
    Case("troika", "hazard", "hero.toml --kind fire --test luck"),
    Case("troika", "roll initiative", "hero.toml imp.toml @goblin @goblin"),
    Case("troika", "roll under", "hero.toml swim"),
    Case("troika", "roll luck", "hero.toml"),
    Case("troika", "roll versus", "hero.toml imp.toml --skill swim"),
    Case("iron-gauntlets", "attack", "ann.toml bob.toml"),
    Case("iron-gauntlets", "attack", "bob.toml ann.toml --defence block --difficulty 2"),
    Case("iron-gauntlets", "damage", "ann.toml bob.toml --overkill 2"),
    Case(
        "iron-gauntlets",
        "damage",
        "--system iron-gauntlets --weapon-number 3 --track injury --overkill 2 --armour 1 "
        "--armour-track injury",
    ),
    Case("iron-gauntlets", "move", "ann.toml --mode run --method basic"),
    Case("iron-gauntlets", "move", "ann.toml --mode swim --method advanced --distance 8"),
    Case("iron-gauntlets", "drown", "ann.toml --rulings harms.toml"),
    Case("iron-gauntlets", "fall", "ann.toml 7 --rulings harms.toml"),
    Case("iron-gauntlets", "hazard", "ann.toml --kind fire --rulings harms.toml"),
    Case("iron-gauntlets", "roll reaction", "ann.toml bob.toml"),
    Case("iron-gauntlets", "roll initiative", "ann.toml bob.toml"),
    Case("iron-gauntlets", "roll task", "ann.toml athletics --luck 1"),
    Case("reactive-combat", "attack", "kes.toml ork.toml"),
    Case("reactive-combat", "attack", "kes.toml ork.toml --weapon pistol --distance 5"),
    Case("reactive-combat", "damage", "kes.toml ork.toml"),
    Case(
        "reactive-combat",
        "damage",
        "--system reactive-combat --damage 7 --toughness 5 --marks 2 --conviction 1 "
        "--target-conviction 2 --stunt-die 4",
    ),
    Case("reactive-combat", "move", "kes.toml --mode run"),
    Case("reactive-combat", "roll initiative", "kes.toml ork.toml"),
    Case("reactive-combat", "roll test", "kes.toml dexterity --tn 11"),
    Case("reactive-combat", "roll test", "kes.toml strength --versus ork.toml"),
    Case(None, "roll dice", "3d6+2"),
)
