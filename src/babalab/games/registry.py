"""The games there are, by name."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from babalab.games.errors import GameError
from babalab.games.game import Game
from babalab.games.plugins import Plugins

GameType = TypeVar("GameType", bound=type[Game[Any]])

GAME_PLUGINS: Final = "babalab.games"
"""The entry points of installed packages whose modules register games when they are loaded."""

_GAMES: Plugins[Game[Any]] = Plugins("game", Game, GAME_PLUGINS, GameError)  # type: ignore[type-abstract]
games = _GAMES.all
game_named = _GAMES.named
is_installed_game = _GAMES.is_installed


def register_game(game: GameType) -> GameType:
    """Make a game known by its `name`; for use as a decorator."""
    _GAMES.register(game, game.name)
    return game
