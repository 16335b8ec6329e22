"""The errors of finding, reading and writing levels."""

from __future__ import annotations

from babalab.base.errors import BabalabError


class AddressError(BabalabError, LookupError):
    """An address that leads to no level, or to more than the one that is wanted."""


class FileError(BabalabError):
    """A file that can't be read or written, whatever it may hold."""


class FormatError(BabalabError, ValueError):
    """A format that does not exist, or that can't hold what is to be written."""
