"""Small inputs and what is right, as tables: `SYSTEM.toml` here, every case a few command lines.

    [sheets]                          # files that every case of the table finds
    "h.toml" = '''…'''

    [[case]]
    name = "a broken shield guards nobody"
    rules = ["troika:7.6"]
    session = "h.toml @orc"           # `session new` with these; AFFRAY_SESSION then names it
    rulings = { helpless = "no-defence" }
    steps = [
        { do = "attack Hero Orc --dice 6,6,6,6", is = { outcome = "clinch" } },
        { do = "damage Hero Orc", status = 4, says = ["troika:7.7"], hides = ["sword"] },
    ]

`is` looks into the JSON by dotted paths (`harm.0.who` counts; "none" is null, or nothing there);
`says` and `hides`, of a line without `is`, are parts of what is printed, errors among it; a
`status` other than 0 is said.
"""

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.scaffold.cli import affray

TABLES = {
    path.stem: tomllib.loads(path.read_text("utf-8"))
    for path in Path(__file__).parent.glob("*.toml")
}
CASES = [(table, case) for table, one in sorted(TABLES.items()) for case in one["case"]]
KEYS = {"name", "rules", "session", "rulings", "steps"}
STEP = {"do", "is", "says", "hides", "status"}


def written(value: Any) -> str:
    """A value of a rulings file."""
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def at(data: Any, path: str) -> Any:
    """What stands at a dotted path; "none": nothing does."""
    for part in path.split("."):
        if isinstance(data, list):
            data = data[int(part)] if part.isdigit() and int(part) < len(data) else None
        else:
            data = data.get(part) if isinstance(data, dict) else None
    return "none" if data is None else data


@pytest.mark.parametrize(
    ("table", "case"), CASES, ids=lambda one: one if isinstance(one, str) else one["name"]
)
def test_it_comes_to_what_is_right(
    table: str, case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert case.keys() <= KEYS
    monkeypatch.chdir(tmp_path)
    for name, text in TABLES[table].get("sheets", {}).items():
        Path(name).write_text(text, "utf-8")
    rulings = case.get("rulings", {})
    if rulings:
        lines = [f"[{table}]", *(f"{key} = {written(value)}" for key, value in rulings.items())]
        Path("house.toml").write_text("\n".join(lines), "utf-8")
        monkeypatch.setenv("AFFRAY_RULINGS", "house.toml")
    if "session" in case:
        affray.said("session", "new", "fight.toml", *shlex.split(case["session"]))
        monkeypatch.setenv("AFFRAY_SESSION", "fight.toml")
    for step in case["steps"]:
        take(step)


def take(step: dict[str, Any]) -> None:
    """Run one command line and hold it to what is right."""
    assert step.keys() <= STEP
    words, status = shlex.split(step["do"]), step.get("status", 0)
    if wanted := step.get("is"):
        assert not {"says", "hides"} & step.keys()
        data = affray.json(*words, status=status)
        assert {path: at(data, path) for path in wanted} == wanted, step["do"]
        return
    text = affray.said(*words, status=status)
    assert [part for part in step.get("says", ()) if part not in text] == [], text
    assert [part for part in step.get("hides", ()) if part in text] == [], text
