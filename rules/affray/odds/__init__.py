"""Exact odds: of an attack, a roll, a duel, all from the functions that play."""
