"""Choices: who answers them, and trees of chance and decision against brute force over faces."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest

from affray.deed import settle, situate
from affray.dice import NO_YES, Choice, Chosen, Classes, Dice, Faces, Sum, Weighted, enumerate_play
from affray.encounter.keys import known_rules
from affray.engine.chain import TooLarge
from affray.engine.exact import attack_odds, changed, distribution
from affray.engine.tree import Chance, Decision, Node, fold, grow
from affray.faults import BadRequest
from affray.outcome import Outcome
from affray.registry import system
from affray.table import Given, answers
from tests.odds.arena import game
from tests.scaffold.game import chances

HERO: dict[str, Any] = {"of": "troika", "luck": 7}
WARRIOR = {"of": "reactive-combat", "kind": "warrior", "conviction": 2}
GUN = {"name": "repeater", "group": "black powder", "reload": 6, "short": {"tn": 9, "power": 12}}
SHOOTER = {"of": "reactive-combat", "conviction": 1, "weapons": [GUN]}
LUCKY = {"abilities": {"fitness": 2, "awareness": 2, "luck": 2}, "shield": True}
ASKED: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (HERO, HERO, {}, {"luck-tie": ["yes", "yes"], "Bob:luck-damage": "yes"}),
    (HERO, HERO, {}, {"Bob:luck-tie": "yes", "Ann:luck-damage": "yes"}),
    (HERO, HERO, {"luck": "both"}, {"Ann:luck-damage": "no"}),
    *(
        ({"of": "iron-gauntlets", **LUCKY},) * 2 + ({}, {"luck-dice": luck, "defence": kind})
        for luck, kind in (("2", "parry"), ("1", "dodge"), ("0", "block"), ("1", "none"))
    ),
    (SHOOTER, WARRIOR, {"distance": 8, "extra_bullet": True}, {"extra-bullet": "no"}),
    (SHOOTER, WARRIOR, {"distance": 8}, {"conviction-raise": "1", "conviction-soak": "2"}),
    ({**WARRIOR, "weapons": [GUN]}, WARRIOR, {"distance": 8}, {"expert-strike": "yes"}),
]


class Always:
    """One answer to each key, whoever is asked and however often."""

    by = "given"

    def __init__(self, **said: str) -> None:
        self.said = {key.replace("_", "-"): answer for key, answer in said.items()}

    def may(self, key: str, who: str) -> bool:
        return key in self.said

    def answer(self, choice: Choice) -> str | None:
        answer = self.said.get(choice.key)
        return answer if answer in choice.answers else None

    def finish(self) -> None: ...


class EveryFace:
    """A roll by its faces alone: how many throws of them have each reading."""

    known: ClassVar[dict[Any, Classes[object]]] = {}

    def __init__(self, roll: Any) -> None:
        self.count, self.sides, self.read = roll.count, roll.sides, roll.read
        slots = {slot for kind in type(roll).__mro__ for slot in getattr(kind, "__slots__", ())}
        self.key = type(roll), *(getattr(roll, slot) for slot in sorted(slots))

    def classes(self) -> Classes[object]:
        if self.key not in self.known:
            throws = product(range(1, self.sides + 1), repeat=self.count)
            self.known[self.key] = tuple(Counter(map(self.read, throws)).items())
        return self.known[self.key]


def by_faces(play: Any) -> Iterator[Weighted[Outcome]]:
    """Every way the faces can fall, one by one."""

    def faced(dice: Dice) -> Outcome:
        throw = dice.throw
        dice.throw = lambda roll, what: throw(EveryFace(roll), what)  # type: ignore[method-assign]
        found: Outcome = play(dice)
        return found

    return enumerate_play(faced)


class Half:
    """A coin between two answers."""

    count, sides = 1, 2

    def read(self, faces: Faces) -> str:
        return ("low", "high")[faces[0] - 1]

    def classes(self) -> Classes[str]:
        return (("low", 1), ("high", 1))


def toy(dice: Dice) -> tuple[str, int]:
    """Two nested choices: after a 1 on a d3 there is none, and the second is thrown for."""
    first = dice.throw(Sum(1, 3), "first")
    if first == 1:
        return "lost", 1
    facts = {"first": first}
    if dice.choose(Choice("press", "Ann", "toy:1", "press on", NO_YES, "no", facts)) == "no":
        return "held", first
    more = dice.throw(Sum(1, 2), "more")
    choice = Choice("aim", "Bob", "toy:2", "where to", ("low", "high"), Half(), {"more": more})
    return dice.choose(choice), first + more


def told(**said: Any) -> Any:
    """The toy, with answers given outright."""

    def play(dice: Dice) -> tuple[str, int]:
        dice.told = (Given(answers(key, one) for key, one in said.items()),)
        return toy(dice)

    return play


def test_a_tree_has_chance_and_decisions_as_the_play_comes_to_them() -> None:
    tree = grow(toy)
    assert isinstance(tree, Chance)
    assert (tree.total, [weight for weight, _ in tree.ways]) == (3, [1, 1, 1])
    press = tree.ways[1][1]
    assert isinstance(press, Decision)
    shown = (press.choice.key, press.choice.facts, [*press.ways])
    assert shown == ("press", {"first": 2}, [*NO_YES])
    with pytest.raises(TooLarge):
        grow(toy, limit=10)
    assert len([*decisions(tree)]) == 2 + 4


@pytest.mark.parametrize("said", [{}, {"press": "yes"}, {"press": "yes", "aim": "high"}])
def test_a_folded_tree_is_what_playing_with_those_answers_comes_to(said: dict[str, str]) -> None:
    folded: dict[Any, Fraction] = chances(fold(grow(toy), Always(**said)), lambda one: one)
    assert folded == distribution(told(**said), lambda one: one)
    assert sum(folded.values()) == 1
    assert folded["lost", 1] == Fraction(1, 3)
    assert folded.get(("high", 5), 0) == {0: 0, 1: Fraction(1, 12), 2: Fraction(1, 6)}[len(said)]


def decisions(node: Node[Any]) -> Iterator[Choice]:
    """Every choice of a tree."""
    following: list[Node[Any]] = []
    if isinstance(node, Chance):
        following = [one for _, one in node.ways]
    elif isinstance(node, Decision):
        yield node.choice
        following = [*node.ways.values()]
    for one in following:
        yield from decisions(one)


def played(ann: Any, bob: Any, options: Any, said: Any) -> Any:
    """An attack of Ann on Bob as a play, with what is said of its choices."""
    pair = game.fighter("Ann", **ann), game.fighter("Bob", **bob)
    rules = system(pair[0].sheet.system)
    action = rules.action("attack")
    situation = situate(rules, action, options)
    return lambda dice: settle(action, pair, situation, dice, rules.rulings_type(), said)


def counts(outcome: Outcome) -> tuple[Any, ...]:
    return outcome.outcome, changed(outcome.effects)


@pytest.mark.parametrize(("ann", "bob", "options", "said"), ASKED)
def test_each_answer_has_the_odds_of_all_faces(ann: Any, bob: Any, options: Any, said: Any) -> None:
    play = played(ann, bob, options, said)
    faces = list(by_faces(play))
    assert chances(enumerate_play(play, merges=True), counts) == chances(faces, counts)
    fighters = game.fighter("Ann", **ann), game.fighter("Bob", **bob)
    rules = system(ann["of"])
    odds = attack_odds(rules, fighters, {**options, "choose": said}, rules.rulings_type())
    assert odds.outcomes == chances(faces, lambda one: one.outcome)


def test_stunts_and_conviction_in_melee_have_the_odds_of_all_faces() -> None:
    said = {"expert-strike": "yes", "stunts": "breath-in:1", "conviction-raise": "1"}
    play = played(WARRIOR, WARRIOR, {}, said)
    assert chances(enumerate_play(play, merges=True), counts) == chances(by_faces(play), counts)


@pytest.mark.parametrize(("ann", "bob", "options", "said"), ASKED)
def test_what_a_rule_asks_is_declared_and_cites_a_rule(
    ann: Any, bob: Any, options: Any, said: Any
) -> None:
    tree = grow(played(ann, bob, options, None), merges=True)
    asked = {(one.key, one.rule): one for one in decisions(tree)}
    action = system(ann["of"]).action("attack")
    by_options = {"extra_bullet": "extra-bullet", "luck": "luck-damage"}
    keys = {answers(written, answer).key for written, answer in said.items()}
    assert keys - {by_options.get(one) for one in options} <= {key for key, _ in asked}
    for (key, rule), one in asked.items():
        assert rule in known_rules()
        assert set(one.facts) <= set(action.choices[key])
        assert isinstance(one.default, str)
        assert one.default in one.answers
    plain = played(ann, bob, options, None)
    assert chances(fold(tree), counts) == chances(enumerate_play(plain, merges=True), counts)


def test_answers_are_taken_in_order_the_more_exact_first() -> None:
    given = Given([answers("key", ["no", "yes"]), answers("Bob:key/sword", "yes")])
    choice = Choice("key", "Bob", "toy:1", "", NO_YES, "no", about="sword")
    assert [given.answer(choice) for _ in range(4)] == ["yes", "no", "yes", None]
    assert not given.may("key", "Bob")
    with pytest.raises(BadRequest, match="cannot answer key with `perhaps`"):
        Given([answers("key", "perhaps")]).answer(choice)
    with pytest.raises(BadRequest, match="did not come to that choice"):
        Given([answers("Ann:key", "no")]).finish()


def test_who_answered_stands_in_the_outcome() -> None:
    ann, bob = game.fighter("Ann", **HERO), game.fighter("Bob", **HERO)
    tie = [3, 3, 3, 3, 1, 1, 6, 6, 4, 4, 3]
    seen = game.play("attack", [ann, bob], tie, luck_on_tie="both", choose={"luck-damage": "yes"})
    assert seen.outcome.choices == (
        Chosen("luck-tie", "Ann", "yes", "option"),
        Chosen("luck-tie", "Bob", "yes", "option"),
        Chosen("luck-damage", "Ann", "yes", "given"),
    )
