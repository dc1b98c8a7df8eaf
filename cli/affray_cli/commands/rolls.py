"""`affray roll …`."""

from typing import Annotated

import typer

from affray_cli.lazy import Entry
from affray_cli.options import Sheet, Sheets
from affray_cli.resolving import resolving

Number = int | None


@resolving("roll reaction", sheets=("sheet",))
def reaction(
    sheet: Sheets,
    fitness: Annotated[Number, typer.Option(help="Fitness points given up for dice.")] = None,
    awareness: Annotated[Number, typer.Option(help="Awareness points given up.")] = None,
    modifier: Annotated[Number, typer.Option(help="Dice from circumstances.")] = None,
) -> None:
    """Iron Gauntlets: who acts when this turn.

    affray roll reaction examples/sheets/iron-gauntlets/suenta.toml --awareness 1

    affray roll reaction examples/sheets/iron-gauntlets/*.toml --seed 5
    """


@resolving("roll initiative", sheets=("sheet",))
def initiative(sheet: Sheets) -> None:
    """Who acts when, as each system has it.

    affray roll initiative examples/sheets/troika/ardent-giant.toml @goblin @goblin

    affray roll initiative @dragon @goblin --seed 3
    """


@resolving("roll task", sheets=("sheet",))
def task(
    sheet: Sheet,
    skill: Annotated[str, typer.Argument(metavar="SKILL", help="The skill used.")],
    ability: Annotated[str | None, typer.Option(help="The ability whose rating is rolled.")] = None,
    difficulty: Annotated[Number, typer.Option(help="Steps needed, if not routine.")] = None,
    luck: Annotated[Number, typer.Option(help="Luck points spent, a die each.")] = None,
    modifier: Annotated[Number, typer.Option(help="Dice more or fewer.")] = None,
) -> None:
    """Iron Gauntlets: a task, in steps.

    affray roll task examples/sheets/iron-gauntlets/suenta.toml athletics --difficulty 2

    affray roll task examples/sheets/iron-gauntlets/titus.toml athletics --luck 1 --seed 4
    """


@resolving("roll under", sheets=("sheet",))
def under(
    sheet: Sheet,
    skill: Annotated[
        str | None, typer.Argument(metavar="[SKILL]", help="An Advanced Skill; without: Skill.")
    ] = None,
    modifier: Annotated[Number, typer.Option(help="Added to the target.")] = None,
) -> None:
    """Troika!: roll under Skill and rank.

    affray roll under @goblin

    affray roll under examples/sheets/troika/ardent-giant.toml swim --dice 3,4
    """


@resolving("roll luck", sheets=("sheet",))
def luck(sheet: Sheet) -> None:
    """Troika!: test your Luck.

    affray roll luck examples/sheets/troika/ardent-giant.toml

    affray roll luck examples/sheets/troika/ardent-giant.toml --dice 4,4 --json
    """


@resolving("roll versus", sheets=("first", "second"))
def versus(
    first: Sheet,
    second: Sheet,
    skill: Annotated[str | None, typer.Option(metavar="NAME", help="The first's skill.")] = None,
    versus_skill: Annotated[
        str | None, typer.Option(metavar="NAME", help="The second's skill.")
    ] = None,
) -> None:
    """Troika!: roll one against another.

    affray roll versus @goblin @troll

    affray roll versus examples/sheets/troika/ardent-giant.toml @goblin --skill swim --seed 2
    """


@resolving("roll test", sheets=("sheet", "versus"))
def ability_test(
    sheet: Sheet,
    ability: Annotated[str, typer.Argument(metavar="ABILITY", help="The ability tested.")],
    focus: Annotated[
        bool | None, typer.Option("--focus", help="A focus of the ability applies.")
    ] = None,
    tn: Annotated[Number, typer.Option(help="The target number.")] = None,
    versus: Annotated[
        str | None, typer.Option(metavar="SHEET", help="Opposed by this one.")
    ] = None,
    versus_ability: Annotated[
        str | None, typer.Option(metavar="ABILITY", help="The other's ability, if not the same.")
    ] = None,
    versus_focus: Annotated[
        bool | None, typer.Option("--versus-focus", help="A focus of the other's applies.")
    ] = None,
    penalties: Annotated[Number, typer.Option(help="Combat penalties of the first.")] = None,
    target_penalties: Annotated[Number, typer.Option(help="Combat penalties of the other.")] = None,
) -> None:
    """Reactive Combat: an ability test.

    affray roll test examples/sheets/reactive-combat/kessa.toml dexterity --tn 11

    affray roll test examples/sheets/reactive-combat/kessa.toml dexterity --focus --seed 1
    """


ROLLS = {
    "reaction": Entry("rolls:reaction", "Iron Gauntlets: who acts when this turn."),
    "initiative": Entry("rolls:initiative", "Who acts when, as each system has it."),
    "task": Entry("rolls:task", "Iron Gauntlets: a task, in steps."),
    "under": Entry("rolls:under", "Troika!: roll under Skill and rank."),
    "versus": Entry("rolls:versus", "Troika!: roll one against another."),
    "luck": Entry("rolls:luck", "Troika!: test your Luck."),
    "test": Entry("rolls:ability_test", "Reactive Combat: an ability test."),
    "dice": Entry("plain_dice:dice", "Plain dice, such as 2d6+3."),
}
