"""The arcade suite: our own games, described in VGDL, that come with the package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from babalab.games.game import register_game
from babalab.games.vgdl.folder import games_in
from babalab.games.vgdl.game import VgdlGame


def suite_folder() -> Path:
    """Return the folder of the suite's descriptions and levels, as `games --path` takes it."""
    return Path(str(resources.files("babalab.games.vgdl") / "suite"))


@cache
def suite() -> dict[str, type[VgdlGame]]:
    """Return all games of the suite, by name, with their levels from easy to hard."""
    return games_in(suite_folder())


for _game in suite().values():
    register_game(_game)
