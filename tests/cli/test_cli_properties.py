"""Whatever is asked for: a result or a clear error, the same each time, and never a traceback."""

import json
import re
import tomllib
from functools import cache
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.registry import system
from affray_cli.common import Asked
from affray_cli.lazy import root
from tests.scaffold.cases import CASES, FILES, Case
from tests.scaffold.cli import affray

SHEETS = {
    "troika": ("hero.toml", "imp.toml", "@goblin"),
    "iron-gauntlets": ("ann.toml", "bob.toml"),
    "reactive-combat": ("kes.toml", "ork.toml"),
}
BAD_SHEETS = ("-", "none.toml", "harms.toml", "@nobody", "", ".")
PATHS = {"session": ("none.toml", "hero.toml", ""), "rulings": ("harms.toml", "none.toml", "-")}
WORDS = {
    "weapon": ("sword", "pistolet", "knife", "bow", "fists", "dagger", "pistol", "unarmed", "axe"),
    "cover": ("1", "6", "light", "heavy", "7"),
    "luck": ("1", "2", "attacker", "defender", "both"),
    "luck_on_tie": ("attacker", "defender", "both"),
    "prone": ("attacker", "defender", "both"),
    "skill": ("swim", "melee", "athletics", "sword fighting", "fly"),
    "defence_skill": ("swim", "run", "dodge"),
    "versus_skill": ("swim", "run"),
    "size": ("tiny", "small", "normal", "large"),
    "stunt": ("riposte", "breath-in:1", "breath-in:6"),
    "test": ("luck", "swim", "run"),
    "ability": ("fitness", "strength", "dexterity", "awareness"),
    "versus_ability": ("fighting", "strength"),
    "dice": ("1,2,3,4,5,6", "6,6,6,6,6", "1,1,1,1,1", "6,6,1,1,3,3,3", "4", ""),
    "get": ("outcome", "result", "result.damage.0.amount", "dice.0", "seed", "x"),
    "attack_dice": ("1,2,3", "6,6,6", "7,1,1", "1"),
    "track": ("injury", "fatigue"),
    "armour_track": ("injury", "fatigue"),
    "system": ("troika", "iron-gauntlets", "reactive-combat", "troka"),
    "system_name": ("troika", "iron-gauntlets", "reactive-combat", "troka"),
    "metres": ("0", "1", "7", "1000", "1001"),
    "expression": ("2d6", "d20", "1000d1000-9", "3d6+2", "2d"),
    "name": ("weapons", "armour", "creatures", "movement", "ranges"),
    "query": ("7.6", "troika:7.6", "fighting", "drown", "damage"),
}
"""Values that make sense for an option or argument in some system, and some that nearly do."""

NUMBERS = st.one_of(
    st.integers(-3, 12), st.sampled_from([0, 99, 100, 1000, 2**31, 2**53, 2**64, 10**30, -(10**9)])
)
TEXTS = st.one_of(
    st.sampled_from([word for words in WORDS.values() for word in words]),
    NUMBERS.map(str),
    st.floats().map(str),
    st.text(max_size=12).filter(lambda text: not text.startswith("-")),
)
RESOLVING = ("attack", "damage", "move", "drown", "fall", "hazard", "roll")
READING = ("sheet show", "sheet check", "rule", "table", "rulings", "replay")
LINES = ("rule", "table", "rulings", "replay")
"""Commands whose --json is an object a line."""


@cache
def grammar() -> dict[str, Any]:
    """The parameters of every command that resolves or reads."""
    whole = root()
    found = {}
    for name in whole.list_commands(None):
        command = whole.get_command(None, name)
        inner = command.list_commands(None) if hasattr(command, "list_commands") else [None]
        for word in inner:
            words = name if word is None else f"{name} {word}"
            if name in RESOLVING or words in READING:
                found[words] = (command if word is None else command.get_command(None, word)).params
    return found


def fits(words: str, name: str, option: str) -> bool:
    """Whether an option goes with a system's rules, or with any command."""
    rules = system(name)
    own = rules.action(words).situation.__struct_fields__ if words in rules.commands else ()
    return option in (*own, *Asked.__struct_fields__[:7], "into_melee", "versus")


def values(draw: st.DrawFn, parameter: Any, sheets: tuple[str, ...]) -> str:
    """A value for a parameter, more often than not a sensible one."""
    metavar: str = parameter.metavar or ""
    if parameter.name in PATHS:
        return draw(st.sampled_from(PATHS[parameter.name]))
    if "SHEET" in metavar or "FILE" in metavar:
        return draw(st.sampled_from(sheets * 12 + BAD_SHEETS))
    if draw(st.integers(0, 14)) == 0:
        return draw(TEXTS)
    number = "int" in parameter.type.name or re.fullmatch(r"N|SO_FAR|METRES|\d+-\d+", metavar)
    if parameter.name in WORDS and not number:
        return draw(st.sampled_from(WORDS[parameter.name]))
    if "|" in metavar:
        return draw(st.sampled_from(metavar.split("|")))
    return str(draw(NUMBERS)) if number else draw(TEXTS)


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """A command with its arguments, and options of its own in any order and number."""
    words = draw(st.sampled_from(sorted(grammar())))
    line = words.split()
    name = draw(st.sampled_from([*SHEETS, *SHEETS, None]))
    sheets = SHEETS[name] if name else tuple(sheet for some in SHEETS.values() for sheet in some)
    options = []
    for parameter in grammar()[words]:
        if parameter.param_type_name == "argument":
            least = 1 if parameter.required or draw(st.booleans()) else 0
            count = draw(st.integers(least, 3)) if parameter.nargs == -1 else least
            line += [values(draw, parameter, sheets) for _ in range(count)]
        elif parameter.name != "help" and (name is None or fits(words, name, parameter.name)):
            options.append(parameter)
    chosen = draw(st.lists(st.sampled_from(options), max_size=4)) if options else []
    for option in [*(o for o in options if o.required), *chosen]:
        line.append(draw(st.sampled_from([*option.opts, *option.secondary_opts])))
        if not option.is_flag:
            line.append(values(draw, option, sheets))
    return line


STDIN = st.sampled_from(
    [
        b"",
        b'system = "troika"\nname = "In"\nskill = 5\nstamina = 9\n',
        b'system = "troika"\nname = [',
        b"\xff\x00",
        b'{"affray": 1}\n[]\n',
    ]
)


@settings(max_examples=500)
@given(line=command_lines(), stdin=STDIN)
def test_any_options_give_a_result_or_a_clear_error(line: list[str], stdin: bytes) -> None:
    ran = affray(*line, stdin=stdin)
    assert 0 <= ran.status <= 4, ran
    assert "Traceback" not in ran.errors
    if ran.status == 1:
        assert "--exit-status" in line or line[0] == "replay"
    if ran.status >= 2 and "--json" not in line:
        assert ran.errors.startswith("affray: ")
        assert ran.out == b"" or line[:2] == ["sheet", "check"]
    if ran.status <= 1:
        assert ran.errors == ""
    if "--json" in line and ("--get" not in line or ran.status > 1):
        assert ran.errors == ""
        objects = [json.loads(row) for row in ran.out.splitlines()]
        assert all(isinstance(found, dict) for found in objects)
        assert len(objects) == 1 or (ran.status <= 1 and line[0] in LINES)
        assert [list(found) for found in objects] == [["error"]] or ran.status <= 1


JUNK = st.recursive(
    st.sampled_from(["", "sword", "bow", "dagger", "light", "injury", "Ann", "x" * 201, "\x1b["])
    | NUMBERS
    | st.booleans()
    | st.floats()
    | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file's name and its text with one to three things in it changed or left out."""
    name = draw(st.sampled_from(sorted(FILES)))
    data = tomllib.loads(FILES[name])
    for _ in range(draw(st.integers(1, 3))):
        here: Any = data
        while here:
            key = draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
            if isinstance(here[key], dict | list) and draw(st.integers(0, 3)):
                here = here[key]
                continue
            change = draw(st.integers(0, 5))
            if change == 0:
                del here[key]
            elif change == 1 and isinstance(here, dict):
                here[draw(st.text(max_size=6))] = draw(JUNK)
            elif isinstance(here[key], int):
                here[key] = draw(NUMBERS)
            else:
                here[key] = draw(JUNK)
            break
    return name, tomli_w.dumps(data).encode()


@settings(max_examples=250)
@given(data=st.data())
def test_any_sheet_plays_or_has_faults_with_lines(data: st.DataObject) -> None:
    name, text = data.draw(sheets())
    checked = affray("sheet", "check", "-", "--json", stdin=text)
    if name == "harms.toml":
        checked = affray("fall", "@goblin", "1", "--rulings", "-", "--json", stdin=text)
    assert checked.status in (0, 3), checked
    if checked.status == 3:
        for fault in checked.error.get("faults", [checked.error]):
            assert fault["file"] == "<stdin>"
            assert 1 <= fault["line"] <= text.count(b"\n") + 1
    fitting = [c.words for c in CASES if c.words.count(name) == 1]
    words = [word if word != name else "-" for word in data.draw(st.sampled_from(fitting))]
    ran = affray(*words, "--json", stdin=text)
    assert ran.status in ((0, 2, 4) if checked.status == 0 else (3,)), ran
    assert ran.json
    if ran.status == 0:
        assert affray("replay", "-", stdin=ran.out).status == 0
        assert affray(*words, "--explain", stdin=text).status == 0


@settings(max_examples=100)
@given(case=st.sampled_from(CASES), seed=st.integers(0, 2**53 - 1))
def test_the_dice_of_a_seed_give_its_result(case: Case, seed: int) -> None:
    seeded = affray.ok(*case.words, "--seed", str(seed), "--json")
    dice = ",".join(map(str, seeded.json["dice"]))
    scripted = affray.ok(*case.words, "--dice", dice, "--json")
    assert {**scripted.json, "seed": seed} == seeded.json
    assert affray.ok(*case.words, "--seed", str(seed), "--json") == seeded
    assert affray.ok("replay", "-", stdin=seeded.out).status == 0


DRIVER = """
import json, sys
from affray_cli.main import run
for line in json.load(sys.stdin):
    print("$", line, run(line), flush=True)
"""


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    forms: list[list[str]] = [[], ["--json"], ["--explain"]]
    lines = [
        [*case.words, "--seed", str(seed), *form]
        for case in CASES
        for seed in (1, 2, 3)
        for form in (forms[:2] if case.command == "roll dice" else forms)
    ]
    lines += [words.split() for words in ("rule", "rulings", "table weapons", "attack --help")]
    lines += [["attack", "hero.toml", "imp.toml", "--covr", "1"], ["rule", "fighting"]]
    lines += [["sheet", "check", "."], ["attack", "hero.toml", "imp.toml", "--weapon", "swrd"]]
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        ran = affray.python(
            DRIVER, stdin=json.dumps(lines).encode(), env={"PYTHONHASHSEED": hash_seed}, timeout=120
        )
        assert ran.status == 0, ran.errors
        outputs.add(ran)
    assert len(outputs) == 1


@pytest.mark.parametrize("hash_seed", ["0", "77"])
def test_a_process_says_what_the_same_call_says_here(hash_seed: str) -> None:
    words = ["attack", "hero.toml", "imp.toml", "--seed", "5", "--json"]
    assert affray.process(*words, env={"PYTHONHASHSEED": hash_seed}) == affray.ok(*words)
