"""Evaluation: how well a policy plays levels, by a greedy and some sampled episodes of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab.game.action import Action
from babalab.game.level import Level
from babalab.learning.envs.baba_slots import BabaSlots
from babalab.learning.envs.observations import Seen, fits
from babalab.learning.errors import LearningError
from babalab.learning.training.recipe import Recipe

SIZELESS: Final = frozenset({"planes"})
"""Networks that take observations of any size."""
JudgeFunction = Callable[[Any], NDArray[np.float32]]
"""Takes observations, and returns the logarithms of the probabilities of all actions."""


@dataclass(frozen=True)
class Scores:
    """The result of an evaluation."""

    levels: int
    greedy: float
    """The share of levels that the likeliest actions solve."""
    sampled: float
    """The share of sampled episodes that are won."""
    solved: float
    """The share of levels that any of the episodes solves."""
    by_class: Mapping[str, float]
    """The same as `solved` for each length class; ``?`` for levels of unknown class."""
    seconds: float

    @property
    def rank(self) -> tuple[float, float]:
        """The numbers by which scores are compared; more is better."""
        return self.solved, self.sampled

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        rates = ("greedy", "sampled", "solved")
        return {
            "levels": self.levels,
            **{name: round(getattr(self, name), 6) for name in rates},
            "by_class": {name: round(rate, 6) for name, rate in self.by_class.items()},
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class Played:
    """Episodes by level: (levels, 1 + sampled ones), the greedy one first."""

    won: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    """Moves made, whether it was won or not."""


class PolicyEvaluator:
    """Plays the same levels again and again, always with the same random numbers.

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
        moves: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        """`moves` cut an episode off; by default the recipe's `max_steps`."""
        if not levels:
            raise LearningError("there are no levels to evaluate on")
        if recipe.network in SIZELESS:
            size = _enlarge(size, levels)
        self._fits = np.array([fits(level, size) for level in levels])
        if not self._fits.any():
            rows, columns = _enlarge(size, levels)
            raise LearningError(
                f"no level to evaluate on fits into an observation of {size[0]} x {size[1]}; "
                f"all do with size={rows}x{columns}"
            )
        self.levels, self.recipe, self.episodes, self.seed = levels, recipe, episodes, seed
        playable = [level for level in levels if fits(level, size)]
        plays = 1 + episodes
        self._start_of = np.repeat(np.arange(len(playable)), plays)
        self._greedy = np.tile(np.arange(plays) == 0, len(playable))
        self._slots = BabaSlots(
            playable,
            len(self._start_of),
            observation=recipe.observation,
            size=size,
            max_steps=recipe.max_steps if moves is None else moves,
            death=recipe.death,
            autoreset="same step",
            threads=threads,
        )

    def evaluate(self, judge: JudgeFunction) -> Scores:
        """Play every level, and return the scores."""
        began = time.perf_counter()
        won = self.play(judge).won
        solved: NDArray[np.bool_] = np.asarray(won.any(axis=1))
        classes = np.array([str(level.length_class or "?") for level in self.levels])
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

    def play(self, judge: JudgeFunction) -> Played:
        """Play every level, and return how every episode ended."""
        slots, chance = self._slots, np.random.default_rng(self.seed)
        slots.seed(self.seed)
        slots.reset(None, self._start_of)
        won = np.zeros(len(self._start_of), dtype=bool)
        over = np.zeros_like(won)
        lengths = np.zeros(len(won), dtype=np.int64)
        while not over.all():
            going = np.flatnonzero(~over)
            logits = judge(self._observe(going))
            noise = chance.gumbel(size=(len(over), len(Action))).astype(np.float32)[going]
            noise[self._greedy[going]] = 0
            actions = np.full(len(over), Action.WAIT, dtype=np.uint8)
            actions[going] = (logits + noise).argmax(axis=1)
            slots.step(actions)
            lengths[going] += 1
            won |= ~over & slots.won
            over |= slots.terminated | slots.truncated
        played = Played(
            np.zeros((len(self.levels), 1 + self.episodes), dtype=bool),
            np.zeros((len(self.levels), 1 + self.episodes), dtype=np.int64),
        )
        played.won[self._fits] = won.reshape(-1, 1 + self.episodes)
        played.lengths[self._fits] = lengths.reshape(-1, 1 + self.episodes)
        return played

    def _observe(self, slots: NDArray[np.int64]) -> Seen:
        seen = self._slots.observe(copied=False)
        if isinstance(seen, dict):
            return {name: part[slots] for name, part in seen.items()}
        return seen[slots]


def _enlarge(size: tuple[int, int], levels: Sequence[Level]) -> tuple[int, int]:
    """Return the least size, from this one on, with room for all levels."""
    return (
        max(size[0], *(level.height for level in levels)),
        max(size[1], *(level.width for level in levels)),
    )
