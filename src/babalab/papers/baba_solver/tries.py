"""Single episodes of levels, as the paper most likely counted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from babalab.game.action import Action
from babalab.game.level import Level
from babalab.learning.envs.observations import PAPER_SIZE
from babalab.learning.policies.policy_file import load_policy
from babalab.learning.training.evaluation import JudgeFunction, PolicyEvaluator
from babalab.learning.training.recipe import Recipe
from babalab.papers.baba_solver.published import MOVES, TRIES


@dataclass(frozen=True)
class Tried:
    """The results of one greedy episode and some sampled ones on each level."""

    episodes: int
    """The number of sampled episodes."""
    won: int
    """The number of those that were won."""
    length: float
    """The mean of their moves, won or not."""
    greedy: float
    """The share of levels that the greedy episode wins."""

    @property
    def rate(self) -> float:
        """Return the share of episodes with drawn moves that were won."""
        return self.won / self.episodes

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "episodes": self.episodes,
            "won": self.won,
            "win_rate": round(self.rate, 6),
            "length": round(self.length, 3),
            "greedy": round(self.greedy, 6),
        }


def try_policy(
    file: Path, levels: Sequence[Level], *, tries: int = TRIES, moves: int = MOVES, seed: int = 0
) -> Tried:
    """Play single episodes of a policy, cut off after so many moves."""
    policy = load_policy(file)
    return _play_episodes(levels, policy.recipe, policy.size, policy.logits, tries, moves, seed)


def try_at_random(
    levels: Sequence[Level],
    recipe: Recipe,
    *,
    tries: int = TRIES,
    moves: int = MOVES,
    seed: int = 0,
) -> Tried:
    """Play single episodes of moves drawn evenly, as a policy that has learned nothing would.

    Its greedy episode says nothing, as no move is likelier than the others.
    """
    size = recipe.shape or PAPER_SIZE
    return _play_episodes(levels, recipe, size, _judge_evenly, tries, moves, seed)


def _judge_evenly(observations: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    some = next(iter(observations.values())) if isinstance(observations, dict) else observations
    return np.zeros((len(some), len(Action)), dtype=np.float32)


def _play_episodes(
    levels: Sequence[Level],
    recipe: Recipe,
    size: tuple[int, int],
    judge: JudgeFunction,
    tries: int,
    moves: int,
    seed: int,
) -> Tried:
    evaluator = PolicyEvaluator(levels, recipe, size, episodes=tries, moves=moves, seed=seed)
    played = evaluator.play(judge)
    won, lengths = played.won[:, 1:], played.lengths[:, 1:]
    return Tried(
        episodes=won.size,
        won=int(won.sum()),
        length=float(lengths.mean()),
        greedy=float(played.won[:, 0].mean()),
    )
