"""What the Troika! tests share: a game, and the damage rows typed in again."""

from tests.scaffold.game import Game, Troika

game: Troika = Game({"troika": {"skill": 5, "stamina": 20, "weapons": ["sword"]}})
"""A plain sheet has Skill 5, Stamina 20 and one sword."""
TABLE = """
sword 4 6 6 6 6 8 10          | unarmed 1 1 1 2 2 3 4
axe 2 2 6 6 8 10 12           | shield 2 2 2 4 4 6 8
knife 2 2 2 2 4 8 10          | fusil 2 4 4 6 12 18 24
staff 2 4 4 4 4 6 8           | bow 2 4 6 8 8 10 12
hammer 1 2 4 6 8 10 12        | crossbow 4 4 6 8 8 8 10
spear 4 4 6 6 8 8 10          | pistolet 2 2 4 4 6 12 16
longsword 4 6 8 8 10 12 14    | small beast 2 2 3 3 4 5 6
mace 2 4 4 6 6 8 10           | modest beast 4 6 6 8 8 10 12
polearm 2 4 4 8 12 14 18      | large beast 4 6 8 10 12 14 16
maul 1 2 3 6 12 13 14         | gigantic beast 4 8 12 12 16 18 24
greatsword 2 4 8 10 12 14 18  | jolt 2 2 3 3 5 7 9
club 1 1 2 3 6 8 10           | fire bolt 3 3 5 7 9 12 16
dragon-fire 6 8 12 16 18 24 36
"""
ENTRIES = [entry.split() for line in TABLE.split("\n") if line for entry in line.split("|")]
ROWS = {" ".join(words[:-7]): tuple(map(int, words[-7:])) for words in ENTRIES}
"""The damage rows as the rules file prints them, columns 1 … 6 and 7+."""
HASH_ROWS = frozenset(
    ("hammer", "mace", "polearm", "maul", "fusil", "pistolet", "large beast", "gigantic beast")
)
"""The rows marked `#`: they ignore 1 point of armour."""
STAR_ROWS = frozenset(("polearm", "maul", "greatsword", "fusil", "bow", "crossbow"))
"""The rows marked `*`: they need two hands."""
