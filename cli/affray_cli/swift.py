"""Importing msgspec in two thirds of the time.

It looks into `typing_extensions` for what `typing` has had since Python 3.11, and does
without where that cannot be imported; with `inspect`, which that wants, it takes as long
to import as msgspec itself. Whoever needs it later imports it as ever.
"""

import sys

if "typing_extensions" not in sys.modules and "msgspec" not in sys.modules:
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules["typing_extensions"]
