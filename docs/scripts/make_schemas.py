"""Write the JSON Schemas that the examples point to (examples/schemas/*.json).

    python docs/scripts/make_schemas.py

Those alone: `affray schema` prints any. A test holds the files to what it prints.
"""

from pathlib import Path

from affray.schema.make import files
from affray_cli.commands.schema import as_text

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDER = EXAMPLES / "schemas"
MARK = "#:schema "


def pointed(path: Path) -> Path | None:
    """The schema that the first line of a TOML file points to."""
    with path.open(encoding="utf-8") as opened:
        first = opened.readline().strip()
    return (path.parent / first.removeprefix(MARK)).resolve() if first.startswith(MARK) else None


def whole() -> dict[str, str]:
    """The name and text of every file that an example points to."""
    wanted = {pointed(path) for path in EXAMPLES.rglob("*.toml")}
    return {
        name: as_text(kind, system) + "\n"
        for name, (kind, system) in files().items()
        if FOLDER / name in wanted
    }


def main() -> None:
    """Write them, and delete those that no example points to any more."""
    FOLDER.mkdir(exist_ok=True)
    found = whole()
    for path in FOLDER.glob("*.json"):
        if path.name not in found:
            path.unlink()
    for name, text in found.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
