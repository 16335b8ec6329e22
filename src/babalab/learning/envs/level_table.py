"""The levels and starts that slots of Baba play now, as their source has them."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from babalab import _core
from babalab.game.level import Level
from babalab.learning.envs.saved_state import make_digest
from babalab.learning.envs.sources import (
    LevelSource,
    Start,
    make_first_start,
    normalise_weights,
)


class LevelTable:
    """Levels, starts and their weights: those of a source, and those that are still played."""

    def __init__(self, source: LevelSource) -> None:
        self.source = source
        self.levels: list[Level] = list(source.levels)
        self.starts: list[Start] = list(source.starts)
        self.weights = normalise_weights(source.weights, len(self.starts))
        self.is_replaced = False
        """Whether other levels have come since the table was made."""
        self.digest = make_digest(self.levels, self.starts)
        """Tells the first levels and starts from any others."""
        self._first = tuple(self.levels), tuple(self.starts)
        self._cores: dict[Level, _core.Level] = {}
        self._known: dict[tuple[Level, bytes], int] | None = None
        """The first start with each state of a level; None until somebody asks."""

    def make_native_levels(self) -> list[_core.Level]:
        """Return the core's levels: one for equal levels, and those in use already."""
        self._cores = {level: self._cores.get(level, level.core) for level in self.levels}
        return [self._cores[level] for level in self.levels]

    def make_native_starts(self) -> list[tuple[int, bytes]]:
        """Return the starts as the core takes them."""
        return [(start.level, start.row) for start in self.starts]

    def weigh(self, weights: ArrayLike) -> None:
        """Set how likely each start is, in proportion."""
        self.weights = normalise_weights(weights, len(self.starts))

    def take_weights(self) -> None:
        """Take the weights that the source has now; starts that have left it get none."""
        left = np.zeros(len(self.starts) - len(self.source.starts))
        self.weigh(np.concatenate([self.source.weights, left]))

    def take_levels(self, playing: Sequence[int]) -> list[int]:
        """Take the levels, starts and weights that the source has now.

        `playing` are indices of starts from which episodes under way began. Those that have left
        the source are kept at the end. Returns the new indices.
        """
        levels, starts = list(self.source.levels), list(self.source.starts)
        places = {(levels[start.level], start.row): place for place, start in enumerate(starts)}
        moved: list[int] = []
        for old in playing:
            level, row = self.levels[self.starts[old].level], self.starts[old].row
            if old < len(starts) and (levels[starts[old].level], starts[old].row) == (level, row):
                moved.append(old)
                continue
            if (level, row) not in places:
                if level not in levels:
                    levels.append(level)
                places[level, row] = len(starts)
                starts.append(Start(levels.index(level), row))
            moved.append(places[level, row])
        fresh = normalise_weights(self.source.weights, len(self.source.starts))
        self.weights = np.concatenate([fresh, np.zeros(len(starts) - len(fresh))])
        self.levels, self.starts, self.is_replaced, self._known = levels, starts, True, None
        return moved

    def find_starts(self, levels: Sequence[Level]) -> list[int] | None:
        """Return the indices of the starts of these levels, or None if one is not here."""
        if self._known is None:
            self._known = {}
            for index, start in enumerate(self.starts):
                self._known.setdefault((self.levels[start.level], start.row), index)
        found = [self._known.get((level, make_first_start(level).row)) for level in levels]
        return None if None in found else [index for index in found if index is not None]

    def adopt(self, levels: Sequence[Level], playing: Sequence[int]) -> list[int]:
        """Take levels that the source does not have, whose starts get no weight.

        `playing` are indices of starts from which episodes under way began. Returns their new
        indices. Levels adopted earlier leave the table when they are played no more.
        """
        own = self.source.starts
        kept = [*range(len(own)), *sorted({start for start in playing if start >= len(own)})]
        moved = {old: new for new, old in enumerate(kept)}
        starts = [self.starts[old] for old in kept]
        weights = self.weights[kept]
        old_levels, self.levels = self.levels, list(self.source.levels)
        self.starts = starts[: len(own)]
        guests = [(old_levels[start.level], start.row) for start in starts[len(own) :]]
        guests += [(level, make_first_start(level).row) for level in dict.fromkeys(levels)]
        for level, row in guests:
            if level not in self.levels:
                self.levels.append(level)
            self.starts.append(Start(self.levels.index(level), row))
        self.weights = np.concatenate([weights, np.zeros(len(self.starts) - len(weights))])
        self.is_replaced, self._known = True, None
        return [moved[old] for old in playing]

    def has_own(self, changed: tuple[list[Level], list[Start]]) -> bool:
        """Return whether these are the levels and starts of the source, and maybe adopted ones."""
        levels, starts = changed
        own_levels, own_starts = list(self.source.levels), list(self.source.starts)
        return levels[: len(own_levels)] == own_levels and starts[: len(own_starts)] == own_starts

    def restore(
        self, changed: tuple[list[Level], list[Start]] | None, weights: Sequence[float]
    ) -> LevelTable:
        """Return a table with these weights and these levels and starts, or the first ones."""
        table = copy.copy(self)
        table.is_replaced, table._known = changed is not None, None
        if changed is not None:
            table.levels, table.starts = changed
        elif self.is_replaced:
            table.levels, table.starts = list(self._first[0]), list(self._first[1])
        table.weights = np.array(weights)
        return table
