"""Where characters of Troika! are kept elsewhere."""

from affray.importing.draft import Importer
from affray.systems.troika import foundry, web


def importers() -> tuple[Importer, ...]:
    """What reads characters of it that are kept elsewhere."""
    return (
        Importer(
            "a Foundry VTT actor of the Troika! system",
            foundry.fits,
            foundry.fill,
            "actors exported from Foundry VTT (the system troika)",
        ),
        Importer(
            "a Troika! character-sheet page",
            web.fits,
            web.fill,
            "the JSON of Troika! character-sheet pages",
        ),
    )
