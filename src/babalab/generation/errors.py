"""The error that map generation raises for requests it can't meet."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class GenerationError(BabalabError):
    """Maps can't be generated as requested."""
