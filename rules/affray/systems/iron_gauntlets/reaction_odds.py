"""Who goes first in a turn of Iron Gauntlets, and what giving up points does for it.

Each combatant's own reaction roll is enumerated by the rule function; the rolls are
independent, so the order follows by comparing places as the rules rank them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from msgspec import Struct

from affray.engine.exact import after, distribution, mean
from affray.engine.report import Chance, RollReport, exactly
from affray.faults import Forbidden
from affray.outcome import Outcome
from affray.systems.iron_gauntlets.fighter import Fighter
from affray.systems.iron_gauntlets.initiative import Rank, Reaction, rank, roll_reaction
from affray.systems.iron_gauntlets.rulings import Rulings
from affray.words import Line, percent

Spread = dict[Rank, Fraction]


class Allocation(Struct, frozen=True):
    """Points one combatant may give up, and what they buy.

    `first`: the chance to act before everybody else; `tied`: to share the first place.
    `actions` are those of any kind, for fitness, and for awareness.
    """

    fitness: int
    awareness: int
    first: Fraction
    tied: Fraction
    actions: tuple[int, int, int]


class ReactionOdds(Struct, frozen=True):
    """Who goes first: alone, or at the same time as others (`tied`), by name.

    `speeds` is the first combatant's own; `allocations` are all it could give up instead,
    against the others as they are; `best` has the best chance for the fewest points.
    """

    first: dict[str, Fraction]
    tied: dict[str, Fraction]
    speeds: dict[int, Fraction]
    allocations: tuple[Allocation, ...]
    best: Allocation


def reaction_odds(
    fighters: Sequence[Any],
    rulings: Any,
    given: Sequence[tuple[int, int]] = (),
    modifier: int = 0,
) -> ReactionOdds:
    """The odds of a reaction roll of one or more combatants with names of their own.

    `given` are the points of fitness and awareness that each gives up, none where it is
    shorter; `modifier` is dice for circumstances, for all of them.

    Raises:
        Forbidden: points that are not there to give.
    """
    points = [given[i] if i < len(given) else (0, 0) for i in range(len(fighters))]
    spreads = [
        _ranks(fighter, Reaction(*own, modifier), rulings)
        for fighter, own in zip(fighters, points, strict=True)
    ]
    places = [_chances(i, spreads, rulings) for i in range(len(fighters))]
    names = [fighter.name for fighter in fighters]
    allocations = tuple(_allocations(fighters[0], spreads, modifier, rulings))
    return ReactionOdds(
        first={name: first for name, (first, _) in zip(names, places, strict=True)},
        tied={name: tied for name, (_, tied) in zip(names, places, strict=True)},
        speeds=_speeds(fighters[0], Reaction(*points[0], modifier), rulings),
        allocations=allocations,
        best=max(allocations, key=lambda a: (a.first, a.tied, -a.fitness - a.awareness)),
    )


def _ranks(fighter: Any, asked: Reaction, rulings: Any) -> Spread:
    """The places a combatant can come to, with their chances."""

    def key(outcome: Outcome) -> Rank:
        now = after(fighter, outcome.effects)
        return rank(now, now.speed, now.defaulted, rulings)

    return distribution(lambda dice: roll_reaction([fighter], asked, dice, rulings), key)


def _speeds(fighter: Any, asked: Reaction, rulings: Any) -> dict[int, Fraction]:
    def key(outcome: Outcome) -> int:
        result: Any = outcome.result
        return int(result.order[0].speed)

    found = distribution(lambda dice: roll_reaction([fighter], asked, dice, rulings), key)
    return dict(sorted(found.items()))


def _chances(place: int, spreads: Sequence[Spread], rulings: Any) -> tuple[Fraction, Fraction]:
    """The chance that one goes first alone, and that it goes first together with others."""
    alone, at_all = Fraction(0), Fraction(0)
    in_turn = rulings.full_tie == "in-turn"
    for own, chance in spreads[place].items():
        later = [sum((c for r, c in spread.items() if r > own), Fraction(0)) for spread in spreads]
        level = [spread.get(own, Fraction(0)) for spread in spreads]
        others = [i for i in range(len(spreads)) if i != place]
        # Where ties are played in turn, whoever was named first comes first.
        alone += chance * prod(
            (later[i] + (level[i] if in_turn and i > place else 0) for i in others),
            start=Fraction(1),
        )
        if not in_turn:
            at_all += chance * prod((later[i] + level[i] for i in others), start=Fraction(1))
    return alone, Fraction(0) if in_turn else at_all - alone


def _allocations(
    fighter: Any, spreads: Sequence[Spread], modifier: int, rulings: Any
) -> list[Allocation]:
    """Every way to give up points that the rules allow, the fewest first."""
    abilities = fighter.sheet.abilities
    found = []
    for fitness in range(abilities.fitness + 1):
        for awareness in range(abilities.awareness + 1):
            asked = Reaction(fitness, awareness, modifier)
            try:
                own = _ranks(fighter, asked, rulings)
            except Forbidden:
                continue
            first, tied = _chances(0, [own, *spreads[1:]], rulings)
            actions = _actions(fighter, asked, rulings)
            found.append(Allocation(fitness, awareness, first, tied, actions))
    return found


def _actions(fighter: Any, asked: Reaction, rulings: Any) -> tuple[int, int, int]:
    """The actions that points given up leave, whatever is thrown."""

    def key(outcome: Outcome) -> tuple[int, int, int]:
        result: Any = outcome.result
        actions = result.order[0].actions
        return actions.any, actions.fitness, actions.awareness

    (actions,) = distribution(lambda dice: roll_reaction([fighter], asked, dice, rulings), key)
    return actions


def report(fighters: Sequence[Fighter], asked: Reaction, rulings: Rulings) -> RollReport:
    """Who goes first, and what giving up points does for the first named."""
    points = [(asked.fitness, asked.awareness)]
    found = reaction_odds(fighters, rulings, points, asked.modifier)
    return RollReport(_data(found), tuple(_lines(fighters[0].name, found)), tuple(_rows(found)))


def _data(odds: ReactionOdds) -> dict[str, Any]:
    return {
        "first": {name: exactly(chance) for name, chance in odds.first.items()},
        "tied": {name: exactly(chance) for name, chance in odds.tied.items()},
        "speed": {str(speed): float(chance) for speed, chance in odds.speeds.items()},
        "mean_speed": float(mean(odds.speeds)),
        "best": _allocation(odds.best),
        "allocations": [_allocation(one) for one in odds.allocations],
    }


def _allocation(one: Allocation) -> dict[str, Any]:
    return {
        "fitness": one.fitness,
        "awareness": one.awareness,
        "first": exactly(one.first),
        "tied": exactly(one.tied),
        "actions": dict(zip(("any", "fitness", "awareness"), one.actions, strict=True)),
    }


def _lines(name: str, odds: ReactionOdds) -> Iterator[Line | Chance]:
    """Who goes first, the first named's speeds, and each way it could give up points."""
    if len(odds.first) == 1:
        yield Line("headline", "", f"{name} has speed {float(mean(odds.speeds)):.2f} on average")
        for speed, chance in odds.speeds.items():
            yield Chance("roll", f"speed {speed}", chance, exact=True)
        return
    leader = max(odds.first, key=lambda who: odds.first[who])
    yield Line("headline", "", f"{leader} goes first {percent(odds.first[leader])} of the time")
    for who, chance in odds.first.items():
        tied = f"  (level with others: {percent(odds.tied[who])})" if odds.tied[who] else ""
        yield Chance("roll", who, chance, more=tied)
    for one in odds.allocations:
        label = f"{name} gives fitness {one.fitness}, awareness {one.awareness}"
        yield Chance("damage", label, one.first)
    best = odds.best
    text = f"fitness {best.fitness}, awareness {best.awareness}: first {percent(best.first)}"
    yield Line("note", f"best for {name}", text)


def _rows(odds: ReactionOdds) -> Iterator[tuple[object, ...]]:
    """Who goes first, and the chances of each allocation, one a row."""
    yield "kind", "who", "fitness", "awareness", "p", "exact"
    pairs: tuple[tuple[str, Mapping[str, Fraction]], ...] = (
        ("first", odds.first),
        ("tied", odds.tied),
    )
    for kind, chances in pairs:
        for who, chance in chances.items():
            yield kind, who, "", "", float(chance), str(chance)
    own = next(iter(odds.first))
    for one in odds.allocations:
        for kind, chance in (("allocation first", one.first), ("allocation tied", one.tied)):
            yield kind, own, one.fitness, one.awareness, float(chance), str(chance)
