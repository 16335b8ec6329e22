"""Errors of tuning that users can mend."""

from __future__ import annotations

from babalab.arena.errors import ArenaError


class TuningError(ArenaError):
    """A run that makes no sense or can't go on, with what to do about it."""
