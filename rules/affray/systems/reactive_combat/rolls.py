"""The AGE test: 3d6, one of them the stunt die; alone (`roll test`) or opposed."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Annotated, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from affray.action import Action
from affray.contest import Contest
from affray.dice import Classes, Dice, Faces
from affray.faults import BadRequest, Fault, Forbidden
from affray.fields import Rating
from affray.option import SHEET, Seat, option
from affray.outcome import Outcome, Trace
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Ability


class Reading(NamedTuple):
    """3d6 as a rule sees them: their sum, the third one, and what it asked for besides.

    `doubles` and `best` (the highest die) are None where the roll does not tell them.
    """

    total: int
    stunt: int
    doubles: bool | None = None
    best: int | None = None


class AgeRoll:
    """3d6 with the stunt die last. The fewer things it tells, the fewer ways there are:
    66 with total and stunt die alone, 100 with doubles, 116 with the best die too.
    """

    __slots__ = ("_best", "_doubles")
    count = 3
    sides = 6

    def __init__(self, doubles: bool, best: bool) -> None:
        self._doubles = doubles
        self._best = best

    def read(self, faces: Faces) -> Reading:
        """Sum, stunt die, and as asked whether any two dice agree, and the highest die."""
        return Reading(
            sum(faces),
            faces[2],
            len(set(faces)) < 3 if self._doubles else None,
            max(faces) if self._best else None,
        )

    def classes(self) -> Classes[Reading]:
        """Every reading with its weight out of 216."""
        return _classes(self._doubles, self._best)


@lru_cache(maxsize=4)
def _classes(doubles: bool, best: bool) -> Classes[Reading]:
    roll = AgeRoll(doubles, best)
    ways = Counter(roll.read(faces) for faces in product(range(1, 7), repeat=3))
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=4)
def age_roll(doubles: bool, best: bool = False) -> AgeRoll:
    """The roll that tells doubles, and the best die, only where something hangs on them."""
    return AgeRoll(doubles, best)


class Rolled(Struct, frozen=True):
    """A test and what it was up against: `tn` is the TN, or the total that opposed it.

    `doubles` and `stunt_points` are None in odds that do not hang on them.
    """

    total: int
    tn: int
    stunt_die: int
    doubles: bool | None
    stunt_points: int | None


def settled(
    thrown: Reading, total: int, tn: int, success: bool, who: str, trace: Trace, face: int = 1
) -> Rolled:
    """A test with its stunt points: doubles and success give the stunt die's face of them.

    `face` multiplies the stunt die (rule expert-strike.total).
    """
    points = None
    if thrown.doubles is not None:
        points = thrown.stunt * face if success and thrown.doubles else 0
    if trace.on:
        why = "doubles" if thrown.doubles else "no doubles"
        why += ", success" if success else ", no success"
        trace.add("tests.stunt-points", "base", f"{who}: stunt points ({why})", points)
    return Rolled(total, tn, thrown.stunt, thrown.doubles, points)


def note_throw(what: str, thrown: Reading, dice: Dice, trace: Trace) -> None:
    """Say in the trace what was thrown."""
    if trace.on:
        shown = " + ".join(map(str, dice.last))
        trace.add("tests", "base", f"{what}: {shown}", thrown.total)
        trace.add("tests.stunt-points", "base", f"{what}: stunt die", thrown.stunt)


def bonus(
    fighter: Fighter, ability: Ability, focus: str | None, penalties: int, trace: Trace
) -> int:
    """What a fighter adds to 3d6: ability, the focus called `focus`, combat penalties."""
    score = fighter.sheet.ability(ability)
    found = None if focus is None else fighter.sheet.focus(ability, focus)
    if trace.on:
        trace.add("tests.abilities", "base", f"{fighter.name}: {ability}", score)
        if found is not None:
            trace.add("tests", "base", f"{fighter.name}: focus {found.name}", found.bonus)
        note_penalties(fighter, penalties, trace)
    return score + (0 if found is None else found.bonus) - penalties


def note_penalties(fighter: Fighter, penalties: int, trace: Trace) -> None:
    """Say in the trace what combat penalties take off (rule penalties)."""
    if penalties:
        trace.add("penalties", "text", f"{fighter.name}: combat penalties", -penalties)


UNREAD = Trace(SYSTEM, False)
"""Reasoning that is kept nowhere."""

Side = tuple[int, int, int]
"""One side of an opposed test: its total, and for a tie the stunt die and the ability."""


def beats(first: Side, second: Side, rulings: Rulings, trace: Trace) -> bool:
    """Whether the first side wins an opposed test; the second is the one that opposes."""
    if first == second:
        trace.switch("tests.tie-break", "tie_break", rulings.tie_break)
        return rulings.tie_break == "attacker"
    if trace.on and first[0] == second[0]:
        equal = "totals" if first[1] != second[1] else "totals and stunt dice"
        higher = "stunt die" if first[1] != second[1] else "ability"
        trace.add("tests.opposed", "base", f"equal {equal}: the higher {higher} wins")
    return first > second


FARTHEST = 22
"""No dice make up for so much, a stunt die that counts twice among them."""


def ahead(mine: int, theirs: int) -> int:
    """How far what is added to one roll is above the other's, as far as that can matter."""
    return max(-FARTHEST, min(FARTHEST, mine - theirs))


def edge(mine: int, theirs: int, rulings: Rulings) -> bool:
    """Whether the first side wins what totals and stunt dice leave equal, by the abilities."""
    return beats((0, 0, mine), (0, 0, theirs), rulings, UNREAD)


def _wins(ahead: int, edge: bool, thrown: Reading, answer: Reading) -> bool:
    """Whether the first of two rolls is the higher, `ahead` and `edge` counted in."""
    mine, theirs = (thrown.total + ahead, thrown.stunt), answer[:2]
    return mine > theirs or (edge and mine == theirs)


def _counted(ahead: int, edge: bool, thrown: Reading, answer: Reading) -> tuple[int, bool, int]:
    """Of an opposed test what its odds count: total, success and stunt points."""
    success = _wins(ahead, edge, thrown, answer)
    return thrown.total, success, thrown.stunt if success and thrown.doubles else 0


@lru_cache(maxsize=128)
def _opposed(ahead: int, edge: bool) -> Contest[Reading, Reading]:
    first, second = age_roll(doubles=True), age_roll(doubles=False)
    return Contest(first, second, partial(_counted, ahead, edge))


@lru_cache(maxsize=128)
def versus(ahead: int, edge: bool) -> Contest[Reading, Reading]:
    """Two rolls of which it only matters whose is the higher."""
    return Contest(age_roll(doubles=False), age_roll(doubles=False), partial(_wins, ahead, edge))


class RollTest(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `roll test`; the ability is what is tested.

    `focus` adds the sheet's (best) focus under the ability. `tn` None: the default of
    the rulings. With a second combatant the test is opposed, by the same ability or by
    `versus_ability`. `penalties` and `target_penalties` replace the combatants' own.
    """

    ability: Annotated[Ability, option("The ability tested.", place=True, metavar="ABILITY")]
    focus: Annotated[bool, option("A focus of the ability applies.")] = False
    tn: Annotated[Rating | None, option("The target number.")] = None
    versus_ability: Annotated[
        Ability | None,
        option("The other's ability, if not the same.", whose="versus", metavar="ABILITY"),
    ] = None
    versus_focus: Annotated[bool, option("A focus of the other's applies.", whose="versus")] = False
    penalties: Annotated[Rating | None, option("Combat penalties of the first.")] = None
    target_penalties: Annotated[
        Rating | None, option("Combat penalties of the other.", whose="versus")
    ] = None


class RollResult(Rolled, frozen=True):
    """A test by itself: whose, of what, with which focus, against whom (None: no such)."""

    name: str
    ability: str
    focus: str | None
    versus: str | None


def roll_test(
    fighters: Sequence[Fighter], asked: RollTest, dice: Dice, rulings: Rulings
) -> Outcome:
    """One test against a TN, or opposed by a second combatant (rules tests, tests.opposed).

    Raises:
        BadRequest: a TN for an opposed test, or options of the opponent without one.
        Forbidden: --focus where the sheet has none under the ability.
    """
    trace = Trace(SYSTEM, dice.explains)
    first = fighters[0]
    second = fighters[1] if len(fighters) > 1 else None
    _fits(asked, second)
    plus = _plus(first, asked.ability, asked.focus, asked.penalties, trace)
    both = None
    if second is not None and dice.counts:
        both = dice.throw(_tests(first, second, asked, plus, rulings), "both tests")
    what = f"{first.name}'s test"
    thrown = both[0] if both else dice.throw(age_roll(doubles=True), what)
    note_throw(what, thrown, dice, trace)
    total = thrown.total + plus
    if second is None:
        tn = _tn(asked, rulings, trace)
        success = total >= tn
    else:
        ability = asked.versus_ability or asked.ability
        against = _plus(second, ability, asked.versus_focus, asked.target_penalties, trace)
        what = f"{second.name}'s test"
        answer = both[1] if both else dice.throw(age_roll(doubles=False), what)
        note_throw(what, answer, dice, trace)
        tn = answer.total + against
        success = beats(
            (total, thrown.stunt, first.sheet.ability(asked.ability)),
            (tn, answer.stunt, second.sheet.ability(ability)),
            rulings,
            trace,
        )
    if trace.on:
        rule = "tests" if second is None else "tests.opposed"
        trace.add(rule, "base", f"{first.name}'s total", total)
        if second is not None:
            trace.add(rule, "base", f"{second.name}'s total, against it", tn)
    rolled = settled(thrown, total, tn, success, first.name, trace)
    focus = first.sheet.focus(asked.ability) if asked.focus else None
    result = RollResult(
        **asdict(rolled),
        name=first.name,
        ability=asked.ability,
        focus=None if focus is None else focus.name,
        versus=None if second is None else second.name,
    )
    word = "success" if success else "failure"
    return Outcome(word, result, (), tuple(trace.steps), success)


def _tests(
    first: Fighter, second: Fighter, asked: RollTest, plus: int, rulings: Rulings
) -> Contest[Reading, Reading]:
    """Both rolls of an opposed test, of which the first adds `plus`."""
    ability = asked.versus_ability or asked.ability
    against = _plus(second, ability, asked.versus_focus, asked.target_penalties, UNREAD)
    mine, theirs = first.sheet.ability(asked.ability), second.sheet.ability(ability)
    return _opposed(ahead(plus, against), edge(mine, theirs, rulings))


def _fits(asked: RollTest, second: Fighter | None) -> None:
    if second is not None and asked.tn is not None:
        raise BadRequest(
            Fault("an opposed test has no TN: the other's total stands for it", "leave out --tn")
        )
    alone = (asked.versus_ability, asked.target_penalties, asked.versus_focus or None)
    if second is None and any(option is not None for option in alone):
        raise BadRequest(
            Fault("there is nobody to oppose this test", "name the other with --versus SHEET")
        )


def _plus(
    fighter: Fighter, ability: Ability, focus: bool, penalties: int | None, trace: Trace
) -> int:
    name = None
    if focus:
        found = fighter.sheet.focus(ability)
        if found is None:
            raise Forbidden(
                f"{fighter.name} has no focus under {ability}",
                rule=f"{SYSTEM}:tests",
                hint="leave out --focus, or name it in the sheet's [focuses]",
            )
        name = found.name
    own = fighter.penalties if penalties is None else penalties
    if trace.on:
        with_focus = f" ({name})" if name else ""
        trace.add("tests", "base", f"{fighter.name} tests {ability}{with_focus}")
    return bonus(fighter, ability, name, own, trace)


def _tn(asked: RollTest, rulings: Rulings, trace: Trace) -> int:
    if asked.tn is not None:
        trace.add("tests", "base", "the TN as given", asked.tn)
        return asked.tn
    trace.switch("tests.default-tn", "default_tn", rulings.default_tn)
    return rulings.default_tn


OPPONENT = Seat("versus", "Opposed by this one.", required=False, option=True)
TEST = Action(
    RollTest,
    roll_test,
    (*SHEET, OPPONENT),
    RollResult,
    examples=(
        "affray roll test examples/sheets/reactive-combat/kessa.toml dexterity --tn 11",
        "affray roll test examples/sheets/reactive-combat/kessa.toml dexterity --focus --seed 1",
    ),
)
