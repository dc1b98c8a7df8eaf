"""One attack while it is being resolved: totals, tests, who wins, and the blows."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from affray.dice import NO_YES, Choice, Dice, Roll, Sum
from affray.faults import BadRequest, Fault, Forbidden
from affray.fields import Name
from affray.option import UNTRAINED, option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.troika.damage import PRONE, Blow, guard_of, in_hand, loss, strike
from affray.systems.troika.fighter import Fighter, bare_hands, refuse_out
from affray.systems.troika.rolls import (
    AIMED,
    FREE_SLOTS,
    FUMBLE,
    HEAVY_LOAD,
    MIGHTY,
    SYSTEM,
    TOO_HEAVY,
    TWO,
    BetterOfTwo,
    for_gain,
    tests,
    total,
    try_luck,
)
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.weapons import Weapon

Who = Literal["attacker", "defender", "both"]


MOST_COVER = 6
LUCK_TIE, LUCK_DAMAGE = "luck-tie", "luck-damage"


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `attack`.

    `cover` is what the target's cover adds (0: none); `luck` says who tests Luck for
    damage after winning, `luck_on_tie` who does to break a tie; `aim` throws twice and
    keeps the better. Combatants after the second are in the melee shot into.
    """

    weapon: Annotated[
        tuple[Name, ...], option("The weapon used; twice: one in each hand.", values="weapon")
    ] = ()
    cover: Annotated[
        int, Meta(ge=0, le=99), option("What the target's cover adds to its roll.", metavar="1-6")
    ] = 0
    unaware: Annotated[bool, option("The target is unaware.")] = False
    prone: Annotated[Who | None, option("Who is on the floor.", mirror="prone")] = None
    luck: Annotated[
        Who | None, option("Who tests Luck for damage after winning.", mirror="luck")
    ] = None
    luck_on_tie: Annotated[Who | None, option("Who tests Luck on a tie.", mirror="luck_on_tie")] = (
        None
    )
    aim: Annotated[bool, option("Aimed: throw twice, keep the better.")] = False
    skill: Annotated[
        Name | None,
        option(
            "The attacker's Advanced Skill.",
            mirror="defence_skill",
            values="skill",
            otherwise=UNTRAINED,
        ),
    ] = None
    defence_skill: Annotated[
        Name | None,
        option(
            "The target's Advanced Skill.",
            mirror="skill",
            whose="defender",
            values="skill",
            otherwise=UNTRAINED,
        ),
    ] = None
    grapple: Annotated[Literal["floor", "hurt"] | None, option("Grapple instead of a blow.")] = None


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
    """An exchange: both tests (the target's None when it throws nothing), and the blows.

    `weapon` is the attacker's: the one whose row was read, else the first in hand;
    `target` whom it was aimed at, who may throw nothing.
    """

    attacker: Test
    defender: Test | None
    weapon: str
    target: str
    damage: tuple[Blow, ...]


class Exchange:
    """Who attacks whom and how; its methods add to the trace, the effects and the blows."""

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
        if asked.cover > MOST_COVER:
            raise Forbidden(
                f"no cover gives {asked.cover}", rule=f"{SYSTEM}:7.1", hint=f"1 to {MOST_COVER}"
            )
        self.weapons = (bare_hands(),) if asked.grapple else in_hand(attacker, asked.weapon)
        self.weapon = self.weapons[0].name
        self.crowd = (defender, *melee)
        if melee and not (self.weapons[0].ranged and asked.grapple is None):
            raise BadRequest(Fault("only a shot goes into a melee", "name a ranged --weapon"))
        for side, fighter in (("attacker", attacker), ("defender", defender)):
            if side in (asked.luck, asked.luck_on_tie) or "both" in (asked.luck, asked.luck_on_tie):
                for_gain(fighter)
        self.attacker_down = attacker.prone or asked.prone in ("attacker", "both")
        self.defender_down = defender.prone or asked.prone in ("defender", "both")
        self.unaware = self._is_unaware()
        self.aimed = asked.aim or attacker.aiming
        if attacker.aiming:
            self.effects.append(Effect(attacker.name, "aiming", True, False))

    def _is_unaware(self) -> bool:
        target = self.defender
        if target.sheet.slots >= TOO_HEAVY:
            self.trace.add("10", "text", f"{target.name} carries too much to be aware")
            return True
        if target.unconscious:
            self.trace.add("7.3", "text", f"{target.name} is unconscious, so unaware")
            return True
        if target.condition in ("dying", "dead"):
            self.trace.switch("7.3/helpless", "helpless", self.rulings.helpless)
            return self.asked.unaware or self.rulings.helpless == "unaware"
        return self.asked.unaware

    def skill_for(self, fighter: Fighter, weapons: Sequence[Weapon]) -> str | None:
        """The Advanced Skill a side fights with: its first weapon's, unless ruled otherwise."""
        if len(weapons) > 1 and self.rulings.two_weapon_skill == "best":
            self.trace.switch("7.7/skill", "two_weapon_skill", "best")
            best = max(weapons, key=lambda w: (fighter.rank(w.skill) if w.skill else None) or 0)
            return best.skill
        return weapons[0].skill

    def number(self, fighter: Fighter, skill: str | None) -> int:
        """A side's total before the dice: Skill, rank, load, and the floor (rule 7.8)."""
        number = total(fighter, skill, self.trace)
        if self._down(fighter):
            self.trace.add("7.8", "text", f"{fighter.name} is on the floor", PRONE)
            number += PRONE
        return number

    def cover(self) -> int:
        """What the target's cover adds to its total (rule 7.1)."""
        if self.asked.cover:
            self.trace.add("7.1", "text", f"cover for {self.defender.name}", self.asked.cover)
        return self.asked.cover

    def versus(self, a: int, d: int, evading: bool = False) -> tuple[int, int]:
        """Throw both tests, attacker first; what each threw, without its total.

        An `evading` target strikes no Mighty Blow, unless a ruling lets it.
        """
        self.rule = "6.2" if evading else "6.1"
        roll = self.test_roll(AIMED)
        special = not evading or self.rulings.shot_mighty == "either"
        if self.dice.merges:
            thrown_a, thrown_d = self.dice.throw(tests(a - d, self.aimed, evading), "both tests")
            self._note(self.attacker, thrown_a, a)
        else:
            thrown_a = self.dice.throw(roll, f"{self.attacker.name}'s attack")
            self._note(self.attacker, thrown_a, a)
            thrown_d = self.dice.throw(TWO, f"{self.defender.name}'s defence")
        self._note(self.defender, thrown_d, d, special)
        self._sum_a, self._sum_d = a + thrown_a, d + thrown_d
        return thrown_a, thrown_d

    def test_roll(self, aimed: BetterOfTwo) -> Roll[int]:
        """What the attacker's test is thrown with: twice where it was `aimed` (rule 6.2.2)."""
        if not self.aimed:
            return TWO
        self.trace.add("6.2.2", "text", f"{self.attacker.name} aimed: the better of two throws")
        return aimed

    def _note(self, fighter: Fighter, thrown: int, number: int, mighty: bool = True) -> None:
        special = "fumble" if thrown == FUMBLE else None
        if thrown == MIGHTY and mighty:
            special = "mighty-blow"
        self.tests.append(Test(fighter.name, self.kept(thrown), thrown + number, special))
        if self.trace.on:
            text = f"{fighter.name}: 2d6 ({thrown}) + {number}"
            self.trace.add(self.rule, "text", text, thrown + number)

    def kept(self, thrown: int) -> tuple[int, ...]:
        """The two faces that count; of an aimed test's four, the pair that was kept."""
        faces = self.dice.last
        return faces[:2] if len(faces) == 2 or sum(faces[:2]) == thrown else faces[2:]

    def winner(self, thrown_a: int, thrown_d: int) -> bool | None:
        """True: the attacker wins; False: the defender; None: a tie that no Luck broke."""
        if MIGHTY in (thrown_a, thrown_d):
            striker = self.attacker if thrown_a == MIGHTY else self.defender
            self.trace.add("7.4", "text", f"{striker.name} strikes a Mighty Blow and wins")
            return thrown_a == MIGHTY
        if FUMBLE in (thrown_a, thrown_d):
            fumbler = self.attacker if thrown_a == FUMBLE else self.defender
            self.trace.add("7.5", "text", f"{fumbler.name} fumbles and loses")
            return thrown_d == FUMBLE
        if self._sum_a != self._sum_d:
            return self._sum_a > self._sum_d
        return self._break_tie()

    def _break_tie(self) -> bool | None:
        """A tie (rule 3.3): a character may test Luck to win it; alike tests change nothing."""
        self.trace.add(self.rule, "text", "equal totals: nobody is hurt")
        lucky_a = self.luck(self.attacker, LUCK_TIE, "to win the tie")
        lucky_d = self.luck(self.defender, LUCK_TIE, "to win the tie", lucky_a)
        if lucky_a and lucky_d:
            self.trace.switch("3.3/both", "luck_tie_both", self.rulings.luck_tie_both)
            return {"tie": None, "attacker": True, "defender": False}[self.rulings.luck_tie_both]
        if not lucky_a and not lucky_d:
            return None
        winner = self.attacker if lucky_a else self.defender
        self.trace.add("3.3", "text", f"{winner.name}'s luck wins the tie")
        return lucky_a

    def luck(self, fighter: Fighter, key: str, why: str, other: bool = False) -> bool:
        """Test a side's Luck, if it chooses to; whether that came off (rules 3.1, 3.3).

        `other`: the other side's has come off.
        """
        if fighter.luck is None:
            return False
        spent = sum(e.who == fighter.name and e.field == "luck" for e in self.effects)
        option = self.asked.luck if key == LUCK_DAMAGE else self.asked.luck_on_tie
        asked = option in (self._side(fighter), "both")
        if not (asked or fighter.luck > spent):
            return False
        facts: dict[str, bool | int] = {"luck": fighter.luck - spent}
        if key == LUCK_DAMAGE:
            facts["mighty"] = self._doubles(fighter)
        else:
            facts["other"] = other
        rule = f"{SYSTEM}:3.3"
        choice = Choice(key, fighter.name, rule, f"test Luck {why}", NO_YES, "no", facts)
        if self.dice.choose(choice, "yes" if asked else None) == "no":
            return False
        test = try_luck(fighter, self.dice, self.trace, why, spent)
        self.effects += test.effects
        return test.success

    def strike(self, strikers: Sequence[tuple[Fighter, tuple[Weapon, ...]]]) -> None:
        """Each striker's Luck, then whom a shot into a melee hits, then each damage die."""
        lucky = [self.luck(f, LUCK_DAMAGE, "for damage") for f, _ in strikers]
        for (fighter, weapons), luck in zip(strikers, lucky, strict=True):
            own = fighter is self.attacker
            target = self._struck() if own else self.attacker
            bonus = self._bonus(fighter, target, luck)
            doubled = self._doubles(fighter)
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
            if own:
                self.weapon = blow.weapon
            self.lose(target, blow.amount)

    def _struck(self) -> Fighter:
        """Who is hit: the target, or whoever the die picks in a melee (rule 6.2.1)."""
        if len(self.crowd) == 1:
            return self.defender
        picked = self.dice.throw(Sum(1, len(self.crowd)), "who in the melee is hit")
        fighter = self.crowd[picked - 1]
        self.trace.add("6.2.1", "text", f"the die picks {fighter.name} in the melee", picked)
        return fighter

    def _bonus(self, striker: Fighter, target: Fighter, lucky: bool) -> int:
        """All that is added to the damage roll."""
        trace, own, bonus = self.trace, striker is self.attacker, 0
        if lucky:
            trace.add("3.3", "text", "luck on the damage roll", 2)
            bonus += 2
        if self.unaware:
            trace.add("7.3", "text", "unaware target, on the damage roll", 2)
            bonus += 2
        if self._fumbled(self.defender if own else self.attacker):
            mighty = self._doubles(striker)
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
        if self._is_down(striker) and not self._is_down(target):
            trace.add("7.8", "text", f"{striker.name} strikes from the floor", PRONE)
            bonus += PRONE
        return bonus

    def _doubles(self, striker: Fighter) -> bool:
        """A Mighty Blow (rule 8.1), or what a fumbled grapple lays open to (rule 6.10)."""
        if self.special(striker) == "mighty-blow":
            return True
        if self.asked.grapple is None or striker is self.attacker:
            return False
        return self.special(striker) is None and self._fumbled(self.attacker)

    def lose(self, fighter: Fighter, amount: int) -> None:
        """Take the latest blow's amount off someone's Stamina."""
        gone = 0
        for blow in self.blows[:-1]:
            gone += blow.amount if blow.to == fighter.name else 0
        self.effects += loss(fighter, amount, self.trace, fighter.stamina - gone)

    def _down(self, fighter: Fighter) -> bool:
        """Whether this side is on the floor and the other stands."""
        other = self.defender if fighter is self.attacker else self.attacker
        return self._is_down(fighter) and not self._is_down(other)

    def _is_down(self, fighter: Fighter) -> bool:
        """Whether somebody is on the floor, as the options or the fight have it."""
        if fighter is self.attacker:
            return self.attacker_down
        return self.defender_down if fighter is self.defender else fighter.prone

    def _side(self, fighter: Fighter) -> str:
        return "attacker" if fighter is self.attacker else "defender"

    def special(self, fighter: Fighter) -> str | None:
        """What a side's test was beside its total: "mighty-blow", "fumble" or None."""
        for test in self.tests:
            if test.name == fighter.name:
                return test.special
        return None

    def _fumbled(self, fighter: Fighter) -> bool:
        return self.special(fighter) == "fumble"

    def outcome(self, word: str) -> Outcome:
        """All of it as frozen data."""
        first = self.tests[0]
        second = self.tests[1] if len(self.tests) > 1 else None
        return Outcome(
            word,
            AttackResult(first, second, self.weapon, self.defender.name, tuple(self.blows)),
            tuple(self.effects),
            tuple(self.trace.steps),
            word == "hit",
        )


def _may_act(fighter: Fighter) -> None:
    """Raise Forbidden for someone dead, dying, fled or unconscious (rules 4, 6.10)."""
    refuse_out(fighter)
    if fighter.unconscious:
        raise Forbidden(
            f"{fighter.name} is unconscious for {fighter.unconscious} more rounds",
            rule=f"{SYSTEM}:6.10",
        )
