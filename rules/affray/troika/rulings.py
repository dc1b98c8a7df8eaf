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
