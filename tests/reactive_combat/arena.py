"""What the Reactive Combat tests share: a game."""

from tests.scaffold.game import Game, Reactive

game: Reactive = Game({"reactive-combat": {"defense": 13, "toughness": 6}})
"""A plain sheet has Defense 13 and toughness 6."""
