"""What the kernel takes for granted of every rule set: ours, the toy, anybody's."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft4Validator  # type: ignore[import-untyped]
from msgspec import Struct

from affray import fight as fights
from affray import lookup, rulings, sheets, starter
from affray.action import Action
from affray.deed import Deed
from affray.dice import SeededDice
from affray.engine.exact import attack_odds
from affray.engine.tell import DeedDone, TurnGiven, take_turn
from affray.faults import BadRequest, Forbidden
from affray.fight import Fight
from affray.harm import harm_of
from affray.option import options_of
from affray.outcome import THE_FIGHT, Outcome, Status
from affray.plain import PLAIN
from affray.schema.make import schema
from affray.session import file as files
from affray.session.play import perform, redo, undo
from affray.state import FIXED, state_of
from affray.supply import Supply
from affray.system import System
from affray.words import Kind, Line
from affray_cli.envelope import Envelope, Input, envelope
from tests.conformance.trial import Trial

MOST_TURNS = 400
"""Turns within which everybody has had one."""


# What it is.
def test_its_name_and_types(trial: Trial) -> None:
    one = trial.system
    assert one.name == one.name.casefold().strip()
    assert one.title
    for kind in (one.sheet_type, one.fighter_type, one.turns_type, one.rulings_type):
        assert issubclass(kind, Struct)
        assert kind.__struct_config__.frozen
    assert {"system", "name"} <= set(one.sheet_type.__struct_fields__)
    assert set(FIXED) < set(one.fighter_type.__struct_fields__)
    assert one.turns_type().round == 0
    assert one.rulings_type() == one.rulings_type()


def test_its_sheets(trial: Trial) -> None:
    assert len(trial.sheets) >= 2
    for sheet in trial.sheets:
        assert type(sheet) is trial.system.sheet_type
        assert sheet.system == trial.system.name
        assert list(trial.system.check(sheet)) == []
        assert trial.system.side(sheet)
        assert sheets.loads(starter.copy_of(sheet, "a test")) == sheet
        assert all(type(line) is Line for line in trial.system.follows(sheet))


def test_a_fresh_combatant_is_as_its_sheet_has_it(trial: Trial) -> None:
    one = trial.system
    for sheet in trial.sheets:
        fighter = one.fighter(sheet, "Somebody")
        assert type(fighter) is one.fighter_type
        assert (fighter.name, fighter.sheet) == ("Somebody", sheet)
        assert one.fighter(sheet).name == sheet.name
        assert one.fresh(fighter) == fighter
        assert state_of(fighter, one.fresh(fighter)) == {}
        assert not one.is_out(fighter, trial.rulings)


def test_its_commands_and_silences(trial: Trial) -> None:
    one = trial.system
    assert "attack" in one.commands
    assert len(set(one.commands)) == len(one.commands)
    for command in one.commands:
        action = one.action(command)
        assert type(action) is Action
        assert action.situation.__struct_config__.frozen
        assert action.situation.__struct_config__.forbid_unknown_fields
        assert action.most is None or action.least <= action.most
        assert action.result is not None
    assert one.settles("dance") is None
    assert not set(one.silent) & set(one.commands)
    known = {rule.full_id for rule in lookup.rules(one.name)}
    for command in one.silent:
        with pytest.raises(Forbidden) as refusal:
            one.action(command)
        assert refusal.value.rule in known


def test_every_action_in_its_modules_is_behind_a_command(trial: Trial) -> None:
    """And every `act …` of a table of actions: what `commands` leaves out, nobody can ask for."""
    one = trial.system
    settled = [one.action(command) for command in one.commands]
    for module in _modules(one):
        for value in vars(module).values():
            if isinstance(value, Action) and value not in PLAIN.values():
                assert any(value is action for action in settled), (module.__name__, value)
            if isinstance(value, dict):
                acts = {k: v for k, v in value.items() if isinstance(v, Action)}
                for command in acts.keys() - PLAIN.keys():
                    assert command in one.commands
                    assert one.action(command) is acts[command]


def _modules(one: System) -> Iterator[ModuleType]:
    """The module of a system, and those in its folder where it is a package."""
    found = import_module(type(one).__module__)
    yield found
    for inner in iter_modules(getattr(found, "__path__", ())):
        yield import_module(f"{found.__name__}.{inner.name}")


def test_what_it_lacks_is_a_refusal(trial: Trial) -> None:
    from affray.registry import commands

    for command in {*commands()} - {*trial.system.commands, *trial.system.silent}:
        with pytest.raises(Forbidden, match="has no rule for"):
            trial.system.action(command)
    with pytest.raises(BadRequest):
        trial.system.action("dance")


def test_its_harm_and_what_is_shown_of_it(trial: Trial) -> None:
    one = trial.system
    known = set(one.fighter_type.__struct_fields__) - set(FIXED)
    assert one.terms.harm
    assert one.terms.measure
    assert {sign for _, sign in one.terms.harm} <= {1, -1}
    for named in (one.terms.fields, one.standing, one.followed, one.bounded, one.terms.renewed):
        assert set(named) <= known
    if one.terms.switch is not None:
        switches = one.terms.switch.split(" or ")
        assert set(switches) <= set(one.rulings_type.__struct_fields__)


def test_its_rules_are_there_to_look_up(trial: Trial) -> None:
    found = lookup.rules(trial.system.name)
    known = {rule.id for rule in found}
    assert len(known) == len(found)
    assert all(rule.system == trial.system.name for rule in found)
    assert all(rule.title and rule.text and rule.status in get_args(Status) for rule in found)
    assert set(lookup.examples(trial.system.name)) <= known
    named = [trial.system.turn_rule, trial.system.scores_rule, trial.system.terms.rule]
    named += [one.rule for one in rulings.describe(trial.system.rulings_type)]
    assert {rule for rule in named if rule is not None} <= known
    cited = {maker().rule for maker in trial.system.tables().values()}
    assert cited <= {rule.full_id for rule in found} | {None}


def test_its_tables_and_creatures(trial: Trial) -> None:
    for maker in trial.system.tables().values():
        table = maker()
        assert table.title
        assert all(len(row) == len(table.columns) for row in table.rows)
    for name in trial.system.creatures():
        assert sheets.creature(name) == sheets.from_data(trial.system.creature(name))
        assert "\n" not in trial.system.about_creature(name)
        assert all("\n" not in note for note in trial.system.notes_on(name))


def test_it_has_a_sheet_to_begin_with(trial: Trial) -> None:
    text = trial.system.starter()
    assert type(sheets.loads(text)) is trial.system.sheet_type
    try:
        scores = trial.system.scores(SeededDice(1))
    except Forbidden:
        return
    sheet = sheets.loads(starter.with_scores(text, scores))
    assert {name: getattr(sheet, name) for name in scores} == {
        name: score.value for name, score in scores.items()
    }


def test_its_options_are_declared(trial: Trial) -> None:
    for command in trial.system.commands:
        action = trial.system.action(command)
        declared = options_of(action.situation)
        names = [one.name for one in declared]
        seats = [seat.name for seat in action.seats]
        assert not set(names) & set(seats)
        for one in declared:
            assert one.help.endswith("."), f"{command} {one.flag} has no help"
            assert one.mirror is None or one.mirror in names
            assert one.whose is None or one.whose in seats


def test_its_vocabulary_is_words_with_notes(trial: Trial) -> None:
    actions = map(trial.system.action, trial.system.commands)
    kinds = {one.values for action in actions for one in options_of(action.situation)}
    for sheet in (None, *trial.sheets):
        assert list(trial.system.values("no such kind", sheet)) == []
        for kind in kinds - {None}:
            found = list(trial.system.values(str(kind), sheet))
            assert all(isinstance(word, str) and isinstance(note, str) for word, note in found)


# What it does.
def test_effects_are_done_and_undone(trial: Trial) -> None:
    done = {deed.command for _, deed, _, _ in trial.deeds}
    assert "attack" in done
    assert len(done) >= len(trial.system.commands) / 2
    for fight, outcome in _everything(trial):
        for effect in outcome.effects:
            assert effect.before != effect.after
            assert effect.who == THE_FIGHT or effect.who in fight.names
        after = fight.apply(outcome.effects)
        assert after.undo(outcome.effects) == fight
        assert {type(one) for one in after.fighters} == {trial.system.fighter_type}


def test_every_step_cites_a_rule(trial: Trial) -> None:
    known = {rule.full_id for rule in lookup.rules(trial.system.name)}
    switches = set(trial.system.rulings_type.__struct_fields__)
    for _, outcome in _everything(trial):
        for step in outcome.trace:
            assert step.rule in known or step.rule == trial.system.name
            assert step.status in get_args(Status)
            assert step.text
            assert step.switch is msgspec.UNSET or step.switch in switches


def test_attacks_never_heal(trial: Trial) -> None:
    signs = dict(trial.system.terms.harm)
    seen = 0
    for _, outcome in _attacks(trial):
        for effect in outcome.effects:
            if effect.field in signs:
                assert signs[effect.field] * (effect.after - effect.before) > 0
                seen += 1
    assert seen > 0


def test_a_result_says_whom_it_is_about(trial: Trial) -> None:
    for fight, deed, outcome, _ in trial.deeds:
        facts = msgspec.to_builtins(outcome.result)
        if deed.command == "attack":
            assert facts["attacker"]["name"] == deed.who[0]
            assert facts["defender"] is None or facts["defender"]["name"] == deed.who[1]
        elif trial.system.action(deed.command).most == 1:
            assert facts["name"] == deed.who[0]
        assert set(deed.who) <= set(fight.names)


def test_the_harm_of_a_result_is_that_of_its_effects(trial: Trial) -> None:
    one, known = trial.system, trial.system.terms
    seen = 0
    for fight, outcome in _everything(trial):
        found = harm_of(one, fight.fighters, fight.rulings, outcome.effects)
        after = fight.apply(outcome.effects)
        assert found == harm_of(one, after.fighters, fight.rulings, outcome.effects)
        for name in fight.names:
            done = dict(zip(known.fields, known.done(outcome.effects, name), strict=True))
            wounds = {wound.field: wound for wound in found if wound.who == name}
            assert wounds.keys() == {field for field, amount in done.items() if amount > 0}
            for field, wound in wounds.items():
                stands = after.fighter(name)
                assert wound.amount == done[field]
                assert wound.state == one.condition(stands, fight.rulings)
                assert wound.left == one.left(stands, field, fight.rulings)
                assert wound.left is None or wound.left >= 0
                seen += 1
    assert seen > 0


def test_harm_takes_out_and_more_harm_keeps_out(trial: Trial) -> None:
    one, known = trial.system, trial.system.terms
    for fight in trial.stands:
        for fighter in fight.fighters:
            condition = one.condition(fighter, fight.rulings)
            assert (condition is not None) == one.is_out(fighter, fight.rulings)
            assert not one.has_fallen(fighter, fight.rulings) or condition is not None
            for place in range(len(known.harm)):
                harm = [int(place == at) for at in range(len(known.harm))]
                out, hurt = False, fighter
                for _ in range(60):
                    now = one.is_out(hurt, fight.rulings)
                    assert now or not out
                    out, hurt = now, known.with_harm(hurt, harm)
    fresh = trial.fight(0, 1).fighters[0]
    assert one.is_out(known.with_harm(fresh, [10**6] * len(known.harm)), trial.rulings)


def test_everything_has_words(trial: Trial) -> None:
    seen = Counter[str]()
    for command, outcome in _told(trial):
        lines = list(trial.system.tell(command, outcome))
        assert all(type(line) is Line and line.kind in get_args(Kind) for line in lines)
        assert lines[0].kind == "headline"
        assert [line.kind for line in lines].count("headline") == 1
        assert all(line.text and "\n" not in line.text for line in lines), lines
        seen[outcome.outcome] += 1
    assert len(seen) > 1


def test_the_schema_holds_every_result(trial: Trial) -> None:
    whole, own = _validator(None), _validator(trial.system.name)
    done = Counter[str]()
    for fight, deed, outcome, dice in trial.deeds:
        done[f"{deed.command} {outcome.outcome}"] += 1
        if done[f"{deed.command} {outcome.outcome}"] > 3:
            continue
        stands = [fight.fighter(name) for name in deed.who]
        states = [state_of(one, trial.system.fresh(one)) for one in stands]
        given = Input(
            sheets=tuple(one.sheet for one in stands),
            names=deed.who,
            states=tuple(states),
            options=deed.options,
            rulings=rulings.changed(fight.rulings),
        )
        made = envelope(
            deed.command, trial.system.name, outcome, dice.thrown, dice.replay_seed, given
        )
        data = json.loads(msgspec.json.encode(made))
        for validator in (whole, own):
            assert [error.message for error in validator.iter_errors(data)] == []


def test_sheets_and_rulings_hold_to_their_schemas(trial: Trial) -> None:
    for kind, data in [("sheet", json.loads(msgspec.json.encode(s))) for s in trial.sheets] + [
        ("rulings", {trial.system.name: rulings.changed(trial.rulings)})
    ]:
        for name in (None, trial.system.name):
            found = Draft4Validator(_schema(kind, name))
            assert [error.message for error in found.iter_errors(data)] == []


# A fight.
def test_turns_go_on_and_round(trial: Trial) -> None:
    one = trial.system
    for fight in (trial.fight(0, 1), trial.fight(0, 1, 2, 3), *trial.stands[::5]):
        able = {f.name for f in fight.fighters if not one.is_out(f, fight.rulings)}
        seen: set[str] = set()
        start = fight.turns.round
        for seed in range(MOST_TURNS):
            fight = fight.apply(fights.advance(fight, SeededDice(seed)).effects)
            seen |= set(fight.whose())
            assert one.why(fight)
            assert all(type(line) is Line for line in one.about_turns(fight))
            if able <= seen and fight.turns.round > start + 1:
                break
        else:
            raise AssertionError(f"{able - seen} never had a turn, round {fight.turns.round}")


def test_nobody_acts_before_the_fight_begins(trial: Trial) -> None:
    fight = trial.fight(0, 1)
    assert fight.whose() == ()
    assert trial.system.why(fight)


def test_a_turn_ends(trial: Trial) -> None:
    """Whoever has a turn does some deeds by their tactics, and is done."""
    for fight in trial.stands:
        for name in fight.whose():
            deeds = list(take_turn(fight, name, Supply(7)))
            if deeds:
                fight = deeds[-1].after
            left = name in fight.whose()
            assert (
                not left or trial.system.decide(fight, fight.fighter(name), SeededDice(1)) is None
            )
            break


def test_a_fight_survives_its_file(trial: Trial, tmp_path: Path) -> None:
    path = str(tmp_path / "night.toml")
    for fight in trial.stands:
        origin = {
            one.name: str(trial.paths[trial.sheets.index(one.sheet)]) for one in fight.fighters
        }
        files.save(files.create(path, fight, origin))
        assert files.load(path).fight == fight


def test_a_session_goes_back_and_forth(trial: Trial, tmp_path: Path) -> None:
    path = str(tmp_path / "night.toml")
    fight = trial.fight(0, 1)
    origin = {one.name: str(file) for one, file in zip(fight.fighters, trial.paths, strict=False)}
    session = files.create(path, fight, origin)
    deed = Deed("attack", fight.names[:2])
    session, _ = perform(session, deed, SeededDice(3), turn="ignored")
    done = session.fight
    files.save(session)
    back, _ = undo(files.load(path))
    assert back.fight == fight
    files.save(back)
    again, _ = redo(files.load(path))
    assert again.fight == done


def test_the_odds_of_an_attack_are_whole(trial: Trial) -> None:
    for fight in trial.stands[::6]:
        try:
            found = attack_odds(trial.system, fight.fighters[:2], {}, fight.rulings)
        except (BadRequest, Forbidden):
            continue
        for chances in (found.outcomes, found.damage, found.returned):
            assert sum(chances.values()) == Fraction(1)
            assert all(chance > 0 for chance in chances.values())
        assert min(found.damage) >= 0
        assert all(p is None or 0 <= p <= 1 for p in (found.drops, found.attacker_drops))


def _everything(trial: Trial) -> list[tuple[Fight, Outcome]]:
    """Each outcome met, with the fight before it."""
    found = [(fight, outcome) for fight, _, outcome, _ in trial.deeds]
    for event in trial.events:
        outcome = event.outcome if isinstance(event, TurnGiven) else event.played.whole
        found.append((event.before, outcome))
    return found + _attacks(trial)


def _attacks(trial: Trial) -> list[tuple[Fight, Outcome]]:
    return [(fight, outcome) for fight, all_ in trial.attacks for outcome in all_]


def _told(trial: Trial) -> list[tuple[str, Outcome]]:
    """Each outcome met that is told of, with its command."""
    found = [(deed.command, outcome) for _, deed, outcome, _ in trial.deeds]
    found += [("attack", outcome) for _, outcome in _attacks(trial)]
    for event in trial.events:
        if isinstance(event, DeedDone):
            found.append((event.deed.command, event.played.whole))
    return found


@cache
def _schema(kind: str, name: str | None) -> dict[str, Any]:
    return schema(kind, name, Envelope)


@cache
def _validator(name: str | None) -> Draft4Validator:
    return Draft4Validator(_schema("result", name))
