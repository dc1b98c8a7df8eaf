"""Fights that are a matter of who is out, never of how hurt anybody is; and their turns alone."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from affray.deed import Deed
from affray.dice import Dice, SeededDice, enumerate_play
from affray.engine.driver import Effects, Moment, start, step
from affray.engine.exact import hashable
from affray.fight import Fight
from affray.outcome import Outcome


def is_plain(fight: Fight) -> bool:
    """Whether two fight whose turns, tactics and attacks never look at the harm of either.

    Nor at the number of the round.
    """
    return _are_two(fight) and all(map(fight.rules.terms.plain, fight.fighters))


def trades_blows(fight: Fight) -> bool:
    """Whether two begin who will only attack, and it is all one which of them does, and when.

    By their system's word, and by their own tactics: attacks without any options.
    """
    if not _are_two(fight) or fight.turns.round:
        return False
    trades = fight.rules.terms.trades
    return all(trades(one) and _attacks(fight, one.name) for one in fight.fighters)


def _are_two(fight: Fight) -> bool:
    return len(fight.fighters) == 2 and len(set(fight.sides.values())) == 2


def _attacks(fight: Fight, name: str) -> bool:
    deed = fight.decide(name, SeededDice(0))
    return deed is not None and deed.command == "attack" and not deed.options


Deeds = dict[int, Fraction]
"""The chance of each number of deeds in a round."""


def deeds_within(fight: Fight, rounds: int, most: int) -> list[Fraction]:
    """For each number up to `most`, the chance that fewer deeds fit into so many rounds.

    That is a matter of the turns alone, which are enumerated without what is done in
    them: for fights that have not begun, in which all that is done takes a turn and
    changes none (see `trades_blows`), so that every round goes like the first.
    """
    first = list(_first_round(fight).items())
    spread = [Fraction(1)] + [Fraction(0)] * most
    for _ in range(rounds):
        after = [Fraction(0)] * (most + 1)
        for before, chance in enumerate(spread):
            if chance:
                for more, share in first:
                    if before + more < most:
                        after[before + more] += chance * share
        spread = after
    fewer = [Fraction(0)]
    for chance in spread[:most]:
        fewer.append(fewer[-1] + chance)
    return fewer


class Undone(Struct, frozen=True):
    """The result of a deed that only used up its turn."""


class _Turns(NamedTuple):
    """A moment of a round, and how many deeds were done in it before."""

    moment: Moment
    deeds: int


def _first_round(fight: Fight) -> Deeds:
    found: Deeds = {}
    begin = start(fight)
    now = {_key(begin, 0): (_Turns(begin, 0), Fraction(1))}
    while now:
        following: dict[Any, tuple[_Turns, Fraction]] = {}
        for (moment, deeds), chance in now.values():
            for line in enumerate_play(_one_step(moment), merges=True):
                after, done = line.result
                share = chance * Fraction(line.weight, line.total)
                total = deeds + done
                if after.fight.turns.round > 1:
                    found[total] = found.get(total, Fraction(0)) + share
                    continue
                key = _key(after, total)
                known = following.get(key)
                following[key] = _Turns(after, total), share + (known[1] if known else 0)
        now = following
    return found


def _one_step(moment: Moment) -> Callable[[Dice], tuple[Moment, int]]:
    """A step in which whatever is done only uses up the turn, and how much is done in it."""

    def play(dice: Dice) -> tuple[Moment, int]:
        done: list[Deed] = []

        def deal(fight: Fight, deed: Deed, dice: Dice) -> Effects:
            done.append(deed)
            return fight.rules.cost(fight, deed, Outcome("", Undone(), (), ()))

        return step(moment, dice, deal).moment, len(done)

    return play


def _key(moment: Moment, deeds: int) -> tuple[Any, ...]:
    turns = moment.fight.turns
    read = [hashable(getattr(turns, field)) for field in turns.__struct_fields__]
    return (deeds, moment.actor, moment.deeds, moment.idle, moment.done, moment.given, *read)
