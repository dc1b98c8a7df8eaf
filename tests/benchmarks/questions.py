"""The questions of the matrix, and how affray, other libraries and plain loops are asked them.

affray's functions are sought by the names that they have now and have had, so that older
checkouts can be asked as well.
"""

import importlib
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parents[2]
SYSTEMS = ("troika", "iron-gauntlets", "reactive-combat")
SIZES = ("1v1", "1v3", "5v5", "20v20", "nobody")
"""Of the sides; nobody: one on one, and neither can win."""
OUT = {
    "troika": {},
    "iron-gauntlets": {"out_at_injury": 6, "out_at_fatigue": 6},
    "reactive-combat": {"out_at_marks": 6},
}
GOBLIN = {"skill": 5, "stamina": 6, "armour": 1, "weapons": ["sword"]}
FEATHER = {"name": "feather", "damage": [0] * 7, "natural": True}
HOPELESS: Mapping[str, dict[str, Any]] = {
    "troika": {"weapons": [FEATHER], "skills": {}, "stamina": 18},
    "iron-gauntlets": {"armour": {"amount": 9, "track": "injury"}},
    "reactive-combat": {"toughness": 30},
}
SHEETS = {
    "troika": ("ardent-giant",),
    "iron-gauntlets": ("suenta", "kolby"),
    "reactive-combat": ("kessa", "orc"),
}
ROUNDS = 50
HAND = "by hand"
SWORD = (4, 6, 6, 6, 6, 8, 10)
STAMINA, POOL, UNDER, STRONG, WEAK = 24, 6, 6, 3, 1
Chances = Mapping[Any, Fraction]
Ask = Callable[[int], object]
"""Answers a question so many times; what it comes to."""


# What is asked about
def sheets_of(system: str, size: str = "") -> list[dict[str, Any]]:
    """The two sheets that fight, as data; so that neither can win where `nobody` can."""
    folder = HERE / "examples/sheets" / system
    pair = [tomllib.loads((folder / f"{one}.toml").read_text()) for one in SHEETS[system]]
    if system == "troika":
        pair.append({"system": system, "name": "Goblin", "kind": "enemy", **GOBLIN})
    if size == "nobody":
        pair = [{**one, **HOPELESS[system]} for one in pair]
        for one in pair:  # a class makes a toughness of its own, and armour adds to that
            one.pop("class", None)
            one.pop("armour" if system == "reactive-combat" else "class", None)
    return pair


def encounter(
    sheets: Sequence[Mapping[str, Any]], many: Sequence[int], expect: Mapping[str, Any]
) -> str:
    """A free fight of so many with these sheets, as a file says it."""
    import tomli_w

    sides = {
        name: [{"sheet": sheet, "count": count, "name": name}]
        for name, sheet, count in zip("ab", sheets, many, strict=True)
    }
    text = {"title": "a fight", "sides": sides, "free": {"rounds": ROUNDS}, "expect": expect}
    return tomli_w.dumps({**text, "rulings": OUT[sheets[0]["system"]]})


def numbers(size: str) -> tuple[int, int]:
    a, _, b = size.partition("v")
    return (int(a), int(b)) if b else (1, 1)


def by_hand(system: str, size: str) -> Ask:
    module = importlib.import_module(f"tests.reference.{system.replace('-', '_')}")
    pair = module.HOPELESS if size == "nobody" else module.PAIR
    sides = tuple(zip(pair, numbers(size), strict=True))
    return lambda times: module.fights(sides, times, 1)


# How affray answers: its functions by the names they have now and have had
def found(name: str, *modules: str) -> Any:
    """A function of affray's, from the first of these modules that there is."""
    for module in modules:
        try:
            return getattr(importlib.import_module(f"affray.{module}"), name)
        except (ImportError, AttributeError):
            continue
    raise LookupError(f"no {name} in it")


def rules(system: str) -> tuple[Any, Any]:
    """A system, and its rulings with somebody out at last."""
    import msgspec

    of = found("system", "registry", "system")(system)
    kind = of.rulings_type
    return of, msgspec.convert(OUT[system], kind if isinstance(kind, type) else kind())


def entered(system: str, *data: Mapping[str, Any]) -> list[Any]:
    """Combatants with these sheets."""
    make = found("from_data", "sheets")
    return [rules(system)[0].fighter(make({"system": system, **one})) for one in data]


def fighters(system: str, size: str = "") -> list[Any]:
    return entered(system, *sheets_of(system, size))


def attack(system: str, pair: Sequence[Any]) -> Chances:
    of, rulings = rules(system)
    odds = found("attack_odds", "engine.exact", "odds.exact")
    return odds(of, pair, {}, rulings).damage  # type: ignore[no-any-return]


def duel(system: str, pair: Sequence[Any], lengths: bool) -> Chances:
    of, rulings = rules(system)
    odds = found("duel", "engine.duel", "odds.duel")(of, *pair, {}, rulings, rounds=lengths)
    return {**odds.win, "draw": odds.draw}


def roll(system: str, command: str, who: Sequence[Any], **options: str) -> Any:
    of, rulings = rules(system)
    return found("roll_odds", "engine.rolls", "odds.rolls")(of, command, who, options, rulings)


def simulated(system: str, size: str) -> Ask:
    """Fights as `simulate` plays them."""
    from affray import fight

    join: Any = vars(fight).get("Joining") or vars(fight)["Entry"]
    make, entries = found("from_data", "sheets"), []
    for side, data, many in zip("ab", sheets_of(system, size), numbers(size), strict=True):
        entries += [join(f"{side}{i}", make(data), side) for i in range(many)]
    begun = fight.start(system, entries, rules(system)[1])
    made = found("player", "engine.draw", "simulation.machine")(begun, ROUNDS, 100_000)
    play = made[0] if isinstance(made, tuple) else made
    return lambda times: play(times, 1) and None


def checked(system: str, size: str) -> Ask:
    """Encounters that expect a chance, bounded near what the plain loop finds."""
    tally = by_hand(system, size)(2000)
    chance = tally.first / tally.fights  # type: ignore[attr-defined]
    bound = {"at_least": chance - 0.02} if chance > 0.5 else {"at_most": chance + 0.02}
    expect = {"win": {"side": "a", **bound}}
    path = Path(tempfile.mkdtemp()) / "chance.encounter.toml"
    path.write_text(encounter(sheets_of(system, size), numbers(size), expect))
    check = found("check_file", "encounter.check")

    def ask(times: int) -> object:
        report = [check(str(path)) for _ in range(times)][-1]
        if report.faults:
            raise LookupError(str(report.faults[0]))
        return "exact" if "exact" in " ".join(map(str, report.notes)) else "drawn"

    return ask


# How other libraries answer: formulas, and the dice that they are told of
def harm(die: int, bonus: int, mighty: bool) -> int:
    return SWORD[min(7, die + bonus) - 1] * (2 if mighty else 1)


def blows(a: int, d: int, die: int, other: int) -> tuple[int, int]:
    """What claws do to attacker, one ahead, and defender: their 2d6, and a die for either."""
    if a == d == 12:
        return die, other
    if a == d == 2:
        return harm(other, 1, False), harm(die, 1, False)
    if a == 12 or (d != 12 and a != 2 and (d == 2 or a + 1 > d)):
        return 0, harm(die, int(d == 2), a == 12)
    if d == 12 or a == 2 or a + 1 < d:
        return harm(die, int(a == 2), d == 12), 0
    return 0, 0


def dagger(a: int, stunt_a: int, d: int, stunt_d: int) -> int:
    """What Kessa's dagger does to the orc, whose one penalty eats his defence score."""
    hits = (a + stunt_a + 6, stunt_a, 4) > (d + stunt_d, stunt_d, 1)
    return max(0, stunt_a - 3) if hits else 0


def won(a: int, stunt_a: int, d: int, stunt_d: int) -> bool:
    """Whether the first wins an opposed test: ties go by the stunt die, then by the ability."""
    return (a + stunt_a + STRONG, stunt_a, STRONG) > (d + stunt_d + WEAK, stunt_d, WEAK)


FORMULAS: Mapping[str, tuple[Callable[..., Any], Sequence[tuple[int, int, int]]]] = {
    # Of dice of so many sides so many are summed, or, with a last number, counted up to it.
    "claws": (lambda *dice: blows(*dice)[1], ((2, 6, 0), (2, 6, 0), (1, 6, 0), (1, 6, 0))),
    "sword": (lambda made, block: made if made > block else 0, ((4, 10, 6), (4, 10, 6))),
    "dagger": (dagger, ((2, 6, 0), (1, 6, 0)) * 2),
    "pool": (lambda steps: steps, ((POOL, 10, UNDER),)),
    "opposed": (won, ((2, 6, 0), (1, 6, 0)) * 2),
}


def by_icepool(problem: str) -> Chances:
    lib = importlib.import_module("icepool")
    if problem == "duel":
        return duel_icepool(lib)
    told, dice = FORMULAS[problem]
    thrown = [many @ (lib.d(d) <= under if under else lib.d(d)) for many, d, under in dice]
    chances = lib.map(told, *thrown)
    return {n: chances.probability(n) for n in chances.outcomes()}


def by_dyce(problem: str) -> Chances:
    lib = importlib.import_module("dyce")
    if problem == "duel":
        raise LookupError("no chains")
    told, dice = FORMULAS[problem]
    thrown = [many @ (lib.H(d).le(under) if under else lib.H(d)) for many, d, under in dice]
    chances = lib.expand(lambda *one: told(*(int(die.outcome) for die in one)), *thrown)
    total = sum(chances.counts())
    return {n: Fraction(count, total) for n, count in chances.items() if count}


def duel_icepool(lib: Any) -> Chances:
    hurt = lib.map(blows, 2 @ lib.d6, 2 @ lib.d6, lib.d6, lib.d6)

    def turn(a: int, b: int) -> Any:
        if a == 0 or b == 0:
            return a, b
        return hurt.map(lambda to_a, to_b: (max(0, a - to_a), max(0, b - to_b)), star=True)

    chances = lib.Die([(STAMINA, STAMINA)]).map(turn, star=True, repeat="inf")
    ends = {"Ann": Fraction(0), "Bob": Fraction(0), "draw": Fraction(0)}
    for a, b in chances.outcomes():
        ends["Ann" if a else "Bob" if b else "draw"] += chances.probability((a, b))
    return ends


# The cells
class Cell(NamedTuple):
    """A question: what affray may take (milliseconds, or times the loop), and who answers."""

    name: str
    budget: float
    contenders: Mapping[str, Callable[[], Ask]]


def again(ask: Callable[..., object], *of: object) -> Callable[[], Ask]:
    """Who makes nothing beforehand: asks once for each time."""
    return lambda: lambda times: [ask(*of) for _ in range(times)][-1]


def rivals(problem: str) -> dict[str, Callable[[], Ask]]:
    return {"icepool": again(by_icepool, problem), "dyce": again(by_dyce, problem)}


def claws() -> list[Any]:
    weapon = {"name": "claws", "damage": list(SWORD), "natural": True}
    same = {"kind": "enemy", "stamina": STAMINA, "weapons": [weapon]}
    return entered(
        "troika", {"name": "Ann", "skill": 7, **same}, {"name": "Bob", "skill": 6, **same}
    )


def testers() -> list[Any]:
    same = {"defense": 10, "toughness": 4, "weapons": [{"name": "longsword"}]}
    strength = {"Ann": STRONG, "Bob": WEAK}
    data = [{"name": n, "abilities": {"strength": s}, **same} for n, s in strength.items()]
    return entered("reactive-combat", *data)


def opposed(who: Sequence[Any]) -> Chances:
    odds = roll("reactive-combat", "roll test", who, ability="strength").outcomes
    return {True: odds["success"], False: odds["failure"]}


def pooler() -> list[Any]:
    data = {"abilities": {"fitness": POOL, "awareness": 1}, "skills": {"athletics": UNDER}}
    return entered("iron-gauntlets", {"name": "Ann", **data})


def pool(who: Sequence[Any]) -> Chances:
    return roll("iron-gauntlets", "roll task", who, skill="athletics").numbers["steps"]  # type: ignore[no-any-return]


def ours(made: Callable[[], Any], ask: Callable[[Any], object]) -> dict[str, Callable[[], Ask]]:
    """affray, which is given combatants beforehand."""

    def make() -> Ask:
        who = made()
        return lambda times: [ask(who) for _ in range(times)][-1]

    return {"affray": make}


def odds_cells() -> Iterator[Cell]:
    for system, problem in zip(SYSTEMS, ("claws", "sword", "dagger"), strict=True):
        fresh = claws if problem == "claws" else partial(fighters, system)
        mine = ours(fresh, partial(attack, system))
        yield Cell(f"attack odds, {system}", 3, {**mine, **rivals(problem)})
    yield Cell("opposed test", 2, {**ours(testers, opposed), **rivals("opposed")})
    yield Cell("pool of dice", 2, {**ours(pooler, pool), **rivals("pool")})


def duel_cells() -> Iterator[Cell]:
    for words, lengths in (("duel", False), ("lengths", True)):
        mine = ours(claws, partial(duel, "troika", lengths=lengths))
        other = {} if lengths else rivals("duel")
        yield Cell(f"{words}, troika {STAMINA} against {STAMINA}", 25, {**mine, **other})
        for system, size in product(SYSTEMS, ("1v1", "nobody")):
            ask = partial(duel, system, lengths=lengths)
            yield Cell(f"{words}, {system} {size}", 50, ours(partial(fighters, system, size), ask))


def fight_cells() -> Iterator[Cell]:
    for system, size in product(SYSTEMS, SIZES):
        both = {"affray": partial(simulated, system, size), HAND: partial(by_hand, system, size)}
        yield Cell(f"simulate, {system} {size}", 1 if size in ("1v1", "nobody") else 3, both)
    for system, size in product(SYSTEMS, SIZES):
        mine = {"affray": partial(checked, system, size)}
        yield Cell(f"chance in check, {system} {size}", 200, mine)


CELLS = {cell.name: cell for cell in (*odds_cells(), *duel_cells(), *fight_cells())}
