"""What every attack shares: its options, its result, the attack roll, and a hit."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from affray.dice import NO_YES, Choice, Dice
from affray.fields import Count, Name, Rating
from affray.option import option
from affray.outcome import Effect, Outcome, Subject, Trace, changes
from affray.systems.reactive_combat.aim import aim
from affray.systems.reactive_combat.ammunition import extra_spent
from affray.systems.reactive_combat.classes import added, pinpoints, toughness
from affray.systems.reactive_combat.damage import (
    Face,
    Harm,
    blow,
    deal,
    marked,
    paid,
)
from affray.systems.reactive_combat.fighter import SYSTEM, Fighter, Named, wield
from affray.systems.reactive_combat.ranges import Yards
from affray.systems.reactive_combat.rolls import Reading, Rolled, age_roll, bonus, note_throw
from affray.systems.reactive_combat.rulings import Rulings
from affray.systems.reactive_combat.sheet import Ability, Stunts
from affray.systems.reactive_combat.weapons import ACCURATE, Arm

EXPERT = "expert-strike"


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `attack`.

    `distance` in yards; without it a melee weapon strikes, and a ranged one is refused:
    nothing says which of its bands is meant. `size`, `target_ran` and `cover` change the
    TN of a shot. `penalties`, `target_penalties` and `marks` (the target's) replace the
    combatants' own. `conviction` and `target_conviction` are spent if there is an
    injury, for harm by whoever strikes and against it by whoever is struck: a riposte
    swaps that. `stunt` is what the defender does if it earns the points, in that order;
    `soak_die` the target's fresh die against a shot, already thrown by hand.
    """

    weapon: Annotated[Named, option("The weapon used.", values="weapon")] = ()
    distance: Annotated[
        Yards | None,
        option(
            "How far off the target is; beyond 2 yards it is a shot.",
            mirror="distance",
            metavar="YARDS",
        ),
    ] = None
    size: Annotated[
        Name | None,
        option(
            "The target's size, against a shot.", whose="defender", values="size", metavar="NAME"
        ),
    ] = None
    target_ran: Annotated[
        bool | None, option("The target's last major action was Run.", whose="defender")
    ] = None
    cover: Annotated[
        Literal["light", "heavy"] | None, option("The target's cover, against a shot.")
    ] = None
    penalties: Annotated[Rating | None, option("The attacker's combat penalties.", kept=True)] = (
        None
    )
    target_penalties: Annotated[
        Rating | None, option("The target's combat penalties.", whose="defender", kept=True)
    ] = None
    marks: Annotated[
        Count | None, option("The target's injury marks.", whose="defender", kept=True)
    ] = None
    conviction: Annotated[
        Rating, option("Conviction the attacker spends.", mirror="target_conviction")
    ] = 0
    target_conviction: Annotated[
        Rating, option("Conviction the target spends.", mirror="conviction", whose="defender")
    ] = 0
    expert_strike: Annotated[bool, option("A warrior's stunt die counts twice.")] = False
    stunt: Annotated[
        Stunts,
        option(
            "What the target's stunt points go to; twice: one after the other.",
            whose="defender",
            metavar="riposte|breath-in:N",
        ),
    ] = ()
    extra_bullet: Annotated[bool, option("A repeater's second bullet.")] = False
    soak_die: Annotated[
        Face | None, option("The target's soak die against a shot.", whose="defender")
    ] = None


class AttackResult(Struct, frozen=True):
    """An attack: both tests (the defence None for a shot), the damage if it came to that.

    `damage` is the attacker's own after a riposte. `headshot`: the GM decides.
    """

    attacker: Subject
    defender: Subject
    weapon: str
    attack: Rolled
    defence: Rolled | None
    damage: Harm | None
    headshot: bool


class Exchange:
    """One attack while it is being resolved."""

    __slots__ = (
        "ability",
        "aim",
        "arm",
        "asked",
        "at",
        "attacker",
        "defender",
        "dice",
        "effects",
        "face",
        "rulings",
        "sides",
        "trace",
    )

    def __init__(
        self, attacker: Fighter, defender: Fighter, asked: Attack, dice: Dice, rulings: Rulings
    ) -> None:
        """Take over the state that the options give, and see what the weapon is there.

        Raises:
            BadRequest, Forbidden: as `wield` and `aim` do.
        """
        if asked.penalties is not None:
            attacker = replace(attacker, penalties=asked.penalties)
        if asked.target_penalties is not None:
            defender = replace(defender, penalties=asked.target_penalties)
        if asked.marks is not None:
            defender = replace(defender, marks=asked.marks)
        self.attacker, self.defender = attacker, defender
        self.sides = Subject(attacker.name), Subject(defender.name)
        self.asked, self.dice, self.rulings = asked, dice, rulings
        self.trace = Trace(SYSTEM, dice.explains)
        self.effects: list[Effect] = []
        self.arm = wield(attacker, asked.weapon)
        self.aim = aim(self.arm, asked.distance, rulings)
        # What the attack tests (rule tests.attack-ability).
        by_group = rulings.melee_ability == "by-group" and self.arm.group in ACCURATE
        self.ability: Ability = "accuracy" if self.arm.ranged or by_group else "fighting"
        # How often the stunt die counts for stunt points and ties.
        doubled = asked.expert_strike and rulings.expert_strike_changes == "stunt-die"
        self.face = 2 if doubled else 1

    def plus(self) -> int:
        """What the attack adds to its 3d6 (rule tests)."""
        attacker, rulings, trace = self.attacker, self.rulings, self.trace
        if trace.on:
            trace.switch("tests.attack-ability", "melee_ability", rulings.melee_ability)
        return bonus(attacker, self.ability, self.arm.group, attacker.penalties, trace)

    def throw(self) -> Reading:
        """Throw the attack roll."""
        # Nothing hangs on an attack's doubles but what the result shows.
        best = added(self.attacker, self.defender, self.arm, self.rulings) == "best"
        roll = age_roll(doubles=self.dice.explains, best=best)
        return self.dice.throw(roll, f"{self.attacker.name}'s attack")

    def total(self, thrown: Reading, plus: int) -> int:
        """The attack's total, as it is before anybody strikes expertly."""
        note_throw(f"{self.attacker.name}'s attack", thrown, self.dice, self.trace)
        self.at = len(self.effects), len(self.trace.steps)
        return thrown.total + plus

    def expert_strike(self, thrown: Reading, total: int, against: int) -> int:
        """The attack's total once a warrior has chosen, seeing all dice (rule expert-strike)."""
        attacker, rulings = self.attacker, self.rulings
        if attacker.sheet.character_class != "warrior":
            return total
        if attacker.expert_struck and not attacker.unbound:
            return total
        facts = {"stunt": thrown.stunt, "difference": total - against}
        rule, text = f"{SYSTEM}:expert-strike", "the stunt die counts twice"
        choice = Choice(EXPERT, attacker.name, rule, text, NO_YES, "no", facts)
        self.face = 1
        if self.dice.choose(choice, "yes" if self.asked.expert_strike else None) == "no":
            return total
        if rulings.expert_strike_changes == "stunt-die":
            self.face = 2
        # It stands beside the roll that it is a part of.
        effects, steps = self.at
        struck = changes(attacker, {"expert_struck": True}, attacker.name)
        self.effects[effects:effects] = struck
        note = Trace(SYSTEM, self.trace.on)
        note.add("expert-strike", "text", "expert strike: the stunt die", thrown.stunt)
        touched = rulings.expert_strike_changes
        note.switch("expert-strike.total", "expert_strike_changes", touched)
        self.trace.steps[steps:steps] = note.steps
        return total + thrown.stunt

    def penalise(self) -> None:
        """The combat penalty that being attacked brings (rules penalties, penalties.scope)."""
        name, before = self.defender.name, self.defender.penalties
        self.effects.append(Effect(name, "penalties", before, before + 1))
        if self.trace.on:
            self.trace.add("penalties.scope", "text", f"{name}: combat penalties now", before + 1)

    def hit(
        self, attack: Rolled, defence: Rolled | None, thrown: Reading, soak_die: int | None
    ) -> Outcome:
        """The attack came through: damage, an extra bullet, perhaps a headshot."""
        asked, arm, trace = self.asked, self.arm, self.trace
        headshot = arm.weapon.headshot and self.aim.band is not None and thrown.total == 18
        if headshot:
            trace.add("headshot", "text", "headshot: GM decides", 18)
            trace.note("headshot: GM decides")
        sides = self.attacker, self.defender
        asks = asked.conviction, asked.target_conviction
        extra = asked.extra_bullet
        harm = self.land(*sides, arm, self.aim.power, thrown, soak_die, asks, extra)
        word = "hit" if harm.severity else "shrugged"
        return self.outcome(word, attack, defence, harm, headshot)

    def land(
        self,
        striker: Fighter,
        target: Fighter,
        arm: Arm,
        power: int | None,
        thrown: Reading | None,
        soak_die: int | None,
        asks: tuple[int, int],
        extra: bool = False,
    ) -> Harm:
        """Damage from one to the other, with what it costs both; `thrown` None: no features.

        `asks` is the Conviction that the options spend, `extra` whether a second bullet is ready.
        """
        rulings, trace = self.rulings, self.trace
        number = blow(striker, target, arm, power, thrown, rulings, trace)
        tough = toughness(target, rulings, trace)
        sides, marks, dice = (striker, target), target.marks, self.dice
        harm, spend = deal(number, tough, marks, sides, asks, soak_die, dice, rulings, trace, extra)
        self.effects += marked(target, harm)
        if harm.severity:
            self.effects += paid(striker, spend.striker)
            self.effects += paid(target, spend.target)
        limited = rulings.pinpoint_per_round == "once"
        if limited and thrown is not None and pinpoints(striker, target, rulings):
            self.effects += changes(striker, {"pinpointed": True}, striker.name)
        if spend.extra:
            self.effects += extra_spent(striker, arm.weapon, trace)
        return harm

    def outcome(
        self,
        word: str,
        attack: Rolled,
        defence: Rolled | None,
        harm: Harm | None,
        headshot: bool = False,
    ) -> Outcome:
        """All of it as frozen data."""
        trace = self.trace
        if trace.on and self.asked.extra_bullet and word != "hit":
            needs = self.rulings.extra_bullet_needs_injury
            limits = "repeaters.extra-bullet-limits"
            trace.switch(limits, "extra_bullet_needs_injury", needs)
            trace.add("repeaters.extra-bullet", "text", "no injury, so no extra bullet", 0)
        result = AttackResult(*self.sides, self.arm.name, attack, defence, harm, headshot)
        effects, steps = tuple(self.effects), tuple(trace.steps)
        return Outcome(word, result, effects, steps, word == "hit", tuple(trace.notes))
