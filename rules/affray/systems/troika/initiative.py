"""The initiative stack (rule 5): tokens in a bag, drawn until the End of the Round."""

from collections.abc import Sequence

from msgspec import Struct

from affray.action import Action, Nothing
from affray.dice import Dice, Sum
from affray.option import SHEETS
from affray.outcome import Outcome, Trace
from affray.systems.troika.fighter import Fighter
from affray.systems.troika.rolls import SYSTEM
from affray.systems.troika.rulings import Rulings
from affray.systems.troika.sheet import END, ENEMIES, HENCHMEN

CHARACTER_TOKENS, HENCHMAN_TOKENS = 2, 1


def stack(fighters: Sequence[Fighter], rulings: Rulings, trace: Trace) -> tuple[str, ...]:
    """The tokens in the bag, each by whom it lets act; the End of the Round token last.

    A character has 2 of its own, each henchman 1 of a shared colour; the enemies share
    the sum of their Initiative, which a switch can bound.
    """
    characters = [f.name for f in fighters if f.sheet.kind == "character"]
    henchmen = sum(f.sheet.kind == "henchman" for f in fighters) * HENCHMAN_TOKENS
    enemies = sum(f.sheet.initiative for f in fighters if f.sheet.kind == "enemy")
    trace.add("5", "text", "two tokens for each character", CHARACTER_TOKENS * len(characters))
    if henchmen:
        trace.add("5", "text", "one token for each henchman", henchmen)
    trace.add("5", "text", "the enemies' Initiative together", enemies)
    if rulings.enemy_token_cap:
        put_in = CHARACTER_TOKENS * len(characters)
        if rulings.cap_counts_henchmen:
            put_in += henchmen
        trace.switch("5/cap-henchmen", "cap_counts_henchmen", rulings.cap_counts_henchmen)
        trace.switch("5/cap", "enemy_token_cap", True)
        if characters and enemies > 2 * put_in:
            enemies = 2 * put_in
            trace.add("5/cap", "ruling", "the enemies' tokens are bounded", enemies)
    own = tuple(name for name in characters for _ in range(CHARACTER_TOKENS))
    return (*own, *(HENCHMEN,) * henchmen, *(ENEMIES,) * enemies, END)


class InitiativeResult(Struct, frozen=True):
    """The tokens in the bag, those drawn in order, and how many were left undrawn."""

    tokens: int
    order: tuple[str, ...]
    left: int


def roll_initiative(
    fighters: Sequence[Fighter], asked: Nothing, dice: Dice, rulings: Rulings
) -> Outcome:
    """Draw one round: tokens come out of the bag until the End of the Round does (rule 5)."""
    trace = Trace(SYSTEM, dice.explains)
    bag = list(stack(fighters, rulings, trace))
    count, order = len(bag), list[str]()
    trace.add("5", "text", "tokens in the bag, the End of the Round among them", count)
    while END in bag:
        # An urn of like tokens: the draw names a place in it, not a physical die.
        token = bag.pop(dice.throw(Sum(1, len(bag)), "the next token") - 1)
        if token != END:
            order.append(token)
    trace.add("5", "text", "the End of the Round comes out", len(bag))
    result = InitiativeResult(count, tuple(order), len(bag))
    return Outcome("ordered", result, (), tuple(trace.steps))


INITIATIVE = Action(
    Nothing,
    roll_initiative,
    SHEETS,
    InitiativeResult,
    examples=(
        "affray roll initiative examples/sheets/troika/ardent-giant.toml @goblin @goblin",
        "affray roll initiative @dragon @goblin --seed 3",
    ),
)
