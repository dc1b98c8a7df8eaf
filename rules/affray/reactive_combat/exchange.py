"""What every attack shares: its options, its result, and the attack roll."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from affray.dice import Dice
from affray.fields import Count, Name, Rating
from affray.outcome import Effect, Outcome, Trace
from affray.reactive_combat.classes import adds_best_die, extra_damage, pinpoints, toughness
from affray.reactive_combat.damage import (
    NOTHING,
    Aim,
    Face,
    Harm,
    Spend,
    Yards,
    aim,
    blow,
    deal,
    marked,
    paid,
)
from affray.reactive_combat.fighter import SYSTEM, Fighter, wield
from affray.reactive_combat.rolls import Reading, Rolled, age_roll, bonus, note_throw
from affray.reactive_combat.rulings import Rulings
from affray.reactive_combat.sheet import Ability
from affray.reactive_combat.weapons import ACCURATE, Arm

Stunt = Literal[
    "riposte",
    "breath-in:1",
    "breath-in:2",
    "breath-in:3",
    "breath-in:4",
    "breath-in:5",
    "breath-in:6",
]


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `attack`.

    `distance` in yards; without it a melee weapon strikes, and a ranged one is refused:
    nothing says which of its bands is meant. `size`, `target_ran` and `cover` change the
    TN of a shot. `penalties`, `target_penalties` and `marks` (the target's) replace the
    combatants' own. `conviction` and `target_conviction` are spent if there is an
    injury. `stunt` is what the defender does if it earns the points, in that order;
    `soak_die` the target's fresh die against a shot, already thrown by hand.
    """

    weapon: Name | None = None
    distance: Yards | None = None
    size: Name | None = None
    target_ran: bool | None = None
    cover: Literal["light", "heavy"] | None = None
    penalties: Rating | None = None
    target_penalties: Rating | None = None
    marks: Count | None = None
    conviction: Rating = 0
    target_conviction: Rating = 0
    expert_strike: bool = False
    stunt: Annotated[tuple[Stunt, ...], Meta(max_length=2)] = ()
    extra_bullet: bool = False
    soak_die: Face | None = None


class AttackResult(Struct, frozen=True):
    """An attack: both tests (the defence None for a shot), the damage if it came to that.

    `damage` is the attacker's own after a riposte. `headshot`: the GM decides.
    """

    attack: Rolled
    defence: Rolled | None
    damage: Harm | None
    headshot: bool
