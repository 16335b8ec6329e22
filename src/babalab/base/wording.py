"""Numbers as people read them: counts with their nouns, short forms, sizes of memory."""

from __future__ import annotations

from collections.abc import Sequence


def pluralize(count: int, noun: str, several: str | None = None) -> str:
    """Return a count and its noun, in the singular or plural.

    >>> pluralize(1, "level"), pluralize(1200, "move"), pluralize(0, "search", "searches")
    ('1 level', '1,200 moves', '0 searches')
    """
    return f"{count:,} {noun if count == 1 else several or noun + 's'}"


def abbreviate(number: float) -> str:
    """Return a number in three digits, for places where it changes too fast to be read in full.

    >>> abbreviate(999), abbreviate(2_572_986), abbreviate(38_000)
    ('999', '2.57M', '38k')
    """
    number, unit = _scale(number, 1000, ("", "k", "M", "G", "T"))
    return f"{number:.3g}{unit}"


def format_size(count: int) -> str:
    """Return a number of bytes in words.

    >>> format_size(896), format_size(16_522), format_size(371_195_904)
    ('896 B', '16.1 KiB', '354.0 MiB')
    """
    number, unit = _scale(count, 1024, ("B", "KiB", "MiB", "GiB", "TiB"))
    return f"{count} B" if unit == "B" else f"{number:,.1f} {unit}"


def _scale(number: float, base: int, units: Sequence[str]) -> tuple[float, str]:
    """Return the number in the largest unit that leaves it at least 1 when rounded."""
    place = 0
    while number >= 0.9995 * base and place < len(units) - 1:
        number /= base
        place += 1
    return number, units[place]
