"""Write the JSON Schemas that the examples point to (schemas/*.json).

    python scripts/make_schemas.py

A test holds the files to what `affray schema` prints.
"""

from pathlib import Path

from affray.schema.make import files
from affray_cli.commands.schema import as_text

FOLDER = Path(__file__).resolve().parent.parent / "schemas"


def whole() -> dict[str, str]:
    """Every file's name and text."""
    return {name: as_text(kind, system) + "\n" for name, (kind, system) in files().items()}


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in whole().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
