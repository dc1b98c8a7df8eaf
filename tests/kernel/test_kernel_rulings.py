"""Rulings files: every switch of every system, and every fault of a file at once."""

from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import Meta

from affray import rulings
from affray.faults import BadData
from affray.registry import system
from affray.systems import OURS


def written(folder: Path, text: str) -> str:
    path = folder / "table.rulings.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def allowed(hint: Any) -> Iterator[Any]:
    """Values that a switch may take: each word, both truths, the bounds of a number."""
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        bounds = [m for m in metas if isinstance(m, Meta) and (m.ge, m.le) != (None, None)]
        found = list(allowed(base))
        for meta in bounds:
            assert meta.ge is not None
            assert meta.le is not None, "every number of a rulings file is bounded"
            found = [v for v in found if isinstance(v, str | bool)] + [meta.ge, meta.le]
        yield from found
    elif get_origin(hint) is Literal:
        yield from get_args(hint)
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from allowed(member)
    elif hint is bool:
        yield from (True, False)
    elif hint in (int, float):
        yield hint(1)
    elif hint is str:
        yield "a word"
    elif get_origin(hint) is tuple:
        yield [next(allowed(get_args(hint)[0]))]
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield msgspec.to_builtins(hint())
    else:
        assert hint is type(None), f"no value for {hint}"


def settings() -> list[tuple[str, str, Any]]:
    """Each system, switch and value it may take."""
    found = []
    for name in OURS:
        kind = system(name).rulings_type
        hints = get_type_hints(kind, include_extras=True)
        found += [(name, key, v) for key in kind.__struct_fields__ for v in allowed(hints[key])]
    return found


@pytest.mark.parametrize(("name", "switch", "value"), settings())
def test_a_file_can_set_every_switch_to_every_value(
    tmp_path: Path, name: str, switch: str, value: Any
) -> None:
    literal = msgspec.json.encode(value).decode()
    path = written(tmp_path, f"[{name}]\n{switch} = {literal}\n")
    loaded = rulings.load(path, system(name))
    default = system(name).rulings_type()
    assert msgspec.to_builtins(getattr(loaded, switch)) == value
    expected = {} if getattr(default, switch) == getattr(loaded, switch) else {switch: value}
    assert rulings.changed(loaded) == expected
    again = msgspec.convert(rulings.changed(loaded), system(name).rulings_type)
    assert again == loaded


@pytest.mark.parametrize("name", OURS)
def test_defaults_are_valid_and_change_nothing(name: str) -> None:
    kind = system(name).rulings_type
    data = msgspec.to_builtins(kind())
    assert msgspec.convert(data, kind) == kind()
    assert rulings.changed(kind()) == {}


@pytest.mark.parametrize("name", OURS)
def test_every_switch_is_described(name: str) -> None:
    described = rulings.describe(system(name).rulings_type)
    assert [r.name for r in described] == list(system(name).rulings_type.__struct_fields__)
    for ruling in described:
        assert ruling.rule, ruling
        assert ruling.status in ("ruling", "house"), ruling
        assert len(ruling.reason) > 15, ruling
        assert ruling.allowed, ruling


def test_a_file_of_no_table_for_a_system_leaves_it_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, "[iron-gauntlets]\n")
    assert rulings.load(path, system("troika")) == system("troika").rulings_type()


def test_all_faults_of_a_file_at_once_also_in_other_systems(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[troika]\nclmap = "once"\nfall_rounding = "sideways"\n\n'
        "[iron-gauntlets]\nroutine_difficulty = -1\n\n"
        "[reactive-combat]\nno_such = 1\n\n"
        "[trokia]\nclamp = 'once'\n",
    )
    with pytest.raises(BadData) as caught:
        rulings.load(path, system("troika"))
    found = caught.value.faults
    assert [(f.file, f.line) for f in found] == [(path, n) for n in (2, 3, 6, 9, 11)]
    named = " ".join(f.message.split("`")[1] for f in found)
    assert named == "clmap fall_rounding routine_difficulty no_such trokia"
    assert found[0].hint == "did you mean `clamp`?"
    assert found[1].hint == "one of: down, up"
    assert found[4].hint == "did you mean `troika`?"


@pytest.mark.parametrize("text", ["troika = 3", "troika = []", "clamp = 'once'", "[[troika]]\n"])
def test_what_is_no_table_of_a_system_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadData) as caught:
        rulings.load(written(tmp_path, text), system("troika"))
    assert caught.value.faults[0].line == 1


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    for name in OURS:
        loaded = rulings.load(written(tmp_path, ""), system(name))
        assert loaded == system(name).rulings_type()
