"""Finding games: by name, in a Python file, or by the file that describes one in VGDL."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from babalab.base.sources import DESCRIPTION
from babalab.games.errors import GameError
from babalab.games.game import GAMES, Game


def game_named(name: str) -> type[Game[Any]]:
    """Return the game of this name, or the one in a file: ``mine.py:Mine``, ``folder/mine.txt``."""
    if is_description(name):
        # Imported by name, so that fingerprints do not follow: otherwise the code of every planner
        # and game would include the files of the arcade.
        described: type[Game[Any]] = import_module("babalab.games.vgdl.folder").game_in(name)
        return described
    try:
        return GAMES.named(name)
    except GameError as error:
        if Path(name).is_dir():
            raise GameError(
                f"{name}: this is a folder; name a game in it: {name}/NAME.txt"
            ) from error
        if Path(f"{name}{DESCRIPTION}").is_file():
            raise GameError(f"{error}; there is a file, {name}{DESCRIPTION}: write that") from error
        raise


def is_description(name: str) -> bool:
    """Tell whether a game is named by the file that describes it in VGDL."""
    return name.endswith(DESCRIPTION)
