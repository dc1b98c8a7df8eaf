"""`affray schema`: kept within draft-04 and true of every example and result."""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft4Validator  # type: ignore[import-untyped]

from affray.registry import system
from affray.schema.make import KINDS, actions, files, schema
from affray.sheets import from_data
from affray.systems import OURS
from affray_cli.envelope import Envelope
from tests.scaffold.cli import EXAMPLES, affray, script

SHIPPED = EXAMPLES / "schemas"
SHEETS = sorted((EXAMPLES / "sheets").rglob("*.toml"))
NEWER = {"const", "$defs", "prefixItems", "propertyNames", "if", "then", "else", "contains"}


@cache
def validator(kind: str, name: str | None = None) -> Draft4Validator:
    found = schema(kind, name, Envelope)
    Draft4Validator.check_schema(found)
    return Draft4Validator(found)


def faults(kind: str, name: str | None, data: object) -> list[str]:
    return [error.message for error in validator(kind, name).iter_errors(data)]


def keys(data: object) -> Iterator[str]:
    """Every word of a schema; names of properties and definitions aside."""
    if isinstance(data, list):
        for one in data:
            yield from keys(one)
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            named = key in ("properties", "definitions")
            for one in value.values() if named else [value]:
                yield from keys(one)


@pytest.mark.parametrize(("kind", "name"), files().values())
def test_a_schema_keeps_to_draft_04(kind: str, name: str | None) -> None:
    found = schema(kind, name, Envelope)
    Draft4Validator.check_schema(found)
    assert not NEWER & set(keys(found))
    text = json.dumps(found)
    names = set(found.get("definitions", {}))
    refs = {part.split('"')[0] for part in text.split("#/definitions/")[1:]}
    assert refs <= names


def test_the_shipped_files_are_those_pointed_to_and_not_stale() -> None:
    shipped = {path.name: path.read_text(encoding="utf-8") for path in SHIPPED.iterdir()}
    assert shipped == script("make_schemas").whole(), "run python docs/scripts/make_schemas.py"


@pytest.mark.parametrize("name", files())
def test_the_command_prints_every_one(name: str) -> None:
    kind, whose = files()[name]
    printed = affray("schema", kind, *([whose] if whose else [])).text
    made = schema(kind, whose, Envelope)
    assert printed == json.dumps(made, indent=2, ensure_ascii=False) + "\n"
    shipped = SHIPPED / name
    assert not shipped.exists() or shipped.read_text(encoding="utf-8") == printed


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_example_sheet_fits_and_points_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert faults("sheet", data["system"], data) == []
    assert faults("sheet", None, data) == []
    pointed = text.splitlines()[0].removeprefix("#:schema ")
    assert (path.parent / pointed).resolve() == SHIPPED / f"{data['system']}.sheet.json"


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*rulings.toml")), ids=lambda p: p.name)
def test_every_example_of_rulings_fits(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert faults("rulings", None, tomllib.loads(text)) == []
    assert (
        path.parent / text.splitlines()[0].removeprefix("#:schema ")
    ).resolve() == SHIPPED / "rulings.json"


@pytest.mark.parametrize(
    "path", sorted(EXAMPLES.rglob("*.encounter.toml")), ids=lambda path: path.name
)
def test_every_example_of_an_encounter_fits_and_points_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    name = path.parent.name
    assert faults("encounter", name, data) == []
    assert faults("encounter", None, data) == []
    pointed = path.parent / text.splitlines()[0].removeprefix("#:schema ")
    assert pointed.resolve() == SHIPPED / f"{name}.encounter.json"


@pytest.mark.parametrize("name", system("troika").creatures())
def test_every_creature_fits(name: str) -> None:
    data = {k: v for k, v in system("troika").creatures()[name].items() if k != "any_weapon"}
    whole = {"system": "troika", "kind": "enemy", **data}
    assert from_data(dict(whole))
    assert faults("sheet", "troika", whole) == []


@pytest.mark.parametrize(
    ("kind", "name", "data"),
    [
        ("sheet", "troika", {"system": "troika", "name": "X", "skill": 5}),
        ("sheet", "troika", {"system": "troika", "name": "X", "skill": 5, "stamina": "6"}),
        ("sheet", "troika", {"system": "troika", "name": "X", "skill": 5, "stamina": 6, "x": 1}),
        ("sheet", None, {"system": "d20", "name": "X"}),
        ("rulings", None, {"troika": {"clamp": "never"}}),
        ("rulings", "troika", {"iron-gauntlets": {}}),
        ("session", None, {"system": "troika"}),
        ("encounter", None, {"title": "X"}),
        ("result", None, {"affray": 1}),
    ],
)
def test_what_is_wrong_does_not_fit(kind: str, name: str | None, data: object) -> None:
    assert faults(kind, name, data)


RESULTS = [
    "attack @goblin @troll --seed 7", "attack @goblin @troll --dice 6,6,6,6",
    "attack {t}ardent-giant.toml @goblin --unaware --seed 3",
    "attack {t}bell-archer.toml @goblin --weapon bow --aim --seed 3",
    "damage --weapon sword --seed 3", "move @goblin --distance 15", "drown @goblin --seed 3",
    "fall @goblin 6 --seed 3", "hazard @goblin --kind fire --test luck --seed 3",
    "roll luck {t}ardent-giant.toml --seed 3", "roll under @goblin --seed 3",
    "roll versus @goblin @troll --seed 3", "roll initiative @goblin @troll --seed 3",
    "roll dice 2d6+3 --seed 3", "roll reaction {g}suenta.toml {g}kolby.toml --seed 3",
    "roll task {g}suenta.toml athletics --seed 3", "attack {g}suenta.toml {g}kolby.toml --seed 3",
    "attack {g}suenta.toml {g}kolby.toml --dice 8,8,9,9",
    "damage {g}suenta.toml {g}kolby.toml --overkill 2",
    "move {g}titus.toml --mode run --method advanced --distance 90 --seed 3",
    "drown {g}titus.toml --failed --rulings examples/house.rulings.toml",
    "fall {g}titus.toml 4 --rulings examples/house.rulings.toml",
    "hazard {g}titus.toml --kind fire --rulings examples/house.rulings.toml",
    "roll test {r}kessa.toml dexterity --seed 3",
    "roll test {r}kessa.toml dexterity --versus {r}orc.toml --seed 3",
    "roll initiative {r}kessa.toml {r}orc.toml --seed 3",
    "attack {r}kessa.toml {r}orc.toml --seed 3",
    "attack {r}kessa.toml {r}orc.toml --weapon pistol --distance 6 --seed 3",
    "attack {r}kessa.toml {r}orc.toml --dice 1,2,3,5,5,3 --stunt riposte",
    "damage {r}kessa.toml {r}orc.toml", "damage --system reactive-combat --damage 7 --toughness 5",
    "move {r}kessa.toml --mode run", "attack @goblin @trol", "attack @goblin @troll --cover 9",
    "roll reaction @goblin", "sheet check no-such-file.toml", "odds attack @ogre @goblin",
    "odds duel @ogre @troll", "odds roll under @goblin", "odds roll dice 2d6",
    "simulate examples/encounters/troika/bridge.encounter.toml -n 20 --seed 1",
    "check examples/encounters/troika/cover.encounter.toml",
    "run examples/encounters/troika/cover.encounter.toml", "sheet check examples/sheets",
    "session show {night}", "session next {night}",
    "attack Goblin-1 Troll --session {night} --anyway --seed 3",
    "act Troll aim --session {night} --anyway",
    "act Troll suffer --kind fire --session {night} --anyway", "session next {night}",
    "turn --session {night} --anyway --seed 5", "session log {night}",
]  # fmt: skip


def test_every_kind_of_result_fits(tmp_path: Path) -> None:
    night = str(tmp_path / "night.toml")
    assert affray("session", "new", night, "@goblin:2", "--versus", "@troll").status == 0
    sheets = "examples/sheets/"
    places = {
        "t": f"{sheets}troika/",
        "g": f"{sheets}iron-gauntlets/",
        "r": f"{sheets}reactive-combat/",
        "night": night,
    }
    seen = set()
    for line in RESULTS:
        ran = affray(*line.format(**places).split(), "--json")
        assert ran.text or line.startswith("turn"), line
        for text in ran.text.splitlines():
            data = json.loads(text)
            assert faults("result", None, data) == [], line
            if "result" in data:
                seen.add((data["system"], data["command"]))
                if data["system"] is not None:
                    assert faults("result", data["system"], data) == [], line
    plain = {
        (name, command)
        for name in OURS
        for command, action in actions(system(name)).items()
        if action.result is not None and not command.startswith("act ")
    }
    aliases = {("iron-gauntlets", "roll initiative")}
    assert plain - seen - aliases == set()


def test_a_session_file_fits(tmp_path: Path) -> None:
    night = tmp_path / "night.toml"
    affray("session", "new", str(night), "@goblin:2", "--versus", "@troll")
    for line in (
        "session next {}",
        "attack Goblin-1 Troll --session {} --anyway --seed 3",
        "act Troll suffer --kind fire --session {} --anyway",
        "session undo {}",
        "session add {} @orc",
        "session remove {} Goblin-2",
    ):
        assert affray(*line.format(night).split()).status == 0
    data = tomllib.loads(night.read_text(encoding="utf-8"))
    assert faults("session", "troika", data) == []
    assert faults("session", None, data) == []
    data["combatant"][0]["state"] = {"stamina": "many"}
    assert faults("session", "troika", data)


def test_a_slip_suggests() -> None:
    assert "did you mean `sheet`" in affray("schema", "shet").errors
    assert "did you mean `troika`" in affray("schema", "sheet", "troyka").errors
    assert set(KINDS) == {"sheet", "encounter", "session", "rulings", "result"}
