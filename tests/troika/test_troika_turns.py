"""Rules 4, 4.2, 5.2, 5.3, 5.5, 6.2.2, 6.4, 7.9.2: a fight's turns, and what one does in them."""

import pytest

from affray import fight as fights
from affray.faults import BadRequest, Forbidden
from affray.fight import Joining
from affray.systems.troika.acts import ActResult
from tests.scaffold.bout import Bout
from tests.troika.arena import game

END = "End of the Round"


class Drawn(Bout):
    """A bout with tokens; `bag` lists them in the order of the draw."""

    def draw(self, place: int, *dice: int) -> str:
        """Draw the token at a place in the bag (from 1); further dice are for what follows."""
        self.next(place, *dice)
        return str(self.turns.token)

    def draw_end(self, *dice: int) -> None:
        """Draw the End of the Round, the last in the bag."""
        assert self.draw(sum(self.bag.values()), *dice) == END

    @property
    def bag(self) -> dict[str, int]:
        """How many tokens of whose are in the bag."""
        return {token: count for token, count in dict(self.turns.bag).items() if count}


@pytest.fixture(name="bout")
def fixture_bout() -> Drawn:
    """A hero with a bow, a henchman, a goblin and a troll, before the first token."""
    group = [
        (game.sheet("Hero", luck=9, weapons=["bow", "axe"], stamina=20), "party"),
        (game.sheet("Wick", kind="henchman", stamina=8), "party"),
        (game.sheet("Goblin", skill=5, stamina=6, initiative=1), "foes"),
        (game.sheet("Troll", skill=7, stamina=12, initiative=2), "foes"),
    ]
    return Drawn(fights.start("troika", [Joining(s.name, s, side) for s, side in group]))


# Tokens: 1, 2 Hero, 3 henchmen, 4, 5, 6 enemies, 7 End of the Round.
FULL = {"Hero": 2, "henchmen": 1, "enemies": 3, END: 1}


@pytest.mark.rule("troika:5", "troika:5.2")
def test_tokens_come_out_and_stay_out(bout: Drawn) -> None:
    assert bout.whose == set()
    assert bout.draw(1) == "Hero"
    assert (bout.whose, bout.bag) == ({"Hero"}, {**FULL, "Hero": 1})
    assert bout.draw(2) == "henchmen"
    assert (bout.whose, bout.bag) == ({"Wick"}, {"Hero": 1, "enemies": 3, END: 1})
    assert "5.2" in bout.cited


@pytest.mark.rule("troika:5.2")
def test_only_the_owner_of_the_token_acts(bout: Drawn) -> None:
    bout.draw(1)
    with pytest.raises(Forbidden):
        bout.act("attack", "Goblin", "Hero", dice=(4, 4, 3, 3, 1))
    bout.act("attack", "Hero", "Goblin", dice=(4, 4, 3, 3, 1))
    assert bout.fighter("Goblin").stamina == 4
    with pytest.raises(Forbidden):
        bout.act("attack", "Hero", "Goblin", dice=(4, 4, 3, 3, 1))


@pytest.mark.rule("troika:5.5")
def test_any_living_enemy_acts_on_an_enemy_token_even_twice_running(bout: Drawn) -> None:
    bout.draw(4)
    assert bout.whose == {"Goblin", "Troll"}
    bout.act("attack", "Troll", "Hero", dice=(4, 4, 3, 3, 1))
    assert bout.draw(4) == "enemies"
    bout.act("attack", "Troll", "Hero", dice=(4, 4, 3, 3, 1))
    bout.suffers("Troll", stamina=-1)
    assert bout.draw(4) == "enemies"
    assert bout.whose == {"Goblin"}


@pytest.mark.rule("troika:5.3", "troika:5.2", "troika:7.11")
def test_the_end_of_the_round_brings_all_tokens_back(bout: Drawn) -> None:
    bout.draw(1)
    bout.draw(3)
    assert bout.turns.round == 1
    bout.draw_end()
    assert (bout.bag, bout.whose, bout.turns.round) == (FULL, set(), 2)
    assert "5.3" in bout.cited
    # It may come out first; a Round runs from one to the next.
    bout.draw_end()
    assert (bout.bag, bout.turns.round) == (FULL, 3)


@pytest.mark.rule("troika:5.3")
def test_tokens_of_the_dead_leave_at_the_end_of_the_round_only(bout: Drawn) -> None:
    bout.draw(1)
    bout.suffers("Troll", stamina=-1)
    bout.suffers("Hero", stamina=-1)
    assert bout.bag == {**FULL, "Hero": 1}
    assert bout.draw(1) == "Hero"
    assert bout.whose == set()
    assert bout.bag["enemies"] == 3
    bout.draw_end()
    assert bout.bag == {"henchmen": 1, "enemies": 1, END: 1}


@pytest.mark.rule("troika:4", "troika:5.3")
def test_the_dying_die_at_the_end_of_the_round(bout: Drawn) -> None:
    bout.draw(1)
    bout.suffers("Hero", stamina=0)
    assert not bout.fighter("Hero").is_dead
    bout.draw(1)
    assert bout.whose == set()
    assert not bout.fighter("Hero").is_dead
    bout.draw_end()
    assert bout.fighter("Hero").is_dead
    assert "4" in bout.cited


@pytest.mark.rule("troika:4")
def test_the_dying_are_saved_by_healing(bout: Drawn) -> None:
    bout.draw(1)
    bout.suffers("Hero", stamina=0)
    bout.suffers("Hero", stamina=3)
    bout.draw_end()
    assert (bout.fighter("Hero").stamina, bout.fighter("Hero").is_dead) == (3, False)


@pytest.mark.rule("troika:7.9.2", "troika:7.9.1")
def test_fire_is_tested_once_when_the_round_ends(bout: Drawn) -> None:
    bout.draw(1)
    bout.act("act suffer", "Hero", kind="fire", dice_count=2)
    bout.act("act suffer", "Troll", kind="poison")
    # Nothing happens as turns go by.
    bout.draw(2)
    bout.draw(3)
    assert (bout.fighter("Hero").stamina, bout.fighter("Troll").stamina) == (20, 12)
    # Hero's Luck 9 fails: 2d6. The Troll's Skill 7 holds: over.
    bout.draw_end(5, 5, 1, 2, 3, 4)
    assert "7.9.2" in bout.cited
    hero, troll = bout.fighter("Hero"), bout.fighter("Troll")
    assert (hero.stamina, hero.luck, hero.fire) == (17, 8, 2)
    assert (troll.stamina, troll.poison) == (12, 0)
    bout.draw_end(4, 4)
    assert (bout.fighter("Hero").fire, bout.fighter("Hero").luck) == (0, 7)
    bout.draw_end()


@pytest.mark.rule("troika:7.9.2", "troika:7.9")
def test_drowning_is_tested_once_when_the_round_ends(bout: Drawn) -> None:
    bout.draw(1)
    bout.act("drown", "Wick", dice=(4, 5, 1))
    assert (bout.fighter("Wick").stamina, bout.fighter("Wick").drowning) == (7, 1)
    bout.draw(2)
    assert bout.fighter("Wick").drowning == 1
    # The second failure in a row.
    bout.draw_end(4, 5, 2, 3)
    assert (bout.fighter("Wick").stamina, bout.fighter("Wick").drowning) == (2, 2)
    bout.draw_end(1, 2)
    assert bout.fighter("Wick").drowning == 0
    bout.draw_end()


@pytest.mark.rule("troika:6.10")
def test_the_unconscious_come_round_after_so_many_rounds(bout: Drawn) -> None:
    bout.draw(4)
    bout.act("attack", "Troll", "Hero", dice=(6, 6, 3, 3, 2), grapple="floor")
    for left in (1, 0):
        bout.draw(1)
        assert bout.whose == set()
        bout.draw_end()
        assert bout.fighter("Hero").unconscious == left
        assert "6.10" in bout.cited
    bout.draw(1)
    assert bout.whose == {"Hero"}


@pytest.mark.rule("troika:6.4")
def test_who_delays_puts_the_token_back_now(bout: Drawn) -> None:
    bout.draw(1)
    bout.act("act delay", "Hero")
    assert "6.4" in bout.cited
    assert (bout.bag, bout.whose) == (FULL, set())
    assert bout.draw(1) == "Hero"
    assert bout.whose == {"Hero"}


@pytest.mark.rule("troika:6.2.2")
def test_who_aims_keeps_the_token_and_throws_twice_with_the_next(bout: Drawn) -> None:
    bout.draw(1)
    bout.act("act aim", "Hero")
    assert "6.2.2" in bout.cited
    assert bout.bag == {**FULL, "Hero": 1}
    assert bout.whose == set()
    bout.draw(1)
    seen = bout.act("attack", "Hero", "Goblin", dice=(1, 2, 4, 4, 3, 3, 2))
    assert seen.outcome == "hit"
    # Once only.
    bout.draw_end()
    bout.draw(1)
    assert bout.act("attack", "Hero", "Troll", dice=(5, 5, 3, 3, 2)).outcome == "hit"


@pytest.mark.rule("troika:6.5", "troika:7.8")
def test_a_short_move_leaves_the_turn_and_a_long_one_takes_it(bout: Drawn) -> None:
    bout.draw(1)
    bout.act("move", "Hero", distance=11)
    assert bout.whose == {"Hero"}
    bout.act("move", "Hero", distance=20)
    assert bout.whose == set()
    bout.draw(1)
    bout.suffers("Hero", prone=True)
    bout.act("move", "Hero", stand=True)
    assert (bout.whose, bout.fighter("Hero").prone) == (set(), False)


@pytest.mark.rule("troika:4")
@pytest.mark.parametrize(("stamina", "word"), [(0, "dying"), (-1, "dead"), (-4, "dead")])
def test_the_dying_and_the_dead_do_not_act(bout: Drawn, stamina: int, word: str) -> None:
    bout.draw(1)
    bout.suffers("Hero", stamina=1)
    assert bout.whose == {"Hero"}
    bout.suffers("Hero", stamina=stamina)
    with pytest.raises(Forbidden, match=f"Hero is {word}") as refused:
        bout.act("attack", "Hero", "Goblin", dice=(4, 4, 3, 3, 1))
    assert refused.value.rule == "troika:4"


@pytest.mark.rule("troika:4.2")
def test_a_provision_gives_one_die_back_three_a_day_at_most(bout: Drawn) -> None:
    bout.suffers("Hero", stamina=5)
    for place, stamina in ((1, 8), (1, 11), (1, 14)):
        bout.draw(place)
        bout.act("act eat", "Hero", dice=(3,))
        assert bout.fighter("Hero").stamina == stamina
        bout.draw_end()
    assert "5.3" in bout.cited
    bout.draw(1)
    with pytest.raises(Forbidden) as refused:
        bout.act("act eat", "Hero", dice=(3,))
    assert refused.value.rule == "troika:4.2"
    bout.act("act rest", "Hero", dice=(1, 1))
    bout.act("act eat", "Hero", dice=(1,))
    assert bout.fighter("Hero").stamina == 17


@pytest.mark.rule("troika:4.2")
def test_sleep_gives_two_dice_back_and_nothing_above_the_start(bout: Drawn) -> None:
    bout.suffers("Hero", stamina=5)
    bout.act("act rest", "Hero", dice=(4, 5))
    assert bout.fighter("Hero").stamina == 14
    assert bout.last.result == ActResult("Hero", "rest", 14, 9)
    assert "4.2" in bout.cited
    bout.act("act rest", "Hero", dice=(6, 6))
    assert bout.fighter("Hero").stamina == 20
    bout.draw(1)
    bout.act("act eat", "Hero", dice=(6,))
    assert bout.fighter("Hero").stamina == 20


@pytest.mark.rule("troika:4.2", "troika:1")
@pytest.mark.parametrize(("command", "dice"), [("act eat", (7,)), ("act rest", (3, 7))])
def test_what_heals_are_six_sided_dice(bout: Drawn, command: str, dice: tuple[int, ...]) -> None:
    bout.draw(1)
    with pytest.raises(BadRequest, match="is 7, but"):
        bout.act(command, "Hero", dice=dice)


@pytest.mark.rule("troika:4.2", "troika:4")
def test_rest_does_not_raise_the_dead(bout: Drawn) -> None:
    bout.suffers("Hero", stamina=-1)
    with pytest.raises(Forbidden) as refused:
        bout.act("act rest", "Hero", dice=(4, 5))
    assert refused.value.rule == "troika:4"


def test_what_there_is_no_action_for_names_those_there_are(bout: Drawn) -> None:
    bout.draw(1)
    with pytest.raises(BadRequest, match="did you mean `delay`"):
        bout.act("act delai", "Hero")
