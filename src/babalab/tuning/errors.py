"""What can go wrong with a tuning run through no fault of ours."""

from __future__ import annotations

from babalab.arena.errors import ArenaError


class TuningError(ArenaError):
    """A run that makes no sense or can't go on, with what to do about it."""
