"""What can go wrong when tasks are run, through no fault of ours."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class ExecutionError(BabalabError):
    """An executor that can't be set up or can't go on, with what to do about it."""
