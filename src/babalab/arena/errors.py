"""What can go wrong in the arena through no fault of ours."""

from __future__ import annotations

from babalab.game.errors import BabalabError


class ArenaError(BabalabError):
    """An evaluation that makes no sense or can't go on."""


class StoreError(ArenaError):
    """A store that can't be used, with what to do about it."""


class MissingExtraError(ArenaError):
    """Something that needs a package which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'babalab[{extra}]'")
