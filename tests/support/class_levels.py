"""Levels that steps to the right win: as long, and so as difficult, as one likes."""

from __future__ import annotations

from babalab import Level


def of_length(length: int) -> Level:
    """A corridor whose shortest solution has this many moves."""
    row = "b" + "." * (length - 1) + "f"
    width = max(len(row), 3)
    words = [text.ljust(width, ".") for text in ("B12", "F13")]
    rows = ["_" * (width + 2), *(f"_{each}_" for each in (row.ljust(width, "."), *words))]
    return Level.parse("/".join([*rows, rows[0]]), solution="r" * length, id=str(length))


ALL_CLASSES = [of_length(length) for length in (2, 3, 8, 15, 30, 50)]
"""One of each class, and another of the first."""
