"""The command lines of the corpus: every command over every system, always the same ones."""

import random
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from itertools import count, cycle, product
from pathlib import Path
from typing import Any, NamedTuple


class Line(NamedTuple):
    """One command line, and what it reads from standard input."""

    words: tuple[str, ...]
    stdin: str = ""


class Script(NamedTuple):
    """Lines run one after the other in one folder; without a name, one that leaves nothing."""

    name: str
    lines: tuple[Line, ...]


def parted(value: Any, separator: str | None) -> Any:
    """Texts as lists of their parts, all the way down."""
    if isinstance(value, dict):
        return {key: parted(one, separator) for key, one in value.items()}
    return [part for one in value.split(separator) if (part := " ".join(one.split()))]


GIVEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LISTS: dict[str, Any] = {
    name: parted(value, {"played": ";", "rulings": None, "who": None}.get(name, "|"))
    for name, value in GIVEN.items()
    if name != "files"
}
SYSTEMS = tuple(LISTS["pairs"])
FILES = {
    **{f"own/{name}.toml": text for name, text in GIVEN["files"].items()},
    **{
        f"own/{system}.{name}.toml": f"[{system}]\n{name} = "
        + (value if value in ("true", "false") or value.isdigit() else f"'{value}'")
        for system, rulings in LISTS["rulings"].items()
        for name, _, value in (one.partition("=") for one in rulings)
    },
}
SEEDS = count(1)
SHOWN = cycle(["--json"] * 5 + ["", "--explain", "--json --exit-status", "--get outcome"])
PICKED = random.Random(9)
FOR_A_TURN = ("next", "end-turn", "undo", "redo", "rest", "apply")
OF_SESSIONS = ("new", "show", "log", "add", "remove", *FOR_A_TURN)


def words(text: str, system: str = "troika") -> tuple[str, ...]:
    """A line's words; ~name stands for an example sheet of the system."""
    text = text.replace(" OUT", " --rulings own/out.rulings.toml")
    return tuple(shlex.split(re.sub(r"~([\w-]+)", rf"examples/sheets/{system}/\1.toml", text)))


def seeded(text: str, system: str, shown: str | None = None) -> Line:
    """A line with the next seed, shown in the next way."""
    throws = "" if " --dice " in text else f" --seed {next(SEEDS)}"
    return Line(words(f"{text}{throws} {next(SHOWN) if shown is None else shown}", system))


def resolving(system: str) -> Iterator[Line]:
    """Attacks, damage, and all that is done by one, each with every option."""
    pairs, options = LISTS["pairs"][system], ["", *LISTS["attacks"][system]]
    for pair, option in product(pairs, options):
        yield seeded(f"attack {pair} {option}", system)
    plain = [one for one in options if not re.search("weapon|into-melee|grapple|250", one)]
    for _ in range(130):
        some = " ".join(PICKED.sample(plain, PICKED.choice((2, 2, 3))))
        yield seeded(f"attack {PICKED.choice(pairs)} {some}", system)
    for pair, dice in product(pairs[:3], LISTS["thrown"][system]):
        yield seeded(f"attack {pair} --dice {dice}", system)
    for where in (f"--system {system}", *pairs[:4]):
        for option in ("", *LISTS["damages"][system]):
            yield seeded(f"damage {where} {option}", system)
    for who, line in product(LISTS["who"][system], LISTS["alone"][system]):
        yield seeded(line.replace("*", who), system)
    for line in LISTS["silent"][system]:
        yield seeded(line.replace("*", LISTS["who"][system][0]), system, "--json")


def ruled(system: str, known: list[Line]) -> Iterator[Line]:
    """Known lines under each ruling that is not the default."""
    for one in LISTS["rulings"][system]:
        name = f"own/{system}.{one.partition('=')[0]}.toml"
        for line in PICKED.sample(known, 4):
            yield Line((*line.words, "--rulings", name))


def weighing(system: str) -> Iterator[Line]:
    """Odds of attacks, duels and rolls, and simulations."""
    for pair in LISTS["pairs"][system][::3]:
        for option in LISTS["attacks"][system]:
            yield Line(words(f"odds attack {pair} {option} --json", system))
    for line in LISTS["odds"][system]:
        for shown in ("--json", "") if "duel" not in line else ("--json",):
            seed = " --seed 5" if "duel" in line or ("roll" in line and "dice" not in line) else ""
            yield Line(words(f"odds {line}{seed} {shown}", system))


def simulating() -> Iterator[Line]:
    """Small simulations of the free fights, and of sides."""
    for one in LISTS["simulated"]:
        name, system = one.split()
        path = f"examples/encounters/{system}/{name}.encounter.toml"
        yield Line(words(f"simulate {path} -n 100 --seed {next(SEEDS)} --json"))
    for one in LISTS["sides"]:
        system, _, sides = one.partition(" ")
        fights = "" if "--precision" in one else "-n 300 "
        yield Line(words(f"simulate {sides} {fights}--seed {next(SEEDS)} --json", system))


def reading(encounters: Iterable[str], sheets: Iterable[str]) -> Iterator[Line]:
    """Encounters run and checked, sheets shown and checked, tables, rules, and mistakes."""
    for path, command, shown in product(encounters, ("run", "check"), ("--json", "")):
        yield Line(words(f"{command} {path} {shown}"))
    own = [f"own/{name}.toml" for name in GIVEN["files"] if "." not in name]
    for path, command, shown in product([*sheets, *own], ("show", "check"), ("--json", "")):
        yield Line(words(f"sheet {command} {path} {shown}"))
    for path in own:
        yield Line(words(f"attack {path} @goblin --seed 3 --json"))
    for text in ("", *LISTS["wrong"]):
        plain = words(text)
        yield Line(plain)
        if plain and not {"import", "new"} & set(plain):
            yield Line((*plain, "--json"))


def playing(system: str) -> Iterator[Script]:
    """Whole fights in sessions: played by tactics, and by hand."""
    for sides, seed in product(LISTS["auto"][system], range(1, 6)):
        steps = [f"new {sides} --rulings own/out.rulings.toml", "show --json"]
        for turn in range(seed * 10, seed * 10 + 6):
            steps += [f"next --seed {turn} --json", f"turn --seed {turn} --json"]
            steps += ["undo", "redo", "show --json"] if turn % 3 == 0 else []
        steps += ["log --json", "undo -n 4", "show --json", "redo -n 2", "turn --seed 5 --dry-run"]
        steps += ["rest --seed 6 --json", "show", "log"]
        yield Script(f"{system} {sides} {seed}", tuple(in_session(s, system) for s in steps))
    by_hand = tuple(in_session(one, system) for one in LISTS["played"][system])
    yield Script(f"{system} by hand", by_hand)


def in_session(text: str, system: str) -> Line:
    """A step of a script as a line; what comes after << is its standard input."""
    line, _, stdin = text.partition(" << ")
    first, _, rest = line.partition(" ")
    if first in OF_SESSIONS:
        return Line(words(f"session {first} n.toml {rest}", system), stdin)
    return Line(words(f"{line} --session n.toml", system), stdin)


def scripts(encounters: Iterable[str], sheets: Iterable[str]) -> Iterator[Script]:
    """Everything."""
    lines: list[Line] = []
    for system in SYSTEMS:
        known = list(resolving(system))
        lines += [*known, *ruled(system, known), *weighing(system)]
        yield from playing(system)
    batched = [shlex.join(word for word in line.words if word != "--json") for line in lines[::40]]
    lines += [*simulating(), *reading(encounters, sheets)]
    lines.append(Line(("batch",), "\n".join([*batched, "# nothing", "attack 'x", "batch"])))
    for line in lines:
        yield Script("", (line,))
