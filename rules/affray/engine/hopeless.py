"""Whether anybody in a fight can be hurt any more."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from affray.deed import Deed, ready
from affray.dice import enumerate_play
from affray.engine.exact import results
from affray.faults import Forbidden
from affray.fight import Fight, State
from affray.harm import replaced
from affray.outcome import Outcome

MOST_STATES = 100
"""Ways somebody can stand by their own deeds, past which harm is supposed to be possible."""


def hopeless(state: State) -> bool:
    """Whether nothing that anybody would do, now or after more of it, can hurt somebody.

    Everybody is looked at alone, free of what limits a turn and at their best, and all others
    where they are hurt most easily. What the rules refuse now, and leaving, count as hope.
    """
    fight = state.kept()
    return not any(_may_harm(fight, f) for f in fight.fighters if not fight.is_out(f))


def _may_harm(fight: Fight, fighter: Any) -> bool:
    rules, terms = fight.rules, fight.rules.terms
    others = [replaced(one, terms.at_worst) for one in fight.fighters]
    place = fight.fighters.index(fighter)
    queue = [replaced(rules.loosen(fighter), terms.at_best)]
    for one in queue:
        now = replace(fight, fighters=(*others[:place], one, *others[place + 1 :]))
        for deed in _deeds(now, one.name):
            try:
                found = _results(now, deed)
            except Forbidden:  # what keeps somebody from it now may pass
                return True
            for outcome, _ in found:
                if any(effect.field in terms.fields for effect in outcome.effects):
                    return True
                own = {e.field: e.after for e in outcome.effects if e.who == one.name}
                after = replaced(replaced(one, own), terms.at_best)
                if fight.is_out(after):
                    return True
                if after not in queue:
                    queue.append(after)
        if len(queue) > MOST_STATES:
            return True
    return False


def _deeds(fight: Fight, name: str) -> list[Deed]:
    """What somebody may do next, however the dice of their tactics fall."""
    choosing = partial(fight.decide, name)
    found = {repr(line.result): line.result for line in enumerate_play(choosing)}
    return [deed for deed in found.values() if deed is not None]


def _results(fight: Fight, deed: Deed) -> list[tuple[Outcome, int]]:
    fighters = [fight.fighter(name) for name in deed.who]
    play = ready(fight.rules, deed.command, fighters, deed.options, fight.rulings)
    return results(play)[0]
