"""The named switches of Reactive Combat: where the text is silent, and how we rule."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _meta(rule: str, reason: str, ge: int | None = None, le: int | None = None) -> Meta:
    return Meta(ge=ge, le=le, description=reason, extra={"rule": rule})


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Every switch with its default; a rulings file replaces any of them."""

    tie_break: Annotated[
        Literal["defender", "attacker"],
        _meta(
            "tests.tie-break",
            "Who wins when totals, stunt dice and abilities are equal: whoever opposes the "
            "attack or test keeps what there was.",
        ),
    ] = "defender"
    default_tn: Annotated[
        int,
        _meta(
            "tests.default-tn",
            "The TN of a test for which none is named: the base game's average.",
            0,
            99,
        ),
    ] = 11
    melee_ability: Annotated[
        Literal["fighting", "by-group"],
        _meta(
            "tests.attack-ability",
            "Melee attacks test Fighting and ranged ones Accuracy; "
            '"by-group" tests Accuracy for brawling, dueling, light blades and staves too.',
        ),
    ] = "fighting"
    initiative_tie: Annotated[
        Literal["as-named", "reversed"],
        _meta(
            "initiative.tie",
            "Who comes first when totals, stunt dice and Dexterity are equal: whoever the command "
            'names first ("reversed": last).',
        ),
    ] = "as-named"
    slow_speed: Annotated[
        Literal["half", "full", "refused"],
        _meta(
            "speed.slow",
            "Crawling, climbing and swimming cover half the Speed with a minor action; "
            '"refused": the table decides.',
        ),
    ] = "half"
    warrior_toughness_step: Annotated[
        int,
        _meta(
            "class.warrior-step",
            "Toughness a warrior gains at levels 4, 8 and 12 each: the text has no number.",
            0,
            9,
        ),
    ] = 1
    warrior_damage_die: Annotated[
        Literal["best", "stunt"],
        _meta(
            "class.warrior-die",
            "Which attack die a level 16 warrior adds to damage: free to choose, so the best.",
        ),
    ] = "best"
    pinpoint_per_round: Annotated[
        Literal["unlimited", "once"],
        _meta("pinpoint.per-round", "How often a round pinpoint works: the text sets no limit."),
    ] = "unlimited"
    pinpoint_dice: Annotated[
        Literal["best", "others", "stunt"],
        _meta(
            "pinpoint.best",
            "At level 16 the sum of a rogue's other two dice replaces the stunt die; "
            '"best" takes whichever is more, as one who may choose would.',
        ),
    ] = "others"
    expert_strike_changes: Annotated[
        Literal["total", "stunt-die"],
        _meta(
            "expert-strike.total",
            "Expert strike raises the total alone; "
            '"stunt-die" doubles the stunt die for stunt points and ties as well.',
        ),
    ] = "total"
    defence_score: Annotated[
        Literal["defense-minus-10", "defense"],
        _meta(
            "melee.defence-score",
            "A defence roll adds Defense less the 10 that stands for an average throw; "
            '"defense" adds it whole.',
        ),
    ] = "defense-minus-10"
    defence_tie_ability: Annotated[
        Literal["dexterity", "defence-score"],
        _meta(
            "melee.defence-ability",
            "The ability of a defence roll in a tie of totals and stunt dice: Dexterity, which "
            "Defense is made of.",
        ),
    ] = "dexterity"
    riposte_weapon: Annotated[
        Literal["first-melee", "first"],
        _meta(
            "stunts.riposte-weapon",
            "What a riposte strikes with: the first melee weapon on the sheet; "
            '"first": the first weapon, and no riposte when that is a ranged one.',
        ),
    ] = "first-melee"
    riposte_unarmed: Annotated[
        bool,
        _meta(
            "stunts.riposte-weapon",
            "Whether bare hands count as a melee weapon in hand for a riposte.",
        ),
    ] = False
    riposte_features: Annotated[
        bool,
        _meta(
            "stunts.riposte-features",
            "Whether what a class adds to the damage of its attacks counts for a riposte, whose "
            "attack roll is the defence roll.",
        ),
    ] = True
    riposte_tie: Annotated[
        Literal["stands", "again"],
        _meta(
            "stunts.riposte-tie",
            "A defence roll that won stays the winner when it becomes the attack roll; "
            '"again" compares anew, so that a win by the last tie-break can be lost.',
        ),
    ] = "stands"
    between_bands: Annotated[
        Literal["farther", "nearer"],
        _meta(
            "ranged.between",
            "The band of a distance between two bands: 8.5 yards is more than short's 8.",
        ),
    ] = "farther"
    tn_floor: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        _meta("ranged.sum", "The lowest TN a shot can have, off by default."),
    ] = None
    penalty_timing: Annotated[
        Literal["at-once", "next-test"],
        _meta(
            "penalties.timing",
            "A combat penalty comes with being attacked, so it counts on the defence roll already.",
        ),
    ] = "at-once"
    deep_breath: Annotated[
        Literal["all", "one"],
        _meta("deep-breath", "How many combat penalties the minor action Deep Breath erases."),
    ] = "all"
    damage_ability: Annotated[
        bool,
        _meta(
            "damage.ability",
            "Add Strength (melee groups) or Perception (ranged groups) to damage, as the base "
            "game does.",
        ),
    ] = True
    equal_damage: Annotated[
        Literal["no-injury", "injury"],
        _meta(
            "damage.equal",
            "Damage equal to toughness is not higher, so nobody is hurt; "
            '"injury" makes it one of severity 1.',
        ),
    ] = "no-injury"
    conviction_order: Annotated[
        Literal["together", "defender-first"],
        _meta(
            "conviction.order",
            "Add up what both sides spend, then apply the minimum of 1; "
            '"defender-first" applies it before the attacker\'s points are added.',
        ),
    ] = "together"
    conviction_makes_injury: Annotated[
        bool,
        _meta(
            "conviction.no-injury",
            "Whether the attacker's Conviction can turn a blow shrugged off into an injury.",
        ),
    ] = False
    shot_soak: Annotated[
        Literal["fresh-die", "none"],
        _meta(
            "conviction.shot",
            "What the first point of Conviction takes off against a shot, where the target has "
            'thrown nothing: a fresh d6; "none" takes off nothing.',
        ),
    ] = "fresh-die"
    marks: Annotated[
        Literal["severity", "one"],
        _meta("marks", "How many injury marks an injury gives: as many as its severity."),
    ] = "severity"
    out_at_marks: Annotated[
        Annotated[int, Meta(ge=1, le=999)] | None,
        _meta(
            "marks.out",
            "How many marks take somebody out of the fight: the text has no figure, so none by "
            "default, and a fight that has to end needs one.",
        ),
    ] = None
    extra_bullet_needs_injury: Annotated[
        bool,
        _meta(
            "repeaters.extra-bullet-limits",
            "Whether the extra bullet needs an attack that injured; otherwise it makes a hit "
            "shrugged off an injury of 2.",
        ),
    ] = True
    extra_bullet_per_turn: Annotated[
        int,
        _meta(
            "repeaters.extra-bullet-limits",
            "Extra bullets a turn: a major and a minor action leave room for one.",
            1,
            2,
        ),
    ] = 1
    extra_bullet_conviction: Annotated[
        bool,
        _meta(
            "repeaters.extra-bullet-limits",
            "Whether Conviction can be spent against the extra bullet's 2 as well.",
        ),
    ] = False
    empty_loads_one: Annotated[
        bool,
        _meta(
            "repeaters.load-empty",
            "Whether a minor action may load one bullet into an empty repeater too.",
        ),
    ] = True
    rest_reloads: Annotated[
        bool,
        _meta(
            "rest",
            "Whether all guns are loaded once the encounter is over: there is time for it, and "
            "nobody counts what ammunition is carried.",
        ),
    ] = True
    rest_heals_marks: Annotated[
        int,
        _meta(
            "rest",
            "Injury marks that a rest takes away: the text has no healing, so none by default.",
            0,
            999,
        ),
    ] = 0
