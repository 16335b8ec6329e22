"""How well a policy plays levels: one greedy episode and some sampled ones of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.game.action import Action
from babalab.game.batch import STOP_BITS
from babalab.game.level import Level
from babalab.learning.envs.baba_slots import AUTORESETS
from babalab.learning.envs.observations import OBSERVATIONS
from babalab.learning.errors import LearningError
from babalab.learning.training.recipe import Recipe

SIZELESS: Final = frozenset({"planes"})
"""Networks that take observations of any size."""
Observations = NDArray[np.uint8] | dict[str, NDArray[np.uint8]]
Judge = Callable[[Any], NDArray[np.float32]]
"""Observations in, the logarithms of the probabilities of all actions out."""


@dataclass(frozen=True)
class Scores:
    """What came of an evaluation."""

    levels: int
    greedy: float
    """The share of levels that the likeliest actions solve."""
    sampled: float
    """The share of sampled episodes that are won."""
    solved: float
    """The share of levels that any of the episodes solves."""
    by_class: Mapping[str, float]
    """The same as `solved` for each difficulty class; ``?`` for levels of unknown class."""
    seconds: float

    @property
    def rank(self) -> tuple[float, float]:
        """More is better."""
        return self.solved, self.sampled

    def as_json(self) -> dict[str, Any]:
        """Everything, in types JSON knows."""
        return {
            "levels": self.levels,
            "greedy": round(self.greedy, 6),
            "sampled": round(self.sampled, 6),
            "solved": round(self.solved, 6),
            "by_class": {name: round(rate, 6) for name, rate in self.by_class.items()},
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Played:
    """Episodes by level: (levels, 1 + sampled ones), the greedy one first."""

    won: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    """Moves made, whether it was won or not."""


class Evaluator:
    """Plays the same levels again and again, always with the same dice.

    A network that takes any size sees levels that are larger than those it was trained on, too; for
    others a level that does not fit is one that is not solved.
    """

    def __init__(
        self,
        levels: Sequence[Level],
        recipe: Recipe,
        size: tuple[int, int],
        *,
        episodes: int = 4,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        if not levels:
            raise LearningError("there are no levels to evaluate on")
        if recipe.network in SIZELESS:
            size = _room_for(levels, size)
        self._fits = np.array([fits(level, size) for level in levels])
        if not self._fits.any():
            rows, columns = _room_for(levels, size)
            raise LearningError(
                f"no level to evaluate on fits into an observation of {size[0]} x {size[1]}; "
                f"all do with size={rows}x{columns}"
            )
        self.levels, self.recipe, self.episodes, self.seed = levels, recipe, episodes, seed
        playable = [level for level in levels if fits(level, size)]
        plays = 1 + episodes
        self._start_of = np.repeat(np.arange(len(playable)), plays)
        self._greedy = np.tile(np.arange(plays) == 0, len(playable))
        self._env = _core.VectorEnv(
            [level.core for level in playable],
            [(index, level.core.start()) for index, level in enumerate(playable)],
            np.full(len(playable), 1 / len(playable)),
            len(self._start_of),
            list(OBSERVATIONS).index(recipe.observation),
            size[0],
            size[1],
            _core.RewardPlan(),
            recipe.max_steps,
            STOP_BITS[recipe.death],
            True,
            AUTORESETS["same step"],
            threads,
        )

    def scores(self, judge: Judge) -> Scores:
        """Play every level."""
        began = time.perf_counter()
        won = self.play(judge).won
        solved: NDArray[np.bool_] = np.asarray(won.any(axis=1))
        classes = np.array([str(level.difficulty or "?") for level in self.levels])
        return Scores(
            levels=len(self.levels),
            greedy=float(won[:, 0].mean()),
            sampled=float(won[:, 1:].mean()) if self.episodes else float(won[:, 0].mean()),
            solved=float(solved.mean()),
            by_class={
                str(name): float(solved[classes == name].mean()) for name in np.unique(classes)
            },
            seconds=time.perf_counter() - began,
        )

    def play(self, judge: Judge) -> Played:
        """Play every level, and tell of every episode."""
        env, chance = self._env, np.random.default_rng(self.seed)
        env.seed(self.seed)
        env.reset(None)
        for slot, start in enumerate(self._start_of.tolist()):
            env.reset_to(slot, start)
        won = np.zeros(len(self._start_of), dtype=bool)
        over = np.zeros_like(won)
        lengths = np.zeros(len(won), dtype=np.int64)
        while not over.all():
            going = np.flatnonzero(~over)
            logits = judge(self._observations(going))
            noise = chance.gumbel(size=(len(over), len(Action))).astype(np.float32)[going]
            noise[self._greedy[going]] = 0
            actions = np.full(len(over), Action.WAIT, dtype=np.uint8)
            actions[going] = (logits + noise).argmax(axis=1)
            env.step(actions)
            lengths[going] += 1
            won |= ~over & (env.won != 0)
            over |= (env.terminated != 0) | (env.truncated != 0)
        played = Played(
            np.zeros((len(self.levels), 1 + self.episodes), dtype=bool),
            np.zeros((len(self.levels), 1 + self.episodes), dtype=np.int64),
        )
        played.won[self._fits] = won.reshape(-1, 1 + self.episodes)
        played.lengths[self._fits] = lengths.reshape(-1, 1 + self.episodes)
        return played

    def _observations(self, slots: NDArray[np.int64]) -> Observations:
        if self.recipe.observation != "full":
            return self._env.observations[slots]
        return {
            "cells": self._env.observations[slots],
            "rules": self._env.rules[slots],
            "mask": self._env.masks[slots],
        }


def fits(level: Level, size: tuple[int, int]) -> bool:
    """Whether an observation of (rows, columns) has room for a level."""
    return level.height <= size[0] and level.width <= size[1]


def _room_for(levels: Sequence[Level], size: tuple[int, int]) -> tuple[int, int]:
    """The least size, from this one on, with room for all."""
    return (
        max(size[0], *(level.height for level in levels)),
        max(size[1], *(level.width for level in levels)),
    )
