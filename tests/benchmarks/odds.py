"""Odds and simulation, side by side in one run with other libraries on the same problems.

    python tests/benchmarks/odds.py [--seconds 1.0]

Four problems: a Troika! exchange, a pool of ten-sided dice, an opposed AGE test, a Troika!
duel. affray answers each exactly from the rules that it plays by; icepool and dyce, where
they can express it, from the formula written here; their answers have to be equal. d20
only throws: it is timed on as many throws as give an error of about one in a hundred. Then
fights a second of `affray simulate`. The best of several runs counts, in processor time.
Exit status 1: something is over its budget, or two answers differ.

What is not installed is said and left out: pip install icepool dyce d20
"""

import argparse
import importlib
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from affray import sheets
from affray.engine.draw import player
from affray.engine.duel import duel
from affray.engine.exact import attack_odds
from affray.engine.rolls import roll_odds
from affray.fight import Joining, start
from affray.registry import system

THROWS = 10_000
SWORD = (4, 6, 6, 6, 6, 8, 10)
CLAWS = {"name": "claws", "damage": list(SWORD), "natural": True}
SKILL, OTHER_SKILL, STAMINA = 7, 6, 24
AHEAD = SKILL - OTHER_SKILL
POOL, UNDER = 6, 6
STRONG, WEAK = 3, 1
AGE = {"defense": 10, "toughness": 4, "weapons": [{"name": "longsword"}]}

Chances = Mapping[Any, Fraction]


class Problem(NamedTuple):
    """What is asked, of whom; and how many milliseconds affray may take."""

    title: str
    budget: float | None
    answers: Mapping[str, Callable[[], Chances] | str]


def fighter(of: str, name: str, **fields: Any) -> Any:
    """A combatant made from few words."""
    return system(of).fighter(sheets.from_data({"system": of, "name": name, **fields}))


def damage(die: int, bonus: int, mighty: bool) -> int:
    """What a sword does, by Troika!'s table."""
    return SWORD[min(7, die + bonus) - 1] * (2 if mighty else 1)


def blows(a: int, d: int, die: int, other: int) -> tuple[int, int]:
    """What an exchange does to attacker and defender: their 2d6, and a die for either."""
    if a == d == 12:
        return die, other
    if a == d == 2:
        return damage(other, 1, False), damage(die, 1, False)
    if a == 12 or (d != 12 and a != 2 and (d == 2 or a + AHEAD > d)):
        return 0, damage(die, int(d == 2), a == 12)
    if d == 12 or a == 2 or a + AHEAD < d:
        return damage(die, int(a == 2), d == 12), 0
    return 0, 0


# Troika!: an exchange


def swords() -> tuple[Any, Any]:
    """Two who fight with swords."""
    ann = fighter("troika", "Ann", skill=SKILL, stamina=STAMINA, weapons=[CLAWS])
    return ann, fighter("troika", "Bob", skill=OTHER_SKILL, stamina=STAMINA, weapons=[CLAWS])


def exchange_affray() -> Chances:
    """The damage of an exchange by affray, from its rules."""
    rules, pair = system("troika"), swords()
    return attack_odds(rules, pair, {}, rules.rulings_type()).damage


def exchange_icepool() -> Chances:
    """The damage of an exchange by icepool, from a formula."""
    icepool = importlib.import_module("icepool")
    two = 2 @ icepool.d6
    found = icepool.map(lambda *dice: blows(*dice)[1], two, two, icepool.d6, icepool.d6)
    return {n: found.probability(n) for n in found.outcomes()}


def exchange_dyce() -> Chances:
    """The damage of an exchange by dyce, from a formula."""
    dyce = importlib.import_module("dyce")
    two, die = 2 @ dyce.H(6), dyce.H(6)

    def hurt(*thrown: Any) -> int:
        return blows(*(one.outcome for one in thrown))[1]

    return of_dyce(dyce.expand(hurt, two, two, die, die))


def of_dyce(found: Any) -> Chances:
    """A histogram of dyce as chances."""
    total = sum(found.counts())
    return {n: Fraction(count, total) for n, count in sorted(found.items()) if count}


def exchange_d20() -> Chances:
    """The damage of an exchange by d20, thrown and counted by hand."""
    roll = importlib.import_module("d20").roll
    for _ in range(THROWS):
        a, d, die = roll("2d6").total, roll("2d6").total, roll("1d6").total
        blows(a, d, die, die)
    return {}


# Iron Gauntlets: a pool of ten-sided dice


def pool_affray() -> Chances:
    """Dice at or under the threshold by affray, from its rules."""
    rules = system("iron-gauntlets")
    abilities, skills = {"fitness": POOL, "awareness": 1}, {"athletics": UNDER}
    ann = fighter("iron-gauntlets", "Ann", abilities=abilities, skills=skills)
    asked = {"skill": "athletics"}
    return roll_odds(rules, "roll task", [ann], asked, rules.rulings_type()).numbers["steps"]


def pool_icepool() -> Chances:
    """Dice at or under the threshold by icepool, from a formula."""
    icepool = importlib.import_module("icepool")
    found = POOL @ (icepool.d(10) <= UNDER)
    return {int(n): found.probability(n) for n in found.outcomes()}


def pool_dyce() -> Chances:
    """Dice at or under the threshold by dyce, from a formula."""
    return of_dyce(POOL @ importlib.import_module("dyce").H(10).le(UNDER))


def pool_d20() -> Chances:
    """Dice at or under the threshold by d20, thrown and counted by hand."""
    roll = importlib.import_module("d20").roll
    for _ in range(THROWS):
        sum(one.number <= UNDER for one in roll(f"{POOL}d10").expr.roll.values)
    return {}


# AGE: an opposed test; ties go by the stunt die, then by the ability, then to the second


def opposed_affray() -> Chances:
    """Who wins an opposed test by affray, from its rules."""
    rules = system("reactive-combat")
    ann = fighter("reactive-combat", "Ann", abilities={"strength": STRONG}, **AGE)
    bob = fighter("reactive-combat", "Bob", abilities={"strength": WEAK}, **AGE)
    asked = {"ability": "strength"}
    found = roll_odds(rules, "roll test", [ann, bob], asked, rules.rulings_type()).outcomes
    return {True: found["success"], False: found["failure"]}


def opposed_icepool() -> Chances:
    """Who wins an opposed test by icepool, from a formula."""
    icepool = importlib.import_module("icepool")
    side = icepool.map(lambda two, stunt: (two + stunt, stunt), 2 @ icepool.d6, icepool.d6)
    found = icepool.map(lambda a, d: won(*a, *d), side, side)
    return {n: found.probability(n) for n in (True, False)}


def won(a: int, stunt_a: int, d: int, stunt_d: int) -> bool:
    """Whether the first wins an opposed test."""
    return (a + STRONG, stunt_a, STRONG) > (d + WEAK, stunt_d, WEAK)


def opposed_dyce() -> Chances:
    """Who wins an opposed test by dyce, from a formula."""
    dyce = importlib.import_module("dyce")
    two, die = 2 @ dyce.H(6), dyce.H(6)

    def first(*thrown: Any) -> bool:
        a, stunt_a, d, stunt_d = (one.outcome for one in thrown)
        return won(a + stunt_a, stunt_a, d + stunt_d, stunt_d)

    found = of_dyce(dyce.expand(first, two, die, two, die))
    return {bool(n): p for n, p in found.items()}


def opposed_d20() -> Chances:
    """Who wins an opposed test by d20, thrown and counted by hand."""
    roll = importlib.import_module("d20").roll
    for _ in range(THROWS):
        sides = [(roll("2d6").total, roll("1d6").total) for _ in range(2)]
        (a, stunt_a), (d, stunt_d) = sides
        won(a + stunt_a, stunt_a, d + stunt_d, stunt_d)
    return {}


# Troika!: a duel to the end


def duel_affray() -> Chances:
    """Who wins a duel by affray, from its rules."""
    rules, pair = system("troika"), swords()
    found = duel(rules, *pair, {}, rules.rulings_type())
    return {"Ann": found.win["Ann"], "Bob": found.win["Bob"], "draw": found.draw}


def duel_icepool() -> Chances:
    """Who wins a duel by icepool, from a formula."""
    icepool = importlib.import_module("icepool")
    two = 2 @ icepool.d6
    hurt = icepool.map(lambda *dice: blows(*dice), two, two, icepool.d6, icepool.d6)

    def turn(a: int, b: int) -> Any:
        if a == 0 or b == 0:
            return a, b
        return hurt.map(lambda to_a, to_b: (max(0, a - to_a), max(0, b - to_b)), star=True)

    found = icepool.Die([(STAMINA, STAMINA)]).map(turn, star=True, repeat="inf")
    ends = {"Ann": Fraction(0), "Bob": Fraction(0), "draw": Fraction(0)}
    for a, b in found.outcomes():
        ends["Ann" if a else "Bob" if b else "draw"] += found.probability((a, b))
    return ends


def duel_d20() -> Chances:
    """Who wins a duel by d20, thrown and counted by hand."""
    roll = importlib.import_module("d20").roll
    for _ in range(THROWS // 10):
        a = b = STAMINA
        while a > 0 and b > 0:
            dice = (roll("2d6").total, roll("2d6").total, roll("1d6").total, roll("1d6").total)
            to_a, to_b = blows(*dice)
            a, b = a - to_a, b - to_b
    return {}


PROBLEMS = (
    Problem(
        "Troika! exchange: damage",
        3,
        {
            "affray": exchange_affray,
            "icepool": exchange_icepool,
            "dyce": exchange_dyce,
            "d20": exchange_d20,
        },
    ),
    Problem(
        f"Iron Gauntlets: {POOL}d10 under {UNDER}",
        10,
        {"affray": pool_affray, "icepool": pool_icepool, "dyce": pool_dyce, "d20": pool_d20},
    ),
    Problem(
        "AGE: opposed test",
        2,
        {
            "affray": opposed_affray,
            "icepool": opposed_icepool,
            "dyce": opposed_dyce,
            "d20": opposed_d20,
        },
    ),
    Problem(
        f"Troika! duel, {STAMINA} against {STAMINA}",
        20,
        {
            "affray": duel_affray,
            "icepool": duel_icepool,
            "dyce": "has no chains",
            "d20": duel_d20,
        },
    ),
)


def best(ask: Callable[[], Chances], seconds: float) -> tuple[float, Chances]:
    """The least processor time of several runs, in milliseconds, and the answer."""
    least, until = float("inf"), time.perf_counter() + seconds
    while True:
        began = time.process_time()
        answer = ask()
        least = min(least, time.process_time() - began)
        if time.perf_counter() >= until:
            return least * 1000, answer


def verdict(is_within: bool) -> str:
    """How a number stands to its budget."""
    return "within" if is_within else "OVER"


def compare(problem: Problem, seconds: float) -> bool:
    """Print a problem's times, with ratios to affray's; whether all is as it has to be."""
    own, right = best(problem.answers["affray"], seconds)  # type: ignore[arg-type]
    fine = problem.budget is None or own <= problem.budget
    print(f"\n{problem.title}")
    print(f"  affray   {own:10.2f} ms   budget {problem.budget} ms: {verdict(fine)}")
    for name, ask in problem.answers.items():
        if name == "affray":
            continue
        if isinstance(ask, str):
            print(f"  {name:8}          -      {ask}")
            continue
        try:
            importlib.import_module(name)
        except ImportError:
            print(f"  {name:8}          -      not installed")
            continue
        other, answer = best(ask, seconds)
        ratio = f"{other / own:9.2f} x affray"
        if not answer:
            print(f"  {name:8} {other:10.2f} ms {ratio}   thrown, not exact")
            continue
        same = {k: p for k, p in answer.items() if p} == {k: p for k, p in right.items() if p}
        fine &= same
        print(f"  {name:8} {other:10.2f} ms {ratio}   {'same answer' if same else 'DIFFERS'}")
    return fine


def simulated(seconds: float) -> bool:
    """Print fights a second of each kind; whether the budget is kept."""
    sword = {"skill": SKILL, "stamina": STAMINA, "weapons": ["sword"]}
    fine = True
    print("\nSimulation, fights a second on one core")
    for title, sides, least in (
        ("one on one, enemies", ({}, {}), 100_000),
        ("one on one, characters", ({"luck": 7}, {"luck": 7}), 100_000),
        ("one against three", ({"stamina": 60}, {}, {}, {}), None),
    ):
        entries = []
        for number, fields in enumerate(sides):
            kind = "character" if "luck" in fields else "enemy"
            data = {"system": "troika", "name": f"F{number}", "kind": kind, **sword, **fields}
            entries.append(Joining(f"F{number}", sheets.from_data(data), "ab"[number > 0]))
        began = time.process_time()
        play, by_machine = player(start("troika", entries), 50, 100_000)
        play(50, 0)
        made = time.process_time() - began
        count = 20_000 if by_machine else 500
        took, _ = best(lambda play=play, count=count: play(count, 1) and {}, seconds)  # type: ignore[misc]
        rate = count / took * 1000
        kept = least is None or rate >= least
        fine &= kept
        budget = "no budget" if least is None else f"budget {least:,}: {verdict(kept)}"
        print(f"  {title:24} {rate:12,.0f}   {budget}   (prepared in {made * 1000:.0f} ms)")
    return fine


def main() -> int:
    """Run everything; 1 when something is over its budget or two answers differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    warnings.simplefilter("ignore")  # of what dyce calls experimental
    # All, not any: every table is printed, whatever the one before came to.
    fine = [compare(problem, seconds) for problem in PROBLEMS]
    return 0 if all([*fine, simulated(seconds)]) else 1


if __name__ == "__main__":
    sys.exit(main())
