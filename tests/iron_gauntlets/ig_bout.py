"""A fight of Iron Gauntlets that the tests play step by step, and who fights in it."""

from collections.abc import Sequence
from typing import Any

from affray.outcome import Outcome
from affray.systems.iron_gauntlets.fighter import Fighter, enter
from affray.systems.iron_gauntlets.sheet import Abilities, Sheet, Weapon
from tests.scaffold.bout import Bout, facing
from tests.scaffold.game import Game

SWORD = Weapon("sword", "melee", 3)
MISS = (10, 10, 10, 10)
HIT = (1, 10, 10, 10)
GAUNTLETS: Game[Sheet, Fighter] = Game({"iron-gauntlets": {}})


def sheet(name: str, fitness: int = 4, awareness: int = 3, **more: Any) -> Sheet:
    return Sheet(
        system="iron-gauntlets",
        name=name,
        abilities=Abilities(fitness=fitness, awareness=awareness, creativity=2, luck=1),
        skills={"melee": 6, "athletics": 5},
        weapons=(SWORD,),
        **more,
    )


def someone(name: str, **fields: Any) -> Fighter:
    """A combatant with a sheet of these fields; abilities go by their names."""
    scores = {key: fields.pop(key) for key in Abilities.__struct_fields__ if key in fields}
    return enter(Sheet("iron-gauntlets", name, Abilities(**scores), **fields))


def played(command: str, *fighters: Fighter, faces: Sequence[int] = (), **options: Any) -> Outcome:
    """What an action comes to with exactly these dice."""
    return GAUNTLETS.play(command, fighters, faces, **options).outcome


def slots(bout: Bout, name: str) -> tuple[int | None, int, int]:
    """The actions somebody has left: free, for fitness, for awareness."""
    one = bout.fighter(name)
    return one.free_actions, one.fitness_actions, one.awareness_actions


def trio(**more: Any) -> Bout:
    """Suenta, Kolby and Titus before the first reaction."""
    three = sheet("Suenta"), sheet("Kolby", fitness=3), sheet("Titus", fitness=3)
    return Bout(facing(*three, **more))


def begun(*speeds: int, **more: Any) -> Bout:
    """The same once they have rolled these speeds."""
    bout = trio(**more)
    bout.next(*speeds)
    return bout
