"""Troika! rolls: under, versus, luck, and the totals that everything is rolled with."""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from operator import sub
from typing import Annotated

from msgspec import Struct

from affray.action import Action, Nothing
from affray.contest import Contest
from affray.dice import Classes, Dice, Faces, Sum
from affray.faults import Forbidden
from affray.fields import Modifier, Name
from affray.option import UNTRAINED, Seat, option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rulings import Rulings

SYSTEM = "troika"
TWO = Sum(2, 6)
FUMBLE, MIGHTY = 2, 12
"""The sums that only a double 1 and only a double 6 make."""

SWIM = "swim"
FREE_SLOTS, HEAVY_LOAD, TOO_HEAVY = 12, -4, 18


class BetterOfTwo:
    """Two tests of 2d6, one after the other, of which the better counts (rule 6.2.2)."""

    count = 4
    sides = 6

    def __init__(self, order: Sequence[int]) -> None:
        """`order`: every sum of 2d6, from the worst to the best."""
        self._rank = {total: place for place, total in enumerate(order)}

    def read(self, faces: Faces) -> int:
        """The better of the two sums."""
        return max(sum(faces[:2]), sum(faces[2:]), key=self._rank.__getitem__)

    def classes(self) -> Classes[int]:
        """Every sum with its weight, as the better one, out of 1,296."""
        ways, found, below = dict(TWO.classes()), [], 0
        for total in self._rank:
            upto = below + ways[total]
            found.append((total, upto * upto - below * below))
            below = upto
        return tuple(found)


AIMED = BetterOfTwo(range(FUMBLE, MIGHTY + 1))
"""Against another's roll: a double 6 beats all and a double 1 nothing (rule 6.2/aim-best)."""


@cache
def aimed_under(mighty: bool, fumble: bool) -> BetterOfTwo:
    """Of an aimed Roll Under the lower is the better.

    `mighty`: a double 6 beats all instead of missing; `fumble`: a double 1 misses.
    """
    order = list(range(MIGHTY - 1, FUMBLE, -1))
    order.insert(len(order) if mighty else 0, MIGHTY)
    order.insert(0 if fumble else len(order), FUMBLE)
    return BetterOfTwo(order)


def _alike(ahead: int, evading: bool, a: int, d: int) -> tuple[int, int, bool | None]:
    """What the rules see of two sums: the special ones, and otherwise who is higher."""
    special_a, special_d = (t if t in (FUMBLE, MIGHTY) else 0 for t in (a, d))
    level = a + ahead == d
    higher = None if level else a + ahead > d
    if (special_a or special_d) and not evading:
        higher = None
    return special_a, special_d, higher


@lru_cache(maxsize=256)
def _tests(ahead: int, aimed: bool, evading: bool) -> Contest[int, int]:
    return Contest(AIMED if aimed else TWO, TWO, partial(_alike, ahead, evading))


def tests(ahead: int, aimed: bool, evading: bool) -> Contest[int, int]:
    """Both tests of an exchange, the attacker's in front; past ±11 no dice make it up.

    `ahead`: the attacker's total less the defender's, before the dice.
    """
    return _tests(max(-11, min(11, ahead)), aimed, evading)


@cache
def _by_difference() -> Contest[int, int]:
    return Contest(TWO, TWO, sub)


class Passing(Sum):
    """2d6 against a target, merged to one sum that passes and one that fails: for odds."""

    __slots__ = ("_classes",)

    def __init__(self, target: int) -> None:
        super().__init__(TWO.count, TWO.sides)
        kinds: dict[bool, tuple[int, int]] = {}
        for total, weight in TWO.classes():
            passes = under(target, total)
            kinds[passes] = total, kinds.get(passes, (0, 0))[1] + weight
        self._classes = tuple(kinds.values())

    def classes(self) -> Classes[int]:
        """At most two sums, with the weight of all that pass and all that fail."""
        return self._classes


@lru_cache(maxsize=64)
def passing(target: int) -> Passing:
    """The merged Roll Under a target."""
    return Passing(target)


def total(fighter: Fighter, skill: str | None, trace: Trace) -> int:
    """Skill + rank in `skill` (rules 2 and 10); untrained or None: Skill alone."""
    number = fighter.sheet.skill
    rank = None if skill is None else fighter.rank(skill)
    if trace.on:
        trace.add("2", "text", f"{fighter.name}: Skill", number)
        if rank is not None:
            trace.add("2", "text", f"{fighter.name}: rank in {skill}", rank)
        elif skill is not None:
            trace.add("2", "text", f"{fighter.name}: no rank in {skill}, Skill alone")
    return number + (rank or 0) + load(fighter, trace)


def load(fighter: Fighter, trace: Trace) -> int:
    """What the load takes off every roll: 0, or −4 over 12 slots (rule 10)."""
    if fighter.sheet.slots <= FREE_SLOTS:
        return 0
    if trace.on:
        trace.add("10", "text", f"{fighter.name}: overburdened", HEAVY_LOAD)
    return HEAVY_LOAD


def under(target: int, sum_of_two: int) -> bool:
    """Whether a Roll Under succeeds: at most the target, and never a double 6 (rule 1.1)."""
    return sum_of_two <= target and sum_of_two != MIGHTY


class LuckTest(Struct, frozen=True):
    """One tested Luck: the number, what was thrown, whether it worked, what it cost."""

    target: int
    total: int
    success: bool
    effects: tuple[Effect, ...]


def try_luck(
    fighter: Fighter, dice: Dice, trace: Trace, why: str, spent: int = 0, modifier: int = 0
) -> LuckTest:
    """Test your Luck (rule 3.1). Luck drops by 1 either way; an enemy tests Skill instead.

    `spent` is the Luck this action has already cost, 0 or more; `modifier` moves the target.
    """
    if fighter.luck is None:
        target, effects = fighter.sheet.skill + load(fighter, trace) + modifier, tuple[Effect]()
        if trace.on:
            trace.add("3.1", "text", f"{fighter.name} has no Luck: tests Skill {why}", target)
    else:
        luck = fighter.luck - spent
        target = luck + load(fighter, trace) + modifier
        effects = (Effect(fighter.name, "luck", luck, luck - 1),) if luck else ()
        if trace.on:
            trace.add("3.1", "text", f"{fighter.name} tests Luck {why}", target)
    roll = passing(target) if dice.merges else TWO
    thrown = dice.throw(roll, f"{fighter.name}'s luck {why}".rstrip())
    success = under(target, thrown)
    if trace.on:
        trace.add("1.1", "text", f"2d6 at most {target}: {'yes' if success else 'no'}", thrown)
    return LuckTest(target, thrown, success, effects)


def for_gain(fighter: Fighter) -> None:
    """Raise Forbidden when someone without Luck would use it for gain (rule 3.1)."""
    if fighter.luck is None:
        raise Forbidden(
            f"{fighter.name} is no character: only characters have Luck to gain by",
            rule=f"{SYSTEM}:3.1",
            hint='a player character\'s sheet says kind = "character" and luck',
        )


def swim_target(fighter: Fighter, rulings: Rulings, trace: Trace) -> int:
    """The number to swim under: the total less half the filled slots (rule 7.9)."""
    target = total(fighter, SWIM, trace)
    slots = fighter.sheet.slots
    if slots:
        half = (slots + (rulings.swim_load_rounding == "up")) // 2
        trace.switch("7.9/swim-load", "swim_load_rounding", rulings.swim_load_rounding)
        trace.add("7.9", "text", f"half of {slots} filled slots", -half)
        target -= half
    return target


class Under(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `roll under`: an Advanced Skill, and what is added to the target."""

    skill: Annotated[
        Name | None,
        option(
            "An Advanced Skill; without: Skill.",
            place=True,
            values="skill",
            otherwise=UNTRAINED,
            metavar="SKILL",
        ),
    ] = None
    modifier: Annotated[Modifier, option("Added to the target.")] = 0


class UnderResult(Struct, frozen=True):
    """A Roll Under: whose, what was to be rolled under and what was thrown."""

    name: str
    target: int
    total: int


def roll_under(fighter: Fighter, asked: Under, dice: Dice, rulings: Rulings) -> Outcome:
    """Roll Under Skill and rank (rule 1.1): 2d6 at most the target; a double 6 fails."""
    trace = Trace(SYSTEM, dice.explains)
    swims = asked.skill is not None and asked.skill.casefold() == SWIM
    number = swim_target(fighter, rulings, trace) if swims else total(fighter, asked.skill, trace)
    target = number + asked.modifier
    if asked.modifier:
        trace.add("1.1", "text", "modifier to the target", asked.modifier)
    thrown = dice.throw(TWO, f"{fighter.name}'s roll under")
    success = under(target, thrown)
    trace.add("1.1", "text", f"2d6 at most {target}: {'yes' if success else 'no'}", thrown)
    return Outcome(
        "success" if success else "failure",
        UnderResult(fighter.name, target, thrown),
        (),
        tuple(trace.steps),
        success,
    )


def roll_luck(fighter: Fighter, asked: Nothing, dice: Dice, rulings: Rulings) -> Outcome:
    """Test your Luck (rule 3.1)."""
    trace = Trace(SYSTEM, dice.explains)
    test = try_luck(fighter, dice, trace, "")
    return Outcome(
        "success" if test.success else "failure",
        UnderResult(fighter.name, test.target, test.total),
        test.effects,
        tuple(trace.steps),
        test.success,
    )


class Versus(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `roll versus`: the skill each side rolls with."""

    skill: Annotated[
        Name | None,
        option("The first's Advanced Skill.", values="skill", otherwise=UNTRAINED, metavar="NAME"),
    ] = None
    versus_skill: Annotated[
        Name | None,
        option(
            "The second's Advanced Skill.",
            whose="second",
            values="skill",
            otherwise=UNTRAINED,
            metavar="NAME",
        ),
    ] = None


class VersusResult(Struct, frozen=True):
    """A Roll Versus: whose, against whom, both totals, and the winner's name or None."""

    name: str
    versus: str
    totals: tuple[int, int]
    winner: str | None


def roll_versus(
    first: Fighter, second: Fighter, asked: Versus, dice: Dice, rulings: Rulings
) -> Outcome:
    """Roll Versus (rule 1.2): each 2d6 + total, the higher wins; equal is a tie."""
    trace = Trace(SYSTEM, dice.explains)
    a = total(first, asked.skill, trace)
    b = total(second, asked.versus_skill, trace)
    if dice.counts:
        thrown_a, thrown_b = dice.throw(_by_difference(), "both rolls versus")
    else:
        thrown_a = dice.throw(TWO, f"{first.name}'s roll versus")
        thrown_b = dice.throw(TWO, f"{second.name}'s roll versus")
    a, b = a + thrown_a, b + thrown_b
    trace.add("1.2", "text", f"{first.name} rolls and adds", a)
    trace.add("1.2", "text", f"{second.name} rolls and adds", b)
    word = "tie" if a == b else "first" if a > b else "second"
    winner = {"tie": None, "first": first.name, "second": second.name}[word]
    result = VersusResult(first.name, second.name, (a, b), winner)
    return Outcome(word, result, (), tuple(trace.steps), word == "first")


UNDER = Action(
    Under,
    lambda f, s, d, r: roll_under(f[0], s, d, r),
    result=UnderResult,
    examples=(
        "affray roll under @goblin",
        "affray roll under examples/sheets/troika/ardent-giant.toml swim --dice 3,4",
    ),
)
LUCK = Action(
    Nothing,
    lambda f, s, d, r: roll_luck(f[0], s, d, r),
    result=UnderResult,
    examples=(
        "affray roll luck examples/sheets/troika/ardent-giant.toml",
        "affray roll luck examples/sheets/troika/ardent-giant.toml --dice 4,4 --json",
    ),
)
VERSUS = Action(
    Versus,
    lambda f, s, d, r: roll_versus(f[0], f[1], s, d, r),
    (Seat("first"), Seat("second")),
    VersusResult,
    examples=(
        "affray roll versus @goblin @troll",
        "affray roll versus examples/sheets/troika/ardent-giant.toml @goblin --skill swim --seed 2",
    ),
)
