"""The named switches of Troika!: where the text is silent, and how we rule by default."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


def _meta(rule: str, reason: str) -> Meta:
    return Meta(description=reason, extra={"rule": rule})


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """Every switch with its default; a rulings file replaces any of them."""

    clamp: Annotated[
        Literal["once", "each"],
        _meta(
            "8/clamp",
            "Add all modifiers to the damage roll and bound the sum once; "
            '"each" bounds it after armour and shield, then again after the bonuses.',
        ),
    ] = "once"
    mighty_against_fumble: Annotated[
        Literal["both", "mighty-blow"],
        _meta(
            "7.4/against-fumble",
            "A double 6 against a double 1: +1 to the damage roll and double damage; "
            '"mighty-blow" leaves out the +1.',
        ),
    ] = "both"
    unaware_double_six: Annotated[
        Literal["miss", "mighty-blow"],
        _meta("7.3/double-six", "A double 6 on the Roll Under at an unaware target fails."),
    ] = "miss"
    unaware_double_one: Annotated[
        Literal["hit", "fumble"],
        _meta("7.3/double-one", "A double 1 on that roll is a success like any low roll."),
    ] = "hit"
    unaware_cover: Annotated[
        Literal["lowers-target", "ignored"],
        _meta(
            "7.3/cover",
            "An unaware target throws nothing that cover could add to, so its cover comes off "
            "the number to roll under.",
        ),
    ] = "lowers-target"
    helpless: Annotated[
        Literal["unaware", "fights-on"],
        _meta("7.3/helpless", "Who is dying or dead answers no attack, as if unaware of it."),
    ] = "unaware"
    two_weapon_skill: Annotated[
        Literal["first", "best"],
        _meta("7.7/skill", "With several weapons in hand, the first one named is fought with."),
    ] = "first"
    ranged_in_melee: Annotated[
        Literal["next-weapon", "as-held"],
        _meta(
            "6.1/ranged-in-hand",
            "Someone attacked in melee answers with the first weapon that is no ranged one, "
            "with bare hands if there is none.",
        ),
    ] = "next-weapon"
    weapon_choice: Annotated[
        Literal["best", "first"],
        _meta("7.7/best-row", "Of several weapons in hand, the row that hurts most is read."),
    ] = "best"
    luck_tie_both: Annotated[
        Literal["tie", "attacker", "defender"],
        _meta("3.3/both", "When both sides' luck would win a tie, it stays a tie."),
    ] = "tie"
    shot_lost: Annotated[
        Literal["miss", "countered"],
        _meta("6.2/shot-lost", "A target that wins against a shot takes no harm and deals none."),
    ] = "miss"
    shot_mighty: Annotated[
        Literal["shooter", "either"],
        _meta("6.2/shot-mighty", "A target cannot strike a Mighty Blow with its evasion."),
    ] = "shooter"
    shot_fumble: Annotated[
        Literal["miss", "as-melee"],
        _meta(
            "6.2/shot-fumble",
            "A shooter's double 1 misses whatever the target rolls; as in a melee, it would "
            "miss too, except that two double 1s would hurt both.",
        ),
    ] = "miss"
    hash_ignores_shield: Annotated[
        bool,
        _meta("8/shield-hash", "Whether a weapon that ignores armour ignores a shield too."),
    ] = False
    overburdened_damage_roll: Annotated[
        bool,
        _meta("10/damage-roll", "Whether the −4 of the overburdened is on damage rolls too."),
    ] = False
    drowned: Annotated[
        Literal["dead", "dying"],
        _meta("7.9/drowned", "Who drowns is dead at once, without a dying round."),
    ] = "dead"
    swim_load_rounding: Annotated[
        Literal["down", "up"],
        _meta("7.9/swim-load", "Half the filled slots come off a swim's target, rounded down."),
    ] = "down"
    fall_rounding: Annotated[
        Literal["down", "up"],
        _meta("7.8.1/rounding", "A fall costs 1d6 for each whole 2 metres."),
    ] = "down"
    enemy_token_cap: Annotated[
        bool,
        _meta("5/cap", "Bound the enemies' tokens by twice what the characters put in."),
    ] = False
    cap_counts_henchmen: Annotated[
        bool,
        _meta("5/cap-henchmen", "Whether henchmen's tokens count as the characters' for the cap."),
    ] = False
