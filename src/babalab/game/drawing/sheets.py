"""Sheets: small pictures as text, side by side, each row of pictures below a line of names."""

from __future__ import annotations

Grid = tuple[str, ...]
"""The rows of a picture; a character is a pixel."""


def cut_sheet(sheet: str) -> dict[str, Grid]:
    r"""Cut a sheet into its pictures, by name; a blank line ends a row of pictures.

    >>> cut_sheet("dot  bar\n...  .#.\n.#.  .#.")
    {'dot': ('...', '.#.'), 'bar': ('.#.', '.#.')}
    """
    grids: dict[str, Grid] = {}
    for band in sheet.strip("\n ").split("\n\n"):
        names, *lines = (line.split() for line in band.splitlines())
        grids.update(zip(names, zip(*lines, strict=True), strict=True))
    return grids
