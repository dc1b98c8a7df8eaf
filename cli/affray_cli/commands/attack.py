"""`affray attack`."""

from typing import Annotated

import typer

from affray_cli.options import GAUNTLETS, REACTIVE, TROIKA, Sheet, number_or_word
from affray_cli.resolving import resolving

Flag = bool | None
Word = str | None
Number = int | None


@resolving("attack", sheets=("attacker", "defender", "into_melee"))
def attack(
    attacker: Sheet,
    defender: Sheet,
    weapon: Annotated[
        list[str] | None, typer.Option(help="The weapon used; twice: one in each hand.")
    ] = None,
    cover: Annotated[
        str | None,
        typer.Option(
            metavar="1-6|light|heavy",
            parser=number_or_word,
            help="The target's cover: 1 to 6 in Troika!, light or heavy in Reactive Combat.",
        ),
    ] = None,
    luck: Annotated[
        str | None,
        typer.Option(
            metavar="N|WHO",
            parser=number_or_word,
            help="Iron Gauntlets: luck points spent. Troika!: who tests Luck for damage "
            "(attacker, defender or both).",
        ),
    ] = None,
    unaware: Annotated[
        Flag, typer.Option("--unaware", help="The target is unaware.", rich_help_panel=TROIKA)
    ] = None,
    prone: Annotated[
        Word, typer.Option(metavar="WHO", help="Who is on the floor.", rich_help_panel=TROIKA)
    ] = None,
    luck_on_tie: Annotated[
        Word, typer.Option(metavar="WHO", help="Who tests Luck on a tie.", rich_help_panel=TROIKA)
    ] = None,
    aim: Annotated[
        Flag,
        typer.Option("--aim", help="Aimed: throw twice, keep the better.", rich_help_panel=TROIKA),
    ] = None,
    into_melee: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SHEET", help="Another in the melee shot into; repeat.", rich_help_panel=TROIKA
        ),
    ] = None,
    grapple: Annotated[
        Word,
        typer.Option(
            metavar="floor|hurt", help="Grapple instead of a blow.", rich_help_panel=TROIKA
        ),
    ] = None,
    skill: Annotated[
        Word,
        typer.Option(metavar="NAME", help="The attacker's Advanced Skill.", rich_help_panel=TROIKA),
    ] = None,
    defence_skill: Annotated[
        Word,
        typer.Option(metavar="NAME", help="The target's Advanced Skill.", rich_help_panel=TROIKA),
    ] = None,
    defence: Annotated[
        Word,
        typer.Option(
            metavar="parry|dodge|block|none",
            help="How the target defends.",
            rich_help_panel=GAUNTLETS,
        ),
    ] = None,
    speed: Annotated[
        Number, typer.Option(help="The attacker's reaction speed.", rich_help_panel=GAUNTLETS)
    ] = None,
    target_speed: Annotated[
        Number, typer.Option(help="The target's reaction speed.", rich_help_panel=GAUNTLETS)
    ] = None,
    already_defended: Annotated[
        Flag,
        typer.Option(
            "--already-defended",
            help="The target has defended this turn.",
            rich_help_panel=GAUNTLETS,
        ),
    ] = None,
    extra_actions: Annotated[
        Number,
        typer.Option(help="The target's extra actions left.", rich_help_panel=GAUNTLETS),
    ] = None,
    declared: Annotated[
        Flag,
        typer.Option(
            "--declared",
            help="The target turns its declared attack into a parry.",
            rich_help_panel=GAUNTLETS,
        ),
    ] = None,
    difficulty: Annotated[
        Number,
        typer.Option(help="The attack's difficulty, if not routine.", rich_help_panel=GAUNTLETS),
    ] = None,
    modifier: Annotated[
        Number,
        typer.Option(help="The attacker's dice from circumstances.", rich_help_panel=GAUNTLETS),
    ] = None,
    target_modifier: Annotated[
        Number,
        typer.Option(help="The target's dice from circumstances.", rich_help_panel=GAUNTLETS),
    ] = None,
    distance: Annotated[
        float | None,
        typer.Option(metavar="YARDS", help="How far off the target is.", rich_help_panel=REACTIVE),
    ] = None,
    size: Annotated[
        Word, typer.Option(metavar="NAME", help="The target's size.", rich_help_panel=REACTIVE)
    ] = None,
    target_ran: Annotated[
        Flag,
        typer.Option(
            "--target-ran", help="The target's last major action was Run.", rich_help_panel=REACTIVE
        ),
    ] = None,
    penalties: Annotated[
        Number, typer.Option(help="The attacker's combat penalties.", rich_help_panel=REACTIVE)
    ] = None,
    target_penalties: Annotated[
        Number, typer.Option(help="The target's combat penalties.", rich_help_panel=REACTIVE)
    ] = None,
    marks: Annotated[
        Number, typer.Option(help="The target's injury marks.", rich_help_panel=REACTIVE)
    ] = None,
    conviction: Annotated[
        Number, typer.Option(help="Conviction the attacker spends.", rich_help_panel=REACTIVE)
    ] = None,
    target_conviction: Annotated[
        Number, typer.Option(help="Conviction the target spends.", rich_help_panel=REACTIVE)
    ] = None,
    expert_strike: Annotated[
        Flag,
        typer.Option(
            "--expert-strike", help="A warrior's stunt die counts twice.", rich_help_panel=REACTIVE
        ),
    ] = None,
    stunt: Annotated[
        list[str] | None,
        typer.Option(
            metavar="riposte|breath-in:N",
            help="What the target's stunt points go to.",
            rich_help_panel=REACTIVE,
        ),
    ] = None,
    extra_bullet: Annotated[
        Flag,
        typer.Option(
            "--extra-bullet", help="A repeater's second bullet.", rich_help_panel=REACTIVE
        ),
    ] = None,
    soak_die: Annotated[
        Number,
        typer.Option(help="The target's soak die against a shot.", rich_help_panel=REACTIVE),
    ] = None,
) -> None:
    """Resolve one attack between two sheets.

    affray attack examples/sheets/troika/ardent-giant.toml @goblin --seed 7

    affray attack @goblin @troll --cover 2 --dice 5,4,3,3,2 --explain
    """
