"""A rule set of others that cannot be used is named and left out; the others go on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from affray import registry
from affray.action import OWN
from affray.plain import PLAIN
from affray_cli.entries import COMMANDS, SETTLED
from tests.scaffold.cli import affray
from tests.scaffold.plugins import COIN, plug, reachable

CODE = COIN.read_text("utf-8")


def coin(name: str, *changes: tuple[str, str], more: str = "") -> str:
    """The toy's code for a system called `name`, with some of it changed and more in it."""
    code = CODE.replace('name, title = "coin", "Coin"', f'name, title = "{name}", "{name.title()}"')
    code = code.replace('Literal["coin"]', f'Literal["{name}"]')
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    return code.replace("SYSTEM =", f"{more}\n\nSYSTEM =")


BAD = {
    "raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "no-system": ("SYSTEM = 7", "plugged_no_system:SYSTEM is no affray.system.System"),
    "nothing": ("", "AttributeError: module 'plugged_nothing' has no attribute 'SYSTEM'"),
    "other-name": (CODE, "it calls itself `coin`"),
    "half": (
        CODE.replace("    def is_out(", "    def is_outside("),
        "TypeError: Can't instantiate abstract class Coin",
    ),
    "nameless": (
        coin("nameless", more="    @property\n    def name(self):\n        raise KeyError(1)"),
        "KeyError: 1",
    ),
    "titleless": (coin("titleless", ('"Titleless"', "7")), "its title is no text"),
    "commander": (
        coin("commander", more="    @property\n    def commands(self):\n        return 1 / 0"),
        "ZeroDivisionError: division by zero",
    ),
    "lister": (coin("lister", more="    commands = [1]"), "its commands are no tuple of texts"),
    "promiser": (
        coin("promiser", more='    commands = ("attack", "roll up")'),
        "it has no action behind its command `roll up`",
    ),
    "ruler": (
        coin("ruler", ('{"attack":', '{"rule":')),
        "its command `rule` is called like one of affray's own",
    ),
    "grouper": (
        coin("grouper", ('{"attack":', '{"cast spell":')),
        "its command `cast spell` is neither one word, nor `roll …` nor `act …`",
    ),
}
"""A module's code by the name its entry point has, and what is wrong with it."""


@pytest.fixture(autouse=True)
def _bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All of them, beside the toy."""
    monkeypatch.chdir(tmp_path)
    for name, (code, _) in BAD.items():
        plug(tmp_path, name, code)
    with reachable(tmp_path):
        yield


def test_each_is_known_with_what_is_wrong() -> None:
    found = {one.name: one.why for one in registry.broken()}
    assert list(found) == sorted(BAD)
    assert all(found[name].startswith(why) for name, (_, why) in BAD.items())
    assert registry.names()[-1] == "coin"


@pytest.mark.parametrize("line", ["rule toss", "table coin", "rulings", "schema sheet"])
def test_whole_lists_name_each_once_and_go_on(line: str) -> None:
    ran = affray.process(*line.split())
    assert ran.status == 0
    assert ran.text
    notes = ran.errors.splitlines()
    assert len(notes) == len(BAD)
    for note, name in zip(notes, sorted(BAD), strict=True):
        assert note.startswith(f"affray: note: the system {name} is left out: {BAD[name][1]}")


def test_what_lists_nothing_never_meets_them() -> None:
    assert affray.process("attack", "@goblin", "@troll", "--seed", "1").errors == ""


def test_an_unknown_name_is_told_which_there_are() -> None:
    ran = affray.process("sheet", "new", "--system", "coyn")
    assert ran.status == 2
    assert "unknown system `coyn`; did you mean `coin`?" in ran.errors
    assert ran.errors.count("is left out") == len(BAD)


def test_whoever_asks_for_one_is_told_why_not() -> None:
    Path("a.toml").write_text('system = "raises"\nname = "A"\n', "utf-8")
    said = affray.said("sheet", "show", "a.toml", status=2)
    assert said == (
        "affray: the system `raises` cannot be used: ZeroDivisionError: division by zero\n"
    )


def test_completion_says_nothing_of_them() -> None:
    words = ("sheet", "new", "--system", "")
    ran = affray.process(*words, env={"_AFFRAY_COMPLETE": "fish"})
    assert ran.errors == ""
    assert [line.partition("\t")[0] for line in ran.lines][-1] == "coin"


def test_no_command_of_affray_itself_is_open_to_systems() -> None:
    own = {name for name, entry in COMMANDS.items() if entry.where != SETTLED}
    assert own | set(PLAIN) == OWN


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Puts one system there, with none of the others."""
    with ExitStack() as stack:

        def put(name: str, code: str, **files: str) -> None:
            folder = tmp_path / "alone"
            folder.mkdir()
            plug(folder, name, code)
            for file, text in files.items():
                (folder / file.replace("_", ".")).write_text(text, "utf-8")
            (tmp_path / "a.toml").write_text(f'system = "{name}"\nname = "A"\nchips = 3\n')
            (tmp_path / "b.toml").write_text(f'system = "{name}"\nname = "B"\nchips = 3\n')
            sys.path.remove(str(tmp_path))
            stack.callback(sys.path.insert, 0, str(tmp_path))
            stack.enter_context(reachable(folder))

        yield put


def option(name: str) -> tuple[str, str]:
    """A change of the toy's code: an option of its attack of this name."""
    return "class Attack(Struct, frozen=True, forbid_unknown_fields=True):", (
        "class Attack(Struct, frozen=True, forbid_unknown_fields=True):\n"
        f'    {name}: Annotated[str | None, option("Odd.")] = None'
    )


@pytest.mark.parametrize(
    "name", ["seed", "json", "dice", "get", "session", "rulings", "system", "dry_run", "help"]
)
def test_an_option_called_like_a_common_one(alone: Callable[..., None], name: str) -> None:
    alone("odd", coin("odd", option(name)))
    flag = "--" + name.replace("_", "-")
    why = f"its {flag} is called like an option of affray's own"
    for line in ("attack --help", "odds attack --help"):
        said = affray.said(*line.split())
        assert f"affray: note: the system odd is left out: {why}\n" in said
        assert "--cover" in said
    said = affray.said("attack", "@goblin", "@troll", "--cover", status=2)
    assert "Option '--cover' requires an argument" in said
    said = affray.said("attack", "a.toml", "b.toml", status=2)
    assert said == f"affray: the system `odd` cannot be used for `attack`: {why}\n"


@pytest.mark.parametrize(
    "name", ["first", "answer", "fights", "compare", "csv", "plot", "fractions"]
)
def test_an_option_called_like_one_of_the_odds(alone: Callable[..., None], name: str) -> None:
    alone("odd", coin("odd", option(name)))
    command = "attack" if name == "compare" else "duel"
    said = affray.said("odds", command, "--help")
    why = f"its --{name} is called like an option of affray's own"
    assert f"affray: note: the system odd is left out: {why}\n" in said
    said = affray.said("odds", command, "a.toml", "b.toml", status=2)
    assert said == f"affray: the system `odd` cannot be used for `attack`: {why}\n"
    assert affray("attack", "a.toml", "b.toml", "--" + name, "x").status == 0


def test_an_option_that_others_give_otherwise(alone: Callable[..., None]) -> None:
    change = option("cover")[1].replace('option("Odd.")', 'option("Odd.", place=True)')
    alone("odd", coin("odd", (option("cover")[0], change)))
    said = affray.said("attack", "--help")
    why = "its --cover is given by its place, elsewhere given by its name"
    assert f"the system odd is left out: {why}\n" in said


def test_an_act_of_which_an_option_has_another_shape(alone: Callable[..., None]) -> None:
    act = (
        'class Load(Struct, frozen=True):\n    weapon: Annotated[bool, option("Odd.")] = False\n'
        "\n\nclass Coin("
    )
    code = coin(
        "odd", ("class Coin(", act), ('{"attack":', '{"act load": Action(Load, attack), "attack":')
    )
    alone("odd", code)
    said = affray.said("act", "--help")
    assert "the system odd is left out: its --weapon is a flag, elsewhere a list of words\n" in said
    assert "Odd: load" not in said


RAISES = "raise OSError('no disk')"


def method(name: str) -> str:
    """The code of a method, or a property, that raises."""
    kind = "    @property\n" if name.endswith("_type") else ""
    return f"{kind}    def {name}(self, *args):\n        {RAISES}\n"


@pytest.mark.parametrize(
    ("broken", "line", "status"),
    [
        ("rules", "rule drowning", 0), ("rules", "rule --search cover", 0), ("rules", "rule", 0),
        ("rules", "rule drowwwning", 2), ("tables", "table weapons", 0), ("tables", "table", 0),
        ("creatures", "sheet show @goblon", 2), ("importers", "import --help", 0),
        ("rulings_type", "rulings", 0), ("rulings_type", "rulings --write", 0),
    ],
)  # fmt: skip
def test_content_that_raises(
    alone: Callable[..., None], broken: str, line: str, status: int
) -> None:
    code = coin("odd", *((f"    def {broken}(", f"    def _{broken}("),) * (f" {broken}(" in CODE))
    alone("odd", code.replace("SYSTEM =", f"{method(broken)}\n\nSYSTEM ="))
    said = affray.said(*line.split(), status=status)
    assert said.count("affray: note: the system odd is left out: OSError: no disk\n") == 1
    assert len(said.splitlines()) > 1


@pytest.mark.parametrize(
    ("file", "line", "status"),
    [("rules.json", "rule drowning", 0), ("creatures.toml", "sheet show @goblon", 2)],
)
def test_a_file_that_cannot_be_read(
    alone: Callable[..., None], file: str, line: str, status: int
) -> None:
    alone(
        "odd", coin("odd", ("    def rules(", "    def _rules(")), **{file.replace(".", "_"): "{["}
    )
    said = affray.said(*line.split(), status=status)
    assert said.count("affray: note: the system odd is left out: ") == 1


def test_whose_fault_it_is_where_one_is_asked(alone: Callable[..., None]) -> None:
    code = coin(
        "odd",
        ("    def rules(", "    def _rules("),
        ("    attacker, defender = fighters\n", f"    {RAISES}\n"),
    )
    alone("odd", code, rules_json="{[")
    said = affray.said("attack", "a.toml", "b.toml", status=5)
    assert said.startswith("affray: a fault of the system `odd`, not of affray: OSError: no disk;")
    said = affray.said("rule", "--system", "odd", status=5)
    assert said.startswith("affray: a fault of the system `odd`, not of affray: ValidationError: ")


def test_completion_goes_on_without_what_raises(alone: Callable[..., None]) -> None:
    broken = "".join(map(method, ("creatures", "values", "about_creature")))
    alone("odd", coin("odd", more=broken))
    env = {"_AFFRAY_COMPLETE": "fish"}
    for words, wanted in ((("attack", "@gob"), "@goblin"), (("attack", "--weapon", "kn"), "knife")):
        ran = affray.process(*words, env=env)
        assert [line.partition("\t")[0] for line in ran.lines] == [wanted]
        assert ran.errors == ""


def test_an_option_that_no_schema_can_hold(alone: Callable[..., None]) -> None:
    change = option("what")[1].replace("str | None", "type | None")
    alone("odd", coin("odd", (option("what")[0], change)))
    said = affray.said("schema", "encounter")
    assert "affray: note: the system odd is left out: " in said
    assert '"cover"' in said
