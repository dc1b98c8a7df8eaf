"""The rule sets that come with affray, a folder each, with the same files in each."""

OURS = {
    "troika": "affray.systems.troika:SYSTEM",
    "iron-gauntlets": "affray.systems.iron_gauntlets:SYSTEM",
    "reactive-combat": "affray.systems.reactive_combat:SYSTEM",
}
"""Where each is, by the name its sheets have it by; the first is meant where none is named."""
