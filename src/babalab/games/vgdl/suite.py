"""The arcade suite: our own games, described in VGDL, that come with the package."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from babalab.games.registry import register_game
from babalab.games.vgdl.folder import game_in
from babalab.games.vgdl.game import VgdlGame


@cache
def suite() -> dict[str, type[VgdlGame]]:
    """All games of the suite, by name, with their levels from easy to hard."""
    folder = Path(str(resources.files("babalab.games.vgdl") / "suite"))
    descriptions = [each for each in folder.glob("*.txt") if "_lvl" not in each.stem]
    return {file.stem: game_in(file) for file in sorted(descriptions)}


for _game in suite().values():
    register_game(_game)
