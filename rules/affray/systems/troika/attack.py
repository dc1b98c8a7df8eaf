"""An exchange of blows (rules 6.1, 7), a shot (6.2), an ambush (7.3), a grapple (6.10)."""

from collections.abc import Sequence

from affray.action import Action
from affray.dice import Dice
from affray.faults import Forbidden
from affray.option import DUEL, Seat
from affray.outcome import Effect, Outcome
from affray.systems.troika.damage import DIE, Blow, in_hand
from affray.systems.troika.exchange import (
    LUCK_DAMAGE,
    LUCK_TIE,
    Attack,
    AttackResult,
    Exchange,
    Test,
)
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import FUMBLE, MIGHTY, SYSTEM, aimed_under, under
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.weapons import Weapon

WRESTLING = "wrestling"
EVASIVE = ("dodge", "shield")


def attack(
    attacker: Fighter,
    defender: Fighter,
    asked: Attack,
    dice: Dice,
    rulings: Rulings,
    melee: Sequence[Fighter] = (),
) -> Outcome:
    """Resolve one attack. `melee`: the others in a melee that is shot into (rule 6.2).

    Raises:
        Forbidden: hands too few, Luck for someone who has none, an attacker who is down.
        BadRequest: a weapon nobody knows; a melee with nothing shot into it.
    """
    exchange = Exchange(attacker, defender, asked, dice, rulings, melee)
    if exchange.unaware:
        word = ambush(exchange)
    elif asked.grapple is None and exchange.weapons[0].ranged:
        word = shot(exchange)
    else:
        word = melee_attack(exchange)
    return exchange.outcome(word)


def melee_attack(exchange: Exchange) -> str:
    """Roll Versus (rule 6.1): either side may win, and the winner strikes."""
    asked = exchange.asked
    skill: str | None
    against: str | None
    if asked.grapple:
        exchange.trace.add("6.10", "text", "a grapple: Roll Versus the target's wrestling")
        skill, against = asked.skill or WRESTLING, asked.defence_skill or WRESTLING
        answer = _answer(exchange)
    else:
        answer = _answer(exchange)
        skill = asked.skill or exchange.skill_for(exchange.attacker, exchange.weapons)
        against = asked.defence_skill or exchange.skill_for(exchange.defender, answer)
    a = exchange.number(exchange.attacker, skill)
    d = exchange.number(exchange.defender, against)
    thrown_a, thrown_d = exchange.versus(a, d + exchange.cover())
    if thrown_a == thrown_d == MIGHTY:
        return _clinch(exchange, answer)
    if thrown_a == thrown_d == FUMBLE:
        return _both_fumble(exchange, answer)
    won = exchange.winner(thrown_a, thrown_d)
    if won is None:
        return "tie"
    if won:
        if asked.grapple:
            _hold(exchange)
        else:
            exchange.strike([(exchange.attacker, exchange.weapons)])
        return "hit"
    if exchange.trace.on:
        exchange.trace.add("6.1", "text", f"{exchange.defender.name} wins and strikes back")
    exchange.strike([(exchange.defender, answer)])
    return "countered"


def shot(exchange: Exchange) -> str:
    """A shot (rule 6.2): the target evades with Skill, and never strikes back."""
    target = exchange.defender
    skill = exchange.asked.skill or exchange.skill_for(exchange.attacker, exchange.weapons)
    a = exchange.number(exchange.attacker, skill)
    against = _evasion(exchange)
    d = exchange.number(target, against)
    thrown_a, thrown_d = exchange.versus(a, d + exchange.cover(), evading=True)
    if thrown_a == thrown_d == FUMBLE:
        ruling = exchange.rulings.shot_fumble
        exchange.trace.switch("6.2/shot-fumble", "shot_fumble", ruling)
        if ruling == "miss":
            return "miss"
        return _both_fumble(exchange, _answer(exchange))
    won = _shot_won(exchange, thrown_a, thrown_d)
    if won:
        exchange.strike([(exchange.attacker, exchange.weapons)])
        return "hit"
    if won is None:
        return "tie"
    exchange.trace.switch("6.2/shot-lost", "shot_lost", exchange.rulings.shot_lost)
    if exchange.rulings.shot_lost == "countered":
        exchange.strike([(target, _answer(exchange))])
        return "countered"
    return "miss"


def _shot_won(exchange: Exchange, thrown_a: int, thrown_d: int) -> bool | None:
    rulings, trace = exchange.rulings, exchange.trace
    if thrown_a == FUMBLE:
        trace.switch("6.2/shot-fumble", "shot_fumble", rulings.shot_fumble)
        return False
    if thrown_d == MIGHTY:
        trace.switch("6.2/shot-mighty", "shot_mighty", rulings.shot_mighty)
        if rulings.shot_mighty == "shooter":
            thrown_d = 0
        elif thrown_a == MIGHTY:
            return None
    return exchange.winner(thrown_a, thrown_d)


def ambush(exchange: Exchange) -> str:
    """An unaware target (rule 7.3): a Roll Under the attacker's total."""
    asked, rulings = exchange.asked, exchange.rulings
    own = WRESTLING if asked.grapple else exchange.skill_for(exchange.attacker, exchange.weapons)
    target = exchange.number(exchange.attacker, asked.skill or own)
    if asked.cover:
        exchange.trace.switch("7.3/cover", "unaware_cover", rulings.unaware_cover)
        target -= asked.cover if rulings.unaware_cover == "lowers-target" else 0
    mighty_hits = rulings.unaware_double_six == "mighty-blow"
    roll = exchange.test_roll(aimed_under(mighty_hits, rulings.unaware_double_one == "fumble"))
    thrown = exchange.dice.throw(roll, f"{exchange.attacker.name}'s attack")
    special = None
    success = under(target, thrown)
    if thrown == MIGHTY:
        exchange.trace.switch("7.3/double-six", "unaware_double_six", rulings.unaware_double_six)
        success = mighty_hits
        special = "mighty-blow" if mighty_hits else None
    elif thrown == FUMBLE:
        exchange.trace.switch("7.3/double-one", "unaware_double_one", rulings.unaware_double_one)
        if rulings.unaware_double_one == "fumble":
            success, special = False, "fumble"
    exchange.tests.append(
        Test(exchange.attacker.name, exchange.kept(thrown), thrown, special, target)
    )
    verdict = "yes" if success else "no"
    exchange.trace.add("7.3", "text", f"unaware target: 2d6 at most {target}: {verdict}", thrown)
    if not success:
        return "miss"
    if asked.grapple:
        _hold(exchange)
    else:
        exchange.strike([(exchange.attacker, exchange.weapons)])
    return "hit"


def _both_fumble(exchange: Exchange, answer: tuple[Weapon, ...]) -> str:
    exchange.trace.add("7.5", "text", "both fumble: each damages the other")
    exchange.strike([(exchange.attacker, exchange.weapons), (exchange.defender, answer)])
    return "double-fumble"


def _clinch(exchange: Exchange, answer: tuple[Weapon, ...]) -> str:
    """Both strike Mighty Blows (rule 7.4): no damage, and both weapons shatter."""
    exchange.trace.add("7.4", "text", "both strike Mighty Blows: a clinch")
    for fighter, weapon in (
        (exchange.attacker, exchange.weapons[0]),
        (exchange.defender, answer[0]),
    ):
        if weapon.natural:
            die = exchange.dice.throw(DIE, f"what the clinch costs {fighter.name}")
            exchange.trace.add("7.4", "text", f"{fighter.name}'s {weapon.name} is natural", die)
            exchange.blows.append(Blow(fighter.name, weapon.name, die, None, die, False))
            exchange.lose(fighter, die)
        else:
            exchange.trace.add("7.4", "text", f"{fighter.name}'s {weapon.name} shatters")
            broken = (*fighter.shattered, weapon.name)
            exchange.effects.append(Effect(fighter.name, "shattered", fighter.shattered, broken))
    return "clinch"


def _hold(exchange: Exchange) -> None:
    """A grapple won (rule 6.10): knocked out, floored, or hurt with both on the floor."""
    target = exchange.defender
    if exchange.special(exchange.attacker) == "mighty-blow":
        rounds = exchange.dice.throw(DIE, f"how long {target.name} is out")
        exchange.trace.add("6.10", "text", f"a Mighty Blow knocks {target.name} out", rounds)
        exchange.effects.append(Effect(target.name, "unconscious", target.unconscious, rounds))
        return
    if exchange.asked.grapple == "hurt":
        exchange.strike([(exchange.attacker, exchange.weapons)])
        _floor(exchange, exchange.attacker)
    _floor(exchange, target)


def _floor(exchange: Exchange, fighter: Fighter) -> None:
    exchange.trace.add("6.10", "text", f"{fighter.name} goes to the floor")
    if not fighter.prone:
        exchange.effects.append(Effect(fighter.name, "prone", False, True))


def _answer(exchange: Exchange) -> tuple[Weapon, ...]:
    """What the defender strikes back with in a melee."""
    as_held = exchange.rulings.ranged_in_melee == "as-held"
    held = in_hand(exchange.defender)
    if held[0].ranged:
        if exchange.trace.on:
            exchange.trace.switch(
                "6.1/ranged-in-hand", "ranged_in_melee", exchange.rulings.ranged_in_melee
            )
        return held if as_held else in_hand(exchange.defender, melee_only=True)
    return held


def _evasion(exchange: Exchange) -> str | None:
    """The evasive skill asked for, else the better one the target can use (rule 6.2).

    Raises:
        Forbidden: the one asked for evades no shot, or there is no shield to do it with.
    """
    target, asked = exchange.defender, exchange.asked.defence_skill
    usable = [s for s in EVASIVE if s != "shield" or target.sheet.shield]
    if asked is not None:
        if asked.casefold() not in usable:
            raise Forbidden(
                f"{target.name} cannot evade a shot with {asked}",
                rule=f"{SYSTEM}:6.2",
                hint="with " + " or ".join(usable) + ", or with Skill alone",
            )
        return asked
    trained = [s for s in usable if target.rank(s) is not None]
    return max(trained, key=lambda s: target.rank(s) or 0, default=None)


MELEE = Seat("into_melee", "Another in the melee shot into; repeat.", False, True, True)
ATTACK = Action(
    Attack,
    lambda f, s, d, r: attack(f[0], f[1], s, d, r, f[2:]),
    (*DUEL, MELEE),
    AttackResult,
    examples=(
        "affray attack examples/sheets/troika/ardent-giant.toml @goblin --seed 7",
        "affray attack @goblin @troll --cover 2 --dice 5,4,3,3,2 --explain",
    ),
    choices={LUCK_TIE: ("luck", "other"), LUCK_DAMAGE: ("luck", "mighty")},
)
