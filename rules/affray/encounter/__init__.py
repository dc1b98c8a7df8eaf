"""Encounter files: read, played, and held to what they expect."""
