"""The named switches and house figures of Iron Gauntlets, and how we rule by default."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from affray.systems.iron_gauntlets.sheet import Ability, Track

Figure = Annotated[int, Meta(ge=0, le=99)]
"""Harm that only the director can put a number to."""

Limit = Annotated[int, Meta(ge=1, le=999)]
"""Harm that takes somebody out of a fight."""


def _ruling(rule: str, reason: str) -> Meta:
    return Meta(description=reason, extra={"rule": rule, "status": "ruling"})


def _house(rule: str, reason: str) -> Meta:
    return Meta(description=reason, extra={"rule": rule, "status": "house"})


def _skill(reason: str) -> Meta:
    extra = {"rule": "defence.skill", "status": "house"}
    return Meta(min_length=1, max_length=200, description=reason, extra=extra)


def _figure(rule: str, least: int, most: int, reason: str, status: str = "house") -> Meta:
    extra = {"rule": rule, "status": status}
    return Meta(ge=least, le=most, description=reason, extra=extra)


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Every switch with its default; a rulings file replaces any of them."""

    routine_difficulty: Annotated[
        int, _figure("tasks.routine", 0, 20, "The difficulty of a task when none is named.")
    ] = 1
    no_dice_task: Annotated[
        Literal["no-steps", "one-die"],
        _ruling(
            "tasks.no-dice",
            'A task with no dice left is not thrown and makes no steps; "one-die" throws one.',
        ),
    ] = "no-steps"
    skill_floor: Annotated[
        int,
        _figure(
            "tasks.skill-floor",
            0,
            8,
            "A published option, off at 0: every die counts up to this number, and overkill "
            "is cut by what the skill lacks to it.",
            "ruling",
        ),
    ] = 0
    task_ability: Annotated[
        Ability,
        _ruling("tasks.ability", "What a task rolls when neither the sheet nor --ability says."),
    ] = "fitness"
    default_speed_order: Annotated[
        Literal["nine", "last"],
        _ruling(
            "reaction.default-order",
            'A 9 by default is a 9 like any other; "last" puts it after a thrown 10.',
        ),
    ] = "nine"
    reaction_limit: Annotated[
        Literal["effective", "keep-one"],
        _ruling(
            "reaction.limit",
            'All of an ability may be given up for reaction; "keep-one" leaves a die of it.',
        ),
    ] = "effective"
    penalty_refunds: Annotated[
        bool,
        _ruling(
            "reaction.penalty",
            "Whether each bought die that a penalty takes gives back its point, awareness "
            "first, and takes its extra action away.",
        ),
    ] = False
    bonus_dice_give_actions: Annotated[
        bool,
        _ruling(
            "reaction.bonus",
            "Whether each die that circumstances add brings an extra action of any kind.",
        ),
    ] = False
    tie_fitness: Annotated[
        Literal["sheet", "effective"],
        _ruling(
            "reaction.tie-fitness",
            'Equal speeds are split by the fitness on the sheet; "effective": by what is left.',
        ),
    ] = "sheet"
    tie_makes_faster: Annotated[
        bool,
        _ruling(
            "reaction.tie-faster",
            "Whether who wins a tie on fitness is also the faster one for defence.",
        ),
    ] = True
    full_tie: Annotated[
        Literal["simultaneous", "in-turn"],
        _ruling(
            "reaction.tie",
            'Equal in speed and fitness: both act at once; "in-turn": one after the other, as '
            "they were named.",
        ),
    ] = "simultaneous"
    action_matching: Annotated[
        Literal["any-order", "free-first"],
        _ruling(
            "actions.matching",
            "Actions come in any order while each has a slot of its own; "
            '"free-first": the free action is always the first one used.',
        ),
    ] = "any-order"
    stand_slot: Annotated[
        Literal["fitness", "any"],
        _ruling("actions.stand-slot", "Which extra action may pay for standing up."),
    ] = "fitness"
    flee_slot: Annotated[
        Literal["fitness", "any"],
        _ruling("actions.flee", "Which extra action may pay for running from a fight."),
    ] = "fitness"
    walk_feet: Annotated[
        int, _figure("move.walk-climb", 1, 99, "Feet walked in a turn for each step or point.")
    ] = 10
    climb_feet: Annotated[
        int, _figure("move.walk-climb", 1, 99, "Feet climbed in a turn for each step or point.")
    ] = 3
    move_rounding: Annotated[
        Literal["up", "down"],
        _ruling(
            "move.needed",
            "A distance between two entries costs the rating that reaches it; "
            '"down": the rating below.',
        ),
    ] = "up"
    move_charge: Annotated[
        Literal["total", "each"],
        _ruling("move.total", "Several moves in one mode are charged as one, or each alone."),
    ] = "total"
    advanced_failure: Annotated[
        Literal["partial", "trip"],
        _ruling("move.on-fail", "What a failed advanced move is when --on-fail is not given."),
    ] = "partial"
    trip_rounding: Annotated[
        Literal["down", "up"],
        _ruling("move.trip", "How half the distance is rounded when someone trips."),
    ] = "down"
    thrown_moves_drain: Annotated[
        bool,
        _ruling(
            "move.no-drain",
            "Whether basic and advanced moves cost fitness as automatic ones do.",
        ),
    ] = False
    move_table_end: Annotated[
        Literal["linear", "six"],
        _ruling("move.beyond-table", 'The table goes on past a rating of 6; "six": it ends.'),
    ] = "linear"
    prone_moves: Annotated[
        Literal["crawl", "any"],
        _ruling("move.prone", "How somebody lying down may move."),
    ] = "crawl"
    attack_difficulty: Annotated[
        Literal["routine", "none"],
        _ruling(
            "attack.difficulty",
            'An attack is a routine task before any defence; "none": a single step is enough '
            "and every step is overkill.",
        ),
    ] = "routine"
    failed_attack: Annotated[
        Literal["misses", "any-step-hits"],
        _ruling(
            "attack.miss",
            "An attack that fails its task misses even with steps; "
            '"any-step-hits": only one without steps does.',
        ),
    ] = "misses"
    equal_steps: Annotated[
        Literal["defender", "attacker"],
        _ruling("defence.equal", "Whom equal steps of attack and defence favour."),
    ] = "defender"
    failed_defence: Annotated[
        Literal["full-hit", "steps-lessen"],
        _ruling(
            "defence.failed",
            "A failed defence does not lessen the hit; "
            '"steps-lessen": each of its steps takes 1 off the damage.',
        ),
    ] = "full-hit"
    first_defence_costs: Annotated[
        bool,
        _ruling("defence.first", "Whether the first defence of a turn takes an unused action."),
    ] = True
    again_kind: Annotated[
        Literal["any", "by-speed"],
        _ruling(
            "defence.again-kind",
            'A further defence may be of any kind; "by-speed": a slower defender only blocks.',
        ),
    ] = "any"
    defence_slot: Annotated[
        Literal["ability", "any"],
        _ruling("defence.slot", "Which extra actions pay for a defence."),
    ] = "ability"
    skipped_defence: Annotated[
        Literal["keeps-first", "loses-first"],
        _ruling("defence.skipped", "Whether letting an attack through keeps the first defence."),
    ] = "keeps-first"
    declared_parry_speed: Annotated[
        Literal["ignored", "counts"],
        _ruling(
            "defence.declared-speed",
            "Whether a slower defender may turn a declared attack into a parry.",
        ),
    ] = "ignored"
    declared_parry_extra: Annotated[
        Literal["awareness-first", "fitness-first"],
        _ruling("defence.declared-extra", "Which extra action a declared parry takes."),
    ] = "awareness-first"
    unknown_speed: Annotated[
        Literal["any-defence", "block-only"],
        _ruling(
            "defence.unknown-speed",
            "What a defender may do when the speeds are not known.",
        ),
    ] = "any-defence"
    default_defence: Annotated[
        Literal["best", "none"],
        _ruling("defence.default", "The defence made when --defence is not given."),
    ] = "best"
    parry_weapon: Annotated[
        Literal["melee", "any"],
        _ruling(
            "defence.parry-weapon",
            'Whether ranged weapons that the sheet lets parry do ("any") or not.',
        ),
    ] = "melee"
    parry_skill: Annotated[
        str,
        _skill(
            'The skill of a parry; "weapon", or a skill the sheet lacks: the weapon\'s.',
        ),
    ] = "weapon"
    block_skill: Annotated[
        str,
        _skill(
            'The skill of a block; "weapon", or a skill the sheet lacks: the weapon\'s.',
        ),
    ] = "block"
    dodge_skill: Annotated[str, _skill("The skill of a dodge.")] = "athletics"
    damage_per_overkill: Annotated[
        int, _figure("damage.formula", 0, 10, "Damage for each step of overkill.")
    ] = 1
    injury_armour_stops: Annotated[
        Literal["both", "injury"],
        _house("damage.armour", "Which tracks injury armour protects."),
    ] = "both"
    fatigue_armour_stops: Annotated[
        Literal["fatigue", "both"],
        _house("damage.armour", "Which tracks fatigue armour protects."),
    ] = "fatigue"
    damage_per_luck: Annotated[
        int, _figure("damage.luck", 0, 10, "Damage taken off for each luck point.")
    ] = 1
    overkill_against: Annotated[
        Literal["attack", "defence"],
        _house(
            "damage.overkill",
            "What the overkill in damage is counted against: the attack's own difficulty, or "
            'the steps of a failed defence where those are more ("defence").',
        ),
    ] = "attack"
    out_at_injury: Annotated[
        Limit | None,
        _house("damage.out", "The injury that takes somebody out; without a figure none does."),
    ] = None
    out_at_fatigue: Annotated[
        Limit | None,
        _house("damage.out", "The fatigue that takes somebody out; without a figure none does."),
    ] = None
    rest_heals_injury: Annotated[
        int, _figure("damage.healing", 0, 99, "Injury that a rest heals.")
    ] = 0
    rest_heals_fatigue: Annotated[
        int, _figure("damage.healing", 0, 99, "Fatigue that a rest heals.")
    ] = 0
    asphyxiation_damage: Annotated[
        Figure | None,
        _house("hazards", "What a turn without breath costs; without a figure it is refused."),
    ] = None
    fire_damage: Annotated[
        Figure | None,
        _house("hazards", "What a turn on fire costs; without a figure it is refused."),
    ] = None
    fall_damage: Annotated[
        Figure | None,
        _house("hazards", "What each fall_metres of a fall cost; without a figure it is refused."),
    ] = None
    asphyxiation_track: Annotated[
        Track, _house("hazards.figures", "The track that lost breath counts on.")
    ] = "fatigue"
    fire_track: Annotated[Track, _house("hazards.figures", "The track that fire counts on.")] = (
        "injury"
    )
    fall_track: Annotated[Track, _house("hazards.figures", "The track that falls count on.")] = (
        "injury"
    )
    fall_metres: Annotated[
        int, _figure("hazards.figures", 1, 99, "Metres of a fall that cost fall_damage once.")
    ] = 1
    afloat_test: Annotated[
        Literal["athletics", "none"],
        _ruling("hazards.afloat", "Whether a routine athletics task keeps a swimmer's breath."),
    ] = "athletics"
