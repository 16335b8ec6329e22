"""Errors about games."""

from __future__ import annotations

from babalab.base.diagnostics import Diagnostic
from babalab.base.errors import BabalabError
from babalab.game.errors import LevelError


class GameError(BabalabError):
    """A game that does not exist, can't be loaded, or has no such level."""


class DescriptionError(LevelError):
    """An invalid description of a game; `diagnostics` lists everything wrong with it."""

    def __reduce__(self) -> tuple[type[DescriptionError], tuple[tuple[Diagnostic, ...]]]:
        return DescriptionError, (self.diagnostics,)
