"""What can be wrong with a game."""

from __future__ import annotations

from babalab.game.errors import BabalabError


class GameError(BabalabError):
    """A game that does not exist, can't be loaded, or has no such level."""
