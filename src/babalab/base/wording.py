"""Counts in words, for messages."""

from __future__ import annotations


def counted(count: int, noun: str, several: str | None = None) -> str:
    """Return a number of things, with the noun in the right form.

    >>> counted(1, "level"), counted(1200, "move"), counted(0, "search", "searches")
    ('1 level', '1,200 moves', '0 searches')
    """
    return f"{count:,} {noun if count == 1 else several or noun + 's'}"
