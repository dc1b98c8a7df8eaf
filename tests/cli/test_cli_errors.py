"""What bad input gets: what is wrong, where, what would be right; and the exit status."""

from pathlib import Path

import pytest

from affray.registry import system
from affray.systems import OURS
from affray_cli.exits import Exit
from tests.scaffold.cases import Case
from tests.scaffold.cli import affray

SHEET = {"troika": "hero.toml", "iron-gauntlets": "ann.toml", "reactive-combat": "kes.toml"}
REST = {
    "attack": "{}",
    "roll versus": "{}",
    "fall": "3",
    "hazard": "--kind fire",
    "roll task": "athletics",
    "roll test": "strength",
}


def refused(*words: str, status: int, stdin: bytes = b"") -> str:
    """The complaint of a command line, which is the same in words and as JSON."""
    ran = affray(*words, stdin=stdin)
    assert (ran.status, ran.out) == (status, b"")
    lines = ran.errors.splitlines()
    assert all(line.startswith("affray: ") for line in lines)
    assert "Traceback" not in ran.errors
    said = affray(*words, "--json", stdin=stdin)
    assert said.status == status
    error = said.error
    assert list(error)[:5] == ["code", "message", "hint", "file", "line"]
    assert list(error)[5:] in ([], ["faults"])
    assert error["code"] == {2: "usage", 3: "data", 4: "forbidden"}[status]
    assert len(error.get("faults", [error])) == len(lines)
    for fault, line in zip(error.get("faults", [error]), lines, strict=True):
        assert fault["message"] in line
        assert (fault["hint"] or "") in line
        assert (fault["file"] or "") in line
    return ran.errors.removeprefix("affray: ").rstrip("\n")


# 2: what was asked for makes no sense
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("atack hero.toml imp.toml", "No such command 'atack'. Did you mean 'attack'"),
        ("roll undr hero.toml", "No such command 'undr'"),
        ("attack hero.toml", "Missing argument 'SHEET'; see `affray attack --help`"),
        ("attack hero.toml imp.toml more.toml", "Got unexpected extra argument(s) (more.toml)"),
        ("attack hero.toml imp.toml --covr 2", "No such option: --covr"),
        ("attack hero.toml imp.toml --seed x", "Invalid value for '--seed'"),
        ("attack hero.toml imp.toml --seed -1", "Invalid value for '--seed'"),
        ("attack hero.toml imp.toml --seed 9007199254740992", "Invalid value for '--seed'"),
        ("attack hero.toml imp.toml --seed 1 --dice 1,2", "--dice and --seed exclude each other"),
        ("attack hero.toml imp.toml --dice 1,x", "`x` is no face of a die; write 4,3,6"),
        ("attack hero.toml imp.toml --dice 1,-2", "`-2` is no face of a die"),
        ("attack hero.toml imp.toml --dice 1,²", "`²` is no face of a die"),
        ("attack hero.toml imp.toml --dice 1.5", "`1.5` is no face of a die"),
        ("attack hero.toml imp.toml --dice ,", "too few dice: 0 given, and die 1 is wanted"),
        ("attack hero.toml imp.toml --dice 1,2,3", "die 4 is wanted for Imp's defence"),
        ("attack hero.toml imp.toml --dice 1,7,3", "die 2 is 7, but Hero's attack throws d6"),
        ("attack hero.toml imp.toml --dice 4,4,2,2,3,6", "too many dice: 6 given, 5 used; leave"),
        ("attack hero.toml imp.toml --cover 100", "--cover has to be a whole number of at most 99"),
        (
            "attack hero.toml imp.toml --cover light",
            "--cover has to be a whole number, not 'light'",
        ),
        ("attack hero.toml imp.toml --luck me", "--luck cannot be 'me'"),
        ("attack hero.toml imp.toml --luck 1", "--luck cannot be 1"),
        ("attack hero.toml imp.toml --weapon sowrd", "no weapon is called `sowrd`; did you mean"),
        ("attack hero.toml @gobln", "no creature is called `@gobln`; did you mean `goblin`?"),
        ("attack - - --seed 1", "standard input can give one file only"),
        ("attack - imp.toml --rulings - --seed 1", "standard input can give one file only"),
        ("fall hero.toml", "Missing argument 'METRES'"),
        ("fall hero.toml much", "Invalid value for 'METRES'"),
        ("fall hero.toml 1001", "--metres has to be a whole number of at most 1000"),
        ("hazard hero.toml", "Missing option '--kind'"),
        ("hazard hero.toml --kind ice", "--kind cannot be 'ice'; one of: fire, poison, bleeding"),
        ("hazard hero.toml --kind fire --dice-count 0", "--dice-count has to be"),
        ("damage hero.toml --system iron-gauntlets", "--system iron-gauntlets, but the sheets are"),
        ("damage --system troka", "unknown system `troka`; did you mean `troika`?"),
        ("roll dice d", "`d` is no dice expression; write 2d6 or 3d8-1"),
        ("roll dice 0d6", "`0d6` is out of bounds"),
        ("roll dice 9999d6", "`9999d6` is out of bounds; 1 to 1000 dice of 2 to 1000 sides"),
        ("roll dice 2d1", "`2d1` is out of bounds"),
        ("roll dice ２d6", "`２d6` is no dice expression"),
        ("roll dice 2d6 --dice 1", "too few dice"),
        ("roll dice 2d6 --dice 1,7", "die 2 is 7"),
        ("roll dice", "Missing argument 'DICE'"),
        ("roll task ann.toml athletics --ability fitnes", "--ability cannot be 'fitnes'"),
        ("attack kes.toml ork.toml --stunt fly", "cannot be 'fly'"),
        ("attack kes.toml ork.toml --distance nan", "--distance"),
        ("attack kes.toml ork.toml --distance inf", "--distance"),
        ("attack kes.toml ork.toml --distance -1", "--distance"),
        ("attack kes.toml ork.toml --conviction -1", "--conviction"),
        ("attack ann.toml bob.toml --difficulty 99999999999999999999", "--difficulty"),
    ],
)
def test_a_request_that_makes_no_sense(words: str, message: str) -> None:
    assert message in refused(*words.split(), status=2)


def test_all_bad_options_at_once() -> None:
    words = "attack hero.toml imp.toml --cover 100 --luck me --prone you --grapple kiss"
    lines = refused(*words.split(), status=2).splitlines()
    named = " ".join(line.removeprefix("affray: ").split()[0] for line in lines)
    assert named == "--cover --luck --prone --grapple"


@pytest.mark.parametrize("name", OURS)
def test_options_of_another_system_are_refused_by_name(name: str) -> None:
    rules = system(name)
    own = rules.action("attack").situation.__struct_fields__
    words = ["attack", SHEET[name], SHEET[name]]
    for other in OURS:
        theirs = system(other).action("attack").situation
        for field in theirs.__struct_fields__:
            flag = "--" + field.replace("_", "-")
            if field in own or field in ("extra_bullet",):
                continue
            value = _value(flag)
            complaint = refused(*words, flag, *value, status=2)
            assert f"{flag} is no option of this command in {rules.title}" in complaint


def _value(flag: str) -> list[str]:
    """A value for an option of attack; none for a flag."""
    line = next(x for x in affray.ok("attack", "--help").lines if x.strip().startswith(f"{flag} "))
    rest = line.strip().removeprefix(flag)
    return [] if rest.startswith(("  ", " / ")) else ["1"]


# 3: bad files
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.toml", "none.toml: there is no such file"),
        (".", ".: is a folder, not a file"),
        ("", "a file without a name; is a variable of your shell unset?"),
        ("/dev/zero", "/dev/zero: larger than 1 MiB"),
        ("/dev/null", "/dev/null:1: `system` is missing; one of: troika, iron-gauntlets"),
        ("hero.toml/x", "cannot be read: Not a directory"),
        ("x" * 5000, "cannot be read: File name too long"),
    ],
)
def test_a_file_that_is_none(path: str, message: str) -> None:
    for words in (
        ["attack", path, "imp.toml"],
        ["attack", "imp.toml", path],
        ["attack", "hero.toml", "imp.toml", "--weapon", "pistolet", "--into-melee", path],
        ["sheet", "show", path],
        ["damage", path, "imp.toml"],
        ["roll", "initiative", "hero.toml", path],
        ["roll", "test", "kes.toml", "strength", "--versus", path],
    ):
        assert message in refused(*words, status=3)


@pytest.mark.parametrize(
    ("path", "message"),
    [("none.toml", "there is no such file"), (".", "is a folder"), ("hero.toml", "unknown system")],
)
def test_a_rulings_file_that_is_none(path: str, message: str) -> None:
    words = ["attack", "hero.toml", "imp.toml", "--rulings", path]
    complaint = refused(*words, status=3)
    assert message in complaint
    assert complaint.startswith(path)


def test_rulings_and_their_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "up.toml"
    path.write_text('[troika]\nfall_rounding = "up"\n', encoding="utf-8")
    words = ["fall", "hero.toml", "3", "--seed", "1", "--get", "result.loss_dice"]
    assert affray.ok(*words).text == "1\n"
    assert affray.ok(*words, "--rulings", str(path)).text == "2\n"
    monkeypatch.setenv("AFFRAY_RULINGS", str(path))
    assert affray.ok(*words).text == "2\n"
    assert affray.ok(*words, "--rulings", "harms.toml").text == "1\n"
    monkeypatch.setenv("AFFRAY_RULINGS", "")
    assert affray.ok(*words).text == "1\n"
    monkeypatch.setenv("AFFRAY_RULINGS", "none.toml")
    assert "none.toml: there is no such file" in refused(*words, status=3)


def test_rulings_come_from_standard_input_too() -> None:
    words = ["fall", "hero.toml", "3", "--seed", "1", "--get", "result.loss_dice"]
    up = b'[troika]\nfall_rounding = "up"\n'
    assert affray.ok(*words, "--rulings", "-", stdin=up).text == "2\n"


def test_sheets_come_from_standard_input() -> None:
    hero = Path("hero.toml").read_bytes()
    words = ["--dice", "4,4,2,2,3"]
    named = affray.ok("attack", "hero.toml", "imp.toml", *words)
    assert affray.ok("attack", "-", "imp.toml", *words, stdin=hero) == named
    faulty = refused("sheet", "show", "-", status=3, stdin=b"armor = 1\n" + hero)
    assert faulty == "<stdin>:1: unknown key `armor`; did you mean `armour`?"


def test_sheets_of_two_systems() -> None:
    complaint = refused("attack", "hero.toml", "ann.toml", status=3)
    assert complaint == "the sheets are of different systems: Hero is troika, Ann is iron-gauntlets"


BROKEN: dict[str, str | bytes] = {
    "good.toml": 'system = "troika"\nname = "Good"\nskill = 5\nstamina = 9\n',
    "typo.toml": 'system = "troika"\nname = "Typo"\nskil = 5\nstamina = 9\narmor = 1\n',
    "syntax.toml": 'system = "troika"\nname = "Syntax\n',
    "range.toml": 'system = "reactive-combat"\nname = ""\ndefense = 1000\n',
    "bytes.toml": b"\xff\xfe",
    "empty.toml": "",
    "nobody.encounter.toml": "not = a sheet",
    "nobody.rulings.toml": "not = a sheet",
    "inner/crlf.toml": 'system = "troika"\r\nname = "Crlf"\r\nskill = 5\r\nstamina = "x"\r\n',
    "inner/notes.txt": "not = a sheet",
}


@pytest.fixture(name="broken")
def fixture_broken(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    for name, text in BROKEN.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path


def test_every_fault_of_every_file_with_its_line(broken: Path) -> None:
    ran = affray("sheet", "check", str(broken))
    assert ran.status == 3
    assert ran.text == f"{broken}/good.toml: Good (troika)\n"
    found = [line.removeprefix(f"affray: {broken}/") for line in ran.errors.splitlines()]
    assert " ".join(line.split(": ")[0] for line in found) == (
        "bytes.toml:1 empty.toml:1 inner/crlf.toml:4 range.toml:1 range.toml:2 range.toml:3"
        " syntax.toml:2 typo.toml:1 typo.toml:3 typo.toml:5"
    )
    assert "did you mean `armour`?" in ran.errors
    said = affray("sheet", "check", str(broken), "--json").error
    assert said["code"] == "data"
    assert len(said["faults"]) == len(found)
    assert {k: said["faults"][0][k] for k in said["faults"][0]} == {
        k: said[k] for k in ("message", "hint", "file", "line")
    }


def test_files_are_checked_in_the_order_given(broken: Path) -> None:
    names = ["typo.toml", "none.toml", "good.toml", "inner"]
    ran = affray("sheet", "check", *(f"{broken}/{name}" for name in names))
    assert ran.status == 3
    files = [line.split(": ")[1].split(":")[0] for line in ran.errors.splitlines()]
    assert list(dict.fromkeys(files)) == [
        f"{broken}/{name}" for name in ("typo.toml", "none.toml", "inner/crlf.toml")
    ]


@pytest.mark.parametrize("others", [["@gobln"], ["@gobln", "typo.toml"], ["typo.toml", "@gobln"]])
def test_a_bad_file_weighs_more_than_a_bad_name(
    broken: Path, others: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(broken)
    ran = affray("sheet", "check", "good.toml", *others)
    assert ran.status == (2 if others == ["@gobln"] else 3)
    said = affray("sheet", "check", "good.toml", *others, "--json")
    assert said.status == ran.status
    assert said.error["code"] == {2: "usage", 3: "data"}[ran.status]


def test_good_sheets_are_listed() -> None:
    ran = affray.ok("sheet", "check", "hero.toml", "@troll", "kes.toml")
    assert ran.lines == [
        "hero.toml: Hero (troika)",
        "@troll: Troll (troika)",
        "kes.toml: Kes (reactive-combat)",
    ]
    data = affray.ok("sheet", "check", "hero.toml", "@troll", "--json").json
    assert data == {
        "affray": 1,
        "command": "sheet check",
        "outcome": "valid",
        "files": ["hero.toml", "@troll"],
    }


def test_a_folder_without_sheets_is_an_error_beside_the_others(tmp_path: Path) -> None:
    ran = affray("sheet", "check", "hero.toml", str(tmp_path), "imp.toml")
    assert ran.status == 3
    assert (
        ran.errors == f"affray: {tmp_path}: there is no sheet in this folder; sheets end in .toml\n"
    )
    assert ran.lines == ["hero.toml: Hero (troika)", "imp.toml: Imp (troika)"]


# 4: the rules forbid it
@pytest.mark.parametrize("name", OURS)
def test_a_system_without_the_rule_says_what_its_source_does_say(name: str) -> None:
    for command, silence in system(name).silent.items():
        rest = REST.get(command, "").format(SHEET[name]).split()
        complaint = refused(*command.split(), SHEET[name], *rest, status=4)
        assert silence.says in complaint
        assert f"[{name}:{silence.rule}]" in complaint


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("attack imp.toml hero.toml --luck attacker", "troika:3.1"),
        ("attack hero.toml imp.toml --weapon greatsword", "troika:8/two-hands"),
        ("attack kes.toml ork.toml --conviction 9", "reactive-combat:"),
        ("attack kes.toml ork.toml --weapon pistol --distance 900", "reactive-combat:"),
        ("attack ann.toml bob.toml --luck 9", "iron-gauntlets:"),
        ("attack ann.toml bob.toml --defence parry --speed 1 --target-speed 9", "iron-gauntlets:"),
        ("fall ann.toml 5", "iron-gauntlets:hazards"),
    ],
)
def test_what_the_rules_forbid_cites_the_rule(words: str, rule: str) -> None:
    assert f"[{rule}" in refused(*words.split(), status=4)


# Manners
def test_statuses_are_what_the_design_says() -> None:
    assert {e.name: e.value for e in Exit} == {
        "OK": 0,
        "CHECK_FAILED": 1,
        "USAGE": 2,
        "BAD_DATA": 3,
        "FORBIDDEN": 4,
        "OUR_FAULT": 5,
        "INTERRUPTED": 130,
    }


def test_an_option_without_its_value() -> None:
    ran = affray("attack", "hero.toml", "imp.toml", "--dice")
    assert (ran.status, ran.out) == (2, b"")
    assert "Option '--dice' requires an argument" in ran.errors


def test_json_after_a_double_dash_is_no_option() -> None:
    ran = affray("attack", "hero.toml", "--", "--json")
    assert (ran.status, ran.out) == (3, b"")
    assert "--json: there is no such file" in ran.errors


def test_a_fault_of_ours_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from affray_cli import settle

    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(settle, "resolve", fail)
    ran = affray("attack", "hero.toml", "imp.toml")
    assert (ran.status, ran.out) == (5, b"")
    assert ran.errors.startswith("affray: a fault of ours, not yours: ZeroDivisionError: oh")
    error = affray("attack", "hero.toml", "imp.toml", "--json").error
    assert error["code"] == "internal"
    monkeypatch.setenv("AFFRAY_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        affray("attack", "hero.toml", "imp.toml")


def test_no_command_writes_to_a_sheet(case: Case) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}
    affray(*case.words, "--seed", "1")
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
