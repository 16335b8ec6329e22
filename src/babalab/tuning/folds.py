"""Folds: levels left out of tuning, to see what it is worth on levels not tuned on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from babalab.game.level import Level
from babalab.tuning.errors import TuningError


@dataclass(frozen=True, slots=True)
class Fold:
    """One of so many parts that levels are cut into, every level in turn into the next one.

    >>> Fold.parse("2/5").split("abcdefgh")
    (['a', 'c', 'd', 'e', 'f', 'h'], ['b', 'g'])
    """

    number: int
    """From 1."""
    of: int

    @classmethod
    def parse(cls, text: str) -> Fold:
        """Return the fold written as ``2/5``."""
        found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", text.strip())
        if found is None or not 1 <= int(found[1]) <= int(found[2]) or int(found[2]) < 2:
            raise TuningError(f"{text!r} is no fold; write 2/5 for the second of five")
        return cls(int(found[1]), int(found[2]))

    def split(self, levels: Sequence[Level]) -> tuple[list[Level], list[Level]]:
        """Return the levels to tune on, and those held out."""
        return (
            [level for place, level in enumerate(levels) if place % self.of != self.number - 1],
            list(levels[self.number - 1 :: self.of]),
        )

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
