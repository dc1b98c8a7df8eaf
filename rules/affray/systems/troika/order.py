"""Whose turn it is: the bag of tokens, the one that is out, and why (rule 5)."""

from typing import Annotated

from msgspec import Meta, Struct

from affray.fight import Scene, State
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import END, ENEMIES, HENCHMEN


class Turns(Struct, frozen=True):
    """The round (0: not begun), the bag, the token that is out, and whether it is used.

    `bag` counts the tokens left in it by whom each lets act.
    """

    round: int = 0
    bag: dict[str, Annotated[int, Meta(ge=0, le=9999)]] = {}
    token: str | None = None
    used: bool = False


OwnScene = Scene[Fighter, Turns, Rulings]
OwnState = State[Fighter, Turns, Rulings]
"""A fight of this system: as it is read, and as it is played."""


def whose(fight: OwnScene) -> tuple[str, ...]:
    """Who may act by the token that is out: its owner, or any living one of its colour."""
    token = fight.turns.token
    if token is None or token == END or fight.turns.used:
        return ()
    return tuple(fight.grouped(_token_of).get(token, ()))


def _token_of(fighter: Fighter, rulings: Rulings) -> str | None:
    """The token that lets somebody act; None: none does."""
    if fighter.condition or fighter.unconscious:
        return None
    return _COLOURS.get(fighter.sheet.kind, fighter.name)


_COLOURS = {"enemy": ENEMIES, "henchman": HENCHMEN}


def why(fight: OwnScene) -> str:
    """Whose turn it is and why, in a sentence."""
    turns = fight.turns
    if turns.round == 0:
        return "no token is drawn yet"
    if turns.token is None:
        return f"round {turns.round}: the token was put back; draw the next"
    if turns.token == END:
        return f"the End of the Round was drawn; round {turns.round} goes on with a full bag"
    if turns.used:
        return f"{_named(str(turns.token))} token is used; draw the next"
    names = " or ".join(whose(fight)) or "nobody able to act"
    return f"round {turns.round}: {_named(str(turns.token))} token is out: {names}"


def _named(token: str) -> str:
    if token == ENEMIES:
        return "the enemies'"
    return "the henchmen's" if token == HENCHMEN else f"{token}'s"
