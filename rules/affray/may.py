"""What somebody may do now: the law of a fight, asked of every deed and every answer."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from affray.deed import Deed
from affray.faults import AffrayError, Forbidden

if TYPE_CHECKING:
    from affray.fight import Scene
    from affray.system import System


class May(Struct, frozen=True, omit_defaults=True):
    """Something that somebody may do now, or may not.

    `what` is a command ("attack", "act aim") or an answer to what others do ("parry"), by
    `kind`; `price` what it costs, in words ("": nothing); `rule` the full id of the rule that
    says so; `why_not` is None where it is allowed, with a `hint` what would be right.
    """

    what: str
    kind: Literal["act", "answer"]
    price: str = ""
    rule: str | None = None
    why_not: str | None = None
    hint: str | None = None


def acts(system: "System", fight: "Scene", fighter: Any) -> Iterator[May]:
    """Every deed of somebody's turn: its price, or why not, as `System.allow` has the law."""
    for command in system.deeds:
        deed = system.probe(fight, fighter, command)
        if len(deed.who) < system.action(command).least:
            yield May(command, "act", why_not="there is nobody to do it to")
            continue
        try:
            system.allow(fight, deed)
        except AffrayError as refused:
            yield _refused(command, refused)
        else:
            rule = system.full_id(system.turn_rule)
            yield May(command, "act", system.price(fight, deed), rule)


def _refused(command: str, refused: AffrayError) -> May:
    first = refused.faults[0]
    if isinstance(refused, Forbidden):
        return May(command, "act", "", refused.rule, refused.message, first.hint)
    return May(command, "act", why_not=first.message, hint=first.hint)


def at_foes(system: "System", fight: "Scene", fighter: Any, command: str) -> Deed:
    """A deed as it is tried: against the first foes, as many as there have to be."""
    least = system.action(command).least
    foes = [one.name for one in fight.foes(fighter)] if least > 1 else []
    return Deed(command, (fighter.name, *foes[: least - 1]))
