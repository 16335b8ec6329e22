"""Errors of learning in what a user asked for, and the check for the packages that it needs."""

from __future__ import annotations

from babalab.base.errors import BabalabError, require_extra


class LearningError(BabalabError, ValueError):
    """An environment or a training that makes no sense; says what to do about it."""


class RewardError(BabalabError, ValueError):
    """A reward that can't be read or used; says where and why."""


def require_learn_extra(what: str) -> None:
    """Raise `MissingExtraError` unless the packages for learning are installed; import none."""
    require_extra(what, "learn")
