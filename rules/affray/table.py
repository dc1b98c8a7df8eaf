"""Who answers choices: answers given outright, and the tactics of sheets.

An action's option `choose` is a mapping: "[WHO:]KEY[/ABOUT]" to an answer, or to several that
are taken in order; each answers once. What else may decide (a person, a search for the best)
is one more chooser, among the `choosers` of the dice.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from affray.action import Action, Combatant
from affray.deed import BY_TACTICS
from affray.dice import Choice, Chooser
from affray.faults import BadRequest, Fault, near
from affray.fields import Held, Preference
from affray.system import System
from affray.validate import Finding


class Answers(NamedTuple):
    """Answers to a choice, as they are written; `who` and `about` are None for any."""

    written: str
    who: str | None
    key: str
    about: str | None
    rest: list[str]

    def fits(self, key: str, who: str) -> bool:
        """Whether one is left for somebody's choice of this key."""
        own = self.who is None or self.who.casefold() == who.casefold()
        return self.key == key and own and bool(self.rest)


def answers(written: str, said: Any) -> Answers:
    """What is said under "[WHO:]KEY[/ABOUT]"."""
    who, _, rest = written.rpartition(":")
    key, _, about = rest.partition("/")
    listed = said if isinstance(said, list | tuple) else [said]
    return Answers(written, who or None, key, about or None, [str(one) for one in listed])


def parsed(words: Iterable[str]) -> dict[str, list[str]]:
    """What "[WHO:]KEY[/ABOUT]=ANSWER" says, each key with its answers in order.

    Raises:
        BadRequest: a word that says nothing of the kind.
    """
    found: dict[str, list[str]] = {}
    for word in words:
        written, equals, answer = word.partition("=")
        if not (written and equals and answer):
            hint = "write KEY=ANSWER, WHO:KEY=ANSWER or KEY/ABOUT=ANSWER"
            raise BadRequest(Fault(f"--choose {word}: no answer to a choice", hint))
        found.setdefault(written, []).append(answer)
    return found


class Given:
    """Answers given outright, the more exact before those for anybody."""

    by = "given"

    def __init__(self, several: Iterable[Answers]) -> None:
        self._left = sorted(several, key=lambda one: (one.who is None) + (one.about is None))

    def may(self, key: str, who: str) -> bool:
        """Whether an answer is left."""
        return any(one.fits(key, who) for one in self._left)

    def answer(self, choice: Choice) -> str | None:
        """The next answer; raises BadRequest when the choice has none such."""
        for one in self._left:
            if one.fits(choice.key, choice.who) and one.about in (None, choice.about):
                answer = one.rest.pop(0)
                if answer not in choice.answers:
                    what = f"{choice.who} cannot answer {choice.key} with `{answer}`"
                    raise BadRequest(Fault(what, "one of: " + ", ".join(choice.answers)))
                return answer
        return None

    def finish(self) -> None:
        """Raise BadRequest when there are answers that nobody asked for."""
        if idle := [f"{one.written}={answer}" for one in self._left for answer in one.rest]:
            text = "these dice did not come to that choice"
            raise BadRequest(Fault(f"choose {one}: {text}", "leave it out") for one in idle)


class Tactics:
    """The tactics of sheets, by the name of whose they are."""

    by = "tactics"

    def __init__(self, fighters: Iterable[Combatant]) -> None:
        self._known = {f.name: preferences(f.sheet) for f in fighters}

    def may(self, key: str, who: str) -> bool:
        """Whether the tactics say anything of it."""
        return key in self._known.get(who, {})

    def answer(self, choice: Choice) -> str | None:
        """The first answer that fits, and that the choice has."""
        for one in self._known.get(choice.who, {}).get(choice.key, ()):
            facts = choice.facts
            fits = all(name in facts and _holds(facts[name], how) for name, how in one.when.items())
            if fits and str(one.answer) in choice.answers:
                return str(one.answer)
        return None

    def finish(self) -> None:
        """Nothing: tactics are for whatever comes."""


def preferences(sheet: Any) -> Mapping[str, Sequence[Preference]]:
    """What a sheet says of choices, by their keys."""
    return getattr(getattr(sheet, "tactics", None), "choose", None) or {}


def _holds(fact: bool | int | str, held: Held) -> bool:
    if held.equal is not None and (fact, type(fact)) != (held.equal, type(held.equal)):
        return False
    if held.at_least is None and held.at_most is None:
        return True
    low, high = held.at_least, held.at_most
    return isinstance(fact, int) and not (
        (low is not None and fact < low) or (high is not None and fact > high)
    )


def told(
    said: Mapping[str, Any], action: Action, fighters: Sequence[Combatant]
) -> tuple[Chooser, ...]:
    """Those who answer before the options of an action do.

    Raises:
        BadRequest: an answer to what the action cannot ask, or of somebody else.
    """
    tactics = said.get(BY_TACTICS) is True
    given = {key: value for key, value in said.items() if not (tactics and key == BY_TACTICS)}
    if faults := list(strangers(given, action, [f.name for f in fighters])):
        raise BadRequest(faults)
    first = Given(answers(*one) for one in given.items())
    return (first, Tactics(fighters)) if tactics else (first,)


def strangers(said: Mapping[str, Any], action: Action, names: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with answers to an action that those called `names` take part in."""
    for one in itertools.starmap(answers, said.items()):
        if one.key not in action.choices:
            known = ", ".join(action.choices)
            hint: str | None = f"it can ask: {known}" if known else "it asks for none"
            yield Fault(f"choose {one.written}: no such choice comes up in this", hint)
        elif one.who and one.who.casefold() not in [n.casefold() for n in names]:
            hint = near(one.who, names, otherwise="there are: " + ", ".join(names))
            yield Fault(f"choose {one.written}: nobody here is called `{one.who}`", hint)


def faults_in_tactics(sheet: Any, system: System) -> Iterator[Finding]:
    """What a sheet says of choices that no action of its system asks for."""
    wanted = preferences(sheet)
    if not wanted:
        return
    known: dict[str, tuple[str, ...]] = {}
    for command in system.commands:
        if (action := system.settles(command)) is not None:
            known |= action.choices
    for key, several in wanted.items():
        at = ("tactics", "choose", key)
        own = known.get(key)
        if own is None:
            hint = near(key, known, otherwise="one of: " + ", ".join(known))
            yield Finding(at, f"no choice is called `{key}`", hint)
            continue
        for place, one in enumerate(several):
            for fact in one.when.keys() - set(own):
                hint = near(fact, own, otherwise="one of: " + ", ".join(own))
                yield Finding((*at, place, "when", fact), f"{key} has no fact `{fact}`", hint)
