"""A melee attack: the attack roll against the target's defence roll."""

from collections.abc import Sequence

from affray.dice import Choice
from affray.outcome import Effect, Outcome, Trace
from affray.systems.reactive_combat.classes import adds_best_die
from affray.systems.reactive_combat.exchange import Exchange
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter
from affray.systems.reactive_combat.rolls import (
    Reading,
    Rolled,
    Side,
    age_roll,
    beats,
    note_penalties,
    note_throw,
    settled,
)
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.stunts import NO_STUNTS, RIPOSTE, STUNTS, affordable, react
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


def fight(exchange: Exchange) -> Outcome:
    """Resolve a melee attack (rule melee): hit, shrugged, defended or riposte."""
    attacker, defender = exchange.attacker, exchange.defender
    rulings, trace = exchange.rulings, exchange.trace
    thrown, total = exchange.attack_roll()
    exchange.penalise()
    score = defence_score(defender, rulings, trace)
    answer, other = _defend(exchange, score)
    total = exchange.expert_strike(thrown, total, other)
    ability = defender.sheet.abilities.dexterity
    if rulings.defence_tie_ability == "defence-score":
        ability = score
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


def _defend(exchange: Exchange, score: int) -> tuple[Reading, int]:
    """Throw the defence roll: how it is read, and its total."""
    defender, rulings, trace = exchange.defender, exchange.rulings, exchange.trace
    dice, stunts = exchange.dice, exchange.asked.stunt
    at_once = rulings.penalty_timing == "at-once"
    penalties = defender.penalties + (1 if at_once else 0)
    if trace.on:
        trace.switch("penalties.timing", "penalty_timing", rulings.penalty_timing)
        note_penalties(defender, penalties, trace)
    open_ = dice.asks(STUNTS, defender.name)
    roll = age_roll(
        doubles=dice.explains or open_ or bool(stunts),
        best=(open_ or RIPOSTE in stunts) and adds_best_die(defender, rulings),
    )
    what = f"{defender.name}'s defence"
    thrown = dice.throw(roll, what)
    note_throw(what, thrown, dice, trace)
    return thrown, thrown.total + score - penalties


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
