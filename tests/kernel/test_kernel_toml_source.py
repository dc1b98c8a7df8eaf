"""Reading the TOML files people write: their faults, and the lines of those."""

import io
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.faults import BadData, Fault
from affray.toml_source import MAX_BYTES, line_of, lines_of, parse, read, read_bytes
from affray.validate import Finding
from affray.validate import Path as Keys


def fault(path: str) -> Fault:
    with pytest.raises(BadData) as caught:
        read(path)
    (found,) = caught.value.faults
    return found


def written(folder: Path, data: bytes) -> str:
    path = folder / "sheet.toml"
    path.write_bytes(data)
    return str(path)


# What a file can be
def test_a_file_is_read_with_its_name(tmp_path: Path) -> None:
    path = written(tmp_path, "name = 'Zoë'\n".encode())
    source = read(path)
    assert (source.name, source.data) == (path, {"name": "Zoë"})


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfname = 'Ann'\nskill = 5\n",
        b"name = 'Ann'\r\nskill = 5\r\n",
        b"\xef\xbb\xbfname = 'Ann'\r\nskill = 5",
    ],
    ids=["byte-order mark", "CRLF", "both, and no last line end"],
)
def test_what_editors_do_to_files_is_fine(tmp_path: Path, data: bytes) -> None:
    source = read(written(tmp_path, data))
    assert source.data == {"name": "Ann", "skill": 5}
    assert line_of(lines_of(source.text), ("skill",)) == 2


def test_an_empty_file_is_an_empty_table(tmp_path: Path) -> None:
    assert read(written(tmp_path, b"")).data == {}


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"skill = 5")))
    assert read("-")[:2] == ("<stdin>", "skill = 5")


def test_standard_input_can_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert fault("-") == Fault("standard input is closed", None, "<stdin>")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "none.toml")
    assert fault(path) == Fault("there is no such file", None, path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert fault(str(tmp_path)).message == "is a folder, not a file"


def test_a_file_needs_a_name() -> None:
    assert fault("").message == "a file without a name"


def test_a_name_with_a_nul_is_no_file() -> None:
    assert fault("a\0b.toml").message.startswith("cannot be read")


def test_a_name_of_any_bytes_is_read(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xff.toml"
    try:
        with open(raw, "wb") as file:
            file.write(b"skill = 5")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert read(os.fsdecode(raw)).data == {"skill": 5}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads anything")
def test_a_file_without_leave_to_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"skill = 5")
    os.chmod(path, 0)
    assert fault(path).message == "cannot be read: Permission denied"


def test_too_large_a_file_is_refused(tmp_path: Path) -> None:
    assert read_bytes(written(tmp_path, b"#" * MAX_BYTES)) == b"#" * MAX_BYTES
    assert "larger than 1 MiB" in fault(written(tmp_path, b"#" * (MAX_BYTES + 1))).message


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero")
def test_a_file_without_end_is_refused() -> None:
    assert "larger than 1 MiB" in fault("/dev/zero").message


def test_bytes_that_are_no_text_have_a_line(tmp_path: Path) -> None:
    path = written(tmp_path, b"name = 'Ann'\nskill = 5 # \xff\n")
    assert fault(path) == Fault("not UTF-8 text", "save it as UTF-8", path, 2)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a = 1\nb = \n", 2, "not valid TOML: Invalid value"),
        ("a = 1\na = 2\n", 2, "not valid TOML: Cannot overwrite a value"),
        ("a = [1,\n2\n", 3, "not valid TOML: Unclosed array"),
        ("a = 1\n\n[t\n", 3, "not valid TOML: Expected ']' at the end of a table declaration"),
        ("a = 'x\n", 2, "not valid TOML: Expected"),
        ("a = '''x\n\n", 3, "not valid TOML: Expected"),
        ("a = 1\n\0\n", 2, "not valid TOML: Invalid statement"),
        ("a = 1\nb = " + "9" * 5000, 2, "a number of thousands of digits"),
        ("a = " + "[" * 100_000, None, "nested too deeply"),
    ],
)
def test_what_is_no_toml_has_a_line(
    tmp_path: Path, text: str, line: int | None, message: str
) -> None:
    found = fault(written(tmp_path, text.encode()))
    assert found.message.startswith(message)
    assert found.line == line
    assert "\n" not in found.message


# Lines

TEXT = '''\
# a comment, with [brackets] and "quotes
name = "Ann # not a comment"  # a comment

skills = { swim = 2,  "run fast" = 3 }
notes = """
first [ line
name = "no key"
""" # end
weapons = [
    "sword",  # ]
    { name = "axe", damage = [
        1, 2,
    ] },
]
a.b.c = 1
path = 'c:\\'

[abilities]
fitness = 4

    [abilities.more]
    luck = 1

[[band]]
tn = 1
[[band]]
# nothing
tn = 2
[band.inner]
x = 1
[[band.inner.list]]
[[band.inner.list]]
y = """"quoted""""
z = \'\'\'it\'s\'\'\'
"a key" = ""
'''


PLACES = """
name = 2 | skills = 4 | skills/run fast = 4 | notes = 5 | weapons = 9 |
weapons/1/damage/1 = 9 | a/b/c = 15 | a = 15 | path = 16 | abilities = 18 |
abilities/fitness = 19 | abilities/more = 21 | abilities/more/luck = 22 | band = 24 |
band/0 = 24 | band/0/tn = 25 | band/1 = 26 | band/1/tn = 28 | band/1/inner/x = 30 |
band/1/inner/list/0 = 31 | band/1/inner/list/1/y = 33 | band/1/inner/list/1/z = 34 |
band/1/inner/list/1/a key = 35 | abilities/awareness = 18 | band/2 = 24 | nowhere = 1 |  = 1
"""
"""Paths, their parts between slashes, and the lines that they stand on."""


def place(text: str) -> tuple[Keys, int]:
    path, _, line = text.partition("=")
    parts = path.strip().split("/") if path.strip() else []
    return tuple(int(one) if one.isdigit() else one for one in parts), int(line)


@pytest.mark.parametrize(("path", "line"), [*map(place, PLACES.split("|"))])
def test_the_line_of_anything(path: Keys, line: int) -> None:
    assert line_of(lines_of(TEXT), path) == line


def test_findings_become_faults_in_the_order_of_the_file() -> None:
    source = parse("b = 1\na = 2\n", "x.toml")
    error = source.faults((Finding(("a",), "wrong a", "hint"), Finding(("b",), "wrong b")))
    assert error.faults == (
        Fault("wrong b", None, "x.toml", 1),
        Fault("wrong a", "hint", "x.toml", 2),
    )


def by_heads(text: str, path: Keys) -> int:
    """The line of a path found the slow way: the first head of the text that has it."""
    lines = text.split("\n")
    start = 1
    for end in range(1, len(lines) + 1):
        try:
            data: Any = tomllib.loads("\n".join(lines[:end]))
        except tomllib.TOMLDecodeError:
            continue
        try:
            for part in path:
                data = data[part]
        except (LookupError, TypeError):
            start = end + 1
            continue
        while start < end and not lines[start - 1].split("#")[0].strip():
            start += 1
        return start
    return by_heads(text, path[:-1]) if path else 1


def every_path(data: Any, at: Keys = ()) -> list[Keys]:
    """All paths there are in data."""
    items = data.items() if isinstance(data, dict) else ()
    pairs = list(enumerate(data)) if isinstance(data, list) else list(items)
    return [p for k, v in pairs for p in ((*at, k), *every_path(v, (*at, k)))]


STATEMENTS = st.sampled_from(
    [
        "# [a] comment",
        "",
        "  ",
        "{} = 1",
        '{} = "x # y"',
        "{} = 'it''",
        "{} = 'x] {{'",
        '{} = """\n[x]\n\\"""\n""""',
        "{} = '''\na = 1\n'''''",
        "{} = [\n  1, # [\n  [2, '''\n]'''],\n]",
        "{} = {{ a = [1, {{ b = 2 }}], 'c d' = \"\" }}",
        '{}."x y".z = 1979-05-27 07:32:00 # "',
        "[{}]",
        "[[{}]]",
        "[ t.{} ]",
        "[[ l . {} ]]",
        "[[l]]",
        '  [l."{}"] # ]',
    ]
)


@given(st.lists(STATEMENTS, max_size=14))
def test_lines_are_those_found_the_slow_way(statements: list[str]) -> None:
    lines: list[str] = []
    for number, statement in enumerate(statements):
        tried = "\n".join([*lines, statement.format(f"k{number}")])
        try:
            tomllib.loads(tried)
        except tomllib.TOMLDecodeError:
            continue
        lines = tried.split("\n")
    text = "\n".join(lines)
    index = lines_of(text)
    for path in every_path(tomllib.loads(text)):
        assert line_of(index, path) == by_heads(text, path), path


def test_a_large_file_of_faults_is_quick() -> None:
    text = "".join(f"k{i} = {i}\n" for i in range(20_000))
    index = lines_of(text)
    assert [line_of(index, (f"k{i}",)) for i in (0, 9_999, 19_999)] == [1, 10_000, 20_000]
