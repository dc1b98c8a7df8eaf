"""What the tests of the odds share: combatants of each system, made from few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from affray import sheets
from affray.odds.duel import DuelOdds, duel
from affray.registry import system
from affray.system import System

PLAIN: dict[str, dict[str, Any]] = {
    "troika": {"skill": 6, "stamina": 12, "weapons": ["sword"]},
    "iron-gauntlets": {
        "abilities": {"fitness": 4, "awareness": 3},
        "skills": {"melee": 6, "athletics": 5},
        "weapons": [{"name": "sword", "skill": "melee", "amount": 3}],
    },
    "reactive-combat": {
        "defense": 12,
        "toughness": 4,
        "abilities": {"fighting": 3, "dexterity": 2, "strength": 1},
        "weapons": [{"name": "longsword"}],
    },
}


class Bench:
    """Makes systems, combatants and rulings."""

    def system(self, name: str = "troika") -> System:
        return system(name)

    def fighter(
        self,
        name: str = "Ann",
        of: str = "troika",
        now: Mapping[str, object] | None = None,
        **fields: Any,
    ) -> Any:
        """A combatant; a Troika! one is a character where it has Luck."""
        data: dict[str, Any] = {"system": of, "name": name, **PLAIN[of], **fields}
        if of == "troika":
            data["kind"] = "character" if "luck" in fields else "enemy"
        data = {key: value for key, value in data.items() if value is not None}
        made = system(of).fighter(sheets.from_data(data))
        return msgspec.structs.replace(made, **(now or {}))

    def fight(self, a: Any, b: Any, options: Any = None, **more: Any) -> DuelOdds:
        """The odds of a duel, under the rulings given or the usual ones."""
        of = a.sheet.system
        rulings = more.pop("rulings", None) or self.rulings(of)
        return duel(self.system(of), a, b, options or {}, rulings, **more)

    def rulings(self, of: str = "troika", **switches: object) -> Any:
        return msgspec.convert(switches, system(of).rulings_type)


@pytest.fixture(scope="session")
def bench() -> Bench:
    """Makes systems, combatants and rulings."""
    return Bench()
