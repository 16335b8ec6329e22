"""Errors of learning in what a user asked for."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class LearningError(BabalabError, ValueError):
    """An environment or a training that makes no sense; says what to do about it."""


class RewardError(BabalabError, ValueError):
    """A reward that can't be read or used; says where and why."""
