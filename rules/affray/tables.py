"""The TOML tables that stand beside the code: weapons, ranges, creatures, rules."""

import os
import tomllib
from typing import Any


def load_table(module_file: str, name: str) -> dict[str, Any]:
    """The table file `name` in the folder of the module whose `__file__` is given."""
    with open(os.path.join(os.path.dirname(module_file), name), "rb") as file:
        return tomllib.load(file)
