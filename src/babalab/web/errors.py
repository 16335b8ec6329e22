"""The errors of making and serving the page."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class SiteError(BabalabError):
    """A folder that the site can't be written into, or an address that it can't be served at."""
