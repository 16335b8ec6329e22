"""Backward: play a won position of Baba backwards, so that every level made can be solved.

Ours, beyond the paper. It begins one move before a win and takes moves back: the player walks away,
pulling along what he pushed, out of sentences and into them; what sank or melted is there again,
what was turned into something else is what it was. Things are put in the way of shorter
solutions. After each of these the exact engine plays the known solution; what it does not win is
thrown away. So every map comes with a solution, its hint, and depth counts the moves of that.

A hill climb steers it: of some levels made from the present one the best is the next one,
if it is no worse, and after `patience` times that none was good enough it begins anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.game.level import Level
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.baba.endings import ending
from babalab.generation.baba.mechanics import parse_mechanics
from babalab.generation.baba.obstacles import OBSTRUCTED
from babalab.generation.baba.reverse_moves import TAKEN_BACK
from babalab.generation.baba.sight import Sight
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError
from babalab.generation.problems.baba import Baba

MOST_TRIES = 40
"""Changes to try for one that the known solution survives."""
MOST_FRUITLESS = 200
"""Beginnings in a row that lead nowhere; on a map with room for any there are hardly two."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Backward(Algorithm):
    """Take moves back from a win, and put things in the way of shorter solutions."""

    name: ClassVar[str] = "backward"
    only: ClassVar[tuple[str, ...]] = ("baba",)

    brood: int = parameter(4, "levels to make from one before the best is taken", low=1, high=1000)
    patience: int = parameter(6, "times without a better one before a new beginning", low=1)
    changes: float = parameter(2.0, "changes from a level to the next, on average", low=1, high=50)
    obstacles: float = parameter(
        0.4, "the share of changes that put something in the way", low=0, high=1
    )

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        problem, dice = ground.problem, Dice(ground.chance)
        if not isinstance(problem, Baba):
            raise GenerationError(f"there is no playing {problem.name} backwards, only baba")
        size, wanted = (problem.width, problem.height), parse_mechanics(problem.mechanics)
        fruitless = 0
        while fruitless < MOST_FRUITLESS:
            level, fitness, failures = ending(*size, dice, wanted), -np.inf, 0
            fruitless += 1
            while level is not None and failures < self.patience:
                brood = list(self._brood(level, dice))
                if not brood:
                    break
                judged = yield _candidates(problem, brood)
                fruitless = 0
                best = int(np.argmax(judged.fitness))
                failures = 0 if judged.fitness[best] > fitness else failures + 1
                if judged.fitness[best] >= fitness:
                    level, fitness = brood[best], judged.fitness[best]
        raise GenerationError(
            f"{problem.width} x {problem.height} cells have no room for a won position and a way "
            "back from it; ask for a larger map"
        )

    def _brood(self, level: Level, dice: Dice) -> Iterator[Level]:
        """Levels made from this one that begin with one thing that is YOU."""
        for _ in range(self.brood):
            made = self._changed(level, dice)
            if made != level and Sight(made).player is not None:
                yield made

    def _changed(self, level: Level, dice: Dice) -> Level:
        left = 1 + dice.geometric(self.changes - 1, 50) if self.changes > 1 else 1
        for _ in range(MOST_TRIES):
            ways = OBSTRUCTED if dice.coin(self.obstacles) else TAKEN_BACK
            made = dice.weighed(ways)(level, dice)
            if made is not None:
                level, left = made, left - 1
            if not left:
                break
        return level


def _candidates(problem: Baba, levels: list[Level]) -> Candidates:
    hints = [level.solution for level in levels]
    maps = np.stack([problem.map_of(level) for level in levels])
    return Candidates(maps, max(map(len, hints)), hints=hints)
