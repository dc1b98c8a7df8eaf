"""`affray turn`."""

from typing import Annotated

from affray.engine.tell import take_turn
from affray.faults import BadRequest, Fault
from affray.fight import Hold
from affray.outcome import Outcome
from affray.session.file import save
from affray.session.play import note
from affray.tactics import acting
from affray.words import Line
from affray_cli import options, terminal
from affray_cli.asked import supply_of
from affray_cli.common import Asked
from affray_cli.declare import argument
from affray_cli.envelope import Envelope
from affray_cli.exits import Exit
from affray_cli.in_session import opened, result_of
from affray_cli.report import tell


def turn(
    name: Annotated[
        str | None, argument(metavar="[NAME]", help="Who plays; without: who may act.")
    ] = None,
    session: options.SessionFile = None,
    seed: options.Seed = None,
    dice: options.GivenDice = None,
    json: options.Json = False,
    explain: options.Explain = False,
    dry_run: options.DryRun = False,
    anyway: options.Anyway = False,
) -> int:
    """Play one combatant's turn by its sheet's [tactics], and apply it.

    affray turn Goblin-1 --session night.toml

    affray turn --session night.toml --json

    With --json a line for each thing done.
    """
    if session is None:
        raise BadRequest(Fault("turn plays in a fight", "say which with --session"))
    hold: Hold = "overruled" if anyway else "kept"
    supply = supply_of(Asked(seed=seed, dice=dice))
    with opened(session) as now:
        who = now.fight.fighter(name).name if name else acting(now.fight, supply.choices)
        results: list[tuple[Envelope, Outcome]] = []
        for done in take_turn(now.fight, who, supply, turn=hold):
            deed, maker, played = done.deed, done.dice, done.played
            result = result_of(now.fight, deed, played, maker.thrown, maker.replay_seed)
            now = note(now, deed, played, maker)
            results.append((result, played.whole))
        supply.finish()
        if not dry_run:
            save(now)
    if not results and json:
        nothing = {"affray": 1, "command": "turn", "who": who, "outcome": "nothing"}
        terminal.write_json(nothing)
    elif not results:
        terminal.write_lines([Line("headline", "", f"{who} has nothing to do")], True)
    for result, outcome in results:
        if json:
            terminal.write_json(result)
        else:
            terminal.write_lines(tell(result, outcome, explain), outcome.success)
    return Exit.OK
