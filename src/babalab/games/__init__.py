"""Games for planners and people. One file for each, one interface for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily
from babalab.games.game import GAMES

if TYPE_CHECKING:
    from babalab.games.baba import Baba
    from babalab.games.errors import GameError
    from babalab.games.finding import game_named
    from babalab.games.fireflies import Fireflies
    from babalab.games.game import Ends, Game, GameLevel, Plans, games, register_game
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

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".baba": ("Baba",),
        ".errors": ("GameError",),
        ".finding": ("game_named",),
        ".fireflies": ("Fireflies",),
        ".game": ("Ends", "Game", "GameLevel", "Plans", "games", "register_game"),
        ".sokoban": ("Sokoban",),
        ".vgdl.suite": ("suite",),
    },
)

# What results are known by must not change with this table: see `babalab.agents`.
GAMES.expect(
    {
        "baba": "babalab.games.baba",
        "fireflies": "babalab.games.fireflies",
        "sokoban": "babalab.games.sokoban",
        **dict.fromkeys(
            (
                "cocoa", "curling", "drover", "hoarfrost", "magpies", "museum", "odd-socks",
                "scarecrow", "smithy", "tramlines", "truffles", "warren",
            ),
            "babalab.games.vgdl.suite",
        ),
    }
)  # fmt: skip
