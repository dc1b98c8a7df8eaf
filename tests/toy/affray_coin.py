"""Coin: a rule set in one file. Whoever attacks tosses coins, and each head takes a chip."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from affray.action import Action
from affray.dice import Dice, Pool
from affray.fields import Count, Name
from affray.harm import Terms
from affray.joined import JoinOrder, NoRulings
from affray.lookup import Rule
from affray.option import DUEL, option
from affray.outcome import Outcome, Subject, TraceStep, changes
from affray.tables import Maker, Table


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, and how many chips they begin with."""

    system: Literal["coin"]
    name: Name
    chips: Count


class Fighter(Struct, frozen=True):
    """Somebody in a fight, and the chips they have left."""

    name: str
    sheet: Sheet
    chips: Count


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of an attack."""

    coins: Annotated[int, Meta(ge=1, le=9), option("How many coins are tossed.")] = 1


class Tossed(Struct, frozen=True):
    """Who attacked whom, and the heads they tossed."""

    attacker: Subject
    defender: Subject
    heads: int


def attack(fighters: Sequence[Fighter], asked: Attack, dice: Dice, rulings: NoRulings) -> Outcome:
    """Toss coins at somebody: each head takes a chip (rule 1)."""
    attacker, defender = fighters
    heads = dice.throw(Pool(asked.coins, 1, sides=2), f"{attacker.name}'s coins")
    effects = changes(defender, {"chips": max(0, defender.chips - heads)}, defender.name)
    result = Tossed(Subject(attacker.name), Subject(defender.name), heads)
    step = TraceStep("coin:1", "text", "each head takes a chip", heads)
    return Outcome("hit" if heads else "miss", result, effects, (step,), heads > 0)


class Coin(JoinOrder[Sheet, Fighter, NoRulings]):
    """Coin as the kernel knows it."""

    name, title = "coin", "Coin"
    sheet_type, fighter_type, rulings_type = Sheet, Fighter, NoRulings
    actions: ClassVar = {"attack": Action(Attack, attack, DUEL, Tossed)}
    terms = Terms(harm=(("chips", -1),), measure="chips")

    def enter(self, sheet: Sheet, name: str) -> Fighter:
        return Fighter(name, sheet, sheet.chips)

    def is_out(self, fighter: Fighter, rulings: NoRulings) -> bool:
        return fighter.chips <= 0

    def rules(self) -> tuple[Rule, ...]:
        return (Rule("1", "Heads", "Attacks", "text", "Each head takes a chip.", ("toss",)),)

    def tables(self) -> dict[str, Maker]:
        return {"coin": lambda: Table("Coin", "coin:1", ("up", "cost"), (("head", 1), ("tail", 0)))}


SYSTEM = Coin()
