"""The two readers of a command's line, ours and Typer's: the same bytes, whatever it says."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray_cli import calling
from tests.scaffold.cli import Ran, affray

LINES = (
    "rule drowning --json", "rule --search=cover --system troika", "rule 7.6 --search cover",
    "rule --sistem troika", "table weapons --match maul --csv", "table weapons --md=yes",
    "rulings fall_rounding --system troika",
    "odds attack hero.toml @goblin --compare cover=0,2 --compare shielded=true --json",
    "odds attack hero.toml @goblin --cover 2 --cover=3",
    "odds attack hero.toml @goblin --no-shield --get result", "odds attack hero.toml",
    "odds attack ann.toml bob.toml --into-melee 1", "odds duel hero.toml @goblin --into-melee 1",
    "odds duel hero.toml @goblin --first b --fights 200 --seed 3 --fractions",
    "odds duel hero.toml @goblin --fights 0", "odds duel hero.toml @goblin --seed -1",
    "odds duel hero.toml @goblin --seed 1_000", "odds duel hero.toml @goblin --seed seven",
    "odds duel --system troika hero.toml @goblin", "odds roll dice 2d6 --csv",
    "odds roll under hero.toml swim --json", "odds roll task ann.toml athletics --seed 5",
    "simulate --side hero.toml --side @goblin -n 20 --seed 4 --json",
    "simulate --side hero.toml --side @goblin -n20 --seed 4 --json",
    "simulate --side hero.toml --side @goblin -n=20 --seed 4 --json",
    "simulate --side hero.toml --side @goblin --fights=2e1 --seed 4",
    "simulate --side hero.toml --side @goblin --precision 0.2 --seed 4 -j 1",
    "simulate --side hero.toml --side @goblin --precision .2 --seed 4",
    "simulate --side hero.toml --side @goblin --precision nan --seed 4",
    "sheet check hero.toml ann.toml", "sheet check", "sheet new --from hero.toml --name Grik",
    "sheet new --system troika --roll --seed 5", "schema sheet troika", "schema sheet troika more",
    "completion bash", "completion -- bash", "session show night.toml --json", "session show",
    "session next night.toml --seed 4 --dry-run --explain", "session undo night.toml -n 0",
    "session undo night.toml --count 7",
    "session rest night.toml --who Hero --who Imp --seed 4 --dry-run",
    "turn Hero --session night.toml --dry-run --seed 3 --json", "turn --session",
)  # fmt: skip
PARTS = sorted({word for line in LINES for word in line.split()[2:]})


def both(words: list[str], patched: pytest.MonkeyPatch) -> tuple[Ran, Ran]:
    """What a line comes to by our reader, and by Typer's."""
    ours = affray(*words)
    with patched.context() as patch:
        patch.setattr(calling, "prepared", lambda *_: None)
        return ours, affray(*words)


@pytest.fixture
def night(tmp_path: Path) -> str:
    """A session to look at."""
    path = str(tmp_path / "night.toml")
    affray.ok("session", "new", path, "hero.toml", "--versus", "imp.toml")
    return path


@pytest.mark.parametrize("line", LINES)
def test_both_readers_come_to_the_same(
    line: str, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, typers = both(line.replace("night.toml", night).split(), monkeypatch)
    assert ours == typers


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.sampled_from(("rule", "table", "odds attack", "odds duel", "odds roll under", "schema")),
    st.lists(st.sampled_from(PARTS).filter(lambda word: word != "night.toml"), max_size=5),
)
def test_both_readers_come_to_the_same_on_any_line(command: str, words: list[str]) -> None:
    line = [*command.split(), *words, *(["--seed", "3"] if command == "odds duel" else [])]
    with pytest.MonkeyPatch.context() as patch:
        ours, typers = both(line, patch)
    assert ours == typers


@pytest.mark.parametrize("line", ["session show", "session next --seed 3 --dry-run"])
def test_a_variable_stands_for_the_session(
    line: str, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFFRAY_SESSION", night)
    ours, typers = both(line.split(), monkeypatch)
    assert ours.status == 0
    assert ours == typers


@pytest.mark.parametrize("line", ["odds duel - @goblin --seed +5", "attack - @goblin --seed +5"])
def test_standard_input_is_read_once_for_both(line: str) -> None:
    hero = affray.ok("sheet", "new", "--from", "hero.toml").out
    assert affray(*line.split(), stdin=hero).status == 0
