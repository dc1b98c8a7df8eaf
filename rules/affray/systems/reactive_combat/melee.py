"""A melee attack: the attack roll against the target's defence roll."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from affray.contest import Contest
from affray.dice import Choice
from affray.outcome import Effect, Outcome, Trace
from affray.systems.reactive_combat.classes import Added, added, die
from affray.systems.reactive_combat.exchange import Exchange
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rolls import (
    UNREAD,
    Reading,
    Rolled,
    Side,
    age_roll,
    ahead,
    beats,
    edge,
    note_penalties,
    note_throw,
    settled,
)
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.stunts import (
    NO_STUNTS,
    RIPOSTE,
    RIPOSTE_COST,
    STUNTS,
    affordable,
    most_spent,
    react,
    riposte_arm,
)
from affray.systems.reactive_combat.weapons import Arm

AVERAGE = 10
"""The part of Defense that stands for an average throw."""


def defence_score(fighter: Fighter, rulings: Rulings, trace: Trace) -> int:
    """What a defence roll adds to 3d6 (rules melee.defence, melee.defence-score)."""
    defense = fighter.sheet.defense
    score = defense - AVERAGE if rulings.defence_score == "defense-minus-10" else defense
    if trace.on:
        trace.switch("melee.defence-score", "defence_score", rulings.defence_score)
        trace.add("armour", "base", f"{fighter.name}: Defense on the sheet", defense)
        trace.add("melee.defence", "text", f"{fighter.name}: defence score", score)
    return score


class Telling(NamedTuple):
    """What the two rolls of a melee attack are told apart by, for odds.

    `ahead`: the attack's total less the defence's, before the dice; `edge`: whether the
    attack wins what totals and stunt dice leave equal; `face` and `expert`: how often the
    stunt die counts there, and whether it is in the total. Of a hit, what the class `adds`
    is told, and the defence's stunt die if it `soaks`; of a defence its stunt points, as far
    as they can be `spent`, and for a riposte the same the other way round, and if it may be
    lost whether the sides are `level`.
    """

    ahead: int
    edge: bool
    face: int
    expert: bool
    adds: Added | None
    soaks: bool
    spent: int
    riposte: Added | None = None
    soaks_back: bool = False
    level: bool = False

    def kind(self, thrown: Reading, answer: Reading) -> tuple[bool, int, int, int, bool]:
        """All that counts of an attack roll and a defence roll."""
        total = thrown.total + self.ahead + (thrown.stunt if self.expert else 0)
        mine, theirs = (total, thrown.stunt * self.face), answer[:2]
        if mine > theirs or (self.edge and mine == theirs):
            return True, die(thrown, self.adds), answer.stunt if self.soaks else 0, 0, False
        points = min(answer.stunt, self.spent) if self.spent and answer.doubles else 0
        if points < RIPOSTE_COST:
            return False, points, 0, 0, False
        back = thrown.stunt if self.soaks_back else 0
        return False, points, die(answer, self.riposte), back, self.level and mine == theirs


@lru_cache(maxsize=256)
def _contest(telling: Telling) -> Contest[Reading, Reading]:
    first = age_roll(doubles=False, best=telling.adds == "best")
    second = age_roll(doubles=telling.spent > 0, best=telling.riposte == "best")
    return Contest(first, second, telling.kind)


def _together(exchange: Exchange, plus: int) -> tuple[Reading, Reading] | None:
    """Both rolls of an attack that adds `plus`, as one; None: they are read closer."""
    dice = exchange.dice
    if not dice.merges or dice.hears:
        return None
    asked, rulings, defender = exchange.asked, exchange.rulings, exchange.defender
    score = defence_score(defender, rulings, UNREAD)
    mine = exchange.attacker.sheet.ability(exchange.ability)
    theirs = _tie_ability(defender, score, rulings)
    told = Telling(
        ahead(plus, score - _penalties(exchange)),
        edge(mine, theirs, rulings),
        exchange.face,
        asked.expert_strike,
        added(exchange.attacker, defender, exchange.arm, rulings),
        bool(asked.target_conviction),
        most_spent(asked.stunt, defender.penalties + 1),
    )
    if RIPOSTE in asked.stunt:
        again = rulings.riposte_tie == "again" and mine == theirs
        back = bool(asked.conviction)
        told = told._replace(riposte=_riposte_adds(exchange), soaks_back=back, level=again)
    return dice.throw(_contest(told), "both rolls")


def _riposte_adds(exchange: Exchange) -> Added | None:
    """What a riposte's roll adds to its damage (rule stunts.riposte-features)."""
    defender, rulings = exchange.defender, exchange.rulings
    may = RIPOSTE in exchange.asked.stunt or exchange.dice.asks(STUNTS, defender.name)
    if not may or not rulings.riposte_features:
        return None
    arm = riposte_arm(defender, rulings, UNREAD)
    return None if arm is None else added(defender, exchange.attacker, arm, rulings)


def _tie_ability(defender: Fighter, score: int, rulings: Rulings) -> int:
    """The ability of a defence roll (rule melee.defence-ability)."""
    by_score = rulings.defence_tie_ability == "defence-score"
    return score if by_score else defender.sheet.abilities.dexterity


def fight(exchange: Exchange) -> Outcome:
    """Resolve a melee attack (rule melee): hit, shrugged, defended or riposte."""
    attacker, defender = exchange.attacker, exchange.defender
    rulings, trace = exchange.rulings, exchange.trace
    plus = exchange.plus()
    both = _together(exchange, plus)
    thrown = both[0] if both else exchange.throw()
    total = exchange.total(thrown, plus)
    exchange.penalise()
    score = defence_score(defender, rulings, trace)
    penalties = _penalties(exchange)
    answer = both[1] if both else _defend(exchange, penalties)
    other = answer.total + score - penalties
    total = exchange.expert_strike(thrown, total, other)
    ability = _tie_ability(defender, score, rulings)
    mine = (total, thrown.stunt * exchange.face, attacker.sheet.ability(exchange.ability))
    theirs = (other, answer.stunt, ability)
    if trace.on and mine[:2] == theirs[:2]:
        trace.switch("melee.defence-ability", "defence_tie_ability", rulings.defence_tie_ability)
    won = beats(mine, theirs, rulings, trace)
    if trace.on:
        trace.add("melee", "text", f"{attacker.name}'s attack, in all", total)
        word = "not enough" if won else "enough"
        trace.add("melee", "text", f"{defender.name}'s defence, in all: {word}", other)
    attack = settled(thrown, total, other, won, attacker.name, trace, exchange.face)
    defence = settled(answer, other, total, not won, defender.name, trace)
    if won:
        return exchange.hit(attack, defence, thrown, answer.stunt)
    return _answer(exchange, attack, defence, thrown, answer, (theirs, mine))


def _penalties(exchange: Exchange) -> int:
    """The combat penalties of the defence roll (rule penalties.timing)."""
    at_once = exchange.rulings.penalty_timing == "at-once"
    return exchange.defender.penalties + (1 if at_once else 0)


def _defend(exchange: Exchange, penalties: int) -> Reading:
    """Throw the defence roll."""
    defender, rulings, trace = exchange.defender, exchange.rulings, exchange.trace
    dice = exchange.dice
    if trace.on:
        trace.switch("penalties.timing", "penalty_timing", rulings.penalty_timing)
        note_penalties(defender, penalties, trace)
    open_ = dice.asks(STUNTS, defender.name)
    roll = age_roll(
        doubles=dice.explains or open_ or bool(exchange.asked.stunt),
        best=_riposte_adds(exchange) == "best",
    )
    what = f"{defender.name}'s defence"
    thrown = dice.throw(roll, what)
    note_throw(what, thrown, dice, trace)
    return thrown


def _answer(
    exchange: Exchange,
    attack: Rolled,
    defence: Rolled,
    thrown: Reading,
    answer: Reading,
    sides: tuple[Side, Side],
) -> Outcome:
    """The attack is defended; stunt points may erase penalties and strike back.

    `sides` are the defence and the attack, as a riposte would compare them.
    """
    defender, trace = exchange.defender, exchange.trace
    penalties = defender.penalties + 1
    points = defence.stunt_points or 0
    stunts = _stunts(exchange, points, penalties)
    if not stunts:
        return exchange.outcome("defended", attack, defence, None)
    if trace.on:
        trace.add("stunts", "text", f"{defender.name}: stunt points for the defence", points)
    done = react(defender, stunts, points, penalties, exchange.rulings, trace)
    if done.erased:
        left = penalties - done.erased
        exchange.effects.append(Effect(defender.name, "penalties", penalties, left))
    if done.riposte is None or not _still_wins(exchange, sides):
        return exchange.outcome("defended", attack, defence, None)
    return _riposte(exchange, attack, defence, thrown, answer, done.riposte)


def _stunts(exchange: Exchange, points: int, penalties: int) -> Sequence[str]:
    """What the defender's stunt points go to (rule stunts), in that order."""
    asked, defender, dice = exchange.asked.stunt, exchange.defender, exchange.dice
    if not points:
        return asked
    option = "+".join(asked) or None
    answers = affordable(defender, points, penalties, exchange.rulings)
    facts = {"points": points, "penalties": penalties}
    rule, text = f"{SYSTEM}:stunts", "what the stunt points go to"
    choice = Choice(STUNTS, defender.name, rule, text, answers, NO_STUNTS, facts)
    answer = dice.choose(choice, option)
    return () if answer == NO_STUNTS else answer.split("+")


def _still_wins(exchange: Exchange, sides: tuple[Side, Side]) -> bool:
    """Whether the defence roll wins as an attack roll too (rule stunts.riposte-tie)."""
    if sides[0] != sides[1]:
        return True
    rulings, trace = exchange.rulings, exchange.trace
    trace.switch("stunts.riposte-tie", "riposte_tie", rulings.riposte_tie)
    return rulings.riposte_tie == "stands" or beats(*sides, rulings, trace)


def _riposte(
    exchange: Exchange,
    attack: Rolled,
    defence: Rolled,
    thrown: Reading,
    answer: Reading,
    arm: Arm,
) -> Outcome:
    """The rolls trade places (rule stunts.riposte): no new attack, so no new penalty."""
    asked, rulings, trace = exchange.asked, exchange.rulings, exchange.trace
    trace.switch("stunts.riposte-features", "riposte_features", rulings.riposte_features)
    harm = exchange.land(
        exchange.defender,
        exchange.attacker,
        arm,
        None,
        answer if rulings.riposte_features else None,
        thrown.stunt,
        (asked.target_conviction, asked.conviction),
    )
    return exchange.outcome("riposte", attack, defence, harm)
