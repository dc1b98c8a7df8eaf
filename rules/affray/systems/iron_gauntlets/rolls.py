"""Iron Gauntlets tasks: handfuls of d10, each die at or under the skill a step."""

from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Choice, Dice, Pool, numbers
from affray.faults import Forbidden
from affray.fields import Name
from affray.option import UNTRAINED, option
from affray.outcome import Effect, Outcome, Trace
from affray.systems.iron_gauntlets.fighter import SYSTEM, Fighter
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.systems.iron_gauntlets.sheet import Ability, Skill

UNSKILLED = 1
CALAMITY = 4
"""Steps short of the difficulty that make a failure a calamity (rule tasks.calamity)."""

Difficulty = Annotated[int, Meta(ge=0, le=20)]
Extra = Annotated[int, Meta(ge=-20, le=20)]
"""Dice that circumstances add or take."""
LuckPoints = Annotated[int, Meta(ge=0, le=20)]


class Handful(NamedTuple):
    """What a task throws: `dice` d10 against `threshold`; `cut` comes off the overkill."""

    dice: int
    threshold: int
    cut: int


def handful(
    fighter: Fighter,
    ability: Ability,
    skill: str,
    rulings: Rulings,
    trace: Trace,
    modifier: int = 0,
    luck: int = 0,
) -> Handful:
    """The dice of a task (rule tasks): the ability's current rating, against the skill.

    `modifier` and `luck` are dice on top. Fewer than one die is none, unless a switch
    says otherwise (rule tasks.no-dice).
    """
    rating = fighter.effective(ability)
    if ability == "luck":
        rating -= luck  # a point spent is no longer part of the rating
    count = rating + modifier + luck
    if trace.on:
        _explain_dice(fighter, ability, modifier, luck, trace)
    if count < 1:
        count = 1 if rulings.no_dice_task == "one-die" else 0
        if trace.on:
            trace.switch("tasks.no-dice", "no_dice_task", rulings.no_dice_task)
    if trace.on:
        trace.add("tasks", "known", f"{fighter.name}: dice", count)
    threshold, cut = _threshold(fighter, skill, rulings, trace)
    return Handful(count, threshold, cut)


def _explain_dice(
    fighter: Fighter, ability: Ability, modifier: int, luck: int, trace: Trace
) -> None:
    name, sheet = fighter.name, getattr(fighter.sheet.abilities, ability)
    trace.add("tasks.ratings", "known", f"{name}: {ability}", sheet)
    given = {"fitness": fighter.fitness_given, "awareness": fighter.awareness_given}.get(ability)
    if given:
        trace.add("reaction.spent", "text", f"{name}: {ability} given up for reaction", -given)
    if ability == "fitness" and fighter.fitness_lost:
        trace.add("move.automatic", "text", f"{name}: fitness lost moving", -fighter.fitness_lost)
    if modifier:
        trace.add("tasks", "known", f"{name}: dice for circumstances", modifier)
    if luck:
        trace.add("tasks.luck", "known", f"{name}: dice for luck", luck)


def _threshold(fighter: Fighter, skill: str, rulings: Rulings, trace: Trace) -> tuple[int, int]:
    """The highest face that is a step, and what the skill floor takes off the overkill."""
    rating = fighter.rating(skill)
    if trace.on:
        if rating is None:
            trace.add("tasks.unskilled", "known", f"{fighter.name} has no {skill}", UNSKILLED)
        else:
            trace.add("tasks.ratings", "known", f"{fighter.name}: {skill}", rating)
    floor = rulings.skill_floor
    threshold = UNSKILLED if rating is None else rating
    if floor <= (rating or 0):
        return threshold, 0
    if trace.on:
        trace.switch("tasks.skill-floor", "skill_floor", floor)
    return max(floor, threshold), floor - (rating or 0)


def throw(hand: Handful, dice: Dice, what: str, trace: Trace) -> int:
    """Throw a handful and count its steps; no dice, no throw, no steps."""
    if hand.dice == 0:
        return 0
    steps = dice.throw(Pool(hand.dice, hand.threshold), what)
    if trace.on:
        trace.add("tasks", "known", f"{what}: dice showing {hand.threshold} or less", steps)
    return steps


def overkill(steps: int, difficulty: int, cut: int, trace: Trace) -> int:
    """Steps above the difficulty, less what the skill floor takes, never below 0."""
    over = max(0, steps - difficulty - cut)
    if trace.on and steps > difficulty:
        if cut:
            trace.add("tasks.skill-floor", "ruling", "taken off the overkill", -cut)
        trace.add("tasks.overkill", "known", "overkill", over)
    return over


def calamity(steps: int, difficulty: int, trace: Trace) -> bool:
    """Whether a failure is a calamity (rule tasks.calamity)."""
    found = difficulty - steps >= CALAMITY
    if found and trace.on:
        trace.add("tasks.calamity", "known", "a calamity: short by", difficulty - steps)
    return found


def difficulty_of(asked: int | None, rulings: Rulings, trace: Trace) -> int:
    """The difficulty asked for, else the routine one (rule tasks.routine)."""
    if asked is not None:
        if trace.on:
            trace.add("tasks", "known", "difficulty", asked)
        return asked
    if trace.on:
        trace.switch(
            "tasks.routine",
            "routine_difficulty",
            rulings.routine_difficulty,
            "house",
            "routine difficulty",
        )
    return rulings.routine_difficulty


def spend_luck(fighter: Fighter, points: int, trace: Trace, what: str) -> tuple[Effect, ...]:
    """Spend luck points on `what`, for a person to read (rule tasks.luck), as effects.

    Raises:
        Forbidden: more points than are left.
    """
    if points == 0:
        return ()
    if points > fighter.luck:
        raise Forbidden(
            f"{fighter.name} has {fighter.luck} luck left and cannot spend {points}",
            rule=f"{SYSTEM}:tasks.luck",
            hint="lower --luck",
        )
    if trace.on:
        trace.add("tasks.luck", "known", f"{fighter.name} spends luck on {what}", points)
    return (Effect(fighter.name, "luck", fighter.luck, fighter.luck - points),)


LUCK_DICE = "luck-dice"


def luck_dice(
    fighter: Fighter, points: int, dice: Dice, trace: Trace, what: str
) -> tuple[int, tuple[Effect, ...]]:
    """Luck points for `what`, a task about to be thrown: how many, and spending them as effects.

    `points` are those of the options. Raises Forbidden: more than are left.
    """
    if 0 <= points <= fighter.luck and fighter.luck:
        rule, facts = f"{SYSTEM}:tasks.luck", {"luck": fighter.luck}
        text, most = f"luck points for {what}, a die each", numbers(fighter.luck)
        choice = Choice(LUCK_DICE, fighter.name, rule, text, most, "0", facts)
        points = int(dice.choose(choice, str(points) if points else None))
    return points, spend_luck(fighter, points, trace, what)


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of `roll task`.

    Without `ability`: the one the sheet ties to the skill, in [skills] or on a weapon
    used with it; failing that, fitness. `luck` is points to spend, a die each; `modifier`
    is dice for circumstances. A resisted task has the opponent's steps as `difficulty`.
    """

    skill: Annotated[
        Name,
        option("The skill used.", place=True, values="skill", otherwise=UNTRAINED, metavar="SKILL"),
    ]
    ability: Annotated[
        Ability | None, option("The ability whose rating is rolled; without: the skill's own.")
    ] = None
    difficulty: Annotated[Difficulty | None, option("Steps needed, if not routine.")] = None
    luck: Annotated[LuckPoints, option("Luck points spent, a die each.")] = 0
    modifier: Annotated[Extra, option("Dice more or fewer, from circumstances.")] = 0


class TaskResult(Struct, frozen=True):
    """A task thrown: dice against a threshold, steps against a difficulty."""

    dice_count: int
    threshold: int
    steps: int
    difficulty: int
    overkill: int


class RollResult(TaskResult, frozen=True):
    """A task by itself: whose, which skill was tried with which ability."""

    name: str
    skill: str
    ability: str


def roll_task(fighter: Fighter, asked: Task, dice: Dice, rulings: Rulings) -> Outcome:
    """A task (rule tasks). It costs no action: whether it is one, the director knows.

    Raises:
        Forbidden: more luck than is left.
    """
    trace = Trace(SYSTEM, dice.explains)
    ability = asked.ability or ability_for(fighter, asked.skill, rulings, trace)
    if trace.on:
        trace.add("tasks", "known", f"{fighter.name} tries {asked.skill} with {ability}")
    luck, effects = luck_dice(fighter, asked.luck, dice, trace, "the task")
    hand = handful(fighter, ability, asked.skill, rulings, trace, asked.modifier, luck)
    difficulty = difficulty_of(asked.difficulty, rulings, trace)
    steps = throw(hand, dice, f"{fighter.name}'s {asked.skill}", trace)
    over = overkill(steps, difficulty, hand.cut, trace)
    word = "success"
    if steps < difficulty:
        word = "calamity" if calamity(steps, difficulty, trace) else "failure"
    if trace.on:
        trace.add("tasks", "known", f"{steps} steps against {difficulty}: {word}", steps)
    thrown = (hand.dice, hand.threshold, steps, difficulty, over)
    result = RollResult(*thrown, fighter.name, asked.skill, ability)
    return Outcome(word, result, effects, tuple(trace.steps), word == "success")


def ability_for(fighter: Fighter, skill: str, rulings: Rulings, trace: Trace) -> Ability:
    """The ability a task rolls when none is named (rule tasks.ability)."""
    sheet = fighter.sheet
    entry = sheet.skill(skill)
    if isinstance(entry, Skill):
        return entry.ability
    wanted = skill.casefold()
    for weapon in sheet.weapons:
        if weapon.skill.casefold() == wanted:
            return weapon.ability
    if trace.on:
        trace.switch("tasks.ability", "task_ability", rulings.task_ability)
    return rulings.task_ability


TASK = Action(
    Task,
    lambda f, s, d, r: roll_task(f[0], s, d, r),
    result=RollResult,
    examples=(
        "affray roll task examples/sheets/iron-gauntlets/suenta.toml athletics --difficulty 2",
        "affray roll task examples/sheets/iron-gauntlets/titus.toml athletics --luck 1 --seed 4",
    ),
    choices={LUCK_DICE: ("luck",)},
)
