"""What can be wrong with a wish for maps."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class GenerationError(BabalabError):
    """Maps can't be made as asked."""
