"""Errors of the arena that users can mend."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class ArenaError(BabalabError):
    """An evaluation that makes no sense or can't go on."""


class StoreError(ArenaError):
    """A store that can't be used, with what to do about it."""
