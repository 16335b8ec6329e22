"""Games: what planners play. One file for each, one protocol for all."""

from babalab.games.baba import Baba
from babalab.games.errors import GameError
from babalab.games.finding import game_named
from babalab.games.fireflies import Fireflies
from babalab.games.game import GAMES, Ends, Game, GameLevel, Plans, games, register_game
from babalab.games.sokoban import Sokoban
from babalab.games.vgdl.suite import suite

__all__ = [
    "GAMES",
    "Baba",
    "Ends",
    "Fireflies",
    "Game",
    "GameError",
    "GameLevel",
    "Plans",
    "Sokoban",
    "game_named",
    "games",
    "register_game",
    "suite",
]
