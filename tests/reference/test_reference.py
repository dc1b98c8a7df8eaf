"""What `simulate` finds is what plain loops find that know nothing but the rules."""

from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.benchmarks.questions import encounter, sheets_of
from tests.reference import iron_gauntlets, reactive_combat, troika
from tests.scaffold.cli import Cli

LOOPS = {"troika": troika, "iron-gauntlets": iron_gauntlets, "reactive-combat": reactive_combat}
BY_HAND = 5_000
SIGMAS = 5
KESSA, ORC = sheets_of("reactive-combat")
BRUTE = {**ORC, "abilities": {**ORC["abilities"], "strength": 5}, "tactics": {}}
LOOP_BRUTE = reactive_combat.ORC._replace(damage=7, breathe_at=1, strikes_first=False)
BREATH = {"stunts": ["breath-in:6"]}


def playing(sheet: Mapping[str, Any], **tactics: object) -> dict[str, Any]:
    """A sheet with other tactics."""
    return {**sheet, "tactics": {**sheet["tactics"], **tactics}}


def agree(path: Path, sheets: Any, loop: ModuleType, pair: Any, many: Any, fights: int) -> None:
    """Both play the same: every end, and how long it takes, within five standard errors."""
    path.write_text(encounter(sheets, many, {}), "utf-8")
    said = Cli().json("simulate", path, "-n", fights, "--seed", 1)["result"]
    tally = loop.fights(tuple(zip(pair, many, strict=True)), BY_HAND, 2)
    ended, each = said["ended"], 1 / fights + 1 / tally.fights
    shares = {
        "a": (said["win"]["a"]["p"], tally.first),
        "b": (said["win"]["b"]["p"], tally.second),
        "both": (ended["all-out"], tally.both_fell),
        "given up": (ended["cap"] + ended["stalemate"], tally.given_up),
    }
    for end, (share, count) in shares.items():
        pooled = (share * fights + count) / (fights + tally.fights)
        error = sqrt(max(pooled * (1 - pooled) * each, 1e-18))
        assert abs(share - count / tally.fights) <= SIGMAS * error, end
    if not tally.given_up:
        mean, chances = said["rounds"]["mean"], said["rounds"]["chances"]
        spread = sum(share * (int(rounds) - mean) ** 2 for rounds, share in chances.items())
        assert abs(mean - tally.rounds / tally.fights) <= SIGMAS * sqrt(spread * each)


@pytest.mark.parametrize(
    ("system", "many", "fights"),
    [
        ("troika", (1, 1), 20_000),
        ("troika", (1, 4), 600),
        ("troika", (3, 9), 120),
        ("iron-gauntlets", (1, 1), 20_000),
        ("iron-gauntlets", (2, 2), 300),
        ("iron-gauntlets", (4, 5), 80),
    ],
)
def test_fights_end_as_by_hand(
    system: str, many: tuple[int, int], fights: int, tmp_path: Path
) -> None:
    loop = LOOPS[system]
    path = tmp_path / "fight.encounter.toml"
    agree(path, sheets_of(system), loop, loop.PAIR, many, fights)


@pytest.mark.parametrize(("many", "fights"), [((1, 1), 400), ((1, 2), 40)])
def test_ripostes_end_as_by_hand(many: tuple[int, int], fights: int, tmp_path: Path) -> None:
    pair = reactive_combat.KESSA._replace(conviction=0), LOOP_BRUTE
    sheets = playing(KESSA, soak=0), BRUTE
    agree(tmp_path / "fight.encounter.toml", sheets, reactive_combat, pair, many, fights)


def test_conviction_soaks_as_by_hand(tmp_path: Path) -> None:
    pair = [one._replace(riposte=99) for one in (reactive_combat.KESSA, LOOP_BRUTE)]
    sheets = playing(KESSA, **BREATH), playing(BRUTE, **BREATH)
    agree(tmp_path / "fight.encounter.toml", sheets, reactive_combat, pair, (1, 1), 400)


@pytest.mark.parametrize("system", ["troika", "iron-gauntlets"])
def test_nobody_wins_as_by_hand(system: str, tmp_path: Path) -> None:
    loop = LOOPS[system]
    sheets = sheets_of(system, "nobody")
    agree(tmp_path / "fight.encounter.toml", sheets, loop, loop.HOPELESS, (1, 1), 30)
