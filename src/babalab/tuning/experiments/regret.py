"""What tuners lose before they know better: regret on made-up combinatorial bandits.

Paper C, §III-C, sees on-line tuning as such a bandit. Here the worth of every combination is known,
so that it is known too what a tuner could have had.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babalab.planning.tuners import Combination, Space, Tuner

Noise = Literal["bernoulli", "gaussian"]
SPREAD = 0.3
"""The standard deviation of Gaussian payoffs."""


@dataclass(frozen=True)
class SyntheticBandit:
    """A space in which the mean payoff of every arm is known: from 0 to 1, the best 1 or near."""

    space: Space
    means: Mapping[Combination, float]
    noise: Noise = "gaussian"
    name: str = ""

    @cached_property
    def best(self) -> Combination:
        """The arm with the highest mean."""
        return max(self.means, key=self.means.__getitem__)

    def mean(self, combination: Combination) -> float:
        """The mean payoff of a combination."""
        return self.means[self.space.canonical(combination)]

    def payoff(self, combination: Combination, chance: random.Random) -> float:
        """What using a combination pays this time."""
        mean = self.mean(combination)
        if self.noise == "bernoulli":
            return float(chance.random() < mean)
        return chance.gauss(mean, SPREAD)


def additive_bandit(space: Space, seed: int, noise: Noise = "gaussian") -> SyntheticBandit:
    """The worth of a combination is the mean of what its values are worth, each by itself."""
    return _bandit(space, seed, noise, together=1, name="additive")


def interacting_bandit(space: Space, seed: int, noise: Noise = "gaussian") -> SyntheticBandit:
    """The worth of a combination is the mean of what each two of its values are worth together."""
    return _bandit(space, seed, noise, together=2, name="interacting")


def _bandit(space: Space, seed: int, noise: Noise, together: int, name: str) -> SyntheticBandit:
    chance = random.Random(f"{seed} {name}")
    worth: dict[tuple[object, ...], float] = {}
    raw = {}
    for arm in space.arms:
        parts = list(itertools.combinations(enumerate(space.effective(arm)), together))
        raw[arm] = float(np.mean([worth.setdefault(part, chance.random()) for part in parts]))
    low, high = min(raw.values()), max(raw.values())
    scale = 0.8 / (high - low) if high > low else 0.0
    means = {arm: 0.1 + (value - low) * scale for arm, value in raw.items()}
    return SyntheticBandit(space, means, noise, name)


@dataclass(frozen=True)
class RegretCurve:
    """One tuner on several bandits: the regret so far, after every use, in the mean over them."""

    tuner: str
    regret: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """The curves of the least and of the most regret at the end."""
    best_share: float
    """How often the best arm was used, in the last quarter."""


def pull(tuner: Tuner, bandit: SyntheticBandit, uses: int, chance: random.Random) -> list[float]:
    """Let a tuner choose so many times; what each choice was short of the best, in the mean."""
    highest = bandit.means[bandit.best]
    regrets = []
    for _ in range(uses):
        combination = tuner.propose()
        tuner.reward(combination, bandit.payoff(combination, chance))
        regrets.append(highest - bandit.mean(combination))
    return regrets
