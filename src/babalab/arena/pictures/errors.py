"""Errors of drawing."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class PictureError(BabalabError):
    """A picture of nothing, or one that can't be written where it was wanted."""
