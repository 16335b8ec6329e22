"""What can go wrong in learning through no fault of ours."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class LearningError(BabalabError, ValueError):
    """An environment, a reward or a training that makes no sense, with what to do about it."""
