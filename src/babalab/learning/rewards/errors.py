"""What can be wrong with a reward."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class RewardError(BabalabError, ValueError):
    """A reward that can't be read or used; says where and why."""
