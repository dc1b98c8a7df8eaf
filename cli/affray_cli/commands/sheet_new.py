"""`affray sheet new`."""

from typing import Annotated

from affray import sheets as sheet_files
from affray import starter
from affray.faults import BadRequest, Fault
from affray.registry import default, system
from affray_cli import options, terminal
from affray_cli.asked import dice_maker, seed_shown
from affray_cli.common import Asked
from affray_cli.declare import option
from affray_cli.exits import Exit


def new(
    system_name: options.SystemName = None,
    origin: Annotated[
        str | None,
        option("--from", metavar="SHEET", help="Begin with this sheet or @creature."),
    ] = None,
    name: Annotated[str | None, option(metavar="NAME", help="Who it is.")] = None,
    roll: Annotated[
        bool,
        option("--roll", help="Roll the starting scores."),
    ] = False,
    seed: options.Seed = None,
    dice: options.GivenDice = None,
) -> int:
    """Write a sheet to edit, with comments, to standard output.

    affray sheet new --system {system} --roll --seed 7 > mine.toml

    affray sheet new --from @goblin --name Grik > grik.toml

    --roll throws the starting scores, where the texts of the system say how; the sheet has
    their dice and the rule.
    """
    if origin is not None and (system_name is not None or roll):
        raise BadRequest(Fault("--from copies a sheet as it is", "leave out --system and --roll"))
    if not roll and (seed is not None or dice is not None):
        raise BadRequest(Fault("--seed and --dice are for --roll", "add --roll"))
    if origin is not None:
        text = starter.copy_of(sheet_files.load(origin), origin)
    elif system_name is None and not roll:
        raise BadRequest(Fault("which system's?", f"--system {default().name}, or --from SHEET"))
    else:
        text = _started(system_name or default().name, roll, Asked(seed=seed, dice=dice))
    if name is not None:
        text = starter.with_name(text, name)
        sheet_files.loads(text, "the new sheet")
    terminal.write(text.rstrip("\n"))
    return Exit.OK


def _started(system_name: str, roll: bool, asked: Asked) -> str:
    rules = system(system_name)
    text = rules.starter()
    if not roll:
        return text
    maker = dice_maker(asked)
    scores = rules.scores(maker)
    maker.finish()
    seen = seed_shown(asked, maker)
    how = ",".join(map(str, maker.thrown)) + ("" if seen is None else f", seed {seen}")
    return f"# Rolled with {how}.\n" + starter.with_scores(text, scores)
