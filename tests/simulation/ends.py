"""The ends of small fights, worked out exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from affray.dice import Dice, enumerate_play
from affray.engine import driver
from affray.engine.many.tallies import Ending, ending, fallen
from affray.engine.space import FightChain
from affray.engine.tell import QUIET_ROUNDS
from affray.fight import End, Fight

Ends = dict[Ending, Fraction]


def every_end(fight: Fight, most_rounds: int, deal: driver.Deal = driver.direct) -> Ends:
    """Every ending with its chance, by enumerating each step from each moment."""
    begin = driver.start(fight)
    now: dict[bytes, tuple[driver.Moment, tuple[str, ...], Fraction]] = {}
    now[b""] = begin, (), Fraction(1)
    ends: Ends = {}
    while now:
        following: dict[bytes, tuple[driver.Moment, tuple[str, ...], Fraction]] = {}
        for moment, first, chance in now.values():

            def play(dice: Dice, moment: driver.Moment = moment) -> Any:
                return driver.settle(driver.step(moment, dice, deal).moment, most_rounds)

            for line in enumerate_play(play, merges=True):
                after = line.result
                share = chance * Fraction(line.weight, line.total)
                fell = first or fallen(after.fight)
                if isinstance(after, End):
                    last = ending(after, fell)
                    ends[last] = ends.get(last, Fraction(0)) + share
                    continue
                key = msgspec.json.encode((after, fell))
                before = following.get(key)
                share += before[2] if before else 0
                following[key] = after, fell, share
        now = following
    return ends


def ends_of_chain(chain: FightChain, most_rounds: int) -> Ends:
    """The same by walking a chain of places with the harm summed aside."""
    began = chain.places[0].moment.fight.turns.round
    now = {(0, 0, 0, began, began): Fraction(1)}
    ends: Ends = {}

    def stop(number: int, reason: Any, rounds: int, chance: Fraction) -> None:
        place = chain.places[number]
        end = chain.ends.get(number) or End(place.moment.fight, reason, None, rounds)
        last = ending(end, place.first)._replace(rounds=rounds)
        ends[last] = ends.get(last, Fraction(0)) + chance

    while now:
        following: dict[tuple[int, int, int, int, int], Fraction] = {}
        for (number, a, b, round_, since), chance in now.items():
            ways, total = chain.ways(number)
            for way, weight in ways.items():
                share = chance * Fraction(weight, total)
                at, harm_a, harm_b = way.to, a + way.harm_a, b + way.harm_b
                quiet = round_ if way.harmed else since
                if way.harmed:
                    at = chain.struck(at, harm_a, harm_b)
                after = round_ + way.rounds
                if at in chain.ends:
                    stop(at, "", after, share)
                elif after > most_rounds:
                    stop(at, "cap", most_rounds, share)
                else:
                    if way.rounds and after - quiet >= QUIET_ROUNDS:
                        quiet = after
                        if not driver.can_hurt(chain.places[at].moment.fight):
                            stop(at, "stalemate", after, share)
                            continue
                    key = at, harm_a, harm_b, after, quiet
                    following[key] = following.get(key, Fraction(0)) + share
        now = following
    return ends
