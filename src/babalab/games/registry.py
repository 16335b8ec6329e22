"""The games there are, by name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

from babalab.base.registry import Plugins
from babalab.games.errors import GameError
from babalab.games.game import Game

GameType = TypeVar("GameType", bound=type[Game[Any]])

GAME_PLUGINS: Final = "babalab.games"
"""The entry points of installed packages whose modules register games when they are loaded."""

_GAMES: Plugins[Game[Any]] = Plugins("game", Game, GAME_PLUGINS, GameError)  # type: ignore[type-abstract]
games = _GAMES.all
is_installed_game = _GAMES.is_installed

DESCRIPTION: Final = ".txt"
"""How the names of files with a description in VGDL end."""


def game_named(name: str) -> type[Game[Any]]:
    """Return the game of this name, or the one in a file: ``mine.py:Mine``, ``folder/mine.txt``."""
    if is_description(name):
        # By name: its games are among those registered here, and whatever knows games would
        # otherwise be made of the arcade's files, which fingerprints follow.
        described: type[Game[Any]] = import_module("babalab.games.vgdl.folder").game_in(name)
        return described
    try:
        return _GAMES.named(name)
    except GameError as error:
        if Path(name).is_dir():
            raise GameError(
                f"{name}: this is a folder; name a game in it: {name}/NAME.txt"
            ) from error
        if Path(f"{name}{DESCRIPTION}").is_file():
            raise GameError(f"{error}; there is a file, {name}{DESCRIPTION}: write that") from error
        raise


def is_description(name: str) -> bool:
    """Return whether a game is named by the file that describes it in VGDL."""
    return name.endswith(DESCRIPTION)


def register_game(game: GameType) -> GameType:
    """Make a game known by its `name`; for use as a decorator."""
    _GAMES.register(game, game.name)
    return game
