"""affray: the rules library. It settles combat at the tabletop and prints nothing.

    import affray
    giant, goblin = affray.load("giant.toml"), affray.load("@goblin")
    outcome = affray.play("attack", [giant, goblin], {"cover": 2}, affray.SeededDice(7))

`play` resolves any action a command can; `load` reads a sheet; the dice makers are
SeededDice, ScriptedDice (hand-rolled) and `enumerate_play` (every way they can fall).
"""

from affray.deed import play
from affray.dice import Dice, ScriptedDice, SeededDice, enumerate_play
from affray.faults import AffrayError, BadData, BadRequest, Fault, Forbidden
from affray.outcome import Effect, Outcome, TraceStep
from affray.sheets import load, loads

__version__ = "0.1.0"

__all__ = [
    "AffrayError",
    "BadData",
    "BadRequest",
    "Dice",
    "Effect",
    "Fault",
    "Forbidden",
    "Outcome",
    "ScriptedDice",
    "SeededDice",
    "TraceStep",
    "enumerate_play",
    "load",
    "loads",
    "play",
]
