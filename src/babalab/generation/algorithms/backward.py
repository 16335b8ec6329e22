"""Backward: play a won position of Baba backwards, so that every level made can be solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.game.level import Level
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.endings import make_ending
from babalab.generation.baba.mechanics import parse_mechanics
from babalab.generation.baba.obstacles import OBSTACLES
from babalab.generation.baba.reverse_moves import REVERSE_MOVES
from babalab.generation.baba.start_position import StartPosition
from babalab.generation.errors import GenerationError
from babalab.generation.problems.baba import BabaProblem

MAX_TRIES = 40
"""Changes to try for one that the known solution survives."""
MAX_FRUITLESS = 200
"""Beginnings in a row that lead nowhere; on a map with room for any there are hardly two."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Backward(Algorithm):
    """Take moves back from a win, and put things in the way of shorter solutions.

    This algorithm is ours, not the paper's. It begins one move before a win and takes moves back:
    the player walks away and pulls along what he pushed, out of sentences and into them; what sank
    or melted is back, and what was transformed is what it was. Things are put in the way of shorter
    solutions. After each change the exact engine plays the known solution, and a level that it does
    not win is thrown away. So every map comes with a solution, its hint, and depth counts its
    moves.

    A hill climb steers it: the best of some levels made from the current one is the next one if it
    is no worse, and after `patience` broods without a better one it begins anew.
    """

    name: ClassVar[str] = "backward"
    only: ClassVar[tuple[str, ...]] = ("baba",)

    brood: int = parameter(4, "levels to make from one before the best is taken", low=1, high=1000)
    patience: int = parameter(6, "broods without a better level before a new beginning", low=1)
    changes: float = parameter(
        2.0, "changes from one level to the next, on average", low=1, high=50
    )
    obstacles: float = parameter(
        0.4, "share of changes that put something in the way", low=0, high=1
    )

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        problem, dice = context.problem, Dice(context.chance)
        if not isinstance(problem, BabaProblem):
            raise GenerationError(f"{problem.name} can't be played backwards, only baba can")
        size, wanted = (problem.width, problem.height), parse_mechanics(problem.mechanics)
        fruitless = 0
        while fruitless < MAX_FRUITLESS:
            level, fitness, failures = make_ending(*size, dice, wanted), -np.inf, 0
            fruitless += 1
            while level is not None and failures < self.patience:
                brood = list(self._breed(level, dice))
                if not brood:
                    break
                judged = yield _make_candidates(problem, brood)
                fruitless = 0
                best = int(np.argmax(judged.fitness))
                failures = 0 if judged.fitness[best] > fitness else failures + 1
                if judged.fitness[best] >= fitness:
                    level, fitness = brood[best], judged.fitness[best]
        raise GenerationError(
            f"{problem.width} x {problem.height} cells have no room for a won position and a way "
            "back from it; ask for a larger map"
        )

    def _breed(self, level: Level, dice: Dice) -> Iterator[Level]:
        """Yield levels made from this one in which exactly one thing is YOU at the start."""
        for _ in range(self.brood):
            made = self._change(level, dice)
            if made != level and StartPosition(made).player is not None:
                yield made

    def _change(self, level: Level, dice: Dice) -> Level:
        left = 1 + dice.geometric(self.changes - 1, 50) if self.changes > 1 else 1
        for _ in range(MAX_TRIES):
            ways = OBSTACLES if dice.coin(self.obstacles) else REVERSE_MOVES
            made = dice.pick_weighted(ways)(level, dice)
            if made is not None:
                level, left = made, left - 1
            if not left:
                break
        return level


def _make_candidates(problem: BabaProblem, levels: list[Level]) -> Candidates:
    hints = [level.solution for level in levels]
    maps = np.stack([problem.from_level(level) for level in levels])
    return Candidates(maps, max(map(len, hints)), hints=hints)
