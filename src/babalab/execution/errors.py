"""The error of executors."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class ExecutionError(BabalabError):
    """An executor can't be set up or can't go on, or a call failed; the message says what to do."""
