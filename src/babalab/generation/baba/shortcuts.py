"""Variants of a level in which it can't be solved as intended: what wins there is a shortcut."""

from __future__ import annotations

from dataclasses import replace

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, WORD_OF
from babalab.generation.baba.clutter import find_sentences


def freeze_free_words(level: Level) -> Level | None:
    """Return the level with border in place of words that are in no sentence at the start.

    Return None if there are none.

    >>> print(freeze_free_words(Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______")).line)
    _______/_b...f_/_._.___/_B12.._/_______
    """
    spoken = {cell for sentence in find_sentences(level) for cell in sentence}
    rows = tuple(
        "".join(
            BORDER if character in WORD_OF and (y, x) not in spoken else character
            for x, character in enumerate(row)
        )
        for y, row in enumerate(level.rows)
    )
    return None if rows == level.rows else replace(level, rows=rows, solution="")
