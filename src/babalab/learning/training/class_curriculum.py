"""A curriculum over length classes: those with most to learn from are the likeliest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.learning.envs.sources import Counts, LevelList, Weights, read_state
from babalab.learning.errors import LearningError

CLASSES: Final = tuple(range(1, len(DIFFICULTY_BOUNDS) + 2))
"""The papers' length classes."""


class ClassCurriculum:
    """Levels by length class, the classes weighted by how much there is to learn from them.

    From a class that is won always or never there is little to learn, most from one won half of the
    time. So a class weighs w (1 - w) of its rate w of wins, a running average over about
    `memory` episodes that begins at `first_guess`, and none less than `floor` of all. Classes
    without levels weigh nothing; the starts within a class are alike.
    """

    def __init__(
        self,
        levels: str | Level | Iterable[Level],
        *,
        first_guess: Sequence[float] = (0.5, 0.2, 0.05, 0.02, 0.01),
        memory: int = 1000,
        floor: float = 0.02,
        along: bool = False,
    ) -> None:
        if len(first_guess) != len(CLASSES) or not all(0 <= rate <= 1 for rate in first_guess):
            raise LearningError(
                f"first_guess must be {len(CLASSES)} rates from 0 to 1, one for each class, "
                f"not {tuple(first_guess)}"
            )
        if memory < 1 or not 0 < floor * len(CLASSES) <= 1:
            raise LearningError(
                f"memory must be at least 1 (it is {memory}) and floor above 0 and at most "
                f"{1 / len(CLASSES)} (it is {floor})"
            )
        chosen = LevelList(levels, along=along)
        self.levels = chosen.levels
        self.starts = chosen.starts
        self.classes: NDArray[np.int64] = np.array([_require_class(level) for level in self.levels])
        """The class of each level."""
        self.win_rates: Weights = np.array(first_guess, float)
        """The rate of wins of each class, as far as known."""
        self._memory = memory
        self._floor = floor
        self._class_of_start = self.classes[[start.level for start in self.starts]] - 1
        self._share_in_class = (
            chosen.weights
            / np.bincount(self._class_of_start, chosen.weights, len(CLASSES))[self._class_of_start]
        )

    @property
    def class_weights(self) -> Weights:
        """The weight of each class; the numbers add up to 1."""
        present = np.bincount(self._class_of_start, minlength=len(CLASSES)) > 0
        worth = np.where(present, self.win_rates * (1 - self.win_rates), 0)
        total = worth.sum()
        shares = worth / total if total > 0 else present / present.sum()
        floor = np.where(present, self._floor, 0)
        weights: Weights = shares * (1 - floor.sum()) + floor
        return weights

    @property
    def weights(self) -> Weights:
        """The weight of each start; the numbers add up to 1."""
        return self.class_weights[self._class_of_start] * self._share_in_class

    def update(self, episodes: Counts, wins: Counts) -> bool:
        """Update the rates of wins; return False, because only weights change."""
        played = np.bincount(self._class_of_start, episodes, len(CLASSES))
        won = np.bincount(self._class_of_start, wins, len(CLASSES))
        kept = np.exp(-played / self._memory)
        seen = played > 0
        rates = won[seen] / played[seen]
        self.win_rates[seen] = kept[seen] * self.win_rates[seen] + (1 - kept[seen]) * rates
        return False

    def save(self) -> str:
        """Return the rates of wins."""
        return json.dumps({"win_rates": self.win_rates.tolist()})

    def restore(self, saved: str) -> None:
        """Restore saved rates."""
        rates = np.array(read_state(saved, {"win_rates"})["win_rates"], float)
        if rates.shape != self.win_rates.shape or not ((rates >= 0) & (rates <= 1)).all():
            raise LearningError("the saved rates of wins are of other classes, or damaged")
        self.win_rates = rates


def _require_class(level: Level) -> int:
    if level.length_class is None:
        raise LearningError(
            f"level {level.name or level.id or level.line} has no solution on record, which a "
            "curriculum by class needs; solve it first, or leave it out"
        )
    return level.length_class
