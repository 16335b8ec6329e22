"""Numbers as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.base.wording import counted

__all__ = ["counted", "rounded", "size"]


def rounded(number: float) -> str:
    """Return three digits of a number, for where it changes too fast to be read in full.

    >>> rounded(999), rounded(2_572_986), rounded(38_000)
    ('999', '2.57M', '38k')
    """
    number, unit = _scale(number, 1000, ("", "k", "M", "G", "T"))
    return f"{number:.3g}{unit}"


def size(count: int) -> str:
    """Return a number of bytes in words.

    >>> size(896), size(16_522), size(371_195_904)
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
