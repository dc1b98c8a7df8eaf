"""What an encounter cannot be is an error with file and line, before anything is played."""

from __future__ import annotations

import pytest

from affray.encounter.check import check_file
from affray.encounter.file import load
from affray.faults import BadData
from tests.encounters.conftest import Write
from tests.scaffold.cli import EXAMPLES

GOBLIN = '[sides]\nparty = ["@goblin"]\n'
TWO = '[sides]\nparty = ["@goblin"]\nfoes = ["@troll"]\n'

BAD = [
    ('[sides]\nparty = ["nobody.toml"]\n[[step]]\ndo = "next"\n', 3, "there is no such file"),
    ('[sides]\nparty = ["@gobbin"]\n[[step]]\ndo = "next"\n', 3, "no creature is called"),
    ('[sides]\na = ["@goblin"]\nb = ["@goblin"]\n[free]\n', 4, "two are called 'Goblin'"),
    ('[sides]\nparty = []\n[[step]]\ndo = "next"\n', 2, "nobody takes part"),
    (GOBLIN, 1, "nothing happens"),
    (GOBLIN + "[free]\n", 2, "a fight takes two sides"),
    ("sided = 1\n" + GOBLIN + '[[step]]\ndo = "next"\n', 2, "unknown key `sided`"),
    ('rules = ["troika:7.99"]\n' + GOBLIN + '[[step]]\ndo = "next"\n', 2, "no rule has the id"),
    ("rulings = { falls = 1 }\n" + GOBLIN + '[[step]]\ndo = "next"\n', 2, "unknown key `falls`"),
    ('rulings = "no.toml"\n' + GOBLIN + '[[step]]\ndo = "next"\n', 2, "there is no such file"),
    (GOBLIN + '[[step]]\ndo = "swim"\nwho = "Goblin"\n', 5, "nothing a step can do is called"),
    (GOBLIN + '[[step]]\ndo = "act swim"\nwho = "Goblin"\n', 5, "no action called `swim`"),
    (GOBLIN + '[[step]]\ndo = "fall"\nwho = "Gobbin"\nmetres = 2\n', 6, "nobody in this fight"),
    (GOBLIN + '[[step]]\ndo = "fall"\nwho = "Goblin"\n', 4, "`metres` is missing"),
    (GOBLIN + '[[step]]\ndo = "fall"\nwho = "Goblin"\nmetres = 2\nfeet = 2\n', 8, "unknown key"),
    (GOBLIN + '[[step]]\ndo = "attack"\nwho = "Goblin"\n', 6, "attack takes 2 or more"),
    (TWO + '[[step]]\ndo = "attack"\nwho = ["Goblin", "Troll"]\ncover = 100\n', 8, "`cover`"),
    (GOBLIN + '[[step]]\ndo = "next"\ndice = [1]\nseed = 2\n', 7, "exclude each other"),
    (GOBLIN + '[[step]]\ndo = "next"\ncover = 2\n', 6, "no option of `next`"),
    (
        GOBLIN
        + '[[step]]\ndo = "fall"\nwho = "Goblin"\nmetres = 2\nexpect.result = { lots = 2 }\n',
        8,
        "no such result has a `lots`",
    ),
    (
        TWO + '[[step]]\ndo = "attack"\nwho = ["Goblin", "Troll"]\n'
        "expect.result.damage = [{ amount = 1, hole = 2 }]\n",
        8,
        "no such result has a `hole`",
    ),
    (GOBLIN + '[[step]]\ndo = "next"\nexpect.trace = ["7.6"]\n', 6, "no rule has the id `7.6`"),
    (
        GOBLIN + '[[step]]\ndo = "next"\nexpect.effects = [{ who = "Goblin", field = "hp" }]\n',
        6,
        "nobody has a `hp`",
    ),
    (
        GOBLIN + '[[step]]\ndo = "next"\nexpect = { refused = "troika:5", outcome = "turn" }\n',
        6,
        "comes to nothing else",
    ),
    (TWO + '[free]\n[expect]\nwinner = "foe"\n', 7, "no side is called `foe`"),
    (TWO + '[free]\n[expect]\nended = "over"\n', 7, "no end of a fight is called"),
    (TWO + '[free]\n[expect]\nwin = { side = "foes" }\n', 7, "a chance without a bound"),
    (TWO + '[free]\n[expect]\nsurvivors = ["Trol"]\n', 7, "no combatant is called `Trol`"),
    (
        TWO + "[free]\n[expect]\ncombatants = { Troll = { hp = 1 } }\n",
        7,
        "no field is called `hp`",
    ),
    (
        TWO + '[[step]]\ndo = "next"\n[expect]\nwin = { side = "foes", at_least = 0.1 }\n',
        8,
        "there is no free fight",
    ),
    (
        '[sides]\na = [{ sheet = "@goblin", state = { stammina = 2 } }]\n[[step]]\ndo = "next"\n',
        3,
        "no combatant has a `stammina`",
    ),
    (
        '[sides]\nparty = [{ sheet = "@goblin", with = { skil = 2 } }]\n[[step]]\ndo = "next"\n',
        3,
        "unknown key `skil`",
    ),
    (
        '[sides]\nparty = [{ sheet = { system = "troika", name = "X" } }]\n[[step]]\ndo = "next"\n',
        3,
        "is missing",
    ),
    (TWO + "[free]\nrounds = 0\n", 6, "`free.rounds`"),
    ("[[step]\n", 2, "not valid TOML"),
]


@pytest.mark.parametrize(("text", "line", "message"), BAD)
def test_what_cannot_be_is_an_error_with_its_line(
    write: Write, text: str, line: int, message: str
) -> None:
    path = write(text)
    with pytest.raises(BadData) as caught:
        load(str(path))
    found = [f for f in caught.value.faults if message in f.message]
    assert found, caught.value.faults
    assert (found[0].file, found[0].line) == (str(path), line)


def test_all_faults_are_said_at_once(write: Write) -> None:
    text = GOBLIN + '[[step]]\ndo = "swim"\n[[step]]\ndo = "fall"\nwho = "Gob"\nmetres = "2"\n'
    with pytest.raises(BadData) as caught:
        load(str(write(text)))
    assert [fault.line for fault in caught.value.faults] == [5, 8, 9]


def test_the_systems_of_the_sheets_have_to_be_one(write: Write) -> None:
    sheet = EXAMPLES / "sheets" / "iron-gauntlets" / "kolby.toml"
    path = write(f'[sides]\na = ["@goblin"]\nb = ["{sheet}"]\n[[step]]\ndo = "next"\n')
    with pytest.raises(BadData, match="different systems"):
        load(str(path))


def test_a_sheets_own_faults_name_its_own_file(write: Write) -> None:
    path = write('[sides]\na = ["sheet.toml"]\n[[step]]\ndo = "next"\n')
    path.with_name("sheet.toml").write_text('system = "troika"\nname = "X"\nskill = "y"\n')
    with pytest.raises(BadData) as caught:
        load(str(path))
    assert {(f.file, f.line) for f in caught.value.faults} >= {
        (str(path.with_name("sheet.toml")), 3)
    }


def test_a_fight_without_an_end_names_the_ruling(write: Write) -> None:
    sheet = EXAMPLES / "sheets" / "iron-gauntlets" / "kolby.toml"
    text = f'[sides]\na = ["{sheet}"]\nb = [{{ sheet = "{sheet}", name = "Other" }}]\n[free]\n'
    with pytest.raises(BadData) as caught:
        load(str(write(text)))
    (fault,) = caught.value.faults
    assert fault.line == 5
    assert "out_at_injury" in str(fault)


PLAYED = [
    (GOBLIN + '[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [1, 2, 3]\n', 7, "too many dice"),
    (GOBLIN + '[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [6]\n', 7, "too few dice"),
    (GOBLIN + '[[step]]\ndo = "drown"\nwho = "Goblin"\ndice = [7, 1]\n', 7, "die 1 is 7"),
    (
        TWO + '[[step]]\ndo = "attack"\nwho = ["Goblin", "Troll"]\nweapon = ["sock"]\n',
        6,
        "no weapon is called `sock`",
    ),
    (
        '[sides]\na = ["@goblin"]\nb = [{ sheet = "@troll", state = { stamina = 0 } }]\n'
        '[[step]]\ndo = "next"\ndice = [1]\n[[step]]\ndo = "next"\ndice = [1]\n',
        None,
        None,
    ),
    (
        '[sides]\na = ["@goblin"]\nb = [{ sheet = "@troll", state = { stamina = 1 } }]\n'
        '[[step]]\ndo = "next"\ndice = [1]\n'
        '[[step]]\ndo = "attack"\nwho = ["Goblin", "Troll"]\ndice = [6, 5, 1, 2, 3]\n'
        '[[step]]\ndo = "next"\ndice = [1]\n',
        12,
        "a step after the end",
    ),
]


@pytest.mark.parametrize(("text", "line", "message"), PLAYED)
def test_what_a_step_cannot_be_is_an_error_too(
    write: Write, text: str, line: int | None, message: str | None
) -> None:
    path = write(text)
    faults = check_file(str(path)).faults
    if message is None:
        assert not faults
    else:
        assert [(f.file, f.line) for f in faults] == [(str(path), line)]
        assert message in faults[0].message


def test_counts_overrides_and_inline_sheets(write: Write) -> None:
    path = write(
        "[sides]\n"
        'a = [{ sheet = "@goblin", count = 2, name = "G", state = { stamina = 3 } }]\n'
        'b = [{ sheet = { system = "troika", name = "X", skill = 4, stamina = 9 } },\n'
        '     { sheet = "@goblin", with = { skill = 9, skills = { swim = 2 } } }]\n'
        "[free]\n"
    )
    fight = load(str(path)).fight
    assert [(f.name, f.stamina, f.sheet.skill) for f in fight.fighters] == [
        ("G-1", 3, 5),
        ("G-2", 3, 5),
        ("X", 9, 4),
        ("Goblin", 6, 9),
    ]
    assert fight.fighter("Goblin").sheet.skills == {"swim": 2}
    assert fight.sides == {"G-1": "a", "G-2": "a", "X": "b", "Goblin": "b"}


def test_dashes_and_underscores_are_one(write: Write) -> None:
    step = '[[step]]\ndo = "attack"\nwho = ["Goblin", "Troll"]\nseed = 1\nluck-on-tie = "nobody"\n'
    with pytest.raises(BadData) as raised:
        load(str(write(TWO + step)))
    (fault,) = raised.value.faults
    assert fault.line == 9
    assert "`luck_on_tie` cannot be 'nobody'" in fault.message
    rulings = "rulings = { fall-rounding = 'up' }\n"
    report = check_file(
        str(
            write(rulings + TWO + step.replace('luck-on-tie = "nobody"', 'defence-skill = "dodge"'))
        )
    )
    assert not report.faults
    assert not report.items[0].differences
