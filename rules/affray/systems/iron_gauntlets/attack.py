"""An attack and its defence (rules attack, defence), and the damage of a hit."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Choice, Dice
from affray.faults import BadRequest, Fault
from affray.option import DUEL, option
from affray.outcome import Effect, Outcome, Subject, Trace
from affray.systems.iron_gauntlets import defence
from affray.systems.iron_gauntlets.damage import Harm, Hit, Named, harm, hurt, weapon_of
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rolls import (
    LUCK_DICE,
    Difficulty,
    Extra,
    Handful,
    LuckPoints,
    TaskResult,
    calamity,
    difficulty_of,
    handful,
    luck_dice,
    overkill,
    throw,
)
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Kind, Weapon
from affray.systems.iron_gauntlets.slots import slots_of, spent, take

DEFENCE = "defence"
Speed = Annotated[int, Meta(ge=1, le=10)]


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `attack`.

    Without `defence` the defender makes the likeliest legal one. The speeds decide which
    are legal; where neither is known, none is forbidden. `already_defended` and
    `extra_actions` (left to the defender) say how the turn stands; `declared`: the
    defender turns a declared attack into a parry. `luck` is the attacker's; the modifiers
    are dice for circumstances, the attacker's and the target's. What is not given is as
    the combatants' own state has it.
    """

    weapon: Annotated[Named, option("The weapon used.", values="weapon")] = ()
    defence: Annotated[
        Literal["parry", "dodge", "block", "none"] | None,
        option("How the target defends; without: as is likeliest to save it."),
    ] = None
    speed: Annotated[
        Speed | None, option("The attacker's reaction speed.", mirror="target_speed")
    ] = None
    target_speed: Annotated[
        Speed | None, option("The target's reaction speed.", mirror="speed", whose="defender")
    ] = None
    already_defended: Annotated[
        bool | None, option("The target has defended this turn.", whose="defender")
    ] = None
    extra_actions: Annotated[
        Annotated[int, Meta(ge=0, le=20)] | None,
        option("The target's extra actions left.", whose="defender"),
    ] = None
    declared: Annotated[
        bool, option("The target turns its declared attack into a parry.", whose="defender")
    ] = False
    difficulty: Annotated[Difficulty | None, option("The attack's difficulty, if not routine.")] = (
        None
    )
    luck: Annotated[LuckPoints, option("Luck points the attacker spends, a die each.")] = 0
    modifier: Annotated[
        Extra, option("The attacker's dice from circumstances.", mirror="target_modifier")
    ] = 0
    target_modifier: Annotated[
        Extra, option("The target's dice from circumstances.", mirror="modifier", whose="defender")
    ] = 0


class Defence(Struct, frozen=True):
    """A defence thrown; `difficulty` is the steps it needed."""

    kind: str
    dice_count: int
    threshold: int
    steps: int
    difficulty: int
    calamity: bool


class AttackResult(Struct, frozen=True):
    """An attack; `defence` None: none was thrown; `damage` None: no hit."""

    attacker: Subject
    defender: Subject
    weapon: str
    attack: TaskResult
    defence: Defence | None
    damage: Harm | None


def attack(
    attacker: Fighter, defender: Fighter, asked: Attack, dice: Dice, rulings: Rulings
) -> Outcome:
    """Resolve one attack: the task, the defence against its steps, the damage.

    Raises:
        Forbidden: no action left, too little luck, a defence that is not allowed.
        BadRequest: a weapon the sheet lacks; options that do not go together.
    """
    trace = Trace(SYSTEM, dice.explains)
    weapon = weapon_of(attacker, asked.weapon)
    if trace.on:
        text = f"{attacker.name} attacks {defender.name} with {weapon.name}"
        trace.add("attack", "text", text)
    effects = take(attacker, weapon.ability, rulings, trace, weapon.magic)
    luck, paid = luck_dice(attacker, asked.luck, dice, trace, "the attack")
    effects += paid
    stance = stance_of(attacker, defender, weapon, asked, rulings, trace)
    named = _named(asked, stance, rulings)
    hand = handful(attacker, weapon.ability, weapon.skill, rulings, trace, asked.modifier, luck)
    task = _attack_task(attacker, hand, asked, dice, rulings, trace)
    sides = Subject(attacker.name), Subject(defender.name)
    if _missed(task, rulings, trace):
        result = AttackResult(*sides, weapon.name, task, None, None)
        return _outcome("miss", result, effects, trace)
    guard, skips = _guard(named, asked, stance, task.steps, dice, rulings, trace)
    if guard is None:
        effects += _skipped(stance, rulings, trace) if skips else ()
        made = None
    else:
        made = _defend(guard, stance, task.steps, dice, rulings, trace)
        if guard.left is not None:
            effects += spent(defender, guard.left)
        if not defender.defended:
            effects += (Effect(defender.name, "defended", False, True),)
        if made.steps >= made.difficulty:
            result = AttackResult(*sides, weapon.name, task, made, None)
            return _outcome("defended", result, effects, trace)
    dealt = _damage(weapon, defender, task, made, hand.cut, rulings, trace)
    effects += hurt(defender, dealt.track, dealt.amount)
    result = AttackResult(*sides, weapon.name, task, made, dealt)
    return _outcome("hit", result, effects, trace)


def _outcome(word: str, result: AttackResult, effects: tuple[Effect, ...], trace: Trace) -> Outcome:
    return Outcome(word, result, effects, tuple(trace.steps), word == "hit")


def stance_of(
    attacker: Fighter,
    defender: Fighter,
    weapon: Weapon,
    asked: Attack,
    rulings: Rulings,
    trace: Trace,
) -> defence.Stance:
    """What a defence against this attack hangs on.

    That somebody has `defended` this turn only counts where actions are counted, or where
    the options say so: elsewhere no turn is played that a defence could be the second of.

    Raises:
        BadRequest: one speed is given and the other is not known.
    """
    faster = defence.is_faster(attacker, defender, asked.speed, asked.target_speed, rulings, trace)
    already, slots = asked.already_defended, slots_of(defender)
    return defence.Stance(
        defender=defender,
        ranged=weapon.ranged,
        faster=faster,
        again=defender.defended and slots is not None if already is None else already,
        declared=asked.declared,
        extra=asked.extra_actions,
        slots=slots,
        modifier=asked.target_modifier,
    )


def _named(asked: Attack, stance: defence.Stance, rulings: Rulings) -> defence.Guard | None:
    """The defence that the options name, known to be legal before anything is thrown."""
    if asked.declared and asked.defence not in (None, "parry"):
        raise BadRequest(
            Fault("a declared attack only turns into a parry", "leave out --defence or --declared")
        )
    kind: Kind
    if asked.declared:
        kind = "parry"
    elif asked.defence is None or asked.defence == "none":
        return None
    else:
        kind = asked.defence
    return defence.demand(kind, stance, rulings)


def _guard(
    named: defence.Guard | None,
    asked: Attack,
    stance: defence.Stance,
    steps: int,
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
) -> tuple[defence.Guard | None, bool]:
    """The defence that is chosen against an attack's steps, and whether to make none was.

    Not chosen is what nobody could: a defender without any has none to leave out.
    """
    name, default = stance.defender.name, "none"
    option = asked.defence if named is None else named.kind
    able: dict[str, defence.Guard] = {}
    if option is None and rulings.default_defence == "best":
        best, able = defence.best(stance, _needed(steps, rulings), rulings, trace)
        default = default if best is None else best.kind
    elif not asked.declared and (option is None or dice.asks(DEFENCE, name)):
        able = defence.able(stance, rulings)
    if named is not None:
        able[named.kind] = named
    if not able and option is None:
        return None, False
    rule, facts = f"{SYSTEM}:defence", {"steps": steps}
    answers = (*able, "none")
    choice = Choice(DEFENCE, name, rule, "how the attack is met", answers, default, facts)
    answer = dice.choose(choice, option)
    return able.get(answer), answer == "none" and (option == "none" or default != "none")


def _attack_task(
    attacker: Fighter, hand: Handful, asked: Attack, dice: Dice, rulings: Rulings, trace: Trace
) -> TaskResult:
    """The attack's own task, against its own difficulty (rule attack.difficulty)."""
    if asked.difficulty is None and rulings.attack_difficulty == "none":
        difficulty = 0
        trace.switch("attack.difficulty", "attack_difficulty", "none")
    else:
        if trace.on and asked.difficulty is None:
            trace.switch("attack.difficulty", "attack_difficulty", rulings.attack_difficulty)
        difficulty = difficulty_of(asked.difficulty, rulings, trace)
    steps = throw(hand, dice, f"{attacker.name}'s attack", trace)
    over = overkill(steps, difficulty, hand.cut, trace)
    return TaskResult(hand.dice, hand.threshold, steps, difficulty, over)


def _missed(task: TaskResult, rulings: Rulings, trace: Trace) -> bool:
    """Whether the attack misses outright (rule attack.miss)."""
    failed = task.steps < task.difficulty
    if failed and trace.on:
        calamity(task.steps, task.difficulty, trace)
        trace.switch("attack.miss", "failed_attack", rulings.failed_attack)
    if task.steps == 0:
        trace.add("attack.miss", "ruling", "an attack without steps misses", 0)
        return True
    if failed and rulings.failed_attack == "misses":
        trace.add("attack.miss", "ruling", "an attack that fails its task misses")
        return True
    return False


def _skipped(stance: defence.Stance, rulings: Rulings, trace: Trace) -> tuple[Effect, ...]:
    """No defence is made; by a switch the right to the first one may go with it."""
    defender = stance.defender
    trace.add("defence", "text", f"{defender.name} makes no defence")
    if stance.again:
        return ()
    trace.switch("defence.skipped", "skipped_defence", rulings.skipped_defence)
    if rulings.skipped_defence == "keeps-first" or defender.defended:
        return ()
    return (Effect(defender.name, "defended", False, True),)


def _needed(steps: int, rulings: Rulings) -> int:
    """Steps a defence needs against an attack's (rules defence.steps, defence.equal)."""
    return steps if rulings.equal_steps == "defender" else steps + 1


def _defend(
    guard: defence.Guard,
    stance: defence.Stance,
    steps: int,
    dice: Dice,
    rulings: Rulings,
    trace: Trace,
) -> Defence:
    """Throw the defence against the attack's steps (rules defence.steps, tasks.resisted)."""
    if trace.on:
        defence.explain(guard, stance, rulings, trace)
    hand = defence.dice_of(guard, stance, rulings, trace)
    difficulty = _needed(steps, rulings)
    if trace.on:
        trace.add("tasks.resisted", "text", "the attack's steps are the difficulty", steps)
    made = throw(hand, dice, f"{stance.defender.name}'s {guard.kind}", trace)
    held = made >= difficulty
    short = not held and calamity(made, difficulty, trace)
    if trace.on:
        if made == steps or difficulty != steps:
            trace.switch("defence.equal", "equal_steps", rulings.equal_steps)
        text = f"{guard.kind}: {made} steps against {difficulty}"
        trace.add("defence.steps", "text", text, difficulty)
        if not held:
            trace.switch("defence.failed", "failed_defence", rulings.failed_defence)
    return Defence(guard.kind, hand.dice, hand.threshold, made, difficulty, short)


def _damage(
    weapon: Weapon,
    defender: Fighter,
    task: TaskResult,
    made: Defence | None,
    cut: int,
    rulings: Rulings,
    trace: Trace,
) -> Harm:
    """The damage of the hit (rules damage.overkill, defence.failed, damage.formula)."""
    over, lessened = task.overkill, 0
    if made is not None:
        if rulings.overkill_against == "defence":
            over = max(0, task.steps - max(task.difficulty, made.steps) - cut)
        if rulings.failed_defence == "steps-lessen":
            lessened = made.steps
        if trace.on:
            choice = rulings.overkill_against
            trace.switch("damage.overkill", "overkill_against", choice, "house")
    hit = Hit(weapon.amount, weapon.track, over, weapon.magic, lessened)
    return harm(hit, defender.sheet.armour, 0, rulings, trace)


ATTACK = Action(
    Attack,
    lambda f, s, d, r: attack(f[0], f[1], s, d, r),
    DUEL,
    AttackResult,
    examples=(
        "affray attack examples/sheets/iron-gauntlets/suenta.toml "
        "examples/sheets/iron-gauntlets/kolby.toml --seed 7",
        "affray attack examples/sheets/iron-gauntlets/suenta.toml "
        "examples/sheets/iron-gauntlets/kolby.toml --defence dodge --explain",
    ),
    choices={LUCK_DICE: ("luck",), DEFENCE: ("steps",)},
)
