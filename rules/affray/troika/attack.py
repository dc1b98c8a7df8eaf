"""An exchange of blows (rules 6.1, 7), a shot (6.2), an ambush (7.3), a grapple (6.10)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from affray.dice import Dice, Sum
from affray.faults import BadRequest, Fault, Forbidden
from affray.fields import Name
from affray.outcome import Effect, Outcome, Trace
from affray.system import Action
from affray.troika.damage import DIE, PRONE, Blow, guard_of, in_hand, loss, strike
from affray.troika.fighter import Fighter, bare_hands
from affray.troika.rolls import (
    AIMED,
    AIMED_UNDER,
    FREE_SLOTS,
    FUMBLE,
    HEAVY_LOAD,
    MIGHTY,
    SYSTEM,
    TOO_HEAVY,
    TWO,
    for_gain,
    total,
    try_luck,
    under,
)
from affray.troika.rulings import Rulings
from affray.troika.weapons import Weapon

Who = Literal["attacker", "defender", "both"]
WRESTLING = "wrestling"
EVASIVE = ("dodge", "shield")


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `attack`.

    `cover` is what the target's cover adds (0: none); `luck` says who tests Luck for
    damage after winning, `luck_on_tie` who does to break a tie; `aim` throws twice and
    keeps the better. Combatants after the second are in the melee shot into.
    """

    weapon: tuple[Name, ...] = ()
    cover: Annotated[int, Meta(ge=0, le=6)] = 0
    unaware: bool = False
    prone: Who | None = None
    luck: Who | None = None
    luck_on_tie: Who | None = None
    aim: bool = False
    skill: Name | None = None
    defence_skill: Name | None = None
    grapple: Literal["floor", "hurt"] | None = None


class Test(Struct, frozen=True):
    """One side's 2d6: `total` counts everything; `special` "mighty-blow" or "fumble".

    `target` is there for a Roll Under only, and `total` is then what was thrown.
    """

    name: str
    dice: tuple[int, ...]
    total: int
    special: str | None
    target: int | UnsetType = UNSET


class AttackResult(Struct, frozen=True):
    """An exchange: both tests (the target's None when it throws nothing), and the blows."""

    attacker: Test
    defender: Test | None
    damage: tuple[Blow, ...]


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
    exchange = _Exchange(attacker, defender, asked, dice, rulings, melee)
    if exchange.unaware:
        word = exchange.ambush()
    elif asked.grapple is None and exchange.weapons[0].ranged:
        word = exchange.shot()
    else:
        word = exchange.melee()
    return exchange.outcome(word)


class _Exchange:
    """One attack while it is being resolved."""

    def __init__(
        self,
        attacker: Fighter,
        defender: Fighter,
        asked: Attack,
        dice: Dice,
        rulings: Rulings,
        melee: Sequence[Fighter],
    ) -> None:
        self.attacker, self.defender = attacker, defender
        self.asked, self.dice, self.rulings = asked, dice, rulings
        self.trace = Trace(SYSTEM, dice.explains)
        self.effects: list[Effect] = []
        self.blows: list[Blow] = []
        self.tests: list[Test] = []
        _may_act(attacker)
        self.weapons = (bare_hands(),) if asked.grapple else in_hand(attacker, asked.weapon)
        self.crowd = (defender, *melee)
        if melee and not (self.weapons[0].ranged and asked.grapple is None):
            raise BadRequest(Fault("only a shot goes into a melee", "name a ranged --weapon"))
        for side, fighter in (("attacker", attacker), ("defender", defender)):
            if side in (asked.luck, asked.luck_on_tie) or "both" in (asked.luck, asked.luck_on_tie):
                for_gain(fighter)
        self.attacker_down = attacker.prone or asked.prone in ("attacker", "both")
        self.defender_down = defender.prone or asked.prone in ("defender", "both")
        self.unaware = self._is_unaware()

    def _is_unaware(self) -> bool:
        target = self.defender
        if target.sheet.slots >= TOO_HEAVY:
            self.trace.add("10", "text", f"{target.name} carries too much to be aware")
            return True
        if target.unconscious:
            self.trace.add("7.3", "text", f"{target.name} is unconscious, so unaware")
            return True
        return self.asked.unaware

    def melee(self) -> str:
        """Roll Versus (rule 6.1): either side may win, and the winner strikes."""
        asked = self.asked
        skill: str | None
        against: str | None
        if asked.grapple:
            self.trace.add("6.10", "text", "a grapple: Roll Versus the target's wrestling")
            skill, against = asked.skill or WRESTLING, asked.defence_skill or WRESTLING
            answer = self._answer()
        else:
            answer = self._answer()
            skill = asked.skill or self._skill(self.attacker, self.weapons)
            against = asked.defence_skill or self._skill(self.defender, answer)
        a = self._number(self.attacker, skill, self.attacker_down and not self.defender_down)
        d = self._number(self.defender, against, self.defender_down and not self.attacker_down)
        thrown_a, thrown_d = self._versus(a, d + self._cover())
        if thrown_a == thrown_d == MIGHTY:
            return self._clinch(answer)
        if thrown_a == thrown_d == FUMBLE:
            self.trace.add("7.5", "text", "both fumble: each damages the other")
            self._strike([(self.attacker, self.weapons), (self.defender, answer)])
            return "double-fumble"
        won = self._winner(thrown_a, thrown_d)
        if won is None:
            return "tie"
        if won:
            if asked.grapple:
                self._hold()
            else:
                self._strike([(self.attacker, self.weapons)])
            return "hit"
        self.trace.add("6.1", "text", f"{self.defender.name} wins and strikes back")
        self._strike([(self.defender, answer)])
        return "countered"

    def shot(self) -> str:
        """A shot (rule 6.2): the target evades with Skill, and never strikes back."""
        target = self.defender
        skill = self.asked.skill or self._skill(self.attacker, self.weapons)
        a = self._number(self.attacker, skill, self.attacker_down and not self.defender_down)
        against = self.asked.defence_skill or self._evasion()
        d = self._number(target, against, self.defender_down and not self.attacker_down)
        thrown_a, thrown_d = self._versus(a, d + self._cover())
        won = self._shot_won(thrown_a, thrown_d)
        if won:
            self._strike([(self.attacker, self.weapons)])
            return "hit"
        if won is None:
            return "tie"
        self.trace.switch("6.2/shot-lost", "shot_lost", self.rulings.shot_lost)
        if self.rulings.shot_lost == "countered":
            self._strike([(target, self._answer())])
            return "countered"
        return "miss"

    def _shot_won(self, thrown_a: int, thrown_d: int) -> bool | None:
        rulings, trace = self.rulings, self.trace
        if thrown_a == FUMBLE:
            trace.switch("6.2/shot-fumble", "shot_fumble", rulings.shot_fumble)
            if thrown_d != FUMBLE or rulings.shot_fumble == "miss":
                return False
            return None
        if thrown_d == MIGHTY:
            trace.switch("6.2/shot-mighty", "shot_mighty", rulings.shot_mighty)
            if rulings.shot_mighty == "shooter":
                thrown_d = 0
            elif thrown_a == MIGHTY:
                return None
        return self._winner(thrown_a, thrown_d)

    def ambush(self) -> str:
        """An unaware target (rule 7.3): a Roll Under the attacker's total."""
        asked, rulings = self.asked, self.rulings
        own = WRESTLING if asked.grapple else self._skill(self.attacker, self.weapons)
        target = self._number(
            self.attacker, asked.skill or own, self.attacker_down and not self.defender_down
        )
        if asked.cover:
            self.trace.switch("7.3/cover", "unaware_cover", rulings.unaware_cover)
            target -= asked.cover if rulings.unaware_cover == "lowers-target" else 0
        mighty_hits = rulings.unaware_double_six == "mighty-blow"
        aimed = AIMED if mighty_hits else AIMED_UNDER
        thrown = self.dice.throw(aimed if asked.aim else TWO, f"{self.attacker.name}'s attack")
        special = None
        success = under(target, thrown)
        if thrown == MIGHTY:
            self.trace.switch("7.3/double-six", "unaware_double_six", rulings.unaware_double_six)
            success = mighty_hits
            special = "mighty-blow" if mighty_hits else None
        elif thrown == FUMBLE:
            self.trace.switch("7.3/double-one", "unaware_double_one", rulings.unaware_double_one)
            if rulings.unaware_double_one == "fumble":
                success, special = False, "fumble"
        self.tests.append(Test(self.attacker.name, self._kept(thrown), thrown, special, target))
        verdict = "yes" if success else "no"
        self.trace.add("7.3", "text", f"unaware target: 2d6 at most {target}: {verdict}", thrown)
        if not success:
            return "miss"
        if asked.grapple:
            self._hold()
        else:
            self._strike([(self.attacker, self.weapons)])
        return "hit"

    def _answer(self) -> tuple[Weapon, ...]:
        """What the defender strikes back with in a melee."""
        as_held = self.rulings.ranged_in_melee == "as-held"
        held = in_hand(self.defender)
        if held[0].ranged:
            if self.trace.on:
                self.trace.switch(
                    "6.1/ranged-in-hand", "ranged_in_melee", self.rulings.ranged_in_melee
                )
            return held if as_held else in_hand(self.defender, melee_only=True)
        return held

    def _skill(self, fighter: Fighter, weapons: Sequence[Weapon]) -> str | None:
        if len(weapons) > 1 and self.rulings.two_weapon_skill == "best":
            self.trace.switch("7.7/skill", "two_weapon_skill", "best")
            best = max(weapons, key=lambda w: (fighter.rank(w.skill) if w.skill else None) or 0)
            return best.skill
        return weapons[0].skill

    def _evasion(self) -> str | None:
        """The target's better evasive skill that it can use (rule 6.2)."""
        target = self.defender
        usable = [s for s in EVASIVE if s != "shield" or target.sheet.shield]
        trained = [s for s in usable if target.rank(s) is not None]
        return max(trained, key=lambda s: target.rank(s) or 0, default=None)

    def _number(self, fighter: Fighter, skill: str | None, down: bool) -> int:
        number = total(fighter, skill, self.trace)
        if down:
            self.trace.add("7.8", "text", f"{fighter.name} is on the floor", PRONE)
            number += PRONE
        return number

    def _cover(self) -> int:
        if self.asked.cover:
            self.trace.add("7.1", "text", f"cover for {self.defender.name}", self.asked.cover)
        return self.asked.cover

    def _versus(self, a: int, d: int) -> tuple[int, int]:
        """Throw both tests, attacker first; what each threw, without its total."""
        if self.asked.aim:
            self.trace.add("5", "text", f"{self.attacker.name} aimed: the better of two throws")
        roll = AIMED if self.asked.aim else TWO
        thrown_a = self.dice.throw(roll, f"{self.attacker.name}'s attack")
        self._note(self.attacker, thrown_a, a)
        thrown_d = self.dice.throw(TWO, f"{self.defender.name}'s defence")
        self._note(self.defender, thrown_d, d)
        self._sum_a, self._sum_d = a + thrown_a, d + thrown_d
        return thrown_a, thrown_d

    def _note(self, fighter: Fighter, thrown: int, number: int) -> None:
        special = {MIGHTY: "mighty-blow", FUMBLE: "fumble"}.get(thrown)
        self.tests.append(Test(fighter.name, self._kept(thrown), thrown + number, special))
        if self.trace.on:
            text = f"{fighter.name}: 2d6 ({thrown}) + {number}"
            self.trace.add("6.1", "text", text, thrown + number)

    def _kept(self, thrown: int) -> tuple[int, ...]:
        """The two faces that count; of an aimed test's four, the pair that was kept."""
        faces = self.dice.last
        return faces[:2] if len(faces) == 2 or sum(faces[:2]) == thrown else faces[2:]

    def _winner(self, thrown_a: int, thrown_d: int) -> bool | None:
        """True: the attacker wins; False: the defender; None: a tie that no Luck broke."""
        for thrown, fighter, wins in (
            (thrown_a, self.attacker, True),
            (thrown_d, self.defender, False),
        ):
            if thrown == MIGHTY:
                self.trace.add("7.4", "text", f"{fighter.name} strikes a Mighty Blow and wins")
                return wins
        if FUMBLE in (thrown_a, thrown_d):
            fumbler = self.attacker if thrown_a == FUMBLE else self.defender
            self.trace.add("7.5", "text", f"{fumbler.name} fumbles and loses")
            return thrown_d == FUMBLE
        if self._sum_a != self._sum_d:
            return self._sum_a > self._sum_d
        return self._break_tie()

    def _break_tie(self) -> bool | None:
        """A tie (rule 3.3): a character may test Luck to win it; alike tests change nothing."""
        self.trace.add("6.1", "text", "equal totals: nobody is hurt")
        lucky_a = self._luck(self.attacker, "attacker", self.asked.luck_on_tie, "to win the tie")
        lucky_d = self._luck(self.defender, "defender", self.asked.luck_on_tie, "to win the tie")
        if lucky_a and lucky_d:
            self.trace.switch("3.3/both", "luck_tie_both", self.rulings.luck_tie_both)
            return {"tie": None, "attacker": True, "defender": False}[self.rulings.luck_tie_both]
        if not lucky_a and not lucky_d:
            return None
        winner = self.attacker if lucky_a else self.defender
        self.trace.add("3.3", "text", f"{winner.name}'s luck wins the tie")
        return lucky_a

    def _luck(self, fighter: Fighter, side: str, who: Who | None, why: str) -> bool:
        if who not in (side, "both"):
            return False
        spent = sum(e.who == fighter.name and e.field == "luck" for e in self.effects)
        test = try_luck(fighter, self.dice, self.trace, why, spent)
        self.effects += test.effects
        return test.success

    def _strike(self, strikers: Sequence[tuple[Fighter, tuple[Weapon, ...]]]) -> None:
        """Each striker's Luck, then whom a shot into a melee hits, then each damage die."""
        lucky = [self._luck(f, self._side(f), self.asked.luck, "for damage") for f, _ in strikers]
        for (fighter, weapons), luck in zip(strikers, lucky, strict=True):
            own = fighter is self.attacker
            target = self._struck() if own else self.attacker
            bonus = self._bonus(fighter, luck)
            doubled = self._special(fighter) == "mighty-blow"
            blow = strike(
                target.name,
                weapons,
                bonus,
                doubled,
                guard_of(target),
                self.dice,
                self.rulings,
                self.trace,
            )
            self.blows.append(blow)
            self._lose(target, blow.amount)

    def _struck(self) -> Fighter:
        """Who is hit: the target, or whoever the die picks in a melee (rule 6.2)."""
        if len(self.crowd) == 1:
            return self.defender
        picked = self.dice.throw(Sum(1, len(self.crowd)), "who in the melee is hit")
        fighter = self.crowd[picked - 1]
        self.trace.add("6.2", "text", f"the die picks {fighter.name} in the melee", picked)
        return fighter

    def _bonus(self, striker: Fighter, lucky: bool) -> int:
        """All that is added to the damage roll."""
        trace, own, bonus = self.trace, striker is self.attacker, 0
        if lucky:
            trace.add("3.3", "text", "luck on the damage roll", 2)
            bonus += 2
        if self.unaware:
            trace.add("7.3", "text", "unaware target, on the damage roll", 2)
            bonus += 2
        if self._fumbled(self.defender if own else self.attacker):
            mighty = self._special(striker) == "mighty-blow"
            if mighty:
                choice = self.rulings.mighty_against_fumble
                trace.switch("7.4/against-fumble", "mighty_against_fumble", choice)
            if not mighty or self.rulings.mighty_against_fumble == "both":
                trace.add("7.5", "text", "the other's fumble, on the damage roll", 1)
                bonus += 1
        if striker.sheet.slots > FREE_SLOTS:
            burdened = self.rulings.overburdened_damage_roll
            trace.switch("10/damage-roll", "overburdened_damage_roll", burdened)
            bonus += HEAVY_LOAD if burdened else 0
        down, other = self.attacker_down, self.defender_down
        if (down and not other) if own else (other and not down):
            trace.add("7.8", "text", f"{striker.name} strikes from the floor", PRONE)
            bonus += PRONE
        return bonus

    def _clinch(self, answer: tuple[Weapon, ...]) -> str:
        """Both strike Mighty Blows (rule 7.4): no damage, and both weapons shatter."""
        self.trace.add("7.4", "text", "both strike Mighty Blows: a clinch")
        for fighter, weapon in ((self.attacker, self.weapons[0]), (self.defender, answer[0])):
            if weapon.natural:
                die = self.dice.throw(DIE, f"what the clinch costs {fighter.name}")
                self.trace.add("7.4", "text", f"{fighter.name}'s {weapon.name} is natural", die)
                self.blows.append(Blow(fighter.name, weapon.name, die, None, die, False))
                self._lose(fighter, die)
            else:
                self.trace.add("7.4", "text", f"{fighter.name}'s {weapon.name} shatters")
                broken = (*fighter.shattered, weapon.name)
                self.effects.append(Effect(fighter.name, "shattered", fighter.shattered, broken))
        return "clinch"

    def _hold(self) -> None:
        """A grapple won (rule 6.10): knocked out, floored, or hurt with both on the floor."""
        target = self.defender
        if self._special(self.attacker) == "mighty-blow":
            rounds = self.dice.throw(DIE, f"how long {target.name} is out")
            self.trace.add("6.10", "text", f"a Mighty Blow knocks {target.name} out", rounds)
            self.effects.append(Effect(target.name, "unconscious", target.unconscious, rounds))
            return
        if self.asked.grapple == "hurt":
            self._strike([(self.attacker, self.weapons)])
            self._floor(self.attacker)
        self._floor(target)

    def _floor(self, fighter: Fighter) -> None:
        self.trace.add("6.10", "text", f"{fighter.name} goes to the floor")
        if not fighter.prone:
            self.effects.append(Effect(fighter.name, "prone", False, True))

    def _lose(self, fighter: Fighter, amount: int) -> None:
        gone = sum(blow.amount for blow in self.blows[:-1] if blow.to == fighter.name)
        self.effects += loss(fighter, amount, self.trace, fighter.stamina - gone)

    def _side(self, fighter: Fighter) -> str:
        return "attacker" if fighter is self.attacker else "defender"

    def _special(self, fighter: Fighter) -> str | None:
        return next((t.special for t in self.tests if t.name == fighter.name), None)

    def _fumbled(self, fighter: Fighter) -> bool:
        return self._special(fighter) == "fumble"

    def outcome(self, word: str) -> Outcome:
        """All of it as frozen data."""
        second = self.tests[1] if len(self.tests) > 1 else None
        return Outcome(
            word,
            AttackResult(self.tests[0], second, tuple(self.blows)),
            tuple(self.effects),
            tuple(self.trace.steps),
            word == "hit",
        )


def _may_act(fighter: Fighter) -> None:
    """Raise Forbidden for someone dead, dying or unconscious (rules 4, 6.10)."""
    if fighter.stamina <= 0:
        word = "dying" if fighter.stamina == 0 else "dead"
        raise Forbidden(f"{fighter.name} is {word} and cannot act", rule=f"{SYSTEM}:4")
    if fighter.unconscious:
        raise Forbidden(
            f"{fighter.name} is unconscious for {fighter.unconscious} more rounds",
            rule=f"{SYSTEM}:6.10",
        )


ATTACK = Action(Attack, lambda f, s, d, r: attack(f[0], f[1], s, d, r, f[2:]), 2, None)
