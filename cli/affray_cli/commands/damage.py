"""`affray damage`."""

from typing import Annotated

import typer

from affray_cli.options import GAUNTLETS, REACTIVE, TROIKA, faces, number_or_word
from affray_cli.resolving import resolving

OptionalSheet = Annotated[
    str | None, typer.Argument(metavar="[SHEET]", help="Who strikes, and then who is struck.")
]


@resolving("damage", sheets=("attacker", "target"))
def damage(
    attacker: OptionalSheet = None,
    target: OptionalSheet = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which rules, without sheets: troika.")
    ] = None,
    weapon: Annotated[
        list[str] | None, typer.Option(help="The weapon; twice: one in each hand.")
    ] = None,
    armour: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            parser=number_or_word,
            help="Points of armour: Troika! and Iron Gauntlets.",
        ),
    ] = None,
    shield: Annotated[
        bool | None,
        typer.Option("--shield/--no-shield", help="A shield.", rich_help_panel=TROIKA),
    ] = None,
    bonus: Annotated[
        int | None, typer.Option(help="Added to the damage roll.", rich_help_panel=TROIKA)
    ] = None,
    mighty: Annotated[
        bool | None, typer.Option("--mighty", help="A Mighty Blow.", rich_help_panel=TROIKA)
    ] = None,
    weapon_number: Annotated[
        int | None, typer.Option(help="The weapon's number.", rich_help_panel=GAUNTLETS)
    ] = None,
    track: Annotated[
        str | None,
        typer.Option(metavar="injury|fatigue", help="Its track.", rich_help_panel=GAUNTLETS),
    ] = None,
    overkill: Annotated[
        int | None, typer.Option(help="The attack's overkill.", rich_help_panel=GAUNTLETS)
    ] = None,
    armour_track: Annotated[
        str | None,
        typer.Option(
            metavar="injury|fatigue", help="The armour's track.", rich_help_panel=GAUNTLETS
        ),
    ] = None,
    luck: Annotated[
        int | None, typer.Option(help="Luck points spent on it.", rich_help_panel=GAUNTLETS)
    ] = None,
    damage: Annotated[
        int | None, typer.Option(help="The attack's damage.", rich_help_panel=REACTIVE)
    ] = None,
    toughness: Annotated[
        int | None, typer.Option(help="The target's toughness.", rich_help_panel=REACTIVE)
    ] = None,
    marks: Annotated[
        int | None, typer.Option(help="The target's injury marks.", rich_help_panel=REACTIVE)
    ] = None,
    conviction: Annotated[
        int | None, typer.Option(help="Conviction the attacker spends.", rich_help_panel=REACTIVE)
    ] = None,
    target_conviction: Annotated[
        int | None, typer.Option(help="Conviction the target spends.", rich_help_panel=REACTIVE)
    ] = None,
    stunt_die: Annotated[
        int | None, typer.Option(help="The target's stunt die.", rich_help_panel=REACTIVE)
    ] = None,
    distance: Annotated[
        float | None,
        typer.Option(metavar="YARDS", help="How far off the target is.", rich_help_panel=REACTIVE),
    ] = None,
    attack_dice: Annotated[
        str | None,
        typer.Option(
            metavar="4,3,6",
            parser=faces,
            help="The attack roll, stunt die last.",
            rich_help_panel=REACTIVE,
        ),
    ] = None,
) -> None:
    """Roll damage, from two sheets or from bare numbers.

    affray damage --weapon greatsword --armour 2 --shield --bonus 1 --mighty

    affray damage @ogre @goblin --dice 4
    """
