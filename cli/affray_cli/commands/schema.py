"""`affray schema`."""

import json
from typing import Annotated

from affray.schema.make import schema as make
from affray_cli import terminal
from affray_cli.declare import argument
from affray_cli.envelope import Envelope
from affray_cli.exits import Exit


def schema(
    kind: Annotated[
        str, argument(metavar="KIND", help="sheet, encounter, session, rulings or result.")
    ],
    system_name: Annotated[
        str | None, argument(metavar="[SYSTEM]", help="One system's; without: any's.")
    ] = None,
) -> int:
    """Print the JSON Schema (draft-04) of a kind of file, or of the JSON results.

    affray schema sheet {system} > sheet.json

    affray schema result

    A TOML editor takes it from a first line like `#:schema sheet.json`.
    """
    terminal.write(as_text(kind, system_name))
    return Exit.OK


def as_text(kind: str, system_name: str | None) -> str:
    """A schema as it is printed and shipped."""
    return json.dumps(make(kind, system_name, Envelope), indent=2, ensure_ascii=False)
