"""Sheets of pixel art: several small pictures side by side in one text."""

from __future__ import annotations

Grid = tuple[str, ...]
"""The rows of a picture, one character a pixel."""


def cut_sheet(sheet: str) -> dict[str, Grid]:
    """Return the pictures of a sheet by name: it has lines of names, each above its pictures' rows.

    >>> cut_sheet('''
    ...     dot  bar
    ...     .#   ##
    ... ''')
    {'dot': ('.#',), 'bar': ('##',)}
    """
    found: dict[str, Grid] = {}
    for band in sheet.strip("\n ").split("\n\n"):
        names, *lines = (line.split() for line in band.splitlines())
        found.update(zip(names, zip(*lines, strict=True), strict=True))
    return found
