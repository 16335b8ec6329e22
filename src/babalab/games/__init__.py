"""Games: what planners play. One file for each, one protocol for all."""

from babalab.games.errors import GameError
from babalab.games.fireflies import Fireflies
from babalab.games.game import Ends, Game, GameLevel, Plans
from babalab.games.registry import game_named, games, register_game

__all__ = [
    "Ends",
    "Fireflies",
    "Game",
    "GameError",
    "GameLevel",
    "Plans",
    "game_named",
    "games",
    "register_game",
]
